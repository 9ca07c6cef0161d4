"""A game as it is written down: a header, then entries, each hashed together with all that went before it.

An entry is what one step added: answers, events, a digest of the battle so far. Taking back is an entry too,
one that says how much of the earlier ones still holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from typing import Any

from kktui.engine.ask import Answer
from kktui.engine.codec import pack
from kktui.store.trouble import MISSHAPEN, Altered

HUMAN = "human"
FORMAT = 1
LARGEST = 10**9
"""No battle has more turns or steps."""
_TIME = re.compile(r"[ -~]{1,40}")


def plainly(value: Any) -> str:
    """The one way this value is written as JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True)
class Header:
    """What was settled before the first step."""

    title: str
    scenario: str
    """The scenario and its map as one text."""
    ruleset: str
    version: str
    """The kktui that began the game."""
    house: Mapping[str, Any]
    words: tuple[str, ...]
    commitment: str
    seats: Mapping[str, str]
    """Side to "human" or the level of the computer player."""
    created: str

    def hash(self) -> str:
        """The beginning of the chain."""
        return sha256(b"kktui game 1\n" + plainly(pack(self)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Step:
    """One entry. `kept` says how many answers and events of before still hold; fewer than all is an undo."""

    at: str
    """The time it was written."""
    turn: int
    """The turn in which its answers were given."""
    kept: tuple[int, int]
    answers: tuple[tuple[str, str, str, Any], ...]
    events: tuple[str, ...]
    """Each event as JSON."""
    steps: int
    """How many steps of the battle are complete."""
    waiting: bool
    held: Mapping[str, Any]
    """Answers given face down that wait for another side's."""
    digest: str

    def text(self) -> str:
        """As JSON in its own order: figures placed in another order make another battle."""
        return json.dumps(pack(self), separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def chained(before: str, text: str) -> str:
    """The hash of an entry, which covers everything before it."""
    return sha256(f"{before}\n{text}".encode()).hexdigest()


def step_from(content: Any) -> Step:
    """An entry read back; Altered when it is not one."""
    try:
        kept = int(content["kept"][0]), int(content["kept"][1])
        held = content.get("held", {})
        held = dict(json.loads(held) if isinstance(held, str) else held)
        given = content.get("answers", ())
        answers = tuple((str(kind), str(by), str(what), value) for kind, by, what, value in given)
        events = tuple(str(event) for event in content.get("events", ()))
        return Step(
            at=_time(content["at"]),
            turn=_count(content["turn"]),
            kept=kept,
            answers=answers,
            events=events,
            steps=_count(content["steps"]),
            waiting=bool(content["waiting"]),
            held=held,
            digest=str(content["digest"]),
        )
    except MISSHAPEN:
        raise Altered("an entry of the game is not as kktui writes it") from None


def is_time(text: str) -> bool:
    """Whether this may stand where a time is written down: a few plain characters."""
    return _TIME.fullmatch(text) is not None


def _time(value: Any) -> str:
    if not is_time(str(value)):
        raise ValueError("no time")
    return str(value)


def _count(value: Any) -> int:
    if not 0 <= int(value) <= LARGEST:
        raise ValueError("no count")
    return int(value)


def fingerprint(before: bytes, events: Iterable[str]) -> bytes:
    """The digest of a battle from its events alone, as `Game.digest` counts it."""
    for event in events:
        line = json.dumps(json.loads(event), sort_keys=True, separators=(",", ":"))
        before = blake2b(before + line.encode(), digest_size=16).digest()
    return before


@dataclass(slots=True)
class Record:
    """A whole game: its header, its entries, and what they come to."""

    header: Header
    entries: list[Step] = field(default_factory=list)
    tip: str = ""
    """The hash of the last entry."""
    answers: list[Answer] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    """The turn of each answer."""
    events: list[str] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)
    """The digest after so many events."""

    def __post_init__(self) -> None:
        entries, self.entries = self.entries, []
        self.tip = self.header.hash()
        for each in entries:
            self.add(each)

    @property
    def steps(self) -> int:
        return self.entries[-1].steps if self.entries else 0

    @property
    def waiting(self) -> bool:
        return bool(self.entries) and self.entries[-1].waiting

    @property
    def held(self) -> Mapping[str, Any]:
        return self.entries[-1].held if self.entries else {}

    @property
    def result(self) -> Mapping[str, Any] | None:
        """How the battle ended, if it has."""
        try:
            last = json.loads(self.events[-1]) if self.events else {}
        except MISSHAPEN:
            return None
        return last if isinstance(last, dict) and last.get("event") == "Ended" else None

    def add(self, step: Step) -> None:
        """Append an entry."""
        answers, events = step.kept
        if not (0 <= answers <= len(self.answers) and 0 <= events <= len(self.events)):
            raise Altered(f"entry {len(self.entries) + 1} goes back to a place the game has never been at")
        del self.answers[answers:], self.turns[answers:], self.events[events:]
        self.digests = {count: each for count, each in self.digests.items() if count <= events}
        self.answers += [Answer(*given) for given in step.answers]
        self.turns += [step.turn] * len(step.answers)
        self.events += step.events
        self.digests[len(self.events)] = step.digest
        self.entries.append(step)
        try:
            self.tip = chained(self.tip, step.text())
        except MISSHAPEN:
            raise Altered(f"entry {len(self.entries)} of the game holds what no game can hold") from None

    def check_digests(self) -> None:
        """Whether the events as written give the digests as written."""
        known, done = b"", 0
        for count in sorted(self.digests):
            try:
                known = fingerprint(known, self.events[done:count])
            except MISSHAPEN:
                raise Altered(f"an event before number {count + 1} cannot be read") from None
            done = count
            if known.hex() != self.digests[count]:
                raise Altered(f"the events up to number {count} do not give the digest written with them")


def packed(answers: Sequence[Answer]) -> tuple[tuple[str, str, str, Any], ...]:
    """Answers as they are written down."""
    return tuple((each.kind, each.by, each.what, pack(each.value)) for each in answers)
