"""A battle as its author describes it, in words that belong to no ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kktui.table.geometry import Pose
from kktui.table.terrain import Ground

Value = int | float | str | bool

RANKS = ("servant", "peasant", "soldier", "sergeant", "squire", "man-at-arms", "knight", "lord")
TRAINING = ("raw", "trained", "veteran", "elite")
ARMOUR = (
    "helmet", "closed-helm", "gambeson", "leather", "mail-shirt", "long-mail", "coat-of-plates", "plate",
    "limb-mail", "limb-plate",
)  # fmt: skip
SHIELDS = ("none", "small", "large", "pavise")
WEAPONS = (
    "dagger", "short-sword", "sword", "falchion", "mace", "axe", "warhammer", "club", "staff", "farm-tool",
    "two-handed-sword", "two-handed-axe", "two-handed-tool", "halberd", "bill", "poleaxe", "goedendag", "spear",
    "long-spear", "pike", "lance", "javelin", "throwing-axe", "stones", "sling", "short-bow", "longbow",
    "light-crossbow", "crossbow", "heavy-crossbow", "handgun", "cannon",
)  # fmt: skip
MOUNTS = ("none", "nag", "riding-horse", "war-horse", "barded-war-horse")
TRAITS = (
    "berserker", "unreliable", "skirmisher", "zealot", "crossbow-team", "loader", "seasoned", "standard-bearer",
    "leadership", "hero", "dwarf", "mascot", "comrade", "giant", "brigand", "relentless", "spare-horse",
    "poisoned-weapon",
)  # fmt: skip
GOALS = ("hold-zone", "kill-leader", "exit-table", "points", "last-standing")
EDGES = ("north", "east", "south", "west")
FORMATIONS = ("open", "line", "column", "close-order", "pavise-wall", "schiltron")
POSTURES = ("attack", "defend")
TRIGGERS = ("turn", "enemy-within", "signal", "attacked")


@dataclass(frozen=True, slots=True)
class Recruit:
    """One man in neutral words; each ruleset enlists him into a profile of its own."""

    id: str
    name: str
    rank: str = "soldier"
    training: str = "trained"
    armour: tuple[str, ...] = ()
    shield: str = "none"
    weapons: tuple[str, ...] = ("sword",)
    mount: str = "none"
    traits: tuple[str, ...] = ()
    at: Pose | None = None
    overrides: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    """Per ruleset id, numbers of its own profile that this man has instead of the usual ones."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """`first` until the trigger, then `then`: "defend until enemy-within 8, then attack"."""

    first: str
    until: str
    number: float
    then: str


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit as the author lists it: its men, who leads it and how it comes to the table."""

    id: str
    name: str
    side: str
    recruits: tuple[Recruit, ...]
    leader: str = ""
    """The recruit's id; empty when nobody leads."""
    commander: str = ""
    """The troop id of the knight or lord set over this one; empty when none is."""
    zone: str = ""
    """The zone it deploys in; empty when its men have fixed places."""
    facing: int = 0
    formation: str = "open"
    hidden: bool = False
    arrives: int = 0
    """The turn it comes on; 0 is there from the start."""
    edge: str = ""
    """The table edge a reinforcement enters by."""
    orders: StandingOrder | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """One side of the battle."""

    id: str
    name: str
    edge: str
    """Its own table edge, where routers go."""
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """One way to win: `side` wins when it holds the zone, the named figure falls, enough men exit ..."""

    side: str
    kind: str
    zone: str = ""
    figure: str = ""
    edge: str = ""
    number: int = 0
    by_turn: int = 0
    """Judged when this turn ends; 0 judges it at the end of every turn."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything a ruleset needs to set up the battle."""

    id: str
    title: str
    text: str
    ground: Ground
    parties: tuple[Party, ...]
    troops: tuple[Troop, ...]
    goals: tuple[Goal, ...] = ()
    turns: int = 12
    rules: str = ""
    """The ruleset the author had in mind; any other may be played."""
    rulings: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    """Per ruleset id, switches of its rulebook that the author sets."""
