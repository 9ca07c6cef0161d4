"""CA-10.2 The end: who stands, who did what he came for, and when finds are opened."""

import pytest

from kktui.engine.scenario import Goal
from kktui.rules.camelot.ending import decided, result, who_has_treasure
from kktui.rules.camelot.figures import Battle, Find
from kktui.rules.camelot.initiative import opening
from tests.drawn import Script, change
from tests.rules.camelot.table import camelot
from tests.rules_shown import rule

DEED = Goal("red", "kill-leader", figure="flo")


def fallen(*figures: str, goals: tuple[Goal, ...] = ()) -> Battle:
    battle = camelot("red knights: al 10,40", "blue foes: ed 10,5; flo 14,5", goals=goals)
    for each in figures:
        battle.leave(each, "dead")
    return battle


@rule("CA-10.2")
@pytest.mark.parametrize(
    ("gone", "winner", "why"),
    [
        (("al", "flo"), "red", "kill-leader"),
        (("al",), "blue", "nobody left standing"),
        (("ed", "flo"), "red", "nobody left standing"),
        (("al", "ed", "flo"), "red", "kill-leader"),
    ],
)
def test_who_has_done_what_he_came_for_wins_though_none_of_his_men_stands(
    gone: tuple[str, ...], winner: str, why: str
) -> None:
    ended = result(fallen(*gone, goals=(DEED,)))
    assert ended is not None
    assert (ended.winner, ended.why) == (winner, why)


@rule("CA-10.2")
@pytest.mark.parametrize(("comes", "over"), [("al", False), ("flo", True)])
def test_a_man_still_to_come_keeps_his_own_side_standing(comes: str, over: bool) -> None:
    battle = fallen("al")
    battle.leave(comes, "reserve")
    assert decided(battle) is over


@rule("CA-6.7")
@pytest.mark.parametrize(
    ("gone", "turn", "order", "opened"),
    [
        ((), 1, (), None),
        ((), 10, ("blue",), None),
        ((), 10, (), "find-1"),
        (("ed", "flo"), 1, ("blue",), "find-1"),
    ],
)
def test_what_was_found_is_opened_at_the_end_of_the_battle_alone(
    gone: tuple[str, ...], turn: int, order: tuple[str, ...], opened: str | None
) -> None:
    battle = fallen(*gone)
    battle.turn = battle.notes.ordered = turn
    battle.notes.order = order
    battle.notes.finds = (Find("find-1", "woods", 3, 3, "al"),)
    assert who_has_treasure(battle, Script(battle)) == opened


@rule("CA-2.2")
def test_with_a_new_round_everybody_has_his_turn_again() -> None:
    battle = fallen()
    change(battle, "al", done=True, tried=True, confused=True, fumbled=True)
    battle.turn = 2
    for event in opening(battle):
        battle.record(event)
    man = battle.figures["al"]
    assert (man.done, man.tried, man.confused, man.fumbled) == (False, False, False, False)
