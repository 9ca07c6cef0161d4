"""Where in a file a key or value stands; only files with problems are looked at."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kktui.files.problem import Problem
from kktui.files.toml import Source

if TYPE_CHECKING:
    from tree_sitter import Node

Path = tuple[str | int, ...]
_KEYS = ("bare_key", "quoted_key", "dotted_key")
_NO_VALUE = ("comment", ",", "[", "]")


class Places:
    """The line and column of every key, value and table header of a text."""

    def __init__(self, src: Source) -> None:
        self._src = src
        self._lines = src.text.encode("utf-8", "replace").split(b"\n")
        self._keys: dict[Path, Node] = {}
        self._values: dict[Path, Node] = {}
        self._lists: dict[Path, int] = {}
        for node in _tree(src).children:
            self._entry(node)

    def problem(self, path: Path, what: str) -> Problem:
        """A problem with the value at a path, or with the nearest table around it."""
        for length in range(len(path), 0, -1):
            node = self._values.get(path[:length]) or self._keys.get(path[:length])
            if node is not None:
                return self._at(node, what)
        return Problem(self._src.file, 1, 1, what)

    def key_problem(self, path: Path, what: str) -> Problem:
        """A problem with a key itself."""
        node = self._keys.get(path)
        return self._at(node, what) if node is not None else self.problem(path, what)

    def _at(self, node: Node, what: str) -> Problem:
        row, column = node.start_point
        before = self._lines[row][:column].decode("utf-8", "replace")
        return Problem(self._src.file, row + 1, len(before) + 1, what)

    def _entry(self, node: Node) -> None:
        if node.type == "pair":
            self._pair((), node)
        elif node.type in ("table", "table_array_element"):
            self._table(node)

    def _table(self, node: Node) -> None:
        keys = next((child for child in node.children if child.type in _KEYS), None)
        if keys is None:
            return
        names = list(_names(keys))
        where = (*self._header(names[:-1], keys), names[-1])
        self._keys.setdefault(where, keys)
        if node.type == "table_array_element":
            self._lists[where] = self._lists.get(where, -1) + 1
            where = (*where, self._lists[where])
        elif where in self._lists:
            where = (*where, self._lists[where])
        self._keys.setdefault(where, keys)
        for child in node.children:
            if child.type == "pair":
                self._pair(where, child)

    def _header(self, names: list[str], keys: Node) -> Path:
        """The path of a header's parents, which begin here if nowhere else: a list means its last table."""
        where: Path = ()
        for name in names:
            where = (*where, name)
            self._keys.setdefault(where, keys)
            if where in self._lists:
                where = (*where, self._lists[where])
        return where

    def _pair(self, where: Path, node: Node) -> None:
        key, value = node.children[0], _after_equals(node)
        for name in _names(key):
            where = (*where, name)
            self._keys.setdefault(where, key)
        if value is not None:
            self._value(where, value)

    def _value(self, where: Path, node: Node) -> None:
        self._values[where] = node
        if node.type == "inline_table":
            for pair in node.children:
                if pair.type == "pair":
                    self._pair(where, pair)
        elif node.type == "array":
            items = [child for child in node.children if child.type not in _NO_VALUE]
            for index, item in enumerate(items):
                self._value((*where, index), item)


def _tree(src: Source) -> Node:
    import tree_sitter_toml
    from tree_sitter import Language, Parser

    parser = Parser(Language(tree_sitter_toml.language()))
    return parser.parse(src.text.encode("utf-8", "replace")).root_node


def _names(node: Node) -> Iterator[str]:
    if node.type == "dotted_key":
        for child in node.children:
            yield from _names(child)
    elif node.type == "bare_key":
        yield _written(node)
    elif node.type == "quoted_key":
        yield from tomllib.loads(f"{_written(node)} = 1")


def _written(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _after_equals(node: Node) -> Node | None:
    """The value of a pair; its last child may be a comment."""
    kinds = [child.type for child in node.children]
    if "=" not in kinds or kinds[-1] == "=":
        return None
    return node.children[kinds.index("=") + 1]
