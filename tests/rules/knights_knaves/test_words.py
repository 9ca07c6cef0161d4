"""The rulebook says everything that can happen, and the code keeps to it."""

import re
from dataclasses import replace

from kktui.engine.modifiers import Modifier
from kktui.engine.telling import tell
from kktui.rules.knights_knaves import RULESET
from kktui.rules.knights_knaves.action import chits_request
from kktui.rules.knights_knaves.events_evening import Resupplied
from kktui.rules.knights_knaves.events_fighting import Shot
from kktui.rules.knights_knaves.falls import GALLOPING_LANCE, body_of
from kktui.rules.knights_knaves.orders import CHITS
from kktui.rules.knights_knaves.wounds import Hit, take_fall
from kktui.words.explaining import why, why_rolled
from kktui.words.outlook import Outlook
from tests.rules.knights_knaves.field import Says, change, commanded, drawn, last, man, run
from tests.rules.test_words import source
from tests.rules_shown import rule

BOOK = RULESET.book
SHEET = {1: 6, 2: 1, 3: 12, 4: 5, 5: 5, 6: 8, 7: 7, 8: 11, 9: 8}
"""How many rules each heading has."""
HOUSE = set(
    re.findall(r"[\d.]+", "1.2 1.3 1.4 1.5 3.5 3.7 3.8 3.9 3.11 3.12 4.3 4.5 5.3 6.1 6.7 7.1 7.6 7.7 8.1 8.3 8.7")
)
HOUSE |= {"8.9", "8.10", "8.11", "9.4", "9.8"}

DEFAULTS = {
    "stamina": "armour",
    "longbow-yeomen": True,
    "horse-down": "tests-a-fall",
    "stand-in": "highest",
    "in-front": 180,
    "adjacent": "no-wall",
    "charge-checks": "once",
    "seasoned": "veterans",
    "lord-lost": "rest of the battle",
    "unit-count": "present",
    "rout-gait": "gallop",
    "rout-fatigue": True,
    "failed-rally": "in movement",
    "rout-way": "away",
    "checks": "once",
    "loader-reach": 1,
    "standing-orders": True,
    "beyond-the-table": "end",
    "clashes": "mounted, faster, die",
    "found-within": 6,
    "pace": "by the way",
    "free-turn": "straight",
    "least-move": 1,
    "moved-skill": "first",
    "thrown-moved": False,
    "obstructed": 0,
    "horse-hit": 5,
    "into-melee": False,
    "one-blow": "named",
    "strike-horse": True,
    "fall-loss": "before",
    "fall-overlap": 5,
    "three-quarters": "up",
    "stunned-for": "roll",
    "riderless": "runs off",
    "stunned": "bare",
    "ammunition": "fatigue phase",
    "draw-margin": 10,
}
"""How each ruling is read unless it is switched."""


@rule("KK-2.1")
def test_the_book_has_all_63_rules_in_the_order_of_the_sheet() -> None:
    assert list(BOOK.rules) == [f"KK-{part}.{number}" for part, most in SHEET.items() for number in range(1, most + 1)]
    assert len(BOOK.rules) == 63


def test_each_ruling_is_read_as_the_requirements_have_it_unless_it_is_switched() -> None:
    assert {name: BOOK.switch(name) for name in BOOK.rulings} == DEFAULTS


def test_what_is_ours_says_so_and_can_be_switched() -> None:
    marked = {key.removeprefix("KK-") for key, rule in BOOK.rules.items() if rule.house}
    assert marked == HOUSE
    charted = {chart.rule for chart in BOOK.charts.values()}
    switched = {ruling.rule for ruling in BOOK.rulings.values()}
    assert {f"KK-{key}" for key in marked} <= switched | charted


def test_the_first_reading_of_every_ruling_is_its_default() -> None:
    assert all(each.options[0] == each.default for each in BOOK.rulings.values())


def test_every_chit_question_cause_and_outcome_has_words() -> None:
    code = source("knights-knaves")
    asked = set(re.findall(r'(?:Choose|Plan)\([\w.]+, "([\w-]+)"', code)) | {"move", "cross", "deploy"}
    assert asked <= set(BOOK.words["ask"])
    assert set(CHITS) <= set(BOOK.words["option"])
    thrown = set(re.findall(r'ask\.roll\([^,]+, "([^"]+)"', code)) - {
        "horse or rider",
        "out of command",
        "who moves first",
    }
    assert thrown <= set(BOOK.words["luck"])


@rule("KK-7.4")
def test_a_shot_that_cannot_hit_is_told_without_a_die() -> None:
    battle = drawn("red bows: al longbow 20,40", "blue foes: bo 20,20")
    shot = Shot("al", "bo", "longbow", 38.0, (), 1, (), 40, 11, 0, 0, "", 0, 0, 0, 0, 0, "miss")
    assert tell(battle, shot).endswith("column 40, skill 1: needs 11 or more: miss. [KK-7.4]")
    assert "3 on D10, needs 9 or more" in tell(battle, replace(shot, needs=9, roll=3))


@rule("KK-8.10")
def test_a_fall_is_told_as_what_it_came_to() -> None:
    battle = drawn("red foot: al lord 20,20 steel", "blue foes: bo 20,3")
    told = []
    for effect in (3, 7, 13):
        change(battle, "al", stamina=8, stunned=0)
        says, al = Says(battle, {"fall": 1, "effect of a fall": effect}), man(battle, "al")
        take_fall(battle, says, al, body_of(battle, al), Hit(0, "bo", GALLOPING_LANCE))  # type: ignore[arg-type]
        told.append(tell(battle, last(battle, "Fell")))
    assert told == [
        "Al falls, 2D10 3: none the worse. [KK-8.10]",
        "Al falls, 2D10 7: no wound, stunned 4 turns. [KK-8.10]",
        "Al falls, 2D10 13: hurt, 4 stamina, stunned 6 turns. [KK-8.10]",
    ]


@rule("KK-9.5")
def test_filling_up_at_the_baggage_is_told_turn_by_turn_and_leaving_off_not_at_all() -> None:
    battle = drawn("red bows: al longbow 20,40", "blue foes: bo 20,3")
    steps = [Resupplied("al", 1, False), Resupplied("al", 2, True), Resupplied("al", 0, False)]
    assert [tell(battle, each) for each in steps] == [
        "Al fills up at the baggage: it takes him another turn. [KK-9.5]",
        "Al fills up at the baggage: he has ammunition again. [KK-9.5]",
        "",
    ]


@rule("KK-8.5", "KK-8.7", "KK-7.2")
def test_why_a_number_is_what_it_is_tells_every_modifier_of_both_with_its_rule() -> None:
    battle = drawn("red horse: al lord 20,20 war-horse lance large", "blue foes: bo 20,18.5 sword")
    change(battle, "al", ridden_down=("bo",), gait="gallop", tired=1)
    run(battle, "Melee", Says(battle, {"melee al on bo": 9, "melee bo on al": 1, "damage": 25}))
    struck = last(battle, "Struck")
    assert "damage 3D10 (spear or lance at the gallop +1) less 1 for fatigue = 24" in tell(battle, struck)
    assert why_rolled(battle, struck)[1:] == [
        "on horseback, up-slope or up-stairs +1 [KK-8.5]",
        "fatigue -1 [KK-8.5]",
        "opponent has a large shield -2 of the other [KK-8.5]",
        "spear or lance at the gallop +1 [KK-8.7]",
    ]
    shot = Shot(
        "al",
        "bo",
        "short-bow",
        38.0,
        (Modifier("short bow", 2, "KK-7.2"),),
        1,
        (),
        48,
        11,
        0,
        0,
        "",
        0,
        0,
        0,
        0,
        0,
        "miss",
    )
    assert why_rolled(battle, shot)[1:] == ["short bow +2 [KK-7.2]", "no modifiers"]


def test_why_tells_what_is_barred_once_and_for_whom() -> None:
    battle = drawn("red horse: al lord 20,40 nag; bo 22,40; cy 24,40", "blue foes: zed 20,3")
    plan = chits_request(commanded(battle, "al", "bo", "cy"), "red")
    told = why(Outlook(RULESET, battle, "red", plan), "")
    assert "  run or gallop: Only a trained war-horse gallops [KK-6.3] (al)" in told
    assert "  dismount: He is on foot [KK-5.1] (bo and cy)" in told
    assert "  mount: He has no horse waiting [KK-5.1]" in told
    assert len(told) == len(set(told))
