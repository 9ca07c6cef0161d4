"""The sheet measures in centimetres, the table in inches: here, and nowhere else, one becomes the other."""

from __future__ import annotations

from kktui.engine.rulebook import PER_INCH

CM = PER_INCH["cm"]


def inches(cm: float) -> float:
    """So many centimetres on the table."""
    return cm / CM


def cm(inches: float) -> float:
    """So many inches of the table on the sheet."""
    return inches * CM
