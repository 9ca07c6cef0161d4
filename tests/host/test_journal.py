"""What the host writes down and whom it tells."""

import ast
import asyncio
import json
import logging
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest

from kktui.host import journal, lobby_lines
from kktui.host.app import HostApp
from kktui.host.journal import Apart, Json, Lines
from kktui.host.lobby_lines import LineLobby
from kktui.host.notify import Call, Notifier
from tests.host.inn import LINES, MANY, SCREEN, Inn, terms, until
from tests.host.test_door import RULES, visit
from tests.store.battles import short_battle

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


PROJECT = Path(__file__).resolve().parents[2]


def test_no_fact_of_an_event_has_a_name_that_the_log_keeps_for_itself() -> None:
    """`logging` raises at such a name, in the middle of what was to be logged."""
    own = set(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
    found = []
    for path in (PROJECT / "kktui").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.keyword) and call.arg == "extra" and isinstance(call.value, ast.Dict):
                found += [key.value for key in call.value.keys if isinstance(key, ast.Constant)]
    assert "visitor" in found
    assert not own & set(found)


def events(path: Path) -> list[dict[str, object]]:
    for handler in logging.getLogger("kktui").handlers:
        handler.flush()
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """The log of a host, as `--log FILE --log-json` has it written."""
    path = tmp_path / "host.log"
    handler = journal.keep(path, as_json=True)
    yield path
    logging.getLogger("kktui").removeHandler(handler)
    logging.getLogger("kktui").propagate = True
    handler.close()


def test_whoever_does_not_read_is_let_go_and_the_next_one_too(tmp_path: Path, log: Path) -> None:
    async def script(house: Inn) -> None:
        for name in ("ann", "bob"):
            client = await house.come(name, SCREEN, (300, 100))
            client._reading.cancel()
            client.process.channel.pause_reading()
            client.connection._transport.pause_reading()  # type: ignore[union-attr]
            turn = 0
            while house.server.visits:
                turn += 1
                client.process.change_terminal_size(200 + turn % 2, 90)
                next(iter(house.server.visits)).line.write("x" * 100_000)
                await asyncio.sleep(0.05)
                assert turn < 600, "they are let go"
        told = [event for event in events(log) if event["what"] == "stalled"]
        assert [event["visitor"] for event in told] == ["ann", "bob"]

    visit(tmp_path, script, replace(MANY, stalled_seconds=1))


@pytest.mark.parametrize("face", [LINES, SCREEN], ids=("lines", "screen"))
def test_a_fault_ends_one_visit_with_a_calm_word_and_goes_to_the_log(
    tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch, face: str
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(HOSTILE)

    monkeypatch.setattr(LineLobby, "who", broken)
    monkeypatch.setitem(lobby_lines.COMMANDS, "who", broken)
    monkeypatch.setattr(HostApp, "action_operate", broken)

    async def script(house: Inn) -> None:
        bob = await house.come("bob", LINES)
        ann = await house.come("ann", face)
        ann.press("who\n" if face == LINES else "p")
        await until(lambda: "Your game is safe: connect again." in ann.said, "a calm word")
        assert "Traceback" not in ann.said
        await until(lambda: len(house.server.visits) == 1, "only bob is here")
        bob.press("help\n")
        await bob.until("scenarios ")
        told = next(event for event in events(log) if "ended badly" in str(event["what"]))
        assert told["visitor"] == "ann"
        assert "RuntimeError" in str(told["error"])

    visit(tmp_path, script)


def test_who_comes_and_goes_and_what_is_begun_is_in_the_log(tmp_path: Path, log: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", LINES)
        await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        ann.press("quit\n")
        await until(lambda: not house.server.visits, "she has left")
        told = [(event["what"], event.get("visitor", "")) for event in events(log)]
        assert told == [("came in", "ann"), ("begun", ""), ("left", "ann")]

    visit(tmp_path, script)


def test_a_log_that_nobody_reads_delays_nobody() -> None:
    reads, writes = os.pipe()
    said: list[str] = []
    with os.fdopen(reads) as reader, os.fdopen(writes, "w") as pipe:
        log = Apart(logging.StreamHandler(pipe))
        began = monotonic()
        for _ in range(5000):
            log.handle(record(msg="x" * 100))
        assert monotonic() - began < 5, "a pipe holds 64 kB"
        reading = Thread(target=lambda: said.extend(reader))
        reading.start()
        log.close()
        pipe.close()
        reading.join(10)
    assert 600 < len(said) < 5000, "what finds no room is lost"
    assert set(said) == {"x" * 100 + "\n"}
