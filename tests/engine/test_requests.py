"""Whatever is answered, of any shape: it is taken or refused with a reason, nothing breaks and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kktui.engine.check import settle
from kktui.engine.codec import pack
from kktui.engine.game import Game
from kktui.engine.requests import Arrange, Choose, Move, Plan, Refusal, Request
from tests.battles import shelf
from tests.engine.fields import by_hand, setup_of
from tests.packed import everything

HUGE = 10**400
PLAIN: list[Any] = [
    None, True, False, 0, -1, HUGE, 1.5, float("inf"), float("nan"), "", "x" * 5000, "\x1b]0;x\x07", "[/]",
    "\ud800", [], [[]], [None], {}, {"": None}, {"path": None}, {"facing": 5}, {"a": {"b": {"c": []}}},
    json.loads("[" * 300 + "]" * 300),
]  # fmt: skip
PATHS: list[Any] = [
    "north", 5, None, {}, [1, 2], ["ab"], [[1]], [[1, 2, 3]], [["1", "2"]], [[None, 1]], [[True, False]],
    [[float("nan"), 1]], [[float("inf"), 1]], [[HUGE, 1]], [[-HUGE, 1]], [[1e9, 1e9]], [[-5, -5]], [[1e308, 0]],
    [[5, 5]] * 65, [[5, 5]] * 64, [{"x": 1, "y": 2}], [[[1], [2]]],
]  # fmt: skip
PLACES: list[Any] = [
    None, "abc", 5, [], [1], [1, 2], [1, 2, 3, 4], ["1", "2", "3"], [None, None, None], [HUGE, 1, 0], [1, 1, HUGE],
    [float("nan"), 1, 0], [1, 1, float("nan")], [1e9, 1e9, 0], [-3, -3, 0], [True, True, True], [0, 0, 0],
]  # fmt: skip


def hostile(request: Request) -> Iterator[Any]:
    """Answers of every shape, the request's own shape among them."""
    yield from PLAIN
    yield from ({"path": path} for path in PATHS)
    yield from ({"path": [], "facing": facing} for facing in PLAIN)
    if isinstance(request, Arrange):
        yield from ({key: place} for key in request.figures[:2] for place in PLACES)
        yield {key: [5, 5, 0] for key in request.figures}
    if isinstance(request, Plan):
        yield from ({key: answer} for key in list(request.parts)[:2] for answer in PLAIN)
        yield {"no-such-part": "hold"}
    if isinstance(request, Choose):
        yield from (option.id.upper() for option in request.options)
        yield from (f" {option.id}" for option in request.options)


def questions() -> dict[str, tuple[Game, Request]]:
    """One question of each sort a battle asks, each in a game that waits for it."""
    found: dict[str, tuple[Game, Request]] = {}
    for scenario, level in (("even-field", "soldier"), ("ambush-in-kings-wood", "random")):
        setup = setup_of(shelf().scenario(scenario), "questions")
        game = Game(setup, {})
        for request in by_hand(game, level):
            name = f"{type(request).__name__} {request.what}"
            if name not in found:
                waiting = Game(setup, {}, list(game.answers))
                waiting.advance()
                found[name] = (waiting, waiting.pending[request.side])
    return found


QUESTIONS = questions()


def test_every_kind_of_request_is_among_the_questions() -> None:
    assert {type(request) for _, request in QUESTIONS.values()} == {Choose, Move, Arrange, Plan}


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_answer_breaks_anything(name: str) -> None:
    game, request = QUESTIONS[name]
    before, digest = everything(game.state), game.digest()
    for answer in hostile(request):
        settled = settle(game.state, request, answer)
        if isinstance(settled, Refusal):
            assert settled.reason
            assert str(settled)
        assert everything(game.state) == before
    assert game.digest() == digest


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_a_refusal_calls_the_nearest_is_allowed(name: str) -> None:
    game, request = QUESTIONS[name]
    for answer in hostile(request):
        refused = settle(game.state, request, answer)
        if isinstance(refused, Refusal) and refused.nearest is not None:
            nearest = json.loads(json.dumps(pack(refused.nearest)))
            assert not isinstance(settle(game.state, request, nearest), Refusal), (answer, nearest)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_refusal_is_short_enough_to_be_shown(name: str) -> None:
    game, request = QUESTIONS[name]
    for answer in ("x" * 200_000, ["y"] * 50_000):
        refused = settle(game.state, request, answer)
        assert isinstance(refused, Refusal)
        assert len(refused.reason) < 2000


SHAPES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(answer=SHAPES, wrapped=st.sampled_from(["bare", "path", "part"]))
def test_json_of_any_shape_is_taken_or_refused(answer: Any, wrapped: str) -> None:
    for game, request in QUESTIONS.values():
        length = len(game.state.log)
        keys = request.parts if isinstance(request, Plan) else getattr(request, "figures", ("path",))
        shaped = answer if wrapped == "bare" else {"path": answer} if wrapped == "path" else {next(iter(keys)): answer}
        settle(game.state, request, shaped)
        assert len(game.state.log) == length


@settings(max_examples=60, deadline=None)
@given(points=st.lists(st.tuples(st.floats(-5, 60), st.floats(-5, 60)), max_size=6))
def test_any_way_on_the_table_stays_within_the_move(points: list[tuple[float, float]]) -> None:
    for game, request in QUESTIONS.values():
        if isinstance(request, Move):
            walk = settle(game.state, request, {"path": [list(point) for point in points]})
            if not isinstance(walk, Refusal):
                assert walk.cost <= request.allowance + 1e-6
                assert game.state.table.is_free(
                    game.state.table.bases[request.figure], walk.end, (request.figure, *request.ignoring)
                )
