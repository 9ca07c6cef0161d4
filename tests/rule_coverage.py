"""Every rule in a rulebook is shown by a passing test, or a full run fails.

Tests name the rules they show with ``@rule("KS-7.2")``. The names travel in the test reports, so that
under pytest-xdist the controller can count what its workers ran.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
SHOWS = "shows rule"
NARROWED_BY = ("keyword", "markexpr", "deselect", "lf", "stepwise", "ignore", "ignore_glob", "collectonly")


def rulebooks(project: Path = PROJECT) -> dict[str, list[str]]:
    """The rule ids of each ruleset, in the order of its rulebook."""
    books = sorted(project.glob("kktui/rules/*/rulebook.toml"))
    return {book.parent.name.replace("_", "-"): rule_ids(book) for book in books}


def rule_ids(book: Path) -> list[str]:
    return list(tomllib.loads(book.read_text(encoding="utf-8"))["rule"])


def marked(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("rule"):
        yield from mark.args


def is_full_run(config: pytest.Config) -> bool:
    """Whether nothing on the command line leaves tests out."""
    if any(config.getoption(option, default=None) for option in NARROWED_BY):
        return False
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        return True
    tests = PROJECT / "tests"
    named = [(config.invocation_params.dir / arg).resolve() for arg in config.args]
    return any(tests.is_relative_to(path) for path in named)


class RuleCoverage:
    """The pytest plugin that keeps the count."""

    def __init__(self, wanted: dict[str, list[str]]) -> None:
        self.wanted = wanted
        self.shown_by: dict[str, set[str]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        known = {rule for rules in self.wanted.values() for rule in rules}
        unknown = [rule for rule in marked(item) if rule not in known]
        if unknown:
            pytest.fail(f"in no rulebook: {', '.join(map(str, unknown))}", pytrace=False)
        item.user_properties.extend((SHOWS, rule) for rule in marked(item))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.shown_by.pop(report.nodeid, None)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.shown_by[report.nodeid] = {str(rule) for name, rule in report.user_properties if name == SHOWS}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        passed = session.exitstatus == pytest.ExitCode.OK
        if passed and not is_worker(session.config) and is_full_run(session.config) and self.missing():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        if config.getoption("collectonly"):
            return
        missing = self.missing()
        for ruleset, rules in self.wanted.items():
            unshown = [rule for rule in rules if rule in missing]
            shown = f"{len(rules) - len(unshown)}/{len(rules)}"
            terminalreporter.write_line(f"{ruleset}: rules shown by a test: {shown}")
            if unshown and is_full_run(config):
                terminalreporter.write_line(f"{ruleset}: no passing test shows {', '.join(unshown)}", red=True)

    def missing(self) -> set[str]:
        shown: set[str] = set().union(*self.shown_by.values())
        return {rule for rules in self.wanted.values() for rule in rules} - shown


def is_worker(config: pytest.Config) -> bool:
    """Whether this is one of the workers of pytest-xdist, which see only their share of the tests."""
    return hasattr(config, "workerinput")
