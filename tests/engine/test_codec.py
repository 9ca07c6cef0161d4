"""Every event comes back from JSON as it was."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kktui.rules.knights_sergeants.events  # noqa: F401 - registers its kinds
from kktui.engine.check import as_answer, recalled, settle
from kktui.engine.codec import pack, sound, unpack
from kktui.engine.events import KINDS, Event, from_json, to_json
from kktui.engine.game import Game
from kktui.engine.requests import Refusal
from kktui.table import Walk
from kktui.table.geometry import Point, Pose
from tests.battles import Match, staged
from tests.engine.fields import advice, by_hand, field_of, setup_of

ABSTRACT = ("Event",)
FINITE = st.floats(-1e6, 1e6)
JSON = st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=5), max_size=3)

st.register_type_strategy(Point, st.builds(Point, FINITE, FINITE))
st.register_type_strategy(Pose, st.builds(Pose, FINITE, FINITE, st.integers(0, 359)))
st.register_type_strategy(float, FINITE)
st.register_type_strategy(str, st.text(max_size=12))


def anything(kind: type[Event]) -> st.SearchStrategy[Event]:
    """Any event of a kind, by its own types."""
    hints = get_type_hints(kind)
    given_by = {each.name: hints[each.name] for each in fields(kind)}
    values = {name: JSON if name == "facts" else st.from_type(hint) for name, hint in given_by.items()}
    return st.builds(kind, **values)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", [name for name in KINDS if name not in ABSTRACT])
def test_any_event_of_a_kind_comes_back_equal(name: str) -> None:
    @settings(max_examples=30, deadline=None)
    @given(anything(KINDS[name]))
    def comes_back(event: Event) -> None:
        again = from_json(through_json(to_json(event)))
        assert type(again) is type(event)
        assert again == event
        assert to_json(again) == to_json(event)
        assert sound(type(again), again)

    comes_back()


def test_every_kind_has_a_name_of_its_own_and_is_a_record() -> None:
    assert all(is_dataclass(kind) and kind.kind == name for name, kind in KINDS.items())


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("1", int), (1.5, int), (math.nan, float), (math.inf, float), (1, str), (None, str), ([1], bool), ((), Point),
        (Point(1.0, "2"), Point), (Pose(1.0, math.nan, 0), Pose), (("a", 1), tuple[str, ...]),
        (("a",), tuple[str, int]), ({"a": "b"}, Mapping[str, int]), ({1: 1}, Mapping[str, int]), ("a", int | None),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_is_not_sound(value: Any, kind: Any) -> None:
    assert not sound(kind, value)


@pytest.mark.parametrize("scenario", ["even-field", "ambush-in-kings-wood", "late-friends"])
def test_the_events_of_a_battle_come_back_equal_with_their_inner_types(scenario: str) -> None:
    game = staged(Match(scenario, "codec", "soldier", "knights-sergeants"))
    game.advance()
    for entry in game.state.log:
        again = from_json(through_json(to_json(entry.event)))
        assert again == entry.event
        assert repr(again) == repr(entry.event)


def test_figures_and_units_come_back_equal() -> None:
    game = staged(Match("ambush-in-kings-wood", "codec", "random", "knights-sergeants"))
    game.advance()
    for record in (*game.state.figures.values(), *game.state.units.values(), game.state.notes):
        assert unpack(type(record), through_json(pack(record))) == record


def test_a_decision_kept_is_the_decision_made() -> None:
    game = Game(setup_of(field_of(12, turns=5), "kept"), {})
    last = None
    for request in by_hand(game):
        if last is not None:
            given_back = recalled(last, through_json(pack(game.answers[_own(game, last.side)].value)))
            assert given_back == game.answers[_own(game, last.side)].value
        last = request
        again = _as_given(game, request)
        assert not isinstance(settle(game.state, request, again), Refusal)


def _own(game: Game, side: str) -> int:
    return max(i for i, given_by in enumerate(game.answers) if given_by.by == side)


def _as_given(game: Game, request: Any) -> Any:
    """The first thing a request would take, settled and given again as an answer."""
    settled = settle(game.state, request, advice(game, request))
    return through_json(as_answer(request, settled))


@settings(max_examples=50, deadline=None)
@given(
    st.builds(
        Walk,
        st.from_type(Pose),
        st.lists(st.from_type(Point), min_size=1).map(tuple),
        FINITE,
        FINITE,
        st.just(()),
        st.sampled_from(["", "base"]),
        st.just(()),
        st.just(()),
        FINITE,
    )
)
def test_a_walk_comes_back_equal(walk: Walk) -> None:
    assert unpack(Walk, through_json(pack(walk))) == walk
