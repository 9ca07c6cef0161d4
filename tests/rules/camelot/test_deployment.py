"""CA-1 Deployment."""

from dataclasses import replace

import pytest

from kktui.engine.turn import take_step
from kktui.engine.view import View
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.deployment import who_places
from kktui.rules.camelot.figures import Battle
from kktui.rules.camelot.movement import move
from kktui.table import Point, Zone
from kktui.table.geometry import pose
from tests.drawn import Script, at, events, field, last
from tests.rules.camelot.table import BOOK, fresh, one, steps, turn_of
from tests.rules_shown import rule

SOUTH = Zone("south", "South", (Point(2, 30), Point(46, 30), Point(46, 46), Point(2, 46)))
NORTH = Zone("north", "North", (Point(2, 2), Point(46, 2), Point(46, 14), Point(2, 14)))
ZONES = {"knights": "south", "knaves": "north"}
RED = "red knights: al hero 10,40; bo 12,40; cy 14,40"
BLUE = "blue knaves: ed knight 10,5; flo 12,5"


def deploying(**rulings: object) -> Battle:
    return fresh(RED, BLUE, ground=field(SOUTH, NORTH), zones=ZONES, rulings=rulings)


@rule("CA-1.1")
@pytest.mark.parametrize(("dice", "winner"), [((3, 4), "red"), ((1, 4), "blue"), ((2, 5), "red")])
def test_the_strategic_roll_adds_discipline_and_leadership_once(dice: tuple[int, int], winner: str) -> None:
    battle = deploying()
    extra = (3, 1) if dice == (2, 5) else ()  # a hero's 5 and 1 for Leadership against a knight's 4: that was a tie
    dice = (2, 4) if dice == (2, 5) else dice
    steps(battle, *dice, *extra, "first")
    assert last(battle, "StrategicRoll").scores == {"red": 6, "blue": 4}
    assert battle.notes.winner == winner


@rule("CA-1.1")
def test_two_leaders_count_no_more_than_one() -> None:
    battle = fresh("red knights: al hero 10,40; bo hero 12,40", BLUE)
    steps(battle, 3, 1, "first")
    assert last(battle, "StrategicRoll").scores["red"] == 6


@rule("CA-1.1")
def test_ties_are_thrown_again() -> None:
    battle = deploying()
    steps(battle, 1, 3, 2, 4, 6, 1, "first")
    assert last(battle, "StrategicRoll").totals == {"red": 12, "blue": 5}


@rule("CA-1.1")
@pytest.mark.parametrize(("choice", "goes_first"), [("first", "red"), ("second", "blue")])
def test_the_winner_chooses_to_go_first_or_second(choice: str, goes_first: str) -> None:
    battle = deploying()
    steps(battle, 6, 1, choice)
    assert battle.notes.first == goes_first


@rule("CA-1.1")
def test_the_loser_places_the_first_figure_then_they_place_one_each_in_turn() -> None:
    battle = deploying()
    script = steps(battle, 6, 1, "first", "flo", {"flo": [20, 5, 180]}, "bo", {"bo": [20, 40, 0]}, {}, "cy", {}, {})
    assert [each.figure for each in events(battle, "Placed")] == ["flo", "bo", "ed", "cy", "al"]
    assert (at(battle, "flo"), at(battle, "bo")) == ((20, 5), (20, 40))
    assert script.asked.count("first-or-second") == 1
    assert who_places(battle, script) is None


@rule("CA-1.1")
def test_a_side_may_leave_the_rest_to_stand_in_the_ranks_and_they_are_still_placed_in_turn() -> None:
    battle = deploying()
    script = steps(battle, 6, 1, "first", "the-rest", "bo", {"bo": [20, 40, 0]}, "the-rest")
    while who_places(battle, script):
        take_step(RULESET, battle, script)
    assert [each.figure for each in events(battle, "Placed")] == ["ed", "bo", "flo", "al", "cy"]
    assert at(battle, "bo") == (20, 40)
    assert script.asked.count("deploy") == 1


@rule("CA-1.1")
def test_who_has_his_place_by_the_scenario_is_not_placed_anew() -> None:
    plain = deploying().scenario
    troops = tuple(
        replace(troop, recruits=(replace(troop.recruits[0], at=pose(Point(9, 30), 0)), *troop.recruits[1:]))
        for troop in plain.troops
    )
    battle: Battle = RULESET.muster(replace(plain, troops=troops), BOOK)
    steps(battle, 6, 1, "first")
    assert [man.id for man in battle.fielded()] == ["al", "ed"]


@rule("CA-1.1")
def test_nobody_stands_on_the_table_before_he_is_placed() -> None:
    battle = deploying()
    steps(battle, 6, 1, "first")
    assert battle.fielded() == []
    steps(battle, "flo", {})
    assert [man.id for man in battle.fielded()] == ["flo"]


@rule("CA-1.1")
def test_the_choice_decides_the_first_round_without_another_roll() -> None:
    battle = fresh(RED, BLUE)
    script = steps(battle, 6, 1, "second", 3)
    assert last(battle, "InitiativeRolled").order == ("blue", "red")
    assert "1d6 initiative" not in script.asked


@rule("CA-1.2")
@pytest.mark.parametrize("player", ["first", "second"])
@pytest.mark.parametrize(
    ("dice", "order", "first"), [((6, 1), "ed flo al bo cy", "red"), ((1, 6), "al bo cy ed flo", "blue")]
)
def test_playing_alone_all_of_the_losers_are_placed_first(
    dice: tuple[int, int], order: str, first: str, player: str
) -> None:
    battle = deploying(solo=player)
    firsts = ["ed", {}, {}, "al", {}, "bo", {}, {}] if first == "red" else ["al", {}, "bo", {}, {}, "ed", {}, {}]
    script = steps(battle, *dice, *firsts)
    assert " ".join(each.figure for each in events(battle, "Placed")) == order
    assert battle.notes.first == first
    assert "first-or-second" not in script.asked
    assert {each.rule for each in events(battle, "Placed")} == {"CA-1.2"}


@rule("CA-1.1", "CA-1.2", "CA-1.3")
@pytest.mark.parametrize(
    ("rulings", "dice", "rule_id"),
    [({}, (), "CA-1.1"), ({"solo": "first"}, (), "CA-1.2"), ({"solo": "first", "surprise": True}, (4, 1), "CA-1.3")],
)
def test_the_order_of_the_first_round_names_the_rule_it_is_by(
    rulings: dict[str, object], dice: tuple[int, ...], rule_id: str
) -> None:
    battle = fresh(RED, BLUE, rulings=rulings)
    steps(battle, 6, 1, *(() if "solo" in rulings else ("first",)), *dice, 3)
    assert last(battle, "InitiativeRolled").rule == rule_id


@rule("CA-1.3")
@pytest.mark.parametrize(
    ("dice", "surprised", "order"),
    [((4, 1), "blue", ("red",)), ((3, 1), "nobody", ("red", "blue")), ((1, 6), "red", ("blue",))],
)
def test_four_more_than_the_other_gains_a_free_round(
    dice: tuple[int, int], surprised: str, order: tuple[str, ...]
) -> None:
    battle = fresh(RED, BLUE, rulings={"surprise": True})
    steps(battle, 6, 1, "first", *dice, 3)
    assert battle.notes.surprised == surprised
    assert last(battle, "InitiativeRolled").order == order


@rule("CA-1.3")
def test_surprise_counts_discipline_alone() -> None:
    battle = fresh(RED, BLUE, rulings={"surprise": True})
    steps(battle, 6, 1, "first", 1, 1)
    assert last(battle, "Surprise").totals == {"red": 6, "blue": 5}


@rule("CA-1.3")
def test_surprise_is_off_unless_asked_for() -> None:
    assert RULESET.book.rulings["surprise"].default is False
    battle = fresh(RED, BLUE)
    steps(battle, 6, 1, "first", 3)
    assert not events(battle, "Surprise")


@rule("CA-1.1")
def test_a_hidden_unit_is_unseen_until_it_acts() -> None:
    battle = fresh("red knights hidden: al 10,40; bo 12,40", BLUE)
    view = View(battle, "blue")
    battle.turn, battle.notes.order, battle.notes.ordered = 1, ("red", "blue"), 1
    turn_of(battle, "al")
    view.follow(battle.log)
    assert "al" not in view.state.figures
    turn_of(battle, "bo", "move", [(12, 38)])
    view.follow(battle.log)
    assert at(view.state, "al") == (10, 40)


@rule("CA-1.1")
def test_the_enemy_knows_whose_turn_it_is_to_place_though_not_who_was_placed() -> None:
    battle = fresh(RED.replace(":", " hidden:"), BLUE, ground=field(SOUTH, NORTH), zones=ZONES)
    view = View(battle, "blue")
    steps(battle, 6, 1, "first", "flo", {})
    view.follow(battle.log)
    assert view.state.notes.placing == battle.notes.placing == ("red", "blue")
    steps(battle, "bo", {})
    view.follow(battle.log)
    assert view.state.notes.placing == battle.notes.placing == ("blue", "red")
    assert "bo" not in view.state.figures


@rule("CA-1.1")
@pytest.mark.parametrize(("y", "hidden"), [(17.5, True), (16.9, False)])
def test_a_hidden_unit_is_seen_when_an_enemy_comes_within_six_inches(y: float, hidden: bool) -> None:
    battle = fresh("red knights: al 10,20", "blue ambush hidden: ed 10,10")
    battle.turn = 1
    move(battle, Script(battle, [(10, y)]), one(battle, "al"))
    assert battle.units["ambush"].hidden == hidden


@rule("CA-1.1", "CA-2.3")
def test_with_cards_nobody_is_first_and_nothing_is_chosen() -> None:
    battle = deploying(initiative="cards")
    script = steps(battle, 6, 1)
    assert "first-or-second" not in script.asked
    assert not events(battle, "GoesFirst")
