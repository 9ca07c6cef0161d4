"""Where the turns, losses and routs of a battle are, and what decided it."""

from itertools import pairwise

import pytest

from kktui.engine.events import CASUALTY, MARKS, ROUT, Left, TurnBegan
from kktui.engine.state import FIELDED, RESERVE
from kktui.engine.victory import LOST
from kktui.rules import PACKAGES
from kktui.story import Course, course_of, reel_of
from kktui.story.course import EVENT, PHASE, TURN
from tests.story.fought import fought


def course(rules: str = "knights-sergeants") -> Course:
    game = fought(rules=rules)
    return course_of(reel_of(game), game.setup.rules)


@pytest.mark.parametrize("rules", PACKAGES)
def test_every_turn_and_every_man_lost_is_a_stop(rules: str) -> None:
    game, found = fought(rules=rules), course(rules)
    events = [entry.event for entry in game.state.log]
    turns = [i + 1 for i, event in enumerate(events) if isinstance(event, TurnBegan)]
    gone = [i + 1 for i, event in enumerate(events) if isinstance(event, Left) and event.standing in LOST]
    assert list(found.stops[TURN]) == turns
    assert set(gone) <= set(found.stops.get(CASUALTY, []))
    assert {event.mark for event in events} <= {"", *MARKS}


def test_the_men_left_fall_from_all_of_them_to_those_who_stand() -> None:
    game, found = fought(), course()
    men = list(game.state.figures.values())
    for side in game.state.sides:
        left = [each.men[side] for each in found.strengths]
        assert left[0] == len([man for man in men if man.side == side])
        assert all(one >= other for one, other in pairwise(left))


@pytest.mark.parametrize("rules", PACKAGES)
def test_every_turn_has_its_strength_and_the_last_is_who_stands(rules: str) -> None:
    game, found = fought(rules=rules), course(rules)
    assert [each.turn for each in found.strengths] == list(range(game.state.turn + 1))
    standing = [man.side for man in game.state.figures.values() if man.standing in (FIELDED, RESERVE)]
    assert found.strengths[-1].men == {side: standing.count(side) for side in game.state.sides}


def test_a_unit_breaks_where_its_morale_check_says_so() -> None:
    game, found = fought(), course()
    broken = [i + 1 for i, entry in enumerate(game.state.log) if entry.event.mark == ROUT]
    assert broken
    assert set(broken) <= set(found.stops[ROUT])


def test_one_leafs_by_event_by_phase_and_by_mark() -> None:
    found = course()
    first = found.stops[CASUALTY][0]
    assert found.after(0, CASUALTY) == first
    assert found.before(first, CASUALTY) == 0
    assert found.before(found.length, CASUALTY) == found.stops[CASUALTY][-1]
    assert found.after(found.length, CASUALTY) == found.length
    assert found.after(7, EVENT) == 8
    assert found.before(7, EVENT) == 6
    assert found.before(0, EVENT) == 0
    assert found.after(found.before(first, PHASE), PHASE) >= first
    assert found.after(3, "no such thing") == found.length


def test_decisive_moments_are_few_and_in_the_order_of_time() -> None:
    found = course()
    assert 0 < len(found.decisive) <= 5
    assert [each.at for each in found.decisive] == sorted(each.at for each in found.decisive)
    assert all(each.lost or each.broke for each in found.decisive)


def test_a_fallen_leader_is_named() -> None:
    game = fought()
    fallen = [man for each in course().decisive for man in each.leaders]
    assert fallen
    assert all(game.state.figures[man].standing in LOST for man in fallen)
