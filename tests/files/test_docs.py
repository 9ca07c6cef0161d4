"""The manual for authors says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kktui.engine import scenario as words
from kktui.files.schema import RULESETS
from kktui.rules import ruleset
from kktui.table.terrain import AREA_KINDS, LINE_KINDS
from tests.files.good import load

MANUAL = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
VOCABULARIES = {
    "ranks": words.RANKS,
    "training": words.TRAINING,
    "armour": words.ARMOUR,
    "shields": words.SHIELDS,
    "weapons": words.WEAPONS,
    "mounts": words.MOUNTS,
    "traits": words.TRAITS,
    "goals": words.GOALS,
    "edges": words.EDGES,
    "formations": words.FORMATIONS,
    "areas": AREA_KINDS,
    "lines": LINE_KINDS,
    "rulesets": RULESETS,
}


def test_the_example_of_the_manual_loads() -> None:
    example = re.search(r"```toml\n(.*?)```", MANUAL, re.DOTALL)
    assert example is not None
    assert [len(troop.recruits) for troop in load(example[1]).troops] == [7, 7]


@pytest.mark.parametrize("known", VOCABULARIES.values(), ids=VOCABULARIES)
def test_the_manual_lists_every_word(known: tuple[str, ...]) -> None:
    assert [word for word in known if f"`{word}`" not in MANUAL] == []


@pytest.mark.parametrize("name", RULESETS)
def test_the_manual_lists_every_override_with_what_it_may_be(name: str) -> None:
    row = next(line for line in MANUAL.split("\n") if line.startswith(f"| `{name}` | `"))
    told = [
        f"`{each.name}` {each.allowed if each.options else f'{each.least} to {each.most}'}"
        for each in ruleset(name).book.overrides.values()
    ]
    assert row == f"| `{name}` | {'; '.join(told)} |"
