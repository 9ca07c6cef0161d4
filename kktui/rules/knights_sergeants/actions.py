"""KS-2.3 The one action of a card, and which are open to a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kktui.engine.ask import Ask
from kktui.engine.requests import Barred, Choose, Option, Refusal
from kktui.rules.knights_sergeants.archery import fire, may_fire, shooters
from kktui.rules.knights_sergeants.charge import charge, charge_targets
from kktui.rules.knights_sergeants.events import (
    Acted,
    Appointed,
    ChangedWeapon,
    Loaded,
    Rallying,
    TookAim,
    TookHorse,
)
from kktui.rules.knights_sergeants.figures import (
    RETREATING,
    SHAKEN,
    Battle,
    Group,
    Man,
    able_men,
    guide,
    leader_of,
    leaderless,
)
from kktui.rules.knights_sergeants.movement import move, on_road, retreat, reveal, to_cover
from kktui.rules.knights_sergeants.troops import is_missile
from kktui.table.geometry import FOOT, MOUNTED

WHEN_SHAKEN = ("fire", "load", "retreat", "hold")
"""All that is left to a unit that is shaken or has lost its sergeant.  [KS-3.3, KS-3.5]"""


def who_acts(battle: Battle, ask: Ask) -> str | None:
    """The unit whose card is up, until it has spent its action."""
    up = battle.notes.up
    return up if up and not battle.notes.acted and able_men(battle, battle.units[up]) else None


def act(battle: Battle, ask: Ask, actor: str) -> None:
    """One action; a unit in full retreat has no other.  [KS-2.3, KS-3.3]"""
    unit = battle.units[actor]
    if unit.mood == RETREATING:
        do_retreat(battle, ask, unit)
        return
    request = action_request(battle, unit)
    action = ask.choose(request) if len(request.options) > 1 else request.options[0].id
    if unit.hidden and action != "hold":
        reveal(battle, unit, "acts")
    if action == "charge" and not charge(battle, ask, unit):
        after_faint_heart(battle, ask, unit)
        return
    if action != "charge":
        ACTIONS[action](battle, ask, unit)
    battle.record(Acted(unit.id, action))


def after_faint_heart(battle: Battle, ask: Ask, unit: Group) -> None:
    """A charger that failed its test may still do what a shaken unit may, or is in full retreat.  [KS-3.3]"""
    if unit.mood == RETREATING:
        do_retreat(battle, ask, unit)
        return
    request = action_request(battle, unit)
    action = ask.choose(request) if len(request.options) > 1 else request.options[0].id
    ACTIONS[action](battle, ask, unit)
    battle.record(Acted(unit.id, action))


def do_retreat(battle: Battle, ask: Ask, unit: Group) -> None:
    if unit.hidden:
        reveal(battle, unit, "acts")
    retreat(battle, ask, unit)
    battle.record(Acted(unit.id, "full-retreat", "KS-3.3"))


def action_request(battle: Battle, unit: Group) -> Choose:
    """The question what a unit does with its card, and why the rest is not open to it."""
    options, barred = [], []
    for action in ACTIONS_IN_ORDER:
        why = why_not(battle, unit, action)
        if why is None:
            options.append(Option(action))
        else:
            barred.append(Barred(action, why))
    return Choose(unit.side, "action", unit.id, tuple(options), "KS-2.3", tuple(barred))


def why_not(battle: Battle, unit: Group, action: str) -> Refusal | None:
    """The reason a unit may not take an action, or None."""
    if action not in WHEN_SHAKEN:
        if unit.mood == SHAKEN:
            return Refusal("KS-3.3", "shaken: it may only load, fire or retreat to cover")
        if leaderless(battle, unit):
            return Refusal("KS-3.5", "its sergeant is gone: it may only load, fire or retreat to cover")
    refused = CONDITIONS[action](battle, unit) if action in CONDITIONS else None
    return Refusal(*refused) if refused else None


Why = tuple[str, str] | None


def why_not_charge(battle: Battle, unit: Group) -> Why:
    return None if charge_targets(battle, unit) else ("KS-5.1", "no enemy in sight is near enough to charge")


def why_not_march(battle: Battle, unit: Group) -> Why:
    leader = guide(battle, unit)
    return None if leader and on_road(battle, leader) else ("KS-4.2", "its leader is not on a road")


def why_not_fire(battle: Battle, unit: Group) -> Why:
    return None if may_fire(battle, unit) else ("KS-6.2", "nobody is loaded with an enemy in range and sight")


def why_not_load(battle: Battle, unit: Group) -> Why:
    return None if unloaded(battle, unit) else ("KS-6.2", "there is nothing to load")


def why_not_aim(battle: Battle, unit: Group) -> Why:
    waiting = [man for man in shooters(battle, unit) if not man.aimed]
    return None if waiting else ("KS-6.1", "nobody has a loaded bow or crossbow to aim")


def why_not_change(battle: Battle, unit: Group) -> Why:
    return None if changes(battle, unit) else ("KS-2.3", "nobody carries another weapon")


def why_not_mount(battle: Battle, unit: Group) -> Why:
    afoot = [man for man in able_men(battle, unit) if man.horse and not man.mounted]
    if not afoot:
        return ("KS-2.3", "nobody stands beside his horse")
    return None if any(has_room_to_mount(battle, man) for man in afoot) else ("KS-2.3", "there is no room to mount")


def why_not_dismount(battle: Battle, unit: Group) -> Why:
    return None if any(man.mounted for man in able_men(battle, unit)) else ("KS-2.3", "nobody is mounted")


def why_not_appoint(battle: Battle, unit: Group) -> Why:
    return None if list(orphans(battle, unit)) else ("KS-3.5", "no group without a sergeant is within 6 inches")


def why_not_rally(battle: Battle, unit: Group) -> Why:
    return None if list(to_rally(battle, unit)) else ("KS-3.2", "no unit he could rally is within 6 inches")


CONDITIONS: dict[str, Callable[[Battle, Group], Why]] = {
    "charge": why_not_charge,
    "march": why_not_march,
    "fire": why_not_fire,
    "load": why_not_load,
    "aim": why_not_aim,
    "change-weapon": why_not_change,
    "mount": why_not_mount,
    "dismount": why_not_dismount,
    "appoint": why_not_appoint,
    "rally": why_not_rally,
}


def march(battle: Battle, ask: Ask, unit: Group) -> None:
    """The whole move along a road.  [KS-4.2]"""
    move(battle, ask, unit, road=True)


def hold(battle: Battle, ask: Ask, unit: Group) -> None:
    """Nothing at all."""


def unloaded(battle: Battle, unit: Group) -> list[Man]:
    """The men with a spent crossbow in hand."""
    return [man for man in able_men(battle, unit) if man.to_load and is_missile(battle.book, man.weapon)]


def load(battle: Battle, ask: Ask, unit: Group) -> None:
    """One load action for everybody who needs it.  [KS-6.2]"""
    battle.record(Loaded(unit.id, tuple(man.id for man in unloaded(battle, unit))))


def aim(battle: Battle, ask: Ask, unit: Group) -> None:
    """A turn spent aiming is worth +1 on the next shot.  [KS-6.1]"""
    battle.record(TookAim(unit.id, tuple(man.id for man in shooters(battle, unit) if not man.aimed)))


def changes(battle: Battle, unit: Group) -> dict[str, str]:
    """The weapon each man would take in hand: the next of those he carries."""
    return {
        man.id: man.weapons[(man.weapons.index(man.weapon) + 1) % len(man.weapons)]
        for man in able_men(battle, unit)
        if len(man.weapons) > 1 and man.weapon in man.weapons
    }


def change_weapon(battle: Battle, ask: Ask, unit: Group) -> None:
    """Everybody changes to his next weapon.  [KS-2.3]"""
    battle.record(ChangedWeapon(unit.id, changes(battle, unit)))


def has_room_to_mount(battle: Battle, man: Man) -> bool:
    return battle.table.is_free(MOUNTED, man.place, (man.id,))


def mount(battle: Battle, ask: Ask, unit: Group) -> None:
    """Whoever stands by his horse and has room gets up.  [KS-2.3]"""
    for man in able_men(battle, unit):
        if man.horse and not man.mounted and has_room_to_mount(battle, man):
            battle.record(TookHorse(unit.id, {man.id: True}))


def dismount(battle: Battle, ask: Ask, unit: Group) -> None:
    """All get down; their horses stay at hand.  [KS-2.3]"""
    assert FOOT.half_width <= MOUNTED.half_width
    battle.record(TookHorse(unit.id, {man.id: False for man in able_men(battle, unit) if man.mounted}))


def knight_of(battle: Battle, unit: Group) -> Man | None:
    """The knight who acts for a unit, if it has one."""
    leader = leader_of(battle, unit)
    return leader if leader is not None and leader.rank == "knight" else None


def orphans(battle: Battle, unit: Group) -> Iterator[Group]:
    """Groups of his side without a sergeant that a knight stands within 6 inches of.  [KS-3.5]"""
    knight = knight_of(battle, unit)
    for other in battle.units.values():
        if knight and other.side == unit.side and other is not unit and leaderless(battle, other):
            if any(battle.table.gap(knight.id, man.id) <= 6 for man in battle.men(other.id)):
                yield other


def appoint(battle: Battle, ask: Ask, unit: Group) -> None:
    """A knight picks a figure to be the new sergeant.  [KS-3.5]"""
    knight = knight_of(battle, unit)
    assert knight is not None
    options = tuple(Option(man.id, man.id) for other in orphans(battle, unit) for man in battle.men(other.id))
    chosen = battle.figures[ask.choose(Choose(unit.side, "new-sergeant", unit.id, options, "KS-3.5"))]
    battle.record(Appointed(chosen.unit, chosen.id, knight.id))


def to_rally(battle: Battle, unit: Group) -> Iterator[Group]:
    """Units of his side that a knight stands within 6 inches of, those in trouble first.  [KS-3.2]"""
    knight = knight_of(battle, unit)
    moods = {RETREATING: 0, SHAKEN: 1}
    for other in sorted(battle.units.values(), key=lambda each: (moods.get(each.mood, 2), each.id)):
        if knight and other.side == unit.side and other is not unit and not other.alone:
            if any(battle.table.gap(knight.id, man.id) <= 6 for man in battle.men(other.id)):
                yield other


def rally(battle: Battle, ask: Ask, unit: Group) -> None:
    """A knight gives heart to one unit: +2 while he stays within 6 inches and does nothing else.  [KS-3.2]"""
    knight = knight_of(battle, unit)
    assert knight is not None
    options = tuple(Option(other.id, other.id) for other in to_rally(battle, unit))
    chosen = ask.choose(Choose(unit.side, "rally", unit.id, options, "KS-3.2"))
    battle.record(Rallying(chosen, knight.id))


ACTIONS: dict[str, Callable[[Battle, Ask, Group], None]] = {
    "fire": fire,
    "move": move,
    "march": march,
    "load": load,
    "aim": aim,
    "change-weapon": change_weapon,
    "mount": mount,
    "dismount": dismount,
    "appoint": appoint,
    "rally": rally,
    "retreat": to_cover,
    "hold": hold,
}
ACTIONS_IN_ORDER = ("charge", *ACTIONS)
