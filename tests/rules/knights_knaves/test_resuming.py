"""A battle put away at any question goes on as if it never had been."""

import json
import os
import subprocess
import sys

from kktui.engine.ask import Answer
from kktui.engine.check import as_answer
from kktui.engine.codec import pack
from kktui.engine.game import Game, Setup
from kktui.rules.knights_knaves import RULESET
from tests.battles import prepared
from tests.rules_shown import rule

STEPS = 60
"""Questions answered before the test has seen enough."""


def put_away(game: Game) -> Game:
    """The same battle from what would be written down of it."""
    answers = [Answer(*json.loads(json.dumps(pack(list(given))))) for given in game.answers]
    again = Game(game.setup, {}, answers)
    again.advance()
    again.hold(json.loads(json.dumps(pack(game.held))))
    return again


@rule("KK-5.1", "KK-6.1")
def test_at_every_question_a_battle_can_be_put_away_and_taken_up_again() -> None:
    plain = prepared("powder-on-the-toll-road", RULESET.id)
    game = Game(Setup(plain.rules, plain.scenario, plain.book, "put away"), {})
    game.advance()
    asked = set()
    for _ in range(STEPS):
        again = put_away(game)
        assert again.digest() == game.digest()
        assert repr(again.pending) == repr(game.pending)
        side, request = sorted(game.pending.items())[0]
        asked.add(request.what)
        assert game.answer(side, RULESET.advise(game.view(side), request)) is None
        game.advance()
    assert {"deploy", "standing-orders", "signal", "chits", "move"} <= asked


@rule("KK-5.1")
def test_a_choice_taken_back_and_made_again_leads_to_the_same_battle() -> None:
    plain = prepared("lances-at-the-pale", RULESET.id)
    game = Game(Setup(plain.rules, plain.scenario, plain.book, "back"), {})
    game.advance()
    while "chits" not in {request.what for request in game.pending.values()}:
        for side, request in sorted(game.pending.items()):
            assert game.answer(side, RULESET.advise(game.view(side), request)) is None
        game.advance()
    before = game.digest()
    chits = RULESET.advise(game.view("riders"), game.pending["riders"])
    assert game.answer("riders", chits) is None
    assert game.undo("riders") is None
    assert (game.digest(), set(game.pending)) == (before, {"riders", "keepers"})
    assert as_answer(game.pending["riders"], chits) == chits


FOUGHT = """
from tests.battles import Match, fought
print([fought(Match("lances-at-the-pale", "hash", level, "knights-knaves")).digest for level in ("random", "soldier")])
"""


@rule("KK-2.1")
def test_the_same_seed_and_answers_give_the_same_battle_whatever_the_order_of_sets() -> None:
    told = set()
    for seed in ("1", "77"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", FOUGHT], env=env, capture_output=True, text=True, check=True)
        told.add(run.stdout)
    assert len(told) == 1
