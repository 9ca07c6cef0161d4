"""Whatever bears on two fighters at once, the odds that Camelot gives are those of the second opinion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import pytest

from kktui.rules.camelot.acting import act_request
from kktui.rules.camelot.figures import Battle
from kktui.rules.camelot.odds import attack_forecast, escape_forecast, free_forecast, shot_forecast
from kktui.table.geometry import Point, pose
from tests.drawn import change
from tests.oracle import camelot as oracle
from tests.oracle.chances import told
from tests.rules.camelot.table import camelot, one
from tests.rules_shown import rule

HUNDREDS = range(4)
ADDS = {  # to STR, to DEF, whether a shield may be used with it
    "dagger": (0, 0, True),
    "sword": (1, 0, True),
    "spear": (1, 0, True),
    "lance": (1, 0, True),
    "club": (0, 0, True),
    "halberd": (2, -1, False),
    "two-handed-sword": (2, -1, False),
}
MISSILES = {  # STR, the three ranges, what moving costs
    "longbow": (4, (8, 16, 24), -1),
    "short-bow": (3, (7, 14, 21), -1),
    "crossbow": (5, (8, 16, 24), -1),
    "sling": (3, (5, 10, 15), -1),
    "javelin": (4, (3, 5, 7), 0),
}
ARMOUR = {"": 0, "gambeson": 1, "long-mail": 2, "coat-of-plates": 3}
COUCHED = 2
"""What a lance adds to the STR of a spear on a mounted charge."""


@dataclass
class Facts:
    """What there is to say of a fighter, in numbers without weapon, shield and armour."""

    numbers: dict[str, int]
    training: int
    weapon: str
    shield: bool
    armour: str
    mounted: bool
    wound: str
    shocked: bool
    poison: Sequence[str]
    down: bool = False
    pressing: bool = False
    couched: bool = False

    @property
    def words(self) -> str:
        """He is a man-at-arms, whose usual weapon, shield and armour add 1 each."""
        usual = {"def": 1, "str": 1, "tough": 1}
        numbers = " ".join(f"{name}={value + usual.get(name, 0)}" for name, value in self.numbers.items())
        training = {-1: "raw", 0: "trained", 1: "elite"}[self.training]
        kit = ("shield" * self.shield, self.armour, "mounted" * self.mounted, training, self.weapon)
        return f"{numbers} {' '.join(word for word in kit if word)}"

    def off(self, number: str) -> int:
        lasting = "nothing" if self.wound == "nothing" else self.wound
        return oracle.penalty(lasting, shocked=self.shocked) - list(self.poison).count(number)

    @property
    def attack(self) -> int:
        return self.numbers["att"] + self.training + self.pressing + self.off("ATT and DEF")

    def defence(self, enemies: int) -> int:
        _, hands, leaves_a_hand = ADDS.get(self.weapon, (0, 0, self.weapon == "javelin"))
        own = self.numbers["def"] + hands + (self.shield and leaves_a_hand) - self.down + self.off("ATT and DEF")
        return oracle.defence(own, enemies)

    @property
    def strength(self) -> int:
        adds = ADDS[self.weapon][0] + (COUCHED if self.couched else 0)
        return self.numbers["str"] + adds - list(self.poison).count("STR")

    @property
    def toughness(self) -> int:
        return self.numbers["tough"] + ARMOUR[self.armour] - list(self.poison).count("TOUGH")


def somebody(luck: Random, weapons: Sequence[str]) -> Facts:
    """A fighter with everything that may bear on him."""
    weapon, mounted = luck.choice(weapons), luck.random() < 0.4
    return Facts(
        numbers={name: luck.randint(1, 6) for name in ("ini", "att", "def", "str", "tough", "ranged")},
        training=luck.choice([-1, 0, 1]),
        weapon=weapon,
        shield=luck.random() < 0.5,
        armour=luck.choice(list(ARMOUR)),
        mounted=mounted,
        wound=luck.choice(["nothing", "nothing", "light", "serious", "critical"]),
        shocked=luck.random() < 0.3,
        poison=luck.choices((*oracle.POISON[:3], "ATT and DEF", "Ranged", "Move"), k=luck.choice([0, 0, 1, 2])),
        couched=mounted and weapon == "lance" and luck.random() < 0.5,
    )


def staged(ours: Facts, theirs: Facts, apart: float, helpers: int = 0) -> Battle:
    """Al looks at Ed so many inches off, Ed may have more enemies at his sides, and Fay is far away."""
    reach = sum(1.0 if each.mounted else 0.5 for each in (ours, theirs))
    friends = [f"red more{at}: bo{at} {20 + at},20" for at in (1, -1)[:helpers]]
    battle = camelot(
        f"red men: al {ours.words} 20,{20 + reach + apart}",
        f"blue foes: ed {theirs.words} 20,20",
        "red others: fay 40,47",
        *friends,
    )
    for key, facts in (("al", ours), ("ed", theirs)):
        poison, shocked = tuple(facts.poison), int(facts.shocked)
        change(battle, key, wound=facts.wound, shocked=shocked, poison=poison, down=facts.down)
        change(battle, key, lance="somebody" if facts.couched else "")
    if ours.pressing:
        battle.notes.advantages = (("al", "ed"),)
    change(battle, "al", moves=1, actions=1)
    return battle


def became(facts: Facts, result: str) -> str:
    """What a wound roll makes of one who has a wound already, in the words of the program."""
    lasting = result not in ("nothing", "shock")
    return (oracle.wounded_again(facts.wound, result) if lasting else result).split()[0]


def fought(ours: Facts, theirs: Facts, enemies: int) -> dict[str, Fraction]:
    """The chances of an attack as the oracle has them, but with laughter told for itself."""
    struck = oracle.attack_roll(
        ours.attack,
        theirs.defence(enemies),
        ours.strength,
        theirs.toughness,
        defender_strength=theirs.strength,
        attacker_toughness=ours.toughness,
    )

    def named(how: tuple[str, str]) -> str:
        victim, result = how
        if victim == "nobody":
            return "nothing comes of it"
        return became(theirs, result) if victim == "defender" else f"himself: {became(ours, result)}"

    return told(struck, named)


def plainly(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    dull = ("miss", "everybody laughs")
    return told(chances, lambda outcome: "nothing comes of it" if outcome in dull else outcome)


@rule("CA-4.1", "CA-4.2", "CA-4.3", "CA-4.4", "CA-4.5", "CA-4.6", "CA-5.13", "CA-8.1", "CA-8.3", "CA-8.4", "CA-8.7")
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_a_hundred_attacks_under_all_that_bears_on_them(hundred: int) -> None:
    luck = Random(hundred)
    for _ in range(100):
        ours, theirs = somebody(luck, list(ADDS)), somebody(luck, list(ADDS))
        theirs.down, ours.pressing = luck.random() < 0.2, luck.random() < 0.3
        helpers = luck.choice([0, 0, 1, 2])
        battle = staged(ours, theirs, 0, helpers)
        shown = attack_forecast(battle, one(battle, "al"), one(battle, "ed"))
        assert plainly(dict(shown.chances)) == fought(ours, theirs, 1 + helpers)
        assert shown.back is not None
        assert plainly(dict(shown.back.chances)) == fought(theirs, ours, 1)


@rule("CA-9.1", "CA-9.2")
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_a_hundred_who_break_off(hundred: int) -> None:
    luck, words = Random(hundred), {"away": "gets away", "caught": "caught"}
    for _ in range(100):
        ours, theirs = somebody(luck, list(ADDS)), somebody(luck, list(ADDS))
        battle = staged(ours, theirs, 0)
        al, ed = one(battle, "al"), one(battle, "ed")
        speed = [each.numbers["ini"] + each.off("INI") for each in (ours, theirs)]
        shown = escape_forecast(battle, al, ed)
        assert told(dict(shown.chances), words.__getitem__) == oracle.break_off(*speed)
        struck = told(
            oracle.free_attack(theirs.strength, ours.toughness),
            lambda result, man=ours: "miss" if result == "missed" else became(man, result),
        )
        assert dict(free_forecast(battle, ed, al).chances) == struck
        assert shown.back == free_forecast(battle, ed, al)


@rule("CA-7.1", "CA-7.2", "CA-8.1", "CA-8.3", "CA-8.4", "CA-8.7")
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_a_hundred_shots_under_all_that_bears_on_them(hundred: int) -> None:
    luck = Random(hundred)
    for _ in range(100):
        ours, theirs = somebody(luck, list(MISSILES)), somebody(luck, list(ADDS))
        force, ranges, moving = MISSILES[ours.weapon]
        apart = round(luck.uniform(3, ranges[-1] - 0.1) if ranges[-1] > 7 else luck.uniform(0.5, 6.9), 2)
        walking, between = luck.random() < 0.4, apart > 4 and luck.random() < 0.4
        battle = staged(ours, theirs, apart)
        if between:
            battle.stand("fay", pose(Point(20, 20 + apart / 2 + 1), 0))
        band = ("short", "medium", "long")[sum(apart > reach for reach in ranges[:2])]
        off = oracle.ranged_modifiers(penalty=ours.off("Ranged"), obscured=between)
        bonus = sum(off.values()) + (moving if walking else 0)
        shown = shot_forecast(battle, one(battle, "al"), one(battle, "ed"), walking)
        wanted = told(
            oracle.shot(ours.numbers["ranged"], bonus, band, force, theirs.toughness),
            lambda result, man=theirs: "miss" if result == "missed" else became(man, result),
        )
        assert dict(shown.chances) == wanted
        assert "shoot" in [option.id for option in act_request(battle, one(battle, "al")).options]
