"""Where games lie on this machine."""

from __future__ import annotations

import os
from pathlib import Path

from kktui.store.trouble import StoreTrouble


def home() -> Path:
    """The folder of the games: KKTUI_HOME, or the user's data folder; made for its owner alone."""
    folder = _folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreTrouble(f"the folder for games {folder} cannot be made: {error.strerror}") from None
    return folder


def _folder() -> Path:
    chosen = os.environ.get("KKTUI_HOME")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("kktui", appauthor=False)
