"""A fault of the program itself: its details go to a file, not to the player."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir

from kktui import __version__
from kktui.store.home import home
from kktui.store.trouble import StoreTrouble

NAME = "kktui.log"


def file() -> Path:
    """Where faults are written down, as a rule."""
    return home() / NAME


def note(error: BaseException) -> Path | None:
    """Write down everything about a fault, beside the games or where that cannot be; where it is now, if anywhere."""
    text = "".join(traceback.format_exception(error))
    for place in (file, lambda: Path(gettempdir()) / NAME):
        try:
            with place().open("a", encoding="utf-8") as log:
                log.write(f"{datetime.now().isoformat()} kktui {__version__}\n{text}\n")
        except (OSError, StoreTrouble):
            continue
        return place()
    return None


def told(error: BaseException) -> str:
    """The sentence about a fault, which is written down."""
    noted = note(error)
    where = f"; its details are in {noted}" if noted is not None else ", and no log could be written"
    return f"a fault of the program ({type(error).__name__}){where}"


class _Noting(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            note(record.exc_info[1])


@contextmanager
def noting() -> Iterator[None]:
    """While this lasts, whatever a part of the program logs as its fault is written down."""
    logger, handler = logging.getLogger("kktui"), _Noting(logging.ERROR)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
