"""A real host in a process of its own, and real ssh clients that come to it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pexpect

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 30


class House:
    """A host on a free port, with its games in a folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options or ("--open",)
        self.port = 0
        self.process: subprocess.Popen[str]
        self.open()

    def open(self) -> None:
        """Start it, on the port it had before if it had one."""
        env = {**os.environ, "KKTUI_HOME": str(self.folder / "home"), "PYTHONPATH": str(PROJECT)}
        command = [sys.executable, "-m", "kktui", "host", "--address", "127.0.0.1", "--port", str(self.port)]
        many = ("--visitors", "300", "--per-address", "300", "--knocks", "1000")
        self.process = subprocess.Popen(
            [*command, *many, *self.options], env=env, cwd=self.folder, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        first = self.process.stderr.readline()
        found = re.match(r"Hosting on port (\d+)\. Host key (SHA256:\S+)", first)
        assert found, first + self.process.stderr.read()
        self.port, self.fingerprint = int(found[1]), found[2]

    def offer(self, name: str, scenario: str) -> None:
        """Put a scenario of one's own among those that may be played."""
        served = self.folder / "home" / "scenarios"
        served.mkdir(parents=True, exist_ok=True)
        (served / f"{name}.toml").write_text(scenario, "utf-8")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()

    def close(self) -> str:
        """Ask it to close; what it had to say."""
        self.process.terminate()
        _, said = self.process.communicate(timeout=PATIENCE)
        return said

    def key(self, name: str) -> Path:
        path = self.folder / f"key-{name}"
        if not path.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
        return path

    def ssh(self, name: str, *words: str, key: bool = True) -> list[str]:
        """The command of a real client."""
        identity = ["-i", str(self.key(name))] if key else ["-o", "PubkeyAuthentication=no"]
        quiet = ["-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={self.folder / 'known'}"]
        alone = ["-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR", "-F", "none"]
        return ["ssh", "-p", str(self.port), *identity, *quiet, *alone, *words, f"{name}@127.0.0.1"]

    def lines(self, name: str) -> pexpect.spawn[str]:
        """Somebody who plays line by line."""
        command, *arguments = [*self.ssh(name), "plain"]
        client = pexpect.spawn(command, arguments, encoding="utf-8", timeout=PATIENCE, echo=False)
        client.expect_exact("lobby> ")
        return client


def does(client: pexpect.spawn[str], line: str) -> str:
    """Say something in the lobby; the answer."""
    client.sendline(line)
    client.expect_exact("lobby> ")
    return str(client.before)
