"""Run every check of the project: ``python -m tests``."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
SCRIPTS = Path(sys.executable).parent

CHECKS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
    "lint-imports": ["lint-imports"],
}
TESTS = ["pytest", "-n", "2"]


def passes(heading: str, command: list[str]) -> bool:
    """Run one check under its heading, with the tools installed beside this Python."""
    print(f"\n== {heading}", flush=True)
    tool, *arguments = command
    return subprocess.run([SCRIPTS / tool, *arguments], cwd=PROJECT, check=False).returncode == 0


def main() -> int:
    """Run all the checks whatever fails, the tests last so that their closing line ends the output."""
    failed = [heading for heading, command in CHECKS.items() if not passes(heading, command)]
    heading = f"pytest (failed before it: {', '.join(failed)})" if failed else "pytest"
    tested = passes(heading, TESTS)
    return 0 if tested and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
