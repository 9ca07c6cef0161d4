"""Choices and plans are checked in one place: what is taken, what is refused, and what is the nearest allowed."""

from __future__ import annotations

from typing import Any

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Barred, Choose, Option, Plan, Refusal
from tests.drawn import drawn

STATE = drawn("red foot: al sergeant 10,40; bo 12,40", "blue foes: cy sergeant 10,5")


def targets(*options: str, barred: tuple[Barred, ...] = ()) -> Choose:
    return Choose("red", "target", "al", tuple(Option(each) for each in options), "KS-6.1", barred)


def refused(request: Choose | Plan, answer: Any) -> Refusal:
    settled = settle(STATE, request, answer)
    assert isinstance(settled, Refusal)
    return settled


def three(at_most: int, **more: Any) -> Plan:
    """Three men who may each fight cy or dee, or hold."""
    return Plan("red", "pairs", "red", dict.fromkeys("abc", targets("hold", "cy", "dee")), "KS-7.2", at_most, **more)


def test_a_closed_option_is_refused_for_its_own_reason_and_the_nearest_that_it_names() -> None:
    out_of_sight = Refusal("KS-6.4", "is out of sight", "dee")
    assert refused(targets("hold", "dee", barred=(Barred("cy", out_of_sight),)), "cy") == out_of_sight


def test_of_a_closed_option_that_names_none_the_nearest_is_the_sensible_default() -> None:
    why = refused(targets("hold", "dee", barred=(Barred("cy", Refusal("KS-6.4", "is out of sight")),)), "cy")
    assert (why.rule, why.reason, why.nearest) == ("KS-6.4", "is out of sight", "hold")


@pytest.mark.parametrize(("said", "nearest"), [("dea", "dee"), ("nobody at all", "hold"), (5, "hold"), (None, "hold")])
def test_of_what_is_no_option_the_nearest_is_the_one_most_like_it(said: Any, nearest: str) -> None:
    assert refused(targets("hold", "cy", "dee"), said).nearest == nearest


def test_a_part_that_is_not_answered_stands_for_its_first_option() -> None:
    assert settle(STATE, three(0), {"b": "cy"}) == {"a": "hold", "b": "cy", "c": "hold"}


def test_a_plan_that_names_others_is_refused() -> None:
    assert refused(three(0), {"d": "cy"}).reason == "a plan names only a, b, c"


def test_a_refused_part_is_named_and_the_rest_of_the_plan_stays() -> None:
    why = refused(three(0), {"a": "dea", "b": "cy"})
    assert why.reason.startswith("a: ")
    assert why.nearest == {"a": "dee", "b": "cy"}


def test_no_more_than_so_many_may_pick_the_same() -> None:
    assert settle(STATE, three(2), {"a": "cy", "b": "cy", "c": "dee"}) == {"a": "cy", "b": "cy", "c": "dee"}
    assert refused(three(2), dict.fromkeys("abc", "cy")).reason == "at most 2 may pick cy"


def test_whoever_picked_it_before_counts_too() -> None:
    plan = three(2, crowded={"cy": 1})
    assert refused(plan, {"a": "cy", "b": "cy", "c": "dee"}).reason == "at most 2 may pick cy"
    assert settle(STATE, plan, {"a": "cy", "b": "dee", "c": "dee"}) == {"a": "cy", "b": "dee", "c": "dee"}


def test_what_is_free_may_be_picked_by_all() -> None:
    assert settle(STATE, three(2, free=frozenset({"hold"})), {}) == dict.fromkeys("abc", "hold")
