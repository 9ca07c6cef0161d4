"""A battle to look at: from its events alone, or played by the computer without being kept."""

from __future__ import annotations

import json
from dataclasses import replace

from kktui.engine.codec import sound
from kktui.engine.events import Event, from_json
from kktui.engine.game import Game, Setup
from kktui.engine.state import AnyState
from kktui.engine.view import masked
from kktui.store.keeper import rebuilt, setup_of
from kktui.store.record import Record
from kktui.store.trouble import MISSHAPEN, Altered, Outgrown


class Told(Game):
    """A battle out of its events, without a rule being asked; `redacted` holds what a spectator saw."""

    def __init__(self, setup: Setup, record: Record, *, redacted: bool) -> None:
        super().__init__(replace(setup, committed=record.header.commitment), {})
        if redacted:
            self.state = masked(self.state, "")
        self.answers = list(record.answers)
        try:
            for event in record.events:
                self.state.record(_event(event))
        except MISSHAPEN as error:
            why = f"event {len(self.state.log) + 1} is not known to this kktui ({error})"
            raise Outgrown(f"this battle cannot be shown: {why}") from None

    def view(self, side: str) -> AnyState:
        return self.state

    def step(self) -> bool:
        return False


def _event(text: str) -> Event:
    """An event of a file, every value of which is what an event can tell."""
    event = from_json(json.loads(text))
    if not sound(type(event), event):
        raise ValueError(f"{event.kind} with values of another kind")
    return event


class Loose:
    """A game that is kept nowhere: for looking on."""

    def __init__(self, name: str, game: Game) -> None:
        self.id = name
        self.game = game

    def step(self) -> bool:
        return self.game.step()


def shown(name: str, record: Record, seed: str) -> Loose:
    """A game to look at: played again by the rules, or told from its events when the rules have changed."""
    setup = setup_of(record.header, seed)
    if not seed:
        return Loose(name, Told(setup, record, redacted=True))
    try:
        return Loose(name, rebuilt(setup, record))
    except Outgrown:
        return Loose(name, Told(setup, record, redacted=False))
    except Altered:
        record.check_digests()
        raise
