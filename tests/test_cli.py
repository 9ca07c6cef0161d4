"""The command line: what works, and how everything else is refused."""

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from kktui import __version__
from kktui.cli import run
from kktui.commands import simulating
from kktui.commands.breaking import Keyboard
from kktui.lab import Outcome
from kktui.rules import PACKAGES
from kktui.store import Keeper, Store
from tests.store.battles import NOBODY, begin, play_out

PROJECT = Path(__file__).resolve().parent.parent
COMMANDS = (
    "play", "watch", "resume", "games", "replay", "export", "import", "verify", "check", "rules", "sim"
)  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KKTUI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    return tmp_path / "home"


def process(*arguments: str, **more: object) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(PROJECT)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.Popen([sys.executable, "-m", "kktui", *arguments], env=env, text=True, **pipes)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ("ply", 2, "play"),
        ("play even-field forth", 2, "one thing too many"),
        ("host --port 70000", 2, "from 0 to 65535"),
        ("play even-fild", 2, "did you mean 'even-field'"),
        ("play nowhere-at-all", 2, "there are"),
        ("play even-field --rules knight-sergeants", 2, "did you mean 'knights-sergeants'"),
        ("play even-field --side rod", 2, "did you mean 'red'"),
        ("play even-field --against soldir", 2, "did you mean 'soldier'"),
        ("play even-field --sed 3", 2, "--seed"),
        ("play even-field --seed", 2, "argument"),
        ("watch even-field --players soldier,random,soldier", 2, "players are given for red, blue"),
        ("watch even-field --players nobody", 2, "no computer player"),
        ("resume bold-axe-100", 2, "no game is called"),
        ("resume", 1, "no game yet"),
        ("replay bold-axe-100", 2, "no game is called"),
        ("verify bold-axe-100", 2, "no game is called"),
        ("export bold-axe-100", 2, "no game is called"),
        ("import missing.toml", 2, "no such file"),
        ("verify missing.toml", 2, "no such file"),
        ("replay missing.toml", 2, "no such file"),
        ("play missing.toml", 2, "no such file"),
        ("play even-field --house missing.toml", 2, "no such file"),
        ("rules KS-7.99", 2, "no rule of Knights & Sergeants"),
        ("rules knights", 2, "no ruleset is called"),
        ("rules KK-99", 2, "no rule of Knights & Knaves is called 'KK-99', did you mean"),
        ("rules argad KS-7.2", 2, "'kktui rules argad' prints them"),
        ("play tests/", 2, "this is a folder"),
        ("import tests/", 2, "this is a folder"),
        ("verify tests/", 2, "this is a folder"),
        ("check tests/", 2, "this is a folder"),
        ("check missing.toml scenarios/even-field.toml", 2, "no such file"),
        ("check /dev/null", 2, "not an ordinary file"),
        ("play even-field --house /dev/null", 2, "not an ordinary file"),
        ("rules knights-sergeants KS-0.0", 2, "no rule of"),
        ("sim even-field --games 0", 2, "--games: it must be a whole number from 1 to 1000000"),
        ("sim even-field --games many", 2, "--games: it must be a whole number"),
        ("sim even-field --workers 0", 2, "--workers: it must be a whole number from 1 to 256"),
        ("sim even-field --rules all,foo", 2, "no ruleset is called 'foo'"),
        ("backup missing/games.db", 1, "missing/games.db cannot be written"),
        ("sim", 2, "scenario"),
        ("check", 2, "files"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    arguments: str, code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments.split()) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("option", ["--side", "--rules", "--against", "--seed"])
def test_an_empty_word_is_not_the_same_as_none(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "even-field", option, ""]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_that_may_not_be_read_is_refused_like_one_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked.toml"
    locked.write_text("version = 1")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", str(locked))

    monkeypatch.setattr(Path, "open", refuse)
    for command in ("check", "play", "import", "verify"):
        assert run([command, str(locked)]) == 2
        assert capsys.readouterr().err == f"{locked}:1:1: the file cannot be read: Permission denied\n"


def test_the_faults_of_a_broken_file_are_located(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text('version = 1\ntitle = "Broken"\nside = [\n')
    assert run(["check", str(broken)]) == 1
    assert re.search(r"broken\.toml:\d+:\d+: ", capsys.readouterr().out)
    assert run(["play", str(broken)]) == 1
    assert re.search(r"broken\.toml:\d+:\d+: ", capsys.readouterr().err)


def test_a_sound_file_is_found_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(PROJECT / "scenarios" / "even-field.toml")]) == 0
    assert "Nothing wrong" in capsys.readouterr().out


def test_house_rules_that_do_not_fit_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "house.toml"
    for text, said in (
        ('[knights-sergeants]\nno-such-ruling = "yes"\n', "has no ruling"),
        ('[knights-sergeant]\ncards = "per-side"\n', "house.toml:1:2: ruleset 'knights-sergeant' is unknown"),
        ("cards = 3\n", "house.toml:1:1: ruleset 'cards' is unknown"),
    ):
        house.write_text(text)
        assert run(["play", "even-field", "--house", str(house)]) == 1
        assert said in capsys.readouterr().err


def test_house_rules_for_another_ruleset_do_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "house.toml"
    house.write_text('[knights-sergeants]\ncards = "per-side"\n[camelot]\nscale = 2\n')
    assert run(["sim", "even-field", "--games", "1", "--house", str(house)]) == 0
    assert run(["play", "even-field", "--plain", "--seed", "5", "--house", str(house)]) == 0
    capsys.readouterr()


def test_the_same_battle_is_compared_under_all_five_rulebooks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sim", "late-friends", "--games", "1", "--players", "random", "--rules", "all"]) == 0
    told = capsys.readouterr().out
    lines = told.split("\n")
    assert [line.split()[0] for line in lines[2:7]] == list(PACKAGES)
    assert all(re.search(r"\d+% \(\d+ to \d+\)", line) for line in lines[2:7])
    assert all(len(line) <= 90 for line in lines[1:])


def test_some_rulesets_are_compared_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["sim", "late-friends", "--games", "1", "--players", "random", "--rules", "camelot,argad", "--json"]
    assert run(wanted) == 0
    assert [each["ruleset"] for each in json.loads(capsys.readouterr().out)] == ["camelot", "argad"]


def test_a_series_that_is_broken_off_tells_what_was_fought(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> Iterator[Outcome]:
        yield Outcome(0, "red", "points", 4, {"red": 1, "blue": 5}, "")
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "fights", stopped)
    assert run(["sim", "even-field", "--games", "9"]) == 130
    told = capsys.readouterr()
    assert "by knights-sergeants, 1 battles" in told.out
    assert "Stopped after 1 of 9 battles" in told.err


def test_help_has_an_example_for_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    listed = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n  {command} " in listed
        assert run([command, "--help"]) == 0
        assert f"Example: kktui {command}" in capsys.readouterr().out


def test_without_a_terminal_a_short_battle_is_told_and_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    assert run([]) == 0
    assert time.monotonic() - began < 20
    out, err = capsys.readouterr()
    assert "The battle is over" in out
    assert (err, "\x1b" in out) == ("", False)
    assert Store().list() == []


def test_a_piped_game_that_ends_early_is_saved_and_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "even-field", "--plain", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    game = Store().list()[0].id
    assert f"kktui resume {game}" in out
    assert run(["resume", "last"]) == 0
    assert f"kktui resume {game}" in capsys.readouterr().out
    assert len(Store().list()) == 1


def test_a_game_is_listed_replayed_exported_verified_and_imported(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keeper = begin(home, NOBODY)
    play_out(keeper)
    keeper.close()
    file = str(tmp_path / "battle.toml")
    for arguments in (["games"], ["replay", "last"], ["export", "last", "-o", file], ["verify", keeper.id]):
        assert run(arguments) == 0
    assert keeper.id in capsys.readouterr().out
    assert run(["verify", file]) == 0
    assert "rolls and" in capsys.readouterr().out
    assert run(["import", file]) == 0
    assert run(["replay", file]) == 0
    assert "The battle is over" in capsys.readouterr().out
    assert len(Store().list()) == 2
    assert run(["export", "last", "-o", file]) == 1
    assert "there already" in capsys.readouterr().err


def test_an_altered_file_fails_to_verify_with_the_first_mismatch(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keeper = begin(home, NOBODY)
    play_out(keeper)
    keeper.close()
    file = tmp_path / "battle.toml"
    assert run(["export", "last", "-o", str(file)]) == 0
    file.write_text(file.read_text("utf-8").replace('seed = "7"', 'seed = "8"'), encoding="utf-8")
    capsys.readouterr()
    for command in ("verify", "import"):
        assert run([command, str(file)]) == 1
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert "not the one committed to" in err


def test_a_running_game_is_exported_redacted_and_still_replays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "ambush-in-kings-wood", "--seed", "do-not-tell"]) == 0
    file = tmp_path / "running.toml"
    assert run(["export", "last", "-o", str(file)]) == 0
    assert "without its seed" in capsys.readouterr().err
    assert "do-not-tell" not in file.read_text("utf-8")
    assert run(["verify", str(file)]) == 1
    assert run(["replay", str(file)]) == 0


def test_one_rule_and_the_whole_book_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "ks-7.2"]) == 0
    assert capsys.readouterr().out.startswith("Knights & Sergeants: Melee\nKS-7.2")
    assert run(["rules", "knights-sergeants"]) == 0
    assert "KS-8.1" in capsys.readouterr().out


def test_a_series_is_told_as_a_table_or_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sim", "even-field", "--games", "2", "--players", "random", "--seed", "x"]
    assert run(arguments) == 0
    assert "95 % interval" in capsys.readouterr().out
    assert run([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 2
    assert sum(share["count"] for share in told["wins"].values()) + told["draws"]["count"] == 2


def test_a_fault_of_the_program_names_its_log_and_shows_no_traceback(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> int:
        raise RuntimeError("the sky fell")

    monkeypatch.setattr("kktui.commands.keeping.games", fail)
    assert run(["games"]) == 1
    err = capsys.readouterr().err
    assert (err.count("\n"), "Traceback" in err) == (1, False)
    assert "the sky fell" in (home / "kktui.log").read_text("utf-8")


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
