"""The odds Argad! gives are those of a second opinion that shares no line with it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from kktui.engine.ask import Ask
from kktui.engine.odds import odds, odds_of
from kktui.rules.argad import RULESET
from kktui.rules.argad.blows import Edge, modifiers, strike
from kktui.rules.argad.command import Heart, hold_out
from kktui.rules.argad.dice import natural
from kktui.rules.argad.figures import Battle
from kktui.rules.argad.furtive import Showing
from kktui.rules.argad.ground import hardness, slow, slowing
from kktui.rules.argad.hiding import crawl
from kktui.rules.argad.melee import fight, who_fights
from kktui.rules.argad.odds import FATES, exchange, flight
from kktui.rules.argad.orders import rate
from kktui.rules.argad.shooting import Aim, armour_malus, needed
from tests.oracle import argad as oracle
from tests.rules.argad.drawn import drawn, man, patch
from tests.rules.argad.drawn import field as ground_with
from tests.rules_shown import rule

BOOK = RULESET.book
FATE = {"kill": "killed", "recoil": "recoils", "miss": "stands"}
KINDS = {"foot": "none", "cavalry": "war-horse", "mounted foot": "nag"}
LENGTHS = {"long": 1, "half-long": 2, "short": 3, "very short": 4, "bare hands": 5}
WEAPONS = {"javelin": "javelin", "cavalry javelin": "riding javelin"}


@rule("AR-4.1")
def test_the_die_is_the_oracles() -> None:
    assert odds_of(natural, "a die") == oracle.natural()


@rule("AR-3.1", "AR-3.3", "AR-3.4")
@pytest.mark.parametrize("kind", KINDS)
def test_every_move_over_every_ground_has_the_odds_of_the_oracle(kind: str) -> None:
    for armour, (name, ground) in product(
        (0, 4, 5), (("bushes", "bushes"), ("woods", "woods"), ("steep-slope", "hard slope"), ("stakes", "stakes"))
    ):
        battle = drawn(f"red men: al {KINDS[kind]} a{armour} 20,60", "blue foes: cy 20,20")
        al = man(battle, "al")
        hard = oracle.ground(ground, kind, armour)
        assert (
            hardness(
                BOOK, name, 0 if kind == "foot" else 1 if (kind, armour) in (("cavalry", 0), ("cavalry", 4)) else 2
            )
            == hard
        )
        whole = rate(battle, al)
        assert whole == oracle.MOVE[kind][armour]
        chances: dict[int | str, Fraction] = {}
        for outcome, chance in odds_of(slow, slowing(BOOK, al, whole, hard)).items():
            key = "blocked" if outcome.blocked else int(outcome.cm)
            chances[key] = chances.get(key, Fraction(0)) + chance
        assert chances == oracle.move(whole, hard, mounted=kind != "foot")


@rule("AR-3.5")
def test_crawling_has_the_odds_of_the_oracle() -> None:
    assert odds_of(crawl, 2) == oracle.crawl()


@rule("AR-4.2", "AR-4.4", "AR-4.8")
@pytest.mark.parametrize("weapon", [each for each in oracle.RANGES if each != "light handgun"])
def test_every_shot_has_the_odds_of_the_oracle(weapon: str) -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 20,20")
    row = WEAPONS.get(weapon, weapon)
    for cm, armour, more in product((0, 9, 10, 10.5, 20, 20.5, 40, 40.5, 60), (0, 4, 5), (0, -1, -2)):
        wanted = oracle.needed(weapon, cm)
        assert (needed(battle, row, cm) or oracle.OUT_OF_RANGE) == wanted
        malus = armour_malus(battle, row, cm, armour)
        assert malus == oracle.target_malus(weapon, armour)
        if wanted != oracle.OUT_OF_RANGE:
            told = {"kill": "killed", "miss": "missed"}
            ours = {told[each]: chance for each, chance in odds_of(flight, Aim(wanted, malus + more)).items()}
            assert ours == oracle.shot(wanted, malus + more)


@rule("AR-4.9")
def test_the_handgun_is_the_oracles_too() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 20,20")
    for cm in (5, 10, 15, 20, 25, 30):
        needs = needed(battle, "light handgun", cm)
        assert needs == oracle.needed("light handgun", cm)
        hit = odds_of(flight, Aim(needs, 0)).get("kill", Fraction(0))
        assert hit == oracle.shot(needs).get("killed", Fraction(0))


@rule("AR-5.2", "AR-5.3")
def test_every_blow_has_the_odds_of_the_oracle() -> None:
    told = {"kill": "killed", "recoil": "recoils", "miss": "missed"}
    for bonus, grade, armour in product(range(-4, 5), range(1, 6), (0, 4, 5)):
        ours: dict[str, Fraction] = {}
        for blow, chance in odds_of(strike, Edge(bonus, grade, armour, 3, 3, 0)).items():
            ours[told[blow.outcome]] = ours.get(told[blow.outcome], Fraction(0)) + chance
        assert ours == oracle.blow(bonus, grade, armour)


def as_fates(chances: Mapping[str, Fraction]) -> dict[oracle.Exchange, Fraction]:
    """An exchange in the words of the oracle: what becomes of oneself, and of the foe."""
    by_name = {name: (FATE[own], FATE[foe]) for (foe, own), name in FATES.items()}
    return {by_name[name]: chance for name, chance in chances.items()}


@rule("AR-5.1", "AR-5.4")
@pytest.mark.parametrize("lengths", [("long", "short"), ("short", "short"), ("very short", "half-long")])
def test_every_exchange_has_the_odds_of_the_oracle(lengths: tuple[str, str]) -> None:
    men = [(2, 0), (3, 0), (3, 4), (4, 4), (5, 5)]
    for one, other, ours, theirs in product(men, men, (-1, 0, 2), (-1, 0, 1)):
        first = Edge(ours, *other, LENGTHS[lengths[0]], *one)
        second = Edge(theirs, *one, LENGTHS[lengths[1]], *other)
        chances = odds_of(exchange, first, second, "both-recoil")
        expected = oracle.exchange(oracle.Fighter(*one, lengths[0], ours), oracle.Fighter(*other, lengths[1], theirs))
        assert as_fates(chances) == expected


def pressed(ask: Ask) -> oracle.Exchange:
    """A swordsman against a spear and an axe, fought out on the table; he has named the axe."""
    battle = drawn("red men: al c4 a4 sword 20,40", "blue foes: cy c3 axe 20,38; ed c2 spear 22,40")
    while (actor := who_fights(battle, ask)) is not None:
        fight(battle, ask, actor)
    return _fate(battle, "al"), _fate(battle, "cy")


def _fate(battle: Battle, name: str) -> str:
    figure = man(battle, name)
    return "killed" if figure.standing == "dead" else "recoils" if figure.thrown else "stands"


@rule("AR-5.1", "AR-5.4", "AR-5.7")
def test_one_against_two_on_the_table_has_the_odds_of_the_oracle() -> None:
    lone, axe, spear = oracle.Fighter(4, 4, "short"), oracle.Fighter(3, 0, "short"), oracle.Fighter(2, 0, "long", -1)
    assert odds(pressed) == oracle.against_many(lone, [axe, spear])


@rule("AR-5.5")
@pytest.mark.parametrize(("kind", "enemy"), list(product(KINDS, KINDS)))
def test_every_rider_and_footman_has_the_modifiers_of_the_oracle(kind: str, enemy: str) -> None:
    for (ground, hard), weapon, grade in product(
        ((None, "easy"), ("crops", "difficult"), ("woods", "very difficult")),
        ("sword", "bill", "spear", "two-handed-axe", "farm-tool"),
        (2, 3),
    ):
        battle = drawn(
            f"red men: al {KINDS[kind]} c{max(grade, 3) if kind == 'cavalry' else grade} {weapon} 20,42",
            f"blue foes: cy {KINDS[enemy]} c3 sword 20,38",
            ground=ground_with(*([patch(ground, 0, 0, 60, 60)] if ground else [])),
        )
        expected = oracle.melee_modifiers(
            kind=kind,
            enemy=enemy,
            character_class=man(battle, "al").grade,
            two_handed=weapon == "two-handed-axe",
            improvised=weapon == "farm-tool",
            ground_for_cavalry=hard,
            weapon=weapon,
        )
        ours = modifiers(battle, man(battle, "al"), man(battle, "cy"))
        assert sum(each.value for each in ours) == sum(expected.values()), (kind, enemy, ground, weapon, grade)


@rule("AR-6.1")
def test_side_morale_has_the_odds_of_the_oracle() -> None:
    told = {"stay": "stays", "leave": "leaves"}
    for best in range(4):
        ours: dict[str, Fraction] = {}
        for stand, chance in odds_of(hold_out, Heart(best, 4)).items():
            ours[told[stand.outcome]] = ours.get(told[stand.outcome], Fraction(0)) + chance
        assert ours == oracle.side_morale(best)


@rule("AR-4.5", "AR-4.6")
def test_covers_and_the_cap_are_the_oracles() -> None:
    from kktui.rules.argad.shooting import target_malus

    for weapon, armour, wall, furtive in product(
        ("short-bow", "longbow", "crossbow"), (0, 4, 5), (True, False), (True, False)
    ):
        row = {"short-bow": "other bow"}.get(weapon, weapon)
        shield = "pavise " if wall else ""
        battle = drawn(
            f"red men: al {weapon} 20,60",
            f"blue foes pavise-wall: cy {shield}spear a{armour} 20,50; ed {shield}spear 22.2,50",
        )
        cy = man(battle, "cy")
        shown = Showing(man(battle, "al").place.at, cy.place.at, 8.0, furtive)
        ours = sum(each.value for each in target_malus(battle, man(battle, "al"), cy, shown))
        covers = ["pavise wall"] if wall else []
        assert ours == oracle.target_malus(row, armour, covers, furtive=furtive)
