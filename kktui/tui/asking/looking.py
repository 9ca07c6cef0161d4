"""Look about and measure: the cursor describes what it is on and never acts."""

from __future__ import annotations

from collections.abc import Mapping

from kktui.engine.telling import COMPASS, inches_words, length_words, listed, name_of, point_words
from kktui.table.geometry import Point
from kktui.tui.asking.mode import MAP, Desk, Mode
from kktui.tui.field import Cell, Mark, Marks
from kktui.tui.field.overlay import arc_marks, area_marks, path_marks, ring_marks
from kktui.tui.panes.lines import Row, row
from kktui.tui.panes.roster import figure_rows
from kktui.words.looking import COVER

FAN = 72
"""Lines of sight that a fan tries."""
FAR = 120.0
ARCS = (0, 45, 90)
"""Half the angles of the arcs that are drawn, one after another."""
SHORTEST = 6.0
"""Inches that an arc reaches at least."""


class Looking(Mode):
    """What is there: a man and all that is known of him, or the ground."""

    focus = MAP
    keys = (("next", "next man"), ("measure", "measure from here"), ("back", "back"))

    def __init__(self, desk: Desk, at: Point) -> None:
        super().__init__(desk)
        self._at = at
        self._known: tuple[tuple[str, int], list[Row]] = (("", 0), [])
        """Whom it was worked out about and how far the battle had come; and what was told of him."""

    def begin(self) -> None:
        self.desk.field.cursor = None
        self.desk.field.point_to(self._at)

    def end(self) -> None:
        self.desk.field.point_to(None)

    def title(self) -> str:
        return f"Looking at {point_words(self._at)}"

    def rows(self) -> list[Row]:
        desk = self.desk
        who = desk.field.who_at(self._at)
        rows = self._man_rows(who) if who else []
        return [*rows, row(ground_words(desk, self._at), desk.ink("muted"), hang=2)]

    def _man_rows(self, who: str) -> list[Row]:
        """What there is to tell of a man; kept while the cursor stays on him and nothing happens."""
        desk = self.desk
        key = who, len(desk.state.log)
        if self._known[0] != key:
            self._known = key, figure_rows(desk.rules, desk.state, who, desk.ink)
        return self._known[1]

    def pointed(self, at: Point, *, chosen: bool = False) -> None:
        self._at = at
        self.desk.changed()

    def cycle(self, step: int) -> None:
        """The next man from left to right and top to bottom."""
        men = sorted(self.desk.state.fielded(), key=lambda man: (man.side, man.unit, man.id))
        here = self.desk.field.who_at(self._at)
        ids = [man.id for man in men]
        if ids:
            at = ids.index(here) + step if here in ids else 0
            self.desk.field.point_to(self.desk.state.figures[ids[at % len(ids)]].pose.at)

    def back(self) -> bool:
        return False


def ground_words(desk: Desk, at: Point) -> str:
    """What the ground is like at a place."""
    table = desk.state.table
    kinds = table.kinds_at(at)
    words = listed(kind.replace("-", " ") for kind in kinds) if kinds else "open ground"
    parts = [f"{words[0].upper()}{words[1:]}"]
    height = table.height_at(at)
    if height:
        parts.append(f"{inches_words(height)} high")
    lines = [line.kind.replace("-", " ") for line in table.lines_near(at, 1.0)]
    if lines:
        parts.append(f"beside a {listed(dict.fromkeys(lines))}")
    zones = [name_of(desk.state, zone.id) for zone in desk.state.scenario.ground.zones if table.in_zone(zone.id, at)]
    if zones:
        parts.append(f"in {listed(zones)}")
    return ", ".join(parts) + "."


class Measuring(Mode):
    """A tape from any point or base to any other, with what sight there is along it."""

    focus = MAP
    keys = (
        ("next", "next man"), ("confirm", "lay it from here"), ("ring", "ring"), ("arc", "arc"),
        ("fan", "what is seen"), ("back", "back"),
    )  # fmt: skip

    def __init__(self, desk: Desk, start: Point, at: Point) -> None:
        super().__init__(desk)
        self._start, self._at = start, at
        self._rings: list[tuple[Point, float]] = []
        self._fan = False
        self._arc = 0

    def begin(self) -> None:
        self.desk.field.cursor = None
        self.desk.field.point_to(self._at)

    def end(self) -> None:
        self.desk.field.point_to(None)

    def title(self) -> str:
        return f"Tape from {self._called(self._start)}"

    def _called(self, at: Point) -> str:
        who = self.desk.field.who_at(at)
        return name_of(self.desk.state, who) if who else point_words(at)

    def _ends(self) -> tuple[str, str]:
        poses = self.desk.state.table.poses
        one, other = self.desk.field.who_at(self._start), self.desk.field.who_at(self._at)
        return (one if one in poses else ""), (other if other in poses else "")

    def _inches(self) -> tuple[float, str]:
        """The length of the tape, from edge to edge where there are bases."""
        one, other = self._ends()
        table = self.desk.state.table
        if one and other:
            return (table.gap(one, other), "from edge to edge") if one != other else (0.0, "the same man")
        if one or other:
            who, at = (one, self._at) if one else (other, self._start)
            return max(0.0, table.poses[who].at.to(at) - table.bases[who].reach), "from the edge of the base"
        return self._start.to(self._at), "from point to point"

    def _points(self) -> tuple[Point, Point]:
        """The tape's ends: the middles of bases."""
        poses = self.desk.state.table.poses
        one, other = self._ends()
        return poses[one].at if one else self._start, poses[other].at if other else self._at

    def rows(self) -> list[Row]:
        ink, state = self.desk.ink, self.desk.state
        inches, how = self._inches()
        a, b = self._points()
        bearing = a.bearing(b)
        wind = COMPASS[round(bearing / 45) % 8]
        told = f"{length_words(state, inches)} {how}, {wind} ({bearing}°) to {self._called(self._at)}"
        rows = [row(told, ink("strong"))]
        if a != b and (who := self._ends()[0]):
            rows.append(row(_off_words(state.table.poses[who].facing, bearing), ink("muted")))
        sight = state.table.sight(a, b)
        if sight.clear:
            rows.append(row(f"In sight, {COVER[min(sight.cover, 2)]}.", ink("success")))
        else:
            rows.append(row(f"Out of sight behind {name_of(state, sight.cut_by)}.", ink("error")))
        for _, kind, through in sight.through:
            words = f"  {'through' if through else 'over'} {kind.replace('-', ' ')}, {length_words(state, through)}"
            rows.append(row(words, ink("muted")))
        return [*rows, row(ground_words(self.desk, self._at), ink("muted"), hang=2)]

    def overlays(self) -> Mapping[str, Marks]:
        field = self.desk.field
        scale, glyphs = field.scale, field.glyphs
        a, b = self._points()
        sight = self.desk.state.table.sight(a, b)
        style, glyph = ("tape", glyphs.path) if sight.clear else ("blocked", glyphs.blocked)
        tape = path_marks((a, b), scale, Mark(style, glyph)) if a != b else {}
        rings: dict[Cell, Mark] = {}
        for middle, inches in self._rings:
            rings |= ring_marks(middle, inches, scale, Mark("ring", glyphs.ring))
        fan = sight_fan(self.desk, a) if self._fan else {}
        return {"fan": fan, "rings": rings, "arc": self._arc_marks(a, b), "tape": tape}

    def _arc_marks(self, a: Point, b: Point) -> Marks:
        """A sector before the man the tape begins at, or along the tape where nobody is, as long as the tape."""
        half = ARCS[self._arc]
        if not half:
            return {}
        field, who = self.desk.field, self._ends()[0]
        facing = self.desk.state.table.poses[who].facing if who else a.bearing(b)
        return arc_marks(a, facing, half, max(a.to(b), SHORTEST), field.scale, Mark("ring", field.glyphs.ring))

    def pointed(self, at: Point, *, chosen: bool = False) -> None:
        self._at = at
        self.desk.changed()

    def enter(self) -> None:
        self._start = self._at
        self.desk.changed()

    def cycle(self, step: int) -> None:
        """The next man, the nearest first."""
        men = sorted(self.desk.state.fielded(), key=lambda man: (man.pose.at.to(self._start), man.id))
        ids = [man.id for man in men if man.pose.at.to(self._start) > 0.01]
        if ids:
            here = self.desk.field.who_at(self._at)
            at = ids.index(here) + step if here in ids else 0
            self.desk.field.point_to(self.desk.state.figures[ids[at % len(ids)]].pose.at)

    def command(self, name: str) -> bool:
        if name == "ring":
            self._ring()
        elif name == "arc":
            self._arc = (self._arc + 1) % len(ARCS)
        elif name == "fan":
            self._fan = not self._fan
        elif name == "reset":
            self._rings, self._fan, self._arc = [], False, 0
        else:
            return False
        self.desk.changed()
        return True

    def _ring(self) -> None:
        """A circle through the cursor, or that circle away again."""
        middle, _ = self._points()
        ring = middle, round(middle.to(self._at), 1)
        if ring in self._rings:
            self._rings.remove(ring)
        else:
            self._rings.append(ring)


def _off_words(facing: float, bearing: float) -> str:
    """How far to a side of where he looks something lies."""
    off = round((bearing - facing + 180) % 360 - 180)
    if abs(off) in (0, 180):
        return "Straight before him." if not off else "Straight behind him."
    return f"{abs(off)}° to the {'right' if off > 0 else 'left'} of where he looks."


def sight_fan(desk: Desk, start: Point) -> dict[Cell, Mark]:
    """What can be seen from a place, and its border: the ground alone counts."""
    field, ground = desk.field, desk.state.scenario.ground
    ends: list[Point] = []
    for i in range(FAN):
        ends.append(_seen_to(desk, start, 360 * i / FAN))
    inside = [Point(min(max(p.x, 0.0), ground.width), min(max(p.y, 0.0), ground.depth)) for p in ends]
    seen = area_marks(inside, field.scale, field.extent, Mark("seen", ground=True))
    return seen | path_marks((*inside, inside[0]), field.scale, Mark("clear", field.glyphs.ring))


def _seen_to(desk: Desk, start: Point, bearing: float) -> Point:
    """How far one sees in a direction."""
    ground, table = desk.state.scenario.ground, desk.state.table
    clear, cut = 0.0, min(FAR, ground.width + ground.depth)
    while cut - clear > 0.5:
        middle = (clear + cut) / 2
        at = start.toward(bearing, middle)
        on = 0 <= at.x <= ground.width and 0 <= at.y <= ground.depth
        if on and table.sight(start, at).clear:
            clear = middle
        else:
            cut = middle
    return start.toward(bearing, clear)
