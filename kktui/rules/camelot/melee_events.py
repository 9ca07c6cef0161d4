"""CA-5 Melee combat events: what a natural 1 in melee brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Joined, Left
from kktui.engine.hiding import facts_of
from kktui.engine.requests import Choose, Option
from kktui.engine.state import FLED
from kktui.rules.camelot.events import ChangedWeapon, Saddled, Unsaddled
from kktui.rules.camelot.events_chance import (
    Fizzled,
    MeleeEvent,
    NewShield,
    NewWeapon,
    SecondFound,
    ShieldBroken,
    Thrown,
    Truce,
    WeaponBroken,
)
from kktui.rules.camelot.figures import (
    BARE_HANDS,
    COMRADE,
    MAN_AT_ARMS,
    MASCOT,
    Battle,
    Man,
    companions,
    engaged,
    has_dwarf,
    is_dwarf,
    on_table,
    strength,
    toughness,
)
from kktui.rules.camelot.leaving import depart, step_in
from kktui.rules.camelot.movement import close_up
from kktui.rules.camelot.support import newcomers
from kktui.rules.camelot.virtue import have_mercy, luck_test, offer_advantage, offer_to_dismount, virtue_check
from kktui.rules.camelot.wounds import Dealt, edge_over, hurt, table_of, worst

RELENTLESS = "relentless"


class Melee(NamedTuple):
    """The two an event is about."""

    pc: Man
    foe: Man


def after_natural_one(battle: Battle, ask: Ask, acting: Man, other: Man) -> None:
    """2D6 on the table of melee combat events; the PC is the acting side's fighter.  [CA-5.2]"""
    if not battle.book.switch("melee-events"):
        return
    melee = pc_first(battle, acting, other)
    roll = ask.roll("2d6", "melee event", acting.id)
    event = str(battle.book.chart("melee-events").rows[str(roll)])
    battle.record(MeleeEvent(melee.pc.id, melee.foe.id, roll, event, f"CA-5.{roll}"))
    told = len(battle.log)
    EVENTS[event](battle, ask, melee)
    if len(battle.log) == told:
        battle.record(Fizzled(melee.pc.side, event, f"CA-5.{roll}"))


def pc_first(battle: Battle, acting: Man, other: Man) -> Melee:
    """Who is the PC of the two; by ruling a hero, when just one of them is.  [CA-5.2]"""
    if battle.book.switch("pc") == "hero" and other.hero and not acting.hero:
        return Melee(other, acting)
    return Melee(acting, other)


def happens(battle: Battle, ask: Ask, man: Man, what: str, rule: str) -> bool:
    """A D6 whether it comes to that: 1 to 3 for what breaks or who falls, 1 to be pinned.  [CA-5.3, CA-5.5]"""
    most = int(battle.book.chart("happens").at("pinned" if what == "pinned" else "breaks or falls"))
    roll = ask.roll("1d6", what, man.id)
    battle.record(Thrown(man.id, what, roll, most, roll <= most, rule))
    return roll <= most


def companions_leave(battle: Battle, ask: Ask, melee: Melee) -> None:
    """Men-at-arms and a dwarf not Arthurian go, comrades unless virtuous, a mascot stays.  [CA-5.2]"""
    for man in companions(battle, melee.pc):
        if leaves(battle, ask, man):
            depart(battle, ask, Left(man.id, FLED, rule="CA-5.2"))


def leaves(battle: Battle, ask: Ask, man: Man) -> bool:
    """Whether a companion goes.  [CA-5.2]"""
    if MASCOT in man.traits:
        return False
    if is_dwarf(man):
        return not man.arthurian
    if COMRADE in man.traits:
        return not virtue_check(battle, ask, man, "to stay", "CA-5.2")
    return man.kind == MAN_AT_ARMS


def shield_broken(battle: Battle, ask: Ask, melee: Melee) -> None:
    """On 1 to 3 the PC's shield breaks; a new one from his dwarf by a Luck test.  [CA-5.3]"""
    man = melee.pc
    if not on_table(battle, man.id) or not man.shield or not happens(battle, ask, man, "shield breaks", "CA-5.3"):
        return
    battle.record(ShieldBroken(man.id, "CA-5.3"))
    if has_dwarf(battle, man) and luck_test(battle, ask, man, "a new shield", "CA-5.3"):
        battle.record(NewShield(man.id))


def weapon_broken(battle: Battle, ask: Ask, melee: Melee) -> None:
    """On 1 to 3 the PC's weapon breaks: another that he carries, or one from his dwarf by a Luck test.  [CA-5.4]"""
    man, weapon = melee.pc, melee.pc.weapon
    armed = on_table(battle, man.id) and weapon != BARE_HANDS
    if not armed or not happens(battle, ask, man, "weapon breaks", "CA-5.4"):
        return
    battle.record(WeaponBroken(man.id, weapon, "CA-5.4"))
    choice = take_another(battle, ask, man, "CA-5.4", [Option("dwarf")] if has_dwarf(battle, man) else [])
    if choice == "dwarf" and luck_test(battle, ask, man, "a new weapon", "CA-5.4"):
        battle.record(NewWeapon(man.id, weapon))


def take_another(battle: Battle, ask: Ask, man: Man, rule: str, others: Sequence[Option] = ()) -> str:
    """Whose weapon broke takes another that he carries, of his choice, if there is any.  [CA-5.4, CA-5.10]"""
    options = (*(Option(each, word="change-to") for each in dict.fromkeys(man.weapons)), *others)
    choice = options[0].id if len(options) == 1 else ""
    if len(options) > 1:
        choice = ask.choose(Choose(man.side, "new-weapon", man.id, options, rule))
    if choice in man.weapons:
        battle.record(ChangedWeapon(man.id, choice, rule))
    return choice


def fall(battle: Battle, ask: Ask, man: Man, by: Man, rule: str) -> None:
    """A fall from the saddle: one wound roll of STR d3, or by ruling STR 1 for an unhorsed PC.  [CA-5.5, CA-5.6]"""
    plain = rule == "CA-5.6" and battle.book.switch("unhorsed") == "1"
    force = 1 if plain else ask.roll("1d3", "fall", man.id)
    against = toughness(man)
    gash = worst(ask, table_of(battle.book), edge_over(battle.book, force, against), 1, man.id)
    hurt(battle, ask, man, gash, Dealt(by.id, force, against))


def horse_killed(battle: Battle, ask: Ask, melee: Melee) -> None:
    """The PC's horse dies: a fall, pinned on a 1, else a spare horse by a Luck test.  [CA-5.5]"""
    man, foe = melee
    if not on_table(battle, man.id) or not man.mounted:
        return
    stood = man.place
    battle.record(Unsaddled(man.id, "horse killed", "CA-5.5"))
    fall(battle, ask, man, foe, "CA-5.5")
    if not on_table(battle, man.id):
        return
    if happens(battle, ask, man, "pinned", "CA-5.5"):
        if on_table(battle, foe.id):
            have_mercy(battle, ask, foe, man)
    elif man.spare and remounts(battle, ask, man, "to mount the spare horse", "CA-5.5"):
        battle.record(Saddled(man.id, stood, spare=True, rule="CA-5.5"))
    stay_close(battle, man, foe, "CA-5.5")


def remounts(battle: Battle, ask: Ask, man: Man, why: str, rule: str) -> bool:
    """He may try to get into the saddle, which takes a Luck test.  [CA-5.5, CA-5.6]"""
    options = (Option("try-to-mount"), Option("stay-on-foot"))
    tries = ask.choose(Choose(man.side, "remount", man.id, options, rule)) == "try-to-mount"
    return tries and luck_test(battle, ask, man, why, rule)


def stay_close(battle: Battle, man: Man, foe: Man, rule: str) -> None:
    """Who has come off his horse fights on, on foot."""
    if on_table(battle, man.id) and on_table(battle, foe.id) and not man.mounted:
        close_up(battle, man, foe, rule)


def unhorsed(battle: Battle, ask: Ask, melee: Melee) -> None:
    """On 1 to 3 the PC is unhorsed: a fall; he remounts by a Luck test.  [CA-5.6]"""
    man, foe = melee
    mounted = on_table(battle, man.id) and man.mounted
    if not mounted or not happens(battle, ask, man, "unhorsed", "CA-5.6"):
        return
    stood = man.place
    battle.record(Unsaddled(man.id, "unhorsed", "CA-5.6"))
    fall(battle, ask, man, foe, "CA-5.6")
    if on_table(battle, man.id) and remounts(battle, ask, man, "to remount", "CA-5.6"):
        battle.record(Saddled(man.id, stood, rule="CA-5.6"))
    stay_close(battle, man, foe, "CA-5.6")


def offer_to_break_off(battle: Battle, ask: Ask, melee: Melee) -> None:
    """If the PC wants to stop, a Virtue check of his opponent stops this fight, and others on theirs.  [CA-5.7]"""
    man, foe = melee
    if not on_table(battle, man.id) or not on_table(battle, foe.id) or RELENTLESS in foe.traits:
        return
    options = (Option("fight-on", foe.id), Option("stop", foe.id))
    if ask.choose(Choose(man.side, "truce", man.id, options, "CA-5.7")) == "fight-on":
        return
    others = [battle.figures[each] for each in engaged(battle, man) if each != foe.id]
    for each in (foe, *(other for other in others if RELENTLESS not in other.traits)):
        if virtue_check(battle, ask, each, "to stop fighting", "CA-5.7"):
            battle.record(Truce(man.id, each.id))
        elif each is foe:
            return


def opponent_unhorsed(battle: Battle, ask: Ask, melee: Melee) -> None:
    """On 1 to 3 the opponent falls and never remounts; a mounted PC may be chivalrous.  [CA-5.8]"""
    man, foe = melee
    mounted = on_table(battle, foe.id) and foe.mounted
    if not mounted or not happens(battle, ask, foe, "unhorsed", "CA-5.8"):
        return
    battle.record(Unsaddled(foe.id, "unhorsed", "CA-5.8", for_good=True))
    fall(battle, ask, foe, man, "CA-5.8")
    stay_close(battle, foe, man, "CA-5.8")
    if man.mounted and _both(battle, melee):
        offer_advantage(battle, ask, man, foe, "CA-5.8")


def opponents_horse_killed(battle: Battle, ask: Ask, melee: Melee) -> None:
    """The opponent falls, pinned on a 1; a mounted PC dismounts or fights at an advantage.  [CA-5.9]"""
    man, foe = melee
    if not on_table(battle, foe.id) or not foe.mounted:
        return
    battle.record(Unsaddled(foe.id, "horse killed", "CA-5.9", for_good=True))
    fall(battle, ask, foe, man, "CA-5.9")
    if not _both(battle, melee):
        return
    if happens(battle, ask, foe, "pinned", "CA-5.9"):
        have_mercy(battle, ask, man, foe)
    stay_close(battle, foe, man, "CA-5.9")
    if man.mounted and _both(battle, melee):
        offer_to_dismount(battle, ask, man, foe)


def opponents_weapon_broken(battle: Battle, ask: Ask, melee: Melee) -> None:
    """On 1 to 3 his weapon breaks and he changes to another; an advantage may be pressed.  [CA-5.10]"""
    man, foe = melee
    armed = on_table(battle, foe.id) and foe.weapon != BARE_HANDS
    if not armed or not happens(battle, ask, foe, "weapon breaks", "CA-5.10"):
        return
    before = strength(battle.book, foe)
    battle.record(WeaponBroken(foe.id, foe.weapon, "CA-5.10"))
    take_another(battle, ask, foe, "CA-5.10")
    if strength(battle.book, foe) < before and _both(battle, melee):
        offer_advantage(battle, ask, man, foe, "CA-5.10")


def opponents_shield_broken(battle: Battle, ask: Ask, melee: Melee) -> None:
    """On 1 to 3 his shield breaks; the PC chooses whether to be chivalrous.  [CA-5.11]"""
    man, foe = melee
    shielded = on_table(battle, foe.id) and foe.shield
    if not shielded or not happens(battle, ask, foe, "shield breaks", "CA-5.11"):
        return
    battle.record(ShieldBroken(foe.id, "CA-5.11"))
    if _both(battle, melee):
        offer_advantage(battle, ask, man, foe, "CA-5.11")


def knight_joins(battle: Battle, ask: Ask, melee: Melee) -> None:
    """A random knight joins, and steps in when the PC is defeated.  [CA-5.12]"""
    man = melee.pc
    roll = ask.roll("1d6", "who comes by", man.id)
    name = str(battle.book.chart("wandering-knights").rows[str(roll)])
    unit, men = newcomers(battle, man.side, "knight", [name])
    battle.record(Joined(unit.id, facts_of(unit, men), "CA-5.12"))
    battle.record(SecondFound(man.id, men[0].id, roll))
    if not on_table(battle, man.id):
        step_in(battle, man)


def _both(battle: Battle, melee: Melee) -> bool:
    """Whether the two still face each other."""
    return on_table(battle, melee.pc.id) and on_table(battle, melee.foe.id)


EVENTS: dict[str, Callable[[Battle, Ask, Melee], None]] = {
    "companions leave": companions_leave,
    "shield broken": shield_broken,
    "weapon broken": weapon_broken,
    "horse killed": horse_killed,
    "unhorsed": unhorsed,
    "offer to break off": offer_to_break_off,
    "opponent unhorsed": opponent_unhorsed,
    "opponent's horse killed": opponents_horse_killed,
    "opponent's weapon broken": opponents_weapon_broken,
    "opponent's shield broken": opponents_shield_broken,
    "a knight joins": knight_joins,
}
"""The eleven events, in the order of the sheet."""
