"""CA-8 Wounds."""

import pytest

from kktui.engine.telling import tell
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.events_round import RoundBegan
from kktui.rules.camelot.figures import LADDER, Battle, hurts, initiative, strength, toughness
from kktui.rules.camelot.wounds import (
    Dealt,
    Gash,
    edge_over,
    hurt,
    poison,
    roll_for_stun,
    stacked,
    stun,
    table_of,
    wound,
)
from tests.drawn import Script, change, events, last
from tests.rules.camelot.table import BOOK, camelot, one, turn_of
from tests.rules_shown import rule

GRID = {
    "0 or less": "nothing shock shock shock shock",
    "1-2": "shock shock light light light",
    "3-4": "shock light light serious serious",
    "5-6": "light light serious serious critical",
    "7-8": "light serious serious critical critical",
    "9-10": "serious serious critical critical killed",
    "11-12": "serious critical critical killed gruesome",
    "13-14": "critical critical killed gruesome gruesome",
    "15-16": "critical killed gruesome gruesome gruesome",
    "17-18": "killed gruesome gruesome gruesome gruesome",
    "19 or more": "gruesome gruesome gruesome gruesome gruesome",
}
ROWS = {"0 or less": (-9, 0), "19 or more": (19, 40)} | {
    name: tuple(int(part) for part in name.split("-")) for name in list(GRID)[1:-1]
}
PLACES = {"leg": (1,), "arm": (2,), "body": (3,), "vitals": (4,), "head": (5, 6)}


def pair(al: str = "", ed: str = "", **rulings: object) -> Battle:
    return camelot(
        f"red knights: al 10,20 {al}; bo 30,30; cy 32,30; di 34,30", f"blue foes: ed 10,19 {ed}", rulings=rulings
    )


def strikes(battle: Battle, gash: Gash, *dice: int, poisoned: bool = False) -> None:
    hurt(battle, Script(battle, *dice), one(battle, "al"), gash, Dealt("ed", 4, 4, poisoned))


def gash(result: str, place: str = "body") -> Gash:
    return Gash(3, 4, 4, place, result)


@rule("CA-8.1")
@pytest.mark.parametrize("name", GRID)
@pytest.mark.parametrize(("column", "place"), list(enumerate(PLACES)))
def test_the_wound_grid_cell_by_cell(name: str, column: int, place: str) -> None:
    table = table_of(BOOK)
    expected = GRID[name].split()[column]
    assert BOOK.chart("wounds").rows[name][column] == expected
    for low in PLACES[place]:
        for row in ROWS[name]:
            assert table.cell(low, row) == expected


@rule("CA-8.1")
def test_the_grid_has_eleven_rows_and_five_places() -> None:
    assert list(BOOK.chart("wounds").rows) == list(GRID)
    assert BOOK.chart("wounds").columns == tuple(PLACES)
    assert BOOK.chart("places").rows == {"1": "leg", "2": "arm", "3": "body", "4": "vitals", "5-6": "head"}


@rule("CA-8.1")
@pytest.mark.parametrize("dice", [(2, 5), (5, 2)])
def test_the_low_die_is_the_place_and_the_high_die_with_strength_less_toughness_the_row(dice: tuple[int, int]) -> None:
    found = wound(Script(pair(), *dice), table_of(BOOK), 3)
    assert found == Gash(2, 5, 8, "arm", "serious")


@rule("CA-8.1")
def test_by_ruling_the_high_die_alone_is_the_row() -> None:
    assert edge_over(BOOK, 6, 2) == 4
    assert edge_over(BOOK.with_house_rules({"wound-row": "die"}), 6, 2) == 0
    assert RULESET.book.rulings["wound-row"].default == "strength"


@rule("CA-8.2")
@pytest.mark.parametrize(
    ("die", "result"),
    [(1, "nothing"), (2, "shock"), (3, "light"), (4, "serious"), (5, "critical"), (6, "killed")],
)
@pytest.mark.parametrize("edge", [-9, 0, 20])
def test_doubles_use_the_list_of_exceptional_wounds_whatever_the_strength(die: int, result: str, edge: int) -> None:
    found = wound(Script(pair(), die, die), table_of(BOOK), edge)
    assert (found.result, found.place, found.row) == (result, "", die + edge)
    assert BOOK.chart("exceptional").rows[str(die)] == result


@rule("CA-8.3")
def test_the_chart_of_penalties() -> None:
    assert BOOK.chart("penalties").rows == {"nothing": 0, "shock": -1, "light": -1, "serious": -2, "critical": -3}


@rule("CA-8.3")
@pytest.mark.parametrize("number", ["INI", "ATT and DEF", "Ranged"])
@pytest.mark.parametrize(("state", "off"), [("shock", -1), ("light", -1), ("serious", -2), ("critical", -3)])
def test_wounds_take_off_initiative_attack_defence_and_ranged(number: str, state: str, off: int) -> None:
    battle = pair()
    change(battle, "al", **({"shocked": 1} if state == "shock" else {"wound": state}))
    assert sum(each.value for each in hurts(BOOK, one(battle, "al"), number)) == off


@rule("CA-8.3")
def test_shock_comes_on_top_of_a_wound_or_by_ruling_does_not() -> None:
    battle = pair()
    change(battle, "al", wound="light", shocked=1)
    assert initiative(BOOK, one(battle, "al")) == 1
    assert initiative(BOOK.with_house_rules({"shock": "worst"}), one(battle, "al")) == 2
    assert RULESET.book.rulings["shock"].default == "added"


@rule("CA-8.3")
def test_shock_wears_off_when_the_next_round_is_over_and_wounds_do_not() -> None:
    battle = pair()
    strikes(battle, gash("light"))
    strikes(battle, gash("shock"))
    assert one(battle, "al").shocked == 1
    battle.record(RoundBegan(2))
    assert one(battle, "al").shocked == 1
    battle.record(RoundBegan(3))
    assert one(battle, "al").shocked == 0
    assert one(battle, "al").wound == "light"


@rule("CA-8.4")
@pytest.mark.parametrize(
    ("now", "new", "then"),
    [
        ("nothing", "light", "light"),
        ("nothing", "critical", "critical"),
        ("light", "serious", "serious"),
        ("light", "light", "serious"),
        ("serious", "light", "critical"),
        ("serious", "serious", "critical"),
        ("critical", "light", "killed"),
        ("critical", "gruesome", "gruesome"),
        ("light", "shock", "light"),
        ("critical", "shock", "critical"),
        ("light", "nothing", "light"),
        ("nothing", "shock", "nothing"),
    ],
)
def test_a_worse_wound_replaces_and_an_equal_or_lighter_one_steps_up(now: str, new: str, then: str) -> None:
    assert stacked(BOOK, now, new) == then


@rule("CA-8.4")
def test_by_ruling_only_the_worst_wound_counts() -> None:
    book = BOOK.with_house_rules({"stacking": "worst"})
    assert stacked(book, "serious", "light") == "serious"
    assert stacked(book, "light", "serious") == "serious"
    assert RULESET.book.rulings["stacking"].default == "step"


@rule("CA-8.5")
@pytest.mark.parametrize(
    ("words", "result", "standing"),
    [("hero", "killed", "out"), ("hero", "gruesome", "dead"), ("", "killed", "dead"), ("", "gruesome", "dead")],
)
def test_heroes_are_out_of_action_and_others_dead(words: str, result: str, standing: str) -> None:
    battle = pair(words, morale=False)
    strikes(battle, gash(result))
    assert one(battle, "al").standing == standing
    assert last(battle, "Left").by == "ed"


@rule("CA-8.6")
@pytest.mark.parametrize(
    ("helm", "dice", "rounds"),
    [
        ("none", (4,), 0),
        ("none", (3,), 1),
        ("none", (2, 2), 2),
        ("none", (1, 3), 3),
        ("open", (3,), 0),
        ("open", (2,), 1),
        ("open", (1, 1), 1),
        ("closed", (2,), 0),
        ("closed", (1,), 1),
    ],
)
def test_a_blow_to_the_head_may_stun_and_a_helm_helps(helm: str, dice: tuple[int, ...], rounds: int) -> None:
    battle = pair()
    change(battle, "al", helm=helm)
    roll_for_stun(battle, Script(battle, *dice), one(battle, "al"))
    assert one(battle, "al").stunned == rounds
    told = tell(battle, last(battle, "StunRolled"))
    assert told.endswith(f"nothing: stunned for {rounds} of his turns. [CA-8.6]" if rounds else "nothing. [CA-8.6]")


@rule("CA-8.6")
def test_the_charts_of_stun_and_helms() -> None:
    assert BOOK.chart("stun").rows == {"1 or less": 3, "2": 2, "3": 1, "4 or more": 0}
    assert BOOK.chart("helms").rows == {"none": 0, "open": 1, "closed": 2}
    assert stun(Script(pair(), 2, 1), BOOK.chart("stun"), 0) == (2, 1)


@rule("CA-8.6")
def test_stun_is_rolled_for_the_head_only_and_not_by_ruling() -> None:
    battle = pair()
    strikes(battle, gash("light", "head"), 3)
    assert one(battle, "al").stunned == 1
    other = pair()
    strikes(other, gash("light", "body"))
    quiet = pair(stun=False)
    strikes(quiet, gash("light", "head"))
    assert not events(other, "StunRolled") + events(quiet, "StunRolled")
    assert RULESET.book.rulings["stun"].default is True


@rule("CA-8.7")
@pytest.mark.parametrize(
    ("die", "what"),
    [(1, "STR"), (2, "TOUGH"), (3, "INI"), (4, "ATT and DEF"), (5, "Ranged"), (6, "Move")],
)
def test_poison_takes_one_off_by_the_die(die: int, what: str) -> None:
    battle = pair()
    poison(battle, Script(battle, die), one(battle, "al"))
    assert one(battle, "al").poison == (what,)
    assert BOOK.chart("poison").rows[str(die)] == what


@rule("CA-8.7")
def test_each_poisoned_number_is_one_less() -> None:
    battle = pair()
    man = one(battle, "al")
    before = (strength(BOOK, man), toughness(man), initiative(BOOK, man))
    change(battle, "al", poison=("STR", "TOUGH", "INI", "INI"))
    assert (strength(BOOK, man), toughness(man), initiative(BOOK, man)) == (before[0] - 1, before[1] - 1, before[2] - 2)
    change(battle, "al", poison=("ATT and DEF", "Ranged"))
    assert [sum(e.value for e in hurts(BOOK, man, n)) for n in ("ATT and DEF", "Ranged", "INI")] == [-1, -1, 0]


@rule("CA-8.7")
@pytest.mark.parametrize(
    ("result", "poisoned"), [("nothing", False), ("shock", False), ("light", True), ("serious", True)]
)
def test_a_poisoned_weapon_poisons_with_every_real_wound(result: str, poisoned: bool) -> None:
    battle = pair()
    strikes(battle, gash(result), *([6] if poisoned else []), poisoned=True)
    assert one(battle, "al").poison == (("Move",) if poisoned else ())


@rule("CA-8.7")
def test_the_trait_makes_a_weapon_poisoned() -> None:
    battle = camelot("red knights: al 10,20 poisoned-weapon", "blue foes: ed 10,19", rulings={"melee-events": False})
    turn_of(battle, "al", "attack", 5, 4, 3, 4, 1)
    assert one(battle, "ed").poison == ("STR",)


@rule("CA-8.7")
def test_nothing_on_the_field_heals_poison() -> None:
    assert list(BOOK.chart("healers").rows) == ["king", "lady", "knight", "priest", "prayer-to-a-saint", "wood-nymph"]
    battle = pair()
    change(battle, "al", poison=("Move",))
    for number in range(2, 12):
        battle.record(RoundBegan(number))
    assert one(battle, "al").poison == ("Move",)


@rule("CA-8.4")
def test_the_ladder_goes_from_nothing_to_a_gruesome_death() -> None:
    assert LADDER == ("nothing", "shock", "light", "serious", "critical", "killed", "gruesome")
