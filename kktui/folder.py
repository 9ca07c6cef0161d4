"""Where games, and the user's own scenarios and maps, lie on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """What KKTUI_HOME names, else the user's data folder."""
    chosen = os.environ.get("KKTUI_HOME")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("kktui", appauthor=False)
