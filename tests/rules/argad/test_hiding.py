"""AR-3.5 Hiding: who may crouch, how far he crawls, and how an unknown unit is found."""

from __future__ import annotations

import pytest

from kktui.engine.events import to_json
from kktui.rules.argad.orders import order_request
from tests.drawn import last
from tests.rules.argad.drawn import across, drawn, facing, field, move, next_turn, patch, place, to
from tests.rules_shown import rule


@rule("AR-3.5")
def test_only_who_has_something_to_crouch_in_or_behind_is_asked() -> None:
    ground = field(patch("bushes", 10, 50, 30, 70), across("bank", 80))
    men = "red men: al 20,60; bo 40,60; cy 60,81.5; di 60,90"
    request = order_request(drawn(men, "blue foes: ed 60,20", ground=ground), "red")
    assert [key for key in request.parts if key.endswith(":posture")] == ["al:posture", "cy:posture"]


@rule("AR-3.5")
def test_moving_crouched_goes_2_cm_and_one_die() -> None:
    battle = drawn("red men: al 20,81.5", "blue foes: cy 60,20", ground=field(across("bank", 80)))
    move(battle, {"al:posture": "crouch", "al": to((40, 81.5))}, {}, 4)
    assert place(battle, "al") == (26, 81.5)
    assert last(battle, "Crawled").cm == 6


@rule("AR-3.5")
@pytest.mark.parametrize(("within", "ruled"), [(10, None), (5, 5), (20, 20)])
def test_an_unknown_unit_is_found_by_an_enemy_who_comes_near(within: int, ruled: int | None) -> None:
    for gap, found in ((within - 0.5, True), (within + 0.5, False)):
        rulings = {} if ruled is None else {"found": ruled}
        battle = drawn(f"red men: al 20,{50 + within}", "blue band hidden: cy 20,40", rulings=rulings)
        move(battle, {"al": to((20, 42 + gap))}, {})
        assert battle.units["band"].hidden is not found


@rule("AR-3.5")
def test_it_shows_itself_when_it_moves_but_not_when_it_only_looks_round() -> None:
    battle = drawn("red men: al 20,100", "blue band hidden: cy 20,20")
    move(battle, {}, {"cy": facing(90)})
    assert battle.units["band"].hidden
    assert battle.log[-2].seen_by("red").ends == {}  # type: ignore[union-attr]
    next_turn(battle)
    move(battle, {}, {"cy": to((20, 25))})
    assert not battle.units["band"].hidden


@rule("AR-3.5")
def test_a_hidden_man_is_found_before_it_is_told_that_somebody_came_upon_him() -> None:
    battle = drawn("red men: al 20,60", "blue band hidden: cy 20,45")
    move(battle, {"al": to((20, 41))}, {})
    told = [entry.seen_by("red") for entry in battle.log]
    named = [type(each).__name__ for each in told if each is not None and "cy" in str(to_json(each))]
    assert named == ["Revealed", "Underway", "CameUpon"]


SPEARS = "al spear 20,60; bo spear 22.2,60"


@rule("AR-3.5", "AR-3.2")
@pytest.mark.parametrize("before", [True, False])
def test_nobody_crouches_in_the_ranks_that_he_forms(before: bool) -> None:
    """Neither who was crouched and is not told to rise, nor who is told to crouch in the same turn."""
    battle = drawn(f"red wall: {SPEARS}", "blue foes: cy 60,20", ground=field(patch("bushes", 10, 50, 40, 70)))
    if before:
        move(battle, {"al:posture": "crouch"}, {})
        next_turn(battle)
    move(battle, {"wall:formation": "close-order", **({} if before else {"al:posture": "crouch"})}, {})
    assert battle.units["wall"].ranks == ("al", "bo")
    assert {each.posture for each in battle.men("wall")} == {"upright"}


@rule("AR-3.5", "AR-3.2")
def test_who_forms_or_breaks_up_instead_of_going_where_he_was_told_stays_unknown() -> None:
    battle = drawn(f"red wall hidden: {SPEARS}", "blue foes: cy 60,20")
    move(battle, {"wall:formation": "close-order", "al": to((20, 50))}, {})
    assert battle.units["wall"].ranks == ("al", "bo")
    next_turn(battle)
    move(battle, {"wall:formation": "open", "wall:ranks": to((20, 50))}, {})
    assert battle.units["wall"].ranks == ()
    assert place(battle, "al") == (20, 60)
    assert battle.units["wall"].hidden
