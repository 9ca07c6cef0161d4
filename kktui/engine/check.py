"""Whether an answer is allowed, and what it comes to on the table.

An answer comes as JSON: an option's id, `{"path": [[x, y], ...], "facing": 90}`, `{"figure": [x, y, facing], ...}`,
or for a plan one answer a part. What rules get back is settled: a checked option, a walk, poses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from kktui.engine.body import walk_together
from kktui.engine.codec import pack, unpack
from kktui.engine.placing import settle_places
from kktui.engine.requests import Arrange, Choose, Move, Plan, Refusal, Request, Single
from kktui.engine.spots import is_number, points_in
from kktui.engine.state import AnyState
from kktui.engine.steering import ARRIVED, steered, turned, why_not_steered
from kktui.table import Walk
from kktui.table.geometry import GRAIN, Point, Pose
from kktui.table.records import altered

MOST_LETTERS = 40
"""How much of a wrong answer is said again."""
MARGIN = 0.05
"""How far short of a forbidden contact the nearest legal move stops."""


def settle(state: AnyState, request: Request, answer: Any) -> Any:
    """What rules get for an answer, or the Refusal."""
    if isinstance(request, Choose):
        return _settle_choice(request, answer)
    if isinstance(request, Move):
        return _settle_move(state, request, answer)
    if isinstance(request, Arrange):
        return settle_places(state, request, answer)
    return _settle_plan(state, request, answer)


def recalled(request: Request, value: Any) -> Any:
    """The settled answer that was written down; the table is trusted, not asked again."""
    if isinstance(request, Choose):
        return value
    if isinstance(request, Move):
        return value if isinstance(value, Walk) else unpack(Walk, value)
    if isinstance(request, Arrange):
        return {key: unpack(Pose, value[key]) for key in request.default}
    return {key: recalled(request.parts[key], item) for key, item in value.items()}


def unfit(request: Request, value: Any) -> str:
    """Why this cannot be a decision about the request, whatever the table says, or nothing."""
    if isinstance(request, Choose):
        return "" if any(option.id == value for option in request.options) else f"{value!r} is not an option"
    if isinstance(request, Plan):
        if not isinstance(value, Mapping) or set(value) != set(request.parts):
            return "it does not name the parts of the plan"
        return next((why for key, part in request.parts.items() if (why := unfit(part, value[key]))), "")
    if isinstance(request, Arrange):
        if not isinstance(value, Mapping) or set(value) != set(request.default):
            return "it names other figures"
        places = all(len(place) == 3 and all(map(is_number, place)) for place in value.values())
        return "" if places else "a place is [x, y, facing]"
    return ""


def as_answer(request: Request, settled: Any) -> Any:
    """The answer that would settle to this: how a recorded decision is given again."""
    if isinstance(request, Move):
        return {"path": pack(settled.aim), "facing": settled.end.facing}
    if isinstance(request, Plan):
        return {key: as_answer(request.parts[key], item) for key, item in settled.items()}
    if isinstance(request, Arrange):
        return {key: pack(pose) for key, pose in settled.items() if pose != request.default.get(key)}
    return pack(settled)


def _settle_choice(request: Choose, answer: Any) -> str | Refusal:
    ids = [option.id for option in request.options]
    if isinstance(answer, str) and answer in ids:
        return answer
    for barred in request.barred:
        if barred.id == answer:
            return replace(barred.why, nearest=barred.why.nearest or ids[0])
    said = answer[:MOST_LETTERS] if isinstance(answer, str) else "that"
    close = get_close_matches(said, ids, 1)
    return Refusal(request.rule, f"'{said}' is not one of {', '.join(ids)}", (close or ids)[0])


def _settle_plan(state: AnyState, request: Plan, answer: Any) -> dict[str, Any] | Refusal:
    if not isinstance(answer, Mapping) or any(key not in request.parts for key in answer):
        return Refusal(request.rule, f"a plan names only {', '.join(request.parts)}")
    settled: dict[str, Any] = {}
    for key, part in request.parts.items():
        given = settle(state, part, answer.get(key, default_answer(part)))
        if isinstance(given, Refusal):
            nearest = None if given.nearest is None else {**answer, key: given.nearest}
            return replace(given, reason=f"{key}: {given.reason}", nearest=nearest)
        settled[key] = given
    return _crowding(request, settled) or settled


def default_answer(part: Single) -> Any:
    """What an unanswered part of a plan stands for: the first option, or staying put."""
    if isinstance(part, Choose):
        return part.options[0].id
    return {"path": []} if isinstance(part, Move) else {}


def _crowding(request: Plan, settled: Mapping[str, Any]) -> Refusal | None:
    """No option may be picked by more parts than the plan allows."""
    if not request.at_most:
        return None
    picked = dict(request.crowded)
    for choice in settled.values():
        if isinstance(choice, str) and choice not in request.free:
            picked[choice] = picked.get(choice, 0) + 1
            if picked[choice] > request.at_most:
                return Refusal(request.rule, f"at most {request.at_most} may pick {choice}")
    return None


def _settle_move(state: AnyState, request: Move, answer: Any) -> Walk | Refusal:
    path = points_in(answer)
    if path is None:
        return Refusal(request.rule, 'a move is {"path": [[x, y], ...]} in inches, of at most 64 points')
    pose = state.table.poses[request.figure]
    swerve = why_not_steered(request.steering, pose, path)
    if swerve:
        straighter = steered(request.steering, pose, path)
        refused = _why_not_walked(state, request, walk_along(state, request, straighter), straighter)
        nearest = {"path": pack(straighter)} if refused is None else refused.nearest
        return Refusal(request.rule_of("turn"), swerve, nearest)
    walk = walk_along(state, request, path)
    refused = _why_not_walked(state, request, walk, path)
    if refused is not None:
        return refused
    return _faced(state, request, walk, answer.get("facing"))


def _faced(state: AnyState, request: Move, walk: Walk, facing: Any) -> Walk | Refusal:
    """A round base ends facing as it likes; a long one may turn on the spot if it goes nowhere."""
    if not isinstance(facing, int) or isinstance(facing, bool):
        return walk
    if state.table.bases[request.figure].round:
        return altered(walk, end=walk.end.facing_to(facing))
    if len(walk.path) > 1:
        return walk
    start = state.table.poses[request.figure]
    most = request.steering.first
    if turned(start.facing, facing) > most:
        return Refusal(request.rule_of("turn"), f"it may turn at most {most}° on the spot", {"path": []})
    end = state.table.turn(request.figure, facing)
    if end.facing != facing % 360:
        return Refusal(request.rule_of("turn"), "there is no room to turn so far", {"path": [], "facing": end.facing})
    return altered(walk, end=end)


def walk_along(state: AnyState, request: Move, path: Sequence[Point]) -> Walk:
    """How a base would go along a path; remembered until something happens."""
    key = (request.figure, tuple(path), request.allowance, request.going, request.ignoring, request.body)
    walk = state.memo.get(key)
    if walk is None:
        if request.body:
            walk = walk_together(state, request, path)
        else:
            walk = state.table.walk(request.figure, path, request.going, request.allowance, request.passing)
        state.memo[key] = walk
    assert isinstance(walk, Walk)
    return walk


def _why_not_walked(state: AnyState, request: Move, walk: Walk, path: Sequence[Point]) -> Refusal | None:
    """A base goes as far as there is room; what is refused is to go further than the move allows, and wrong contact."""
    if _leads_astray(state, request, walk):
        return Refusal(request.rule, "this move has to lead toward the enemy", {"path": pack(request.best)})
    foes = _wrong_contacts(state, request, walk)
    if foes:
        nearest = _nearest(state, request, walk)
        return Refusal(request.rule_of("touch"), f"this move would touch {', '.join(foes)}", nearest)
    if _leads_too_far(request, walk, path):
        why = "that is further than the move allows"
        return Refusal(request.rule_of("far"), why, _nearest(state, request, walk))
    if _misses(state, request, walk):
        return Refusal(request.rule, "contact can be made and must be", {"path": pack(request.best)})
    if _leaves(state, request, walk):
        return Refusal(request.rule, f"the whole move has to keep to the {request.only_on}", {"path": []})
    return None


def _leads_too_far(request: Move, walk: Walk, path: Sequence[Point]) -> bool:
    """Whether a walk was ended by the allowance, and not at one whom it may touch."""
    return _too_far(walk, path) and not any(each in request.may_touch for each in walk.touched)


def _misses(state: AnyState, request: Move, walk: Walk) -> bool:
    """Whether a walk makes no contact though it has to."""
    return request.must_touch and not _makes_contact(state, request, walk)


def _leaves(state: AnyState, request: Move, walk: Walk) -> bool:
    """Whether a walk leaves the kind of ground that it has to keep to."""
    return bool(request.only_on) and not _keeps_to(state, request.only_on, walk)


def _makes_contact(state: AnyState, request: Move, walk: Walk) -> bool:
    """Whether a walk ends in touch with one of those it may touch, or at one whom the side does not see."""
    base = state.table.bases[request.figure]
    touched = walk.touched or state.table.contacts_at(base, walk.end, (request.figure,))
    return any(each in request.may_touch or state.hidden_from(request.side, each) for each in touched)


def _leads_astray(state: AnyState, request: Move, walk: Walk) -> bool:
    """Whether a walk ends no nearer than it began to any of the figures to whom it has to lead."""
    if not request.toward or len(walk.path) < 2:
        return False
    start, end, poses = walk.path[0], walk.path[-1], state.table.poses
    return all(end.to(poses[each].at) >= start.to(poses[each].at) for each in request.toward)


def _wrong_contacts(state: AnyState, request: Move, walk: Walk) -> list[str]:
    """Enemies this move may not touch; whom the side does not see it cannot avoid, and runs into."""
    figures, allowed, side = state.figures, request.may_touch, request.side
    foes = [each for each in walk.touched if figures[each].side != side and each not in allowed]
    return [each for each in foes if not state.hidden_from(side, figures[each].unit)]


def _nearest(state: AnyState, request: Move, walk: Walk) -> dict[str, Any]:
    """As far along the same walk as is sure to be allowed, by trying; else what is proposed, or staying.

    A long base turns by whole degrees, so that a path cut short may lead it a hair's breadth aside.
    """
    for margin in (0.0, MARGIN, 4 * MARGIN, 20 * MARGIN):
        path = short_of(walk, margin)
        if _is_allowed(state, request, walk_along(state, request, path), path):
            return {"path": pack(path)}
    return {"path": pack(request.best) if request.must_touch else []}


def _is_allowed(state: AnyState, request: Move, walk: Walk, path: Sequence[Point]) -> bool:
    """Whether nothing is against a walk."""
    if _leads_astray(state, request, walk) or _wrong_contacts(state, request, walk) or _too_far(walk, path):
        return False
    return not _misses(state, request, walk) and not _leaves(state, request, walk)


def _too_far(walk: Walk, path: Sequence[Point]) -> bool:
    """Whether the allowance ended a walk before its last point."""
    return walk.stopped == "allowance" and walk.end.at.to(path[-1]) > ARRIVED


def _keeps_to(state: AnyState, kind: str, walk: Walk) -> bool:
    """Whether a walk never leaves one kind of ground."""
    legs = zip(walk.path, walk.path[1:], strict=False)
    stretches = (each for one, other in legs for each in state.table.terrain.stretches(one, other))
    return all(kind in stretch.kinds for stretch in stretches if stretch.end - stretch.start > GRAIN)


def short_of(walk: Walk, margin: float) -> list[Point]:
    """The way points of a walk whose last leg ends so much earlier."""
    *before, last = walk.path
    if not before:
        return []
    leg = before[-1].to(last)
    if leg <= margin:
        return before[1:]
    part = (leg - margin) / leg
    start = before[-1]
    return [
        *before[1:],
        Point(start.x + (last.x - start.x) * part, start.y + (last.y - start.y) * part).rounded(),
    ]
