"""KK-1 Figures, and the charts of KK-1.2 to KK-1.4 and KK-3.8."""

from dataclasses import replace

import pytest

from kktui.engine.scenario import ARMOUR, MOUNTS, RANKS, TRAITS, WEAPONS, Recruit, Troop
from kktui.rules.knights_knaves import RULESET
from kktui.rules.knights_knaves.figures import baggage_of, baggage_zone
from kktui.rules.knights_knaves.troops import arm_of, armour_value, companies, enlist, lords
from tests.rules.knights_knaves.field import BOOK, Says, change, drawn, field, last, man, run, stretch
from tests.rules_shown import rule

FOES = "blue foes: zed sergeant 24,5"


@rule("KK-1.1")
def test_a_figure_has_all_that_the_sheet_asks_of_it() -> None:
    battle = drawn("red foot: al knight 10,40 steel large sword mace war-horse berserker", FOES)
    al = man(battle, "al")
    assert (al.rank, al.morale, al.melee, al.shooting, al.armour, al.stamina) == ("knight", 8, 9, 4, 12, 12)
    assert (al.weapon, al.weapons, al.shield, al.horse, al.traits) == (
        "sword",
        ("sword", "mace"),
        "large",
        "war-horse",
        ("berserker",),
    )


@rule("KK-1.1")
@pytest.mark.parametrize(
    ("rank", "counts_as"),
    [
        ("servant", "peasant"),
        ("peasant", "peasant"),
        ("soldier", "soldier"),
        ("sergeant", "sergeant"),
        ("squire", "man-at-arms"),
        ("man-at-arms", "man-at-arms"),
        ("knight", "knight"),
        ("lord", "lord"),
    ],
)
def test_every_rank_of_a_scenario_is_one_of_the_six_classes(rank: str, counts_as: str) -> None:
    battle = drawn(f"red foot: al {rank} 10,40", FOES)
    assert man(battle, "al").rank == counts_as


@rule("KK-1.1")
def test_a_scenario_may_give_a_man_numbers_of_his_own() -> None:
    battle = drawn("red foot: al 10,40 armour=7 stamina=9 melee=4 shooting=2 morale=3", FOES)
    al = man(battle, "al")
    assert (al.armour, al.stamina, al.original, al.melee, al.shooting, al.morale) == (7, 9, 9, 4, 2, 3)


@pytest.mark.parametrize("given", [{"class": "wizard"}, {"armour": "much"}, {"stamina": True}, {"melee": -5}])
def test_numbers_that_make_no_sense_do_no_harm(given: dict[str, object]) -> None:
    recruit = Recruit("al", "Al", overrides={BOOK.id: given})  # type: ignore[dict-item]
    al = enlist(recruit, Troop("foot", "Foot", "red", (recruit,)), BOOK)
    assert al.rank == "soldier"
    assert 1 <= al.melee <= 10
    assert al.armour == al.stamina == 3


@rule("KK-1.1")
def test_whatever_neutral_words_a_recruit_has_he_is_understood() -> None:
    for rank in RANKS:
        for mount in MOUNTS:
            recruit = Recruit("al", "Al", rank=rank, armour=ARMOUR, weapons=WEAPONS, mount=mount, traits=TRAITS)
            al = enlist(recruit, Troop("foot", "Foot", "red", (recruit,)), BOOK)
            assert al.armour == 12
            assert al.mounted == (mount != "none")


PIECES = {
    "helmet": 1,
    "closed-helm": 2,
    "gambeson": 1,
    "leather": 1,
    "mail-shirt": 2,
    "long-mail": 3,
    "coat-of-plates": 4,
    "plate": 5,
    "limb-mail": 1,
    "limb-plate": 2,
}


@rule("KK-1.2")
@pytest.mark.parametrize(("piece", "adds"), PIECES.items())
def test_each_piece_adds_what_the_chart_says_to_bare_3(piece: str, adds: int) -> None:
    assert armour_value(Recruit("al", "Al", armour=(piece,)), BOOK) == 3 + adds


@rule("KK-1.2")
def test_the_best_piece_of_each_part_counts_and_a_shield_never_does() -> None:
    recruit = Recruit("al", "Al", armour=("helmet", "gambeson", "mail-shirt", "limb-mail"), shield="large")
    assert armour_value(recruit, BOOK) == 3 + 1 + 2 + 1
    assert armour_value(replace(recruit, armour=ARMOUR), BOOK) == 12
    assert BOOK.chart("armour").rows == {"bare": 3, **PIECES}


@rule("KK-1.2")
def test_stamina_equals_armour_or_by_ruling_is_ten() -> None:
    assert man(drawn("red foot: al 10,40 mail", FOES), "al").stamina == 6
    assert man(drawn("red foot: al 10,40 mail", FOES, rulings={"stamina": "ten"}), "al").stamina == 10


@rule("KK-1.3")
@pytest.mark.parametrize(
    ("words", "melee", "shooting"),
    [
        ("lord", 10, 5),
        ("knight", 9, 4),
        ("man-at-arms", 8, 4),
        ("sergeant", 7, 6),
        ("soldier", 6, 7),
        ("soldier longbow", 5, 8),
        ("sergeant longbow", 7, 6),
        ("peasant", 3, 3),
    ],
)
def test_skills_go_by_class(words: str, melee: int, shooting: int) -> None:
    al = man(drawn(f"red foot: al {words} 10,40", FOES), "al")
    assert (al.melee, al.shooting) == (melee, shooting)


@rule("KK-1.3")
def test_by_ruling_a_longbow_makes_no_yeoman() -> None:
    al = man(drawn("red foot: al longbow 10,40", FOES, rulings={"longbow-yeomen": False}), "al")
    assert (al.melee, al.shooting) == (6, 7)


@rule("KK-1.4")
@pytest.mark.parametrize(
    ("mount", "stamina", "armour"),
    [("nag", 6, 3), ("riding-horse", 8, 3), ("war-horse", 10, 3), ("barded-war-horse", 10, 5)],
)
def test_a_mount_has_stamina_and_armour_of_its_own(mount: str, stamina: int, armour: int) -> None:
    al = man(drawn(f"red foot: al knight 10,40 {mount}", FOES), "al")
    assert (al.horse_stamina, al.horse_original, al.horse_armour) == (stamina, stamina, armour)


@rule("KK-1.5")
def test_a_side_has_one_lord() -> None:
    battle = drawn("red foot: al knight 10,40", "red host: bo lord 20,40; cy knight 22,40", FOES)
    assert battle.notes.lords == {"red": "bo", "blue": "zed"}


@rule("KK-1.5")
def test_where_none_is_named_the_highest_in_rank_who_leads_others_stands_for_him() -> None:
    units = ("red sir: al knight 10,40", "red dux: bo knight 20,40", "red men commander=dux: cy sergeant 22,40", FOES)
    assert drawn(*units).notes.lords["red"] == "bo"
    assert drawn(*units, rulings={"stand-in": "nobody"}).notes.lords == {}


@rule("KK-1.5", "KK-1.1")
@pytest.mark.parametrize("ruling", ["highest", "nobody"])
def test_whom_the_scenario_gives_the_class_of_a_lord_is_the_lord(ruling: str) -> None:
    book = BOOK.with_house_rules({"stand-in": ruling})
    first, second = Recruit("al", "Al", "knight"), Recruit("bo", "Bo", "knight", overrides={BOOK.id: {"class": "lord"}})
    scenario = replace(
        drawn("red foot: al 10,40", FOES).scenario, troops=(Troop("foot", "Foot", "red", (first, second)),)
    )
    assert lords(scenario, book) == {"red": "bo"}


@rule("KK-1.5")
def test_a_unit_has_at_most_20_and_each_has_a_leader() -> None:
    men = "; ".join(f"m{i} {2 + i},40" for i in range(44))
    battle = drawn(f"red host: {men}", "blue foes: zed 24,5", ground=replace(drawn(FOES).scenario.ground, width=60))
    sizes = {unit.id: len(unit.figures) for unit in battle.units.values() if unit.side == "red"}
    assert sizes == {"host": 20, "host-part-2": 20, "host-part-3": 4}
    assert all(unit.leader in unit.figures for unit in battle.units.values())
    assert battle.figures["m25"].unit == "host-part-2"


@rule("KK-1.5")
def test_a_leader_listed_beyond_the_20th_leads_the_first_unit_all_the_same() -> None:
    troop = Troop("host", "Host", "red", tuple(Recruit(f"m{i}", "M") for i in range(22)), "m21")
    first, second = companies(troop)
    assert (first.leader, [each.id for each in first.recruits]) == ("m21", ["m21", *(f"m{i}" for i in range(19))])
    assert (second.leader, [each.id for each in second.recruits]) == ("", ["m19", "m20"])


@rule("KK-1.5")
def test_a_unit_under_20_stays_whole() -> None:
    recruits = tuple(Recruit(f"m{i}", "M") for i in range(20))
    troop = Troop("host", "Host", "red", recruits, "m0")
    assert list(companies(troop)) == [troop]


@rule("KK-1.5")
def test_each_side_has_its_baggage_at_its_own_edge_unless_the_author_placed_it() -> None:
    battle = drawn("red foot: al 10,40", FOES)
    assert (baggage_of(battle, "red"), baggage_of(battle, "blue")) == ((24.0, 46.5), (24.0, 1.5))
    wet = drawn("red foot: al 10,40", FOES, ground=field(stretch("water", 19.5, 44, 28.5, 48)))
    assert baggage_of(wet, "red") == (19.0, 46.5)


@rule("KK-1.5")
def test_the_author_may_place_the_baggage() -> None:
    from kktui.table import Point, Zone

    shape = (Point(4, 30), Point(6, 30), Point(6, 32), Point(4, 32))
    battle = drawn("red foot: al 10,40", FOES, ground=field(Zone(baggage_zone("red"), "Carts", shape)))
    assert baggage_of(battle, "red") == (5.0, 31.0)


@rule("KK-1.6")
@pytest.mark.parametrize(("stamina", "standing"), [(6, "fielded"), (5, "dead"), (4, "dead")])
def test_at_stamina_0_or_less_a_figure_is_disabled_and_stays_as_a_corpse(stamina: int, standing: str) -> None:
    battle = drawn("red foot: al 10,40 sword", "blue foes: zed sergeant 10,39")
    change(battle, "zed", stamina=stamina)
    run(battle, "Melee", Says(battle, {"melee al on zed": 10, "melee zed on al": 1, "damage": 8, "morale, friend": 1}))
    assert man(battle, "zed").standing == standing
    assert last(battle, "Wounded").left == stamina - 5
    assert man(battle, "zed").pose is not None


def test_every_weapon_of_a_scenario_counts_as_something() -> None:
    rows = BOOK.chart("arms").rows
    assert set(rows) == {*WEAPONS, "bare-hands"}
    assert {cells[0] for cells in rows.values()} <= set(BOOK.chart("weapon-values").rows)
    assert {cells[1] for cells in rows.values() if cells[1]} <= set(BOOK.chart("columns-right").rows)
    assert arm_of(BOOK, "spoon").name == "other"


@rule("KK-8.5")
@pytest.mark.parametrize("weapon", [*WEAPONS, "bare-hands"])
def test_which_weapons_take_two_hands(weapon: str) -> None:
    blades = {"two-handed-sword", "two-handed-axe", "two-handed-tool", "halberd", "bill", "poleaxe", "goedendag"}
    shafts = {"long-spear", "pike", "staff", "farm-tool"}
    bows = {"sling", "short-bow", "longbow", "light-crossbow", "crossbow", "heavy-crossbow", "handgun", "cannon"}
    assert arm_of(BOOK, weapon).hands == (2 if weapon in blades | shafts | bows else 1)


def test_a_scenario_made_ready_is_made_ready_once() -> None:
    scenario = drawn("red foot: al 10,40", FOES).scenario
    assert RULESET.muster(scenario, BOOK).scenario is RULESET.muster(scenario, BOOK).scenario
