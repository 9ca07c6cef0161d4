"""A slow second opinion on Knights & Sergeants, written from the rules text alone.

Every die is enumerated and every chance is a Fraction. Nothing here comes from kktui, and nothing in
kktui may come from here: the two agree because they read the same sheet.

Chances are dicts from outcome to Fraction that sum to 1. Where the text leaves a choice, the reading
taken is in the docstring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import product

from tests.oracle.chances import D6, D10, add_up, spread

Target = tuple[int, bool]  # hits taken, in the saddle
Shoot = Callable[..., dict[str, Fraction]]

MORALE_CLASS = {"peasant": 7, "man-at-arms": 8, "veteran": 9, "elite": 10}  # KS-1.1
ARMOUR = ("helmet and gambeson", "shield", "mail", "plate")  # KS-1.2
RANGES = {"crossbow": (9, 18), "longbow": (12, 24)}  # KS-6.2: close, long
COVER = {"none": 0, "part": -1, "whole": -2}  # KS-6.1
POINTS = {"peasant": 1, "man-at-arms": 2, "sergeant": 4, "knight": 8}  # KS-8.1
CONDITIONS = {  # KS-1.4: by hits taken
    "man": ("unhurt", "dead"),
    "sergeant": ("unhurt", "wounded", "dead"),
    "knight": ("unhurt", "flesh wound", "wounded", "dead"),
}


# KS-1 Figures


def armour_rating(items: Iterable[str], *, shot_from_behind: bool = False) -> int:
    """One for each piece worn; a shield does not count against shots from behind.  [KS-1.2, KS-6.3]"""
    worn = set(items)
    if not worn <= set(ARMOUR):
        raise ValueError(f"no such armour: {worn - set(ARMOUR)}")
    return len(worn - {"shield"} if shot_from_behind else worn)


def hits_to_kill(rank: str) -> int:
    """[KS-1.4]"""
    return len(CONDITIONS[rank]) - 1


def condition(rank: str, hits: int) -> str:
    """What so many hits have made of a man, a sergeant or a knight.  [KS-1.4]"""
    return CONDITIONS[rank][min(hits, hits_to_kill(rank))]


# KS-3 Morale


def morale_modifiers(
    *,
    lost: int = 0,
    sergeant_killed: bool = False,
    knight_killed: bool = False,
    cover: bool = False,
    rallied: bool = False,
) -> dict[str, int]:
    """A dead sergeant is also one of the figures lost: count him in `lost`.  [KS-3.2]"""
    return {
        "figures lost": -lost,
        "sergeant killed": -1 if sergeant_killed else 0,
        "knight killed": -2 if knight_killed else 0,
        "in cover": 1 if cover else 0,
        "knight rallying": 2 if rallied else 0,
    }


def morale(base: int, modifiers_total: int, wounded: bool = False) -> dict[str, Fraction]:
    """pass, shaken (failed by 1-2) or retreat (by 3 or more).  [KS-3.2, KS-3.3]

    A wounded leader adds 1 to the die. No face of the die passes or fails by itself.
    """
    return spread(morale_result(die + wounded, base + modifiers_total) for die in D10)


def morale_result(roll: int, needed: int) -> str:
    if roll <= needed:
        return "pass"
    return "shaken" if roll - needed <= 2 else "retreat"


# KS-4 Movement


def move(dice: int, charging: bool = False, road: bool = False, wounded: bool = False) -> dict[int, Fraction]:
    """Inches rolled, before rough ground: 2 dice on foot, 3 mounted.  [KS-4.1, KS-4.2]

    A wound takes 1" from the total once, not from each die, and never below nothing.
    """
    rolled = product(D6, repeat=dice + charging + road)
    return spread(move_total(faces, road, wounded) for faces in rolled)


def move_total(faces: tuple[int, ...], road: bool, wounded: bool) -> int:
    total = sum(faces) - (min(faces) if road else 0)
    return max(0, total - wounded)


def slow(total: int) -> Fraction:
    """Woods or water halve the move; half inches are kept.  [KS-4.3]"""
    return Fraction(total, 2)


def over_obstacles(inches: Fraction, obstacles: int) -> Fraction:
    """Each fence or wall costs 3".  [KS-4.3]"""
    return max(Fraction(0), inches - 3 * obstacles)


def ground_covered(rolled: dict[int, Fraction], rough: bool = False, obstacles: int = 0) -> dict[Fraction, Fraction]:
    """Inches left of a rolled move: halve, then subtract.  [KS-4.3]"""
    return add_up(
        (over_obstacles(slow(total) if rough else Fraction(total), obstacles), chance)
        for total, chance in rolled.items()
    )


def reaches(distance: float, rolled: dict[int, Fraction], rough: bool = False, obstacles: int = 0) -> Fraction:
    """The chance that a charge comes to base contact.  [KS-5.2]"""
    covered = ground_covered(rolled, rough, obstacles)
    return sum((chance for inches, chance in covered.items() if inches >= distance), Fraction(0))


# KS-5 Charge


def charge_tests(charger: dict[str, Fraction], target: dict[str, Fraction]) -> dict[str, Fraction]:
    """The charger tests, then the target; each given by its morale().  [KS-5.1]

    A charger that passed in its morale step does not test again: give {"pass": Fraction(1)}.  [KS-3.4]
    """
    words = {"pass": "target stands", "shaken": "target shaken", "retreat": "target retreats"}
    return add_up(
        (words[his] if ours == "pass" else f"charger {ours}", charger[ours] * target[his])
        for ours, his in product(charger, target)
    )


# KS-6 Archery


def archery_modifiers(weapon: str, inches: float, *, aimed: bool = False, cover: str = "none") -> dict[str, int]:
    """A range just equal to a limit is within it; past long range there is no shot.  [KS-6.1, KS-6.2]"""
    close, long = RANGES[weapon]
    if inches > long:
        raise ValueError(f"out of range: {inches} inches")
    return {"close range": 1 if inches <= close else 0, "aimed": 1 if aimed else 0, "cover": COVER[cover]}


def shot(
    modifiers_total: int,
    save_ar: int,
    shooter_wounded: bool = False,
    target: str = "foot",
    *,
    horse_ar: int = 0,
    target_wounded: bool = False,
) -> dict[str, Fraction]:
    """One shot: miss, saved, hit, horse saved or horse killed.  [KS-6.1, KS-6.3, KS-6.4]

    `target` is foot, mounted undeclared, rider declared or mount declared; `saved` and `hit` are the
    man's, on foot or in the saddle. `save_ar` is his armour that counts against this shot, so without
    the shield from behind. The -1 of a declared rider and of a wounded shooter are added here. The die
    that chooses between mount and rider is never made worse, and a man's wound is not his horse's.
    """
    to_hit = modifiers_total - shooter_wounded - (target == "rider declared")
    man = (save_ar, target_wounded)
    return spread(
        shot_result(die + to_hit, struck(target, place), save, man, horse_ar)
        for die, place, save in product(D10, D10, D10)
    )


def struck(target: str, place: int) -> str:
    """Whom a shot strikes that hits: 1-7 mount, 8-0 rider where nothing was declared.  [KS-6.4]"""
    undeclared = "horse" if place <= 7 else "man"
    return {
        "foot": "man",
        "rider declared": "man",
        "mount declared": "horse",
        "mounted undeclared": undeclared,
    }[target]


def shot_result(roll: int, who: str, save: int, man: tuple[int, bool], horse_ar: int) -> str:
    if roll < 9:
        return "miss"
    if who == "horse":
        return "horse saved" if save <= horse_ar else "horse killed"
    armour, wounded = man
    return "saved" if save + wounded <= armour else "hit"


def volley(
    shots: int,
    modifiers_total: int,
    save_ar: int,
    rank: str = "man",
    *,
    hits: int = 0,
    shooter_wounded: bool = False,
) -> dict[int, Fraction]:
    """Hits on one man on foot after so many shots, counting those he had before.  [KS-1.4, KS-1.5]

    The shots come one after the other, so a wound from one makes the next armour die worse. Shots left
    over when he is dead strike nobody.
    """
    shoot = partial(shot, modifiers_total, save_ar, shooter_wounded)
    after = shots_in_turn(shots, (hits, False), rank, "foot", shoot)
    return add_up((count, chance) for (count, _), chance in after.items())


def mounted_volley(
    shots: int,
    modifiers_total: int,
    save_ar: int,
    rank: str = "man",
    *,
    hits: int = 0,
    shooter_wounded: bool = False,
    aim_at: str = "mounted undeclared",
    horse_ar: int = 0,
) -> dict[Target, Fraction]:
    """The same for a rider, with whether he is still in the saddle.  [KS-6.4]

    Once his horse is killed, the shots that are left are at a man on foot.
    """
    shoot = partial(shot, modifiers_total, save_ar, shooter_wounded, horse_ar=horse_ar)
    return shots_in_turn(shots, (hits, True), rank, aim_at, shoot)


def shots_in_turn(shots: int, target: Target, rank: str, aim_at: str, shoot: Shoot) -> dict[Target, Fraction]:
    targets = {target: Fraction(1)}
    for _ in range(shots):
        targets = add_up(
            (after, chance * its_chance)
            for before, chance in targets.items()
            for after, its_chance in one_more_shot(before, rank, aim_at, shoot).items()
        )
    return targets


def one_more_shot(before: Target, rank: str, aim_at: str, shoot: Shoot) -> dict[Target, Fraction]:
    hits, mounted = before
    if hits >= hits_to_kill(rank):
        return {before: Fraction(1)}
    wounded = condition(rank, hits) == "wounded"
    results = shoot(target=aim_at if mounted else "foot", target_wounded=wounded)
    return add_up(
        ((hits + (result == "hit"), mounted and result != "horse killed"), chance) for result, chance in results.items()
    )


def end_of(rank: str, hits: dict[int, Fraction]) -> dict[str, Fraction]:
    """The same chances told as unhurt, flesh wound, wounded and dead.  [KS-1.4]"""
    return add_up((condition(rank, count), chance) for count, chance in hits.items())


# KS-7 Melee


def melee_modifiers(
    *,
    lance_charge: float = 0,
    first_round: bool = False,
    mounted: bool = False,
    knight: bool = False,
    enemies: int = 1,
    improvised: bool = False,
    polearm: bool = False,
    won_last_round: bool = False,
    wounded: bool = False,
) -> dict[str, int]:
    """One fighter's modifiers.  [KS-7.4]

    `lance_charge` is the straight inches charged with a lance this action, `enemies` those who fight
    this figure. A tie is not a won round. The -1 of a wound is here, since blow() has none of its own.
    """
    if not 1 <= enemies <= 3:
        raise ValueError("one to three may fight one figure")
    return {
        "lance": 1 if lance_charge >= 9 and first_round else 0,
        "mounted": 1 if mounted else 0,
        "knight": 1 if knight else 0,
        "outnumbered": 1 - enemies,
        "improvised weapon": -1 if improvised else 0,
        "polearm": polearm_modifier(first_round or won_last_round) if polearm else 0,
        "wounded": -1 if wounded else 0,
    }


def polearm_modifier(at_its_best: bool) -> int:
    """In the first round or after a won one, else it is in the way.  [KS-7.4]"""
    return 1 if at_its_best else -1


def blow(
    attacker_mods: int,
    defender_mods: int,
    defender_ar: int,
    attacker_ar: int = 0,
    *,
    attacker_mounted: bool = False,
    defender_mounted: bool = False,
) -> dict[str, Fraction]:
    """One pair: hit, push, unhorse, tie, attacker pushed or attacker unhorsed.  [KS-7.1, KS-7.2, KS-7.3]

    The attacker is the one whose card is up. `attacker_ar` changes nothing, because the defender never
    wounds: it is asked for so that a test can show just that. A stun is chosen in place of a hit and
    has the same chance.
    """
    return spread(
        blow_result(ours + attacker_mods - theirs - defender_mods, defender_ar, attacker_mounted, defender_mounted)
        for ours, theirs in product(D10, D10)
    )


def blow_result(margin: int, defender_ar: int, attacker_mounted: bool, defender_mounted: bool) -> str:
    if margin == 0:
        return "tie"
    if margin < 0:
        return "attacker unhorsed" if attacker_mounted else "attacker pushed"
    if margin >= max(1, defender_ar):
        return "hit"
    return "unhorse" if defender_mounted else "push"


# KS-8 End


def points(losses: Iterable[str]) -> int:
    """[KS-8.1]"""
    return sum(POINTS[rank] for rank in losses)


# KS-5 and KS-7 together: a charge from the order to the first blow


def onset(
    charger: dict[str, Fraction] | None,
    target: dict[str, Fraction],
    rolled: dict[int, Fraction],
    distance: float,
    first_blow: dict[str, Fraction],
) -> dict[str, Fraction]:
    """What comes of a charge: its own test, the target's, the dice to get there, the leader's blow.

    `charger` is None when it has passed on this card already (KS-3.4). A target that fails by 3 or more
    runs before the charge comes home (KS-5.1); a shaken one stays and fights. The blow is only struck
    in contact (KS-5.2).
    """
    ours = charger or {"pass": Fraction(1)}
    results: list[tuple[str, Fraction]] = []
    for own, theirs, inches, struck_how in product(ours, target, rolled, first_blow):
        chance = ours[own] * target[theirs] * rolled[inches] * first_blow[struck_how]
        if own != "pass":
            results.append(("dare not charge", chance))
        elif theirs == "retreat":
            results.append(("they run", chance))
        elif inches < distance:
            results.append(("fall short", chance))
        else:
            results.append((struck_how, chance))
    return add_up(results)


def broken_morale(base: int, modifiers_total: int, wounded: bool = False) -> dict[str, Fraction]:
    """The same check for a unit already in full retreat, which nothing but a success ends.  [KS-3.3]"""
    chances = morale(base, modifiers_total, wounded)
    return add_up(("pass" if how == "pass" else "retreat", chance) for how, chance in chances.items())
