"""Proves a game: its dice come from the seed it was committed to, its choices are allowed by the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kktui.engine.ask import Answer
from kktui.engine.check import as_answer, recalled, settle
from kktui.engine.codec import pack
from kktui.engine.dice import commitment
from kktui.engine.game import Game
from kktui.engine.requests import Refusal, Request
from kktui.store.keeper import setup_of
from kktui.store.record import Record, plainly
from kktui.store.trouble import MISSHAPEN, Altered

ROUNDING = 0.02
"""Inches by which a path gone along a second time may come out differently."""


@dataclass(slots=True)
class Proof:
    """What was found to be as it should, counted."""

    entries: int = 0
    compared: set[int] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    finished: bool = False

    def lines(self) -> list[str]:
        """What was verified, in sentences."""
        rolls, draws = self.counts.get("roll", 0), self.counts.get("draw", 0)
        choices = self.counts.get("choose", 0) + self.counts.get("place", 0)
        return [
            "the seed is the one committed to before turn 1",
            f"{self.entries} entries form an unbroken chain",
            f"{rolls} rolls and {draws} draws come from that seed",
            f"{choices} choices are allowed by the rules",
            f"{len(self.compared)} digests agree with the battle played again",
            "the battle is over" if self.finished else "the battle is not over yet",
        ]


def prove(record: Record, seed: str) -> Proof:
    """Play the battle again from its seed with the choices written down; Altered at the first mismatch."""
    if commitment(seed) != record.header.commitment:
        raise Altered("the seed is not the one committed to before turn 1")
    record.check_digests()
    game = Game(setup_of(record.header, seed), {})
    if sorted(record.header.seats) != sorted(game.state.sides):
        raise Altered("its seats are not those of the two sides")
    proof = Proof(entries=len(record.entries))
    while True:
        _compare(game, record, proof)
        if len(game.answers) >= len(record.answers) and game.steps >= record.steps:
            break
        if game.pending:
            _give(game, record)
        elif not game.step() and not game.pending:
            break
    _compare(game, record, proof)
    if record.waiting and not game.pending:
        game.step()
        _compare(game, record, proof)
    _all_there(game, record)
    proof.finished = game.over
    return proof


def _give(game: Game, record: Record) -> None:
    """Every side asked gives the choice written down for it, if the rules still allow it."""
    for request in game.pending.copy().values():
        place = len(game.answers) + len(game.held)
        if place >= len(record.answers):
            raise Altered(f"{request.side} is asked for {request.what}, and no answer is written down")
        given = record.answers[place]
        if given.kind == "end":
            game.break_off(given)
            return
        if given.by != request.side:
            raise Altered(f"answer {place + 1} is by {given.by}, but {request.side} is asked")
        named = f"answer {place + 1}, {given.what} by {given.by}"
        game.take(request.side, _lawful(game, request, given, named))


def _lawful(game: Game, request: Request, given: Answer, named: str) -> Any:
    """The choice as it was settled then, if it still comes to the same."""
    try:
        then = recalled(request, given.value)
        today = settle(game.state, request, as_answer(request, then))
    except MISSHAPEN:
        raise Altered(f"{named}, cannot be read") from None
    if isinstance(today, Refusal):
        raise Altered(f"{named}, is against the rules: {today}")
    if not _same(pack(today), pack(then)):
        raise Altered(f"{named}, says {_short(then)}, but the rules make it {_short(today)}")
    return then


def _same(today: Any, then: Any) -> bool:
    """Alike up to the rounding of a path that is gone along a second time."""
    if isinstance(today, dict) and isinstance(then, dict):
        skipped = {"stopped"} if "stopped" in today else set()
        return today.keys() == then.keys() and all(_same(today[k], then[k]) for k in today.keys() - skipped)
    if isinstance(today, list) and isinstance(then, list):
        return len(today) == len(then) and all(map(_same, today, then))
    if isinstance(today, float) and isinstance(then, float):
        return abs(today - then) <= ROUNDING
    return bool(today == then)


def _compare(game: Game, record: Record, proof: Proof) -> None:
    """Everything new in the battle played again is as it was written."""
    seen = sum(proof.counts.values())
    for place, ours in enumerate(game.answers[seen:], seen):
        if place >= len(record.answers):
            raise Altered(f"the battle goes on to {ours.kind} {ours.what}, and that is not written down")
        _alike(ours, record.answers[place], place + 1)
        proof.counts[ours.kind] = proof.counts.get(ours.kind, 0) + 1
    known = record.digests.get(len(game.state.log))
    if known is not None:
        if known != game.digest():
            raise Altered(f"the digest after {len(game.state.log)} events is not the one written")
        proof.compared.add(len(game.state.log))


def _alike(ours: Answer, theirs: Answer, number: int) -> None:
    if ours[:3] != theirs[:3]:
        raise Altered(f"answer {number} is {theirs.kind} {theirs.what}, but it is {ours.kind} {ours.what} now")
    if plainly(pack(ours.value)) != plainly(pack(theirs.value)):
        shows = "the seed gives" if ours.by == "table" else "the rules make it"
        raise Altered(f"answer {number}, {theirs.what}, says {_short(theirs.value)}, but {shows} {_short(ours.value)}")


def _short(value: Any) -> str:
    text = plainly(pack(value))
    return text if len(text) <= 80 else text[:77] + "..."


def _all_there(game: Game, record: Record) -> None:
    if len(game.answers) != len(record.answers) or len(game.state.log) != len(record.events):
        raise Altered(f"the battle ends after {len(game.answers)} of {len(record.answers)} answers written")
