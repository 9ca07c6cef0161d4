"""What can happen under Knights & Knaves, beyond what happens in any battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from kktui.engine.events import RALLY, ROUT, WOUND, Event, Veils
from kktui.engine.modifiers import Modifier
from kktui.engine.scenario import StandingOrder
from kktui.engine.state import FIELDED
from kktui.rules.knights_knaves.figures import GALLOP, STAND, Battle, Man
from kktui.table.geometry import FOOT, MOUNTED


class OfFigure:
    """An event about one figure: nobody else sees it while his unit is hidden."""

    __slots__ = ()
    figure: str

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.figure)


class OfUnit:
    """An event about one unit: nobody else sees it while it is hidden."""

    __slots__ = ()
    unit: str

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


# The turn.


@dataclass(frozen=True, slots=True)
class TurnedOver(Event):
    """A new turn: yesterday's chits, moves and blows are wiped off."""

    rule: str = "KK-2.1"

    def apply(self, state: Battle) -> None:
        for man in state.figures.values():
            man.before, man.gait, man.order, man.foe, man.pace = man.gait, STAND, "", "", ""
            man.commanded = man.ready = man.moved = man.shot = man.fought = man.struck = False
            man.ridden_down, man.fresh, man.grief, man.checked = (), man.stamina, 0, ()
        for unit in state.units.values():
            unit.turned, unit.leader_rolled = False, ""
        state.notes.done = ()


@dataclass(frozen=True, slots=True)
class Done(Event):
    """A part of a phase is over."""

    step: str
    rule: str = "KK-2.1"

    def apply(self, state: Battle) -> None:
        state.notes.done = (*state.notes.done, self.step)


# Morale.


@dataclass(frozen=True, slots=True)
class Checked(OfFigure, Event):
    """A figure looked to its courage."""

    figure: str
    cause: str
    base: int
    modifiers: tuple[Modifier, ...]
    needs: int
    """The modified morale that the die has to be below."""
    roll: int
    outcome: str
    """passes or routs."""
    key: str
    """The phase and the cause, which do not come again this turn."""
    rule: str = "KK-3.10"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.checked = (*man.checked, self.key)


@dataclass(frozen=True, slots=True)
class Routed(OfFigure, Event):
    """A figure takes to its heels, or goes on running."""

    figure: str
    beside: tuple[str, ...]
    """Adjacent friends, who see it."""
    behind: tuple[str, ...]
    """Friends within 2 inches who have him before them, though a wall is between."""
    rule: str = "KK-3.11"

    @property
    def mark(self) -> str:
        return ROUT

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.routing, man.order, man.foe = True, "", ""
        witness(state, self.beside, self.behind, man)


@dataclass(frozen=True, slots=True)
class Rallied(OfFigure, Event):
    """A routing figure takes heart again."""

    figure: str
    rule: str = "KK-3.1"

    @property
    def mark(self) -> str:
        return RALLY

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].routing = False


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """All who had to check their morale have, or need not any more."""

    rule: str = "KK-3.12"

    def apply(self, state: Battle) -> None:
        state.notes.to_check = ()


def witness(state: Battle, beside: Iterable[str], behind: Iterable[str], gone: Man) -> None:
    """Friends saw him go: the adjacent grieve, and all of them have to check.  [KK-3.5, KK-3.9]"""
    notes = state.notes
    for each in beside:
        state.figures[each].grief += 1
    every = state.book.switch("checks") == "every friend"
    cause = f"friend {gone.id}" if every else "friend"
    due = [(each, cause) for each in (*beside, *behind)]
    notes.to_check = (*notes.to_check, *(each for each in due if each not in notes.to_check))


# Command and orders.


@dataclass(frozen=True, slots=True)
class Ordered(OfUnit, Event):
    """A unit's standing order is written."""

    unit: str
    words: str
    orders: StandingOrder | None
    rule: str = "KK-4.5"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].orders = self.orders


@dataclass(frozen=True, slots=True)
class Written(Event):
    """All standing orders are written."""

    rule: str = "KK-4.5"

    def apply(self, state: Battle) -> None:
        state.notes.written = True


@dataclass(frozen=True, slots=True)
class Signalled(Event):
    """A lord gives the signal, or waits."""

    side: str
    given: bool
    rule: str = "KK-4.5"

    def apply(self, state: Battle) -> None:
        if self.given:
            state.notes.signalled = (*state.notes.signalled, self.side)


@dataclass(frozen=True, slots=True)
class Commanded(OfUnit, Event):
    """Whom of a unit the lord's word reaches this turn."""

    unit: str
    within: tuple[str, ...]
    """Those in command."""
    beyond: tuple[str, ...]
    rule: str = "KK-4.1"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].called = state.turn
        for each in self.within:
            state.figures[each].commanded = True


@dataclass(frozen=True, slots=True)
class Heeded(OfUnit, Event):
    """The leader of a unit whose moment has come acts on his standing order, or misses it."""

    unit: str
    roll: int
    needs: int
    heeded: bool
    rule: str = "KK-4.5"

    def apply(self, state: Battle) -> None:
        if self.heeded:
            unit = state.units[self.unit]
            unit.second = unit.turned = True


@dataclass(frozen=True, slots=True)
class Readied(OfUnit, Event):
    """Who of a unit in command is ready to shoot, by the dice."""

    unit: str
    rolls: Mapping[str, int]
    again: Mapping[str, int]
    """The second dice of handgunners."""
    ready: tuple[str, ...]
    rule: str = "KK-4.2"

    def apply(self, state: Battle) -> None:
        for each in self.ready:
            state.figures[each].ready = True


@dataclass(frozen=True, slots=True)
class Turned(OfUnit, Event):
    """The chits of a unit are turned up."""

    reveals: ClassVar[bool] = True
    unit: str
    chits: Mapping[str, str]
    rule: str = "KK-5.1"

    def apply(self, state: Battle) -> None:
        for each, chit in self.chits.items():
            state.figures[each].order = chit


@dataclass(frozen=True, slots=True)
class Uncontrolled(OfFigure, Event):
    """A figure out of command does as the dice will."""

    figure: str
    row: str
    roll: int
    modifiers: tuple[Modifier, ...]
    result: str
    leads: bool
    """He is his unit's leader: his men look to him."""
    rule: str = "KK-5.2"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.order = self.result
        if self.leads:
            state.units[man.unit].leader_rolled = self.result


@dataclass(frozen=True, slots=True)
class Marked(OfUnit, Event):
    """All of a unit have their orders."""

    unit: str
    rule: str = "KK-5.1"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].marked = state.turn


# Movement.


@dataclass(frozen=True, slots=True)
class Panicked(OfFigure, Event):
    """A wounded horse is looked to."""

    figure: str
    roll: int
    modifiers: tuple[Modifier, ...]
    result: str
    rule: str = "KK-6.2"

    def apply(self, state: Battle) -> None:
        if self.result != "no effect":
            man = state.figures[self.figure]
            man.order, man.foe = f"horse {self.result}", ""


@dataclass(frozen=True, slots=True)
class Declared(OfFigure, Event):
    """A figure is to charge."""

    figure: str
    foe: str
    gait: str
    rule: str = "KK-6.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.foe, man.pace = self.foe, self.gait


@dataclass(frozen=True, slots=True)
class MarchOrder(Event):
    """Who moves when, by horse, speed and die."""

    figures: tuple[str, ...]
    roll: int
    """The die between the sides, 0 when none was thrown."""
    side: str
    """Whose figures go first among equals."""
    rule: str = "KK-6.1"

    def apply(self, state: Battle) -> None:
        state.notes.queue = self.figures

    def veils(self, state: Battle) -> Veils:
        secret = {side: [each for each in self.figures if state.hidden_from(side, each)] for side in state.viewers}
        if not any(secret.values()):
            return None
        return {
            side: MarchOrder(tuple(each for each in self.figures if each not in hidden), self.roll, self.side)
            for side, hidden in secret.items()
        }


@dataclass(frozen=True, slots=True)
class Following(OfUnit, Event):
    """Men go with their leader, each to his place beside him."""

    unit: str
    places: Mapping[str, tuple[float, float]]
    rule: str = "KK-6.1"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.following = {**notes.following, **self.places}
        notes.queue = (*self.places, *(each for each in notes.queue if each not in self.places))


@dataclass(frozen=True, slots=True)
class Went(OfFigure, Event):
    """How a figure has moved, and what it cost."""

    figure: str
    gait: str
    tired: int
    """Temporary levels of fatigue it costs."""
    rule: str = "KK-6.3"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.gait = self.gait
        man.moved = man.moved or self.gait != STAND
        man.tired += self.tired
        drop_from_queue(state, self.figure)


def drop_from_queue(state: Battle, figure: str) -> None:
    """He has had his move."""
    notes = state.notes
    if figure in notes.queue:
        notes.queue = tuple(each for each in notes.queue if each != figure)
    if figure in notes.following:
        notes.following = {key: place for key, place in notes.following.items() if key != figure}


@dataclass(frozen=True, slots=True)
class ChargedHome(OfFigure, Event):
    """A charge ends in base contact."""

    figure: str
    foes: tuple[str, ...]
    gait: str
    rule: str = "KK-6.8"

    def apply(self, state: Battle) -> None:
        if self.gait == GALLOP:
            state.figures[self.figure].ridden_down = self.foes
        for each in self.foes:
            state.units[state.figures[each].unit].attacked = True


@dataclass(frozen=True, slots=True)
class FellShort(OfFigure, Event):
    """A charge does not come home: out of reach, or nobody left to charge."""

    figure: str
    rule: str = "KK-6.8"


@dataclass(frozen=True, slots=True)
class TookHorse(OfFigure, Event):
    """A man mounts, or dismounts and leaves his horse where it stands."""

    figure: str
    mounted: str
    """up or down."""
    rule: str = "KK-5.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        up = self.mounted == "up"
        man.mounted, man.base, man.tether = up, MOUNTED if up else FOOT, None if up else man.place
        state.stand(man.id, man.place)
        drop_from_queue(state, man.id)


@dataclass(frozen=True, slots=True)
class Swapped(OfFigure, Event):
    """A man takes another weapon in hand."""

    figure: str
    weapon: str
    rule: str = "KK-5.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.weapon, man.failed = self.weapon, ()
        drop_from_queue(state, man.id)


# Shooting.


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """Who shoots at whom."""

    shots: tuple[tuple[str, str], ...]
    rule: str = "KK-7.4"

    def apply(self, state: Battle) -> None:
        state.notes.shots = self.shots


@dataclass(frozen=True, slots=True)
class Shot(OfFigure, Event):
    """One shot: skill, range, dice, and what it comes to when all have shot."""

    figure: str
    target: str
    weapon: str
    inches: float
    skill: int
    modifiers: tuple[Modifier, ...]
    column: int
    """The column of the table, in inches; 0 beyond the last."""
    needs: int
    """The hit number; 11 is an automatic miss."""
    roll: int
    part: int
    """The die between horse and rider, 0 when none was thrown."""
    at: str
    """man, rider or horse."""
    damage: int
    armour: int
    loss: int
    outcome: str
    rule: str = "KK-7.4"

    def apply(self, state: Battle) -> None:
        notes, target = state.notes, state.figures[self.target]
        state.figures[self.figure].shot = True
        state.units[target.unit].attacked = True
        notes.shots = tuple(each for each in notes.shots if each[0] != self.figure)
        if self.loss:
            notes.hurts = (*notes.hurts, (self.target, self.at, self.loss, self.figure))


@dataclass(frozen=True, slots=True)
class Volley(Event):
    """All have shot; what was hit tells now."""

    rule: str = "KK-7.5"

    def apply(self, state: Battle) -> None:
        state.notes.hurts = ()


# Wounds and falls.


@dataclass(frozen=True, slots=True)
class Wounded(OfFigure, Event):
    """A man loses stamina."""

    figure: str
    loss: int
    left: int
    by: str
    rule: str = "KK-7.5"

    @property
    def mark(self) -> str:
        return WOUND

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].stamina = self.left


@dataclass(frozen=True, slots=True)
class HorseWounded(OfFigure, Event):
    """A horse loses stamina."""

    figure: str
    loss: int
    left: int
    by: str
    rule: str = "KK-1.4"

    @property
    def mark(self) -> str:
        return WOUND

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].horse_stamina = self.left


@dataclass(frozen=True, slots=True)
class Disabled(OfFigure, Event):
    """A figure can fight no more."""

    figure: str
    by: str
    beside: tuple[str, ...]
    behind: tuple[str, ...]
    rule: str = "KK-1.6"

    def apply(self, state: Battle) -> None:
        man, notes = state.figures[self.figure], state.notes
        unit = state.units[man.unit]
        witness(state, self.beside, self.behind, man)
        if unit.leader == man.id:
            shaken(state, (each for each in unit.figures if each != man.id), "leader")
        if notes.lords.get(man.side) == man.id:
            notes.lords_lost = {**notes.lords_lost, man.side: state.turn}
            shaken(state, (each.id for each in state.fielded(man.side) if each is not man), "lord")


def shaken(state: Battle, figures: Iterable[str], cause: str) -> None:
    """These have to check for their leader or lord.  [KK-3.2, KK-3.3]"""
    men = [state.figures[each] for each in figures]
    due = [(man.id, cause) for man in men if man.standing == FIELDED and not state.units[man.unit].hidden]
    state.notes.to_check = (*state.notes.to_check, *due)


@dataclass(frozen=True, slots=True)
class Tested(OfFigure, Event):
    """A man in danger of falling."""

    figure: str
    roll: int
    modifiers: tuple[Modifier, ...]
    needs: int
    """He falls at this or less."""
    falls: bool
    why: str
    rule: str = "KK-8.9"


@dataclass(frozen=True, slots=True)
class Fell(OfFigure, Event):
    """A man falls: the dice, what he loses and how long he lies stunned."""

    figure: str
    roll: int
    more: int
    loss: int
    stunned: int
    outcome: str
    rule: str = "KK-8.10"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.stunned = max(man.stunned, self.stunned)
        man.stamina -= self.loss


@dataclass(frozen=True, slots=True)
class Unhorsed(OfFigure, Event):
    """A rider is on his feet, or on his back; his horse is down, gone, or waits."""

    figure: str
    horse: str
    """down, gone or waits."""
    rule: str = "KK-8.10"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.mounted, man.base, man.tether, man.gait = False, FOOT, None, STAND
        if self.horse == "waits":
            man.tether = man.place
        else:
            man.horse, man.horse_stamina = "", 0
        state.stand(man.id, man.place)


# Melee.


@dataclass(frozen=True, slots=True)
class Paired(Event):
    """Who has named whom, and the pairings that come of it."""

    named: Mapping[str, str]
    fights: tuple[tuple[str, str], ...]
    rule: str = "KK-8.1"

    def apply(self, state: Battle) -> None:
        state.notes.named, state.notes.fights = self.named, self.fights
        for each in {figure for pair in self.fights for figure in pair}:
            state.figures[each].fought = True
        for man in state.figures.values():
            if man.failed:
                man.failed = tuple(each for each in man.failed if still_fighting(self.fights, man.id, each))


def still_fighting(fights: tuple[tuple[str, str], ...], one: str, other: str) -> bool:
    """Whether these two are still in combat with each other.  [KK-8.4]"""
    return (one, other) in fights or (other, one) in fights


@dataclass(frozen=True, slots=True)
class Struck(OfFigure, Event):
    """One pairing: both factors with their dice, and who strikes home."""

    figure: str
    foe: str
    factor: int
    modifiers: tuple[Modifier, ...]
    roll: int
    foe_factor: int
    foe_modifiers: tuple[Modifier, ...]
    foe_roll: int
    outcome: str
    """struck: the first strikes home; lost: the other does; denied, and tie: nobody."""
    at: str
    """man or horse."""
    damage: int
    armour: int
    loss: int
    rule: str = "KK-8.6"

    def apply(self, state: Battle) -> None:
        one, other = state.figures[self.figure], state.figures[self.foe]
        notes = state.notes
        notes.fights = notes.fights[1:]
        for man, foe, home in ((one, other, self.outcome == "struck"), (other, one, self.outcome == "lost")):
            man.struck = man.struck or home
            if not home and foe.id not in man.failed:
                man.failed = (*man.failed, foe.id)
            state.units[man.unit].attacked = True


@dataclass(frozen=True, slots=True)
class FightOff(Event):
    """A pairing that does not come about: one of the two has fallen."""

    figure: str
    foe: str
    rule: str = "KK-8.1"

    def apply(self, state: Battle) -> None:
        state.notes.fights = state.notes.fights[1:]


# Fatigue and the end.


@dataclass(frozen=True, slots=True)
class Wearied(Event):
    """Who fought looks whether it has tired him."""

    rolls: Mapping[str, int]
    tired: tuple[str, ...]
    rule: str = "KK-9.1"

    def apply(self, state: Battle) -> None:
        for each in self.tired:
            state.figures[each].tired += 1


@dataclass(frozen=True, slots=True)
class Rested(Event):
    """Who is tired and out of the fight gets his breath back, or not."""

    rolls: Mapping[str, int]
    rested: tuple[str, ...]
    rule: str = "KK-9.2"

    def apply(self, state: Battle) -> None:
        for each in self.rested:
            state.figures[each].tired -= 1


@dataclass(frozen=True, slots=True)
class CameRound(Event):
    """The stunned are a turn nearer to their senses."""

    figures: tuple[str, ...]
    rule: str = "KK-8.11"

    def apply(self, state: Battle) -> None:
        for each in self.figures:
            state.figures[each].stunned -= 1


@dataclass(frozen=True, slots=True)
class WornOut(Event):
    """A tenth turn is over: everybody takes a permanent level of fatigue."""

    level: int
    rule: str = "KK-9.3"

    def apply(self, state: Battle) -> None:
        for man in state.figures.values():
            if man.standing == FIELDED:
                man.worn += 1


@dataclass(frozen=True, slots=True)
class Quivers(Event):
    """Who shot looks to his ammunition."""

    rolls: Mapping[str, int]
    needs: int
    """The die has to be above this."""
    empty: tuple[str, ...]
    rule: str = "KK-9.4"

    def apply(self, state: Battle) -> None:
        for each in self.empty:
            state.figures[each].empty = True


@dataclass(frozen=True, slots=True)
class Resupplied(OfFigure, Event):
    """A turn at the baggage; the second brings ammunition."""

    figure: str
    turns: int
    full: bool
    rule: str = "KK-9.5"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.stocking, man.empty = 0 if self.full else self.turns, man.empty and not self.full


@dataclass(frozen=True, slots=True)
class Robbed(OfFigure, Event):
    """A turn spent on a corpse."""

    figure: str
    by: str
    """The corpse."""
    roll: int
    found: bool
    rule: str = "KK-9.5"

    def apply(self, state: Battle) -> None:
        if self.found:
            state.figures[self.figure].empty = False


@dataclass(frozen=True, slots=True)
class Plundered(Event):
    """A side's baggage is taken."""

    side: str
    by: str
    rule: str = "KK-9.8"

    def apply(self, state: Battle) -> None:
        state.notes.plundered = (*state.notes.plundered, self.side)


@dataclass(frozen=True, slots=True)
class Wavered(OfUnit, Event):
    """A leader out of command counts his losses."""

    unit: str
    roll: int
    losses: int
    withdraws: bool
    rule: str = "KK-9.6"


@dataclass(frozen=True, slots=True)
class Aftermath(Event):
    """The day after, for one who was hurt badly."""

    figure: str
    roll: int
    more: int
    armour: int
    outcome: str
    """recovers, lingers or dies."""
    rule: str = "KK-9.7"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].fate = self.outcome
