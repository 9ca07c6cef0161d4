"""Plays against a limit of file size, in a process of its own: prints a line for each limit that refused."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from kktui.store import StoreTrouble
from tests.store.battles import begin, play_out, reply

REACH, STRIDE = 24_000, 1_111


def limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def main(folder: Path) -> None:
    keeper = begin(folder)
    keeper.advance()
    size = (folder / "games.db-wal").stat().st_size
    for more in range(0, REACH, STRIDE):
        if keeper.game.over or "red" not in keeper.game.pending:
            break
        size = (folder / "games.db-wal").stat().st_size
        before, length = keeper.game.digest(), len(keeper.record.entries)
        value = reply(keeper.game, "red")
        limit(size + more)
        try:
            refused = keeper.answer("red", value)
        except StoreTrouble as trouble:
            assert (keeper.game.digest(), len(keeper.record.entries)) == (before, length)
            print(f"refused at {more} bytes: {trouble}")
            limit(resource.RLIM_INFINITY)
            refused = keeper.answer("red", value)
        limit(resource.RLIM_INFINITY)
        if refused is not None:
            keeper.answer("red", refused.nearest)
        keeper.advance()
    print(play_out(keeper))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
