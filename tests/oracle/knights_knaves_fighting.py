"""A slow second opinion on the shots, blows and falls of Knights & Knaves; on the rest `knights_knaves` has one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from tests.oracle.chances import D10, add_up, certain, spread, sums, then, told
from tests.oracle.knights_knaves import worst_step

COLUMNS = (4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 60, 72)  # KK-7.3, inches
MISS = "--"
# KK-7.3, the printed rows with the cell that slipped out of each put back: a 2 at the head of rows 10 and
# 8 to 2, a -- at the end of the rest. Row 9 is whole on the sheet.
SHOOTING_TABLE = {
    int(row.split()[0]): row.split()[1:]
    for row in """
    10  2  2  2  2  2  2  2  2  2  2  3  4  5  7 10
     9  2  2  2  2  2  2  2  2  2  3  4  5  6  8 --
     8  2  2  2  2  2  2  2  2  3  4  5  6  7  9 --
     7  2  2  2  2  2  2  2  3  4  5  6  7  8 10 --
     6  2  2  2  2  2  2  3  4  5  6  7  8  9 -- --
     5  2  2  2  2  2  3  4  5  6  7  8  9 10 -- --
     4  2  2  2  2  3  4  5  6  7  8  9 10 -- -- --
     3  2  2  2  3  4  5  6  7  8  9 10 -- -- -- --
     2  2  2  3  4  5  6  7  8  9 10 -- -- -- -- --
     1  2  3  4  5  6  7  8  9 10 -- -- -- -- -- --
     0  3  4  5  6  7  8  9 10 -- -- -- -- -- -- --
    -1  4  5  6  7  8  9 10 -- -- -- -- -- -- -- --
    -2  5  6  7  8  9 10 -- -- -- -- -- -- -- -- --
    -3  6  7  8  9 10 -- -- -- -- -- -- -- -- -- --
    -4  7  8  9 10 -- -- -- -- -- -- -- -- -- -- --
    -5  8  9 10 -- -- -- -- -- -- -- -- -- -- -- --
    -6  9 10 -- -- -- -- -- -- -- -- -- -- -- -- --
    -7 10 -- -- -- -- -- -- -- -- -- -- -- -- -- --
    """.strip().splitlines()
}
SHIELD_DOWN = {"none": 0, "small": 2, "large": 4, "pavise": 6}  # KK-7.1
WALL_DOWN = {"none": 0, "waist-high wall": 3, "chest-high wall": 6, "window": 8}  # KK-7.1
WEAPON_RIGHT = {  # KK-7.2
    "light crossbow": 1,
    "medium crossbow": 1,
    "short bow": 2,
    "handgun": 4,
    "javelin": 5,
    "thrown": 5,
}
THROWN_REACH = {"javelin": 12, "thrown": 8}  # KK-7.7
SHOOTERS = {"composite bow", "longbow", "heavy crossbow", "sling", *WEAPON_RIGHT}
HARD_HITTING = {"longbow", "handgun", "medium crossbow", "heavy crossbow"}  # KK-7.5

WEAPON_VALUE = {  # KK-8.3: first, second
    "sword": (4, 4),
    "mace": (3, 3),
    "axe": (3, 3),
    "two-handed sword": (4, 3),
    "two-handed axe": (4, 3),
    "pole arm": (4, 2),
    "halberd": (4, 2),
    "short spear": (4, 2),
    "javelin": (4, 2),
    "lance": (6, 0),
    "long spear": (6, 0),
    "short sword": (3, 3),
    "dagger": (3, 3),
    "farm tool": (2, 2),
}
WEAPON_DICE = {  # KK-8.7
    "sword": 1,
    "short spear": 1,
    "javelin": 1,
    "short sword": 1,
    "dagger": 1,
    "farm tool": 1,
    "axe": 2,
    "mace": 2,
    "long spear": 2,
    "lance": 2,
    "pole arm": 3,
    "halberd": 3,
    "two-handed sword": 3,
    "two-handed axe": 3,
}
SPEARS = {"short spear", "long spear", "lance"}  # KK-8.7: those that gain by a gallop
MELEE_SHIELD = {"none": 0, "small": -1, "large": -2, "pavise": 0}  # KK-8.5

FALL_NUMBER = {"on foot": 1, "standing": 1, "walk": 1, "trot": 2, "canter": 3, "gallop": 4}  # KK-8.9

Hurt = tuple[str, int]  # who is hit, stamina lost
Fall = tuple[str, int, int]  # what it did, stamina lost, turns stunned


# KK-7 Shooting


def shooting_skill(
    skill: int,
    *,
    obstructed: bool = False,
    shield: str = "none",
    wall: str = "none",
    mounted_target: bool = False,
    moved: bool = False,
    permanent: int = 0,
    stamina: int = 1,
    original: int = 1,
    weapon: str = "longbow",
    halve_last: bool = False,
) -> int:
    """Skill after all steps down; `moved` is the shooter's, halved first and not for thrown weapons.  [KK-7.1]"""
    down = (
        (1 if obstructed else 0)
        + SHIELD_DOWN[shield]
        + WALL_DOWN[wall]
        + (1 if mounted_target else 0)
        + 2 * permanent
        + worst_step(stamina, original, (1, 2, 3))
    )
    halved = moved and weapon not in THROWN_REACH
    if halved and halve_last:
        return (skill - down) // 2
    return (skill // 2 if halved else skill) - down


def hit_number(
    modified_skill: int, inches: float, *, weapon: str = "longbow", target_moved: bool = False
) -> int | None:
    """None is the automatic miss.  [KK-7.2, KK-7.3, KK-7.7]"""
    if weapon not in SHOOTERS:
        raise ValueError(f"no such weapon: {weapon}")
    if inches > THROWN_REACH.get(weapon, COLUMNS[-1]) or modified_skill < -7:
        return None
    column = next(place for place, limit in enumerate(COLUMNS) if inches <= limit)
    column += WEAPON_RIGHT.get(weapon, 0) + (4 if target_moved else 0)
    if column >= len(COLUMNS):
        return None
    cell = SHOOTING_TABLE[min(10, modified_skill)][column]
    return None if cell == MISS else int(cell)


def to_hit(number: int | None) -> dict[str, Fraction]:
    """[KK-7.4]"""
    if number is None:
        return certain("miss")
    return spread("hit" if die >= number else "miss" for die in D10)


def shooting_dice(inches: float) -> int:
    """By the inches measured, not by the column shifted to.  [KK-7.5]"""
    if inches < 6:
        return 3
    return 2 if inches <= 20 else 1


def shooting_damage(inches: float, armour: int, weapon: str = "longbow") -> dict[int, Fraction]:
    """Stamina lost to a shot that has hit.  [KK-7.5]"""
    more = 2 if weapon in HARD_HITTING else 0
    return told(sums([D10] * shooting_dice(inches)), lambda total: max(0, total + more - armour))


def hurt(
    number: int | None, inches: float, armour: int, weapon: str = "longbow", *, horse_armour: int | None = None
) -> dict[Hurt, Fraction]:
    """Who is hit and what stamina he loses; a rider's horse has its own armour.  [KK-7.4, KK-7.5, KK-7.6]

    ("nobody", 0) is a miss, ("man", 0) a hit that the armour stops.
    """

    def lands(result: str) -> dict[Hurt, Fraction]:
        if result == "miss":
            return certain(("nobody", 0))
        return then(place_hit(horse_armour is not None), wounds_of)

    def wounds_of(who: str) -> dict[Hurt, Fraction]:
        worn = horse_armour if who == "horse" and horse_armour is not None else armour
        return told(shooting_damage(inches, worn, weapon), lambda lost: (who, lost))

    return then(to_hit(number), lands)


def place_hit(mounted: bool) -> dict[str, Fraction]:
    """[KK-7.6]"""
    if not mounted:
        return certain("man")
    return spread("horse" if die <= 5 else "man" for die in D10)


def shot(
    number: int | None,
    inches: float,
    armour: int,
    stamina: int,
    weapon: str = "longbow",
    *,
    horse_armour: int | None = None,
    horse_stamina: int = 0,
) -> dict[str, Fraction]:
    """One shot told as miss, unhurt, wounded, disabled and the same of the horse.  [KK-7, KK-1.6]"""
    left = {"man": stamina, "horse": horse_stamina}
    return told(
        hurt(number, inches, armour, weapon, horse_armour=horse_armour),
        lambda struck: "miss" if struck[0] == "nobody" else condition(struck[0], struck[1], left[struck[0]]),
    )


def condition(who: str, lost: int, stamina: int) -> str:
    """[KK-1.6]"""
    hurt_word = "disabled" if lost >= stamina else "wounded"
    word = hurt_word if lost else "unhurt"
    return f"horse {word}" if who == "horse" else word


# KK-8 Melee and falls


def weapon_value(weapon: str, rounds_before: Iterable[bool] = (), *, stunned: bool = False) -> int:
    """`rounds_before` against this opponent: whether each struck home.  [KK-8.3, KK-8.4, KK-8.11]"""
    if stunned:
        return 0
    first, second = WEAPON_VALUE[weapon]
    return first if all(rounds_before) else second


def combat_modifiers(
    *,
    mounted: bool = False,
    opponent_mounted: bool = False,
    uphill: bool = False,
    restricted: bool = False,
    opponent_shield: str = "none",
    opponent_two_handed: bool = False,
    stamina: int = 1,
    original: int = 1,
    fatigue: int = 0,
) -> dict[str, int]:
    """`uphill` is up-slope or up-stairs of the opponent; horse and slope together are one +1.  [KK-8.5]"""
    above = uphill or (mounted and not opponent_mounted)
    return {
        "above": 1 if above else 0,
        "restricted terrain": -1 if restricted else 0,
        "opponent's shield": 0 if opponent_two_handed else MELEE_SHIELD[opponent_shield],
        "stamina": worst_step(stamina, original, (-1, -2, -3)),
        "fatigue": -fatigue,
    }


def strike(our_factor: int, their_factor: int) -> dict[str, Fraction]:
    """Combat factors with all modifiers, a die to each.  [KK-8.2, KK-8.6]"""
    return spread(strike_result(ours + our_factor - theirs - their_factor) for ours, theirs in product(D10, D10))


def strike_result(margin: int) -> str:
    if margin == 0:
        return "nobody"
    return "strikes home" if margin > 0 else "is struck"


def weapon_damage(weapon: str, armour: int, *, gallop: bool = False, fatigue: int = 0) -> dict[int, Fraction]:
    """Stamina lost to a blow that struck home; `gallop` is charging or being charged at it.  [KK-8.7]"""
    dice = WEAPON_DICE[weapon] + (1 if gallop and weapon in SPEARS else 0)
    return told(sums([D10] * dice), lambda total: max(0, total - fatigue - armour))


def blow(
    our_factor: int,
    their_factor: int,
    our_damage: dict[int, Fraction],
    their_damage: dict[int, Fraction] | None = None,
) -> dict[Hurt, Fraction]:
    """One pairing: ("other", lost), ("self", lost) or ("nobody", 0); damages by weapon_damage().  [KK-8.6, KK-8.7]

    Without `their_damage` the other did not name us: his higher total only denies the blow.  [KK-8.1]
    """

    def lands(result: str) -> dict[Hurt, Fraction]:
        if result == "strikes home":
            return told(our_damage, lambda lost: ("other", lost))
        if result == "is struck" and their_damage is not None:
            return told(their_damage, lambda lost: ("self", lost))
        return certain(("nobody", 0))

    return then(strike(our_factor, their_factor), lands)


def fall_is_tested(
    *,
    mounted: bool = False,
    lost_this_turn: int = 0,
    stamina_at_start: int = 1,
    lance_at_gallop: bool = False,
    spear_foot: bool = False,
    precipice: bool = False,
) -> bool:
    """Struck by a galloping lance, or by foot with spear or halberd, or hurt enough.  [KK-8.8]"""
    shaken = mounted and lost_this_turn > 0 and 4 * lost_this_turn >= stamina_at_start
    return lance_at_gallop or (mounted and spear_foot) or shaken or (precipice and lost_this_turn > 0)


def falls(pace: str, *, temporary: int = 0, lost_before: int = 0, melee_skill: int = 6) -> dict[str, Fraction]:
    """`lost_before` is the stamina lost before this blow.  [KK-8.9]"""
    steady = (1 if melee_skill >= 8 else 0) - temporary - lost_before
    return spread("falls" if die + steady <= FALL_NUMBER[pace] else "stays up" for die in D10)


def fall_effect(
    stamina: int,
    original: int,
    *,
    feet: int = 0,
    showing: str = "total",
    three_quarters: str = "up",
    gap: str = "5-8",
) -> dict[Fall, Fraction]:
    """okay, stunned, hurt or disabled, with stamina lost and turns stunned.  [KK-8.10]

    `stamina` is what is left when he falls. Stunned turns are half the modified total (`showing` "natural"
    halves the bare dice). Three quarters are rounded up as the other two are. `gap` "3-8" gives the printed
    overlap to the stun. A loss of all that is left disables (KK-1.6).
    """
    if feet > 24:
        return certain(("dead", stamina, 0))
    more = 2 if 2 * stamina < original else 0
    return spread(
        fall_result(one + two, more, stamina, (showing, three_quarters, gap)) for one, two in product(D10, D10)
    )


def fall_result(dice: int, more: int, stamina: int, readings: tuple[str, str, str]) -> Fall:
    showing, three_quarters, gap = readings
    total = dice + more
    if total <= (4 if gap == "5-8" else 2):
        return ("okay", 0, 0)
    if total <= 8:
        return ("stunned", 0, half_up(total if showing == "total" else dice))
    if total >= 19:
        return ("disabled", stamina, 0)
    lost, turns = fall_loss(total, stamina, three_quarters)
    return ("disabled", stamina, 0) if lost >= stamina else ("hurt", lost, turns)


def fall_loss(total: int, stamina: int, three_quarters: str) -> tuple[int, int]:
    if total <= 11:
        return -(-stamina // 4), 5
    if total <= 15:
        return half_up(stamina), 6
    return (-(-3 * stamina // 4) if three_quarters == "up" else 3 * stamina // 4), 8


def half_up(number: int) -> int:
    return -(-number // 2)


def fall(
    pace: str,
    stamina: int,
    original: int,
    *,
    temporary: int = 0,
    lost_before: int = 0,
    melee_skill: int = 6,
    feet: int = 0,
) -> dict[Fall, Fraction]:
    """Whether he falls and what it does to him.  [KK-8.9, KK-8.10]"""
    tested = falls(pace, temporary=temporary, lost_before=lost_before, melee_skill=melee_skill)
    return then(
        tested,
        lambda how: fall_effect(stamina, original, feet=feet) if how == "falls" else certain(("stays up", 0, 0)),
    )


def struck_rider(
    damage: dict[int, Fraction],
    pace: str,
    stamina: int,
    original: int,
    *,
    always_tested: bool = False,
    lost_earlier_this_turn: int = 0,
    temporary: int = 0,
    melee_skill: int = 6,
) -> dict[Fall, Fraction]:
    """A rider takes a wound of so much, then tests at once for a fall if it calls for one.  [KK-8.8, KK-8.9, KK-8.10]

    `always_tested` is a galloping lance or a spear or halberd on foot. Stamina lost is the whole of blow and
    fall. A rider disabled by the blow itself does not roll.
    """

    def after(lost: int) -> dict[Fall, Fraction]:
        if lost >= stamina:
            return certain(("disabled", stamina, 0))
        start = stamina + lost_earlier_this_turn
        this_turn = lost + lost_earlier_this_turn
        if not always_tested and not (
            lost and fall_is_tested(mounted=True, lost_this_turn=this_turn, stamina_at_start=start)
        ):
            return certain(("stays up", lost, 0))
        fell = fall(
            pace,
            stamina - lost,
            original,
            temporary=temporary,
            lost_before=original - stamina,
            melee_skill=melee_skill,
        )
        return told(fell, lambda how: (how[0], how[1] + lost, how[2]))

    return then(damage, after)


# A turn of blows and shots, one after the other


def stamina_after(stamina: int, blows: Iterable[dict[int, Fraction]]) -> dict[int, Fraction]:
    """What is left of a figure's stamina, none at the least, after blows or shots in turn.  [KK-1.6]"""
    left = certain(stamina)
    for damage in blows:
        left = add_up(
            (max(0, before - lost), chance * its_chance)
            for before, chance in left.items()
            for lost, its_chance in damage.items()
        )
    return left
