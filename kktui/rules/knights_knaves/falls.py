"""KK-8.8 to KK-8.11 Falls, and what any hit does to a body."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.rulebook import Rulebook
from kktui.rules.knights_knaves.figures import Battle, Man, band
from kktui.rules.knights_knaves.gaits import AT_IT
from kktui.table.geometry import Point
from kktui.table.ground import Terrain
from kktui.table.terrain import line_height

FEET = 6
"""Feet to an inch of the table."""
DEADLY = 24
"""Feet beyond which a fall kills.  [KK-8.10]"""
GALLOPING_LANCE, FOOT_SPEAR, PLAIN, DOWN = "lance at the gallop", "spear or halberd", "", "horse down"
"""How a man may be struck that bears on a fall."""


class Effects(NamedTuple):
    """The table of what a fall does, with the rulings that read it."""

    bounds: tuple[str, ...]
    cells: tuple[tuple[int, str], ...]
    stunned_from: int
    rounded_up: bool
    by_dice: bool
    """Half of what the dice show, without the 2 for the weak, is how long one lies stunned."""


class Body(NamedTuple):
    """All that decides what a hit does to somebody but the dice."""

    armour: int
    stamina: int
    original: int
    lost_now: int = 0
    """Stamina lost earlier this turn."""
    mounted: bool = False
    seat: int = 1
    """The number at or below which he falls."""
    steady: int = 0
    """What is added to the die of a fall, but for stamina lost."""
    each_point: int = -1
    """What each point of stamina lost adds to it."""
    with_blow: bool = False
    """By ruling: this blow counts among the stamina already lost."""
    perched: bool = False
    """On a precipice, on stairs or on a wall."""
    deep: bool = False
    """So high up that a fall kills."""
    thrown: bool = False
    """He tests for a fall when his horse goes down."""
    effects: Effects | None = None


class Tumble(NamedTuple):
    """How a fall went; a die not thrown is 0."""

    falls: bool
    roll: int
    effect: int = 0
    loss: int = 0
    stunned: int = 0
    disabled: bool = False


# What a hit costs.


class Damage(NamedTuple):
    """Points of damage, and what armour leaves of them."""

    points: int
    loss: int


def damage(ask: Ask, dice: int, more: int, armour: int, who: str = "") -> Damage:
    """So many D10, more or less; what is left after armour comes off stamina.  [KK-7.5, KK-8.7]"""
    rolled = ask.roll(f"{dice}d10", "damage", who) if dice > 0 else 0
    points = max(0, rolled + more)
    return Damage(points, max(0, points - armour))


def loss_of(ask: Ask, dice: int, more: int, armour: int) -> int:
    """The stamina a hit costs."""
    return damage(ask, dice, more, armour).loss


def hit_outcome(ask: Ask, body: Body, loss: int, how: str) -> str:
    """What a hit that costs so much comes to for a man.  [KK-1.6, KK-8.8]"""
    if loss >= body.stamina:
        return "disabled"
    if why_he_may_fall(body, loss, how):
        fall = tumble(ask, body, loss)
        if fall.disabled:
            return "disabled"
        if fall.falls:
            return "thrown down"
    return "wounded" if loss else "unhurt"


def horse_outcome(ask: Ask, body: Body, loss: int, stamina: int) -> str:
    """What a hit that costs so much comes to for a horse, and for its rider if it goes down.  [KK-1.4, KK-8.9]"""
    if not loss:
        return "horse unhurt"
    if loss < stamina:
        return "horse wounded"
    fall = tumble(ask, body, 0) if body.thrown else Tumble(False, 0)
    if fall.disabled:
        return "horse down, rider disabled"
    return "horse down, rider thrown" if fall.falls else "horse down"


# When a fall is tested, and whether he falls.


def why_he_may_fall(body: Body, loss: int, how: str) -> str:
    """Why a man who is struck must test for a fall, or nothing.  [KK-8.8]"""
    if how in (GALLOPING_LANCE, DOWN):
        return how
    if body.mounted and how == FOOT_SPEAR:
        return how
    if body.mounted and loss and 4 * (body.lost_now + loss) >= body.stamina + body.lost_now:
        return "badly hurt in the saddle"
    return "wounded on a height" if body.perched and loss else ""


def keeps_seat(body: Body, loss: int) -> int:
    """What is added to the die of a fall.  [KK-8.9]"""
    lost = body.original - body.stamina + (loss if body.with_blow else 0)
    return body.steady + body.each_point * lost


def tumble(ask: Ask, body: Body, loss: int, who: str = "") -> Tumble:
    """A D10 with modifiers: at the number of his gait or less he falls, and 2D10 say how.  [KK-8.9, KK-8.10]"""
    roll = ask.roll("1d10", "fall", who)
    if roll + keeps_seat(body, loss) > body.seat:
        return Tumble(False, roll)
    left = body.stamina - loss
    if body.deep:
        return Tumble(True, roll, 0, max(0, left), 0, True)
    effect = ask.roll("2d10", "effect of a fall", who)
    more = more_when_weak(body, left)
    lost, stunned = what_it_does(body, left, effect + more, more)
    return Tumble(True, roll, effect, lost, stunned, lost >= left)


def more_when_weak(body: Body, left: int) -> int:
    """2 more with less than half the original stamina before the fall.  [KK-8.10]"""
    return 2 if 2 * left < body.original else 0


def what_it_does(body: Body, left: int, total_: int, more: int = 0) -> tuple[int, int]:
    """Stamina lost and turns stunned, by the table; `more` of the total is not on the dice.  [KK-8.10]"""
    effects = body.effects
    assert effects is not None
    row = effects.bounds.index(band(effects.bounds, total_))
    if effects.stunned_from <= total_ and row == 0:
        row = 1
    quarters, stunned = effects.cells[row]
    shown = total_ - more if effects.by_dice else total_
    turns = (shown + 1) // 2 if stunned == "half the roll" else int(stunned)
    up = effects.rounded_up or quarters < 3
    return (left * quarters + (3 if up else 0)) // 4, turns


# A body as it is.


def body_of(battle: Battle, man: Man) -> Body:
    """A man as a hit finds him; remembered until something happens, but for one who is only imagined so."""
    if battle.figures.get(man.id) is not man:
        return _body_of(battle, man)
    key = ("body", man.id)
    found: Body | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = _body_of(battle, man)
    return found


def _body_of(battle: Battle, man: Man) -> Body:
    perched, feet = height_under(battle, man)
    gait = man.gait if man.mounted else "on foot"
    chart = battle.book.charts["fall-modifiers"].rows
    return Body(
        armour=man.armour,
        stamina=man.stamina,
        original=man.original,
        lost_now=max(0, man.fresh - man.stamina),
        mounted=man.mounted,
        seat=int(battle.book.charts["falls"].rows[gait]),
        steady=total(steadiness(battle, man)),
        each_point=int(chart["each point of stamina lost"]),
        with_blow=battle.book.switch("fall-loss") == "with",
        perched=perched,
        deep=feet > DEADLY,
        thrown=man.mounted and battle.book.switch("horse-down") == "tests-a-fall",
        effects=_effects(battle.book),
    )


@lru_cache(maxsize=32)
def _effects(book: Rulebook) -> Effects:
    """The table of a rulebook, looked up once."""
    chart = book.charts["fall-effects"]
    return Effects(
        tuple(chart.rows),
        tuple((int(cells[0]), str(cells[1])) for cells in chart.rows.values()),
        int(book.switch("fall-overlap")),
        book.switch("three-quarters") == "up",
        book.switch("stunned-for") == "dice",
    )


def steadiness(battle: Battle, man: Man) -> Iterator[Modifier]:
    """What keeps a man up or brings him down, but for his wounds.  [KK-8.9]"""
    rows = battle.book.charts["fall-modifiers"].rows
    if man.tired:
        yield Modifier("temporary fatigue", int(rows["each temporary level of fatigue"]) * man.tired, "KK-8.9")
    if man.melee >= 8:
        yield Modifier("melee skill 8 or more", int(rows["melee skill 8 or more"]), "KK-8.9")


def height_under(battle: Battle, man: Man) -> tuple[bool, float]:
    """Whether a man stands on a precipice, stairs or a wall, and how many feet he would fall.  [KK-8.8]"""
    terrain = battle.table.terrain
    if terrain.bare or man.pose is None:
        return False, 0.0
    return _height_at(terrain, man.place.at, man.over)


@lru_cache(maxsize=16384)
def _height_at(terrain: Terrain, at: Point, over: bool) -> tuple[bool, float]:
    """The same of a place, by whether he has just climbed there; the ground does not change."""
    heights = [line_height(line) for line in terrain.lines_near(at, AT_IT) if line.kind == "stairs"]
    if over:
        climbed = (line_height(line) for line in terrain.lines_near(at, 2 * AT_IT))
        heights += [height for height in climbed if height]
    if "steep-slope" in terrain.kinds_at(at):
        heights.append(terrain.height_at(at))
    return bool(heights), FEET * max(heights, default=0.0)
