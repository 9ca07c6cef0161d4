"""A disk that is full pauses the battle and loses nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.battles import begin, play_out

PROJECT = Path(__file__).resolve().parent.parent.parent

pytest.importorskip("resource")


def test_a_full_disk_is_told_and_the_same_answer_is_taken_later(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.store.full_disk", str(tmp_path / "full")]
    played = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    *refusals, digest = played.stdout.splitlines()
    assert len(refusals) >= 3
    assert all("cannot be written" in line for line in refusals)
    assert digest == play_out(begin(tmp_path / "roomy"))
