"""What is settled when a game is called, and the word each player adds to the dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from kktui.host.rooms import LONGEST_WORD, Absent, Terms
from kktui.host.wording import span_words
from kktui.store.offer import Battle, levels
from kktui.tui.browser import BrowserScreen, Chosen
from kktui.tui.parts import Choice, Heading, one_line, plain

ME, OPEN = "me", "open"
YES, NO = "yes", "no"
DELAYS = (0, 5, 15, 60)
PATIENCE = (5, 10, 60, 24 * 60, 7 * 24 * 60)


@dataclass(frozen=True, slots=True)
class Called:
    """A game as somebody wants it."""

    terms: Terms
    chairs: Mapping[str, str]
    """For each side: me, open, or the level of a computer player."""


class CallScreen(BrowserScreen):
    """Choose what is to be played; by whom is settled afterwards, and nobody chooses the seed."""

    def _heading(self) -> str:
        return "Call a battle (Enter goes on)"

    def _form(self) -> ComposeResult:
        yield Choice("Rules", [(name, book.title) for name, book in self._books.items()], id="rules")

    def _offer_sides(self, battle: Battle) -> None:
        """Sides come with the terms."""

    def _choose(self, battle: Battle) -> None:
        self.dismiss(Chosen(battle, {}, ""))


class TermsScreen(ModalScreen[Called | None]):
    """Who plays, who may look on, what becomes of the absent."""

    DEFAULT_CSS = """
    TermsScreen { align: center middle; }
    TermsScreen #box { width: 64; max-width: 100%; height: auto; border: round $primary; padding: 0 1;
                       background: $surface; }
    TermsScreen .side { padding: 0 1; text-style: bold; }
    TermsScreen #hint { margin: 1 0 0 0; color: $foreground 70%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="terms.back"),
        Binding("enter", "call", "Call it", id="terms.call"),
    ]

    def __init__(self, battle: Battle) -> None:
        super().__init__()
        self._battle = battle

    def compose(self) -> ComposeResult:
        players = [(ME, "you"), (OPEN, "open to others"), *((level, f"computer, {level}") for level in levels())]
        with Vertical(id="box"):
            yield Heading(one_line(f"{self._battle.scenario.title}, {self._battle.ruleset}", 58))
            for number, party in enumerate(self._battle.scenario.parties):
                yield Static(one_line(party.name, 58), classes="side")
                yield Choice("Played by", players, OPEN if number else ME, id=f"chair-{number}")
            yield Choice("Onlookers", [(YES, "welcome"), (NO, "none")], YES, id="watching")
            delays = [
                (str(each), f"{span_words(each)} behind" if each else "at once, what is public") for each in DELAYS
            ]
            yield Choice("They see", delays, "0", id="delay")
            yield Choice("The absent", [(each.value, each.value) for each in Absent], Absent.WAIT.value, id="absent")
            yield Choice("After", [(str(each), span_words(each)) for each in PATIENCE], "10", id="patience")
            yield Static(plain("Arrows change, Enter calls the game, Escape goes back."), id="hint")

    def on_mount(self) -> None:
        self.query(Choice).first().focus()

    @on(Choice.Submitted)
    def action_call(self) -> None:
        battle = self._battle
        terms = Terms(
            battle.scenario.id,
            battle.text,
            battle.scenario.title,
            battle.ruleset,
            dict(battle.house),
            watching=self._value("watching") == YES,
            delay=int(self._value("delay")),
            absent=Absent(self._value("absent")),
            patience=int(self._value("patience")),
        )
        self.dismiss(Called(terms, {side: self._value(f"chair-{i}") for i, side in enumerate(battle.sides)}))

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Choice).value

    def action_leave(self) -> None:
        self.dismiss(None)


class WordScreen(ModalScreen[str | None]):
    """A word for the dice: nobody, not even the host, knew it when the seed was committed to."""

    DEFAULT_CSS = """
    WordScreen { align: center middle; }
    WordScreen #box { width: 64; max-width: 100%; height: auto; border: round $primary; padding: 0 1;
                       background: $surface; }
    WordScreen Input { margin: 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", id="word.back")]

    def __init__(self, commitment: str) -> None:
        super().__init__()
        self._commitment = commitment

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Heading(plain("Ready? Add a word to the dice, or none"))
            yield Static(
                plain(f"The host's seed is fixed; its fingerprint is {self._commitment}. Your word is mixed in.")
            )
            yield Input(max_length=LONGEST_WORD, placeholder="any word, then Enter", id="word")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)

    def action_leave(self) -> None:
        self.dismiss(None)
