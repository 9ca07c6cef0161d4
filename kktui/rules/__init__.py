"""The rulesets, by id. Each is a package of its own and a stranger to the others."""

from __future__ import annotations

from importlib import import_module

from kktui.engine.ruleset import Ruleset

PACKAGES = {
    "knights-knaves": "kktui.rules.knights_knaves",
    "knights-sergeants": "kktui.rules.knights_sergeants",
    "camelot": "kktui.rules.camelot",
    "argad": "kktui.rules.argad",
    "schiltron": "kktui.rules.schiltron",
}


def ruleset(name: str) -> Ruleset:
    """The ruleset of this id; a KeyError if there is none."""
    found = import_module(PACKAGES[name]).RULESET
    assert isinstance(found, Ruleset)
    return found
