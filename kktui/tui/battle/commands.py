"""The palette: everything a key does in a battle, and everybody on the field by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from kktui.engine.telling import name_of
from kktui.text import clean
from kktui.tui.battle.base import BattleParts
from kktui.tui.battle.bindings import ANSWERING, LOOKING, PANES, keys_of
from kktui.words.places import middle_of


class Command(NamedTuple):
    """One line of the palette. The palette reads `help` as markup: no text from people belongs there."""

    name: str
    run: Callable[[], object]
    help: str


class BattleHit(DiscoveryHit):
    """What a battle offers comes before what every screen offers."""

    @property
    def score(self) -> float:
        return 1.0


class BattleCommands(Provider):
    """Commands of the battle screen."""

    @property
    def _battle(self) -> BattleParts:
        assert isinstance(self.screen, BattleParts)
        return self.screen

    def _commands(self) -> Iterator[Command]:
        battle, keymap = self._battle, getattr(self.app, "keymap_in_use", {})
        for binding in (*LOOKING, *PANES, *ANSWERING):
            assert isinstance(binding, Binding)
            if not str(binding.id).startswith("battle.digit"):
                keys = " or ".join(keys_of(binding, keymap))
                yield Command(binding.description, partial(battle.run_action, binding.action), f"key: {keys}")
        state = battle.chair.state
        for unit in state.units.values():
            yield Command(f"Go to {name_of(state, unit.id)}", partial(self._go, unit.id), "bring this unit into sight")
        for man in state.fielded():
            yield Command(f"Look at {name_of(state, man.id)}", partial(self._look, man.id), "all that is known of him")

    def _go(self, key: str) -> None:
        place = middle_of(self._battle.chair.state, [key])
        if place is not None:
            self._battle.field.look_at(place)

    def _look(self, key: str) -> None:
        place = middle_of(self._battle.chair.state, [key])
        if place is not None:
            self._battle.look_at(place)

    async def discover(self) -> Hits:
        for name, run, words in self._commands():
            yield BattleHit(Content(clean(name)), run, text=clean(name), help=words)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for name, run, words in self._commands():
            score = matcher.match(clean(name))
            if score > 0:
                yield Hit(score, Content(clean(name)), run, text=clean(name), help=words)
