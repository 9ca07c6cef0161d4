"""The host's log: one line an event, nothing in it that could steer a terminal or forge a line."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from queue import Full, Queue
from threading import Thread
from time import monotonic, sleep

from kktui.text import clean

LONGEST = 500
SIZE = 5 << 20
KEPT = 5
WAITING = 1000
"""Events that may wait to be written."""
PATIENCE = 2.0
"""Seconds to wait for them in the end."""
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Lines(logging.Formatter):
    """An event as one line for people."""

    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{key}={value}" for key, value in facts_of(record).items())
        return f"{_when(record)} {record.levelname.lower()} {clean(record.getMessage(), LONGEST)} {facts}".rstrip()


class Json(logging.Formatter):
    """An event as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        head = {"at": _when(record), "level": record.levelname.lower(), "what": clean(record.getMessage(), LONGEST)}
        return json.dumps(head | facts_of(record))


def facts_of(record: logging.LogRecord) -> dict[str, str | int | float]:
    """What was told beside the sentence; of an exception its kind, its place and its words."""
    facts = {key: _fact(value) for key, value in vars(record).items() if key not in _USUAL}
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        facts["error"] = clean(f"{type(error).__name__}: {error}", LONGEST)
        facts["where"] = clean(_where(error), LONGEST)
    return facts


def _fact(value: object) -> str | int | float:
    return value if isinstance(value, int | float) else clean(str(value), LONGEST)


def _where(error: BaseException) -> str:
    """The last few places the error came through."""
    places = []
    step = error.__traceback__
    while step is not None:
        places.append(f"{Path(step.tb_frame.f_code.co_filename).name}:{step.tb_lineno}")
        step = step.tb_next
    return " ".join(places[-6:])


def _when(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class Apart(logging.Handler):
    """Has another handler write on a thread of its own: a pipe that nobody reads, or a slow disk, delays no visitor."""

    def __init__(self, handler: logging.Handler) -> None:
        super().__init__()
        self._handler = handler
        self._waiting: Queue[logging.LogRecord | None] = Queue(WAITING)
        self._thread = Thread(target=self._write, name="kktui-log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Hand the event over; when too many wait it is lost."""
        with suppress(Full):
            self._waiting.put_nowait(record)

    def _write(self) -> None:
        while (record := self._waiting.get()) is not None:
            self._handler.handle(record)
            self._waiting.task_done()

    def flush(self) -> None:
        """Wait until everything is written, for a while."""
        end = monotonic() + PATIENCE
        while self._waiting.unfinished_tasks and self._thread.is_alive() and monotonic() < end:
            sleep(0.01)

    def close(self) -> None:
        self.flush()
        with suppress(Full):
            self._waiting.put_nowait(None)
        self._thread.join(PATIENCE)
        super().close()


def keep(path: Path | None, as_json: bool) -> logging.Handler:
    """Write the log of this host, to a file that is rotated or to the error output."""
    handler: logging.Handler
    if path is None:
        handler = logging.StreamHandler()
    else:
        handler = RotatingFileHandler(path, maxBytes=SIZE, backupCount=KEPT, encoding="utf-8")
    handler.setFormatter(Json() if as_json else Lines())
    apart, own = Apart(handler), logging.getLogger("kktui")
    own.addHandler(apart)
    own.setLevel(logging.INFO)
    own.propagate = False
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    return apart
