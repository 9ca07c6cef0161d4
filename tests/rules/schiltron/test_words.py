"""The rulebook has words for whatever the rules say, and a rule for whatever they cite."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import kktui.rules.schiltron as package
from kktui.engine.events import KINDS, Event
from kktui.engine.scenario import ARMOUR, WEAPONS
from kktui.engine.telling import tell
from kktui.rules.schiltron import RULESET
from kktui.rules.schiltron.actions import ACTIONS
from tests.drawn import last
from tests.rules.schiltron.table import drawn, phase

BOOK = RULESET.book
SOURCE = Path(str(package.__file__)).parent
CODE = "".join(file.read_text(encoding="utf-8") for file in sorted(SOURCE.glob("*.py")))
OWN = {name: kind for name, kind in KINDS.items() if name.startswith("schiltron.")}
PLACEHOLDER = re.compile(r"\{(\w+)(?::([^}]*))?\}")
CITED = re.compile(r"SC-\d+\.\d+")


def facts_named(sentence: str) -> set[str]:
    """The fields a sentence speaks of, with those after "with" in `{roll:with modifiers}`."""
    named = set()
    for name, manner in PLACEHOLDER.findall(sentence):
        named |= {name, manner.removeprefix("with ")} if manner.startswith("with ") else {name}
    return named


@pytest.mark.parametrize("name", OWN)
def test_every_event_has_words_that_speak_of_its_own_facts_and_cites_a_rule(name: str) -> None:
    kind: type[Event] = OWN[name]
    own = {each.name: each for each in fields(kind)}
    assert facts_named(BOOK.words["event"][name]) <= set(own)
    assert own["rule"].default in BOOK.rules


def test_the_rulebook_has_words_for_no_event_that_is_not_there() -> None:
    assert {name for name in BOOK.words["event"] if "." in name} <= set(OWN)


def test_the_code_cites_every_rule_of_the_book_and_no_other() -> None:
    assert set(CITED.findall(CODE)) == set(BOOK.rules)


def test_every_ruling_and_every_chart_belongs_to_a_rule_and_is_asked_for() -> None:
    assert {each.rule for each in BOOK.rulings.values()} <= set(BOOK.rules)
    assert {each.rule for each in BOOK.charts.values()} <= set(BOOK.rules)
    assert all(each.default in each.options for each in BOOK.rulings.values())
    assert [name for name in BOOK.rulings if f'switch("{name}")' not in CODE] == []
    assert [name for name in BOOK.charts if f'"{name}"' not in CODE] == []


def test_every_weapon_and_piece_of_armour_counts_as_something() -> None:
    assert set(BOOK.chart("arms").rows) == set(WEAPONS)
    assert set(BOOK.chart("armour").rows) == set(ARMOUR)


def test_every_action_and_every_question_has_words() -> None:
    assert all(BOOK.words["option"][action] for action in ACTIONS)
    asked = set(re.findall(r'(?:Choose|Plan)\(\s*[\w.]+,\s*"([\w-]+)"', CODE)) | {"move", "group", "charge"}
    assert asked <= set(BOOK.words["ask"])


def test_a_shot_and_a_blow_say_which_end_of_the_die_is_good() -> None:
    battle = drawn("red bows: al 14,15 longbow", "blue foes: ed 14,10 gambeson")
    phase(battle, "Shooting", {"al": "ed"}, 2, 4)
    assert tell(battle, last(battle, "Shot")) == (
        "Al shoots at ed with longbow, 4 inches, short range: 2 on D12, low hits, 6 or less;"
        " block 4 on D12, low blocks, 3 or less as UA (longbow at short range -1): hit. [SC-4.1]"
    )
    battle = drawn("red foot: al 10,11 axe", "blue foes: ed 10,10,0 plate")
    battle.notes.initiative = "red"
    phase(battle, "Melee", 9, 3)
    assert tell(battle, last(battle, "Struck")) == (
        "Al fights ed: 9 +2 v rear +1 axe or warhammer v PP or FP = 12, stripes +1, single hand edged +2, in all 15,"
        " against 3, stripes +1, single hand edged +2, in all 6; D12, high wins, by 5 he kills, by 1 he falls: hit."
        " [SC-5.1]"
    )
