"""How neutral recruits are enlisted: SC-1.1, and the units of SC-1.2."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.engine.muster import close_up, set_up
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import Recruit, Scenario, Troop
from kktui.engine.state import RESERVE
from kktui.rules.schiltron.figures import RAISED, Battle, Company, Man, Notes, arm, missile
from kktui.table.geometry import FOOT, MOUNTED

PROTECTIONS = ("UA", "PA", "FA", "PP", "FP")
QUALITIES = ("militia", "average", "veteran", "elite")
BARE_HANDS = "bare-hands"


def muster(scenario: Scenario, book: Rulebook) -> Battle:
    """The battle before its first event."""
    battle = set_up(scenario, book, enlist, lambda troop, men: form(troop, men, book), Notes())
    close_up(battle)
    return battle


def enlist(recruit: Recruit, troop: Troop, book: Rulebook) -> Man:
    """A recruit as this sheet knows him; the scenario may override protection, quality and stripes."""
    own = recruit.overrides.get(book.id, {})
    mounted = recruit.mount != "none"
    named = str(own.get("quality", quality(recruit)))
    stripes = int(book.chart("stripes").at(named))
    return Man(
        id=recruit.id,
        name=recruit.name,
        side=troop.side,
        unit=troop.id,
        base=MOUNTED if mounted else FOOT,
        pose=None,
        standing=RESERVE,
        protection=str(own.get("protection", protection(recruit, book))),
        quality=named,
        stripes=int(own.get("stripes", stripes)),
        shield=recruit.shield != "none",
        missile=next((each for each in recruit.weapons if missile(book, each)), ""),
        weapon=in_hand(recruit, book),
        side_arm=at_the_side(recruit, book),
        mounted=mounted,
        barded=recruit.mount.startswith("barded"),
    )


def protection(recruit: Recruit, book: Rulebook) -> str:
    """UA unarmoured, PA partly armoured, FA in mail all over, PP with some plate, FP all in plate.  [SC-1.1]"""
    pieces = [book.chart("armour").at(each) for each in recruit.armour]
    body, limbs = {each[0] for each in pieces}, {each[1] for each in pieces}
    if "plate" in body and "plate" in limbs:
        return "FP"
    if {"plate", "some plate"} & (body | limbs):
        return "PP"
    if "mail" in body and "mail" in limbs:
        return "FA"
    return "PA" if pieces else "UA"


def quality(recruit: Recruit) -> str:
    """Training makes the quality; peasants and servants are one lower, knights and lords one higher.  [SC-1.1]"""
    trained = ("raw", "trained", "veteran", "elite").index(recruit.training)
    by_rank = {"servant": -1, "peasant": -1, "knight": 1, "lord": 1}.get(recruit.rank, 0)
    return QUALITIES[max(0, min(len(QUALITIES) - 1, trained + by_rank))]


def in_hand(recruit: Recruit, book: Rulebook) -> str:
    """The first weapon he carries that is not for shooting only."""
    chart = book.chart("arms").rows
    return next((each for each in recruit.weapons if arm(book, each) != "improvised"), "") or next(
        (each for each in recruit.weapons if not chart[each][1]), BARE_HANDS
    )


def at_the_side(recruit: Recruit, book: Rulebook) -> str:
    """What a lancer draws when his lance has done its work: the first single hand weapon he carries.  [SC-5.4]"""
    return next((each for each in recruit.weapons if arm(book, each) == "single hand edged"), "")


def form(troop: Troop, men: Sequence[Man], book: Rulebook) -> Company:
    """A unit with its leader, who has a stripe more, and its standard-bearer.  [SC-1.1, SC-1.2]"""
    for man in men:
        if man.id == troop.leader:
            man.stripes += int(book.chart("stripes").at("leader adds"))
    bearer = standard_bearer(troop, book)
    return Company(
        id=troop.id,
        name=troop.name,
        side=troop.side,
        leader=troop.leader,
        figures=tuple(man.id for man in men),
        hidden=troop.hidden,
        strength=len(men),
        bearer=bearer,
        standard=RAISED if bearer else "",
    )


def standard_bearer(troop: Troop, book: Rulebook) -> str:
    """Whom the scenario names; else, in a unit of five or more, the first after its leader.  [SC-1.2]"""
    named = [each.id for each in troop.recruits if "standard-bearer" in each.traits]
    if named or book.switch("standards") == "named":
        return named[0] if named else ""
    others = [each.id for each in troop.recruits if each.id != troop.leader]
    return others[0] if others and len(troop.recruits) >= int(book.chart("unit").at("smallest")) else ""
