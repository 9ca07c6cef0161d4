"""Battles of every ruleset are walked through; each kind of question in them is put by the app and answered there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import pytest
from textual.app import App, ComposeResult

from kktui.engine.check import settle
from kktui.engine.game import Game, Setup
from kktui.engine.requests import Choose, Move, Option, Plan, Refusal, Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState
from kktui.engine.telling import ask_words, name_of, option_words, refusal_words
from kktui.plain.planning import form_for
from kktui.players import LEVELS
from kktui.rules import PACKAGES, ruleset
from kktui.tui.asking import Answering, Desk, Question, mode_for
from kktui.tui.field import Field
from kktui.tui.themes import THEMES
from kktui.words.advising import proposal
from kktui.words.outlook import Outlook
from tests.battles import shelf

HOUSE = {"knights-sergeants": {"cards": "per-side"}}
"""Rulings under which a ruleset asks what it does not ask else."""
SELDOM = {"camelot": {"new-weapon"}}
"""What is asked too seldom to wait for: put by hand."""
Kind = tuple[str, str]


class Table(App[None]):
    """Nothing but a field."""

    unicode = True

    def compose(self) -> ComposeResult:
        yield Field()

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "dusk"


@dataclass
class Walker:
    """A player who has every new kind of question put and answered in the app, then goes on as another plays."""

    on: Field
    level: str = "soldier"
    met: dict[Kind, int] = field(default_factory=dict)

    def answer(self, rules: Ruleset, state: AnyState, request: Request, luck: Any) -> Any:
        for kind in _kinds(request):
            if kind not in self.met:
                self.put(rules, state, request)
            self.met[kind] = self.met.get(kind, 0) + 1
        return LEVELS[self.level].answer(rules, state, request, luck)  # type: ignore[attr-defined]

    def put(self, rules: Ruleset, state: AnyState, request: Request) -> None:
        """Put a question: it says what the line client says, and its keys give lawful answers."""
        self.on.show(state)
        given: list[Any] = []
        mode = self._mode(rules, state, Question(request, given.append))
        seen = "\n".join([mode.title(), *(row.text.plain for row in mode.rows())])
        assert ask_words(state, request) in seen
        line_by_line = "\n".join(form_for(Outlook(rules, state, request.side, request)).question())
        for words in _told(state, request):
            assert words in seen, (request.what, words)
            assert words in line_by_line, (request.what, words)
        assert mode.overlays() is not None
        for press in _presses(mode, request):
            press()
            assert given, request.what
            settled = settle(state, request, given.pop())
            assert not isinstance(settled, Refusal), refusal_words(state, settled)
        mode.end()

    def _mode(self, rules: Ruleset, state: AnyState, question: Question) -> Answering:
        def think(thought: Callable[[Any], Future[Any]], then: Callable[[Any], None]) -> None:
            then(thought(Thought(rules, state)))

        desk = Desk(rules, state, question.request.side, self.on, think, lambda: None, lambda words, how: None)

        def open_part(part: Question, answer: Any) -> None:
            """The part on its own, taken as it was."""
            opened = self._mode(rules, state, part)
            opened.take(answer)
            opened.enter()

        mode = mode_for(desk, question, open_part)
        mode.begin()
        return mode


@dataclass(frozen=True)
class Thought:
    """A thinker who has thought already."""

    rules: Ruleset
    state: AnyState

    def forecasts(self, request: Request, key: str, answer: Any) -> Any:
        return tuple(self.rules.forecast(self.state, request, key, answer))

    def proposal(self, request: Plan) -> Any:
        return proposal(self.rules, self.state, request)


def _kinds(request: Request) -> list[Kind]:
    own = type(request).__name__, request.what
    if not isinstance(request, Plan):
        return [own]
    return [own, *{(type(part).__name__, part.what): None for part in request.parts.values()}]


def _told(state: AnyState, request: Request) -> list[str]:
    """The words that both faces must have for a question."""
    if isinstance(request, Choose):
        return [option_words(state, request, option) for option in request.options]
    if isinstance(request, Plan):
        return [name_of(state, part.about) for part in request.parts.values()]
    return []


def _presses(mode: Answering, request: Request) -> list[Callable[[], None]]:
    """Enter, Space, and for a choice every option by Tab; a plan is given after each of its parts was opened."""
    if isinstance(request, Choose):
        return [mode.space, *([lambda: _take_next(mode)] * len(request.options))]
    if isinstance(request, Plan):
        return [lambda: _leaf(mode, len(request.parts)), mode.space]
    if isinstance(request, Move) and request.must_touch:
        return [mode.space]
    return [mode.enter, mode.space]


def _take_next(mode: Answering) -> None:
    mode.enter()
    mode.cycle(1)


def _leaf(mode: Answering, parts: int) -> None:
    for _ in range(parts):
        mode.command("right")
        mode.enter()
        mode.cycle(1)
    mode.enter()


def walk(name: str, on: Field) -> set[str]:
    """Fight battles until everything the rulebook has words for was asked; what was not."""
    rules = ruleset(name)
    left = set(rules.book.words["ask"]) - SELDOM.get(name, set())
    walker = Walker(on)
    for number, (level, house, scenario) in enumerate(_battles(name)):
        walker.level = level
        read = shelf().scenario(scenario)
        book = rules.book.with_house_rules({**read.rulings.get(name, {}), **house})
        if not number:
            _by_hand(walker, rules, read, SELDOM.get(name, set()))
        Game(Setup(rules, read, book, "7"), {party.id: walker for party in read.parties}).advance()
        left -= {what for _, what in walker.met}
        if not left:
            break
    return left


def _battles(name: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Quick ones first: whoever does anything at random soon meets most questions."""
    every = [scenario for scenario, _, _ in shelf().scenarios()]
    for level in ("random", "soldier"):
        for house in (HOUSE[name], {}) if name in HOUSE else ({},):
            yield from ((level, house, scenario) for scenario in every)


def _by_hand(walker: Walker, rules: Ruleset, scenario: Any, seldom: set[str]) -> None:
    state = rules.muster(scenario, rules.book)
    for what in seldom:
        about = next(iter(state.figures))
        side = state.figures[about].side
        walker.put(rules, state, Choose(side, what, about, (Option("yes"), Option("no")), ""))


@pytest.mark.parametrize("name", PACKAGES)
def test_every_question_of_a_ruleset_is_put_and_answered(name: str) -> None:
    async def run() -> set[str]:
        app = Table()
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            return walk(name, app.query_one(Field))

    assert asyncio.run(run()) == set()
