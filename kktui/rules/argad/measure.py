"""The sheet measures in centimetres, the table in inches: here, and nowhere else, one becomes the other."""

from __future__ import annotations

PER_INCH = 2.54


def inches(cm: float) -> float:
    """So many centimetres on the table."""
    return cm / PER_INCH


def cm(inches: float) -> float:
    """So many inches of the table on the sheet."""
    return inches * PER_INCH
