"""The program: `python -m kktui`, or `kktui`."""

import gc
import sys

from kktui import __version__


def main() -> int:
    """Answer --version at once; everything else is a command."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        return _version()
    _hurry()
    try:
        from kktui.cli import run
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    return run(arguments)


def _version() -> int:
    try:
        print(f"kktui {__version__}", flush=True)
    except OSError:
        from kktui.cli import run

        return run(["--version"])
    return 0


def _hurry() -> None:
    """Start sooner: look for garbage seldom, for little of ours goes in circles."""
    gc.set_threshold(50_000, 20, 50)


if __name__ == "__main__":
    sys.exit(main())
