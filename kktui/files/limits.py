"""The published caps of version 1 files, as docs/scenarios.md lists them."""

from __future__ import annotations

MIN_SIZE, MAX_SIZE = 12, 144
"""Inches of a table's side."""
MIN_CELL, MAX_CELL = 1, 12
"""Inches of one character of a drawing."""
MAX_DRAWING = 21_000
"""Characters of a drawing."""
MAX_LEGEND = 60
MAX_SHAPES = 200
"""Areas, and likewise lines and zones, written in one file."""
MAX_DRAWN = 400
"""Areas, and likewise lines, after the drawing is cut into pieces."""
MAX_CORNERS = 4000
"""Corners and bends of everything in a drawing."""
MAX_POINTS = 60
"""Points of one shape or line."""
MAX_POINTS_IN_ALL = 2000
MAX_KNIVES = 100
"""Straight stretches of road on a map with water."""
MAX_UNITS = 60
MAX_UNIT = 60
"""Figures of one unit."""
MAX_FIGURES = 400
MAX_TURNS = 100
MAX_GOALS = 20
MAX_KITS = 60
MAX_OVERRIDES = 40
MAX_NAME = 60
"""Characters of a name or title."""
MAX_TEXT = 4000
"""Characters of the text of a scenario or the brief of a side."""
