"""AR-4.1 The die of Argad!: a 6 is thrown again."""

from __future__ import annotations

from kktui.engine.ask import Ask

SIX, SEVEN = 6, 7


def natural(ask: Ask, why: str, who: str = "") -> int:
    """A 6 is thrown once more: another 6 counts 7, anything else leaves it 6.  [AR-4.1]"""
    die = ask.roll("1d6", why, who)
    again = die == SIX and ask.roll("1d6", f"{why}, after a 6", who) == SIX
    return SEVEN if again else die
