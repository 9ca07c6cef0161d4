"""What a command may be given. Only the command that is asked for is put together: a battle opens the sooner."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from kktui import __version__
from kktui.commands.common import Unhappy

Doing = Callable[..., int]


class Argument(NamedTuple):
    """One thing that a command may be given, as argparse wants it."""

    flags: tuple[str, ...]
    how: dict[str, Any]


def given(name: str, words: str, **how: Any) -> Argument:
    """An argument by its place."""
    return Argument((name,), {"help": words, **how})


def option(flags: str, words: str, **how: Any) -> Argument:
    """An argument by its name, with a value."""
    names = tuple(flags.split())
    return Argument(names, {"help": words, "metavar": how.get("dest", names[0].strip("-")).upper(), **how})


def flag(name: str, words: str, **how: Any) -> Argument:
    """An argument by its name that is there or not."""
    return Argument((name,), {"help": words, "action": "store_true", **how})


def number(least: int, most: int = 10**9) -> Callable[[str], int]:
    """A whole number between these."""

    def read(text: str) -> int:
        if not (text.isdecimal() and len(text) < 12 and least <= int(text) <= most):
            bounds = f"from {least} to {most}" if most < 10**9 else f"of {least} or more"
            raise argparse.ArgumentTypeError(f"it must be a whole number {bounds}")
        return int(text)

    return read


class Parser(argparse.ArgumentParser):
    """Refuses as every command does: in one sentence."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(
            prog=name, description=words, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter
        )

    def error(self, message: str) -> NoReturn:
        raise Unhappy(message.removeprefix("argument "))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Help that cannot be written is no help: argparse would say nothing of it."""
        print(message, end="", file=file, flush=True)

    def read(self, words: Sequence[str]) -> dict[str, Any]:
        """What was given, by name."""
        found, strangers = self.parse_known_args(words)
        if strangers:
            raise Unhappy(self._unknown(strangers[0]))
        return vars(found)

    def _unknown(self, word: str) -> str:
        from kktui.files.problem import shown, unknown

        if word.startswith("-"):
            return unknown("option", word.partition("=")[0], sorted(self._option_string_actions))
        return f"{shown(word)} is one thing too many; see {self.prog} --help"


class Commands:
    """The commands there are, by name."""

    def __init__(self, program: str, words: str) -> None:
        self._program, self._words = program, words
        self._known: dict[str, tuple[Doing, tuple[Argument, ...]]] = {}

    def command(self, *arguments: Argument, name: str = "") -> Callable[[Doing], Doing]:
        """Put a function among the commands; its docstring is its help."""

        def add(do: Doing) -> Doing:
            self._known[name or do.__name__] = do, arguments
            return do

        return add

    def invoke(self, words: Sequence[str], otherwise: Callable[[], int]) -> int:
        """Do what the words say; without a command, `otherwise`."""
        if words and not words[0].startswith("-"):
            name, *rest = words
            do, arguments = self._named(name)
            parser = Parser(f"{self._program} {name}", _told(do))
            for argument in arguments:
                parser.add_argument(*argument.flags, **argument.how)
            return do(**parser.read(rest))
        parser = Parser(self._program, self._words + self._list())
        parser.usage = f"{self._program} [--version] [--help] COMMAND ..."
        parser.add_argument("--version", action="version", version=f"kktui {__version__}", help="print the version")
        parser.read(words)
        return otherwise()

    def _named(self, name: str) -> tuple[Doing, tuple[Argument, ...]]:
        if name not in self._known:
            from kktui.files.problem import unknown

            raise Unhappy(unknown("command", name, list(self._known)))
        return self._known[name]

    def _list(self) -> str:
        wide = max(map(len, self._known)) + 2
        lines = (f"  {name:{wide}}{_told(do).splitlines()[0]}" for name, (do, _) in self._known.items())
        return "\n\nCommands:\n" + "\n".join(lines)


def _told(do: Doing) -> str:
    return inspect.getdoc(do) or ""
