"""Men who were not expected: who they are and how they are enlisted.  [CA-5.12, CA-6.5, CA-6.16]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kktui.engine.scenario import Recruit, Troop
from kktui.rules.camelot.figures import Battle, Company, Man
from kktui.rules.camelot.troops import enlist, form

RECRUITS = {
    "peasant": Recruit("", "Peasant", rank="peasant", weapons=("club",)),
    "brigand": Recruit("", "Brigand", armour=("leather",), weapons=("sword", "short-bow"), traits=("brigand",)),
    "archer": Recruit("", "Archer", armour=("gambeson",), weapons=("longbow", "dagger")),
    "man-at-arms": Recruit("", "Man-at-arms", armour=("helmet", "gambeson"), shield="large", weapons=("spear",)),
    "squire": Recruit(
        "", "Squire", rank="squire", armour=("helmet", "mail-shirt"), shield="small", mount="riding-horse"
    ),
    "knight": Recruit(
        "",
        "Knight",
        rank="knight",
        armour=("closed-helm", "plate"),
        shield="large",
        weapons=("lance", "sword"),
        mount="war-horse",
    ),
}
"""The usual kit of those who come unasked."""


def newcomers(battle: Battle, side: str, kind: str, names: Sequence[str]) -> tuple[Company, list[Man]]:
    """A unit of men nobody had reckoned with, not on the table yet; they act from the next round."""
    unit = _fresh(battle)
    plain = RECRUITS[kind]
    recruits = tuple(replace(plain, id=f"{unit}-{number}", name=name) for number, name in enumerate(names, 1))
    title = names[0] if len(names) == 1 else f"{names[0]} and company"
    troop = Troop(unit, title, side, recruits)
    men = [enlist(recruit, troop, battle.book) for recruit in recruits]
    for man in men:
        man.ready = battle.turn + 1
    return form(troop, men), men


def _fresh(battle: Battle) -> str:
    """An id that no unit and no figure has."""
    number = 1
    while f"joined-{number}" in battle.units or f"joined-{number}-1" in battle.figures:
        number += 1
    return f"joined-{number}"
