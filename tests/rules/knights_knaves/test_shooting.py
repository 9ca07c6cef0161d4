"""KK-7 Shooting."""

import pytest

from kktui.rules.knights_knaves.aim import (
    MISS,
    aim_at,
    columns_right,
    damage_dice,
    hit_number,
    reach_of,
    said,
    skill,
    targets,
    why_not_at,
    why_right,
)
from kktui.rules.knights_knaves.shooting import shoot, targets_request
from tests.rules.knights_knaves.field import (
    BOOK,
    Says,
    across,
    change,
    commanded,
    drawn,
    events,
    field,
    last,
    man,
    ordered,
    run,
    stretch,
)
from tests.rules_shown import rule

ARCHER = "red bows: al longbow 20,40"


def steps(battle: object) -> dict[str, int]:
    """What is taken off al's skill against bo."""
    _, named = skill(battle, man(battle, "al"), man(battle, "bo"))  # type: ignore[arg-type]
    return {each.name: each.value for each in named}


# Skill.


@rule("KK-7.1")
@pytest.mark.parametrize(
    ("words", "off"),
    [
        ("", {}),
        ("small", {"small shield": -2}),
        ("large", {"large shield": -4}),
        ("pavise", {"pavise": -6}),
        ("nag", {"mounted": -1}),
        ("large nag", {"large shield": -4, "mounted": -1}),
    ],
)
def test_shields_and_horses_take_steps_off(words: str, off: dict[str, int]) -> None:
    assert steps(drawn(ARCHER, f"blue foes: bo 20,20 {words}")) == off


@rule("KK-7.1")
@pytest.mark.parametrize(
    ("kind", "off"),
    [
        ("low-wall", {"waist-high wall": -3}),
        ("fence", {"waist-high wall": -3}),
        ("high-wall", {"chest-high wall or battlement": -6}),
        ("gate", {"chest-high wall or battlement": -6}),
        ("hedge", {"obstructed view": -1}),
    ],
)
def test_a_wall_close_before_the_target_shelters_it(kind: str, off: dict[str, int]) -> None:
    assert steps(drawn(ARCHER, "blue foes: bo 20,20", ground=field(across(kind, 21)))) == off


@rule("KK-7.1")
def test_a_wall_far_from_the_target_or_behind_it_does_not() -> None:
    assert steps(drawn(ARCHER, "blue foes: bo 20,20", ground=field(across("low-wall", 30)))) == {}
    assert steps(drawn(ARCHER, "blue foes: bo 20,20", ground=field(across("low-wall", 19)))) == {}


@rule("KK-7.1")
def test_a_window_takes_8_and_growth_or_a_man_between_obstructs_the_view() -> None:
    house = field(stretch("building", 18, 18, 22, 22))
    assert steps(drawn(ARCHER, "blue foes: bo 20,20", ground=house)) == {"window or arrow slit": -8}
    assert steps(drawn(ARCHER, "blue foes: bo 20,20", ground=field(stretch("crops", 0, 25, 48, 30)))) == {
        "obstructed view": -1
    }
    assert steps(drawn(ARCHER, "blue foes: bo 20,20; cy 20.3,30")) == {"obstructed view": -1}


@rule("KK-7.1")
@pytest.mark.parametrize(("y", "off"), [(21, {}), (20.4, {"waist-high wall": -3}), (19.6, {"waist-high wall": -3})])
def test_a_ditch_shelters_only_who_is_down_in_it(y: float, off: dict[str, int]) -> None:
    assert steps(drawn(ARCHER, "blue foes: bo 20,20", ground=field(across("ditch", y)))) == off


@rule("KK-7.1")
def test_a_wall_and_a_man_in_the_way_are_two_things() -> None:
    battle = drawn(ARCHER, "blue foes: bo 20,20; cy 20.3,30", ground=field(across("low-wall", 21)))
    assert steps(battle) == {"waist-high wall": -3, "obstructed view": -1}


@rule("KK-7.1", "KK-6.1")
@pytest.mark.parametrize("side", ["red", "blue"])
def test_who_lies_hidden_obstructs_nobodys_view(side: str) -> None:
    battle = drawn(ARCHER, "blue foes: bo 20,20", f"{side} ambush hidden: cy 20.3,30")
    assert steps(battle) == {}
    battle.units["ambush"].hidden = False
    battle.memo.clear()
    assert steps(battle) == {"obstructed view": -1}


@rule("KK-7.1")
@pytest.mark.parametrize(("wide", "off"), [(None, {}), (1, {"obstructed view": -1})])
def test_by_ruling_a_figure_beside_the_line_obstructs_too(wide: int | None, off: dict[str, int]) -> None:
    assert steps(drawn(ARCHER, "blue foes: bo 20,20; cy 21.2,30", rulings={"obstructed": wide})) == off


@rule("KK-7.1")
@pytest.mark.parametrize(("stamina", "off"), [(12, 0), (9, 0), (8, -1), (6, -1), (5, -2), (3, -2), (2, -3)])
def test_a_wounded_or_worn_shooter_is_worse(stamina: int, off: int) -> None:
    battle = drawn("red bows: al longbow 20,40 steel", "blue foes: bo 20,20")
    change(battle, "al", stamina=stamina, worn=2, tired=3)
    assert sum(steps(battle).values()) == off - 4


@rule("KK-7.1")
@pytest.mark.parametrize(("ruling", "modified"), [(None, 7 // 2 - 2), ("last", (7 - 2) // 2)])
def test_who_moved_has_half_the_skill_rounded_down_and_taken_first(ruling: str | None, modified: int) -> None:
    battle = drawn("red bows: al short-bow 20,40", "blue foes: bo 20,20 small", rulings={"moved-skill": ruling})
    change(battle, "al", moved=True)
    assert skill(battle, man(battle, "al"), man(battle, "bo"))[0] == modified
    assert man(battle, "al").shooting + sum(steps(battle).values()) == modified


@rule("KK-7.1")
@pytest.mark.parametrize(("ruling", "modified"), [(None, 7), (True, 3)])
def test_moving_does_not_trouble_who_throws_unless_the_ruling_says_so(ruling: bool | None, modified: int) -> None:
    battle = drawn("red foot: al javelin 20,25", "blue foes: bo 20,20", rulings={"thrown-moved": ruling})
    change(battle, "al", moved=True)
    assert skill(battle, man(battle, "al"), man(battle, "bo"))[0] == modified


def test_the_charts_of_steps_are_the_sheets() -> None:
    assert BOOK.chart("target-steps").rows == {
        "obstructed view": 1,
        "small shield": 2,
        "large shield": 4,
        "pavise": 6,
        "waist-high wall": 3,
        "chest-high wall or battlement": 6,
        "window or arrow slit": 8,
        "mounted": 1,
    }
    assert list(BOOK.chart("shooter-steps").rows.values()) == [2, 1, 2, 3]


# Range.


@rule("KK-7.2")
@pytest.mark.parametrize(
    ("weapon", "right"),
    [
        ("longbow", 0),
        ("short-bow", 2),
        ("sling", 0),
        ("light-crossbow", 1),
        ("crossbow", 1),
        ("heavy-crossbow", 0),
        ("handgun", 4),
        ("javelin", 5),
        ("throwing-axe", 5),
        ("stones", 5),
    ],
)
def test_weapons_and_moving_targets_shift_the_range_to_the_right(weapon: str, right: int) -> None:
    battle = drawn(f"red bows: al {weapon} 20,40", "blue foes: bo 20,20")
    assert columns_right(battle, man(battle, "al"), man(battle, "bo")) == right
    change(battle, "bo", moved=True)
    assert columns_right(battle, man(battle, "al"), man(battle, "bo")) == right + 4


COLUMNS = (4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 60, 72)


@rule("KK-7.3")
def test_the_shooting_table_is_restored_cell_by_cell() -> None:
    chart = BOOK.chart("shooting")
    assert tuple(int(column) for column in chart.columns) == COLUMNS
    assert list(chart.rows) == [str(row) for row in range(10, -8, -1)]
    for row in range(10, -8, -1):
        needs = [max(2, column // 4 + 2 - row) for column in COLUMNS]
        assert chart.rows[str(row)] == [str(need) if need <= 10 else "--" for need in needs]


@rule("KK-7.3")
def test_the_printed_ends_of_its_first_rows_are_where_they_were() -> None:
    rows = BOOK.chart("shooting").rows
    assert rows["10"][-3:] == ["5", "7", "10"]
    assert rows["9"] == ["2"] * 9 + ["3", "4", "5", "6", "8", "--"]
    assert rows["7"][-2] == "10"


@rule("KK-7.3")
@pytest.mark.parametrize(
    ("modified", "inches", "right", "expected"),
    [
        (5, 20, 0, (2, 20)),
        (5, 20.1, 0, (3, 24)),
        (5, 0, 0, (2, 4)),
        (5, 20, 2, (4, 28)),
        (10, 52.1, 0, (7, 60)),
        (10, 72, 0, (10, 72)),
        (10, 72.1, 0, (MISS, 0)),
        (10, 60, 2, (MISS, 0)),
        (15, 72, 0, (10, 72)),
        (-7, 4, 0, (10, 4)),
        (-8, 4, 0, (MISS, 0)),
        (-7, 4.1, 0, (MISS, 8)),
    ],
)
def test_the_range_is_rounded_up_to_a_column(
    modified: int, inches: float, right: int, expected: tuple[int, int]
) -> None:
    assert hit_number(BOOK, modified, inches, right) == expected


@rule("KK-7.4")
@pytest.mark.parametrize("roll", range(1, 11))
def test_the_hit_number_or_more_hits(roll: int) -> None:
    battle = drawn("red bows: al longbow 20,46", "blue foes: bo 20,4 large")
    aim = aim_at(battle, man(battle, "al"), man(battle, "bo"))
    assert aim.needs == 11 + 2 - (8 - 4)
    flight = shoot(Says(battle, {"to hit": roll, "damage": 5}), aim)
    assert bool(flight.at) == (roll >= 9)


# Damage.


@rule("KK-7.5")
@pytest.mark.parametrize(("inches", "dice"), [(0, 3), (5.9, 3), (6, 2), (20, 2), (20.1, 1), (60, 1)])
def test_damage_by_the_range_as_measured(inches: float, dice: int) -> None:
    assert damage_dice(BOOK, inches) == dice
    assert BOOK.chart("shooting-damage").rows == {
        "less than 6 inches": 3,
        "6 to 20 inches": 2,
        "more than 20 inches": 1,
    }


@rule("KK-7.5")
@pytest.mark.parametrize(
    ("weapon", "more"),
    [
        ("longbow", 2),
        ("handgun", 2),
        ("crossbow", 2),
        ("heavy-crossbow", 2),
        ("light-crossbow", 0),
        ("short-bow", 0),
        ("sling", 0),
        ("javelin", 0),
    ],
)
def test_some_weapons_hit_harder_and_what_armour_leaves_comes_off_stamina(weapon: str, more: int) -> None:
    battle = drawn(f"red bows: al lord {weapon} 20,30", "blue foes: bo 20,20 steel")
    ordered(commanded(battle, "al"), al="shoot")
    run(battle, "Shooting", Says(battle, {"to hit": 10, "damage": 17, "morale, friend": 1}))
    assert (last(battle, "Shot").damage, last(battle, "Shot").loss) == (17 + more, 5 + more)
    assert (last(battle, "Shot").dice, last(battle, "Shot").more) == (2, more)
    assert man(battle, "bo").stamina == 12 - 5 - more


@rule("KK-7.5")
def test_a_shot_that_armour_stops_costs_nothing() -> None:
    battle = drawn("red bows: al lord short-bow 20,30", "blue foes: bo 20,20 steel")
    ordered(commanded(battle, "al"), al="shoot")
    run(battle, "Shooting", Says(battle, {"to hit": 10, "damage": 12}))
    assert (last(battle, "Shot").outcome, events(battle, "Wounded")) == ("man unhurt", [])


@rule("KK-7.6", "KK-1.4")
@pytest.mark.parametrize(("ruling", "upto"), [(None, 5), (7, 7), (3, 3)])
@pytest.mark.parametrize("part", range(1, 11))
def test_against_a_rider_the_low_half_of_a_d10_is_the_horse(part: int, ruling: int | None, upto: int) -> None:
    battle = drawn(
        "red bows: al lord short-bow 20,30",
        "blue foes: bo 20,20 barded-war-horse armour=9 melee=8",
        rulings={"horse-hit": ruling},
    )
    ordered(commanded(battle, "al"), al="shoot")
    run(battle, "Shooting", Says(battle, {"to hit": 10, "horse or rider": part, "damage": 10}, usual=10))
    bo = man(battle, "bo")
    assert (bo.horse_stamina, bo.stamina) == ((5, 9) if part <= upto else (10, 8))


@rule("KK-1.4")
@pytest.mark.parametrize("ruling", [None, "steps-off"])
def test_a_horse_with_no_stamina_left_is_down_and_its_rider_tests_for_a_fall(ruling: str | None) -> None:
    battle = drawn(
        "red bows: al lord short-bow 20,30", "blue foes: bo 20,20 riding-horse", rulings={"horse-down": ruling}
    )
    ordered(commanded(battle, "al"), al="shoot")
    says = Says(battle, {"to hit": 10, "horse or rider": 1, "damage": 11, "fall": 10})
    run(battle, "Shooting", says)
    bo = man(battle, "bo")
    assert (bo.mounted, bo.horse, bo.standing) == (False, "", "fielded")
    assert ("fall bo" in says.rolled) == (ruling != "steps-off")


# Whom one may shoot at.


@rule("KK-7.7")
def test_one_shoots_only_at_what_one_sees() -> None:
    woods = field(stretch("woods", 0, 25, 48, 30))
    battle = drawn(ARCHER, "blue foes: bo 20,20; cy 20,35", ground=woods)
    assert [foe.id for foe in targets(battle, man(battle, "al")).all()] == ["cy"]
    assert why_not_at(battle, man(battle, "al"), man(battle, "bo")) == "is out of sight"


@rule("KK-7.7")
@pytest.mark.parametrize("ruling", [None, True])
def test_nobody_shoots_into_a_melee_unless_the_ruling_lets_him(ruling: bool | None) -> None:
    battle = drawn(ARCHER, "red foot: cy 20,19", "blue foes: bo 20,20", rulings={"into-melee": ruling})
    assert bool(targets(battle, man(battle, "al"))) == bool(ruling)


@rule("KK-7.7")
@pytest.mark.parametrize(
    ("weapon", "inches"), [("javelin", 12), ("throwing-axe", 8), ("stones", 8), ("longbow", 72), ("short-bow", 52)]
)
def test_thrown_weapons_fly_12_and_8_inches(weapon: str, inches: int) -> None:
    battle = drawn(f"red foot: al {weapon} 20,40", "blue foes: bo 20,20")
    assert reach_of(battle, man(battle, "al")) == inches


@rule("KK-7.7")
@pytest.mark.parametrize(("place", "reached"), [("20,27", True), ("20,26.9", False)])
def test_a_javelin_does_not_reach_beyond(place: str, reached: bool) -> None:
    battle = drawn("red foot: al javelin 20,40", f"blue foes: bo {place}")
    assert bool(targets(battle, man(battle, "al"))) == reached


@rule("KK-7.4")
def test_all_name_their_targets_first_and_all_shots_count_as_one_volley() -> None:
    battle = drawn("red bows: al lord longbow 20,30", "blue bows: bo lord longbow 20,20")
    ordered(commanded(battle, "al", "bo"), al="shoot", bo="shoot")
    run(battle, "Shooting", Says(battle, {"to hit": 10, "damage": 20}))
    assert [each.figure for each in events(battle, "Shot")] == ["al", "bo"]
    assert {man(battle, each).standing for each in ("al", "bo")} == {"dead"}


@rule("KK-7.4")
def test_who_may_shoot_may_also_let_it_be() -> None:
    battle = drawn("red bows: al lord longbow 20,30", "blue foes: bo lord 20,20")
    ordered(commanded(battle, "al"), al="half-shoot")
    part = targets_request(battle, "red").parts["al"]
    assert [option.id for option in part.options] == ["bo", "hold"]  # type: ignore[union-attr]
    run(battle, "Shooting", Says(battle, targets={"al": "hold"}))
    assert events(battle, "Shot") == []


@rule("KK-7.4")
def test_a_hidden_enemy_is_no_target() -> None:
    battle = drawn("red bows: al lord longbow 20,30", "blue foes hidden: bo lord 20,10")
    assert targets(battle, man(battle, "al")).all() == []


@rule("KK-7.2", "KK-7.5")
@pytest.mark.parametrize(
    ("inches", "told"), [(5.96, 5.9), (6.0, 6.0), (8.0, 8.0), (8.01, 8.1), (20.0, 20.0), (20.04, 20.1), (0.0, 0.0)]
)
def test_a_range_is_told_to_a_tenth_that_falls_under_the_same_column_and_damage(inches: float, told: float) -> None:
    assert said(inches) == told
    assert hit_number(BOOK, 3, inches, 0) == hit_number(BOOK, 3, told, 0)
    assert damage_dice(BOOK, inches) == damage_dice(BOOK, told)


@rule("KK-7.2")
def test_what_moves_the_range_to_the_right_is_named_and_sums_up() -> None:
    for weapon, names in (("short-bow", ["short bow", "target moved"]), ("longbow", ["target moved"])):
        battle = drawn(f"red bows: al {weapon} 20,40", "blue foes: bo 20,20")
        change(battle, "bo", moved=True)
        named = why_right(battle, man(battle, "al"), man(battle, "bo"))
        assert [each.name for each in named] == names
        assert sum(each.value for each in named) == columns_right(battle, man(battle, "al"), man(battle, "bo"))
