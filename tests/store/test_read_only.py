"""Games in a folder where nothing may be written can be seen and proved, not played."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kktui.cli import run
from kktui.store import Keeper, Store, StoreTrouble
from tests.store.battles import NOBODY, begin, play_out

NO_OWNER = 65534
"""A user to whom nothing belongs."""


LOOKING = {"games": "knights-sergeants", "export last": "A finished battle", "verify last": "is verified"}
"""What may be done with such games, and what it says."""


@pytest.fixture
def barred(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Path]:
    """A folder with a game that is over, in which nothing can be written."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        monkeypatch.setenv("KKTUI_HOME", name)
        keeper = begin(folder, NOBODY, turns=1)
        play_out(keeper)
        keeper.close()
        keeper.store.close()
        for command in LOOKING:  # somebody else may not be allowed to read the program itself: have it in memory
            run(command.split())
        capsys.readouterr()
        for each in (folder / "games.db", folder / "locks", *(folder / "locks").iterdir()):
            each.chmod(0o555 if each.is_dir() else 0o444)
        folder.chmod(0o555)
        try:
            with somebody_else():
                yield folder
        finally:
            folder.chmod(0o700)
            (folder / "locks").chmod(0o700)


@contextmanager
def somebody_else() -> Iterator[None]:
    """Whoever may write everywhere is for a while somebody who may not."""
    if not hasattr(os, "seteuid") or os.geteuid() != 0:
        yield
        return
    os.seteuid(NO_OWNER)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="a folder is barred otherwise there")
def test_games_where_nothing_may_be_written_are_listed_carried_away_and_proved(
    barred: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command, says in LOOKING.items():
        assert run(command.split()) == 0, capsys.readouterr().err
        out, err = capsys.readouterr()
        assert says in out
        assert err == ""


@pytest.mark.skipif(os.name != "posix", reason="a folder is barred otherwise there")
def test_a_game_where_nothing_may_be_written_cannot_be_begun(barred: Path) -> None:
    with pytest.raises(StoreTrouble, match="cannot be written"):
        begin(barred, NOBODY, turns=1)
    with pytest.raises(StoreTrouble):
        Keeper.open(Store(barred), "last")
