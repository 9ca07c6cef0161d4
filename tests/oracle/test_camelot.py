"""The odds the program gives for Camelot are those of a second opinion that shares no line with it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from kktui.engine.ask import Ask
from kktui.engine.odds import odds, odds_of
from kktui.rules.camelot.breaking import escape
from kktui.rules.camelot.charts import looked_up
from kktui.rules.camelot.combat_events import event_of
from kktui.rules.camelot.figures import Man, hurts
from kktui.rules.camelot.melee import Bout, lands, strike
from kktui.rules.camelot.morale import holds
from kktui.rules.camelot.movement import band_of, reach
from kktui.rules.camelot.odds import HIMSELF, agrees, cut, exchange, gashed, parting, slips, volley
from kktui.rules.camelot.ranged import Aim, shoot
from kktui.rules.camelot.virtue import lucky
from kktui.rules.camelot.wounds import stacked, standing_of, stun, table_of, worst
from kktui.table import FOOT, MOUNTED
from tests.oracle import camelot as oracle
from tests.rules.camelot.table import BOOK, camelot, enlisted
from tests.rules_shown import rule

TABLE = table_of(BOOK)
WOUND = {"gruesome": "gruesome death"}
RESULT = {
    ("miss", 0): "no roll",
    ("hit", 1): "one roll",
    ("double hit", 2): "two rolls",
    ("hit himself", 1): "attacker hit",
    ("everybody laughs", 0): "everyone laughs",
}


def told(chances: Mapping[str, Fraction], words: Mapping[str, str]) -> dict[str, Fraction]:
    """The same chances in the words of the oracle."""
    return {words.get(outcome, outcome): chance for outcome, chance in chances.items()}


def named(wound: str) -> str:
    return WOUND.get(wound, wound)


@rule("CA-8.1", "CA-8.2")
def test_every_wound_roll_has_the_odds_of_the_oracle() -> None:
    for edge in range(-12, 25):
        assert told(odds_of(cut, TABLE, edge), WOUND) == oracle.wound(edge + 9, 9)


@rule("CA-4.2", "CA-4.3")
def test_two_wound_rolls_have_the_odds_of_the_oracle() -> None:
    for edge in range(-8, 16):
        assert told(odds_of(gashed, TABLE, edge, 2), WOUND) == oracle.worse_of_two(oracle.wound(edge + 9, 9))


@rule("CA-4.1", "CA-4.2", "CA-4.3", "CA-4.4", "CA-4.5")
def test_every_throw_of_a_blow_has_the_odds_of_the_oracle() -> None:
    for att, dfn in product(range(-3, 9), repeat=2):
        ours = odds(lambda ask, a=att, d=dfn: RESULT[strike(ask, Bout(a, d))[:2]])
        assert ours == oracle.hit_roll(att, dfn)


@rule("CA-4.1", "CA-8.1")
@pytest.mark.parametrize(("edge", "back"), [(0, 0), (-3, 2), (5, -6), (1, 11)])
def test_every_attack_has_the_odds_of_the_oracle(edge: int, back: int) -> None:
    def in_words(outcome: str) -> tuple[str, str]:
        if outcome in ("miss", "everybody laughs"):
            return ("nobody", "nothing")
        own = outcome.startswith(HIMSELF)
        return ("attacker" if own else "defender", named(outcome.removeprefix(HIMSELF)))

    for att, dfn in product((-1, 0, 2, 4, 7), repeat=2):
        chances: dict[tuple[str, str], Fraction] = {}
        for outcome, chance in odds_of(exchange, TABLE, Bout(att, dfn), edge, back).items():
            chances[in_words(outcome)] = chances.get(in_words(outcome), Fraction(0)) + chance
        assert chances == oracle.attack_roll(att, dfn, edge + 5, 5, defender_strength=back + 5, attacker_toughness=5)


@rule("CA-7.1", "CA-7.2")
@pytest.mark.parametrize("band", ["short", "medium", "long"])
def test_every_shot_has_the_odds_of_the_oracle(band: str) -> None:
    words = {"miss": "missed", "hit": "hit", "double hit": "hit doubled"}
    needs = int(BOOK.chart("ranges").at(band))
    for score, modifiers in product(range(6), range(-5, 2)):
        ours = odds(lambda ask, bonus=score + modifiers: words[shoot(ask, Aim(bonus, needs)).outcome])
        assert ours == oracle.ranged_roll(score, modifiers, band)
        for force, tough in ((3, 4), (5, 2), (4, 8)):
            whole = odds_of(volley, TABLE, Aim(score + modifiers, needs), force - tough, 2 * force - tough)
            assert told(whole, {"miss": "missed", **WOUND}) == oracle.shot(score, modifiers, band, force, tough)


@rule("CA-7.3")
def test_mishaps_have_the_odds_of_the_oracle() -> None:
    def mishap(ask: Ask) -> str:
        if shoot(ask, Aim(0, 5)).roll != 1:
            return "nothing"
        what = str(looked_up(BOOK.chart("ranged-events").rows, ask.roll("1d6", "mishap")))
        return {"the weapon breaks": "weapon breaks"}.get(what, what)

    assert odds(mishap) == oracle.ranged_event()


@rule("CA-8.3")
@pytest.mark.parametrize("wound", ["nothing", "light", "serious", "critical"])
@pytest.mark.parametrize("shocked", [0, 1])
@pytest.mark.parametrize("ruling", ["added", "worst"])
def test_penalties_are_those_of_the_oracle(wound: str, shocked: int, ruling: str) -> None:
    man: Man = enlisted("")
    man.wound, man.shocked = wound, shocked
    book = BOOK.with_house_rules({"shock": ruling})
    off = sum(each.value for each in hurts(book, man, "INI"))
    assert off == oracle.penalty(wound, shocked=bool(shocked), shock=ruling)


@rule("CA-8.4")
def test_wounds_add_up_as_the_oracle_has_it() -> None:
    for now, new in product(("nothing", "light", "serious", "critical"), oracle.WOUNDS):
        ours = stacked(BOOK, now, {"gruesome death": "gruesome"}.get(new, new))
        assert named(ours) == oracle.wounded_again(now, new)


@rule("CA-8.5")
@pytest.mark.parametrize("hero", [True, False])
@pytest.mark.parametrize("wound", ["killed", "gruesome"])
def test_the_end_of_a_man_is_that_of_the_oracle(hero: bool, wound: str) -> None:
    standing = standing_of(enlisted("hero" if hero else ""), wound)
    assert {"out": "out of action"}.get(standing, standing) == oracle.end_of(named(wound), hero=hero)


@rule("CA-8.6")
@pytest.mark.parametrize("helm", ["none", "open", "closed"])
def test_stun_has_the_odds_of_the_oracle(helm: str) -> None:
    bonus = int(BOOK.chart("helms").at(helm))
    assert odds(lambda ask: stun(ask, BOOK.chart("stun"), bonus)[1]) == oracle.stun(helm)


@rule("CA-8.7", "CA-3.2")
@pytest.mark.parametrize("band", ["short", "medium", "long"])
@pytest.mark.parametrize("minus_one", [False, True])
def test_poisoned_bands_and_their_inches_are_those_of_the_oracle(band: str, minus_one: bool) -> None:
    for poisoned, base in product(range(8), (FOOT, MOUNTED)):
        man = enlisted("")
        man.walks, man.poison = f"{band}-1" if minus_one else band, ("Move",) * poisoned
        theirs = oracle.poisoned_band(band, poisoned, minus_one=minus_one)
        ours = band_of(man)
        assert (ours or "minimum") == theirs
        length = 1.0 if base is FOOT else 2.0
        assert reach(BOOK, ours, base) == oracle.band_inches(theirs, length)


@rule("CA-9.1")
def test_breaking_off_has_the_odds_of_the_oracle() -> None:
    words = {"away": "gets away", "caught": "caught"}
    for ours, theirs in product(range(-2, 7), repeat=2):
        assert told(odds_of(slips, ours, theirs), words) == oracle.break_off(ours, theirs)
        assert odds(lambda ask, o=ours, t=theirs: words[escape(ask, o, t).outcome]) == oracle.break_off(ours, theirs)


@rule("CA-9.2")
def test_a_free_attack_has_the_odds_of_the_oracle() -> None:
    for edge in range(-6, 9):
        assert told(odds_of(parting, TABLE, edge), {"miss": "missed", **WOUND}) == oracle.free_attack(edge + 6, 6)
    assert odds(lambda ask: lands(ask)[1])[True] == Fraction(5, 6)


@rule("CA-10.1")
def test_courage_has_the_odds_of_the_oracle() -> None:
    for discipline, near in product(range(7), (False, True)):
        ours = odds(lambda ask, b=discipline + near: "holds" if holds(ask, b, 6)[1] else "broken")
        assert ours == oracle.morale(discipline, rallying_leader=near)


@rule("CA-5.3", "CA-5.7")
def test_luck_and_virtue_have_the_odds_of_the_oracle() -> None:
    for level in range(8):
        luck = odds(lambda ask, n=level: "passed" if lucky(ask, n)[1] else "failed")
        assert luck == oracle.luck_test(level)
        virtue = told(odds_of(agrees, level, False), {"peace": "stops", "no peace": "goes on"})
        assert virtue == oracle.break_off_offered(True, level)


@rule("CA-5.5", "CA-5.6")
def test_a_fall_has_the_odds_of_the_oracle() -> None:
    for tough in range(2, 10):
        ours = odds(lambda ask, t=tough: named(worst(ask, TABLE, ask.roll("1d3", "fall") - t, 1).result))
        assert ours == oracle.fall_wound(tough)


@rule("CA-6.1")
def test_combat_events_have_the_odds_of_the_oracle() -> None:
    battle = camelot("red knights: al 10,40", "blue foes: ed 10,5")
    assert odds(lambda ask: event_of(battle, ask.roll("1d100", "event"))) == oracle.combat_event()
    card = camelot("red knights: al 10,40", "blue foes: ed 10,5", rulings={"fortune": "card"})
    assert odds(lambda ask: event_of(card, ask.roll("1d100", "event"))) == oracle.combat_event(favor_on_100=False)


@rule("CA-5.2")
def test_melee_events_have_the_odds_of_the_oracle() -> None:
    rows = BOOK.chart("melee-events").rows
    ours = odds(lambda ask: str(rows[str(ask.roll("2d6", "event"))]))
    assert list(ours.values()) != []
    assert sorted(ours.values()) == sorted(oracle.melee_event().values())
    assert odds(lambda ask: strike(ask, Bout(3, 3)).natural_one)[True] == oracle.event_comes()


@rule("CA-6.16")
def test_support_and_treasure_have_the_odds_of_the_oracle() -> None:
    support = odds(lambda ask: tuple(looked_up(BOOK.chart("support").rows, ask.roll("1d6", "support"))))
    assert sorted(support.values()) == sorted(oracle.support().values())
    treasure = odds(lambda ask: str(looked_up(BOOK.chart("treasure").rows, ask.roll("1d6", "treasure"))[0]))
    assert {each.removeprefix("a "): chance for each, chance in treasure.items()} == oracle.treasure()
