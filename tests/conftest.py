"""Count the rules that the tests show, at the end of every run."""

import pytest

from tests.rule_coverage import RuleCoverage, rulebooks


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(RuleCoverage(rulebooks()), "rule-coverage")
