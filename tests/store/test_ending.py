"""A battle that the players end themselves."""

from pathlib import Path

import pytest

from kktui.store import Altered, Keeper, Store
from kktui.store.proof import prove
from tests.store.battles import BOTH, answer_one, begin


def some_way_in(folder: Path, answers: int = 12) -> Keeper:
    keeper = begin(folder, BOTH)
    keeper.advance()
    for _ in range(answers):
        answer_one(keeper)
        keeper.advance()
    assert not keeper.game.over
    return keeper


def again(keeper: Keeper) -> Keeper:
    keeper.close()
    keeper.store.close()
    return Keeper.open(Store(keeper.store.folder), "last")


def test_a_side_that_resigns_has_lost_and_it_stays_so(tmp_path: Path) -> None:
    keeper = some_way_in(tmp_path)
    assert keeper.resign("red") is None
    result, digest = keeper.game.state.result, keeper.game.digest()
    assert result is not None
    assert (result.winner, result.why) == ("blue", "resigned")
    assert not keeper.game.pending
    keeper = again(keeper)
    assert (keeper.game.state.result, keeper.game.digest()) == (result, digest)
    assert prove(keeper.record, "7").finished


def test_the_sides_may_agree_on_a_draw(tmp_path: Path) -> None:
    keeper = some_way_in(tmp_path)
    assert keeper.agree_on_draw() is None
    keeper = again(keeper)
    assert keeper.game.state.result is not None
    assert keeper.game.state.result.winner == ""
    assert prove(keeper.record, "7").finished


def test_it_is_ended_once_and_not_taken_back(tmp_path: Path) -> None:
    keeper = some_way_in(tmp_path)
    assert keeper.resign("red") is None
    before = keeper.game.digest()
    assert "over" in str(keeper.resign("blue"))
    assert "over" in str(keeper.agree_on_draw())
    assert "ended by the players" in str(keeper.undo("red"))
    assert keeper.game.digest() == before


def test_a_choice_is_taken_back_by_consent_whatever_came_since(tmp_path: Path) -> None:
    keeper = some_way_in(tmp_path)
    asked = next(iter(keeper.game.pending.items()))
    side = asked[0]
    answer_one(keeper)
    keeper.advance()
    while keeper.undo(side) is None:
        keeper.advance()
    answers = len(keeper.game.answers)
    keeper.take_back(side)
    assert len(keeper.game.answers) < answers
    assert side in keeper.game.pending
    digest = keeper.game.digest()
    keeper = again(keeper)
    assert keeper.game.digest() == digest
    assert side in keeper.game.pending


@pytest.mark.parametrize("forged", [("end", "green", "resigned", None), ("end", "red", "won", None)])
def test_an_end_nobody_can_have_made_is_noticed(tmp_path: Path, forged: tuple[str, str, str, None]) -> None:
    from kktui.engine.ask import Answer, Drift
    from kktui.engine.game import Game

    keeper = some_way_in(tmp_path)
    game = Game(keeper.game.setup, {}, [*keeper.game.answers, Answer(*forged)])
    with pytest.raises((Drift, Altered)):
        game.advance()
