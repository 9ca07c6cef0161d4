"""Events acted out on the field: men walk their real way, shots fly, blows flash, the fallen drop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kktui.engine.events import ROUT, Arrived, Event, Left, Moved, UnitMoved
from kktui.engine.state import AnyState
from kktui.table.geometry import Point, Pose
from kktui.tui.field import Cell, Field, Mark
from kktui.tui.field.ground import along
from kktui.words.news import modifiers_of
from kktui.words.places import figures_in, middle_of, named_in

SPEEDS = {"off": 0.0, "slow": 0.5, "normal": 1.0, "fast": 3.0}
"""How much faster than normal events are acted out; off does not act them out at all."""
FRAME = 0.05
"""Seconds from one picture to the next."""
INCHES = 24.0
"""Inches a man walks in a second."""
LONGEST = 0.8
"""Seconds that no walk is longer than."""
FLIGHT = 0.3
FLASH = 0.25
FALL = 0.45
"""Seconds for which it is seen who falls, or whose heart fails him."""
CLOSE = 2.6
"""Inches within which two men come to blows rather than shots."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be acted out of an event: ways to walk, a line to fly along, men to flash."""

    ways: Mapping[str, Sequence[Pose]] = field(default_factory=dict)
    flight: tuple[Point, Point] | None = None
    struck: tuple[str, ...] = ()
    place: Point | None = None
    lost: bool = False
    """Those who flash are lost to their side: they fall or rout."""

    def __bool__(self) -> bool:
        return bool(self.ways or self.flight or self.struck)


def scene_of(state: AnyState, event: Event) -> Scene:
    """What an event that is about to happen looks like, by its fields alone: every ruleset's events have some."""
    if isinstance(event, Moved):
        return _walk(state, {event.figure: event.end}, event.figure, event.path)
    if isinstance(event, UnitMoved | Arrived):
        path = event.path if isinstance(event, UnitMoved) else ()
        leader = event.leader if isinstance(event, UnitMoved) else ""
        return _walk(state, event.ends, leader, path)
    if isinstance(event, Left):
        return _loss(state, [event.figure])
    if event.mark == ROUT:
        return _loss(state, _broken(state, named_in(state, event)))
    return _clash(state, event) if modifiers_of(event) else Scene()


def _broken(state: AnyState, named: Sequence[str]) -> list[str]:
    """Of the men and the men of units that are named, those of the side that is named first."""
    men = [man for each in named for man in ([each] if each in state.figures else [m.id for m in state.men(each)])]
    return [man for man in men if state.figures[man].side == state.figures[men[0]].side]


def _loss(state: AnyState, men: Sequence[str]) -> Scene:
    """Men whom their side loses."""
    here = tuple(each for each in men if state.figures[each].pose is not None)
    return Scene(struck=here, place=middle_of(state, here), lost=True) if here else Scene()


def _walk(state: AnyState, ends: Mapping[str, Pose], leader: str, path: Sequence[Point]) -> Scene:
    ways: dict[str, list[Pose]] = {}
    for figure, end in ends.items():
        man = state.figures.get(figure)
        start = man.pose if man is not None else None
        if start is None or start == end:
            continue
        between = [Pose(point.x, point.y, _heading(a, b)) for a, b in pairwise(path) for point in (b,)]
        ways[figure] = [start, *(between if figure == leader else ()), end]
    first = next(iter(ways.values()), None)
    return Scene(ways, place=first[0].at if first else None)


def _heading(one: Point, other: Point) -> int:
    return one.bearing(other)


def _clash(state: AnyState, event: Event) -> Scene:
    """Two men of different sides: a shot if they are apart, a blow if they are close."""
    men = figures_in(state, event)
    if len(men) < 2 or state.figures[men[0]].side == state.figures[men[1]].side:
        return Scene()
    one, other = (state.figures[each].pose.at for each in men[:2])
    if one.to(other) <= CLOSE:
        return Scene(struck=(men[0], men[1]), place=one)
    return Scene(flight=(one, other), struck=(men[1],), place=other)


class Stage:
    """Acts scenes out on a field, until somebody has seen enough."""

    def __init__(self, on: Field) -> None:
        self._field = on
        self.speed = 1.0
        self._enough = asyncio.Event()
        self._going = asyncio.Event()
        self._going.set()
        self.stepping = False
        """Only the next event goes on."""

    def skip(self) -> None:
        """No more of this: everything that is waiting to be acted out is shown as done."""
        self._enough.set()

    # Holding what happens, and letting it go on.

    @property
    def held(self) -> bool:
        """Whether nothing more is shown before somebody says so."""
        return self.stepping or not self._going.is_set()

    def hold(self) -> None:
        self.stepping = False
        self._going.clear()

    def go_on(self) -> None:
        self.stepping = False
        self._going.set()

    def step(self) -> None:
        """Let the next event go on, and hold the one after."""
        self.stepping = True
        self._going.set()

    async def leave_to_go(self) -> None:
        """Wait while what happens is held."""
        await self._going.wait()

    def ready(self) -> None:
        """Act out again what comes."""
        self._enough.clear()

    @property
    def wanted(self) -> bool:
        return self.speed > 0 and not self._enough.is_set()

    def prepare(self, scene: Scene) -> None:
        """Those who are about to walk are still seen where they set out."""
        self._field.elsewhere |= {figure: way[0] for figure, way in scene.ways.items()}

    async def act(self, scene: Scene) -> None:
        """Act a scene out. The state has changed already; for a moment men are shown elsewhere."""
        if scene.place is not None:
            self._field.bring(scene.place)
        if scene.ways:
            await self._walks(scene.ways)
        if scene.flight is not None:
            await self._flies(*scene.flight)
        if scene.struck:
            await self._flashes(scene.struck, FALL if scene.lost else FLASH)

    async def _pause(self, seconds: float) -> None:
        """Wait, or not when somebody has seen enough."""
        try:
            await asyncio.wait_for(self._enough.wait(), seconds / max(self.speed, 0.01))
        except TimeoutError:
            return

    async def _walks(self, ways: Mapping[str, Sequence[Pose]]) -> None:
        longest = max(_length(way) for way in ways.values())
        frames = max(2, round(min(LONGEST, longest / INCHES) / FRAME))
        for number in range(frames):
            if not self.wanted:
                break
            for figure, way in ways.items():
                self._field.elsewhere[figure] = _at(way, number / frames)
            self._field.redraw()
            await self._pause(FRAME)
        for figure in ways:
            self._field.elsewhere.pop(figure, None)
        self._field.redraw()

    async def _flies(self, one: Point, other: Point) -> None:
        cells = along(one, other, self._field.scale)
        glyph = self._field.glyphs.shot
        for cell in _some(cells, round(FLIGHT / FRAME)):
            if not self.wanted:
                break
            self._field.lay("shot", {cell: Mark("flash", glyph, over=True)})
            await self._pause(FRAME)
        self._field.lay("shot")

    async def _flashes(self, men: Sequence[str], seconds: float) -> None:
        glyph = self._field.glyphs.blow
        state = self._field.state
        assert state is not None
        marks: dict[Cell, Mark] = {}
        for man in men:
            cells = list(self._field.cells_of(man))
            pose = state.figures[man].pose
            if not cells and pose is not None:
                cells = [self._field.scale.cell(pose)]
            marks |= {cell: Mark("flash", glyph if i == 0 else "", over=True) for i, cell in enumerate(cells)}
        self._field.lay("blow", marks)
        await self._pause(seconds)
        self._field.lay("blow")


def _some(cells: Sequence[Cell], number: int) -> Iterator[Cell]:
    """So many of the cells, evenly, the last one among them."""
    step = max(1, len(cells) // max(1, number))
    yield from cells[step::step]
    yield cells[-1]


def _length(way: Sequence[Pose]) -> float:
    return sum(one.at.to(other.at) for one, other in pairwise(way))


def _at(way: Sequence[Pose], part: float) -> Pose:
    """Where on a way one is after a part of it."""
    left = _length(way) * part
    for one, other in pairwise(way):
        leg = one.at.to(other.at)
        if left <= leg and leg > 0:
            share = left / leg
            facing = other.facing if share > 0 else one.facing
            return Pose(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share, facing)
        left -= leg
    return way[-1]
