"""A new game played on from the middle of an old one."""

from pathlib import Path

import pytest

from kktui.store import Keeper, Store
from kktui.store.proof import prove
from tests.store.battles import ALONE, NOBODY, begin, play_out


def old_game(folder: Path) -> Keeper:
    keeper = begin(folder, NOBODY)
    play_out(keeper)
    keeper.close()
    return keeper


@pytest.mark.parametrize("share", [0, 3, 7, 10])
def test_it_begins_as_the_old_one_did_and_goes_its_own_way(tmp_path: Path, share: int) -> None:
    old = old_game(tmp_path)
    events = len(old.game.state.log) * share // 10
    answers = old.game.answers_before(events)
    seed = old.store.seed(old.id, old.header)
    branched = Keeper.branch(Store(tmp_path), old.record, seed, answers, ALONE)
    assert branched.id != old.id
    assert branched.game.answers[:answers] == old.record.answers[:answers]
    log = branched.game.state.log
    assert [entry.event for entry in log[:events]] == [entry.event for entry in old.game.state.log[: len(log[:events])]]
    play_out(branched)
    branched.close()
    assert prove(Store(tmp_path).read(branched.id), seed).finished
    assert Store(tmp_path).read(old.id).tip == old.record.tip


def test_it_is_on_the_disk_step_by_step(tmp_path: Path) -> None:
    old = old_game(tmp_path)
    answers = old.game.answers_before(len(old.game.state.log) // 2)
    seed = old.store.seed(old.id, old.header)
    branched = Keeper.branch(Store(tmp_path), old.record, seed, answers, ALONE)
    before = branched.game.digest()
    branched.close()
    again = Keeper.open(Store(tmp_path), branched.id)
    assert again.game.digest() == before
    assert again.record.answers == branched.record.answers
    again.close()


def test_the_answers_of_a_moment_are_those_that_brought_it_about(tmp_path: Path) -> None:
    game = old_game(tmp_path).game
    assert game.answers_before(0) == 0
    assert game.answers_before(len(game.state.log) + 1) == len(game.answers)
    counts = [game.answers_before(events) for events in range(len(game.state.log))]
    assert counts == sorted(counts)


def test_what_was_answered_at_that_moment_is_open_again(tmp_path: Path) -> None:
    game = old_game(tmp_path).game
    assert len(game.taken) == len(game.answers) > 20
    for taken in game.taken:
        assert game.answers_before(taken.events) <= taken.first
        assert game.answers_before(taken.events + 1) > taken.first
