"""The rulebook has words for whatever the rules say, and a rule for whatever they cite."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

import kktui.rules.argad as package
from kktui.engine.events import KINDS, Event
from kktui.engine.scenario import ARMOUR, RANKS, WEAPONS
from kktui.engine.telling import tell
from kktui.rules.argad import RULESET
from kktui.rules.argad.odds import FATES
from tests.rules.argad.drawn import drawn, field, melee, move, patch, phase, to

BOOK = RULESET.book
SOURCE = Path(str(package.__file__)).parent
CODE = {file.name: file.read_text(encoding="utf-8") for file in sorted(SOURCE.glob("*.py"))}
OWN = {name: kind for name, kind in KINDS.items() if name.startswith("argad.")}
PLACEHOLDER = re.compile(r"\{(\w+)(?::([^}]*))?\}")
CITED = re.compile(r"AR-\d+\.\d+")


def facts_named(sentence: str) -> set[str]:
    """The fields a sentence speaks of, with those after "with" in `{roll:with modifiers}`."""
    named = set()
    for name, manner in PLACEHOLDER.findall(sentence):
        named.add(name)
        if manner.startswith("with "):
            named.add(manner.removeprefix("with "))
    return named


@pytest.mark.parametrize("name", OWN)
def test_every_event_has_words_that_speak_of_its_own_facts(name: str) -> None:
    assert name in BOOK.words["event"]
    kind: type[Event] = OWN[name]
    assert facts_named(BOOK.words["event"][name]) <= {each.name for each in fields(kind)}


def test_the_rulebook_has_words_for_no_event_that_is_not_there() -> None:
    assert {name for name in BOOK.words["event"] if "." in name} == set(OWN)


@pytest.mark.parametrize("name", OWN)
def test_every_event_cites_a_rule_of_the_book(name: str) -> None:
    cited = next(each.default for each in fields(OWN[name]) if each.name == "rule")
    assert cited in BOOK.rules


@pytest.mark.parametrize("file", CODE)
def test_every_rule_cited_in_the_code_is_in_the_book(file: str) -> None:
    assert set(CITED.findall(CODE[file])) <= set(BOOK.rules)


def test_every_rule_of_the_book_is_cited_in_the_code() -> None:
    assert set(BOOK.rules) <= {each for code in CODE.values() for each in CITED.findall(code)}


def test_every_ruling_and_every_chart_belongs_to_a_rule() -> None:
    assert {each.rule for each in BOOK.rulings.values()} <= set(BOOK.rules)
    assert {each.rule for each in BOOK.charts.values()} <= set(BOOK.rules)
    assert all(each.default in each.options for each in BOOK.rulings.values() if each.options)


def test_every_ruling_is_asked_for_and_every_chart_is_read() -> None:
    code = "".join(CODE.values())
    assert [name for name in BOOK.rulings if f'switch("{name}")' not in code] == []
    assert [name for name in BOOK.charts if f'"{name}"' not in code] == []


def test_every_recruit_of_a_scenario_is_understood() -> None:
    assert set(BOOK.chart("weapons").rows) == {*WEAPONS, "bare-hands"}
    assert set(BOOK.chart("armour").rows) == set(ARMOUR)
    assert set(BOOK.chart("class").rows) == set(RANKS)


def test_every_question_and_every_outcome_has_words() -> None:
    code = "".join(CODE.values())
    asked = set(re.findall(r'(?:Choose|Plan|Move)\([\w.]+, "([\w-]+)"', code))
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
