"""The line client: a complete way to play for pipes, screen readers and terminals that can only print."""

from kktui.match import Keeper
from kktui.plain.desk import Options
from kktui.plain.session import play, replay, watch

__all__ = ["Keeper", "Options", "play", "replay", "watch"]
