"""KK-3 Morale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import nearest_foe
from kktui.engine.state import FIELDED
from kktui.engine.steering import turned
from kktui.rules.knights_knaves.cover import in_cover
from kktui.rules.knights_knaves.events import Checked, Done, Rallied, Routed, Settled
from kktui.rules.knights_knaves.figures import (
    BESIDE,
    Battle,
    Man,
    adjacent,
    apart,
    foes_at_hand,
    half_spent,
    leader_of,
    weak_line,
)
from kktui.rules.knights_knaves.gaits import rate
from kktui.rules.knights_knaves.rout import run_away
from kktui.table.geometry import GRAIN

PASSES, ROUTS = "passes", "routs"
RALLY, LEADER, LORD, SPEARS, FRIEND, HALF, CHARGED = "rally", "leader", "lord", "spears", "friend", "half", "charged"
RULES = {
    RALLY: "KK-3.1",
    LEADER: "KK-3.2",
    LORD: "KK-3.3",
    SPEARS: "KK-3.4",
    FRIEND: "KK-3.5",
    HALF: "KK-3.6",
    CHARGED: "KK-3.7",
}
"""The causes of a check and their rules, in the order of the sheet."""


class Nerve(NamedTuple):
    """What a check comes to."""

    roll: int
    outcome: str


def check(ask: Ask, needs: int, who: str = "", cause: str = "morale") -> Nerve:
    """A D10 below the modified morale passes; a natural 1 always, a natural 10 never.  [KK-3.10]"""
    roll = ask.roll("1d10", cause, who)
    passed = roll == 1 or (roll < needs and roll != 10)
    return Nerve(roll, PASSES if passed else ROUTS)


def modifiers(battle: Battle, man: Man, charging: Sequence[str] = ()) -> Iterator[Modifier]:
    """What bears on a figure's morale; `charging` are enemies who would charge him beside those who do.  [KK-3.9]"""
    chart = battle.book.chart("morale-modifiers")
    rows = chart.rows
    yield from _lords(battle, man)
    horsemen = attackers_on_horse(battle, man, charging)
    if horsemen:
        each = int(rows["peasant or soldier attacked by cavalry, each"])
        yield Modifier("attacked by cavalry", each * horsemen, "KK-3.9")
    if man.grief:
        each = int(rows["adjacent friend killed or routed this turn, each"])
        yield Modifier("adjacent friends killed or routed", each * len(man.grief), "KK-3.9")
    lent = leader_bonus(battle, man)
    if lent:
        yield Modifier("unit leader", lent, "KK-3.9")
    yield from weak_line(man, chart, "KK-3.9")
    if man.worn:
        yield Modifier("permanent fatigue", int(rows["permanent fatigue, each level"]) * man.worn, "KK-3.9")
    if "zealot" in man.traits:
        yield Modifier("hatred or zeal", int(rows["hatred or zeal"]), "KK-3.9")
    if in_cover(battle, man):
        yield Modifier("in or behind cover", int(rows["in or behind cover"]), "KK-3.9")
    yield from _company(battle, man)


def _lords(battle: Battle, man: Man) -> Iterator[Modifier]:
    """An enemy lord down gives heart, the own lord down takes it.  [KK-3.9]"""
    rows = battle.book.chart("morale-modifiers").rows
    for name, side in (("enemy lord disabled", battle.other(man.side)), ("own lord disabled", man.side)):
        if lord_is_missed(battle, side):
            yield Modifier(name, int(rows[name]), "KK-3.9")


def lord_is_missed(battle: Battle, side: str) -> bool:
    """Whether a side's lord is disabled, for the rest of the battle or by ruling for that turn.  [KK-3.9]"""
    since = battle.notes.lords_lost.get(side)
    if since is None:
        return False
    return battle.book.switch("lord-lost") == "rest of the battle" or since == battle.turn


def attackers_on_horse(battle: Battle, man: Man, charging: Sequence[str] = ()) -> int:
    """Horsemen that fight or charge a peasant or soldier.  [KK-3.9]"""
    if man.rank not in ("peasant", "soldier"):
        return 0
    declared = (foe.id for foe in battle.enemies_of(man.side) if foe.foe == man.id and comes_on(battle, foe, man))
    attackers = {*foes_at_hand(battle, man), *declared, *charging}
    return len([each for each in attackers if battle.figures[each].mounted])


def comes_on(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether a horseman's charge threatens a foe: where his horse carries him, only one it can reach.  [KK-6.2]"""
    if man.carried:
        return apart(battle, man, foe) <= rate(battle, man, man.pace)
    return man.able and man.mounted


def leader_bonus(battle: Battle, man: Man) -> int:
    """What the leader of his unit lends a man, by the leader's class.  [KK-3.9]"""
    leader = leader_of(battle, battle.units[man.unit])
    if leader is None or leader is man:
        return 0
    return int(battle.book.chart("morale").at(leader.rank, "lent to the unit"))


def _company(battle: Battle, man: Man) -> Iterator[Modifier]:
    """Many together are braver: by the figures present and not routing.  [KK-3.9]"""
    unit = battle.units[man.unit]
    if battle.book.switch("unit-count") == "original":
        size = unit.strength
    else:
        size = len([each for each in battle.men(unit.id) if not each.routing])
    name = "unit of 11 or more" if size >= 11 else "unit of 5 to 10" if size >= 5 else ""
    if name:
        yield Modifier(name, int(battle.book.chart("morale-modifiers").rows[name]), "KK-3.9")


def nerve(battle: Battle, man: Man, charging: Sequence[str] = ()) -> tuple[int, tuple[Modifier, ...]]:
    """The number a figure's die has to be below now, and why."""
    named = tuple(modifiers(battle, man, charging))
    return man.morale + total(named), named


# Checks.


def due(battle: Battle, man: Man, cause: str) -> bool:
    """Whether a figure has still to check for a cause in this phase; who runs or tries to rally, for that only.

    [KK-3.1, KK-3.12]
    """
    if man.standing != FIELDED or (cause != RALLY and (man.routing or _key(battle, RALLY) in man.checked)):
        return False
    return _key(battle, cause) not in man.checked


def _key(battle: Battle, cause: str) -> str:
    return f"{battle.phase} {cause}"


def check_all(battle: Battle, ask: Ask, causes: Sequence[tuple[Man, str]]) -> list[Man]:
    """One wave: every check against the morale at its start, then all are written down.  [KK-3.12]

    Those come back who fail.
    """
    found: list[tuple[Checked, Man]] = []
    failed: dict[str, Man] = {}
    for man, cause in causes:
        if man.id in failed or not due(battle, man, cause):
            continue
        needs, named = nerve(battle, man)
        kind, key = cause.partition(" ")[0], _key(battle, cause)
        result = check(ask, needs, man.id, f"morale, {kind}")
        event = Checked(man.id, kind, man.morale, named, needs, result.roll, result.outcome, key, RULES[kind])
        found.append((event, man))
        if result.outcome == ROUTS:
            failed[man.id] = man
    for event, _ in found:
        battle.record(event)
    return list(failed.values())


def rout_all(battle: Battle, men: Sequence[Man]) -> None:
    """They take to their heels: first all who see it are noted, then they run, whoever is furthest back first.

    The stunned lose heart where they lie, and whose horse will not move where he sits.  [KK-3.11, KK-8.11, KK-6.2]
    """
    fleeing = {man.id for man in men}
    for man in men:
        beside, behind = witnesses(battle, man)
        seen = [tuple(each for each in group if each not in fleeing) for group in (beside, behind)]
        battle.record(Routed(man.id, seen[0], seen[1]))
    for man in run_order(battle, [man for man in men if not man.stunned and not man.stuck]):
        run_away(battle, man)


def run_order(battle: Battle, men: Sequence[Man]) -> list[Man]:
    """Who is furthest from the enemy runs first, out of the way of those behind him."""

    def away(man: Man) -> float:
        foe = nearest_foe(battle, man)
        return 0.0 if foe is None else foe.place.at.to(man.place.at)

    return sorted(men, key=lambda man: (-away(man), man.id))


def witnesses(battle: Battle, gone: Man) -> tuple[list[str], list[str]]:
    """The friends who see him go: adjacent, or with him before them beyond a wall.  [KK-3.5]"""
    near = [battle.figures[each] for each in sorted(battle.table.near(gone.place.at, BESIDE + GRAIN + gone.base.reach))]
    friends = [man for man in near if man.side == gone.side and man is not gone and not battle.units[man.unit].hidden]
    close = [man for man in friends if apart(battle, man, gone) <= BESIDE]
    beside = [man.id for man in close if adjacent(battle, man, gone)]
    return beside, [man.id for man in close if man.id not in beside and in_front(battle, man, gone)]


def in_front(battle: Battle, man: Man, other: Man) -> bool:
    """In the forward half circle.  [KK-3.5]"""
    half = int(battle.book.switch("in-front")) / 2
    return turned(man.place.facing, man.place.at.bearing(other.place.at)) <= half


def who_must_check(battle: Battle) -> str | None:
    """Whether anybody has to check his morale as the phase ends."""
    return "morale" if battle.notes.to_check else None


def check_wave(battle: Battle, ask: Ask) -> None:
    """All that are due now check; those who run may set off the next wave.  [KK-3.12]"""
    order = {cause: place for place, cause in enumerate((LORD, LEADER, FRIEND, HALF))}
    waiting = sorted(battle.notes.to_check, key=lambda each: (each[0], order[each[1].split()[0]], each[1]))
    failed = check_all(battle, ask, [(battle.figures[each], cause) for each, cause in waiting])
    battle.record(Settled())
    rout_all(battle, failed)


def runs_on(man: Man) -> bool:
    """Whether he runs and will run on in movement: not the stunned, nor he whose horse does as it likes.

    [KK-3.11, KK-8.11, KK-6.2]
    """
    return man.routing and not man.stunned and not man.carried


# Rally.


def who_rallies(battle: Battle, ask: Ask) -> str | None:
    """Who runs as the phase begins tries to rally, all at once; then their friends look on."""
    if RALLY not in battle.notes.done and runaways(battle):
        return RALLY
    return who_must_check(battle)


def runaways(battle: Battle) -> list[Man]:
    """The figures that run.  [KK-3.1]"""
    men = [man for man in battle.figures.values() if man.routing and man.standing == FIELDED]
    return sorted(men, key=lambda man: man.id)


def rally(battle: Battle, ask: Ask, actor: str) -> None:
    """Routing figures try to rally; who fails routs again, who takes to his heels now tries next turn.

    [KK-3.1, KK-3.11]
    """
    if actor != RALLY:
        check_wave(battle, ask)
        return
    battle.record(Done(RALLY))
    running = runaways(battle)
    failed = check_all(battle, ask, [(man, RALLY) for man in running])
    for man in running:
        if man not in failed:
            battle.record(Rallied(man.id))
    if battle.book.switch("failed-rally") == "at once too":
        rout_all(battle, failed)
        return
    for man in failed:
        beside, behind = witnesses(battle, man)
        battle.record(Routed(man.id, tuple(beside), tuple(behind)))


def weak_at_heart(battle: Battle) -> list[tuple[Man, str]]:
    """Those with half their stamina or less, who check each turn.  [KK-3.6]"""
    men = [man for man in battle.figures.values() if half_spent(man) and due(battle, man, HALF)]
    return [(man, HALF) for man in sorted(men, key=lambda man: man.id) if not battle.units[man.unit].hidden]
