"""What the app costs in a real terminal, beside an empty label in the same run: ``python -m tests.bench_tui``.

Keys are sent with gaps, as hands send them; a key's paint is over when the terminal has been quiet for a moment.
Nothing here is a test: nothing fails.
"""

from __future__ import annotations

import argparse
import os
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import ptyprocess

PROJECT = Path(__file__).resolve().parent.parent
QUIET = 0.06
"""Seconds without a byte after which a paint is over."""
GAP = 0.12
SIZE = (200, 60)


# The apps that are measured; each is run in a process of its own on the other end of a terminal.


def label() -> None:
    """The least there can be: a label that counts keys."""
    from textual.app import App
    from textual.widgets import Static

    class Label(App[None]):
        count = 0

        def compose(self) -> Any:
            yield Static("0")

        def on_key(self) -> None:
            self.count += 1
            self.query_one(Static).update(str(self.count))

    Label().run()


def crowd() -> None:
    """A battlefield with 200 men on it; `c` moves the cursor, `f` looks at the other half of it."""
    from textual.app import App

    from kktui.tui.field import Field
    from kktui.tui.themes import THEMES
    from kktui.tui.tight import TightCompositor
    from tests.engine.fields import field_of
    from tests.engine.stub import mustered

    class Crowd(App[None]):
        unicode = True

        def compose(self) -> Any:
            yield Field()

        def on_mount(self) -> None:
            for theme in THEMES:
                self.register_theme(theme)
            self.theme = "dusk"
            self.call_after_refresh(self.fill)

        def fill(self) -> None:
            field = self.query_one(Field)
            field.show(mustered(field_of(100)))
            self.screen._compositor = TightCompositor()
            self.screen.refresh(layout=True)
            field.point_to(field.middle)
            field.focus()

        def key_f(self) -> None:
            self.query_one(Field).paint_anew()

    Crowd().run()


def battle() -> None:
    """The battle itself, from the command line."""
    from kktui.__main__ import main

    sys.argv = ["kktui", "play", "meeting-at-the-ford", "--seed", "7"]
    main()


APPS = {"label": label, "crowd": crowd, "battle": battle}


# The terminal.


class Pressed(NamedTuple):
    """What came of a key: seconds to the first and to the last byte of its paint, how many, and the app's CPU."""

    first: float
    last: float
    sent: int
    worked: float


class Terminal:
    """The other end of an app."""

    def __init__(self, command: Sequence[str], size: tuple[int, int], home: str) -> None:
        env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        env |= {"KKTUI_HOME": home, "PYTHONPATH": str(PROJECT)}
        for unwanted in ("NO_COLOR", "PYTHONDONTWRITEBYTECODE"):  # without the latter all is compiled at every start
            env.pop(unwanted, None)
        self.began = time.perf_counter()
        self._pty = ptyprocess.PtyProcess.spawn(list(command), dimensions=(size[1], size[0]), env=env, cwd=str(PROJECT))

    def read(self, patience: float) -> tuple[bytes, float, float]:
        """What comes until it is quiet, and when the first and the last of it came."""
        data, first, last = b"", 0.0, time.perf_counter()
        wait = patience
        while select.select([self._pty.fd], [], [], wait)[0]:
            try:
                data += os.read(self._pty.fd, 1 << 16)
            except OSError:
                break
            last, wait = time.perf_counter(), QUIET
            first = first or last
        return data, first, last

    def press(self, key: bytes) -> Pressed:
        """A key, until its paint is over."""
        before, began = self.worked(), time.perf_counter()
        os.write(self._pty.fd, key)
        data, first, last = self.read(0.5)
        time.sleep(GAP - QUIET)
        return Pressed(first - began, last - began, len(data), self.worked() - before)

    def worked(self) -> float:
        """Seconds of CPU that the app has had, where the system tells."""
        try:
            threads = list(Path(f"/proc/{self._pty.pid}/task").iterdir())
            return sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9
        except OSError:
            return 0.0

    def wait_for(self, words: bytes, patience: float = 20.0) -> float:
        """Seconds from the start until these words are on the screen."""
        data = b""
        while time.perf_counter() - self.began < patience:
            if select.select([self._pty.fd], [], [], 0.2)[0]:
                data += os.read(self._pty.fd, 1 << 16)
                if words in data:
                    return time.perf_counter() - self.began
        raise TimeoutError(words)

    def close(self) -> None:
        self._pty.terminate(force=True)


def running(name: str) -> AbstractContextManager[Terminal]:
    return opened([sys.executable, "-m", "tests.bench_tui", "--app", name], SIZE)


@contextmanager
def opened(command: Sequence[str], size: tuple[int, int]) -> Iterator[Terminal]:
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(command, size, home)
        try:
            yield terminal
        finally:
            terminal.close()


def settled(terminal: Terminal) -> None:
    """Wait until an app has started and painted itself."""
    while len(terminal.read(4.0)[0]) < 200:
        pass
    terminal.read(1.0)


# The measures.


def p95(values: Sequence[float]) -> float:
    return sorted(values)[max(0, round(len(values) * 0.95) - 1)]


def row(what: str, figure: str, ratio: str = "", goal: str = "") -> None:
    print(f"  {what:46}{figure:>26}  {ratio:14}{goal}", flush=True)


def keys(terminal: Terminal, presses: Sequence[bytes]) -> list[Pressed]:
    return [terminal.press(key) for key in presses]


def told(what: str, pressed: Sequence[Pressed], floor: Sequence[Pressed], goal: str) -> None:
    first, last = [each.first for each in pressed], [each.last for each in pressed]
    ratio = f"{p95(first) / p95([each.first for each in floor]):.2f}x p95" if floor else ""
    row(what, f"p50 {statistics.median(first) * 1e3:.1f}, p95 {p95(first) * 1e3:.1f} ms", ratio, goal)
    sent = [each.sent for each in pressed]
    row("", f"all of it p50 {statistics.median(last) * 1e3:.1f} ms")
    worked = statistics.median(each.worked for each in pressed)
    hard = p95([each.worked for each in pressed])
    against = worked / statistics.median(each.worked for each in floor) if floor and worked else 0.0
    row("", f"CPU p50 {worked * 1e3:.1f}, p95 {hard * 1e3:.1f} ms", f"{against:.2f}x p50" if against else "")
    row("", f"{statistics.median(sent):.0f} bytes, {max(sent)} at most")


def the_keys(rounds: int) -> None:
    """The apps take turns, a few keys each: whatever else the machine does in a while, it does to all of them."""
    steps = [b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A"] * 2
    print("\nkey to paint in a terminal of 200x60")
    with running("label") as label, running("crowd") as crowd, running("battle") as battle:
        for terminal in (label, crowd, battle):
            settled(terminal)
        keys(battle, [b"x"])
        turns = {
            "an empty label": (label, [b"x"] * 8, ""),
            "cursor among 200 men": (crowd, steps, "goal: at most 1.5x, 400 bytes"),
            "everything painted anew": (crowd, [b"f"] * 4, "goal: at most 5x"),
            "looking about in a battle": (battle, steps, "goal: at most 1.5x, 400 bytes"),
        }
        for terminal, presses, _ in turns.values():
            keys(terminal, presses)
        pressed: dict[str, list[Pressed]] = {what: [] for what in turns}
        for _ in range(rounds):
            for what, (terminal, presses, _goal) in turns.items():
                pressed[what] += keys(terminal, presses)
    bare = pressed["an empty label"]
    for what, (_, _, goal) in turns.items():
        told(what, pressed[what], () if pressed[what] is bare else bare, goal)


def the_start(rounds: int) -> None:
    """The starts take turns too; the first round is told apart, for it may compile."""
    print("\nfrom the command to the first question")
    rulesets = ("knights-knaves", "knights-sergeants", "camelot", "argad", "schiltron")
    commands = {each: (["play", "even-field", "--rules", each, "--seed", "7"], b"advice") for each in rulesets}
    commands |= {"the title": ([], b"Choose a battle")}
    times: dict[str, list[float]] = {what: [] for what in ("python and Textual alone", *commands)}
    for _ in range(rounds + 1):
        times["python and Textual alone"].append(timed([sys.executable, "-c", "import textual.app"]))
        for what, (command, words) in commands.items():
            with opened([sys.executable, "-m", "kktui", *command], (100, 30)) as terminal:
                times[what].append(terminal.wait_for(words))
    for what, seconds in times.items():
        goal = "" if what == "python and Textual alone" else "goal: at most 1 s"
        row(what, f"{statistics.median(seconds[1:]):.2f} s", f"first {seconds[0]:.2f} s", goal)


def timed(command: Sequence[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--app", choices=tuple(APPS))
    chosen = parser.parse_args()
    if chosen.app:
        APPS[chosen.app]()
        return
    the_keys(3 if chosen.quick else 25)
    the_start(2 if chosen.quick else 5)


if __name__ == "__main__":
    main()
