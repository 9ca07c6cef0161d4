"""Profiles, and how neutral recruits are read."""

import pytest

from kktui.engine.scenario import ARMOUR, MOUNTS, RANKS, TRAINING, TRAITS, WEAPONS, Recruit, Troop
from kktui.rules.camelot.figures import strength, toughness
from kktui.rules.camelot.melee import defence_modifiers
from kktui.rules.camelot.troops import enlist, helm, worn
from tests.rules.camelot.table import BOOK, camelot, enlisted, recruit_of
from tests.rules_shown import rule

PROFILES = {
    "hero": (5, 5, 5, 6, 7, 2, 5, 2, 4, "long", "medium"),
    "knight": (4, 4, 4, 5, 6, 1, 4, 3, 3, "long", "medium-1"),
    "squire": (3, 3, 3, 4, 5, 1, 3, 3, 3, "long", "medium"),
    "man-at-arms": (3, 3, 3, 4, 4, 1, 3, 4, 2, "long", "medium"),
    "archer": (3, 2, 2, 3, 3, 3, 2, 4, 2, "long", "medium"),
    "dwarf": (2, 3, 3, 4, 4, 1, 3, 3, 3, "medium", "short"),
    "brigand": (3, 3, 2, 4, 3, 2, 2, 6, 2, "long", "medium"),
    "knave": (4, 4, 3, 5, 6, 1, 3, 5, 2, "long", "medium-1"),
    "peasant": (2, 2, 2, 3, 2, 1, 1, 4, 2, "long", "medium"),
    "giant": (1, 4, 2, 8, 8, 0, 4, 6, 2, "medium", "medium"),
}
USUAL = {
    "hero": "hero sword plate shield",
    "knight": "knight sword plate shield",
    "squire": "squire sword mail-shirt shield",
    "man-at-arms": "soldier sword gambeson shield",
    "archer": "longbow gambeson",
    "dwarf": "dwarf axe leather",
    "brigand": "brigand sword leather",
    "knave": "knight brigand sword plate shield",
    "peasant": "peasant club",
    "giant": "giant club",
}


@rule("CA-3.1")
def test_the_chart_of_profiles_cell_by_cell() -> None:
    chart = BOOK.chart("profiles")
    assert chart.columns[:11] == (
        *("INI", "ATT", "DEF", "STR", "TOUGH", "Ranged", "Discipline", "Virtue", "Luck", "mounted", "on foot"),
    )
    assert {kind: tuple(cells[:11]) for kind, cells in chart.rows.items()} == PROFILES


@rule("CA-3.1")
@pytest.mark.parametrize("kind", PROFILES)
def test_with_the_usual_kit_a_figure_has_the_numbers_of_its_profile(kind: str) -> None:
    battle = camelot(f"red unit: al 10,40 {USUAL[kind]}", "blue foes: ed 10,5")
    man = battle.figures["al"]
    assert man.kind == kind
    defence = sum(each.value for each in defence_modifiers(battle, man))
    numbers = (man.ini, man.att, defence, strength(BOOK, man), toughness(man), man.ranged)
    assert numbers == PROFILES[kind][:6]
    assert (man.discipline, man.virtue, man.luck, man.rides, man.walks) == PROFILES[kind][6:]


@rule("CA-4.1")
@pytest.mark.parametrize(
    ("words", "force", "defence"),
    [
        ("dagger", 3, 2),
        ("sword", 4, 2),
        ("mace shield", 4, 3),
        ("spear", 4, 2),
        ("two-handed-sword", 5, 1),
        ("halberd shield", 5, 1),
        ("club", 3, 2),
        ("lance mounted", 4, 2),
    ],
)
def test_weapon_and_shield_make_strength_and_defence(words: str, force: int, defence: int) -> None:
    battle = camelot(f"red unit: al 10,40 {words}", "blue foes: ed 10,5")
    man = battle.figures["al"]
    assert strength(BOOK, man) == force
    assert sum(each.value for each in defence_modifiers(battle, man)) == defence


@rule("CA-4.1")
def test_the_charts_of_arms_and_armour_are_those_of_the_profiles() -> None:
    assert BOOK.chart("arms").rows == {
        "dagger": [0, 0, "yes"],
        "hand": [1, 0, "yes"],
        "spear": [1, 0, "yes"],
        "two-handed": [2, -1, "no"],
        "lance": [3, 0, "yes"],
        "club": [0, 0, "yes"],
        "bow": [0, 0, "no"],
    }
    assert BOOK.chart("armour").rows == {"none": 0, "padded": 1, "mail": 2, "plate": 3}
    assert BOOK.chart("training").rows == {"raw": [-1, -1], "trained": [0, 0], "veteran": [0, 1], "elite": [1, 1]}
    assert {*BOOK.chart("weapons").rows} == {*WEAPONS, "bare-hands"}


@rule("CA-8.1")
@pytest.mark.parametrize(
    ("pieces", "kind", "tough"),
    [("", "none", 3), ("gambeson", "padded", 4), ("gambeson mail-shirt", "mail", 5), ("mail-shirt plate", "plate", 6)],
)
def test_the_best_armour_makes_a_man_tough(pieces: str, kind: str, tough: int) -> None:
    assert worn(recruit_of(pieces)) == kind
    assert enlisted(f"sword {pieces}").tough == tough


@rule("CA-8.6")
@pytest.mark.parametrize(("pieces", "kind"), [("", "none"), ("helmet", "open"), ("helmet closed-helm", "closed")])
def test_what_is_on_his_head(pieces: str, kind: str) -> None:
    assert helm(recruit_of(pieces)) == kind


@rule("CA-3.1")
def test_training_and_overrides_change_a_profile() -> None:
    assert enlisted("elite").att == 4
    assert enlisted("raw").discipline == 2
    assert enlisted("ini=9 kind=giant").ini == 9
    assert enlisted("kind=giant").kind == "giant"
    assert enlisted("poisoned=Move,STR").poison == ("Move", "STR")


@rule("CA-1.1")
@pytest.mark.parametrize(("words", "leads"), [("knight", False), ("leadership", True), ("hero", True), ("lord", True)])
def test_who_has_leadership(words: str, leads: bool) -> None:
    assert enlisted(words).leadership == leads


@rule("CA-3.1")
def test_any_recruit_of_any_scenario_is_understood() -> None:
    troop = Troop("unit", "unit", "red", ())
    for rank in RANKS:
        for training in TRAINING:
            enlist(Recruit("al", "Al", rank, training), troop, BOOK)
    for weapon in WEAPONS:
        man = enlist(Recruit("al", "Al", weapons=(weapon,)), troop, BOOK)
        assert strength(BOOK, man) >= 3
    for words in ({"armour": ARMOUR}, {"traits": TRAITS}, {"weapons": ()}):
        enlist(Recruit("al", "Al", **words), troop, BOOK)
    assert all(enlist(Recruit("al", "Al", mount=m), troop, BOOK).mounted == (m != "none") for m in MOUNTS)
