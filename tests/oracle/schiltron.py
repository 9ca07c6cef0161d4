"""A slow second opinion on Schiltron, written from the untitled D12 sheet alone.

Every die is enumerated and every chance is a Fraction. Nothing here comes from kktui, and nothing in
kktui may come from here. Shooting and blocking roll low; melee, morale and rally roll high. Chances are
dicts from outcome to Fraction that sum to 1; an outcome that cannot happen is left out. Where the sheet
is open the default is the ruling of the requirements and the other reading is a keyword argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from tests.oracle.chances import D4, D6, D8, D12, certain, spread, then

PROTECTION = ("UA", "PA", "FA", "PP", "FP")  # SC-1.1, worst to best
QUALITY = ("militia", "average", "veteran", "elite")  # SC-1.1, worst to best
STRIPES = {"militia": 0, "average": 1, "veteran": 2, "elite": 3}  # SC-1.1; a leader has one more

HORSE = {"UA": 16, "PA": 16, "FA": 12, "PP": 12, "FP": 10}  # SC-3.1
BARDED = {"PP": 10, "FP": 8}  # SC-3.1
HORSE_ROUGH = {"UA": D12, "PA": D12, "FA": D8, "PP": D8, "FP": D8}  # SC-3.1
FOOT = {"UA": 8, "PA": 8, "FA": 8, "PP": 6, "FP": 6}  # SC-3.2
FOOT_ROUGH = {"UA": D8, "PA": D8, "FA": D6, "PP": D6, "FP": D4}  # SC-3.2
FORMED = {"formed": 6, "schiltron": 4}  # SC-3.2

RANGES = {  # SC-4.1: short, long
    "javelin": (3, 6),
    "bow": (8, 16),
    "longbow": (8, 16),
    "sling": (8, 16),
    "crossbow": (12, 28),
    "handgun": (6, 18),
    "cannon": (24, 48),
}
HIT_ON = {"short": 6, "long": 3}  # SC-4.1: this or less
BLOCK_ON = {"UA": 3, "PA": 5, "FA": 6, "PP": 8, "FP": 9}  # SC-4.2: this or less

VICTORY_MARGIN = {"UA": 1, "PA": 2, "FA": 4, "PP": 5, "FP": 6}  # SC-5.1
WEAPON_FACTOR = {  # SC-5.4
    "improvised": 0,
    "spear": 1,
    "pike": 1,
    "one-hand edged": 2,
    "two-hand edged": 3,
    "lance": 5,
}
LANCE_AFTERWARDS = 2  # SC-5.4

MORALE_CHART = {  # SC-6.3: rows 1 to 7 and more
    "elite": ("FB", "FB", "NE", "NE", "NE", "NE", "NE"),
    "veteran": ("RT", "FB", "FB", "NE", "NE", "NE", "NE"),
    "average": ("RT", "RT", "FB", "FB", "NE", "NE", "NE"),
    "militia": ("RT", "RT", "RT", "RT", "FB", "FB", "NE"),
}
RALLY_ON = {"elite": 1, "veteran": 4, "average": 7, "militia": 10}  # SC-7.1


# SC-2 Turn


def initiative() -> dict[str, Fraction]:
    """A D12 each; a tie is thrown again, which leaves the chances even.  [SC-2.1]"""
    return spread("ours" if ours > theirs else "theirs" for ours, theirs in product(D12, D12) if ours != theirs)


# SC-3 Movement


def move(
    protection: str, *, mounted: bool = False, barded: bool = False, formation: str = "none", rough: bool = False
) -> dict[int, Fraction]:
    """Inches of a move; on rough ground from its start the die is the whole of it.  [SC-3.1, SC-3.2, SC-3.3]"""
    if formation != "none":
        if rough:
            raise ValueError("a formed body does not cross rough ground")
        return certain(FORMED[formation])
    if rough:
        return spread((HORSE_ROUGH if mounted else FOOT_ROUGH)[protection])
    if not mounted:
        return certain(FOOT[protection])
    return certain(BARDED.get(protection, HORSE[protection]) if barded else HORSE[protection])


def charge(
    protection: str, *, mounted: bool = False, barded: bool = False, rough: bool = False, bonus_on_rough: bool = False
) -> dict[int, Fraction]:
    """A die more than a move, but not from rough ground.  [SC-3.4]"""
    moved = move(protection, mounted=mounted, barded=barded, rough=rough)
    if rough and not bonus_on_rough:
        return moved
    return then(moved, lambda inches: spread(inches + die for die in D6))


def reaches(distance: float, rolled: dict[int, Fraction]) -> Fraction:
    """The chance that a charge comes home.  [SC-3.4]"""
    return sum((chance for inches, chance in rolled.items() if inches >= distance), Fraction(0))


def run_up(inches: float, *, normal_move: int | None = None) -> bool:
    """Enough for the charging bonus: half its normal move for a horse, 2 inches on foot.  [SC-3.4]"""
    return inches >= (2 if normal_move is None else Fraction(normal_move, 2))


# SC-4 Shooting


def range_band(weapon: str, inches: float) -> str:
    """short, long or out, both limits included.  [SC-4.1]"""
    short, long = RANGES[weapon]
    if inches > long:
        return "out"
    return "short" if inches <= short else "long"


def protection_against(
    protection: str, weapon: str, band: str, *, cover: bool = False, stepwise: bool = False, cannon_cover: bool = False
) -> str:
    """The protection that blocks this shot.  [SC-4.3]

    Cover and weapon are summed and the sum stops at the ends of the scale; `stepwise` stops it at each
    step, the cover first. A cannon's target is UA, in cover too unless `cannon_cover`.
    """
    if weapon == "cannon":
        return "PA" if cover and cannon_cover else "UA"
    better = 1 if cover else 0
    worse = {"handgun": 2, "crossbow": 1, "longbow": 1 if band == "short" else 0}.get(weapon, 0)
    level = PROTECTION.index(protection)
    if stepwise:
        level = min(level + better, 4)
        return PROTECTION[max(level - worse, 0)]
    return PROTECTION[min(max(level + better - worse, 0), 4)]


def shot(band: str, blocking_protection: str) -> dict[str, Fraction]:
    """missed, blocked or killed; both dice low.  [SC-4.1, SC-4.2]"""
    if band == "out":
        return certain("missed")
    return spread(
        shot_result(hit, block, HIT_ON[band], BLOCK_ON[blocking_protection]) for hit, block in product(D12, D12)
    )


def shot_result(hit: int, block: int, hit_on: int, block_on: int) -> str:
    if hit > hit_on:
        return "missed"
    return "blocked" if block <= block_on else "killed"


def shot_at(
    weapon: str, inches: float, protection: str, *, cover: bool = False, stepwise: bool = False
) -> dict[str, Fraction]:
    """The whole of a shot.  [SC-4.1, SC-4.2, SC-4.3]"""
    band = range_band(weapon, inches)
    return shot(band, protection_against(protection, weapon, band, cover=cover, stepwise=stepwise))


# SC-5 Melee


def tactical_factors(
    *,
    mounted: bool = False,
    enemy_mounted: bool = False,
    charging: bool = False,
    first_round: bool = True,
    enemy_spears: bool = False,
    enemy_uphill: bool = False,
    enemy_side: str = "front",
    axe: bool = False,
    enemy_protection: str = "UA",
    schiltron_front: bool = False,
    obstacle: bool = False,
    wounds: int = 0,
) -> dict[str, int]:
    """`enemy_side` is front, shielded flank, unshielded flank or rear; `charging` with its run-up.  [SC-5.3, SC-5.4]"""
    shock = charging and at_its_best(first_round, enemy_spears, enemy_uphill)
    return {
        "mounted v foot": 1 if mounted and not enemy_mounted else 0,
        "charging": 1 if shock else 0,
        "side": {"unshielded flank": 1, "rear": 2}.get(enemy_side, 0),
        "axe v plate": 1 if axe and enemy_protection in ("PP", "FP") else 0,
        "schiltron front": -2 if schiltron_front else 0,
        "foot v mounted": -1 if enemy_mounted and not mounted else 0,
        "enemy uphill": -1 if enemy_uphill else 0,
        "obstacle": -1 if obstacle else 0,
        "wounds": -wounds,
    }


def at_its_best(first_round: bool, enemy_spears: bool, enemy_uphill: bool) -> bool:
    """The mark of charge and lance: first round, not against spears nor uphill.  [SC-5.4]"""
    return first_round and not enemy_spears and not enemy_uphill


def weapon_factor(
    weapon: str, *, first_round: bool = True, enemy_spears: bool = False, enemy_uphill: bool = False
) -> int:
    """[SC-5.4]"""
    if weapon == "lance" and not at_its_best(first_round, enemy_spears, enemy_uphill):
        return LANCE_AFTERWARDS
    return WEAPON_FACTOR[weapon]


class Fighter(NamedTuple):
    """A man in melee, with the factors that count in this round."""

    stripes: int
    weapon: int  # by weapon_factor()
    tactical: int  # the sum of tactical_factors()
    protection: str


def adjusted(die: int, fighter: Fighter, cap: str) -> int:
    """The limits of 1 and 12 by die and tactical factors (`cap` "die"), by the total, or none.  [SC-5.2]"""
    prowess = fighter.stripes + fighter.weapon
    if cap == "die":
        return clamped(die + fighter.tactical) + prowess
    total = die + fighter.tactical + prowess
    return clamped(total) if cap == "total" else total


def clamped(roll: int) -> int:
    return min(12, max(1, roll))


def melee(one: Fighter, other: Fighter, *, cap: str = "die") -> dict[str, Fraction]:
    """One round of a pair: kills, is killed or goes on.  [SC-5.1, SC-5.2]"""
    margins = VICTORY_MARGIN[other.protection], VICTORY_MARGIN[one.protection]
    return spread(
        melee_result(adjusted(ours, one, cap), adjusted(theirs, other, cap), margins)
        for ours, theirs in product(D12, D12)
    )


def melee_result(ours: int, theirs: int, margins: tuple[int, int]) -> str:
    to_kill, to_be_killed = margins
    if ours - theirs >= to_kill:
        return "kills"
    return "is killed" if theirs - ours >= to_be_killed else "goes on"


# SC-6 Morale


def fifths_lost(lost: int, unit_size: int) -> int:
    """Whole fifths of the unit as it began.  [SC-6.2]"""
    return lost * 5 // unit_size


def morale_is_checked(
    *,
    leader_lost: bool = False,
    lost_this_turn: int = 0,
    unit_size: int = 5,
    standard_lost: bool = False,
    handgun_casualties: bool = False,
    fired_at_by_cannon: bool = False,
) -> bool:
    """[SC-6.1]"""
    heavy = fifths_lost(lost_this_turn, unit_size) >= 1
    return leader_lost or heavy or standard_lost or handgun_casualties or fired_at_by_cannon


def morale_modifiers(
    *, fifths: int = 0, standard_captured: bool = False, leader_lost: bool = False, leader_leads: bool = False
) -> dict[str, int]:
    """[SC-6.2]"""
    return {
        "fifths lost": -fifths,
        "standard captured": -2 if standard_captured else 0,
        "leader killed or captured": -3 if leader_lost else 0,
        "leader in combat or leading": 3 if leader_leads else 0,
    }


def column(quality: str, *, near_leader_or_formed: bool = False, standard_unseen: bool = False) -> str:
    """The quality a figure's morale is read by: one up, one down, neither past the ends.  [SC-6.4]"""
    level = QUALITY.index(quality) + near_leader_or_formed - standard_unseen
    return QUALITY[min(max(level, 0), 3)]


def morale(read_as: str, modifiers_total: int = 0) -> dict[str, Fraction]:
    """NE no effect, FB fall back or RT rout, by the column the figure is read in.  [SC-6.2, SC-6.3]"""
    return spread(morale_result(die + modifiers_total, read_as) for die in D12)


def morale_result(roll: int, read_as: str) -> str:
    return MORALE_CHART[read_as][min(max(roll, 1), 7) - 1]


def unit_morale(read_as: Sequence[str], modifiers_total: int = 0) -> dict[tuple[str, ...], Fraction]:
    """One die for the unit, read for each of its figures in his own column.  [SC-6.3, SC-6.4]"""
    return spread(tuple(morale_result(die + modifiers_total, column) for column in read_as) for die in D12)


# SC-7 Rally


def rally(quality: str) -> dict[str, Fraction]:
    """[SC-7.1]"""
    return spread("rallies" if die >= RALLY_ON[quality] else "falls back" for die in D12)


# SC-8 Leaders


def leader_hit(hits_before: int = 0) -> dict[str, Fraction]:
    """A leader who is hit: dies, takes a hit, or is eliminated by his third.  [SC-8.1]"""
    return spread("dies" if die <= 3 else one_more_hit(hits_before) for die in D12)


def one_more_hit(hits_before: int) -> str:
    return "eliminated" if hits_before >= 2 else "hit"


def shot_at_leader(shooting: dict[str, Fraction], hits_before: int = 0) -> dict[str, Fraction]:
    """A shot by shot() or shot_at() at a leader: a kill becomes a hit on him.  [SC-8.1]"""
    return then(shooting, lambda how: leader_hit(hits_before) if how == "killed" else certain(how))


def leader_in_melee(round_of: dict[str, Fraction], hits_before: int = 0) -> dict[str, Fraction]:
    """A round by melee() fought by a leader: what would kill him is a hit on him.  [SC-8.1]"""
    return then(round_of, lambda how: leader_hit(hits_before) if how == "is killed" else certain(how))


def against_leader(round_of: dict[str, Fraction], hits_before: int = 0) -> dict[str, Fraction]:
    """A round by melee() fought against a leader.  [SC-8.1]"""
    return then(round_of, lambda how: leader_hit(hits_before) if how == "kills" else certain(how))
