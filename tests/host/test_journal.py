"""What the host writes down and whom it tells."""

import asyncio
import json
import logging
from pathlib import Path

from kktui.host.journal import Json, Lines
from kktui.host.notify import Call, Notifier

HOSTILE = "x\n2026 info forged\x1b]0;title\x07"


def record(**facts: object) -> logging.LogRecord:
    return logging.makeLogRecord({"msg": HOSTILE, "levelname": "INFO", **facts})


def test_an_event_is_one_line_whatever_is_in_it() -> None:
    for formatter in (Json(), Lines()):
        line = formatter.format(record(user=HOSTILE))
        assert line.isprintable()
        assert "forged" in line
    assert json.loads(Json().format(record(user="Ann", count=3)))["count"] == 3


def test_an_error_tells_its_place_and_not_the_code() -> None:
    try:
        raise ValueError(HOSTILE)
    except ValueError as error:
        line = Json().format(record(exc_info=(ValueError, error, error.__traceback__)))
    facts = json.loads(line)
    assert facts["error"].startswith("ValueError: x")
    assert "test_journal.py:" in facts["where"]


def test_the_hook_is_told_by_its_environment_and_without_a_shell(tmp_path: Path) -> None:
    out = tmp_path / "told"
    hook = tmp_path / "hook.sh"
    hook.write_text(f'#!/bin/sh\necho "$KKTUI_PLAYER|$KKTUI_GAME|$KKTUI_TITLE|$KKTUI_WHAT" > {out}\n')
    hook.chmod(0o700)

    async def tell() -> None:
        notifier = Notifier(str(hook))
        notifier.tell(Call("Ann", "k", "old-mill-100", "$(touch /nowhere); `x`", 3, "your-turn"))
        await asyncio.gather(*notifier._running)

    asyncio.run(tell())
    assert out.read_text() == "Ann|old-mill-100|$(touch /nowhere); `x`|your-turn\n"


def test_a_hook_that_is_not_there_or_fails_disturbs_nobody(tmp_path: Path) -> None:
    async def tell(command: str) -> None:
        notifier = Notifier(command)
        for _ in range(10):
            notifier.tell(Call("Ann", "k", "g", "t", 1, "over"))
        assert len(notifier._running) <= 4
        await asyncio.gather(*notifier._running)

    asyncio.run(tell(str(tmp_path / "none")))
    asyncio.run(tell("false"))
    asyncio.run(tell(""))
