"""The command line run by tests: in a home of its own, here or as a process."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KKTUI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    return tmp_path / "home"


def process(*arguments: str, **more: object) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(PROJECT)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.Popen([sys.executable, "-m", "kktui", *arguments], env=env, text=True, **pipes)  # type: ignore[call-overload, no-any-return]
