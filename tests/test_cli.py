"""The command line: what works, and how everything else is refused."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kktui.cli import run
from kktui.commands import simulating
from kktui.lab import Outcome
from kktui.rules import PACKAGES
from kktui.store import Store
from tests.shell import PROJECT, home
from tests.store.battles import NOBODY, begin, play_out

__all__ = ["home"]

COMMANDS = (
    "play", "watch", "resume", "games", "replay", "export", "import", "verify", "check", "rules", "sim"
)  # fmt: skip


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
        ("rules XX-1", 2, "no rulebook has a rule 'XX-1'; their rules begin with KK, KS, CA, AR, SC"),
        ("rules KS-7.2 KS-7.3", 2, "'KS-7.3' is one thing too many"),
        ("play carse", 2, "no scenario is called 'carse', it is the name of a map"),
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
        ("host --open --log missing/host.log", 1, "/missing/host.log cannot be written: No such file"),
        ("play maps/carse.toml", 1, "maps/carse.toml:1:1: this is a map, a battle needs a scenario that names it"),
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


@pytest.mark.parametrize("size", [0, 300_000])
def test_an_exported_battle_is_told_to_be_one_however_large(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], size: int
) -> None:
    battle = tmp_path / "battle.toml"
    battle.write_text('about = "A finished battle."\nkktui = "0.1.0"\nentry = [' + " " * size + "]\n")
    for command, said in (("check", "'kktui verify' checks it"), ("play", "'kktui import' takes it in")):
        assert run([command, str(battle)]) == 1
        streams = capsys.readouterr()
        assert f"battle.toml:1:1: this is an exported battle, {said[:6]}" in streams.out + streams.err
        assert said in streams.out + streams.err


def test_house_rules_that_do_not_fit_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "house.toml"
    for text, said in (
        ('[knights-sergeants]\nno-such-ruling = "yes"\n', "has no ruling"),
        ('[knights-sergeant]\ncards = "per-side"\n', "house.toml:1:2: ruleset 'knights-sergeant' is unknown"),
        ("cards = 3\n", "house.toml:1:1: ruleset 'cards' is unknown"),
        ('[argad]\n"\\u001b[2Jx" = 1\n', "house.toml:2:16: Argad! has no ruling '\N{REPLACEMENT CHARACTER}[2Jx'"),
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


def test_a_series_of_which_nothing_was_fought_is_not_said_to_be_summed_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> Iterator[Outcome]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(simulating, "fights", stopped)
    assert run(["sim", "even-field", "--games", "9"]) == 130
    told = capsys.readouterr()
    assert told.out.strip() == ""
    assert told.err.endswith("Stopped after 0 of 9 battles by knights-sergeants.\n")


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
    told = capsys.readouterr().out
    assert keeper.id in told
    assert "Blue: soldier, Red: soldier" in told
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


def test_a_ruling_is_printed_as_a_file_of_house_rules_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "CA-10.1"]) == 0
    assert "House rule morale = true of true, false:" in capsys.readouterr().out


def test_one_rule_and_the_whole_book_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "ks-7.2"]) == 0
    assert capsys.readouterr().out.startswith("Knights & Sergeants: Melee\nKS-7.2")
    assert run(["rules", "ks-7"]) == 0
    heading = capsys.readouterr().out
    assert heading.startswith("Knights & Sergeants: Melee\nKS-7.1")
    assert "\nKS-7.5" in heading
    assert "KS-8.1" not in heading
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
