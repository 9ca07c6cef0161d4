"""A slow second opinion on Knights & Knaves but for shots, blows and falls, written from the charts sheet alone.

Every die is enumerated and every chance is a Fraction. Nothing here comes from kktui, and nothing in
kktui may come from here. Chances are dicts from outcome to Fraction that sum to 1; an outcome that
cannot happen is left out. Where the sheet is open the default is the ruling of the requirements and
the other reading is a keyword argument.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from tests.oracle.chances import D10, certain, spread, then, told

MORALE_VALUE = {  # KK-3.8: ordinary, seasoned
    "lord": (9, 10),
    "knight": (8, 9),
    "man-at-arms": (7, 8),
    "sergeant": (7, 8),
    "soldier": (6, 7),
    "peasant": (4, 5),
}
LEADER_BONUS = {"lord": 3, "knight": 2, "sergeant": 1}  # KK-3.9: the others lend nothing

ACTIONS = {  # KK-5.2: the columns 1-2, 3-4, 5-6, 7-8, 9-10
    "archers": (
        "stay put",
        "shoot only",
        "half and shoot",
        "full and shoot",
        "full and melee or shoot",
    ),
    "heavy crossbows": ("stay put", "stay put", "shoot only", "half", "full and melee or shoot"),
    "handgunners": ("stay put", "stay put", "half", "shoot only", "full and melee"),
    "others": ("stay put", "half", "full", "half and melee", "full and melee"),
}
ORDER_MODIFIER = {  # KK-5.3
    "none": 0,
    "attack until": 5,
    "defend until": -5,
    "attack until, ended this turn": -5,
    "defend until, ended this turn": 5,
}
MOUNTED_RATE = {"walk": 8, "trot": 12, "canter": 16, "gallop": 24}  # KK-6.3
FOOT_RATE = ((5, 10, 20), (7, 8, 16), (9, 6, 12), (12, 4, 8))  # KK-6.5: armour up to, walk, run
SLOPE = {"level": 0, "gentle": -2, "steep": -3}  # KK-6.7
CANNOT_SHOOT = {"archer": 2, "slinger": 2, "crossbow team": 2, "crossbow": 5}  # KK-4.2, KK-4.3: at or below
VICTORY_POINTS = {  # KK-9.8
    "peasant": 1,
    "soldier": 2,
    "sergeant": 3,
    "man-at-arms": 4,
    "knight": 6,
    "lord": 12,
    "baggage": 5,
}


def worst_step(stamina: int, original: int, steps: tuple[int, int, int]) -> int:
    """The step for stamina below 75, 50 or 25% of the original, the worst only.  [KK-3.9, KK-7.1, KK-8.5]"""
    below = sum(stamina * 100 < percent * original for percent in (75, 50, 25))
    return (0, *steps)[below]


# KK-3 Morale


def morale_modifiers(
    *,
    enemy_lord_disabled: bool = False,
    mounted_attackers: int = 0,
    figure: str = "soldier",
    own_lord_disabled: bool = False,
    adjacent_lost: int = 0,
    leader: str = "none",
    stamina: int = 1,
    original: int = 1,
    permanent: int = 0,
    hatred: bool = False,
    cover: bool = False,
    unit_size: int = 0,
) -> dict[str, int]:
    """`leader` is the class of the unit's leader, `unit_size` the figures present and unrouted.  [KK-3.9]"""
    exposed = figure in ("peasant", "soldier")
    return {
        "enemy lord disabled": 2 if enemy_lord_disabled else 0,
        "attacked by cavalry": -mounted_attackers if exposed else 0,
        "lord disabled": -3 if own_lord_disabled else 0,
        "adjacent friends lost": -adjacent_lost,
        "unit leader": LEADER_BONUS.get(leader, 0),
        "stamina": worst_step(stamina, original, (-2, -4, -6)),
        "permanent fatigue": -2 * permanent,
        "hatred or zeal": 2 if hatred else 0,
        "cover": 4 if cover else 0,
        "unit": unit_modifier(unit_size),
    }


def unit_modifier(size: int) -> int:
    """[KK-3.9]"""
    if size >= 11:
        return 4
    return 2 if size >= 5 else 0


def morale(value: int, modifiers_total: int = 0) -> dict[str, Fraction]:
    """passes or routs; a rally is the same roll.  [KK-3.10, KK-3.11]"""
    return spread("passes" if morale_passed(die, value + modifiers_total) else "routs" for die in D10)


def morale_passed(die: int, modified: int) -> bool:
    if die in (1, 10):
        return die == 1
    return die < modified


def rally(value: int, modifiers_total: int = 0) -> dict[str, Fraction]:
    """[KK-3.1]"""
    return told(morale(value, modifiers_total), {"passes": "rallies", "routs": "routs again"}.__getitem__)


# KK-4 Command determination


def may_shoot(shooter: str) -> dict[str, Fraction]:
    """An archer, slinger, crossbow, crossbow team or handgunner in command.  [KK-4.2, KK-4.3, KK-4.4]"""
    if shooter == "handgunner":
        return spread("shoots" if first >= 9 and second >= 4 else "cannot" for first, second in product(D10, D10))
    return spread("cannot" if die <= CANNOT_SHOOT[shooter] else "shoots" for die in D10)


def order_activation(melee_skill: int) -> dict[str, Fraction]:
    """[KK-4.5]"""
    return spread("acts on it" if die <= melee_skill else "missed it" for die in D10)


# KK-5 Action


def action_modifiers(
    *,
    leader: str = "none",
    bold: bool = False,
    unreliable: bool = False,
    fatigue: int = 0,
    order: str = "none",
) -> dict[str, int]:
    """`leader` is what he rolled: stay put, none (no leader rolled) or anything else.  [KK-5.3]

    `bold` is a knight or a berserker, `unreliable` also a peasant; each counts once.
    """
    followed = {"none": 0, "stay put": -2}.get(leader, 2)
    return {
        "leader": followed,
        "knight or berserker": 2 if bold else 0,
        "unreliable": -2 if unreliable else 0,
        "fatigue": -fatigue,
        "standing order": ORDER_MODIFIER[order],
    }


def action(troops: str, modifiers_total: int = 0, *, strayed: bool = False) -> dict[str, Fraction]:
    """What a figure out of command does.  [KK-5.2, KK-5.3, KK-5.4]

    A figure that has strayed rejoins, unless its die shows a 10, before any modifier.
    """
    return spread(action_result(troops, die, modifiers_total, strayed) for die in D10)


def action_result(troops: str, die: int, modifiers_total: int, strayed: bool) -> str:
    if strayed:
        return "toward the enemy" if die == 10 else "rejoins its unit"
    final = min(10, max(1, die + modifiers_total))
    return ACTIONS[troops][(final - 1) // 2]


def member_action(
    troops: str,
    modifiers_total: int = 0,
    *,
    leader_troops: str = "others",
    leader_total: int = 0,
    strayed: bool = False,
) -> dict[str, Fraction]:
    """A member's action while his leader's roll is still to come.  [KK-5.2]

    Give his total without the +2 or -2 for the leader, which is added here.
    """
    return then(
        action(leader_troops, leader_total),
        lambda led: action(troops, modifiers_total + (-2 if led == "stay put" else 2), strayed=strayed),
    )


# KK-6 Movement


def foot_rate(armour: int, *, running: bool = False) -> int:
    """[KK-6.5]"""
    walk, run = next((walk, run) for limit, walk, run in FOOT_RATE if armour <= limit)
    return run if running else walk


def move_inches(
    rate: int,
    *,
    half_stamina: bool = False,
    routing: bool = False,
    slope: str = "level",
    fatigue: int = 0,
    halve_last: bool = False,
) -> Fraction:
    """The rate is halved before the inches are added and taken off.  [KK-6.7]"""
    inches = (2 if routing else 0) + SLOPE[slope] - fatigue
    whole = Fraction(rate)
    if not half_stamina:
        moved = whole + inches
    elif halve_last:
        moved = (whole + inches) / 2
    else:
        moved = whole / 2 + inches
    return max(Fraction(1), moved)


def horse_panic(stamina: int, horse: str = "riding horse") -> dict[str, Fraction]:
    """A wounded horse with so much stamina left.  [KK-6.2]"""
    training = {"war-horse": 3, "riding horse": 0, "nag": -3}[horse]
    return spread(panic_result(die + stamina + training) for die in D10)


def panic_result(total: int) -> str:
    if total <= 4:
        return "bolts"
    if total <= 9:
        return "will not move"
    return "charges" if total <= 13 else "no effect"


# KK-9 Fatigue and the end


def tires(*, wounded: bool = False) -> dict[str, Fraction]:
    """A turn in melee.  [KK-9.1]"""
    return spread("one level" if die <= (3 if wounded else 2) else "fresh" for die in D10)


def rests(*, idle: bool = False) -> dict[str, Fraction]:
    """Out of melee; `idle` neither moved nor shot nor fought.  [KK-9.2]"""
    return spread("one level off" if die <= (7 if idle else 5) else "no better" for die in D10)


def permanent_levels(turns_ended: int) -> int:
    """[KK-9.3]"""
    return turns_ended // 10


def ammunition(permanent: int) -> dict[str, Fraction]:
    """[KK-9.4]"""
    if permanent < 1:
        return certain("has some")
    return spread("has some" if die > 2 * permanent else "out" for die in D10)


def rob() -> dict[str, Fraction]:
    """A turn in contact with a corpse.  [KK-9.5]"""
    return spread("resupplied" if die <= 6 else "nothing" for die in D10)


def finis(losses: int, permanent: int = 1) -> dict[str, Fraction]:
    """A unit leader out of command.  [KK-9.6]"""
    if permanent >= 4:
        return certain("withdraws")
    if permanent < 1:
        return certain("fights on")
    return spread("withdraws" if one + two < losses else "fights on" for one, two in product(D10, D10))


def aftermath(armour: int, stamina: int, original: int, *, disabled: bool = False) -> dict[str, Fraction]:
    """recovers, dies (a natural 10) or lingers.  [KK-9.7]"""
    if 4 * stamina > original:
        return certain("no roll")
    return spread(aftermath_result(die, 3 if disabled else 0, armour) for die in D10)


def aftermath_result(die: int, worse: int, armour: int) -> str:
    if die == 10:
        return "dies"
    return "recovers" if die + worse < armour else "lingers"


def points(lost: Iterable[str]) -> int:
    """[KK-9.8]"""
    return sum(VICTORY_POINTS[who] for who in lost)
