"""The sheet measures in centimetres, the table in inches: here, and nowhere else, one becomes the other."""

from __future__ import annotations

from kktui.engine.rulebook import PER_INCH
from kktui.table.geometry import GRAIN

CM = PER_INCH["cm"]
HUNDREDTHS = 2
"""Digits of a centimetre that are told and judged; places on the table are no finer."""


def inches(cm: float) -> float:
    """So many centimetres on the table."""
    return cm / CM


def up_to(cm: float) -> float:
    """Where so many centimetres end on the table: both ends of what is measured are kept to a thousandth of an inch."""
    return inches(cm) + 2 * GRAIN


def cm(inches: float) -> float:
    """So many inches of the table on the sheet."""
    return inches * CM
