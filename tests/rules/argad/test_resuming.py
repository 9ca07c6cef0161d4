"""A battle put away at any question, what one side has secretly answered included, goes on as if it never had been."""

from __future__ import annotations

from pathlib import Path

from kktui.engine.codec import pack
from kktui.engine.requests import Plan
from kktui.files.scenario import bundle_texts
from kktui.rules.argad import RULESET
from kktui.store import Keeper, Start, Store
from tests.rules_shown import rule

GROUND = """
version = 1
name = "Field"
size = [24, 24]
"""
BATTLE = """
version = 1
title = "Close by"
map = "field"
turns = 3
[[side]]
id = "red"
name = "Red"
edge = "south"
[[side]]
id = "blue"
name = "Blue"
edge = "north"
[[unit]]
id = "men"
name = "The men"
side = "red"
[[unit.figure]]
names = ["Al", "Bo", "Cai", "Don"]
places = [[6, 13], [7, 13], [8, 13], [16, 15]]
weapons = ["sword", "short-bow"]
[[unit]]
id = "foes"
name = "The foes"
side = "blue"
[[unit.figure]]
names = ["Ed", "Flo", "Gus", "Hal"]
places = [[6.5, 8], [7.5, 8], [8.5, 8], [16, 8]]
weapons = ["sword", "short-bow"]
"""
SEATS = {"red": "human", "blue": "human"}


def begun(folder: Path) -> Keeper:
    text = bundle_texts("close-by", BATTLE, "field", GROUND)
    return Keeper.create(Store(folder), Start(text, RULESET.id, seed="7"), SEATS)


def put_away(keeper: Keeper, folder: Path) -> Keeper:
    keeper.close()
    keeper.store.close()
    return Keeper.open(Store(folder), "last")


def answered(keeper: Keeper, side: str) -> None:
    """As a soldier would, but straight at the foe before him."""
    request = keeper.game.pending[side]
    answer = RULESET.advise(keeper.game.view(side), request)
    if isinstance(request, Plan) and request.what == "orders":
        ahead, figures = -3.0 if side == "red" else 3.0, keeper.game.state.figures
        going = (key for key in request.parts if key in figures and not key.endswith("-4"))
        answer = {key: {"path": [[figures[key].place.x, figures[key].place.y + ahead]]} for key in going}
    assert keeper.answer(side, answer) is None


def played(folder: Path, *, interrupted: bool) -> tuple[str, object, set[tuple[str, bool]]]:
    """The end of a battle, all answers given in it, and at which questions with how much answered it was put away."""
    keeper, seen = begun(folder), set()
    keeper.advance()
    while not keeper.game.over:
        if interrupted:
            before, asked, held = keeper.game.digest(), dict(keeper.game.pending), dict(keeper.game.held)
            keeper = put_away(keeper, folder)
            assert (keeper.game.digest(), keeper.game.pending, keeper.game.held) == (before, asked, held)
        side = sorted(keeper.game.pending)[-1]
        seen.add((keeper.game.pending[side].what, bool(keeper.game.held)))
        answered(keeper, side)
        keeper.advance()
    return keeper.game.digest(), pack([list(each) for each in keeper.game.answers]), seen


@rule("AR-2.1")
def test_a_battle_put_away_at_every_secret_plan_comes_out_the_same(tmp_path: Path) -> None:
    digest, answers, _ = played(tmp_path / "one", interrupted=False)
    again, others, seen = played(tmp_path / "two", interrupted=True)
    assert (again, others) == (digest, answers)
    assert {(what, held) for what in ("orders", "targets", "blows") for held in (False, True)} <= seen
    assert "follow-up" in {what for what, _ in seen}
