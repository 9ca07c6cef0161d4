"""Odds are the rule itself run over every die: equal to brute force, exactly."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import kktui.engine.dice
import kktui.engine.odds
from kktui.engine.ask import Ask
from kktui.engine.dice import throw
from kktui.engine.odds import default, expected, odds, odds_of
from kktui.engine.requests import Choose, Move, Option, Plan
from kktui.rules.knights_sergeants.archery import Aim
from kktui.rules.knights_sergeants.melee import Bout
from kktui.rules.knights_sergeants.morale import Nerve
from kktui.rules.knights_sergeants.movement import Pace
from kktui.rules.knights_sergeants.odds import Onset, blow, flight, mood, onset
from kktui.table import Going


class Faces:
    """An Ask that takes one die after the other from a list, and says when it runs out."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = list(faces)

    def roll(self, dice: str, why: str, who: str = "") -> int:
        thrown = throw(dice)
        if len(self.faces) < thrown.number:
            raise IndexError((thrown.sides, thrown.number))
        taken, self.faces = self.faces[: thrown.number], self.faces[thrown.number :]
        return thrown.total(tuple(taken))

    def part(self, resolve: Callable[..., Any], *facts: Any) -> Any:
        return resolve(self, *facts)


def brute(resolve: Callable[[Any], Any], known: tuple[int, ...] = ()) -> dict[Any, Fraction]:
    """Every face of every die, one after the other, without any of the engine's odds."""
    try:
        return {resolve(Faces(known)): Fraction(1)}
    except IndexError as more:
        sides, count = more.args[0]
    found: dict[Any, Fraction] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        for outcome, chance in brute(resolve, (*known, *faces)).items():
            found[outcome] = found.get(outcome, Fraction(0)) + chance / sides**count
    return found


AIMS = [Aim(0, "foot", 2, 0, 0), Aim(1, "mounted", 3, 1, 1), Aim(2, "rider", 0, 0, 0), Aim(-3, "mount", 1, 2, 0)]
BOUTS = [Bout(0, 0, 0, False, False), Bout(2, -1, 4, False, True), Bout(-3, 1, 2, True, True)]
NERVES = [Nerve(8, 0), Nerve(3, 1), Nerve(12, 0), Nerve(5, -1, True)]


@pytest.mark.parametrize("aim", AIMS)
def test_a_shot_has_the_odds_of_all_its_dice(aim: Aim) -> None:
    assert odds(lambda ask: flight(ask, aim)) == brute(lambda ask: flight(ask, aim))


@pytest.mark.parametrize("bout", BOUTS)
def test_a_blow_has_the_odds_of_all_its_dice(bout: Bout) -> None:
    assert odds(lambda ask: blow(ask, bout)) == brute(lambda ask: blow(ask, bout))


@pytest.mark.parametrize("nerve", NERVES)
def test_a_morale_check_has_the_odds_of_all_its_dice(nerve: Nerve) -> None:
    assert odds(lambda ask: mood(ask, nerve)) == brute(lambda ask: mood(ask, nerve))


@pytest.mark.parametrize("own", [None, Nerve(2, 0)])
def test_a_whole_charge_weighs_its_parts_as_if_every_die_were_thrown(own: Nerve | None) -> None:
    charge = Onset(own, Nerve(1, 0), Pace(2, 0, False), 7, Bout(1, 0, 2, False, False))
    assert odds(lambda ask: onset(ask, charge)) == brute(lambda ask: onset(ask, charge))


def test_chances_sum_to_one_exactly() -> None:
    charge = Onset(Nerve(7, 0), Nerve(6, 1), Pace(4, 1, True), 15, Bout(3, 0, 4, True, True))
    assert sum(odds(lambda ask: onset(ask, charge)).values()) == 1


def test_remembered_odds_are_the_same_odds() -> None:
    bout = BOUTS[1]
    assert odds_of(blow, bout) == odds(lambda ask: blow(ask, bout))
    assert odds_of(blow, bout) is odds_of(blow, bout)


def test_a_part_asks_for_itself_and_its_outcomes_are_what_forks() -> None:
    runs = 0

    def inner(ask: Ask) -> bool:
        return ask.roll("2d6", "inner") >= 8

    def outer(ask: Ask) -> int:
        nonlocal runs
        runs += 1
        return sum(ask.part(inner) for _ in range(3))

    chances = odds(outer)
    assert runs <= 1 + 2 + 4 + 8
    yes = Fraction(15, 36)
    assert chances == {n: c * yes**n * (1 - yes) ** (3 - n) for n, c in enumerate((1, 3, 3, 1))}


def test_a_card_is_drawn_from_those_left_with_equal_chance() -> None:
    chances = odds(lambda ask: ask.draw("cards", ("a", "b", "b", "c")))
    assert chances == {"a": Fraction(1, 4), "b": Fraction(1, 2), "c": Fraction(1, 4)}


def test_a_resolution_without_dice_is_certain() -> None:
    assert odds(lambda ask: "so") == {"so": Fraction(1)}


def test_a_choice_within_odds_is_the_first_option() -> None:
    choice = Choose("red", "what", "al", (Option("one"), Option("two")))
    plan = Plan("red", "plan", "foot", {"al": choice})
    assert odds(lambda ask: ask.choose(choice)) == {"one": Fraction(1)}
    assert default(plan) == {"al": "one"}


def test_odds_of_a_move_are_refused() -> None:
    move = Move("red", "move", "al", 6, Going({}, {}))
    with pytest.raises(TypeError):
        odds(lambda ask: str(ask.place(move)))


def test_the_expected_worth_is_the_mean() -> None:
    chances = odds(lambda ask: ask.roll("1d6", "any"))
    assert expected(chances, float) == pytest.approx(3.5)


def test_odds_do_not_depend_on_the_order_of_the_dice_in_the_rule() -> None:
    one = odds(lambda ask: ask.roll("1d10", "a") - ask.roll("1d6", "b"))
    other = odds(lambda ask: -ask.roll("1d6", "b") + ask.roll("1d10", "a"))
    assert one == other


@pytest.mark.parametrize("module", [kktui.engine.odds, kktui.engine.dice])
def test_the_examples_in_the_text_are_true(module: Any) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
