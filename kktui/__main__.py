"""The program: `python -m kktui`, or `kktui`."""

import sys

from kktui import __version__


def main() -> int:
    """Answer --version at once; everything else is a command."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        print(f"kktui {__version__}")
        return 0
    from kktui.cli import run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
