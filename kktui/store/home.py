"""Where games lie on this machine."""

from __future__ import annotations

from pathlib import Path

from kktui.folder import data_folder
from kktui.store.trouble import StoreTrouble


def home() -> Path:
    """The folder of the games: KKTUI_HOME, or the user's data folder; made for its owner alone."""
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreTrouble(f"the folder for games {folder} cannot be made: {error.strerror}") from None
    return folder
