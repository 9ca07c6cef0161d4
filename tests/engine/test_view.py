"""What a side sees: the fold of what it may see, and not one byte of what it may not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kktui.engine.codec import pack
from kktui.engine.dice import Luck
from kktui.engine.events import Revealed, to_json
from kktui.engine.game import Game
from kktui.engine.requests import Arrange, Choose, Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState
from kktui.engine.view import View, masked
from kktui.players import LEVELS
from tests.battles import shelf
from tests.engine.fields import seats, setup_of
from tests.packed import everything, strings

AMBUSH = shelf().scenario("ambush-in-kings-wood")
HIDING = {troop.id for troop in AMBUSH.troops if troop.hidden}


def ambush(seed: str, level: str = "random") -> Game:
    setup = setup_of(AMBUSH, seed)
    return Game(setup, seats(setup, level))


def known(state: AnyState) -> dict[str, Any]:
    """A state but for the order of cards that look alike, and the ruleset's notes."""
    facts = everything(state)
    del facts["notes"]
    for pile in ("decks", "discards"):
        facts[pile] = {deck: Counter(cards) for deck, cards in facts[pile].items()}
    return facts


@pytest.mark.parametrize("level", ["random", "soldier"])
@pytest.mark.parametrize("viewer", ["sheriff", "outlaws", ""])
def test_the_fold_of_what_is_seen_is_the_battle_without_what_is_hidden(viewer: str, level: str) -> None:
    game = ambush("fold", level)
    checked = 0
    while game.step():
        if game.steps % 5 == 0:
            assert known(game.view(viewer)) == known(masked(game.state, viewer)), f"event {len(game.state.log)}"
            checked += 1
    assert checked > 10
    assert known(game.view(viewer)) == known(masked(game.state, viewer))


def test_a_view_taken_up_late_names_nothing_hidden() -> None:
    game = ambush("late")
    while game.step() and any(game.state.units[each].hidden for each in HIDING):
        for viewer in ("sheriff", ""):
            secret = {each for each in HIDING if game.state.units[each].hidden}
            told = secret & set(strings(everything(View(game.state, viewer).state)))
            assert not told, f"{viewer!r} after {len(game.state.log)} events"


def test_the_side_itself_sees_everything() -> None:
    game = ambush("own")
    game.advance()
    assert known(game.view("outlaws")) == known(game.state)


def test_nothing_hidden_means_the_state_itself_is_seen() -> None:
    setup = setup_of(shelf().scenario("even-field"), "open")
    game = Game(setup, seats(setup, "random"))
    assert game.view("red") is game.state


def test_looking_changes_nothing() -> None:
    plain, watched = ambush("look"), ambush("look")
    plain.advance()
    while watched.step():
        for viewer in watched.state.viewers:
            watched.view(viewer)
    assert plain.digest() == watched.digest()


def test_the_scenario_a_side_sees_has_no_hidden_troop() -> None:
    game = ambush("troops")
    for viewer in ("sheriff", ""):
        assert not HIDING & set(strings(pack(game.view(viewer).scenario.troops)))
    assert {troop.id for troop in game.view("outlaws").scenario.troops} >= HIDING


class Lurking:
    """Puts its hidden men elsewhere in their zone, keeps them hidden, and otherwise does anything."""

    def __init__(self, inches: float) -> None:
        self.inches = inches

    def answer(self, rules: Ruleset, state: AnyState, request: Request, luck: Luck) -> Any:
        if isinstance(request, Arrange) and request.what == "deploy" and request.about in HIDING:
            return self._elsewhere(state, request)
        if isinstance(request, Choose) and request.what == "hold-card":
            return "hold-card"
        return LEVELS["random"].answer(rules, state, request, luck)

    def _elsewhere(self, state: AnyState, request: Arrange) -> dict[str, Any]:
        moved = {key: (x + self.inches, y, facing) for key, (x, y, facing) in request.default.items()}
        inside = all(
            state.table.in_zone(request.zone, request.default[key].at._replace(x=moved[key][0])) for key in moved
        )
        return {key: list(place) for key, place in moved.items()} if inside else {}


def lurking(seed: str, inches: float) -> Game:
    game = Game(setup_of(AMBUSH, seed), {"sheriff": LEVELS["soldier"], "outlaws": Lurking(inches)})
    game.advance()
    return game


def seen(game: Game, viewer: str) -> Iterator[bytes]:
    """What a viewer is sent, up to the reveal."""
    for entry in game.state.log:
        event = entry.seen_by(viewer)
        if isinstance(event, Revealed):
            return
        if event is not None:
            yield json.dumps(to_json(event), sort_keys=True).encode()


@pytest.mark.parametrize("seed", range(10))
def test_where_a_hidden_unit_lurks_changes_no_byte_until_it_is_found(seed: int) -> None:
    one, other = lurking(f"lurk-{seed}", 0.0), lurking(f"lurk-{seed}", 1.5)
    places = [{key: pack(each.state.log[0].event) for key in HIDING} for each in (one, other)]
    assert one.digest() != other.digest(), places
    for viewer in ("sheriff", ""):
        here, there = list(seen(one, viewer)), list(seen(other, viewer))
        length = min(len(here), len(there))
        assert length > 10
        assert here[:length] == there[:length]
