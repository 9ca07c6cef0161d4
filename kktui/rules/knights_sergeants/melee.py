"""KS-7 Melee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Moved
from kktui.engine.modifiers import Modifier, total
from kktui.engine.muster import exits
from kktui.engine.nearby import in_contact, pressed
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.state import FIELDED
from kktui.rules.knights_sergeants.events import CardDone
from kktui.rules.knights_sergeants.events_fighting import AimLost, FightOff, Paired, Struck
from kktui.rules.knights_sergeants.figures import RETREATING, Battle, Group, Man
from kktui.rules.knights_sergeants.hits import stun, take_hit, unhorse
from kktui.rules.knights_sergeants.movement import NO_WAY_OVER
from kktui.rules.knights_sergeants.troops import arm
from kktui.table.geometry import Pose

THREE_TO_ONE = 3
HOLD = "hold"


class Bout(NamedTuple):
    """What a pair fights with: all that decides the blow but the dice."""

    bonus: int
    target_bonus: int
    armour: int
    mounted: bool
    """He comes off his horse if he is beaten."""
    target_mounted: bool


class Blow(NamedTuple):
    """How it went: hit, push, unhorse, tie, pushed, unhorsed; and both dice."""

    outcome: str
    roll: int
    target_roll: int


def strike(ask: Ask, bout: Bout, who: str = "", whom: str = "") -> Blow:
    """Each D10 and modifiers, the higher wins; by the loser's armour or more he hits.  [KS-7.1, KS-7.2]

    Only the side whose card is up can hit.
    """
    roll = ask.roll("1d10", "melee", who)
    other = ask.roll("1d10", "melee", f"{whom} against {who}")
    margin = roll + bout.bonus - other - bout.target_bonus
    return Blow(outcome(bout, margin), roll, other)


def outcome(bout: Bout, margin: int) -> str:
    """What a margin comes to; a tie goes on with the next card.  [KS-7.2, KS-7.3]"""
    if margin >= max(1, bout.armour):
        return "hit"
    if margin > 0:
        return "unhorse" if bout.target_mounted else "push"
    if margin == 0:
        return "tie"
    return "unhorsed" if bout.mounted else "pushed"


def modifiers(battle: Battle, man: Man, foe: Man, more: int = 0) -> Iterator[Modifier]:
    """What bears on a figure's die against one opponent, who may have `more` others with him.  [KS-7.4, KS-1.5]"""
    weapon = arm(battle.book, man.weapon)
    chart = battle.book.chart("melee-modifiers").rows
    if man.lance_home and weapon == "lance":
        yield Modifier("charging with lance", chart["charging with lance"], "KS-7.4")
    if man.mounted:
        yield Modifier("mounted", chart["mounted"], "KS-7.4")
    if man.rank == "knight":
        yield Modifier("knight", chart["knight"], "KS-7.4")
    extra = outnumbered(battle, man, more)
    if extra:
        yield Modifier("outnumbered", extra * chart["each attacker beyond the first"], "KS-7.4")
    if weapon not in ("hand", "polearm", "lance"):
        yield Modifier("improvised weapon", chart["improvised weapon"], "KS-7.4")
    if weapon == "polearm":
        yield Modifier("polearm", chart[polearm(man, foe)], "KS-7.4")
    if man.wounded:
        yield Modifier("wounded", -1, "KS-1.5")


def polearm(man: Man, foe: Man) -> str:
    """A polearm is good in the first round with a foe and after a round won, else bad.  [KS-7.4]"""
    won = dict(man.rounds).get(foe.id, True)
    return "polearm, first round or after a win" if won else "polearm, otherwise"


def outnumbered(battle: Battle, man: Man, more: int = 0) -> int:
    """Attackers beyond the first that named him on this card; or, by ruling, enemies that touch him.

    Before anybody has been named there may be so many `more` to come.  [KS-7.4]
    """
    if battle.book.switch("outnumbered") == "contacts":
        return max(0, min(THREE_TO_ONE, len(in_contact(battle, man))) - 1)
    return max(more, sum(target == man.id for _, target in battle.notes.named) - 1)


def bout_of(
    battle: Battle, man: Man, foe: Man, beside: int = 0
) -> tuple[Bout, tuple[Modifier, ...], tuple[Modifier, ...]]:
    """A pair as it would fight now, and why; `beside` are others about to name the same foe."""
    ours, theirs = tuple(modifiers(battle, man, foe)), tuple(modifiers(battle, foe, man, beside))
    ours_off, theirs_off = man.mounted and unhorses(battle, foe), foe.mounted and unhorses(battle, man)
    return Bout(total(ours), total(theirs), foe.armour, ours_off, theirs_off), ours, theirs


def unhorses(battle: Battle, winner: Man) -> bool:
    """Whether a rider he beats comes off his horse; by ruling only a lance or a polearm does that.  [KS-7.1]"""
    return battle.book.switch("unhorse") == "any" or arm(battle.book, winner.weapon) in ("lance", "polearm")


def fighters(battle: Battle, unit: Group) -> dict[str, list[str]]:
    """The men of a unit in contact, and with whom; nobody stunned or in full retreat strikes.  [KS-3.3, KS-7.5]"""
    if unit.mood == RETREATING or not pressed(battle, unit.id):
        return {}
    men = [man for man in battle.men(unit.id) if man.sits != "stunned" and man.daze != "stunned"]
    return {man.id: foes for man in men if (foes := in_contact(battle, man))}


def pairing_request(battle: Battle, unit: Group) -> Plan:
    """The question who fights whom, at most three on one.  [KS-7.1]"""
    crowd: dict[str, int] = {}
    parts: dict[str, Choose] = {}
    for man, foes in fighters(battle, unit).items():
        open_to = sorted(foes, key=lambda foe: (crowd.get(foe, 0) >= THREE_TO_ONE, crowd.get(foe, 0), foe))
        options = [Option(foe, foe) for foe in open_to]
        if crowd.get(open_to[0], 0) >= THREE_TO_ONE:
            options.insert(0, Option(HOLD))
        else:
            options.append(Option(HOLD))
            crowd[open_to[0]] = crowd.get(open_to[0], 0) + 1
        parts[man] = Choose(unit.side, "opponent", man, tuple(options), "KS-7.1")
    return Plan(unit.side, "pairs", unit.id, parts, "KS-7.1", THREE_TO_ONE, free=frozenset({HOLD}))


def who_fights(battle: Battle, ask: Ask) -> object:
    """First the pairs are named, then each fights; then the card is done."""
    notes = battle.notes
    if not notes.up:
        return None
    return notes.fights[0] if notes.fights else notes.up


def fight(battle: Battle, ask: Ask, actor: object) -> None:
    """One pair's blow, or the naming of the pairs, or the end of the card."""
    notes = battle.notes
    if isinstance(actor, tuple):
        fight_pair(battle, ask, battle.figures[actor[0]], battle.figures[actor[1]])
    elif not notes.paired and fighters(battle, battle.units[notes.up]):
        name_pairs(battle, ask, battle.units[notes.up])
    else:
        for event in exits(battle):
            battle.record(event)
        battle.record(CardDone(notes.up))


def name_pairs(battle: Battle, ask: Ask, unit: Group) -> None:
    """Every man in contact names his opponent; with nothing to choose nobody is asked."""
    request = pairing_request(battle, unit)
    open_to = {key: part.options for key, part in request.parts.items() if isinstance(part, Choose)}
    simple = all(len(options) <= 2 for options in open_to.values())
    named = {key: options[0].id for key, options in open_to.items()} if simple else ask.choose(request)
    battle.record(Paired(unit.id, tuple((man, foe) for man, foe in named.items() if foe != HOLD)))


def fight_pair(battle: Battle, ask: Ask, man: Man, foe: Man) -> None:
    """One blow; several on one strike in turn until he falls.  [KS-7.1]"""
    if man.standing != FIELDED or foe.standing != FIELDED:
        battle.record(FightOff(man.id, foe.id))
        return
    bout, ours, theirs = bout_of(battle, man, foe)
    blow = strike(ask, bout, man.id, foe.id)
    battle.record(Struck(man.id, foe.id, ours, blow.roll, theirs, blow.target_roll, foe.armour, blow.outcome))
    _aftermath(battle, ask, man, foe, blow.outcome)


def _aftermath(battle: Battle, ask: Ask, man: Man, foe: Man, result: str) -> None:
    if result == "hit":
        wound_or_stun(battle, ask, man, foe)
    elif result == "push":
        push_back(battle, foe, man)
    elif result == "pushed":
        push_back(battle, man, foe)
    elif result == "unhorse":
        unhorse(battle, foe, man.id)
    elif result == "unhorsed":
        unhorse(battle, man, foe.id)


def wound_or_stun(battle: Battle, ask: Ask, man: Man, foe: Man) -> None:
    """The attacker may choose to stun only.  [KS-7.5]"""
    options = (Option("wound", foe.id), Option("stun", foe.id))
    if ask.choose(Choose(man.side, "wound-or-stun", man.id, options, "KS-7.5")) == "stun":
        stun(battle, foe, man.id)
    else:
        take_hit(battle, foe, man.id)


def push_back(battle: Battle, loser: Man, winner: Man) -> None:
    """One inch straight away from the winner, or as far as there is room.  [KS-7.1, KS-7.6]"""
    start = loser.place
    bearing = winner.place.at.bearing(start.at)
    sweep = battle.table.push(loser.id, bearing, 1.0, NO_WAY_OVER)
    end = Pose(sweep.end.x, sweep.end.y, start.facing)
    battle.record(Moved(loser.id, (start.at, sweep.end), end, rule="KS-7.6", how="pushed"))
    if loser.aimed:
        battle.record(AimLost((loser.id,)))
