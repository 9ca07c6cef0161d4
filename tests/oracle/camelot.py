"""A slow second opinion on Camelot, written from the untitled Arthurian sheet alone.

Every die is enumerated and every chance is a Fraction. Nothing here comes from kktui, and nothing in
kktui may come from here. Chances are dicts from outcome to Fraction that sum to 1; an outcome that
cannot happen is left out. Where the sheet is open the default is the ruling of the requirements and the
other reading is a keyword argument.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from tests.oracle.chances import D2, D3, D6, D100, add_up, certain, spread, sums, then, told

WOUNDS = ("nothing", "shock", "light", "serious", "critical", "killed", "gruesome death")  # CA-8.1, mild to grave
LASTING = WOUNDS[2:]
FATAL = WOUNDS[5:]
PLACES = ("leg", "arm", "body", "vitals", "head")  # CA-8.1: low die 1 to 5
WOUND_TABLE = (  # CA-8.1: rows <=0, 1-2, 3-4 ... 17-18, 19+; columns by place
    ("nothing", "shock", "shock", "shock", "shock"),
    ("shock", "shock", "light", "light", "light"),
    ("shock", "light", "light", "serious", "serious"),
    ("light", "light", "serious", "serious", "critical"),
    ("light", "serious", "serious", "critical", "critical"),
    ("serious", "serious", "critical", "critical", "killed"),
    ("serious", "critical", "critical", "killed", "gruesome death"),
    ("critical", "critical", "killed", "gruesome death", "gruesome death"),
    ("critical", "killed", "gruesome death", "gruesome death", "gruesome death"),
    ("killed", "gruesome death", "gruesome death", "gruesome death", "gruesome death"),
    ("gruesome death", "gruesome death", "gruesome death", "gruesome death", "gruesome death"),
)
EXCEPTIONAL = ("nothing", "shock", "light", "serious", "critical", "killed")  # CA-8.2: 1,1 to 6,6
PENALTY = {"light": -1, "serious": -2, "critical": -3}  # CA-8.3

TARGET_NUMBER = {"short": 5, "medium": 7, "long": 9}  # CA-7.1
COMBAT_EVENTS = (  # CA-6.2 to CA-6.15: up to this on the d100
    (7, "confused"),
    (14, "accident"),
    (21, "furious assault"),
    (28, "reinforcements"),
    (35, "seize the moment"),
    (42, "discovery"),
    (49, "take cover"),
    (56, "bravery"),
    (63, "spooked horses"),
    (70, "fumbled"),
    (77, "rapid fire"),
    (84, "hiding spot"),
    (91, "just a scratch"),
    (99, "cold feet"),
    (100, "fortune's favor"),
)
MELEE_EVENTS = {  # CA-5.2 to CA-5.12
    2: "companions leave",
    3: "own shield",
    4: "own weapon",
    5: "own horse killed",
    6: "own fall",
    7: "offer to break off",
    8: "opponent's fall",
    9: "opponent's horse killed",
    10: "opponent's weapon",
    11: "opponent's shield",
    12: "a knight joins",
}
POISON = ("STR", "TOUGH", "INI", "ATT & DEF", "Ranged", "Move")  # CA-8.7: 1 to 6
SUPPORT = ("two peasants", "brigand", "archer", "man-at-arms", "squire", "knight")  # CA-6.16
TREASURE = ("coin", "coin", "rich gear", "rich gear", "relic", "blessed blade")  # CA-6.16
BANDS = {"short": 3, "medium": 5, "long": 7}  # CA-3.2, inches
HELM = {"none": 0, "open": 1, "closed": 2}  # CA-8.6

Struck = tuple[str, str]  # who, which wound
Health = tuple[str, str]  # the lasting wounds of two duellists


def against(our_bonus: int, their_bonus: int) -> dict[int, Fraction]:
    """A die and a bonus each: by how much ours is higher."""
    return spread(ours + our_bonus - theirs - their_bonus for ours, theirs in product(D6, D6))


def thrown_again(chances: dict[str, Fraction], what: str) -> dict[str, Fraction]:
    """The chances once an outcome is thrown again as often as it comes."""
    rest = {outcome: chance for outcome, chance in chances.items() if outcome != what}
    return {outcome: chance / sum(rest.values()) for outcome, chance in rest.items()}


# CA-1 Deployment and CA-2 Initiative


def strategic_roll(
    our_discipline: int, their_discipline: int, *, our_leader: bool = False, their_leader: bool = False
) -> dict[str, Fraction]:
    """Best Discipline of each side, +1 with any Leadership; ties are thrown again.  [CA-1.1]"""
    return initiative(our_discipline + our_leader, their_discipline + their_leader)


def initiative(our_score: int, their_score: int) -> dict[str, Fraction]:
    """Which side goes first, by best INI, or by best Discipline and Leadership.  [CA-2.1, CA-2.2]

    The sheet says nothing of a tie; it is thrown again as in the strategic roll.
    """
    return thrown_again(told(against(our_score, their_score), higher), "tie")


def higher(margin: int) -> str:
    if margin == 0:
        return "tie"
    return "ours" if margin > 0 else "theirs"


def surprise(our_discipline: int, their_discipline: int) -> dict[str, Fraction]:
    """A free round for a side that is 4 better.  [CA-1.3]"""
    return told(
        against(our_discipline, their_discipline),
        lambda margin: higher(margin) if abs(margin) >= 4 else "nobody",
    )


# CA-4 Melee


def defence(value: int, enemies: int = 1) -> int:
    """[CA-4.6]"""
    return value - (enemies - 1)


def hit_roll(attack: int, defend: int) -> dict[str, Fraction]:
    """no roll, one roll, two rolls, attacker hit or everyone laughs.  [CA-4.1 to CA-4.5]

    ATT and DEF with penalties. Natural ones are judged before the totals.
    """
    return spread(hit_result(ours, theirs, attack, defend) for ours, theirs in product(D6, D6))


def hit_result(ours: int, theirs: int, attack: int, defend: int) -> str:
    if 1 in (ours, theirs):
        return {(True, True): "everyone laughs", (True, False): "attacker hit"}.get(
            (ours == 1, theirs == 1), "two rolls"
        )
    if ours + attack <= theirs + defend:
        return "no roll"
    return "two rolls" if ours + attack >= 2 * (theirs + defend) else "one roll"


def attack_roll(
    attack: int,
    defend: int,
    strength: int,
    toughness: int,
    *,
    defender_strength: int = 0,
    attacker_toughness: int = 0,
) -> dict[Struck, Fraction]:
    """One attack to its wound: ("defender", wound), ("attacker", wound) or ("nobody", "nothing").  [CA-4, CA-8]"""
    on_defender = wound(strength, toughness)
    by_result: dict[str, dict[Struck, Fraction]] = {
        "no roll": certain(("nobody", "nothing")),
        "everyone laughs": certain(("nobody", "nothing")),
        "one roll": told(on_defender, lambda how: ("defender", how)),
        "two rolls": told(worse_of_two(on_defender), lambda how: ("defender", how)),
        "attacker hit": told(wound(defender_strength, attacker_toughness), lambda how: ("attacker", how)),
    }
    return then(hit_roll(attack, defend), by_result.__getitem__)


# CA-5 Melee combat events


def event_comes() -> Fraction:
    """Either fighter rolls a natural 1.  [CA-5]"""
    return spread(1 in (ours, theirs) for ours, theirs in product(D6, D6))[True]


def melee_event() -> dict[str, Fraction]:
    """[CA-5.2 to CA-5.12]"""
    return told(sums([D6, D6]), MELEE_EVENTS.__getitem__)


def luck_test(luck: int) -> dict[str, Fraction]:
    """[CA-5]"""
    return spread("passed" if die <= luck else "failed" for die in D6)


def virtue_check(level: int) -> dict[str, Fraction]:
    """A low level is the virtuous one.  [CA-5]"""
    return spread("passed" if die >= level else "failed" for die in D6)


def something_breaks(luck: int = 0, *, dwarf: bool = False) -> dict[str, Fraction]:
    """A shield or weapon: holds, broken or replaced by the dwarf.  [CA-5.3, CA-5.4, CA-5.10, CA-5.11]"""
    return then(on_one_to_three(), lambda broken: replaced(luck) if broken and dwarf else certain(kept(broken)))


def replaced(luck: int) -> dict[str, Fraction]:
    return told(luck_test(luck), {"passed": "replaced", "failed": "broken"}.__getitem__)


def kept(broken: bool) -> str:
    return "broken" if broken else "holds"


def on_one_to_three() -> dict[bool, Fraction]:
    return spread(die <= 3 for die in D6)


def fall_wound(toughness: int, *, strength: str = "d3") -> dict[str, Fraction]:
    """A STR d3 wound on his own TOUGH, or STR 1 by the sheet's other word.  [CA-5.5, CA-5.6, CA-5.8, CA-5.9]"""
    strengths = spread(D3) if strength == "d3" else certain(1)
    return then(strengths, lambda how_hard: wound(how_hard, toughness))


def unhorsed(toughness: int, *, strength: str = "d3") -> dict[Struck, Fraction]:
    """("in the saddle", "nothing") or ("unhorsed", wound).  [CA-5.6, CA-5.8]"""
    fell = told(fall_wound(toughness, strength=strength), lambda how: ("unhorsed", how))
    return then(on_one_to_three(), lambda off: fell if off else certain(("in the saddle", "nothing")))


def horse_killed(toughness: int) -> dict[Struck, Fraction]:
    """("pinned", wound) or ("on foot", wound).  [CA-5.5, CA-5.9]"""
    pinned = spread("pinned" if die == 1 else "on foot" for die in D6)
    return then(pinned, lambda how: told(fall_wound(toughness), lambda hurt: (how, hurt)))


def break_off_offered(wanted: bool, opponent_virtue: int, *, relentless: bool = False) -> dict[str, Fraction]:
    """[CA-5.7]"""
    if relentless or not wanted:
        return certain("goes on")
    return told(virtue_check(opponent_virtue), {"passed": "stops", "failed": "goes on"}.__getitem__)


# CA-6 Combat events


def combat_event(*, mounted: bool = True, favor_on_100: bool = True) -> dict[str, Fraction]:
    """The d100 table; without mounted figures spooked horses are thrown again.  [CA-6.2 to CA-6.16]"""
    chances = spread(event_at(roll, favor_on_100) for roll in D100)
    return chances if mounted else thrown_again(chances, "spooked horses")


def event_at(roll: int, favor_on_100: bool) -> str:
    if roll == 100 and not favor_on_100:
        return "cold feet"
    return next(event for limit, event in COMBAT_EVENTS if roll <= limit)


def before_acting(*, mounted: bool = True, favor_on_100: bool = True) -> dict[str, Fraction]:
    """A D6 before a side acts: on a 1 a combat event.  [CA-6.1]"""
    event = combat_event(mounted=mounted, favor_on_100=favor_on_100)
    return then(spread(D6), lambda die: event if die == 1 else certain("no event"))


def wild_card() -> dict[str, Fraction]:
    """The first card of the Wild Card deck.  [CA-2.3]"""
    return spread(event for _, event in COMBAT_EVENTS)


def support() -> dict[str, Fraction]:
    """[CA-6.5, CA-6.16]"""
    return spread(SUPPORT[die - 1] for die in D6)


def treasure() -> dict[str, Fraction]:
    """[CA-6.7, CA-6.16]"""
    return spread(TREASURE[die - 1] for die in D6)


# CA-7 Ranged


def ranged_modifiers(*, penalty: int = 0, moved: bool = False, obscured: bool = False) -> dict[str, int]:
    """`penalty` is that of his wounds.  [CA-7.1]"""
    return {"wounds": penalty, "moved": -1 if moved else 0, "obscured": -1 if obscured else 0}


def ranged_roll(score: int, modifiers_total: int, band: str) -> dict[str, Fraction]:
    """missed, hit or hit doubled.  [CA-7.1, CA-7.2]

    `score` is the Ranged of the profile. No face hits or misses by itself.
    """
    return spread(ranged_result(die + score + modifiers_total, TARGET_NUMBER[band]) for die in D6)


def ranged_result(total: int, number: int) -> str:
    if total < number:
        return "missed"
    return "hit doubled" if total >= 2 * number else "hit"


def shot(score: int, modifiers_total: int, band: str, strength: int, toughness: int) -> dict[str, Fraction]:
    """One shot to its wound, or missed.  [CA-7.1, CA-7.2, CA-8]"""
    by_result = {
        "missed": certain("missed"),
        "hit": wound(strength, toughness),
        "hit doubled": wound(2 * strength, toughness),
    }
    return then(ranged_roll(score, modifiers_total, band), by_result.__getitem__)


def ranged_event() -> dict[str, Fraction]:
    """A shooter's die before modifiers, and the die after a natural 1.  [CA-7.3]"""
    return spread(ranged_mishap(die, then_die) for die, then_die in product(D6, D6))


def ranged_mishap(die: int, then_die: int) -> str:
    if die != 1:
        return "nothing"
    return {1: "weapon breaks", 2: "out of ammunition"}.get(then_die, "nothing")


# CA-8 Wounds


def wound(strength: int, toughness: int, *, doubles: str = "exceptional", row: str = "damage") -> dict[str, Fraction]:
    """A wound roll: what it does, from nothing to gruesome death.  [CA-8.1, CA-8.2]

    `row` "bare" reads the high die alone, as the sheet's example does; `doubles` "table" leaves the
    exceptional list aside.
    """
    placed = placed_wound(strength, toughness, doubles=doubles, row=row)
    return told(placed, lambda how: how[1])


def placed_wound(
    strength: int, toughness: int, *, doubles: str = "exceptional", row: str = "damage"
) -> dict[Struck, Fraction]:
    """The same with the place; an exceptional wound has none.  [CA-8.1, CA-8.2]"""
    more = strength - toughness if row == "damage" else 0
    return spread(wound_result(one, two, more, doubles) for one, two in product(D6, D6))


def wound_result(one: int, two: int, more: int, doubles: str) -> Struck:
    low, high = sorted((one, two))
    if low == high and doubles == "exceptional":
        return "exceptional", EXCEPTIONAL[low - 1]
    place = min(low, 5) - 1
    return PLACES[place], WOUND_TABLE[wound_row(high + more)][place]


def wound_row(damage: int) -> int:
    return min(max(damage + 1, 0) // 2, 10)


def worse_of_two(one_roll: dict[str, Fraction]) -> dict[str, Fraction]:
    """Two wound rolls, the better for the attacker.  [CA-4.2, CA-4.3]"""
    return add_up(
        (max(first, second, key=WOUNDS.index), chance * other)
        for (first, chance), (second, other) in product(one_roll.items(), one_roll.items())
    )


def wounded_again(before: str, new: str) -> str:
    """The lasting wound after a new one: nothing, light, serious, critical, killed or gruesome death.  [CA-8.4]

    Shock passes and leaves the lasting wound as it was.
    """
    if new not in LASTING:
        return before
    if WOUNDS.index(new) > WOUNDS.index(before):
        return new
    return WOUNDS[WOUNDS.index(before) + 1]


def penalty(lasting: str, *, shocked: bool = False, shock: str = "added") -> int:
    """On INI, ATT, DEF and Ranged. Shock is one more -1, or with `shock` "worst" none to a wounded man.  [CA-8.3]"""
    worn = PENALTY.get(lasting, 0)
    if not shocked:
        return worn
    return worn - 1 if shock == "added" else min(worn, -1)


def end_of(result: str, *, hero: bool = False) -> str:
    """[CA-8.5]"""
    if result == "killed" and hero:
        return "out of action"
    return "dead" if result in FATAL else result


def stun(helm: str = "none") -> dict[int, Fraction]:
    """Rounds stunned by a hit in the head.  [CA-8.6]"""
    return then(spread(die + HELM[helm] for die in D6), stun_rounds)


def stun_rounds(roll: int) -> dict[int, Fraction]:
    if roll >= 4:
        return certain(0)
    return {3: certain(1), 2: spread(D2), 1: spread(D3)}[roll]


def poison() -> dict[str, Fraction]:
    """[CA-8.7]"""
    return spread(POISON[die - 1] for die in D6)


def poisoned_band(band: str, poisoned: int, *, minus_one: bool = False) -> str:
    """The move band after so many poisoned wounds to Move: each one half a band down.  [CA-8.7]"""
    ladder = [f"{name}{less}" for name in ("long", "medium", "short") for less in ("", "-1")]
    at = ladder.index(f"{band}-1" if minus_one else band) + poisoned
    return ladder[at] if at < len(ladder) else "minimum"


def band_inches(band: str, base: float) -> float:
    """How far the front of a base goes: front to rear adds the base, a "-1" band does not.  [CA-3.2, CA-8.7]"""
    if band == "minimum":
        return max(1.0, base)
    name = band.removesuffix("-1")
    return BANDS[name] + (0 if band.endswith("-1") else base)


# CA-9 Breaking off


def break_off(own_initiative: int, opponent_initiative: int) -> dict[str, Fraction]:
    """gets away or caught, which a tie is.  [CA-9.1]"""
    return told(against(own_initiative, opponent_initiative), lambda margin: "gets away" if margin > 0 else "caught")


def free_attack(strength: int, toughness: int, *, sure: bool = False) -> dict[str, Fraction]:
    """No defence roll: one wound roll unless the attacker's die is 1, or with `sure` whatever it is.  [CA-9.2]"""
    on_him = wound(strength, toughness)
    return then(spread(D6), lambda die: certain("missed") if die == 1 and not sure else on_him)


# CA-10 Morale


def morale(discipline: int, *, rallying_leader: bool = False) -> dict[str, Fraction]:
    """holds or broken; a rally is the same roll, +1 with a leader within 8 inches.  [CA-10.1]"""
    return spread("holds" if die + discipline + rallying_leader >= 6 else "broken" for die in D6)


# A duel, to compare whole fights


class Duellist(NamedTuple):
    attack: int
    defend: int
    strength: int
    toughness: int


def duel(first: Duellist, second: Duellist) -> tuple[Fraction, Fraction]:
    """The chance that the first wins and the mean number of rounds, one attack each, his own always first.

    Wounds only grow, so a round either changes the two men's wounds or is fought again. Shock is left out.
    """
    fighters = first, second

    @cache
    def from_here(health: Health) -> tuple[Fraction, Fraction]:
        if over(health):
            return Fraction(health[1] in FATAL), Fraction(0)
        results = duel_round(health, fighters)
        changes = 1 - results.pop(health, Fraction(0))
        wins = sum((chance * from_here(now)[0] for now, chance in results.items()), Fraction(0))
        rounds = sum((chance * from_here(now)[1] for now, chance in results.items()), Fraction(1))
        return wins / changes, rounds / changes

    return from_here(("nothing", "nothing"))


def duel_round(health: Health, fighters: tuple[Duellist, Duellist]) -> dict[Health, Fraction]:
    """One attack each; a man who falls does not answer.  [CA-4, CA-8.4]"""
    after_first = duel_attack(health, 0, fighters)
    return then(after_first, lambda now: certain(now) if over(now) else duel_attack(now, 1, fighters))


def over(health: Health) -> bool:
    return any(wounds in FATAL for wounds in health)


def duel_attack(health: Health, striker: int, fighters: tuple[Duellist, Duellist]) -> dict[Health, Fraction]:
    ours, theirs = fighters[striker], fighters[1 - striker]
    struck = attack_roll(
        ours.attack + penalty(health[striker]),
        theirs.defend + penalty(health[1 - striker]),
        ours.strength,
        theirs.toughness,
        defender_strength=theirs.strength,
        attacker_toughness=ours.toughness,
    )

    def after(how: Struck) -> Health:
        victim = striker if how[0] == "attacker" else 1 - striker
        changed = [*health]
        changed[victim] = wounded_again(health[victim], how[1])
        return changed[0], changed[1]

    return told(struck, after)
