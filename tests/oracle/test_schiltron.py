"""The odds that Schiltron gives are those of a second opinion that shares no line with it."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from kktui.engine.modifiers import total
from kktui.engine.odds import odds, odds_of
from kktui.rules.schiltron.charge import farthest, runs_up
from kktui.rules.schiltron.figures import fifths
from kktui.rules.schiltron.leaders import Life, doom
from kktui.rules.schiltron.melee import Bout, terms_of, weapon_factor
from kktui.rules.schiltron.morale import Nerve, column, fate, modifiers
from kktui.rules.schiltron.movement import Pace, distance, pace_of
from kktui.rules.schiltron.odds import Onset, blow, flight, onset, onset_of, rallies, stand
from kktui.rules.schiltron.rally import needed
from kktui.rules.schiltron.shooting import Aim, aim_at, protection_against
from tests.drawn import across, change, field
from tests.oracle import schiltron as oracle
from tests.oracle.schiltron import Fighter
from tests.rules.schiltron.table import BOOK, drawn, man
from tests.rules_shown import rule

ARMOUR = {"UA": "", "PA": "gambeson", "FA": "long-mail", "PP": "plate", "FP": "plate limb-plate"}
TRAINING = {"militia": "raw", "average": "trained", "veteran": "veteran", "elite": "elite"}
WEAPONS = {"bow": "short-bow", "longbow": "longbow", "sling": "sling", "crossbow": "heavy-crossbow"}
WEAPONS |= {"javelin": "javelin", "handgun": "handgun", "cannon": "cannon"}
NOBODY = Life(0)
ROUND = {"kill": "kills", "killed": "is killed"}
SHOT = {"kill": "killed", "miss": "missed"}
Chances = Mapping[str, Fraction]


def told(chances: Chances, words: Mapping[str, str]) -> dict[str, Fraction]:
    """The same chances in the words of the oracle."""
    return {words.get(outcome, outcome): chance for outcome, chance in chances.items()}


def merged(chances: Chances, **words: str) -> dict[str, Fraction]:
    """Outcomes that come to the same, joined."""
    joined: dict[str, Fraction] = {}
    for outcome, chance in chances.items():
        name = words.get(outcome, outcome)
        joined[name] = joined.get(name, Fraction(0)) + chance
    return joined


@rule("SC-4.1", "SC-4.2", "SC-4.3")
@pytest.mark.parametrize("weapon", WEAPONS)
@pytest.mark.parametrize("protection", ARMOUR)
def test_every_shot_has_the_odds_of_the_oracle(weapon: str, protection: str) -> None:
    short, long = oracle.RANGES[weapon]
    wall = field(across("low-wall", 3.2))
    for inches, cover in product((1.5, short, short + 0.5, min(long, 44)), (False, True)):
        battle = drawn(
            f"red bows: al 10,{2 + 1 + inches} {WEAPONS[weapon]}", f"blue foes: ed 10,2 {ARMOUR[protection]}",
            ground=wall if cover else field(),
        )  # fmt: skip
        aim = aim_at(battle, man(battle, "al"), man(battle, "ed"))
        assert told(odds_of(flight, aim, NOBODY), SHOT) == oracle.shot_at(weapon, inches, protection, cover=cover)
        band = oracle.range_band(weapon, inches)
        against, _ = protection_against(battle, man(battle, "al"), man(battle, "ed"))
        assert against == oracle.protection_against(protection, weapon, band, cover=cover)


@rule("SC-4.1", "SC-4.2")
@pytest.mark.parametrize(
    ("protection", "short", "long"),
    [("UA", 37, 19), ("PA", 29, 15), ("FA", 25, 12), ("PP", 17, 8), ("FP", 12, 6)],
)
def test_a_shot_kills_as_often_as_the_origins_say(protection: str, short: int, long: int) -> None:
    blocks = int(BOOK.chart("block").at(protection))
    for needs, percent in ((6, short), (3, long)):
        chance = odds_of(flight, Aim(needs, blocks), NOBODY)["kill"] * 100
        assert abs(chance - percent) <= Fraction(1, 2)


@rule("SC-5.1", "SC-5.2")
@pytest.mark.parametrize("cap", ["die", "total", "none"])
def test_every_round_has_the_odds_of_the_oracle(cap: str) -> None:
    margins = BOOK.chart("margins").rows
    for ours, theirs, one, other in product((-4, 0, 3), (-2, 1), ("UA", "FA", "FP"), ("PA", "PP")):
        for our_adds, their_adds in ((1, 1), (3, 6), (8, 4), (9, 0)):
            bout = Bout(ours, our_adds, theirs, their_adds, margins[other], margins[one], cap)
            expected = oracle.melee(Fighter(0, our_adds, ours, one), Fighter(their_adds, 0, theirs, other), cap=cap)
            assert told(odds_of(blow, bout, NOBODY, NOBODY), ROUND) == expected


FIGHTS = {
    "average sword v average sword, PA": ("al sword gambeson", "ed sword gambeson"),
    "elite sword v elite sword, FP": ("al elite sword plate limb-plate", "ed elite sword plate limb-plate"),
    "elite lance charge FP v average bill FA": ("al elite lance mounted plate limb-plate", "ed bill long-mail"),
    "elite lance charge v the same, FP": ("al elite lance mounted plate limb-plate",) * 2,
}
STATED = {
    "total": ((34, 34), (4, 4), (41, 0), (0, 0)),
    "die": ((38, 38), (15, 15), (75, 0), (14, 14)),
    "none": ((38, 38), (15, 15), (75, 0), (15, 15)),
}


@rule("SC-5.1", "SC-5.2", "SC-5.3", "SC-5.4")
@pytest.mark.parametrize("cap", STATED)
@pytest.mark.parametrize("number", range(4))
def test_the_melee_figures_of_the_origins_in_all_three_readings(cap: str, number: int) -> None:
    one, other = list(FIGHTS.values())[number]
    ours, theirs = one.split(maxsplit=1)[1], other.split(maxsplit=1)[1]
    battle = drawn(f"red foot: al 10,12 {ours}", f"blue foes: ed 10,10 {theirs}", rulings={"cap": cap})
    for each in ("al", "ed"):
        change(battle, each, charged=man(battle, each).mounted)  # type: ignore[arg-type]
    chances = odds_of(blow, terms_of(battle, man(battle, "al"), man(battle, "ed")).bout, NOBODY, NOBODY)
    for outcome, percent in zip(("kill", "killed"), STATED[cap][number], strict=True):
        assert abs(chances.get(outcome, Fraction(0)) * 100 - percent) <= Fraction(1, 2)


@rule("SC-5.3", "SC-5.4")
def test_the_factors_of_a_pair_are_those_of_the_oracle() -> None:
    weapons = {
        "improvised": "club",
        "spear": "spear",
        "one-hand edged": "sword",
        "two-hand edged": "bill",
        "lance": "lance",
    }
    facts = product(weapons, ("", "mounted"), ("sword", "pike"), ("", "mounted"), (False, True), (0, 1))
    for weapon, mount, foe_weapon, foe_mount, charged, rounds in facts:
        if weapon == "lance" and not mount:
            continue
        battle = drawn(f"red foot: al 10,12 {weapons[weapon]} {mount}", f"blue foes: ed 10,10 {foe_weapon} {foe_mount}")
        change(battle, "al", charged=charged, rounds=rounds)  # type: ignore[arg-type]
        al, ed = man(battle, "al"), man(battle, "ed")
        spears = foe_weapon == "pike"
        expected = oracle.tactical_factors(
            mounted=bool(mount),
            enemy_mounted=bool(foe_mount),
            charging=charged,
            first_round=not rounds,
            enemy_spears=spears,
        )
        assert terms_of(battle, al, ed).bout.tactical == sum(expected.values())
        factor = oracle.weapon_factor(weapon, first_round=not rounds, enemy_spears=spears)
        assert weapon_factor(battle, al, ed).value == factor


@rule("SC-3.1", "SC-3.2", "SC-3.3", "SC-3.4")
@pytest.mark.parametrize("protection", ARMOUR)
def test_every_move_and_charge_has_the_odds_of_the_oracle(protection: str) -> None:
    for mount, rough in product(("", "war-horse", "barded-war-horse"), (False, True)):
        battle = drawn(f"red foot: al 10,30 {ARMOUR[protection]} {mount}", "blue foes: ed 10,5")
        unit, kind = battle.units["foot"], {"mounted": bool(mount), "barded": mount.startswith("barded")}
        die = int(BOOK.chart("horse-movement" if mount else "foot-movement").at(protection, "rough die"))
        pace = Pace(0, die) if rough else pace_of(battle, unit)
        run = Pace(0, die) if rough else pace_of(battle, unit, charging=True)
        assert inches(pace) == oracle.move(protection, rough=rough, **kind)
        assert inches(run) == oracle.charge(protection, rough=rough, **kind)
        assert farthest(run) == max(oracle.charge(protection, rough=rough, **kind))


def inches(pace: Pace) -> dict[int, Fraction]:
    return odds(lambda ask: distance(ask, pace).total)


@rule("SC-3.4")
def test_the_run_up_is_that_of_the_oracle() -> None:
    for words, normal in (("", None), ("mounted", 16), ("long-mail mounted", 12), ("plate limb-plate barded", 8)):
        battle = drawn(f"red foot: al 10,30 {words}", "blue foes: ed 10,5")
        for tenths in range(0, 100, 5):
            gone = tenths / 10
            assert runs_up(battle, man(battle, "al"), gone) == oracle.run_up(gone, normal_move=normal)


@rule("SC-3.4", "SC-5.1")
def test_a_charge_has_the_odds_of_the_oracle_from_the_die_to_the_first_round() -> None:
    for bonus, needs, needed_inches in product((-2, 2), (2, 5), (12, 14, 18, 19)):
        bout = Bout(bonus, 8, -1, 4, needs, 6, "die")
        chances = odds_of(onset, Onset(Pace(12, 0, 1), needed_inches, bout, NOBODY, NOBODY))
        home = oracle.reaches(needed_inches, oracle.charge("FA", mounted=True))
        armour = next(each for each, margin in oracle.VICTORY_MARGIN.items() if margin == needs)
        fought = oracle.melee(Fighter(0, 8, bonus, "FP"), Fighter(0, 4, -1, armour))
        expected = {outcome: chance * home for outcome, chance in fought.items() if home}
        expected |= {"falls short": 1 - home} if home < 1 else {}
        assert told(chances, ROUND) == expected


@rule("SC-3.4", "SC-5.4")
def test_a_charge_is_judged_by_what_it_would_be_made_with() -> None:
    battle = drawn("red horse: al elite 10,30 lance mounted long-mail", "blue foes: ed 10,15 bill long-mail")
    found = onset_of(battle, battle.units["horse"], battle.units["foes"])
    assert found is not None
    charge, _ = found
    assert (charge.pace, charge.needs) == (Pace(12, 0, 1), 14)
    assert (charge.bout.tactical, charge.bout.adds) == (2, 8)
    battle = drawn("red horse: al elite 10,20 lance mounted long-mail", "blue foes: ed 10,15 bill long-mail")
    near = onset_of(battle, battle.units["horse"], battle.units["foes"])
    assert near is not None
    assert near[0].bout.tactical == 1  # no run-up: only mounted against foot


@rule("SC-6.2", "SC-6.3")
@pytest.mark.parametrize("quality", TRAINING)
def test_every_check_has_the_odds_of_the_oracle(quality: str) -> None:
    for bonus in range(-9, 7):
        rows = odds_of(stand, Nerve(bonus))
        fates: dict[str, Fraction] = {}
        for row, chance in rows.items():
            which = fate(BOOK, row, quality)
            fates[which] = fates.get(which, Fraction(0)) + chance
        assert fates == oracle.morale(quality, bonus)


@rule("SC-6.2", "SC-6.4")
def test_modifiers_and_columns_are_those_of_the_oracle() -> None:
    battle = drawn("red foot: al sergeant 10,30; bo 12,30; cy 40,30; di 42,30; ed 44,30", "blue foes: zed 10,5")
    expected = oracle.morale_modifiers(leader_leads=True)
    assert total(modifiers(battle, battle.units["foot"])) == sum(expected.values())
    for quality, near, unseen in product(TRAINING, (False, True), (False, True)):
        change(battle, "foot", standard="fallen" if unseen else "raised", bearer="" if unseen else "bo")  # type: ignore[arg-type]
        who = "al" if near else "di"
        change(battle, who, quality=quality)  # type: ignore[arg-type]
        read_as = oracle.column(quality, near_leader_or_formed=near, standard_unseen=unseen)
        assert column(battle, man(battle, who)) == read_as


@rule("SC-1.2", "SC-6.2")
def test_fifths_are_those_of_the_oracle() -> None:
    for size in (1, 5, 6, 9, 10, 15):
        men = "; ".join(f"m{i} {1.5 * i + 2},30" for i in range(size))
        battle = drawn(f"red foot: {men}", "blue foes: zed 10,5")
        for lost in range(size + 1):
            assert fifths(battle.units["foot"], lost) == oracle.fifths_lost(lost, size)


@rule("SC-7.1")
@pytest.mark.parametrize("quality", TRAINING)
def test_every_rally_has_the_odds_of_the_oracle(quality: str) -> None:
    chances = odds_of(rallies, needed(BOOK, quality))
    assert {"rallies" if done else "falls back": chance for done, chance in chances.items()} == oracle.rally(quality)


@rule("SC-8.1")
@pytest.mark.parametrize("hits", [0, 1, 2])
def test_every_hit_on_a_leader_has_the_odds_of_the_oracle(hits: int) -> None:
    life = Life(3 - hits, 3)
    assert odds(lambda ask: doom(ask, life).outcome) == merged(
        oracle.leader_hit(hits), dies="kill", eliminated="kill", hit="wound"
    )
    shots = odds_of(flight, Aim(6, 5), life)
    assert shots == merged(
        oracle.shot_at_leader(oracle.shot("short", "PA"), hits),
        missed="miss", dies="kill", eliminated="kill", hit="wound",
    )  # fmt: skip
    bout = Bout(1, 3, 0, 4, 4, 2, "die")
    fought = oracle.melee(Fighter(0, 3, 1, "PA"), Fighter(0, 4, 0, "FA"))
    assert odds_of(blow, bout, NOBODY, life) == merged(
        oracle.against_leader(fought, hits),
        dies="kill", eliminated="kill", hit="wound", **{"is killed": "killed"},
    )  # fmt: skip
    assert odds_of(blow, bout, life, NOBODY) == merged(
        oracle.leader_in_melee(fought, hits), dies="killed", eliminated="killed", hit="wounded", kills="kill"
    )
