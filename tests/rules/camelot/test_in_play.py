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
from tests.closing import play
from tests.invariants import Watched
from tests.rules_shown import rule

FIELDS = ("perilous-ford", "giants-crag", "meeting-at-the-ford")
BATTLES = 10
"""On each of the fields, by turns with the initiative thrown for and with cards."""
MELEE_BRINGS = {
    "companions leave": "CA-5.2 Left",
    "shield broken": "CA-5.3 ShieldBroken",
    "weapon broken": "CA-5.4 WeaponBroken",
    "horse killed": "CA-5.5 Unsaddled",
    "unhorsed": "CA-5.6 Unsaddled",
    "offer to break off": "CA-5.7 Truce",
    "opponent unhorsed": "CA-5.8 Unsaddled",
    "opponent's horse killed": "CA-5.9 Unsaddled",
    "opponent's weapon broken": "CA-5.10 WeaponBroken",
    "opponent's shield broken": "CA-5.11 ShieldBroken",
    "a knight joins": "CA-5.12 SteppedIn",
}
COMBAT_BRINGS = {
    "confused": "CA-6.2 ActsNot",
    "accident": "CA-6.3 Befell accident",
    "furious assault": "CA-6.4 Befell furious assault",
    "reinforcements": "CA-6.5 Joined",
    "seize the moment": "CA-6.6 Befell seize the moment",
    "discovery": "CA-6.7 PickedUp",
    "take cover": "CA-6.8 Moved",
    "bravery": "CA-6.9 Befell bravery",
    "spooked horses": "CA-6.10 Moved",
    "fumbled": "CA-6.11 Befell fumbled",
    "rapid fire": "CA-6.12 Befell rapid fire",
    "hiding spot": "CA-6.13 Befell hiding spot",
    "just a scratch": "CA-6.14 JustAScratch",
    "cold feet": "CA-6.15 Moved",
    "fortune's favor": "CA-6.16 CombatEvent fortune's favor",
}
"""What an event does to the table when it comes to something."""


@lru_cache(maxsize=1)
def fought() -> Counter[str]:
    """What happened in some battles, counted: the rule, the event, and what it says."""
    happened: Counter[str] = Counter()
    for field in FIELDS:
        plain = prepared(field, "camelot")
        players = {party.id: LEVELS["soldier"] for party in plain.scenario.parties}
        for seed in range(BATTLES):
            book = plain.book.with_house_rules({"initiative": "cards"} if seed % 2 else {})
            game = Game(Setup(plain.rules, plain.scenario, book, f"events-{seed}"), players)
            game.advance()
            happened.update(told_of(game))
    return happened


def told_of(game: Game) -> Counter[str]:
    """The events of a battle; those of the two tables have a sentence."""
    told: Counter[str] = Counter()
    for entry in game.state.log:
        event, name = entry.event, type(entry.event).__name__
        told[f"{getattr(event, 'rule', '')} {name} {getattr(event, 'what', '')}".strip()] += 1
        if name in ("MeleeEvent", "CombatEvent", "Befell"):
            assert tell(game.state, event)
    return told


@rule("CA-5.2")
@pytest.mark.parametrize("what", MELEE)
def test_each_melee_event_comes_about_in_a_seeded_battle_and_does_its_work(what: str) -> None:
    number = list(MELEE).index(what) + 2
    assert fought()[f"CA-5.{number} MeleeEvent {what}"]
    assert fought()[MELEE_BRINGS[what]]


@rule("CA-6.1")
@pytest.mark.parametrize("what", COMBAT)
def test_each_combat_event_comes_about_in_a_seeded_battle_and_does_its_work(what: str) -> None:
    number = list(COMBAT).index(what) + 2
    assert fought()[f"CA-6.{number} CombatEvent {what}"]
    assert fought()[COMBAT_BRINGS[what]]


@pytest.mark.parametrize(
    "wanted",
    [
        "CA-5.3 NewShield",
        "CA-5.4 ChangedWeapon",
        "CA-5.6 Saddled",
        "CA-5.13 AtMercy",
        "CA-5.13 Pressed",
        "CA-5.13 Chivalry",
        "CA-6.5 SupportRolled",
        "CA-6.7 Dropped",
        "CA-6.7 TreasureRolled coin",
        "CA-6.15 MoveGone",
    ],
)
def test_what_follows_from_them_comes_about_too(wanted: str) -> None:
    assert fought()[wanted]


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
        "hiding-lasts": "this",
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
