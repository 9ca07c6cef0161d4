"""What can happen under Argad!, beyond what happens in any battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kktui.engine.events import ROUT, Event, Veils
from kktui.engine.modifiers import Modifier
from kktui.rules.argad.figures import UPRIGHT, Battle, Tread


@dataclass(frozen=True, slots=True)
class Afresh(Event):
    """A turn begins: what was done in the last one is done, and who stood still has loaded."""

    loaded: tuple[str, ...]
    still_at: Mapping[str, tuple[str, ...]]
    """Who is still in contact with enemies he came upon."""
    rule: str = "AR-2.1"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.moved = notes.shot = notes.named = notes.tested = False
        notes.blows = ()
        for key, man in state.figures.items():
            man.tread, man.charging, man.came_at = None, (), self.still_at.get(key, ())
            man.shot = man.fought = man.thrown = man.pinned = man.rose = False
        for key in self.loaded:
            state.figures[key].to_load -= 1
        state.places.clear()


@dataclass(frozen=True, slots=True)
class TookPosture(Event):
    """Men crouch or stand up."""

    postures: Mapping[str, str]
    rule: str = "AR-3.5"

    def apply(self, state: Battle) -> None:
        for key, posture in self.postures.items():
            man = state.figures[key]
            man.posture, man.rose = posture, posture == UPRIGHT
        state.places.clear()

    def veils(self, state: Battle) -> Veils:
        if not any(state.units[state.figures[key].unit].hidden for key in self.postures):
            return None
        return {side: self._known_to(state, side) for side in state.viewers}

    def _known_to(self, state: Battle, side: str) -> Event | None:
        seen = {key: each for key, each in self.postures.items() if not state.hidden_from(side, key)}
        return TookPosture(seen) if seen else None


@dataclass(frozen=True, slots=True)
class Formed(Event):
    """Men of a unit form close order where they stand, or break it up when there are none."""

    unit: str
    ranks: tuple[str, ...]
    facing: int
    rule: str = "AR-3.2"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].ranks = self.ranks
        for each in self.ranks:
            man = state.figures[each]
            man.posture = UPRIGHT
            state.stand(each, man.place.facing_to(self.facing))

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class LeftRanks(Event):
    """A man is in close order no longer."""

    figure: str
    rule: str = "AR-3.2"

    def apply(self, state: Battle) -> None:
        band = state.units[state.figures[self.figure].unit]
        band.ranks = tuple(each for each in band.ranks if each != self.figure)


@dataclass(frozen=True, slots=True)
class Slowed(Event):
    """The slowing dice of a move: what is left of it, or that it is blocked."""

    figure: str
    ground: str
    dice: tuple[int, ...]
    rate: int
    cm: float
    """What is left of the move."""
    blocked: str
    """"blocked", or empty."""
    rule: str = "AR-3.3"


@dataclass(frozen=True, slots=True)
class Crawled(Event):
    """How far a man gets who moves crouched."""

    figure: str
    roll: int
    cm: float
    rule: str = "AR-3.5"


@dataclass(frozen=True, slots=True)
class Underway(Event):
    """The movement of the turn is done: how everybody moved, who came upon whom, and who charges."""

    treads: Mapping[str, Tread]
    pinned: tuple[str, ...]
    """Who was in contact with an enemy when it began."""
    came_at: Mapping[str, tuple[str, ...]]
    charging: Mapping[str, tuple[str, ...]]
    rule: str = "AR-2.1"

    def apply(self, state: Battle) -> None:
        state.notes.moved = True
        state.places.clear()
        figures = state.figures
        for key, tread in self.treads.items():
            figures[key].tread = tread
        for key in self.pinned:
            figures[key].pinned = True
        for key, foes in self.came_at.items():
            figures[key].came_at = (*figures[key].came_at, *foes)
            figures[key].posture = UPRIGHT
        for key, foes in self.charging.items():
            figures[key].charging = foes


@dataclass(frozen=True, slots=True)
class CameUpon(Event):
    """A man has come into contact with enemies."""

    figure: str
    foes: tuple[str, ...]
    manner: str
    """"charges" or "meets"."""
    rule: str = "AR-2.1"


@dataclass(frozen=True, slots=True)
class FellShort(Event):
    """A man, or a close order as one, came less far than ordered."""

    figure: str
    """The man, or the unit whose close order it is."""
    cm: float
    ordered: float
    man: str
    """Who of a close order was held, so that all of it halted."""
    held: str
    """"friend", "foe", "turn", "line" or "area"."""
    by: tuple[str, ...]
    rule: str = "AR-2.1"

    def veils(self, state: Battle) -> Veils:
        """Who does not know of all who are named is told nothing."""
        named = (self.figure, *self.by)
        unknowing = [side for side in state.viewers if any(state.hidden_from(side, each) for each in named)]
        return dict.fromkeys(unknowing) if unknowing else None


@dataclass(frozen=True, slots=True)
class Shot(Event):
    """One missile, and what came of it."""

    figure: str
    target: str
    weapon: str
    cm: float
    needs: int
    modifiers: tuple[Modifier, ...]
    roll: int
    """The natural die: 7 after two sixes."""
    outcome: str
    reload: int
    rule: str = "AR-4.2"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.shot, man.to_load, man.posture = True, self.reload, UPRIGHT


@dataclass(frozen=True, slots=True)
class ShootingDone(Event):
    """All have shot who wished to."""

    rule: str = "AR-4.2"

    def apply(self, state: Battle) -> None:
        state.notes.shot = True


@dataclass(frozen=True, slots=True)
class Named(Event):
    """Everybody in melee has named the one he strikes at."""

    blows: tuple[tuple[str, str], ...]
    rule: str = "AR-5.7"

    def apply(self, state: Battle) -> None:
        state.notes.named, state.notes.blows = True, self.blows
        for pair in self.blows:
            for each in pair:
                state.figures[each].fought, state.figures[each].posture = True, UPRIGHT


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """One blow, and what came of it."""

    figure: str
    target: str
    weapon: str
    modifiers: tuple[Modifier, ...]
    roll: int
    """The natural die: 7 after two sixes."""
    needs: int
    """The target's class."""
    armour: int
    """The target's armour where that is above his class, else 0."""
    outcome: str
    rule: str = "AR-5.2"


@dataclass(frozen=True, slots=True)
class BlowsDone(Event):
    """The weapons of one length have struck; these are still to come."""

    blows: tuple[tuple[str, str], ...]
    rule: str = "AR-5.1"

    def apply(self, state: Battle) -> None:
        state.notes.blows = self.blows


@dataclass(frozen=True, slots=True)
class Recoiled(Event):
    """A man is made to recoil; what follows says whether he had room."""

    figure: str
    by: str
    room: str
    """"", or "cramped" when he had none and stands."""
    rule: str = "AR-5.6"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.thrown = True
        if self.room:
            man.cramped = state.turn


@dataclass(frozen=True, slots=True)
class Wavered(Event):
    """A side looks to its courage (option)."""

    side: str
    roll: int
    modifiers: tuple[Modifier, ...]
    needs: int
    outcome: str
    rule: str = "AR-6.1"

    @property
    def mark(self) -> str:
        return ROUT if self.outcome == "leave" else ""


@dataclass(frozen=True, slots=True)
class Steadied(Event):
    """Side morale has been looked to for this turn."""

    rule: str = "AR-6.1"

    def apply(self, state: Battle) -> None:
        state.notes.tested = True
