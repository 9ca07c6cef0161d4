"""KK-5 Action: figures out of command."""

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Refusal
from kktui.rules.knights_knaves.action import act_alone, modifiers, row_of, strayed, temper
from kktui.rules.knights_knaves.movement import walk_request
from kktui.rules.knights_knaves.orders import ORDERS
from tests.rules.knights_knaves.field import (
    BOOK,
    Says,
    at,
    change,
    drawn,
    events,
    field,
    last,
    man,
    ordered,
    run,
    stretch,
)
from tests.rules.knights_knaves.test_action import FAR
from tests.rules_shown import rule

TABLE = {
    "archers, slingers, crossbows with latches or in teams": [
        "stay put",
        "shoot only",
        "move up to half and shoot",
        "move up to full and shoot",
        "move up to full and enter melee or shoot",
    ],
    "medium or heavy crossbows": [
        "stay put",
        "stay put",
        "shoot only",
        "move up to half",
        "move up to full and enter melee or shoot",
    ],
    "handgunners": ["stay put", "stay put", "move up to half", "shoot only", "move up to full and enter melee"],
    "others": [
        "stay put",
        "move up to half",
        "move up to full",
        "move up to half and enter melee",
        "move up to full and enter melee",
    ],
}


@rule("KK-5.2")
def test_the_uncontrolled_table_is_the_sheets() -> None:
    chart = BOOK.chart("uncontrolled")
    assert chart.rows == TABLE
    assert chart.columns == ("1-2", "3-4", "5-6", "7-8", "9-10")
    assert all(cell in ORDERS for cells in TABLE.values() for cell in cells)


ROWS = list(TABLE)


@rule("KK-5.2")
@pytest.mark.parametrize(
    ("words", "row"),
    [
        ("longbow", ROWS[0]),
        ("short-bow", ROWS[0]),
        ("sling", ROWS[0]),
        ("light-crossbow", ROWS[0]),
        ("crossbow", ROWS[1]),
        ("heavy-crossbow", ROWS[1]),
        ("handgun", ROWS[2]),
        ("sword", ROWS[3]),
        ("javelin", ROWS[3]),
    ],
)
@pytest.mark.parametrize("roll", range(1, 11))
def test_a_figure_out_of_command_throws_on_the_row_of_its_arm(words: str, row: str, roll: int) -> None:
    battle = drawn(f"red foot: al 40,40 {words}", FAR)
    assert row_of(battle, man(battle, "al")) == row
    run(battle, "Action", Says(battle, {"out of command": roll}))
    assert man(battle, "al").order == TABLE[row][(roll - 1) // 2]


@rule("KK-5.2")
def test_a_crossbow_team_throws_with_the_archers_and_the_empty_with_the_others() -> None:
    battle = drawn("red foot: al crossbow crossbow-team 40,40; bo loader 41,40; cy longbow 42,40", FAR)
    assert row_of(battle, man(battle, "al")) == ROWS[0]
    change(battle, "cy", empty=True)
    assert row_of(battle, man(battle, "cy")) == ROWS[3]


@rule("KK-5.2")
def test_unit_leaders_throw_first_and_figures_one_by_one() -> None:
    battle = drawn("red foot leader=bo: al 40,40; bo 41,40; cy 42,40", FAR)
    says = run(battle, "Action", Says(battle, usual=5))
    assert says.rolled == [f"out of command {each}" for each in ("bo", "al", "cy", "zed")]


def summed(battle: object, who: str) -> dict[str, int]:
    return {each.name: each.value for each in modifiers(battle, man(battle, who))}  # type: ignore[arg-type]


@rule("KK-5.3")
@pytest.mark.parametrize(("rolled", "more"), [("stay put", -2), ("move up to half", 2), ("shoot only", 2)])
def test_men_look_to_what_their_leader_threw(rolled: str, more: int) -> None:
    battle = drawn("red foot: al sergeant 40,40; bo 41,40", FAR)
    assert summed(battle, "bo") == {}
    change(battle, "foot", leader_rolled=rolled)
    assert sum(summed(battle, "bo").values()) == more
    assert summed(battle, "al") == {}


@rule("KK-5.3")
@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("knight", 2),
        ("berserker", 2),
        ("knight berserker", 2),
        ("peasant", -2),
        ("unreliable", -2),
        ("peasant unreliable", -2),
        ("peasant berserker", 0),
        ("sergeant", 0),
        ("man-at-arms", 0),
    ],
)
def test_the_hot_blooded_and_the_unreliable(words: str, more: int) -> None:
    battle = drawn(f"red foot: al {words} 40,40", FAR)
    assert sum(summed(battle, "al").values()) == more


@rule("KK-5.3")
def test_each_level_of_fatigue_is_1_off() -> None:
    battle = drawn("red foot: al 40,40", FAR)
    change(battle, "al", tired=2, worn=1)
    assert summed(battle, "al") == {"fatigue": -3}


@rule("KK-5.3")
@pytest.mark.parametrize(
    ("order", "second", "turned", "more"),
    [
        ("until-attack-turn-5-defend", False, False, 5),
        ("until-defend-turn-5-attack", False, False, -5),
        ("until-attack-turn-5-defend", True, True, -5),
        ("until-defend-turn-5-attack", True, True, 5),
        ("until-attack-turn-5-defend", True, False, 0),
        ("until-defend-turn-5-attack", True, False, 0),
    ],
)
def test_standing_orders_drive_on_and_hold_back(order: str, second: bool, turned: bool, more: int) -> None:
    battle = drawn(f"red foot {order}: al sergeant 40,40; bo 41,40", FAR)
    change(battle, "foot", second=second, turned=turned)
    assert sum(summed(battle, "bo").values()) == more


def test_the_chart_of_modifiers_is_the_sheets() -> None:
    assert list(BOOK.chart("uncontrolled-modifiers").rows.values()) == [2, -2, 2, -2, -1, 5, -5, -5, 5]


@rule("KK-5.3")
@pytest.mark.parametrize(("roll", "more", "ruling", "result"), [
    (1, -5, None, "stay put"),
    (4, -5, None, "stay put"),
    (6, 5, None, "move up to full and enter melee"),
    (10, 5, None, "move up to full and enter melee"),
    (4, -5, "natural", "move up to half"),
    (6, 5, "natural", "move up to full"),
    (5, 2, "natural", "move up to half and enter melee"),
])  # fmt: skip
def test_beyond_the_table_counts_its_end_or_by_ruling_the_natural_roll(
    roll: int, more: int, ruling: str | None, result: str
) -> None:
    battle = drawn("red foot: al sergeant 40,40", FAR, rulings={"beyond-the-table": ruling})
    facts, _ = temper(battle, man(battle, "al"))
    assert act_alone(Says(battle, {"out of command": roll}), facts._replace(more=more)).result == result


@rule("KK-5.4")
@pytest.mark.parametrize(("place", "away"), [("43,40", False), ("43.1,40", True)])
def test_more_than_2_inches_from_the_unit_is_astray(place: str, away: bool) -> None:
    battle = drawn(f"red foot: al sergeant 40,40; bo {place}", FAR)
    assert strayed(battle, man(battle, "bo")) == away


@rule("KK-5.4")
def test_one_of_the_unit_near_is_enough_but_a_man_who_runs_is_none() -> None:
    battle = drawn("red foot: al sergeant 20,40; bo 40,40; cy 42,40", FAR)
    assert [strayed(battle, man(battle, each)) for each in ("al", "bo", "cy")] == [True, False, False]
    change(battle, "cy", routing=True)
    assert strayed(battle, man(battle, "bo"))


@rule("KK-5.4")
@pytest.mark.parametrize(("roll", "result"), [(1, "rejoin"), (9, "rejoin"), (10, "toward the enemy")])
def test_a_stray_goes_back_but_on_a_natural_10_at_the_enemy(roll: int, result: str) -> None:
    battle = drawn("red foot: al sergeant 40,40; bo 30,40; cy 41,40", FAR)
    change(battle, "bo", tired=5)
    run(battle, "Action", Says(battle, {"out of command": 5, "out of command bo": roll}))
    assert man(battle, "bo").order == result
    assert last(battle, "Marked").unit == "foes"


@rule("KK-5.4")
def test_a_stray_walks_to_the_nearest_of_his_unit_and_one_man_alone_is_no_stray() -> None:
    battle = drawn("red foot: al sergeant 40,40; bo 30,40", "red lone: cy knight 10,40", FAR)
    assert not strayed(battle, man(battle, "cy"))
    ordered(battle, bo="rejoin")
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "bo") == (39, 40)


@rule("KK-5.5")
def test_uncontrolled_movement_has_to_lead_toward_an_enemy_in_sight() -> None:
    battle = drawn("red foot: al 20,40", "blue foes: zed 20,10; yan 30,10")
    ordered(battle, al="move up to full")
    says = run(battle, "Movement", Says(battle, usual=1))
    (request,) = says.requests
    assert request.toward == ("zed",)  # type: ignore[union-attr]
    assert at(battle, "al") == (20, 30)


@rule("KK-5.5")
@pytest.mark.parametrize("words", ["", "skirmisher"])
def test_with_none_in_sight_or_for_a_skirmisher_anywhere(words: str) -> None:
    woods = field(stretch("woods", 0, 20, 48, 30))
    battle = drawn(f"red foot: al 20,40 {words}", "blue foes: zed 20,10", ground=woods if not words else field())
    ordered(battle, al="move up to full")
    says = run(battle, "Movement", Says(battle, usual=1, move={"al": [(20, 45)]}))
    assert says.requests[0].toward == ()  # type: ignore[union-attr]
    assert at(battle, "al") == (20, 45)


@rule("KK-5.5")
@pytest.mark.parametrize(("order", "inches"), [("move up to half", 8), ("move up to full", 16)])
def test_a_horses_half_move_is_a_walk_its_full_move_a_canter(order: str, inches: int) -> None:
    battle = drawn("red foot: al 20,40 war-horse", "blue foes: zed 20,10")
    ordered(battle, al=order)
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "al") == (20, 40 - inches)
    assert man(battle, "al").gait == ("walk" if inches == 8 else "canter")


@rule("KK-5.2", "KK-6.8")
@pytest.mark.parametrize(
    ("order", "foe", "home"),
    [
        ("move up to full and enter melee", 29.5, True),
        ("move up to half and enter melee", 29.5, False),
        ("move up to half and enter melee", 34.5, True),
        ("move up to full", 34.5, False),
    ],
)
def test_only_some_results_take_a_figure_into_melee(order: str, foe: float, home: bool) -> None:
    battle = drawn("red foot: al 20,40", f"blue foes: zed 20,{foe}")
    ordered(battle, al=order)
    run(battle, "Movement", Says(battle, usual=1))
    assert bool(events(battle, "ChargedHome")) == home


@rule("KK-5.2")
@pytest.mark.parametrize(("answer", "home", "shoots"), [("shoot", 0, 1), ("zed:full", 1, 0)])
def test_who_may_enter_melee_or_shoot_does_as_his_player_likes(answer: str, home: int, shoots: int) -> None:
    battle = drawn("red bows: al longbow 20,40", "blue foes: zed lord 20,33")
    ordered(battle, al="move up to full and enter melee or shoot")
    says = run(battle, "Movement", Says(battle, usual=1, declarations={"al": answer}, move={"al": []}))
    assert [option.id for option in says.requests[0].parts["al"].options] == ["shoot", "zed:full"]  # type: ignore[union-attr]
    run(battle, "Shooting", Says(battle, usual=9))
    assert (len(events(battle, "ChargedHome")), len(events(battle, "Shot"))) == (home, shoots)


@rule("KK-5.2")
def test_with_nothing_to_shoot_he_is_not_asked_and_enters_melee() -> None:
    battle = drawn("red bows: al longbow 20,40", "blue foes: zed lord 20,33")
    change(battle, "al", empty=True)
    ordered(battle, al="move up to full and enter melee or shoot")
    assert run(battle, "Movement", Says(battle, usual=1)).requests == []
    assert len(events(battle, "ChargedHome")) == 1


@rule("KK-5.5")
def test_the_way_at_the_enemy_is_allowed_even_along_the_edge_of_a_road_through_water() -> None:
    water, road = stretch("water", 0, 12, 48, 20), stretch("road", 23.5, 0, 24.5, 48)
    for x in range(2400, 2470):
        battle = drawn(f"red foot: al mail {x / 100},7.55,180", "blue foes: zed 24.95,40", ground=field(water, road))
        request = walk_request(battle, man(battle, "al"), "full")
        assert not isinstance(settle(battle, request, {"path": request.best}), Refusal)


@rule("KK-5.5")
def test_the_way_at_the_enemy_is_allowed_even_where_it_grazes_him() -> None:
    battle = drawn("red foot: al 22.711,35.872; bo 20.366,35.694", "blue foes: zed 21.58,34.812")
    request = walk_request(ordered(battle, al="full"), man(battle, "al"), "full")
    assert request.best
    assert not isinstance(settle(battle, request, {"path": request.best}), Refusal)
