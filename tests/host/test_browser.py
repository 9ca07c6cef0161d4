"""The lobby in a real browser: what is typed there reaches those who came by ssh."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.host.house import PROJECT, House, does

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --remote-debugging-port=0 --window-size=1000,700"
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Page:
    """One page of the browser, by its own debugging protocol."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self._line = line
        self._count = 0

    async def do(self, method: str, **facts: Any) -> Any:
        self._count += 1
        await self._line.send_json({"id": self._count, "method": method, "params": facts})
        while True:
            told = await self._line.receive_json(timeout=30)
            if told.get("id") == self._count:
                return told.get("result")

    async def click(self) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            await self.do("Input.dispatchMouseEvent", type=kind, x=200, y=200, button="left", clickCount=1)

    async def type(self, text: str) -> None:
        for char in text:
            key = {"\r": "Enter"}.get(char, char)
            for kind in ("keyDown", "keyUp"):
                code = 13 if char == "\r" else ord(char.upper())
                shown = {"text": char} if kind == "keyDown" else {}
                await self.do("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **shown)
            await asyncio.sleep(0.05)


async def in_browser(folder: Path, url: str, script: Any) -> None:
    assert CHROMIUM is not None
    browser = await asyncio.create_subprocess_exec(
        CHROMIUM, *QUIET.split(), f"--user-data-dir={folder}", "about:blank", stderr=asyncio.subprocess.PIPE
    )
    try:
        assert browser.stderr is not None
        while not (found := re.search(rb"ws://127.0.0.1:(\d+)/", await browser.stderr.readline())):
            pass
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{int(found[1])}/json") as answer:
                pages = json.loads(await answer.text())
            target = next(page for page in pages if page["type"] == "page")
            async with session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as line:
                page = Page(line)
                await page.do("Page.navigate", url=url)
                await script(page)
    finally:
        browser.kill()
        await browser.wait()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_a_visitor_in_a_browser_is_in_the_same_lobby(tmp_path: Path) -> None:
    house = House(tmp_path)
    port = free_port()
    command = [sys.executable, "-m", "kktui", "web", "--port", str(port), "--host-port", str(house.port)]
    env = {**os.environ, "KKTUI_HOME": str(tmp_path / "home"), "PYTHONPATH": str(PROJECT)}
    served = subprocess.Popen(command, env=env, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    ann = house.lines("ann")

    async def script(page: Page) -> None:
        for _ in range(20):
            await asyncio.sleep(2)
            await page.click()
            await page.type("webster\r")
            await asyncio.sleep(1)
            if "webster" in await asyncio.to_thread(does, ann, "who"):
                break
        await asyncio.sleep(2)
        await page.type("/greetings\r")
        await asyncio.to_thread(ann.expect_exact, "webster: greetings")

    try:
        assert served.stderr is not None
        assert b"Open http" in served.stderr.readline()
        asyncio.run(asyncio.wait_for(in_browser(tmp_path / "browser", f"http://localhost:{port}", script), 90))
    finally:
        served.terminate()
        served.wait()
        house.close()
