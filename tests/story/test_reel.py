"""A battle wound to any of its events."""

from random import Random

import pytest

from kktui.engine.codec import pack
from kktui.engine.state import AnyState
from kktui.rules import PACKAGES
from kktui.story import Reel, reel_of
from kktui.table.geometry import Point
from tests.plain.desk import bare
from tests.story.fought import fought


def picture(state: AnyState) -> object:
    """Everything a state holds that events change."""
    figures, units = pack(list(state.figures.values())), pack(list(state.units.values()))
    ground = state.scenario.ground
    middle = Point(ground.width / 2, ground.depth / 2)
    where = sorted(state.table.near(middle, ground.width + ground.depth))
    return state.turn, state.phase, figures, units, pack(state.notes), state.decks, len(state.log), where


@pytest.mark.parametrize("rules", PACKAGES)
def test_wound_to_the_end_it_is_the_battle_itself(rules: str) -> None:
    game = fought(rules=rules)
    reel = reel_of(game)
    assert picture(reel.wind(len(reel))) == picture(game.state)


def test_every_moment_is_the_same_from_whichever_side_one_comes_to_it() -> None:
    reel, fresh = reel_of(fought()), reel_of(fought())
    chance = Random(4)
    for _ in range(40):
        to = chance.randint(0, len(reel))
        fresh.wind(0)
        for at in range(0, to + 1, 50):
            fresh.wind(at)
        assert picture(reel.wind(to)) == picture(fresh.wind(to)), to


def test_it_goes_no_further_than_its_ends() -> None:
    reel = reel_of(fought())
    assert reel.wind(-5).log == []
    assert len(reel.wind(10_000).log) == len(reel)


def test_a_battle_going_on_shows_a_spectator_nothing_hidden() -> None:
    keeper = bare("ambush-in-kings-wood", humans=("sheriff", "outlaws"))
    keeper.advance()
    game = keeper.game
    hidden = [unit.id for unit in game.state.units.values() if unit.hidden]
    assert hidden
    side = game.state.units[hidden[0]].side
    assert hidden[0] not in reel_of(game).state.units
    assert hidden[0] in reel_of(game, side).state.units


def test_an_empty_battle_has_an_empty_reel() -> None:
    game = fought()
    assert len(Reel(game.setup.rules.muster(game.setup.scenario, game.setup.book), []).wind(3).log) == 0
