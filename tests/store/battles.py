"""Short battles for the tests of the store, and somebody who plays them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kktui.engine.dice import Luck
from kktui.engine.requests import Refusal
from kktui.files import Shelf, bundle
from kktui.files.scenario import bundle_texts
from kktui.players import LEVELS
from kktui.store import Keeper, Start, Store
from kktui.store.keeper import Game

RULES = "knights-sergeants"
ALONE = {"red": "human", "blue": "random"}
BOTH = {"red": "human", "blue": "human"}
NOBODY = {"red": "soldier", "blue": "soldier"}


@lru_cache
def short_battle(turns: int = 3) -> str:
    """The even field for a few turns, as one text."""
    path = Shelf().scenario_path("even-field")
    text = path.read_text("utf-8").replace("turns = 12", f"turns = {turns}")
    ground = (path.parent.parent / "maps" / "even-field.toml").read_text("utf-8")
    assert bundle(path)
    return bundle_texts("even-field", text, "even-field", ground)


def begin(folder: Path, seats: dict[str, str] = ALONE, seed: str = "7", turns: int = 3) -> Keeper:
    return Keeper.create(Store(folder), Start(short_battle(turns), RULES, seed=seed), seats)


def reply(game: Game, side: str) -> object:
    """What a player without a plan answers."""
    luck = Luck(game.key, f"{side}|{len(game.answers)}")
    return LEVELS["random"].answer(game.setup.rules, game.view(side), game.pending[side], luck)


def answer_one(keeper: Keeper) -> None:
    """Answer the first question that waits."""
    side = next(iter(keeper.game.pending))
    refused = keeper.answer(side, reply(keeper.game, side))
    if isinstance(refused, Refusal):
        again = keeper.answer(side, refused.nearest)
        assert again is None, again


def play_out(keeper: Keeper) -> str:
    """Play to the end; the digest."""
    keeper.advance()
    while not keeper.game.over:
        answer_one(keeper)
        keeper.advance()
    return keeper.game.digest()
