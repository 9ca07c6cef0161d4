"""Dice anyone can check: a keyed hash in counter mode, one stream per purpose, no bias.

A roll is named by its purpose ("3|to hit|red-4": turn, reason, who) and by how often that purpose was rolled
before. So an extra roll in one place never shifts the dice of another, and the order in which equal things are resolved
does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b, sha256
from math import comb
from typing import Any, NamedTuple


class Throw(NamedTuple):
    """What is thrown: `number` dice of `sides`, of which the best `keep` count."""

    number: int
    sides: int
    keep: int

    def shows(self, faces: Any) -> bool:
        """Whether these can be its faces."""
        whole = isinstance(faces, Sequence) and all(type(face) is int for face in faces)
        return whole and len(faces) == self.number and all(1 <= face <= self.sides for face in faces)

    def total(self, faces: tuple[int, ...]) -> int:
        """What the faces come to."""
        return sum(sorted(faces)[self.number - self.keep :]) if self.keep < self.number else sum(faces)


@lru_cache(maxsize=256)
def throw(words: str) -> Throw:
    """Read dice in words.

    >>> throw("2d6"), throw("3d6 best 2")
    (Throw(number=2, sides=6, keep=2), Throw(number=3, sides=6, keep=2))
    """
    dice, _, kept = words.partition(" best ")
    count, _, sides = dice.partition("d")
    number = int(count)
    return Throw(number, int(sides), int(kept) if kept else number)


@lru_cache(maxsize=256)
def faces_of(words: str) -> Mapping[int, int]:
    """Every total of a throw and in how many of the equally likely ways it comes up."""
    thrown = throw(words)
    ways = {(0, 0): 1}
    for face in range(thrown.sides, 0, -1):
        ways = _with_face(thrown, face, ways)
    return dict(sorted((total, count) for (dice, total), count in ways.items() if dice == thrown.number))


def _with_face(thrown: Throw, face: int, ways: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Ways by dice that are down and their total, when any number of the dice left show this face, the lowest yet."""
    more: dict[tuple[int, int], int] = {}
    for (dice, total), count in ways.items():
        left = thrown.number - dice
        for showing in range(left + 1):
            counted = max(0, min(showing, thrown.keep - dice))
            key = dice + showing, total + face * counted
            more[key] = more.get(key, 0) + count * comb(left, showing)
    return more


def commitment(seed: str) -> str:
    """What is shown before turn 1 so that nobody can change the seed later."""
    return sha256(b"kktui seed|" + seed.encode()).hexdigest()


def key_of(seed: str, words: tuple[str, ...] = ()) -> bytes:
    """The key of a battle's dice: its seed and the words the players added."""
    message = b"kktui dice" + b"".join(f"|{len(word.encode())}:{word}".encode() for word in words)
    return blake2b(message, key=sha256(seed.encode()).digest(), digest_size=32).digest()


def faces_from(key: bytes, purpose: str, sides: int, count: int) -> tuple[int, ...]:
    """The faces a purpose shows: bytes of the keyed hash, those that would favour low faces rejected."""
    if sides == 1:
        return (1,) * count
    wide = sides > 256
    fair = (1 << 16) // sides * sides if wide else 256 // sides * sides
    faces: list[int] = []
    block = 0
    while True:
        digest = blake2b(f"{purpose}|{block}".encode(), key=key, digest_size=64).digest()
        numbers = [digest[i] << 8 | digest[i + 1] for i in range(0, 64, 2)] if wide else digest
        for number in numbers:
            if number < fair:
                faces.append(number % sides + 1)
                if len(faces) == count:
                    return tuple(faces)
        block += 1


class Dice:
    """The table's dice of one battle."""

    __slots__ = ("_key", "_thrown")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._thrown: dict[str, int] = {}

    def throw(self, purpose: str, sides: int, count: int) -> tuple[int, ...]:
        """The next faces for a purpose."""
        times = self._thrown.get(purpose, 0)
        self._thrown[purpose] = times + 1
        return faces_from(self._key, f"{purpose}|{times}", sides, count)

    def skip(self, purpose: str) -> None:
        """Count a roll whose faces are already known."""
        self._thrown[purpose] = self._thrown.get(purpose, 0) + 1

    def forget(self) -> None:
        """A new turn begins: no purpose of an older one comes again."""
        self._thrown.clear()

    def mark(self) -> dict[str, int]:
        """What was thrown so far, to come back to."""
        return dict(self._thrown)

    def back_to(self, mark: Mapping[str, int]) -> None:
        """Forget what was thrown since the mark."""
        self._thrown = dict(mark)


class Luck:
    """Chance for a computer player: drawn from its question, so the same question always draws the same."""

    __slots__ = ("_drawn", "_key", "_purpose")

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key = key
        self._purpose = purpose
        self._drawn = 0

    def below(self, number: int) -> int:
        """A whole number from 0 up to, not including, `number`."""
        self._drawn += 1
        digest = blake2b(f"{self._purpose}|{self._drawn}".encode(), key=self._key, digest_size=8).digest()
        return int.from_bytes(digest, "big") * number >> 64

    def part(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self.below(1 << 32) / (1 << 32)
