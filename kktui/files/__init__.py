"""Scenario and map files: read, checked, found by name and bundled."""

from kktui.files.problem import Broken, NoFile, Problem, UnknownName
from kktui.files.scenario import json_schema, parse_map, parse_scenario, side_names
from kktui.files.shelf import Shelf, bundle, check, read_map, read_scenario

__all__ = [
    "Broken",
    "NoFile",
    "Problem",
    "Shelf",
    "UnknownName",
    "bundle",
    "check",
    "json_schema",
    "parse_map",
    "parse_scenario",
    "read_map",
    "read_scenario",
    "side_names",
]
