"""Luck tests, Virtue checks, chivalry and mercy: CA-5 and CA-5.13."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.engine.events import Left
from kktui.engine.requests import Choose, Option
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import CAPTURED, YIELDED
from kktui.rules.camelot.events import Unsaddled
from kktui.rules.camelot.events_chance import AtMercy, Chivalry, Pressed, Tested
from kktui.rules.camelot.figures import Battle, Man
from kktui.rules.camelot.leaving import depart
from kktui.rules.camelot.melee import deal
from kktui.rules.camelot.movement import close_up

BEST_VIRTUE = 1


def lucky(ask: Ask, luck: int, who: str = "") -> tuple[int, bool]:
    """A Luck test: D6 at or below Luck; the die, and whether it is passed.  [CA-5.3]"""
    roll = ask.roll("1d6", "luck", who)
    return roll, roll <= luck


def luck_test(battle: Battle, ask: Ask, man: Man, why: str, rule: str) -> bool:
    """A figure tries its luck."""
    roll, passed = lucky(ask, man.luck, man.id)
    battle.record(Tested(man.id, "luck", why, roll, man.luck, passed, rule))
    return passed


def virtuous(ask: Ask, level: int, low: bool, who: str = "") -> tuple[int, bool]:
    """A Virtue check: D6 at or above the Virtue Level, by ruling at or below it.  [CA-5.2]"""
    roll = ask.roll("1d6", "virtue", who)
    return roll, roll <= level if low else roll >= level


def virtue_check(battle: Battle, ask: Ask, man: Man, why: str, rule: str) -> bool:
    """A figure's virtue is put to the proof."""
    low = low_passes(battle.book)
    roll, passed = virtuous(ask, man.virtue, low, man.id)
    battle.record(Tested(man.id, "virtue or less" if low else "virtue", why, roll, man.virtue, passed, rule))
    return passed


def be_chivalrous(battle: Battle, man: Man, foe: Man) -> None:
    """An advantage given up betters the Virtue Level by 1; which way is better goes by the check.  [CA-5.13]"""
    better = min(6, man.virtue + 1) if low_passes(battle.book) else max(BEST_VIRTUE, man.virtue - 1)
    battle.record(Chivalry(man.id, foe.id, better))


def low_passes(book: Rulebook) -> bool:
    """Whether, by ruling, a Virtue check is passed at or below the level.  [CA-5.2]"""
    return book.switch("virtue-check") == "or-less"


def offer_advantage(battle: Battle, ask: Ask, man: Man, foe: Man, rule: str) -> None:
    """He chooses to press his advantage, or to fight chivalrously.  [CA-5.8, CA-5.10, CA-5.11]"""
    options = (Option("press", foe.id), Option("chivalry", foe.id))
    if ask.choose(Choose(man.side, "advantage", man.id, options, rule)) == "press":
        battle.record(Pressed(man.id, foe.id))
    else:
        be_chivalrous(battle, man, foe)


def offer_to_dismount(battle: Battle, ask: Ask, man: Man, foe: Man) -> None:
    """He fights on from the saddle at an advantage, or gets down to fight as an equal.  [CA-5.9]"""
    options = (Option("press", foe.id), Option("get-down", foe.id))
    if ask.choose(Choose(man.side, "dismount-or-press", man.id, options, "CA-5.9")) == "press":
        battle.record(Pressed(man.id, foe.id))
        return
    battle.record(Unsaddled(man.id, "dismounts", "CA-5.9"))
    close_up(battle, man, foe, "CA-5.9")
    be_chivalrous(battle, man, foe)


def have_mercy(battle: Battle, ask: Ask, victor: Man, pinned: Man) -> None:
    """Yield, capture or one automatic wound roll, as the victor chooses.  [CA-5.13]"""
    options = (Option("capture", pinned.id), Option("wound", pinned.id), Option("yield", pinned.id))
    choice = ask.choose(Choose(victor.side, "mercy", victor.id, options, "CA-5.13"))
    battle.record(AtMercy(pinned.id, victor.id, choice))
    if choice == "wound":
        deal(battle, ask, victor, pinned, 1)
        return
    if choice == "yield":
        be_chivalrous(battle, victor, pinned)
    standing = YIELDED if choice == "yield" else CAPTURED
    depart(battle, ask, Left(pinned.id, standing, victor.id, "CA-5.13"))
