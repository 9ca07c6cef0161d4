"""SC-3.1 and SC-3.3: movement, ground and obstacles."""

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Arrange, Refusal
from kktui.engine.scenario import Goal
from kktui.engine.telling import tell
from kktui.rules.schiltron.movement import Pace, distance, move_request, normal_move, on_rough, pace_of
from kktui.table import Point
from tests.drawn import Script, across, at, change, events, field, last, stretch
from tests.rules.schiltron.table import BOOK, drawn, phase, won_by
from tests.rules_shown import rule

ARMOUR = {"UA": "", "PA": "gambeson", "FA": "long-mail", "PP": "plate", "FP": "plate limb-plate"}
FAR = "blue foes: ed sergeant 40,5"


def foot(armour: str, mount: str = "") -> str:
    return f"red foot: al sergeant 10,30 {ARMOUR[armour]} {mount}"


@rule("SC-3.1")
def test_the_horse_chart_is_that_of_the_sheet() -> None:
    assert BOOK.chart("horse-movement").columns == ("unbarded", "barded", "rough die")
    assert BOOK.chart("horse-movement").rows == {
        "UA": [16, 16, 12],
        "PA": [16, 16, 12],
        "FA": [12, 12, 8],
        "PP": [12, 10, 8],
        "FP": [10, 8, 8],
    }


@rule("SC-3.1")
@pytest.mark.parametrize(
    ("armour", "mount", "inches"),
    [
        ("UA", "mounted", 16),
        ("PA", "mounted", 16),
        ("FA", "mounted", 12),
        ("PP", "mounted", 12),
        ("PP", "barded", 10),
        ("FP", "mounted", 10),
        ("FP", "barded", 8),
    ],
)
def test_horses_move_by_the_riders_protection(armour: str, mount: str, inches: int) -> None:
    battle = drawn(foot(armour, mount), FAR)
    assert normal_move(battle.book, battle.figures["al"]) == inches
    assert pace_of(battle, battle.units["foot"]) == Pace(inches)


@rule("SC-3.1")
def test_a_unit_moves_at_the_pace_of_its_slowest_man() -> None:
    battle = drawn("red foot: al sergeant 10,30; bo 12,30 plate", FAR)
    assert pace_of(battle, battle.units["foot"]) == Pace(6)


@rule("SC-3.1")
def test_nobody_goes_further_than_his_move_and_the_others_keep_within_6_inches() -> None:
    battle = won_by(drawn("red foot: al sergeant 10,30; bo 12,30; cy 24,30", FAR), "red")
    script = phase(battle, "Movement", "first", "foot", "move", [(10, 22)], "done")
    arrange = next(each for each in script.requests if isinstance(each, Arrange))
    assert arrange.allowances == {"bo": 8.0, "cy": 8.0}
    assert at(battle, "bo") == (12, 22)
    gone = Point(24, 30).to(Point(*at(battle, "cy")))
    assert 6 < gone <= 8.01
    refused = settle(drawn("red foot: al sergeant 10,30", FAR), move_request(battle, battle.units["foot"], 8), {
        "path": [[10, 13]]
    })  # fmt: skip
    assert isinstance(refused, Refusal)


@rule("SC-3.1")
def test_who_touches_an_enemy_stays_where_he_is() -> None:
    battle = won_by(drawn("red foot: al sergeant 10,30; bo 20,30", "blue foes: ed sergeant 10,29"), "red")
    script = phase(battle, "Movement", "first", "foot", "move", [(20, 25)])
    assert script.requests[-1].about == "bo"
    assert at(battle, "al") == (10, 30)


@rule("SC-3.1")
def test_any_move_may_end_in_contact_but_by_ruling_only_a_charge() -> None:
    men = ("red foot: al sergeant 10,30", "blue foes: ed sergeant 10,25")
    battle = won_by(drawn(*men), "red")
    phase(battle, "Movement", "first", "foot", "move", [(10, 25)])
    assert last(battle, "Closed").figures == ("al",)
    battle = drawn(*men, rulings={"contact": "charge-only"})
    refused = settle(battle, move_request(battle, battle.units["foot"], 8), {"path": [[10, 25]]})
    assert isinstance(refused, Refusal)
    assert "ed" in refused.reason


@rule("SC-3.1")
@pytest.mark.parametrize(
    ("kind", "foot_inches", "mounted_inches"),
    [
        ("fence", 2, 4),
        ("low-wall", 2, 4),
        ("bank", 2, 4),
        ("ditch", 2, 4),
        ("hedge", 3, "no"),
        ("stakes", 2, "no"),
        ("high-wall", "no", "no"),
    ],
)
def test_obstacles_cost_what_the_chart_says(kind: str, foot_inches: int | str, mounted_inches: int | str) -> None:
    assert BOOK.chart("obstacles").rows[kind] == [foot_inches, mounted_inches]
    for mount, inches in (("", foot_inches), ("mounted", mounted_inches)):
        battle = drawn(f"red foot: al sergeant 10,30 {mount}", FAR, ground=field(across(kind, 28.5)))
        walk = settle(battle, move_request(battle, battle.units["foot"], 8), {"path": [[10, 26.5]]})
        if inches == "no":
            assert walk.stopped == "line"
        else:
            assert walk.cost == pytest.approx(3.5 + float(inches), abs=0.01)


@rule("SC-3.3")
def test_the_ground_chart() -> None:
    assert BOOK.chart("ground").rows == {
        "rough": "rough",
        "woods": "rough",
        "bushes": "rough",
        "water": "rough",
        "steep-slope": "rough",
        "crops": "open",
        "slope": "open",
        "road": "open",
        "building": "closed",
    }


@rule("SC-3.3")
@pytest.mark.parametrize(
    ("armour", "mount", "die"),
    [
        ("UA", "", 8),
        ("PA", "", 8),
        ("FA", "", 6),
        ("PP", "", 6),
        ("FP", "", 4),
        ("UA", "mounted", 12),
        ("PA", "mounted", 12),
        ("FA", "mounted", 8),
        ("PP", "barded", 8),
        ("FP", "mounted", 8),
    ],
)
def test_from_rough_ground_the_die_is_the_whole_move(armour: str, mount: str, die: int) -> None:
    battle = drawn(foot(armour, mount), FAR, ground=field(stretch("woods", 5, 25, 15, 35)))
    unit = battle.units["foot"]
    assert pace_of(battle, unit) == pace_of(battle, unit, charging=True) == Pace(0, die)
    assert distance(Script(battle, 3), Pace(0, die)).total == 3  # type: ignore[arg-type]


@rule("SC-3.3")
def test_only_where_a_unit_begins_counts() -> None:
    wood = field(stretch("woods", 5, 20, 15, 28))
    battle = won_by(drawn("red foot: al sergeant 10,30", FAR, ground=wood), "red")
    phase(battle, "Movement", "first", "foot", "move", [(10, 22)], "done")
    assert at(battle, "al") == (10, 22)
    assert not events(battle, "MoveRolled")
    change(battle, "foot", moved=False)  # type: ignore[arg-type]
    battle.notes.done = ()
    phase(battle, "Movement", "foot", "move", 2, [(10, 20)], "done")
    assert (last(battle, "MoveRolled").dice, last(battle, "MoveRolled").total) == ("1d8", 2)
    assert ": 2 on D8, " in tell(battle, last(battle, "MoveRolled"))


@rule("SC-3.3")
def test_a_road_through_rough_ground_is_not_rough() -> None:
    battle = drawn(
        "red foot: al sergeant 10,30", FAR,
        ground=field(stretch("woods", 5, 20, 15, 35), stretch("road", 9, 0, 11, 48)),
    )  # fmt: skip
    assert not on_rough(battle, Point(10, 30))
    assert on_rough(battle, Point(13, 30))


@rule("SC-3.3")
def test_the_die_of_rough_ground_is_the_whole_move_of_each_man() -> None:
    rough = field(stretch("rough", 5, 25, 15, 35))
    battle = won_by(drawn("red foot: al sergeant 10,30; bo 12,34", FAR, ground=rough), "red")
    script = phase(battle, "Movement", "first", "foot", "move", 2, [(10, 28)], "done")
    arrange = next(each for each in script.requests if isinstance(each, Arrange))
    assert arrange.allowances == {"bo": 2.0}


@rule("SC-3.1", "SC-3.4")
def test_the_log_tells_a_move_from_a_charge() -> None:
    battle = won_by(drawn("red foot: al sergeant 10,30", FAR), "red")
    phase(battle, "Movement", "first", "foot", "move", [(10, 28)], "done")
    assert last(battle, "UnitMoved").how == "moves"


@rule("SC-3.1")
def test_a_move_is_measured_for_the_leader_wherever_he_is_listed() -> None:
    battle = drawn("red foot: al 10,30; bo sergeant 12,30", FAR)
    assert move_request(battle, battle.units["foot"], 8).figure == "bo"
    change(battle, "bo", routed=True)  # type: ignore[arg-type]
    assert move_request(battle, battle.units["foot"], 8).figure == "al"


@rule("SC-3.1", "SC-9.1")
def test_who_comes_to_the_edge_he_was_sent_to_is_away_with_his_move() -> None:
    goals = (Goal("red", "exit-table", edge="south", number=1),)
    battle = won_by(drawn("red foot: al sergeant 10,44", FAR, goals=goals), "red")
    phase(battle, "Movement", "first", "foot", "move", [(10, 47.4)], "foes", "hold")
    assert battle.figures["al"].standing == "exited"
