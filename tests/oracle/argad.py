"""A slow second opinion on Argad!, written from the fourteenth-century sheet alone.

Every die is enumerated and every chance is a Fraction. Nothing here comes from kktui, and nothing in
kktui may come from here. Lengths are centimetres. Chances are dicts from outcome to Fraction that sum
to 1; an outcome that cannot happen is left out. Where the sheet is open the default is the ruling of
the requirements and the other reading is a keyword argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from tests.oracle.chances import D6, add_up, certain, spread

MOVE = {  # AR-3.1: light clothing, armour 4, armour 5
    "foot": {0: 20, 4: 16, 5: 12},
    "cavalry": {0: 40, 4: 40, 5: 32},
    "mounted foot": {0: 36, 4: 36, 5: 32},
}
PAVISE_MOVE = 16  # AR-3.1
CLOSE_ORDER = {"forward": 12, "sideways": 8, "backward": 8}  # AR-3.2
TERRAIN = {  # AR-3.4: foot, cavalry except armour 5, cavalry armour 5 or mounted foot
    "bushes": ("difficult", "difficult", "difficult"),
    "woods": ("difficult", "very difficult", "very difficult"),
    "hard slope": ("difficult", "difficult", "very difficult"),
    "stakes": ("difficult", "very difficult", "very difficult"),
}

OUT_OF_RANGE = 99
RANGES = {  # AR-4.2, AR-4.9: upper bounds in cm, the die needed within each
    "javelin": ((10, 6), (20, 6)),
    "cavalry javelin": ((10, 5), (20, 6)),
    "crossbow": ((20, 5), (40, 6), (60, 7)),
    "longbow": ((20, 5), (40, 6), (60, 7)),
    "other bow": ((20, 5), (40, 6), (60, 7)),
    "sling": ((20, 5), (40, 6), (60, 7)),
    "light handgun": ((10, 6), (20, 7), (30, 8)),
}
ARMOUR_MALUS = {  # AR-4.4: by armour
    "javelin": {4: 0, 5: -1},
    "cavalry javelin": {4: 0, 5: -1},
    "crossbow": {4: 0, 5: 0},
    "longbow": {4: 0, 5: -1},
    "other bow": {4: -1, 5: -2},
    "sling": {4: -1, 5: -2},
    "light handgun": {4: 0, 5: 0},
}
EXTERIOR = {  # AR-4.3: the weapon may not shoot from a window or an arrow slit beyond so many cm
    "javelin": 0,
    "cavalry javelin": 0,
    "crossbow": 60,
    "longbow": 20,
    "other bow": 40,
    "sling": 0,
}
THROWN = {"javelin", "cavalry javelin"}
LENGTHS = ("bare hands", "very short", "short", "half-long", "long")  # AR-1.3

Exchange = tuple[str, str]  # what becomes of one, what becomes of the other


def natural() -> dict[int, Fraction]:
    """A 6 is thrown again: another 6 makes 7, anything else leaves it 6.  [AR-4.1]"""
    return spread(7 if (first, again) == (6, 6) else first for first, again in product(D6, D6))


# AR-3 Movement


def ground(terrain: str, kind: str, armour: int = 0) -> str:
    """How hard this ground is for foot, cavalry or mounted foot.  [AR-3.4]"""
    foot, light_cavalry, others = TERRAIN[terrain]
    if kind == "foot":
        return foot
    return light_cavalry if kind == "cavalry" and armour != 5 else others


def move(rate: int, hard: str = "easy", *, mounted: bool = False) -> dict[int | str, Fraction]:
    """Centimetres left of a move, or blocked.  [AR-3.3]

    The slowing dice are plain dice: their 6 is not thrown again. A move never falls below nothing.
    """
    if hard == "easy":
        return certain(rate)
    whole = rate // 2 if hard == "very difficult" else rate
    return spread(
        "blocked" if blocked(faces, hard, mounted) else max(0, whole - sum(faces))
        for faces in product(D6, repeat=2 if mounted else 1)
    )


def blocked(faces: tuple[int, ...], hard: str, mounted: bool) -> bool:
    """Foot by a 6, a horse by two, or by one in very difficult ground.  [AR-3.3]"""
    needed = 2 if mounted and hard == "difficult" else 1
    return faces.count(6) >= needed


def crawl() -> dict[int, Fraction]:
    """Moving crouched behind an earth bank.  [AR-3.5]"""
    return spread(2 + die for die in D6)


# AR-4 Shooting


def needed(weapon: str, cm: float) -> int:
    """The die that hits at this range, the upper bound included.  [AR-4.2, AR-4.9]"""
    return next((die for limit, die in RANGES[weapon] if cm <= limit), OUT_OF_RANGE)


def may_shoot_out(weapon: str, cm: float) -> bool:
    """From a window or an arrow slit: the cells of the sheet not marked "ext.".  [AR-4.3]"""
    return cm <= EXTERIOR[weapon]


def cover_malus(covers: Sequence[str] = (), *, on_foot: bool = True, armour: int = 0, slinging: bool = False) -> int:
    """The worst cover only.  [AR-4.3, AR-4.5]

    Covers are partial cover, wood edge, wood (10 cm or less of it), arrow slit, pavise and pavise wall. A
    mounted man has none of partial cover, wood edge and arrow slit. A wall of pavises is a pavise to men
    in light clothing. A slinger has no cover at all in a turn in which he shoots.
    """
    if slinging:
        return 0
    foot_only = {"partial cover": -1, "wood edge": -1, "arrow slit": -2}
    malus = {
        **{cover: worth if on_foot else 0 for cover, worth in foot_only.items()},
        "wood": -1,
        "pavise": -1,
        "pavise wall": -2 if armour >= 4 else -1,
    }
    return min((malus[cover] for cover in covers), default=0)


def target_malus(
    weapon: str,
    armour: int = 0,
    covers: Sequence[str] = (),
    *,
    furtive: bool = False,
    on_foot: bool = True,
    slinging: bool = False,
) -> int:
    """All that the target causes, -2 at the worst.  [AR-4.4, AR-4.5, AR-4.6]"""
    total = (
        ARMOUR_MALUS[weapon].get(armour, 0)
        + cover_malus(covers, on_foot=on_foot, armour=armour, slinging=slinging)
        + (-1 if furtive else 0)
    )
    return max(-2, total)


def shooter_malus(weapon: str, *, moving: bool = False, furtive: bool = False) -> int:
    """Moving and being furtive are one -1, and none for what is thrown by hand.  [AR-4.7]"""
    return -1 if (moving or furtive) and weapon not in THROWN else 0


def shot(needs: int, malus: int = 0) -> dict[str, Fraction]:
    """One missile: killed or missed. A natural 7 is no sure hit here.  [AR-4.1, AR-4.8]"""
    return add_up(
        ("killed" if die != 1 and die + malus >= needs else "missed", chance) for die, chance in natural().items()
    )


# AR-5 Melee


def melee_modifiers(
    *,
    kind: str = "foot",
    enemy: str = "foot",
    character_class: int = 3,
    two_handed: bool = False,
    confined: bool = False,
    improvised: bool = False,
    enemy_crosses_obstacle: bool = False,
    enemy_higher: bool = False,
    ground_for_cavalry: str = "easy",
    weapon: str = "sword",
    charging: bool = False,
    couched_lance: bool = False,
    charged: bool = False,
    immobile: bool = False,
    no_room_last_round: bool = False,
    sheet_literal: bool = False,
) -> dict[str, int]:
    """One fighter's modifiers.  [AR-5.5, AR-5.6]

    `kind` and `enemy` are foot, cavalry or mounted foot; `confined` is in a building or in close order;
    `charging` is his own charge, `charged` the cavalry charge of this enemy against him. The requirements
    spare mounted foot its -1 in very difficult terrain too; `sheet_literal` spares foot only.
    """
    foot = kind == "foot"
    easy = ground_for_cavalry == "easy"
    very_difficult = ground_for_cavalry == "very difficult"
    charge = charging and kind == "cavalry" and easy
    staff = weapon in ("spear", "bill", "goedendag")
    spared = very_difficult and (foot or not sheet_literal)
    return {
        "two-handed weapon": 1 if two_handed and not confined else 0,
        "improvised or class 2": -1 if improvised or character_class == 2 else 0,
        "across an obstacle": 1 if foot and enemy_crosses_obstacle else 0,
        "enemy higher": -1 if enemy_higher else 0,
        "cavalry against foot": 1 if kind == "cavalry" and enemy != "cavalry" and easy else 0,
        "against cavalry": -1 if kind != "cavalry" and enemy == "cavalry" and not spared else 0,
        "bill against mounted": 1 if foot and weapon == "bill" and enemy != "foot" and not charged else 0,
        "charging": 1 if charge else 0,
        "couched lance": 1 if charge and couched_lance else 0,
        "awaits the charge": 1 if foot and staff and charged and immobile else 0,
        "no room": -1 if no_room_last_round else 0,
    }


def in_disorder(modifiers: dict[str, int]) -> dict[str, int]:
    """Out of an officer's reach the bonuses go and the maluses stay (option).  [AR-6.1]"""
    return {name: min(0, value) for name, value in modifiers.items()}


def blow_result(die: int, modifiers_total: int, enemy_class: int, enemy_armour: int) -> str:
    """[AR-5.2, AR-5.3]"""
    if die in (1, 7):
        return "missed" if die == 1 else "killed"
    result = die + modifiers_total
    if result > max(enemy_class, enemy_armour):
        return "killed"
    return "recoils" if result >= enemy_class else "missed"


def blow(modifiers_total: int, enemy_class: int, enemy_armour: int = 0) -> dict[str, Fraction]:
    """One blow with no answer: killed, recoils or missed.  [AR-5.2, AR-5.3]"""
    return add_up(
        (blow_result(die, modifiers_total, enemy_class, enemy_armour), chance) for die, chance in natural().items()
    )


@dataclass(frozen=True)
class Fighter:
    """A man in melee; armour 0 is light clothing, `modifiers` his total against the one he strikes."""

    rated: int  # his class
    armour: int = 0
    length: str = "short"
    modifiers: int = 0


def exchange(one: Fighter, other: Fighter, *, mixed: str = "both") -> dict[Exchange, Fraction]:
    """What becomes of each, stands, recoils or killed, when two fight.  [AR-5.1, AR-5.4]

    The longer weapon strikes first and a foe killed or thrown back does not reply; equal lengths strike at
    once. The sheet settles two kills or two recoils only: of a kill and a recoil together both happen, or
    with `mixed` "kill" the kill alone.
    """
    return add_up(
        (exchange_result(ours, theirs, one, other, mixed), chance * their_chance)
        for (ours, chance), (theirs, their_chance) in product(natural().items(), natural().items())
    )


def exchange_result(ours: int, theirs: int, one: Fighter, other: Fighter, mixed: str) -> Exchange:
    to_other = blow_result(ours, one.modifiers, other.rated, other.armour)
    to_one = blow_result(theirs, other.modifiers, one.rated, one.armour)
    lead = LENGTHS.index(one.length) - LENGTHS.index(other.length)
    if lead > 0 and to_other != "missed":
        to_one = "missed"
    if lead < 0 and to_one != "missed":
        to_other = "missed"
    if lead == 0:
        to_one, to_other = at_once(to_one, to_other, (one, ours), (other, theirs), mixed)
    return fate(to_one), fate(to_other)


def at_once(to_one: str, to_other: str, one: tuple[Fighter, int], other: tuple[Fighter, int], mixed: str) -> Exchange:
    """Blows struck together: class, then armour, then the natural die decides like results.  [AR-5.4]"""
    if "missed" in (to_one, to_other):
        return to_one, to_other
    if to_one != to_other:
        if mixed == "both":
            return to_one, to_other
        return ("missed", to_other) if to_other == "killed" else (to_one, "missed")
    ours, theirs = standing(*one), standing(*other)
    if ours == theirs:
        return "recoils", "recoils"
    return ("missed", to_other) if ours > theirs else (to_one, "missed")


def standing(fighter: Fighter, die: int) -> tuple[int, int, int]:
    return fighter.rated, fighter.armour, die


def fate(result: str) -> str:
    return "stands" if result == "missed" else result


def against_many(lone: Fighter, foes: Sequence[Fighter], *, mixed: str = "both") -> dict[Exchange, Fraction]:
    """What becomes of a lone man and of the first of his foes, whom he has named.  [AR-5.1, AR-5.4, AR-5.7]

    One die each, the longest weapons first; a man killed or thrown back is out of it, and his foes with
    shorter weapons have nobody to strike. The other foes strike him without an answer; the worst counts.
    """
    dice = [natural()] * (1 + len(foes))
    return add_up(
        (many_result([die for die, _ in thrown], lone, foes, mixed), chance_of([chance for _, chance in thrown]))
        for thrown in product(*(die.items() for die in dice))
    )


def chance_of(chances: Sequence[Fraction]) -> Fraction:
    whole = Fraction(1)
    for chance in chances:
        whole *= chance
    return whole


def many_result(dice: Sequence[int], lone: Fighter, foes: Sequence[Fighter], mixed: str) -> Exchange:
    own, *theirs = dice
    named = "stands"
    for length in reversed(LENGTHS):
        results = [
            blow_result(die, foe.modifiers, lone.rated, lone.armour)
            for place, (foe, die) in enumerate(zip(foes, theirs, strict=True))
            if foe.length == length and (place > 0 or named == "stands")
        ]
        if lone.length == length:
            to_named = blow_result(own, lone.modifiers, foes[0].rated, foes[0].armour)
            if foes[0].length == length:
                results[0], to_named = at_once(results[0], to_named, (lone, own), (foes[0], theirs[0]), mixed)
            named = fate(to_named)
        for worst in ("killed", "recoils"):
            if worst in results:
                return worst, named
    return "stands", named


# AR-6 End


def side_morale(class_five_alive: int) -> dict[str, Fraction]:
    """A side at half losses or without its leader (option).  [AR-6.1]"""
    return spread("stays" if die + class_five_alive >= 4 else "leaves" for die in D6)
