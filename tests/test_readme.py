"""What the README tells a newcomer to type is what the project's own check types."""

import doctest
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
TEST_COMMAND = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m tests"


def lines_of(name: str) -> list[str]:
    return [line.strip() for line in (PROJECT / name).read_text(encoding="utf-8").splitlines()]


def test_the_readme_gives_the_test_command_on_a_line_of_its_own() -> None:
    assert TEST_COMMAND in lines_of("README.md")


def test_the_check_ends_by_running_the_test_command_of_the_readme() -> None:
    assert lines_of(".ci/run")[-1] == TEST_COMMAND


def test_the_example_in_the_readme_gives_what_it_says() -> None:
    result = doctest.testfile(str(PROJECT / "README.md"), module_relative=False)
    assert (result.failed, result.attempted) == (0, 4)


def test_the_odds_in_the_manual_are_those_of_the_rules() -> None:
    result = doctest.testfile(str(PROJECT / "docs" / "odds.md"), module_relative=False)
    assert result.failed == 0
    assert result.attempted > 40
