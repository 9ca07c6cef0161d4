"""CA-3 Acting: one move and one action, in either order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from kktui.engine.ask import Ask
from kktui.engine.hiding import reveal
from kktui.engine.nearby import in_contact
from kktui.engine.requests import Barred, Choose, Option, Refusal
from kktui.rules.camelot.breaking import break_off
from kktui.rules.camelot.ending import decided
from kktui.rules.camelot.events import ChangedWeapon, Saddled, Spent, Unsaddled
from kktui.rules.camelot.events_round import SideDone
from kktui.rules.camelot.figures import Battle, Man, at_peace, engaged, on_table, with_a_gift
from kktui.rules.camelot.finds import in_reach, pick_up
from kktui.rules.camelot.initiative import by_cards
from kktui.rules.camelot.melee import attack as strike_at
from kktui.rules.camelot.melee import may_strike
from kktui.rules.camelot.melee_events import after_natural_one
from kktui.rules.camelot.movement import charge, charges, close_up, get_up, move
from kktui.rules.camelot.ranged import (
    moves_freely,
    shoot_moving,
    shoot_standing,
    still_loading,
    targets,
    why_no_target,
)
from kktui.rules.camelot.ranged import why_not_shoot as why_no_shot
from kktui.rules.camelot.turns import begin_turn, end_turn
from kktui.table.geometry import MOUNTED

DONE, NOBODY_ELSE = "done", "nobody-else"
CHOOSE, OVER = "choose", "over"


def who_acts(battle: Battle, ask: Ask) -> str | None:
    """The figure in its turn; else who has to act without being asked; else the side chooses."""
    notes = battle.notes
    if notes.up:
        return notes.up
    if by_cards(battle):
        return with_a_gift(battle)
    if not notes.order or not notes.checked:
        return None
    men = [] if decided(battle) else still_to_act(battle, notes.order[0])
    return next_up(men) if men else OVER


def next_up(men: Sequence[Man]) -> str:
    """Who has no choice goes first: the broken, the stunned and the confused."""
    for man in men:
        if man.broken or man.stunned or man.confused:
            return man.id
    return CHOOSE


def still_to_act(battle: Battle, side: str) -> list[Man]:
    """The figures of a side that have not had their turn this round."""
    key = ("still to act", side)
    found: list[Man] | None = battle.memo.get(key)
    if found is None:
        turn = battle.turn
        found = battle.memo[key] = [man for man in battle.fielded(side) if not man.done and man.ready <= turn]
    return found


def act(battle: Battle, ask: Ask, actor: str) -> None:
    """One thing that the figure in its turn does; or the choice of who goes next.  [CA-3.1]"""
    notes = battle.notes
    if actor == OVER:
        battle.record(SideDone(notes.order[0]))
        return
    if not notes.up:
        actor = choose_next(battle, ask) if actor == CHOOSE else actor
        if actor == NOBODY_ELSE:
            battle.record(SideDone(notes.order[0]))
            return
        begin_turn(battle, ask, battle.figures[actor])
    if notes.up:
        do_one_thing(battle, ask, battle.figures[notes.up])


def choose_next(battle: Battle, ask: Ask) -> str:
    """The side picks which of its figures goes next."""
    side = battle.notes.order[0]
    men = still_to_act(battle, side)
    options = [_option(man.id) for man in men]
    return ask.choose(Choose(side, "who-acts", side, (*options, NO_MORE), "CA-3.1"))


@lru_cache(maxsize=4096)
def _option(figure: str) -> Option:
    return Option(figure, figure)


NO_MORE = Option(NOBODY_ELSE)


def do_one_thing(battle: Battle, ask: Ask, man: Man) -> None:
    """A move or an action, or the end of the turn.  [CA-3.1]"""
    fit = on_table(battle, man.id) and not (man.stunned or man.broken)
    request = act_request(battle, man) if fit else None
    if request is None or len(request.options) == 1:
        end_turn(battle, ask, man)
        return
    chosen = ask.choose(request)
    if chosen == DONE:
        end_turn(battle, ask, man)
        return
    unit = battle.units[man.unit]
    if unit.hidden:
        reveal(battle, unit, "acts", "CA-1.1")
    what, do = DEEDS[chosen]
    what, stood = uses(battle, man, what), man.place.at
    do(battle, ask, man)
    if on_table(battle, man.id):
        stays = chosen == "move" and man.place.at == stood
        battle.record(Spent(man.id, "move not made" if stays else what))
    if not (man.moves or man.actions or man.shots) or not on_table(battle, man.id) or decided(battle):
        end_turn(battle, ask, man)


def uses(battle: Battle, man: Man, what: str) -> str:
    """A shot uses the action; one that an event gave is for who has none left, or no bolt on the string.  [CA-6.12]"""
    given = what == "shot" and man.shots and (not man.actions or still_loading(battle, man))
    return "shot given" if given else what


def act_request(battle: Battle, man: Man) -> Choose:
    """The question what a figure does next, and why the rest is not open to it."""
    options, barred = _open_and_barred(tuple([why_not(battle, man) for why_not in OPEN.values()]))
    return Choose(man.side, "act", man.id, options, "CA-3.1", barred)


@lru_cache(maxsize=4096)
def _open_and_barred(whys: tuple[Why, ...]) -> tuple[tuple[Option, ...], tuple[Barred, ...]]:
    """What is open to him by what stands against each deed, and of the rest what he might have thought of."""
    against = dict(zip(OPEN, whys, strict=True))
    may = [deed for deed, why in against.items() if not why]
    barred = [_barred(deed, *why, may) for deed, why in against.items() if why and why != UNHEARD_OF]
    return (*(OPTIONS[deed] for deed in may), OPTIONS[DONE]), tuple(barred)


def _barred(deed: str, rule: str, reason: str, may: Sequence[str]) -> Barred:
    """A deed that is not open to him, why, and what comes nearest to it.  [CA-3.1]"""
    nearest = next((each for each in INSTEAD[deed] if each in may), DONE)
    return Barred(deed, Refusal(rule, reason, nearest))


Why = tuple[str, str] | tuple[()]
"""The rule and the reason that stand against something; empty when nothing does."""
UNHEARD_OF: Why = ("", "")
"""Nobody would think of it, so it is not mentioned."""
NO_MOVE_LEFT: Why = ("CA-3.1", "his move is used up")
NO_ACTION_LEFT: Why = ("CA-3.1", "his action is used up")
IS_DOWN: Why = ("CA-3.1", "he is knocked down and has to get up first")
HELD: Why = ("CA-9.1", "an enemy is upon him: he has to break off first")
NOBODY_TOUCHES: Why = ("CA-4.1", "no enemy touches him")
IN_PEACE: Why = ("CA-5.7", "he has made peace with who touches him")
WALLED_OFF: Why = ("CA-3.2", "a high wall stands between him and who touches him")
NOBODY_TO_CHARGE: Why = ("CA-3.2", "there is no enemy whom he can come into contact with")
NO_ATTACK: Why = ("CA-9.1", "he has tried to break off and makes no attack this round")
FUMBLED: Why = ("CA-6.11", "he has fumbled and may only defend this turn")


def why_not_act(battle: Battle, man: Man) -> Why:
    """What stands against any action at all.  [CA-3.1, CA-6.11]"""
    if not man.actions:
        return NO_ACTION_LEFT
    return IS_DOWN if man.down else FUMBLED if man.fumbled else ()


def why_not_attack(battle: Battle, man: Man) -> Why:
    """He needs an enemy in contact, and not to have tried to break off.  [CA-4.1, CA-9.1]"""
    if not engaged(battle, man):
        return why_not_engaged(battle, man)
    if man.tried:
        return NO_ATTACK
    return why_not_act(battle, man) if not may_strike(battle, man) or not man.actions else ()


def why_not_engaged(battle: Battle, man: Man) -> Why:
    """Nobody touches him, or only such as he does not fight.  [CA-3.2, CA-4.1, CA-5.7]"""
    touching = in_contact(battle, man)
    if not touching:
        return NOBODY_TOUCHES
    return IN_PEACE if any(at_peace(battle, man.id, each) for each in touching) else WALLED_OFF


def why_not_shoot(battle: Battle, man: Man) -> Why:
    """He needs a shot left, somebody to shoot at, and not to have tried to break off.  [CA-7.1, CA-6.12, CA-9.1]"""
    if man.tried:
        return NO_ATTACK
    if man.down or man.fumbled:
        return IS_DOWN if man.down else FUMBLED
    if not man.actions and not man.shots:
        return NO_ACTION_LEFT
    return why_no_shot(battle, man) or (() if targets(battle, man) else why_no_target(battle, man))


def why_not_shoot_moving(battle: Battle, man: Man) -> Why:
    """Only who has his move yet and whose aim it spoils need say so.  [CA-7.1]"""
    if not man.moves or man.walked or why_not_shoot(battle, man) or moves_freely(battle.book, man):
        return UNHEARD_OF
    return ()


def why_not_charge(battle: Battle, man: Man) -> Why:
    """He needs his move, nobody upon him, and an enemy he can reach.  [CA-3.2]"""
    why = why_not_move(battle, man)
    if why:
        return why
    return () if charges(battle, man) else NOBODY_TO_CHARGE


def why_not_move(battle: Battle, man: Man) -> Why:
    """He needs his move, and has to break off first when an enemy is upon him; not who fumbles.  [CA-3.1, CA-6.11]"""
    if not man.moves:
        return NO_MOVE_LEFT
    if man.down or man.fumbled:
        return IS_DOWN if man.down else FUMBLED
    return HELD if engaged(battle, man) and not man.free else ()


def why_not_get_up(battle: Battle, man: Man) -> Why:
    if not man.down:
        return UNHEARD_OF
    return () if man.moves else NO_MOVE_LEFT


def why_not_break_off(battle: Battle, man: Man) -> Why:
    """He needs an action, and somebody to get away from.  [CA-9.1]"""
    if not engaged(battle, man):
        return UNHEARD_OF
    if man.tried:
        return ("CA-9.1", "he has tried already")
    return why_not_act(battle, man)


def why_not_mount(battle: Battle, man: Man) -> Why:
    if man.mounted or not (man.horse or man.spare):
        return UNHEARD_OF
    room = battle.table.is_free(MOUNTED, man.place, (man.id,))
    return why_not_act(battle, man) or (() if room else ("CA-3.1", "there is no room to mount"))


def why_not_dismount(battle: Battle, man: Man) -> Why:
    return why_not_act(battle, man) if man.mounted else UNHEARD_OF


def why_not_change(battle: Battle, man: Man) -> Why:
    return why_not_act(battle, man) if other_weapons(man) else UNHEARD_OF


def why_not_pick_up(battle: Battle, man: Man) -> Why:
    """Something has to lie within an inch.  [CA-6.7]"""
    if not any(not find.holder for find in battle.notes.finds):
        return UNHEARD_OF
    return why_not_act(battle, man) if in_reach(battle, man) else ("CA-6.7", "what was found is not within an inch")


def attack(battle: Battle, ask: Ask, man: Man) -> None:
    """A blow, and what a natural 1 brings.  [CA-4.1, CA-5.2]"""
    fought = strike_at(battle, ask, man)
    if fought.natural_one:
        after_natural_one(battle, ask, man, fought.foe)


def mount(battle: Battle, ask: Ask, man: Man) -> None:
    """Into the saddle of his own horse, or of the spare one.  [CA-3.1]"""
    battle.record(Saddled(man.id, man.place, spare=not man.horse))


def dismount(battle: Battle, ask: Ask, man: Man) -> None:
    """He gets down; his horse stays at hand, and whoever he fights with is still upon him.  [CA-3.1]"""
    foes = engaged(battle, man)
    battle.record(Unsaddled(man.id, "dismounts"))
    for each in foes[:1]:
        close_up(battle, man, battle.figures[each], "CA-3.1")


def other_weapons(man: Man) -> tuple[str, ...]:
    """What he carries beside the weapon in hand."""
    return _beside(man.weapons, man.weapon)


@lru_cache(maxsize=1024)
def _beside(weapons: tuple[str, ...], in_hand: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in weapons if each != in_hand))


def change_weapon(battle: Battle, ask: Ask, man: Man) -> None:
    """He takes another of his weapons in hand.  [CA-3.1]"""
    others = other_weapons(man)
    chosen = others[0]
    if len(others) > 1:
        options = tuple(Option(each) for each in others)
        chosen = ask.choose(Choose(man.side, "which-weapon", man.id, options, "CA-3.1"))
    battle.record(ChangedWeapon(man.id, chosen))


OPEN: dict[str, Callable[[Battle, Man], Why]] = {
    "attack": why_not_attack,
    "shoot": why_not_shoot,
    "charge": why_not_charge,
    "move": why_not_move,
    "shoot-moving": why_not_shoot_moving,
    "get-up": why_not_get_up,
    "break-off": why_not_break_off,
    "mount": why_not_mount,
    "dismount": why_not_dismount,
    "change-weapon": why_not_change,
    "pick-up": why_not_pick_up,
}
"""What stands against each thing a figure may do; the sensible ones first."""
DEEDS: dict[str, tuple[str, Callable[[Battle, Ask, Man], None]]] = {
    "attack": ("action", attack),
    "shoot": ("shot", shoot_standing),
    "charge": ("move", charge),
    "move": ("move", move),
    "shoot-moving": ("shot", shoot_moving),
    "get-up": ("move", get_up),
    "break-off": ("action", break_off),
    "mount": ("action", mount),
    "dismount": ("action", dismount),
    "change-weapon": ("action", change_weapon),
    "pick-up": ("action", pick_up),
}
"""What each uses up, and how it is done."""
INSTEAD: dict[str, tuple[str, ...]] = {
    "attack": ("get-up", "charge", "move"),
    "shoot": ("get-up", "attack", "charge", "move"),
    "charge": ("get-up", "attack", "break-off", "move"),
    "move": ("get-up", "break-off"),
    "shoot-moving": ("shoot",),
    "get-up": (),
    "break-off": ("get-up", "attack"),
    "mount": ("get-up", "move"),
    "dismount": ("get-up",),
    "change-weapon": ("get-up",),
    "pick-up": ("get-up", "move"),
}
"""What comes nearest to a deed that is not open to him, else he is done."""
OPTIONS = {deed: Option(deed) for deed in (*OPEN, DONE)}
