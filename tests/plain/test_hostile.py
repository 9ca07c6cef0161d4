"""Strings from strangers, random lines, and input that ends anywhere."""

from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from random import Random

import pytest

from kktui.engine.scenario import Scenario
from kktui.plain import play
from tests.plain.desk import bare, scenario, typed

HOSTILE = "\x1b]0;owned\x07\x1b[2J{red}\r\n\u202e<b>%s\ud800\x9b31m"

WORDS = [
    *(
        "help",
        "?",
        "table",
        "map",
        "goals",
        "unit",
        "look",
        "why",
        "odds",
        "hint",
        "log",
        "rules",
        "undo",
        "save",
    ),
    *("measure", "sight", "ok", "short", "reach", "try", "go", "toward", "stay", "facing", "shift", "reset"),
    *("show", "all", "at", "n", "ne", "s", "1", "2", "3", "4", "5", "6", "9", "0", "-1", "1.5", "12", "30"),
    *("999", "9999", "1e9", "nan", ";", ",", ":", "{0}", "{about}", "hob", "wat", "ketil", "ford", "reeve"),
    *("sir", "brand", "KS-6.1", "[KS-7.1]", "missiles", "move", "shoot", "charge", "hold", "aim", "mount"),
    *("nobody", "\x00", "\u202e", "\u00e9", "\u00b2", "\u0661"),
]


def hostile() -> Scenario:
    """The meeting at the ford with every text written by an enemy."""
    told = scenario("meeting-at-the-ford")
    troops = tuple(
        replace(
            troop,
            name=HOSTILE + troop.name,
            recruits=tuple(replace(man, name=HOSTILE + man.name) for man in troop.recruits),
        )
        for troop in told.troops
    )
    parties = tuple(replace(party, name=HOSTILE, brief=HOSTILE) for party in told.parties)
    zones = tuple(replace(zone, name=HOSTILE) for zone in told.ground.zones)
    ground = replace(told.ground, name=HOSTILE, zones=zones)
    return replace(told, title=HOSTILE, text=HOSTILE, troops=troops, parties=parties, ground=ground)


def test_hostile_names_steer_no_terminal() -> None:
    keeper = bare(hostile())
    commands = [
        "help",
        "table",
        "map",
        "goals",
        "unit",
        "look",
        "why",
        "odds",
        "log 50",
        "measure hob ketil",
        "zed",
    ]
    text = typed(keeper, [*commands, *["table", "hint", "ok"] * 500])
    assert keeper.game.over
    assert all(char.isprintable() for char in text.replace("\n", ""))


@pytest.mark.parametrize("seed", range(6))
def test_random_lines_never_break_anything_and_the_battle_goes_on(seed: int) -> None:
    chance = Random(seed)
    lines: list[str] = []
    for _ in range(250):
        lines.append(" ".join(chance.choice(WORDS) for _ in range(chance.randint(0, 5))))
    keeper = bare(seed=f"fuzz {seed}")
    text = typed(keeper, [*lines, *["hint", "ok"] * 600])
    assert keeper.game.over
    assert "Traceback" not in text


def test_input_may_end_at_any_prompt() -> None:
    lines = ["", "", "", "shoot", "1", "", "move", "reach", "n 1", "show", "", "1", "1", "", "hold"]
    for length in range(len(lines)):
        text = typed(bare(), lines[:length])
        assert text.endswith("Saved. To go on: kktui resume 7\n")


def test_input_may_end_in_the_middle_of_a_line() -> None:
    out = StringIO()
    assert play(bare(), frozenset({"hale"}), StringIO("tab"), out) == 0
    assert out.getvalue().endswith("Saved. To go on: kktui resume 7\n")


def test_bytes_that_are_no_letters_are_only_misunderstood() -> None:
    out = StringIO()
    source = TextIOWrapper(BytesIO(b"\xff\xfe\nquit\n"), encoding="utf-8")
    assert play(bare(), frozenset({"hale"}), source, out) == 0
    assert "Enter takes the places as shown" in " ".join(out.getvalue().split())
