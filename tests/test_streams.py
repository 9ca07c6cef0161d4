"""The command line whatever its streams are, and whatever signal ends it."""

import contextlib
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from kktui import __version__
from kktui.commands.breaking import Keyboard
from kktui.store import Keeper, Store
from tests.shell import PROJECT, home, process

__all__ = ["home"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_saves_the_game_and_tells_how_to_go_on(home: Path) -> None:
    with process("play", "even-field", "--plain", "--seed", "5") as playing:
        assert playing.stdout is not None
        while not (line := playing.stdout.readline()).startswith("  Enter"):
            assert line
        playing.send_signal(signal.SIGINT)
        _, err = playing.communicate(timeout=20)
    assert playing.returncode == 130
    game = Store(home).list()[0].id
    assert f"kktui resume {game}" in err
    assert "Traceback" not in err
    Keeper.open(Store(home), game).close()


@pytest.mark.skipif(os.name != "posix", reason="a terminal")
def test_no_line_is_longer_than_the_terminal_is_wide() -> None:
    surroundings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    watching = pexpect.spawn(
        sys.executable,
        ["-m", "kktui", "watch", "late-friends", "--plain", "--seed", "1"],
        env={**surroundings, "PYTHONPATH": str(PROJECT)},
        dimensions=(24, 50),
        encoding="utf-8",
    )
    watching.expect(pexpect.EOF, timeout=60)
    watching.close()
    told = (watching.before or "").splitlines()
    assert 40 < max(map(len, told)) < 50


@pytest.mark.skipif(os.name != "posix", reason="pipes")
def test_a_reader_that_leaves_ends_the_program_quietly() -> None:
    with process("rules") as printing:
        assert printing.stdout is not None
        assert printing.stderr is not None
        printing.stdout.close()
        assert printing.stderr.read() == ""
    assert printing.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_line_that_hangs_up_leaves_a_saved_game(home: Path, number: signal.Signals) -> None:
    with process("play", "even-field", "--plain", "--seed", "5") as playing:
        assert playing.stdout is not None
        while not (line := playing.stdout.readline()).startswith("  Enter"):
            assert line
        playing.send_signal(number)
        _, err = playing.communicate(timeout=20)
    assert playing.returncode == 128 + number
    assert f"kktui resume {Store(home).list()[0].id}" in err


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_nobody_fights_on_when_a_series_is_ended_from_outside(number: signal.Signals) -> None:
    ours, theirs = os.openpty()
    with process("sim", "even-field", "--games", "500", "--workers", "2", stderr=theirs) as fighting:
        os.close(theirs)
        told = b""
        while b" of 500 battles" not in told:
            told += os.read(ours, 4096)
        fighting.send_signal(number)
        # The pipe ends when the last process that holds it does.
        out, _ = fighting.communicate(timeout=60)
    os.close(ours)
    killed = number == signal.SIGKILL
    assert fighting.returncode == (-number if killed else 128 + number)
    assert ("The Even Field by knights-sergeants" in out) is not killed


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        ("play even-field --plain <&-", 0, ""),
        ("play even-field --plain </dev/null >&-", 0, ""),
        ("games >&-", 0, ""),
        ("games <&- >&- 2>&-", 0, ""),
        ("nosuch 2>&-", 2, ""),
        ("nosuch 2>/dev/full", 2, ""),
        ("rules argad >/dev/full", 1, "kktui: the output cannot be written: No space left on device\n"),
        ("watch even-field --plain --seed 1 >/dev/full", 1, "the output cannot be written"),
        ("--version >/dev/full", 1, "kktui: the output cannot be written: No space left on device\n"),
        ("--help >/dev/full", 1, "the output cannot be written"),
    ],
)
def test_streams_that_are_closed_or_full_are_no_fault_of_the_program(command: str, code: int, says: str) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("no full device here")
    shell = ["sh", "-c", f"exec {sys.executable} -m kktui {command}"]
    env = {**os.environ, "PYTHONPATH": str(PROJECT)}
    told = subprocess.run(shell, env=env, capture_output=True, text=True, check=False)
    assert told.returncode == code
    assert says in told.stderr
    assert "fault" not in told.stderr


def test_what_a_terminal_cannot_show_becomes_a_question_mark() -> None:
    env = {**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONIOENCODING": "ascii"}
    rulebook = [sys.executable, "-m", "kktui", "rules", "argad"]
    told = subprocess.run(rulebook, env=env, capture_output=True, text=True, check=True)
    assert "Patrice M?allier" in told.stdout


def test_the_version_is_told_without_loading_the_command_line() -> None:
    code = "import sys; sys.argv = ['kktui', '--version']; from kktui.__main__ import main; main(); "
    code += "print('argparse' in sys.modules, 'kktui.cli' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["kktui", __version__, "False", "False"]


def test_ctrl_c_that_a_library_swallowed_is_remembered_at_the_next_question() -> None:
    before = signal.getsignal(signal.SIGINT)
    keyboard = Keyboard(io.StringIO("1\n2\n"))
    keyboard.listen()
    try:
        assert keyboard.readline() == "1\n"
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            keyboard.readline()
    finally:
        signal.signal(signal.SIGINT, before)
