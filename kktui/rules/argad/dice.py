"""AR-4.1 The die of Argad!: a 6 is thrown again."""

from __future__ import annotations

from kktui.engine.ask import Ask

SIX, SEVEN, EIGHT = 6, 7, 8


def natural(ask: Ask, why: str, who: str = "", most: int = SEVEN) -> int:
    """A 6 is thrown once more: another 6 counts 7, anything else leaves it 6; for an 8 it takes a third.  [AR-4.1]"""
    die = ask.roll("1d6", why, who)
    while SIX <= die < most and ask.roll("1d6", f"{why}, after {die}", who) == SIX:
        die += 1
    return die
