"""What a keeper has acknowledged is there when the game is taken up again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kktui.store import Altered, Keeper, NoGame, Store, StoreTrouble, Taken
from kktui.store.record import Step
from tests.store.battles import ALONE, BOTH, NOBODY, answer_one, begin, play_out, reply

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("seats", [ALONE, BOTH])
def test_a_game_put_away_at_every_question_comes_out_the_same(tmp_path: Path, seats: dict[str, str]) -> None:
    undisturbed = play_out(begin(tmp_path / "one", seats, turns=2))
    keeper = begin(tmp_path / "two", seats, turns=2)
    keeper.advance()
    questions = 0
    while not keeper.game.over:
        before, asked = keeper.game.digest(), dict(keeper.game.pending)
        keeper.close()
        keeper.store.close()
        keeper = Keeper.open(Store(tmp_path / "two"), "last")
        assert (keeper.game.digest(), keeper.game.pending) == (before, asked)
        answer_one(keeper)
        keeper.advance()
        questions += 1
    assert questions > 10
    assert keeper.game.digest() == undisturbed


def test_a_battle_is_the_same_whatever_the_hash_seed(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from tests.store.battles import *; "
    code += "print(play_out(begin(Path(sys.argv[1]))))"
    digests = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(PROJECT)}
        command = [sys.executable, "-c", code, str(tmp_path / seed)]
        digests.add(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)
    assert len(digests) == 1


def test_a_refused_answer_changes_nothing_and_writes_nothing(tmp_path: Path) -> None:
    keeper = begin(tmp_path)
    keeper.advance()
    before, length = keeper.game.digest(), len(keeper.record.entries)
    assert keeper.answer("red", {"nobody": [1, 1, 0]}) is not None
    assert keeper.answer("blue", {}) is not None
    assert (keeper.game.digest(), len(keeper.record.entries)) == (before, length)


def test_taking_back_is_written_and_survives(tmp_path: Path) -> None:
    keeper = begin(tmp_path)
    keeper.advance()
    asked = keeper.game.pending["red"]
    answer_one(keeper)
    assert keeper.game.pending.get("red") != asked
    length = len(keeper.record.entries)
    assert keeper.undo("red") is None
    assert keeper.game.pending["red"] == asked
    assert len(keeper.record.entries) == length + 1
    keeper.close()
    again = Keeper.open(Store(tmp_path), keeper.id)
    assert again.game.pending["red"] == asked
    assert len(again.record.entries) == length + 1
    assert play_out(again) == play_out(begin(tmp_path / "other"))


def test_the_order_of_an_answer_survives_the_disk(tmp_path: Path) -> None:
    """Rules go through placed figures in the order they were settled in, so another order is another battle."""
    store = Store(tmp_path)
    name = store.begin(begin(tmp_path / "other").header, "7")
    placed = {"red-3": [1.0, 2.0, 0], "red-1": [3.0, 4.0, 0], "red-2": [5.0, 6.0, 0]}
    answers = (("place", "red", "group|red", placed),)
    step = Step("now", 1, (0, 0), answers, ("{}",), 1, False, {}, "00")
    store.append(name, store.read(name), step)
    assert list(store.read(name).answers[0].value) == ["red-3", "red-1", "red-2"]


def test_a_long_battle_read_from_the_disk_is_the_battle_played(tmp_path: Path) -> None:
    keeper = begin(tmp_path, NOBODY, turns=12)
    digest = play_out(keeper)
    keeper.close()
    assert Keeper.open(Store(tmp_path), keeper.id).game.digest() == digest


def test_a_game_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    keeper = begin(tmp_path)
    with pytest.raises(Taken, match=f"process {os.getpid()}"):
        Keeper.open(Store(tmp_path), keeper.id)
    keeper.close()
    Keeper.open(Store(tmp_path), keeper.id).close()


def test_a_second_process_is_refused_with_a_reason(tmp_path: Path) -> None:
    keeper = begin(tmp_path)
    env = {**os.environ, "KKTUI_HOME": str(tmp_path), "PYTHONPATH": str(PROJECT)}
    command = [sys.executable, "-m", "kktui", "resume", keeper.id]
    second = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (second.returncode, second.stdout) == (1, "")
    assert "is being played by process" in second.stderr
    assert second.stderr.count("\n") == 1


def test_an_unknown_game_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    keeper = begin(tmp_path)
    with pytest.raises(NoGame, match=f"did you mean '{keeper.id}'"):
        Keeper.open(Store(tmp_path), keeper.id[:-1])
    with pytest.raises(StoreTrouble, match="no game yet"):
        Keeper.open(Store(tmp_path / "new"), "last")


def test_nothing_runs_ahead_of_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    keeper = begin(tmp_path)
    keeper.advance()
    before, asked = keeper.game.digest(), dict(keeper.game.pending)
    given = reply(keeper.game, "red")
    keeper.store.base().execute("PRAGMA query_only=ON")
    with pytest.raises(StoreTrouble, match="cannot be written"):
        keeper.answer("red", given)
    assert (keeper.game.digest(), keeper.game.pending) == (before, asked)
    assert keeper.answer("red", given) is None
    keeper.advance()
    assert play_out(keeper) == play_out(begin(tmp_path / "other"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes anywhere")
def test_a_read_only_folder_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir(mode=0o500)
    with pytest.raises(StoreTrouble, match="cannot be opened"):
        Store(tmp_path / "home")


def test_a_file_where_the_folder_should_be_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(StoreTrouble, match="cannot be opened"):
        Store(tmp_path / "home")


def test_a_foreign_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "games.db") as base:
        base.execute("CREATE TABLE mine (x)")
    base.close()
    before = (tmp_path / "games.db").read_bytes()
    with pytest.raises(Altered, match="not a database of kktui games"):
        Store(tmp_path)
    assert (tmp_path / "games.db").read_bytes() == before


def test_the_seed_stands_nowhere_but_in_its_own_table(tmp_path: Path) -> None:
    keeper = begin(tmp_path, NOBODY, seed="a-very-secret-seed")
    play_out(keeper)
    base = keeper.store.base()
    for table in ("game", "entry"):
        for row in base.execute(f"SELECT * FROM {table}"):
            assert "a-very-secret-seed" not in str(row)


def test_the_folder_and_the_database_are_for_their_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KKTUI_HOME", str(tmp_path / "home"))
    store = Store()
    if os.name == "posix":
        assert (tmp_path / "home").stat().st_mode & 0o77 == 0
        assert store.path.stat().st_mode & 0o77 == 0


def test_the_games_are_copied_while_they_are_played(tmp_path: Path) -> None:
    keeper = begin(tmp_path / "one")
    keeper.advance()
    copy = tmp_path / "two" / "games.db"
    copy.parent.mkdir()
    keeper.store.backup(copy)
    answer_one(keeper)
    assert Keeper.open(Store(copy.parent), keeper.id).game.pending
    with pytest.raises(StoreTrouble, match="exists"):
        keeper.store.backup(copy)
