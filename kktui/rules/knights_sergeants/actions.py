"""KS-2.3 The one action of a card, and which are open to a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from kktui.engine.ask import Ask
from kktui.engine.hiding import reveal
from kktui.engine.nearby import any_within, units_about
from kktui.engine.requests import Barred, Choose, Option, Refusal
from kktui.rules.knights_sergeants.archery import fire, may_fire, shooters
from kktui.rules.knights_sergeants.charge import charge, may_charge
from kktui.rules.knights_sergeants.events import Acted, Appointed, ChangedWeapon, Rallying, TookHorse
from kktui.rules.knights_sergeants.events_fighting import Loaded, TookAim
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
    up_to,
)
from kktui.rules.knights_sergeants.movement import move, on_road, retreat, to_cover
from kktui.rules.knights_sergeants.troops import is_missile, with_missiles
from kktui.table.geometry import FOOT, MOUNTED
from kktui.table.ground import Terrain

SHOOTING, RIDING, COMMANDING = {"fire", "load", "aim"}, {"mount", "dismount"}, {"appoint", "rally"}
"""What takes a bow or crossbow, a horse, a knight."""
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
        reveal(battle, unit, "acts", "KS-2.2")
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
        reveal(battle, unit, "acts", "KS-2.2")
    retreat(battle, ask, unit)
    battle.record(Acted(unit.id, "full-retreat", "KS-3.3"))


def action_request(battle: Battle, unit: Group) -> Choose:
    """The question what a unit does with its card, and why the rest is not open to it."""
    options: list[Option] = []
    barred: list[Barred] = []
    limit, beyond = limits(battle, unit), beyond_them(battle, unit)
    for action, option in OPTIONS.items():
        if limit and action not in WHEN_SHAKEN:
            barred.append(limit[action])
        elif action in beyond or (action in CONDITIONS and not CONDITIONS[action](battle, unit)):
            barred.append(LACKING[action])
        else:
            options.append(option)
    return Choose(unit.side, "action", unit.id, tuple(options), "KS-2.3", tuple(barred))


def beyond_them(battle: Battle, unit: Group) -> set[str]:
    """Actions that no man of a unit has the arms, the horse or the rank for, or that the ground does not offer."""
    men = able_men(battle, unit)
    beyond = set() if has_roads(battle.table.terrain) else {"march"}
    if not with_missiles(battle.book, men):
        beyond |= SHOOTING
    if not any(man.mounted or man.horse for man in men):
        beyond |= RIDING
    if knight_of(battle, unit) is None:
        beyond |= COMMANDING
    return beyond


@lru_cache(maxsize=32)
def has_roads(terrain: Terrain) -> bool:
    """The ground does not change, so it is looked at once."""
    return any(patch.kind == "road" for patch in terrain.patches)


def limits(battle: Battle, unit: Group) -> dict[str, Barred] | None:
    """Why a unit may only load, fire or retreat to cover, if that is so.  [KS-3.3, KS-3.5]"""
    if unit.mood == SHAKEN:
        return SHAKEN_LIMIT
    return LEADERLESS_LIMIT if leaderless(battle, unit) else None


def may_march(battle: Battle, unit: Group) -> bool:
    leader = guide(battle, unit)
    return leader is not None and on_road(battle, leader)


def may_load(battle: Battle, unit: Group) -> bool:
    return bool(unloaded(battle, unit))


def may_aim(battle: Battle, unit: Group) -> bool:
    return any(not man.aimed for man in shooters(battle, unit))


def may_change(battle: Battle, unit: Group) -> bool:
    return any(len(man.weapons) > 1 for man in able_men(battle, unit))


def may_mount(battle: Battle, unit: Group) -> bool:
    afoot = [man for man in able_men(battle, unit) if man.horse and not man.mounted]
    return any(has_room_to_mount(battle, man) for man in afoot)


def may_dismount(battle: Battle, unit: Group) -> bool:
    return any(man.mounted for man in able_men(battle, unit))


def may_appoint(battle: Battle, unit: Group) -> bool:
    return any(True for _ in orphans(battle, unit))


def may_retreat(battle: Battle, unit: Group) -> bool:
    return limits(battle, unit) is not None


def may_rally(battle: Battle, unit: Group) -> bool:
    return bool(groups_beside(battle, unit))


CONDITIONS: dict[str, Callable[[Battle, Group], bool]] = {
    "charge": may_charge,
    "march": may_march,
    "fire": may_fire,
    "load": may_load,
    "aim": may_aim,
    "change-weapon": may_change,
    "mount": may_mount,
    "dismount": may_dismount,
    "appoint": may_appoint,
    "rally": may_rally,
    "retreat": may_retreat,
}
"""What an action needs before it is open."""

LACKING = {
    action: Barred(action, Refusal(rule, reason))
    for action, rule, reason in (
        ("charge", "KS-5.1", "no enemy in sight is near enough to charge"),
        ("march", "KS-4.2", "its leader is not on a road"),
        ("fire", "KS-6.2", "nobody out of melee is loaded with an enemy out of it in range and sight"),
        ("load", "KS-6.2", "there is nothing to load"),
        ("aim", "KS-6.1", "nobody out of melee has a loaded bow or crossbow that is not aimed yet"),
        ("change-weapon", "KS-2.3", "nobody carries another weapon"),
        ("mount", "KS-2.3", "nobody stands beside his horse with room to mount"),
        ("dismount", "KS-2.3", "nobody is mounted"),
        ("appoint", "KS-3.5", "no group without a sergeant is within 6 inches of a knight here"),
        ("rally", "KS-3.2", "no group is within 6 inches of a knight here"),
        ("retreat", "KS-3.3", "only a unit that is shaken or has lost its sergeant retreats to cover"),
    )
}
"""What is said when it is not."""


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
    """The knight who acts for a unit, if it has one; who lies stunned or was thrown leaves it to nobody."""
    leader = leader_of(battle, unit)
    if leader is None or leader.rank != "knight":
        return None
    return leader if leader in able_men(battle, unit) else None


def orphans(battle: Battle, unit: Group) -> Iterator[Group]:
    """Groups of his side without a sergeant that a knight stands within 6 inches of.  [KS-3.5]"""
    if any(leaderless(battle, other) for other in battle.units.values() if other.side == unit.side):
        yield from (other for other in groups_beside(battle, unit) if leaderless(battle, other))


def appoint(battle: Battle, ask: Ask, unit: Group) -> None:
    """A knight picks a figure to be the new sergeant.  [KS-3.5]"""
    knight = knight_of(battle, unit)
    assert knight is not None
    options = tuple(Option(man.id, man.id) for other in orphans(battle, unit) for man in battle.men(other.id))
    chosen = battle.figures[ask.choose(Choose(unit.side, "new-sergeant", unit.id, options, "KS-3.5"))]
    battle.record(Appointed(chosen.unit, chosen.id, knight.id))


def to_rally(battle: Battle, unit: Group) -> Iterator[Group]:
    """Units of his side that a knight stands within 6 inches of, those in trouble first.  [KS-3.2]"""
    moods = {RETREATING: 0, SHAKEN: 1}
    yield from sorted(groups_beside(battle, unit), key=lambda each: (moods.get(each.mood, 2), each.id))


def groups_beside(battle: Battle, unit: Group) -> list[Group]:
    """The groups of his side with a man within 6 inches of a knight."""
    knight = knight_of(battle, unit)
    if knight is None:
        return []
    key = ("beside", unit.id)
    found: list[Group] | None = battle.places.get(key)
    if found is None:
        about = units_about(battle, knight, up_to(6))
        groups = [each for each in battle.units.values() if each.side == unit.side and not each.alone]
        others = [each for each in groups if each is not unit and each.id in about]
        found = [each for each in others if beside(battle, knight, each)]
        battle.places[key] = found
    return found


def beside(battle: Battle, knight: Man, group: Group) -> bool:
    """Whether a knight stands within 6 inches of one of its men."""
    return any_within(battle, knight, battle.men(group.id), up_to(6))


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
OPTIONS = {action: Option(action) for action in ("charge", *ACTIONS)}


def _limit(rule: str, reason: str) -> dict[str, Barred]:
    return {action: Barred(action, Refusal(rule, reason)) for action in OPTIONS}


SHAKEN_LIMIT = _limit("KS-3.3", "shaken: it may only load, fire or retreat to cover")
LEADERLESS_LIMIT = _limit("KS-3.5", "its sergeant is gone: it may only load, fire or retreat to cover")
