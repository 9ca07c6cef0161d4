"""Each of the 26 events comes about in battles that the computer plays from a seed, and says so."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import pytest

from kktui.engine.dice import Luck
from kktui.engine.game import Game, Setup
from kktui.engine.telling import tell
from kktui.players import LEVELS
from kktui.rules.camelot.combat_events import EVENTS as COMBAT
from kktui.rules.camelot.melee_events import EVENTS as MELEE
from tests.battles import prepared
from tests.invariants import Watched, play
from tests.rules_shown import rule

BATTLES = 12


@lru_cache(maxsize=2)
def fought(level: str) -> Counter[str]:
    """What happened in some battles, counted: events by name, and what some of them say."""
    happened: Counter[str] = Counter()
    for seed in range(BATTLES):
        plain = prepared("meeting-at-the-ford", "camelot")
        players = {party.id: LEVELS[level] for party in plain.scenario.parties}
        rulings = {"initiative": "cards"} if seed % 2 else {}
        book = plain.book.with_house_rules(rulings)
        game = Game(Setup(plain.rules, plain.scenario, book, f"events-{seed}"), players)
        game.advance()
        for entry in game.state.log:
            event = entry.event
            name = type(event).__name__
            happened[f"{name} {getattr(event, 'what', '')}".strip()] += 1
            if name in ("MeleeEvent", "CombatEvent", "Befell"):
                assert tell(game.state, event)
    return happened


@rule("CA-5.2")
@pytest.mark.parametrize("what", MELEE)
def test_each_melee_event_comes_about_in_a_seeded_battle(what: str) -> None:
    assert fought("soldier")[f"MeleeEvent {what}"]


@rule("CA-6.1")
@pytest.mark.parametrize("what", COMBAT)
def test_each_combat_event_comes_about_in_a_seeded_battle(what: str) -> None:
    assert fought("soldier")[f"CombatEvent {what}"]


def test_what_they_bring_comes_about_too() -> None:
    happened = fought("soldier")
    wanted = (
        *("ShieldBroken", "WeaponBroken", "Unsaddled", "Truce", "Pressed", "SecondFound", "Joined", "JustAScratch"),
        *(
            "Befell confused",
            "Befell accident",
            "Befell furious assault",
            "Befell seize the moment",
            "Befell cold feet",
        ),
    )
    assert [each for each in wanted if not happened[each]] == []


def test_every_sentence_of_a_battle_is_told() -> None:
    plain = prepared("meeting-at-the-ford", "camelot")
    players = {party.id: LEVELS["soldier"] for party in plain.scenario.parties}
    game = Game(replace(plain, seed="told"), players)
    game.advance()
    for entry in game.state.log:
        sentence = tell(game.state, entry.event)
        assert "{" not in sentence
        assert "<" not in sentence


RULINGS = (
    {"initiative": "cards", "wild-card": "table", "surprise": True},
    {"initiative": "cards", "random-figure": "any"},
    {"initiative": "leadership", "solo": "second", "surprise": True, "scale": 2, "fortune": "card"},
    {
        "pc": "hero",
        "virtue-check": "or-less",
        "unhorsed": "1",
        "scratch": "light",
        "stacking": "worst",
    },
)


@pytest.mark.parametrize("rulings", RULINGS)
def test_every_promise_holds_under_other_rulings_and_with_men_in_hiding(rulings: dict[str, object]) -> None:
    plain = prepared("ambush-in-kings-wood", "camelot")
    book = plain.book.with_house_rules(rulings)
    players = {party.id: LEVELS["soldier"] for party in plain.scenario.parties}
    watch = play(Watched(Setup(plain.rules, plain.scenario, book, "rulings"), players))
    assert [str(each) for each in watch.broken] == []


@pytest.mark.parametrize("scenario", ["perilous-ford", "giants-crag"])
def test_a_battle_waited_for_at_every_question_comes_out_the_same(scenario: str) -> None:
    plain = prepared(scenario, "camelot")
    setup = replace(plain, seed="waited")
    player = LEVELS["random"]
    alone = Game(setup, {party.id: player for party in plain.scenario.parties})
    alone.advance()
    asked = Game(setup, {})
    asked.advance()
    while asked.pending:
        side, request = next(iter(asked.pending.items()))
        luck = Luck(asked.key, f"{side}|{len(asked.answers)}")
        assert asked.answer(side, player.answer(plain.rules, asked.view(side), request, luck)) is None
        asked.advance()
    assert asked.digest() == alone.digest()
