"""One process plays a game at a time. The system ends the lock with that process, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kktui.store.trouble import StoreTrouble, Taken


class Lock:
    """Holds a game for this process until released."""

    def __init__(self, folder: Path, game: str) -> None:
        path = folder / "locks" / f"{game}.lock"
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreTrouble(f"game {game} cannot be locked in {path.parent}: {error.strerror}") from None
        try:
            _take(self._file)
        except OSError:
            holder = os.read(self._file, 20).decode("ascii", "replace")
            os.close(self._file)
            by = f" by process {holder}" if holder.isdigit() else ""
            raise Taken(f"game {game} is being played{by}; one process at a time may do that") from None
        _sign(self._file)

    def release(self) -> None:
        """Let others play."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _sign(file: int) -> None:
    """Leave our process id for whoever is refused; should the disk be full, the lock holds all the same."""
    try:
        os.ftruncate(file, 0)
        os.write(file, str(os.getpid()).encode())
    except OSError:
        return


if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        os.lseek(file, 1 << 20, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
