"""What the rulebook says of questions, recruits and outcomes, and how the log tells them."""

from __future__ import annotations

import re

import pytest

from kktui.engine.scenario import ARMOUR, RANKS, WEAPONS
from kktui.engine.telling import tell
from kktui.rules.argad import RULESET
from kktui.rules.argad.odds import FATES
from tests.rules.argad.drawn import drawn, field, melee, move, patch, phase, to
from tests.rules.test_words import source
from tests.rules_shown import rule

BOOK = RULESET.book


def test_every_recruit_of_a_scenario_is_understood() -> None:
    assert set(BOOK.chart("weapons").rows) == {*WEAPONS, "bare-hands"}
    assert set(BOOK.chart("armour").rows) == set(ARMOUR)
    assert set(BOOK.chart("class").rows) == set(RANKS)


def test_every_question_and_every_outcome_has_words() -> None:
    asked = set(re.findall(r'(?:Choose|Plan|Move)\([\w.]+, "([\w-]+)"', source("argad")))
    assert asked
    assert asked <= set(BOOK.words["ask"])
    assert set(FATES.values()) <= set(BOOK.words["outcome"])


def test_it_is_credited_as_what_it_is() -> None:
    assert "non-official" in BOOK.credits.lower()
    assert "non-commercial" in BOOK.credits
    assert "Méallier" in BOOK.credits


def test_the_log_tells_every_roll_with_its_modifiers_and_its_rule() -> None:
    ground = field(patch("bushes", 0, 0, 50, 70))
    battle = drawn(
        "red men: Al c3 spear longbow 20,60; Bo c3 20,80", "blue foes: Cy c3 20,40; Ed c3 20,30", ground=ground
    )
    move(battle, {"Bo": to((20, 62.5))}, {"Ed": to((30, 30)), "Cy": to((20, 58.3))}, 2, 2, 3)
    told = [tell(battle, entry.event) for entry in battle.log]
    assert "Bo: difficult ground, 20 cm, slowing dice 2: 18 cm are left. [AR-3.3]" in told
    assert any(line.startswith("All at once: ") for line in told)
    phase(battle, "Shooting")
    melee(battle, 1, 5)
    told = [tell(battle, entry.event) for entry in battle.log]
    assert "Al strikes at Cy, spear: 1 on D6, above class 3 kills, 3 or more makes recoil: miss. [AR-5.2]" in told
    assert "Al is killed by Cy. [AR-5.2]" in told


def test_the_log_tells_who_charged_whom_and_of_a_meeting_only_once() -> None:
    battle = drawn(
        "red men: Al war-horse 20,60; Bo war-horse 40,60; Di 60,50; Em 80,40",
        "blue foes: Cy 20,38; Ed war-horse 40,20; Flo 60,40; Gus 80,36",
    )
    orders = {"Al": to((20, 40)), "Bo": to((40, 40)), "Di": to((60, 44)), "Em": to((80, 37))}
    move(battle, orders, {"Ed": to((40, 40)), "Flo": to((60, 46))})
    told = [line for line in (tell(battle, entry.event) for entry in battle.log) if "charges" in line or "upon" in line]
    assert told == [
        "Al charges Cy. [AR-5.6]",
        "Bo charges Ed. [AR-5.6]",
        "Ed charges Bo. [AR-5.6]",
        "Di comes upon Flo. [AR-2.1]",
        "Em comes upon Gus. [AR-2.1]",
    ]


@rule("AR-5.2", "AR-5.3", "AR-5.4")
@pytest.mark.parametrize(
    ("weapon", "foe", "ruling", "dice", "ends"),
    [
        ("two-handed-axe", "c1", "both-recoil", (1, 1), "miss. [AR-5.3]"),
        ("sword", "c3", "both-recoil", (1, 1), "miss. [AR-5.2]"),
        ("sword", "c5", "both-recoil", (6, 6, 1), "killed. [AR-5.2]"),
        ("sword", "c3", "both-recoil", (4, 5), "outdone by the better man. [AR-5.4]"),
        ("sword", "c3", "both-recoil", (5, 5), "recoils. [AR-5.4]"),
        ("sword", "c3", "nothing", (5, 5), "nothing. [AR-5.4]"),
        ("sword", "c3", "nothing", (3, 3), "nothing. [AR-5.4]"),
    ],
)
def test_the_log_tells_by_which_rule_a_blow_came_to_what_it_came_to(
    weapon: str, foe: str, ruling: str, dice: tuple[int, ...], ends: str
) -> None:
    units = (f"red men: Al c3 {weapon} 20,40", f"blue foes: Cy {foe} 20,38")
    battle = drawn(*units, rulings={"equal-blows": ruling})
    melee(battle, *dice)
    told = next(line for line in (tell(battle, entry.event) for entry in battle.log) if line.startswith("Al strikes"))
    assert told.endswith(f": {ends}")
