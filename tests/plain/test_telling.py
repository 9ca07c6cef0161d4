"""The words for what happens: every event has them, and they name only what the event holds."""

import re
from dataclasses import dataclass, fields

import pytest

from kktui.engine.events import KINDS, Event, Left
from kktui.engine.modifiers import Modifier
from kktui.engine.requests import Choose, Option, Refusal
from kktui.engine.telling import (
    find_word,
    length_words,
    listed,
    name_of,
    option_words,
    refusal_words,
    sum_words,
    tell,
)
from kktui.rules.knights_sergeants.events_fighting import Shot
from tests.plain.desk import bare

STATE = bare().game.state
FIELD = bare("even-field").game.state
OURS = [kind for kind, cls in KINDS.items() if cls.__module__.startswith("kktui.")]


@pytest.mark.parametrize("kind", [kind for kind in OURS if "." not in kind or kind.startswith("knights_sergeants.")])
def test_an_event_has_words_that_name_its_fields(kind: str) -> None:
    template = find_word(STATE, "event", kind)
    assert template is not None
    known = {each.name for each in fields(KINDS[kind])}
    for name, how in re.findall(r"\{(\w+)(?::(?:with )?(\w+))?\}", template):
        assert name in known
        assert how in known or how in ("", "names", "value", "place", "way", "inches")


def test_a_shot_is_told_with_all_its_dice() -> None:
    shot = Shot(
        "hale-men-7",
        "brand",
        "longbow",
        10.0,
        "mounted",
        (Modifier("close range", 1, "KS-6.1"),),
        9,
        8,
        4,
        3,
        "saved",
        0,
    )
    assert tell(STATE, shot) == (
        "Robin shoots at Sir Brand with longbow, 10 inches: 9 +1 close range = 10 on D10, needs 9 or more; "
        "mount or rider D10 8, up to 7 the mount; armour D10 3, 4 or less saves: stopped by armour. [KS-6.1]"
    )


def test_a_single_inch_is_an_inch() -> None:
    shot = Shot("hale-men-7", "brand", "longbow", 1.0, "foot", (), 9, 8, 4, 3, "miss", 0)
    assert "with longbow, 1 inch:" in tell(STATE, shot)


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """Who threw what."""

    rolls: dict[str, int]


def test_a_number_is_not_mistaken_for_the_number_in_a_name() -> None:
    archers = [man.id for man in FIELD.figures.values() if man.name.startswith("Archer")]
    assert tell(FIELD, Thrown({"wat": 3, "gib": 7})).endswith("rolls wat 3, gib 7.")
    assert tell(FIELD, Thrown({archers[0]: 3, archers[1]: 10})).endswith("rolls Archer 1 (3), Archer 2 (10).")


def test_a_piece_of_ground_has_its_article() -> None:
    lines = {line.kind: line.id for line in FIELD.scenario.ground.lines}
    areas = {area.kind: area.id for area in FIELD.scenario.ground.areas}
    assert (name_of(FIELD, lines["fence"]), name_of(FIELD, areas["woods"])) == ("a fence", "woods")
    unseen = Refusal("KS-6.2", f"wat is out of sight behind {lines['fence']}")
    assert refusal_words(FIELD, unseen) == "Wat is out of sight behind a fence [KS-6.2]"


def test_one_inch_is_no_inches() -> None:
    assert [length_words(FIELD, inches) for inches in (0.5, 1.0, 1.04, 2.0)] == [
        "0.5 inches", "1 inch", "1 inch", "2 inches",
    ]  # fmt: skip


def test_what_is_empty_is_left_out() -> None:
    assert tell(STATE, Left("wat", "fled", rule="KS-3.3")) == "Wat Reeve has fled from the table. [KS-3.3]"


def test_an_event_without_words_is_told_by_its_fields() -> None:
    @dataclass(frozen=True, slots=True)
    class OddThing(Event):
        figure: str
        inches: float = 0.0
        rule: str = "X-1"

    assert tell(STATE, OddThing("wat", 2.5)) == "Odd thing: figure Wat Reeve, inches 2.5. [X-1]"
    del KINDS[OddThing.kind]


def test_options_are_called_by_the_rulebook_or_by_their_target() -> None:
    request = Choose("hale", "target", "wat", (Option("brand:rider", "brand", "rider"), Option("hold")))
    assert [option_words(STATE, request, each) for each in request.options] == [
        "Sir Brand, the rider",
        "nobody",
    ]
    assert option_words(STATE, request, Option("ketil", "ketil")) == "Ketil"


def test_a_refusal_names_whom_the_reader_knows_and_nobody_else() -> None:
    refusal = Refusal("KS-4.4", "this move would touch ketil, ghost-1")
    assert refusal_words(STATE, refusal, {"ghost-1"}) == "This move would touch Ketil, somebody unseen [KS-4.4]"


def test_small_words() -> None:
    assert listed([]) == "nobody"
    assert listed(["Hob", "Tam", "Gib"]) == "Hob, Tam and Gib"
    assert sum_words(8, ()) == "8"
    assert name_of(STATE, "ford") == "The ford"
    assert name_of(STATE, "?") == "a unit you do not know of"
