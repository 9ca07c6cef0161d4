"""The questions a rule can put to a side, and what may be answered.

There are four: pick one option (`Choose`), move a base along a path (`Move`), place several bases (`Arrange`),
and answer several of these at once (`Plan`). A request carries its options; what lists them is what checks them.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any

from kktui.table import EVERYBODY, Going, Walk
from kktui.table.geometry import Point, Pose
from kktui.table.records import quick


@quick
@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not, by which rule, and the nearest thing that is allowed (as an answer), if any."""

    rule: str
    reason: str
    nearest: Any = None

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


@quick
@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be picked; `target` is the figure, unit or zone it points at."""

    id: str
    target: str = ""
    word: str = ""
    """The word for it in the rulebook, if that is not its id."""


@dataclass(frozen=True, slots=True)
class Barred:
    """An option one might expect, and why it is not there."""

    id: str
    why: Refusal


@dataclass(frozen=True, slots=True)
class Steering:
    """How a base may turn on its way: the first turn, how many later ones, how sharp, and where."""

    first: int = 180
    turns: int = 99
    sharp: int = 180
    halfway: bool = False
    """No turn before half the way is behind it: no leg is longer than the one before."""


FREELY = Steering()


@quick
@dataclass(frozen=True, slots=True)
class Choose:
    """Pick one option. The first one is the sensible default."""

    side: str
    what: str
    about: str
    options: tuple[Option, ...]
    rule: str = ""
    barred: tuple[Barred, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Move:
    """Take a base along a path. `may_touch` are the enemies it may come into contact with."""

    side: str
    what: str
    figure: str
    allowance: float
    going: Going
    rule: str = ""
    steering: Steering = FREELY
    ignoring: tuple[str, ...] = ()
    may_touch: tuple[str, ...] = ()
    must_touch: bool = False
    """Contact can be made, and so must be."""
    only_on: str = ""
    """The kind of ground the whole path has to keep to, such as a road."""
    toward: tuple[str, ...] = ()
    """Figures to one of whom the move has to lead nearer, if it leads anywhere."""
    best: tuple[Point, ...] = ()
    """A path that does what the move is for."""
    body: tuple[str, ...] = ()
    """Others who go the same way at his side, so that all halt when one of them is held."""
    at_once: bool = False
    """Everybody moves at the same time, so that only the ground and the table's edge are in the way."""
    by: Mapping[str, str] = field(default_factory=dict)
    """The rules of its turns, its length and whom it touches ("turn", "far", "touch"), where they have their own."""

    def rule_of(self, what: str) -> str:
        """The rule by which a turn, a length or a contact is refused."""
        return self.by.get(what, self.rule)

    @property
    def passing(self) -> Container[str]:
        """Whose bases are not in the way."""
        return EVERYBODY if self.at_once else self.ignoring

    @property
    def about(self) -> str:
        return self.figure


@quick
@dataclass(frozen=True, slots=True)
class Arrange:
    """Place several bases: within `radius` of the leader's new pose, or inside a zone.

    An answer names poses for some or all of the figures; `default` serves for the rest.
    """

    side: str
    what: str
    about: str
    figures: tuple[str, ...]
    default: Mapping[str, Pose]
    rule: str = ""
    leader: str = ""
    lead: Walk | None = None
    """How the leader went; the others are placed round his new pose."""
    radius: float = 0.0
    zone: str = ""
    going: Going | None = None
    may_touch: tuple[str, ...] = ()
    allowances: Mapping[str, float] = field(default_factory=dict)
    """How far each may go at most, if that is limited: by what the ground costs him."""


Single = Choose | Move | Arrange


@quick
@dataclass(frozen=True, slots=True)
class Plan:
    """Answer several requests in one go, as for chits or targets.

    No option may be picked by more than `at_most` parts.
    """

    side: str
    what: str
    about: str
    parts: Mapping[str, Single]
    rule: str = ""
    at_most: int = 0
    secret: bool = False
    free: frozenset[str] = field(default_factory=frozenset)
    """Options that `at_most` does not limit, such as holding."""
    crowded: Mapping[str, int] = field(default_factory=dict)
    """How often an option has been picked before, which counts toward `at_most`."""


Request = Single | Plan
