"""What is half decided, written down and read again: for whoever comes back when the host itself was gone."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any, NamedTuple

from kktui.engine.requests import Arrange, Choose, Move, Plan, Request
from kktui.table.geometry import Point, Pose

PLACES = {"point": Point, "pose": Pose}


class Draft(NamedTuple):
    """How far somebody had come: with which question, when the log was how long."""

    length: int
    question: str
    """The question's fingerprint: another one is not taken for it."""
    half: Any


def fingerprint(request: Request) -> str:
    """What tells a question from another in any process: what may be answered to it."""
    return blake2b(json.dumps(_gist(request)).encode(), digest_size=12).hexdigest()


def _gist(request: Request) -> list[Any]:
    facts: list[Any] = [type(request).__name__, request.side, request.what, request.about]
    if isinstance(request, Plan):
        return [*facts, [[key, _gist(part)] for key, part in request.parts.items()]]
    if isinstance(request, Choose):
        return [*facts, [option.id for option in request.options]]
    if isinstance(request, Arrange):
        return [*facts, list(request.default)]
    assert isinstance(request, Move)
    return [*facts, request.allowance]


def written(draft: Draft) -> str:
    """A draft as one line; empty if a face has noted something that cannot be written."""
    try:
        return json.dumps([draft.length, draft.question, _packed(draft.half)])
    except TypeError:
        return ""


def read(line: str) -> Draft:
    length, question, half = json.loads(line)
    return Draft(length, question, _unpacked(half))


def _packed(value: Any) -> Any:
    """Places and tuples keep what they are; everything else is as JSON has it."""
    if isinstance(value, Point | Pose):
        return {type(value).__name__.lower(): list(value)}
    if isinstance(value, tuple):
        return {"tuple": [_packed(each) for each in value]}
    if isinstance(value, dict):
        return {"dict": [[key, _packed(each)] for key, each in value.items()]}
    return [_packed(each) for each in value] if isinstance(value, list) else value


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(each) for each in value]
    if not isinstance(value, dict):
        return value
    [(kind, content)] = value.items()
    if kind == "dict":
        return {key: _unpacked(each) for key, each in content}
    return tuple(map(_unpacked, content)) if kind == "tuple" else PLACES[kind](*content)
