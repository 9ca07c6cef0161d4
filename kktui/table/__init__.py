"""The table: geometry, ground, bases and every question about room, contact, sight and ways."""

from kktui.table.casting import EVERYBODY
from kktui.table.geometry import FOOT, GRAIN, MOUNTED, Base, Point, Pose, pose
from kktui.table.going import Going
from kktui.table.march import Marched
from kktui.table.movers import March
from kktui.table.sight import Sight
from kktui.table.space import Table
from kktui.table.sweep import Sweep
from kktui.table.terrain import AREA_KINDS, LINE_KINDS, Area, Ground, Line, Zone
from kktui.table.walk import Walk

__all__ = [
    "AREA_KINDS",
    "EVERYBODY",
    "FOOT",
    "GRAIN",
    "LINE_KINDS",
    "MOUNTED",
    "Area",
    "Base",
    "Going",
    "Ground",
    "Line",
    "March",
    "Marched",
    "Point",
    "Pose",
    "Sight",
    "Sweep",
    "Table",
    "Walk",
    "Zone",
    "pose",
]
