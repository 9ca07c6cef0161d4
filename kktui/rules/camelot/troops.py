"""How neutral recruits are enlisted, by the profiles of CA-3.1 and what they carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kktui.engine.muster import set_up
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import Recruit, Scenario, Troop
from kktui.engine.state import RESERVE
from kktui.rules.camelot.figures import BARE_HANDS, Battle, Company, Man, Notes, shot_as
from kktui.table.geometry import FOOT, MOUNTED

ARMOUR = {
    "plate": ("plate", "coat-of-plates", "limb-plate"),
    "mail": ("long-mail", "mail-shirt", "limb-mail"),
    "padded": ("gambeson", "leather"),
}
"""What the pieces of a scenario count as, the best first."""
HERO = "hero"
OF_TRAIT = ("giant", "dwarf", HERO)
OF_RANK = {"squire": "squire", "servant": "peasant", "peasant": "peasant"}


def muster(scenario: Scenario, book: Rulebook) -> Battle:
    """The battle before its first event; by ruling it lasts ten rounds, whatever the scenario says.  [CA-10.2]"""
    if book.switch("rounds") == "ten":
        scenario = replace(scenario, turns=int(book.chart("length").at("rounds")))
    return set_up(scenario, book, enlist, form, Notes())


def kind_of(recruit: Recruit, book: Rulebook) -> str:
    """His row in the profiles: by what he is said to be, else by rank and whether he shoots."""
    for kind in OF_TRAIT:
        if kind in recruit.traits:
            return kind
    brigand = "brigand" in recruit.traits
    if recruit.rank in ("knight", "lord"):
        return "knave" if brigand else "knight"
    if brigand:
        return "brigand"
    archer = any(shot_as(book, weapon) for weapon in recruit.weapons[:1])
    return OF_RANK.get(recruit.rank, "archer" if archer else "man-at-arms")


def enlist(recruit: Recruit, troop: Troop, book: Rulebook) -> Man:
    """A recruit as this sheet knows him; the scenario may override his kind and any number."""
    own = recruit.overrides.get(book.id, {})
    kind = str(own.get("kind", kind_of(recruit, book)))
    chart, training = book.chart("profiles"), book.chart("training")
    usual = zip(chart.columns, chart.rows[kind], strict=True)
    numbers = {name: own.get(name.lower(), number) for name, number in usual}
    numbers["ATT"] += training.at(recruit.training, "ATT")
    numbers["Discipline"] += training.at(recruit.training, "Discipline")
    numbers["DEF"] -= numbers["shield"]
    numbers["STR"] -= numbers["weapon"]
    numbers["TOUGH"] += int(book.chart("armour").at(worn(recruit))) - numbers["armour"]
    return _man(recruit, troop, kind, numbers, own)


def _man(recruit: Recruit, troop: Troop, kind: str, numbers: Mapping[str, Any], own: Mapping[str, Any]) -> Man:
    mounted = recruit.mount != "none"
    return Man(
        id=recruit.id,
        name=recruit.name,
        side=troop.side,
        unit=troop.id,
        base=MOUNTED if mounted else FOOT,
        pose=None,
        standing=RESERVE,
        kind=kind,
        ini=int(numbers["INI"]),
        att=int(numbers["ATT"]),
        dfn=int(numbers["DEF"]),
        strength=int(numbers["STR"]),
        tough=int(numbers["TOUGH"]),
        ranged=int(numbers["Ranged"]),
        discipline=int(numbers["Discipline"]),
        virtue=int(numbers["Virtue"]),
        luck=int(numbers["Luck"]),
        rides=str(numbers["mounted"]),
        walks=str(numbers["on foot"]),
        leadership=kind == HERO or "leadership" in recruit.traits or recruit.rank == "lord",
        hero=kind == HERO or HERO in recruit.traits,
        arthurian=bool(own.get("arthurian", False)),
        traits=recruit.traits,
        weapons=recruit.weapons,
        weapon=recruit.weapons[0] if recruit.weapons else BARE_HANDS,
        shield=recruit.shield != "none",
        helm=helm(recruit),
        horse=mounted,
        mounted=mounted,
        spare="spare-horse" in recruit.traits,
        poison=tuple(word for word in str(own.get("poisoned", "")).split(",") if word),
    )


def worn(recruit: Recruit) -> str:
    """The best armour he wears: plate, mail, padded or none."""
    return next((kind for kind, pieces in ARMOUR.items() if any(each in pieces for each in recruit.armour)), "none")


def helm(recruit: Recruit) -> str:
    """What is on his head.  [CA-8.6]"""
    return "closed" if "closed-helm" in recruit.armour else "open" if "helmet" in recruit.armour else "none"


def form(troop: Troop, men: Sequence[Man]) -> Company:
    """A leader and who follows him; without a leader named, the one of best Discipline."""
    best = max(men, key=lambda man: (man.leadership, man.discipline))
    return Company(
        id=troop.id,
        name=troop.name,
        side=troop.side,
        leader=troop.leader or best.id,
        figures=tuple(man.id for man in men),
        hidden=troop.hidden,
        strength=len(men),
        commander=troop.commander,
    )
