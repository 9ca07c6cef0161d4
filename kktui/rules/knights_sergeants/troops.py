"""How neutral recruits are enlisted: KS-1.1, KS-1.2 and the groups of KS-1.3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kktui.engine.muster import set_up
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import Recruit, Scenario, Troop
from kktui.engine.state import RESERVE
from kktui.rules.knights_sergeants.figures import Battle, Group, Man, Notes
from kktui.table.geometry import FOOT, MOUNTED

HELMET_AND_JACK = ("helmet", "closed-helm", "gambeson", "leather")
MAIL = ("mail-shirt", "long-mail", "limb-mail")
PLATE = ("coat-of-plates", "plate", "limb-plate")


def muster(scenario: Scenario, book: Rulebook) -> Battle:
    """The battle before its first event."""
    knights = {troop.id: troop.leader or troop.recruits[0].id for troop in scenario.troops}
    return set_up(
        scenario, book, enlist, lambda troop, men: form(troop, men, knights.get(troop.commander, "")), Notes()
    )


def enlist(recruit: Recruit, troop: Troop, book: Rulebook) -> Man:
    """A recruit as this sheet knows him; the scenario may override morale, armour, rank."""
    own = recruit.overrides.get(book.id, {})
    mounted = recruit.mount != "none"
    missile = next((each for each in recruit.weapons if is_missile(book, each)), "")
    return Man(
        id=recruit.id,
        name=recruit.name,
        side=troop.side,
        unit=troop.id,
        base=MOUNTED if mounted else FOOT,
        pose=None,
        standing=RESERVE,
        rank=str(own.get("rank", rank(recruit))),
        morale=int(own.get("morale", morale_class(recruit, book))),
        armour=int(own.get("armour", armour_rating(recruit, book))),
        shield=recruit.shield != "none",
        weapons=recruit.weapons,
        weapon=missile or (recruit.weapons[0] if recruit.weapons else "bare-hands"),
        horse="" if not mounted else "barded" if recruit.mount.startswith("barded") else "horse",
        mounted=mounted,
    )


def rank(recruit: Recruit) -> str:
    """How many hits he takes: knights and lords as knights, sergeants as such, all others as men.  [KS-1.4]"""
    return {"knight": "knight", "lord": "knight", "sergeant": "sergeant"}.get(recruit.rank, "man")


def morale_class(recruit: Recruit, book: Rulebook) -> int:
    """Peasants 7, men-at-arms 8, veterans 9, the elite 10.  [KS-1.1]"""
    chart = book.chart("morale-class")
    common = recruit.rank in ("servant", "peasant") or recruit.training == "raw"
    named = "peasant" if common else {"veteran": "veteran", "elite": "elite"}.get(recruit.training, "man-at-arms")
    return int(chart.at(named))


def armour_rating(recruit: Recruit, book: Rulebook) -> int:
    """One point each for helmet and gambeson or jack, shield, mail, plate.  [KS-1.2]"""
    chart = book.chart("armour")
    worn = {
        "helmet-and-jack": any(each in HELMET_AND_JACK for each in recruit.armour),
        "shield": recruit.shield != "none",
        "mail": any(each in MAIL for each in recruit.armour),
        "plate": any(each in PLATE for each in recruit.armour),
    }
    return sum(int(chart.at(piece)) for piece, there in worn.items() if there)


def is_missile(book: Rulebook, weapon: str) -> bool:
    """Whether a weapon shoots by the archery chart."""
    return arm(book, weapon) in book.chart("missiles").rows


def with_missiles(book: Rulebook, men: Iterable[Man]) -> list[Man]:
    """Those of some men who have a weapon that shoots in hand."""
    arms, missiles = book.charts["arms"].rows, book.charts["missiles"].rows
    return [man for man in men if arms.get(man.weapon) in missiles]


def arm(book: Rulebook, weapon: str) -> str:
    """What a weapon counts as here: hand, polearm, lance, improvised, longbow, crossbow."""
    return str(book.charts["arms"].rows.get(weapon, "improvised"))


def form(troop: Troop, men: Sequence[Man], commander: str) -> Group:
    """A group under its sergeant, or a knight by himself.  [KS-1.3]"""
    alone = len(men) == 1
    by_rank = {"sergeant": 0, "knight": 1, "man": 2}
    chosen = min(men, key=lambda man: by_rank[man.rank])
    leader = troop.leader or chosen.id
    if not alone:
        captain = next(man for man in men if man.id == leader)
        captain.rank = "sergeant" if captain.rank == "man" else captain.rank
    return Group(
        id=troop.id,
        name=troop.name,
        side=troop.side,
        leader=leader,
        figures=tuple(man.id for man in men),
        hidden=troop.hidden,
        commander=commander,
        morale=commonest(man.morale for man in men),
        strength=len(men),
        alone=alone,
    )


def commonest(classes: Iterable[int]) -> int:
    """The morale class most of them have; the lower when two are equally common."""
    counted = Counter(classes)
    most = max(counted.values())
    return min(each for each, number in counted.items() if number == most)
