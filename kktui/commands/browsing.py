"""The same lobby in a browser."""

from __future__ import annotations

import re
import subprocess
import sys

from kktui.commands.common import Unhappy, extras, say

HOSTING = re.compile(r"Hosting on port (\d+)")


def web(address: str, port: int, host_port: int) -> int:
    """Serve the lobby to browsers: of a host that runs here already, or of one for this alone."""
    try:
        import asyncssh  # noqa: F401 - extras: told here if they are not there
        from textual_serve.server import Server
    except ImportError:
        raise extras("playing in a browser", "host", "web") from None
    house = None
    if not host_port:
        house, host_port = _house()
    try:
        say(f"Open http://{address}:{port} in a browser. Whoever can reach that page can play, under any name.")
        Server(f"{sys.executable} -m kktui.host.tab {host_port}", host=address, port=port, title="kktui").serve()
    finally:
        if house is not None:
            house.terminate()
            house.wait()
    return 0


def _house() -> tuple[subprocess.Popen[str], int]:
    """A host for the browsers of this machine alone."""
    command = [sys.executable, "-m", "kktui", "host", "--open", "--address", "127.0.0.1", "--port", "0"]
    house = subprocess.Popen([*command, "--per-address", "200", "--knocks", "600"], stderr=subprocess.PIPE, text=True)
    assert house.stderr is not None
    first = house.stderr.readline()
    found = HOSTING.match(first)
    if found is None:
        raise Unhappy(first.strip().removeprefix("kktui: ") or "no host could be started", 1)
    return house, int(found[1])
