"""The luck ledger: dice against what was to be expected of them."""

from math import isclose, sqrt

import pytest

from kktui.engine.ask import Answer
from kktui.engine.game import Game
from kktui.engine.odds import odds
from kktui.rules import PACKAGES
from kktui.story import fortunes, tallies
from kktui.story.luck import HIGH, LOW, chances
from tests.plain.desk import bare
from tests.story.fought import fought


def thrown(*rolls: tuple[str, list[int]]) -> Game:
    """A battle of which only these rolls are known."""
    game = bare().game
    game.answers = [Answer("roll", "table", what, faces) for what, faces in rolls]
    return game


@pytest.mark.parametrize("dice", ["1d10", "2d6", "3d6 best 2", "1d6", "4d6"])
def test_what_is_to_be_expected_is_what_the_odds_say(dice: str) -> None:
    exact = odds(lambda ask: ask.roll(dice, "example"))
    mean = sum(total * chance for total, chance in exact.items())
    variance = sum((total - mean) ** 2 * chance for total, chance in exact.items())
    found = chances(dice)
    assert isclose(found[0], mean)
    assert isclose(found[1], sqrt(variance))


@pytest.mark.parametrize("rules", PACKAGES)
def test_every_throw_of_a_battle_is_in_the_ledger(rules: str) -> None:
    game = fought(rules=rules)
    assert sum(each.thrown for each in tallies(game)) == len([a for a in game.answers if a.kind == "roll"])
    assert all(each.good in ("", HIGH, LOW) for each in tallies(game))


def test_a_throw_belongs_to_the_side_of_whoever_it_is_named_for() -> None:
    game = thrown(("1d10|melee|aldous", [9]), ("1d10|melee|ketil against aldous", [2]), ("1d6|weather|", [3]))
    assert [(each.side, each.rolled) for each in tallies(game)] == [("hale", 9.0), ("orme", 2.0), ("", 3.0)]


def test_high_dice_are_lucky_to_hit_and_unlucky_for_morale() -> None:
    lucky = thrown(("1d10|to hit|aldous", [10]), ("1d10|morale|aldous", [1]))
    unlucky = thrown(("1d10|to hit|aldous", [1]), ("1d10|morale|aldous", [10]))
    assert fortunes(lucky)[0].better_than > 0.9
    assert fortunes(unlucky)[0].better_than < 0.1


def test_what_nobody_judges_makes_nobody_lucky() -> None:
    game = thrown(("1d10|mount or rider|aldous", [10]))
    assert tallies(game)[0].good == ""
    assert fortunes(game) == []
