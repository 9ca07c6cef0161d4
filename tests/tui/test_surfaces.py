"""No widget is given bare text from people: what it shows went through the one path that takes the harm out of it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TUI = Path(__file__).resolve().parents[2] / "kktui" / "tui"
SURFACES = (
    "Static",
    "Label",
    "Heading",
    "Option",
    "Button",
    "Checkbox",
    "update",
    "add_option",
    "Collapsible",
    "TabPane",
)
ATTRIBUTES = ("border_title", "border_subtitle", "tooltip")
TELLS = "notify"


def wrong(call: ast.Call) -> str:
    """What is wrong with a call that shows something, or nothing."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == TELLS and not any(each.arg == "markup" for each in call.keywords):
        return "notify without markup=False"
    if name in SURFACES and call.args and is_bare(call.args[0]):
        return f"{name} is given bare text"
    return ""


def is_bare(shown: ast.expr) -> bool:
    """A string put together on the spot, or one with a bracket in it that markup would read."""
    if isinstance(shown, ast.Constant):
        return isinstance(shown.value, str) and "[" in shown.value
    if isinstance(shown, ast.BinOp):
        return is_bare(shown.left) or is_bare(shown.right)
    return isinstance(shown, ast.JoinedStr)


@pytest.mark.parametrize("path", sorted(TUI.rglob("*.py")), ids=lambda path: path.stem)
def test_surfaces_show_only_what_is_safe(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found = [f"line {call.lineno}: {wrong(call)}" for call in calls if wrong(call)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and is_bare(node.value):
            names = [target.attr for target in node.targets if isinstance(target, ast.Attribute)]
            found += [f"line {node.lineno}: {name} is given bare text" for name in names if name in ATTRIBUTES]
    assert found == []


def test_the_test_finds_what_it_looks_for() -> None:
    for code in ('Static(f"{name}")', "self.notify(name)", 'x.update("[b]" + name)'):
        call = ast.parse(code, mode="eval").body
        assert isinstance(call, ast.Call)
        assert wrong(call)
