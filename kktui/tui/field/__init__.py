"""The battlefield: ground, men, marks, and the widget that shows them."""

from kktui.tui.field.glyphs import Glyphs, glyphs_for
from kktui.tui.field.overlay import Mark, Marks
from kktui.tui.field.scale import Cell, Scale
from kktui.tui.field.widget import Field

__all__ = ["Cell", "Field", "Glyphs", "Mark", "Marks", "Scale", "glyphs_for"]
