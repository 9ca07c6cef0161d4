"""What a decision is worth before it is made: the rules themselves, run over every die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.check import walk_along
from kktui.engine.modifiers import Modifier, total
from kktui.engine.odds import odds_of
from kktui.engine.requests import Choose, Request
from kktui.engine.rulebook import Rulebook
from kktui.engine.ruleset import Forecast
from kktui.rules.camelot.breaking import escape, quickness
from kktui.rules.camelot.figures import (
    LADDER,
    Battle,
    Man,
    engaged,
    fights,
    in_hand,
    lance_adds,
    standing_strength,
    strength,
    toughness,
)
from kktui.rules.camelot.melee import (
    DOUBLE,
    HIT,
    LAUGHTER,
    MISS,
    SELF_HIT,
    Bout,
    attack_targets,
    bout_of,
    lands,
    may_strike,
    strike,
)
from kktui.rules.camelot.movement import charge_targets, lance_runs
from kktui.rules.camelot.ranged import Aim, aim_at, missile_strength, shoot, targets, why_not_shoot
from kktui.rules.camelot.virtue import low_passes, lucky, virtuous
from kktui.rules.camelot.wounds import WoundTable, edge_over, lasting, stacked, table_of, wound
from kktui.table import Walk

HIMSELF = "himself: "
"""Before an outcome that falls on the attacker."""


def struck(ask: Ask, bout: Bout) -> tuple[str, int]:
    """Who is hit, and with how many wound rolls."""
    blow = strike(ask, bout)
    return blow.outcome, blow.rolls


def gashed(ask: Ask, table: WoundTable, edge: int, rolls: int) -> str:
    """What so many wound rolls come to, of which the better for the attacker counts.  [CA-4.2, CA-4.3]"""
    return max((ask.part(cut, table, edge) for _ in range(rolls)), key=LADDER.index)


def exchange(ask: Ask, table: WoundTable, bout: Bout, edge: int, back: int) -> str:
    """An attack to its end: a miss, laughter, the wound dealt, or the attacker's own.  [CA-4.1, CA-8.1]"""
    outcome, rolls = ask.part(struck, bout)
    if outcome in (MISS, LAUGHTER):
        return outcome
    if outcome == SELF_HIT:
        return HIMSELF + ask.part(gashed, table, back, rolls)
    return ask.part(gashed, table, edge, rolls)


def flown(ask: Ask, aim: Aim) -> str:
    """How a shot ends."""
    return shoot(ask, aim).outcome


def volley(ask: Ask, table: WoundTable, aim: Aim, edge: int, doubled: int) -> str:
    """A shot to its end: a miss, or the wound it makes.  [CA-7.1, CA-7.2, CA-8.1]"""
    outcome = ask.part(flown, aim)
    return MISS if outcome == MISS else ask.part(gashed, table, doubled if outcome == DOUBLE else edge, 1)


def parting(ask: Ask, table: WoundTable, edge: int) -> str:
    """A free attack to its end.  [CA-9.2]"""
    return ask.part(gashed, table, edge, 1) if lands(ask)[1] else MISS


def slips(ask: Ask, ini: int, foes_ini: int) -> str:
    """Whether one who breaks off gets away.  [CA-9.1]"""
    return escape(ask, ini, foes_ini).outcome


def agrees(ask: Ask, level: int, low: bool) -> str:
    """Whether a Virtue check is passed.  [CA-5.7]"""
    return "peace" if virtuous(ask, level, low)[1] else "no peace"


def has_luck(ask: Ask, luck: int) -> str:
    """Whether a Luck test is passed.  [CA-5.4]"""
    return "luck" if lucky(ask, luck)[1] else "no luck"


def cut(ask: Ask, table: WoundTable, edge: int) -> str:
    """One wound roll.  [CA-5.13]"""
    return wound(ask, table, edge).result


# Forecasts.


def forecast(battle: Battle, request: Request, key: str, answer: Any) -> Sequence[Forecast]:
    """The exact odds behind an option, and what the other side can do in return."""
    if not isinstance(request, Choose):
        return ()
    return tuple(_forecasts(battle, request, answer))


def _forecasts(battle: Battle, request: Choose, answer: str) -> Iterator[Forecast]:
    if request.what == "act":
        yield from act_forecasts(battle, battle.figures[request.about], answer)
    elif request.what in ("attack-target", "charge-target"):
        man = battle.figures[request.about]
        yield attack_forecast(battle, man, battle.figures[answer], charging=request.what == "charge-target")
    elif request.what == "shoot-target":
        man = battle.figures[request.about]
        yield shot_forecast(battle, man, battle.figures[answer], man.walked)
    elif request.what == "let-him-go":
        fleeing = battle.figures[request.options[0].target]
        foe = battle.figures[request.about]
        yield hold_forecast(battle, fleeing, foe) if answer == "hold-him" else free_forecast(battle, foe, fleeing)
    elif request.what == "mercy" and answer == "wound":
        yield mercy_forecast(battle, battle.figures[request.about], battle.figures[request.options[0].target])
    elif (request.what, answer) in (("new-weapon", "dwarf"), ("remount", "try-to-mount")):
        yield luck_forecast(battle.figures[request.about], request.rule)
    elif request.what == "truce" and answer == "stop":
        yield truce_forecast(battle, battle.figures[request.options[0].target])


def act_forecasts(battle: Battle, man: Man, deed: str) -> Iterator[Forecast]:
    """What a figure's deed is likely to come to, against each it may be done to."""
    if deed in ("attack", "charge"):
        foes = attack_targets(battle, man) if deed == "attack" else charge_targets(battle, man)
        for each in foes:
            yield attack_forecast(battle, man, battle.figures[each], charging=deed == "charge")
    elif deed in ("shoot", "shoot-moving"):
        for target in targets(battle, man).all():
            yield shot_forecast(battle, man, target, man.walked or deed == "shoot-moving")
    elif deed == "break-off":
        for each in engaged(battle, man):
            if may_strike(battle, battle.figures[each]):
                yield escape_forecast(battle, man, battle.figures[each])


class Force(NamedTuple):
    """The STR that tells if the attacker hits, and if he is hit himself."""

    dealt: int
    taken: int


def attack_forecast(battle: Battle, man: Man, foe: Man, *, charging: bool = False) -> Forecast:
    """One attack, and one in return by whoever has been come upon, if he can make it.  [CA-4.1, CA-4.6]"""
    charge = charge_home(battle, man, foe) if charging else None
    force = Force(strength(battle.book, man) + run_adds(battle, man, charge), strength(battle.book, foe))
    title = f"{{{man.id}}} {'charges' if charge else 'attacks'} {{{foe.id}}}"
    ours = _attack(battle, title, (man, foe), force)
    if not can_answer(foe):
        return ours
    upon = fought_there(battle, man, charge) if charge else ()
    reply = _attack(battle, f"{{{foe.id}}} attacks {{{man.id}}}", (foe, man), in_return(battle, man, foe, force), upon)
    return replace(ours, back=reply)


def can_answer(foe: Man) -> bool:
    """Whether his next turn, of this round or the next, may find him fit to attack.  [CA-6.2, CA-6.11, CA-8.6]"""
    at_a_loss = foe.confused or foe.fumbled or foe.tried
    return not foe.stunned and (foe.done or not at_a_loss)


def in_return(battle: Battle, man: Man, foe: Man, now: Force) -> Force:
    """The reply's STR: as now if the foe acts yet this round; by the next a lance is a spear again.  [CA-4.1]"""
    if not foe.done:
        return Force(now.taken, now.dealt)
    return Force(standing_strength(battle.book, foe), standing_strength(battle.book, man))


def _attack(battle: Battle, title: str, pair: tuple[Man, Man], force: Force, others: Sequence[str] = ()) -> Forecast:
    man, foe = pair
    bout, ours, theirs = bout_of(battle, man, foe, *others)
    against = tuple(each._replace(name=f"their {each.name}", value=-each.value) for each in theirs)
    named = (*ours, *against, *wound_modifiers(battle, force.dealt, foe))
    chances = attack_chances(battle, pair, bout, force)
    return Forecast(title, "CA-4.1", "D6 + ATT above D6 + DEF, natural ones first", named, chances)


def wound_modifiers(battle: Battle, force: int, foe: Man) -> tuple[Modifier, ...]:
    """What the high die of a wound roll is raised by; by ruling nothing.  [CA-8.1]"""
    if battle.book.switch("wound-row") == "die":
        return ()
    return Modifier("STR", force, "CA-8.1"), Modifier("their TOUGH", -toughness(foe), "CA-8.1")


def attack_chances(battle: Battle, pair: tuple[Man, Man], bout: Bout, force: Force) -> dict[str, Any]:
    """The chances of an attack, in what becomes of the one who is hit.  [CA-4.1, CA-8.4]"""
    book, (man, foe) = battle.book, pair
    edge, back = edge_over(book, force.dealt, toughness(foe)), edge_over(book, force.taken, toughness(man))
    return becoming(book, odds_of(exchange, table_of(book), bout, edge, back), foe.wound, man.wound)


def charge_home(battle: Battle, man: Man, foe: Man) -> Walk | None:
    """The way a charge to a foe would take.  [CA-3.2]"""
    move = charge_targets(battle, man).get(foe.id)
    return walk_along(battle, move, move.best) if move is not None else None


def fought_there(battle: Battle, man: Man, charge: Walk) -> tuple[str, ...]:
    """The enemies whom a charge comes upon.  [CA-4.6]"""
    close = battle.table.contacts_at(man.base, charge.end, (man.id,))
    foes = (each for each in close if battle.figures[each].side != man.side)
    return tuple(each for each in foes if fights(battle, man, charge.end.at, each))


def lance_bonus(battle: Battle, man: Man, foe: Man) -> int:
    """What a lance adds to STR if the charge to a foe has its run, by the way it would take.  [CA-4.1]"""
    if not man.mounted or in_hand(battle.book, man.weapon) != "lance":
        return 0
    return run_adds(battle, man, charge_home(battle, man, foe))


def run_adds(battle: Battle, man: Man, charge: Walk | None) -> int:
    """What the run of a charge adds to STR.  [CA-4.1]"""
    if charge is None or man.lance or not lance_runs(battle.book, man, charge.straight):
        return 0
    return lance_adds(battle.book)


def becoming(book: Rulebook, chances: Any, foes: str, own: str) -> dict[str, Any]:
    """Chances of wounds as what they make of those who have wounds already.  [CA-8.4]"""
    found: dict[str, Any] = {}
    for outcome, chance in chances.items():
        if outcome.startswith(HIMSELF):
            named = HIMSELF + _becomes(book, own, outcome.removeprefix(HIMSELF))
        else:
            named = outcome if outcome in (MISS, LAUGHTER) else _becomes(book, foes, outcome)
        found[named] = found.get(named, 0) + chance
    return found


def _becomes(book: Rulebook, now: str, result: str) -> str:
    return stacked(book, now, result) if lasting(result) else result


def shot_forecast(battle: Battle, man: Man, target: Man, walking: bool) -> Forecast:
    """One shot, and the target's in return if he has one."""
    reply = can_answer(target) and not why_not_shoot(battle, target) and man in targets(battle, target).all()
    return _shot(battle, man, target, walking, _shot(battle, target, man, False) if reply else None)


def _shot(battle: Battle, man: Man, target: Man, walking: bool, back: Forecast | None = None) -> Forecast:
    aim, named = aim_at(battle, man, target, walking)
    chances = becoming(battle.book, shot_chances(battle, man, target, aim), target.wound, man.wound)
    return Forecast(
        f"{{{man.id}}} shoots at {{{target.id}}}", "CA-7.1", f"D6, {aim.needs} or more", named, chances, back
    )


def shot_chances(battle: Battle, man: Man, target: Man, aim: Aim) -> Any:
    """The chances of a shot, in wounds."""
    book, against = battle.book, toughness(target)
    edge = edge_over(book, missile_strength(book, man.weapon, HIT), against)
    doubled = edge_over(book, missile_strength(book, man.weapon, DOUBLE), against)
    return odds_of(volley, table_of(book), aim, edge, doubled)


def escape_forecast(battle: Battle, man: Man, foe: Man) -> Forecast:
    """Breaking off, if the opponent tries to hold him; and the free attack if he does not and may make one."""
    return _slip(battle, man, foe, None if foe.tried else free_forecast(battle, foe, man))


def hold_forecast(battle: Battle, fleeing: Man, foe: Man) -> Forecast:
    """Holding one who breaks off."""
    return _slip(battle, fleeing, foe, None)


def _slip(battle: Battle, man: Man, foe: Man, back: Forecast | None) -> Forecast:
    ours, theirs = quickness(battle.book, man), quickness(battle.book, foe)
    against = tuple(each._replace(name=f"their {each.name}", value=-each.value) for each in theirs)
    chances = odds_of(slips, total(ours), total(theirs))
    title = f"{{{man.id}}} breaks off from {{{foe.id}}}"
    return Forecast(title, "CA-9.1", "D6 + INI above D6 + INI", (*ours, *against), chances, back)


def free_forecast(battle: Battle, foe: Man, fleeing: Man) -> Forecast:
    """The free attack on one who is let go."""
    edge = edge_over(battle.book, strength(battle.book, foe), toughness(fleeing))
    chances = becoming(battle.book, odds_of(parting, table_of(battle.book), edge), fleeing.wound, foe.wound)
    return Forecast(f"{{{foe.id}}} strikes at {{{fleeing.id}}} as he goes", "CA-9.2", "D6, anything but 1", (), chances)


def mercy_forecast(battle: Battle, victor: Man, pinned: Man) -> Forecast:
    """One wound roll at somebody's mercy."""
    edge = edge_over(battle.book, strength(battle.book, victor), toughness(pinned))
    chances = becoming(battle.book, odds_of(cut, table_of(battle.book), edge), pinned.wound, victor.wound)
    return Forecast(f"{{{victor.id}}} strikes {{{pinned.id}}}", "CA-5.13", "one wound roll", (), chances)


def luck_forecast(man: Man, rule: str) -> Forecast:
    """Whether his dwarf has another weapon for him, or he comes into the saddle.  [CA-5.4, CA-5.5, CA-5.6]"""
    return Forecast(f"{{{man.id}}} tries his luck", rule, f"D6, {man.luck} or less", (), odds_of(has_luck, man.luck))


def truce_forecast(battle: Battle, foe: Man) -> Forecast:
    """Whether the opponent agrees to stop."""
    low = low_passes(battle.book)
    needs = f"D6, {foe.virtue} or {'less' if low else 'more'}"
    return Forecast(f"{{{foe.id}}} agrees to stop", "CA-5.7", needs, (), odds_of(agrees, foe.virtue, low))
