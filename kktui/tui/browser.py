"""The battles to choose from: the map, what it is about, the forces, and how it is to be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Input, Static
from textual.widgets.option_list import Option

from kktui.engine.pages import cell_words
from kktui.engine.rulebook import Unfit
from kktui.engine.scenario import Recruit, Scenario, Troop
from kktui.engine.state import AnyState
from kktui.files import Broken, Shelf, UnknownName
from kktui.store.offer import Battle, fits_as_seed, levels, offer, rulebooks
from kktui.store.record import HUMAN
from kktui.tui.field import Field
from kktui.tui.parts import Choice, Heading, Menu, WholeScreen, lines, one_line, plain
from kktui.tui.plot import STYLES
from kktui.tui.rulebook import RulebookScreen
from kktui.words import ending

BOTH = "both"
FIRST = "meeting-at-the-ford"
"""The battle that is offered first: a small one, in which nobody is hidden."""
LEVEL_WORDS = {"soldier": "soldier, sensible", "random": "random, anything legal"}


@dataclass(frozen=True, slots=True)
class Chosen:
    """A battle to begin: who plays each side, and what fixes the dice."""

    battle: Battle
    seats: Mapping[str, str]
    seed: str


class BrowserScreen(WholeScreen[Chosen | None]):
    """Choose a battle to play, or to watch."""

    DEFAULT_CSS = """
    BrowserScreen { background: $background; }
    BrowserScreen #scenarios { width: 26; height: 1fr; border: none; background: $surface; scrollbar-size-vertical: 1;
                               text-wrap: nowrap; text-overflow: ellipsis; }
    BrowserScreen.-wide #scenarios { width: 36; }
    BrowserScreen #map { width: 1fr; height: 1fr; min-height: 6; }
    BrowserScreen #about { height: 7; padding: 0 1; scrollbar-size-vertical: 1; background: $panel; }
    BrowserScreen.-tall #about { height: 16; }
    BrowserScreen #words { height: auto; }
    BrowserScreen #form { height: auto; }
    BrowserScreen #seed { height: 1; border: none; padding: 0 1; background: $background; width: 1fr; }
    BrowserScreen #seed:focus { background: $panel; }
    BrowserScreen #seed-line { height: 1; }
    BrowserScreen #seed-label { width: 15; padding: 0 0 0 1; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="browser.back"),
        Binding("enter", "begin", "Begin", id="browser.begin"),
        Binding("tab", "app.focus_next", "How to play it", id="browser.next"),
        Binding("f1", "rules", "Rules and rulings", id="browser.rules"),
        Binding("pagedown", "leaf(1)", "Read on", priority=True, id="browser.down"),
        Binding("pageup", "leaf(-1)", "Read back", show=False, priority=True, id="browser.up"),
    ]

    def __init__(self, *, watching: bool = False, house: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        """`house` are the player's own rulings for each ruleset."""
        super().__init__()
        self._watching = watching
        self._house = {name: dict(rulings) for name, rulings in (house or {}).items()}
        self._books = rulebooks()
        self._listed = Shelf().scenarios()
        self._offers: dict[str, Battle] = {}
        self._pictures: dict[tuple[str, str], AnyState] = {}
        self._battle: Battle | None = None

    def compose(self) -> ComposeResult:
        yield Heading(plain(self._heading()))
        with Horizontal():
            yield Menu(*(Option(one_line(title), id=name) for name, title, _ in self._listed), id="scenarios")
            with Vertical():
                yield Field(preview=True, id="map")
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="words")
                with Vertical(id="form"):
                    yield from self._form()
        yield Footer()

    def _heading(self) -> str:
        return "Watch a battle (Enter begins)" if self._watching else "Play a battle (Enter begins)"

    def _form(self) -> ComposeResult:
        rules = [(name, book.title) for name, book in self._books.items()]
        players = [(level, LEVEL_WORDS.get(level, level)) for level in levels()]
        yield Choice("Rules", rules, id="rules")
        if self._watching:
            yield Choice("First", players, id="first")
            yield Choice("Second", players, id="second")
        else:
            yield Choice("Side", [], id="side")
            yield Choice("Against", players, id="against")
        with Horizontal(id="seed-line"):
            yield Static(plain("Seed"), id="seed-label")
            yield Input(placeholder="drawn by lot", id="seed", compact=True, max_length=60)

    def on_mount(self) -> None:
        menu = self.query_one("#scenarios", Menu)
        menu.focus()
        if menu.option_count:
            ids = [name for name, *_ in self._listed]
            menu.highlighted = ids.index(FIRST) if FIRST in ids else 0

    # The battle that is looked at.

    @on(Menu.OptionHighlighted, "#scenarios")
    def _look_at(self, event: Menu.OptionHighlighted) -> None:
        self._battle = self._offer(str(event.option_id))
        if self._battle is None:
            return
        self.query_one("#rules", Choice).offer(
            [(name, book.title) for name, book in self._books.items()], self._battle.ruleset
        )
        self._offer_sides(self._battle)
        self._show()

    def _offer_sides(self, battle: Battle) -> None:
        if not self._watching:
            sides = [(party.id, party.name) for party in battle.scenario.parties]
            self.query_one("#side", Choice).offer([*sides, (BOTH, "both, two at one keyboard")], sides[0][0])

    def _offer(self, name: str) -> Battle | None:
        """A scenario from the shelf; one that is broken tells its faults instead."""
        if name not in self._offers:
            try:
                self._offers[name] = offer(name)
            except (Broken, UnknownName) as trouble:
                self.query_one("#words", Static).update(plain(str(trouble), "$error"))
                self.query_one(Field).show(None)
                return None
        return self._offers[name]

    @on(Choice.Changed, "#rules")
    def _by_other_rules(self) -> None:
        self._show()

    def _show(self) -> None:
        battle = self._chosen_battle()
        if battle is None:
            return
        try:
            state = self._picture(battle)
        except Unfit as unfit:
            self.query_one("#words", Static).update(plain(str(unfit), "$error"))
            return
        self.query_one("#words", Static).update(lines([*_about(state, battle)]))
        self.query_one("#about").scroll_home(animate=False)
        self.query_one(Field).show(state)

    def _picture(self, battle: Battle) -> AnyState:
        key = battle.text, battle.ruleset
        if key not in self._pictures:
            self._pictures[key] = battle.drawn_up()
        return self._pictures[key]

    def _chosen_battle(self) -> Battle | None:
        rules = self.query_one("#rules", Choice).value
        return None if self._battle is None else self._battle.by(rules, self._house.get(rules, {}))

    def action_leaf(self, pages: int) -> None:
        """Further down in what the battle is about, or up again."""
        about = self.query_one("#about")
        about.scroll_relative(y=pages * (about.size.height - 1), animate=False)

    # How it is played.

    def action_rules(self) -> None:
        battle = self._chosen_battle()
        if battle is None:
            return
        book = self._books[battle.ruleset]
        settled = battle.scenario.rulings.get(battle.ruleset, {})
        screen = RulebookScreen(book.with_house_rules(settled).with_house_rules(battle.house), changing=True)
        self.app.push_screen(screen, self._take_house)

    def _take_house(self, house: Mapping[str, Any] | None) -> None:
        if house is not None:
            self._house[self.query_one("#rules", Choice).value] = dict(house)
            self._pictures.clear()
            self._show()

    @on(Menu.OptionSelected, "#scenarios")
    @on(Choice.Submitted)
    @on(Input.Submitted)
    def action_begin(self) -> None:
        """Begin the battle as it is chosen now."""
        battle = self._chosen_battle()
        if battle is None:
            self.notify("This scenario cannot be played; its faults are told beside it.", markup=False)
        else:
            self._choose(battle)

    def _choose(self, battle: Battle) -> None:
        seed = self.query_one("#seed", Input).value.strip()
        if seed and not fits_as_seed(seed):
            self.notify("A seed is printable characters.", markup=False)
        else:
            self.dismiss(Chosen(battle, self._seats(battle), seed))

    def _seats(self, battle: Battle) -> dict[str, str]:
        if self._watching:
            players = [self.query_one(f"#{place}", Choice).value for place in ("first", "second")]
            return dict(zip(battle.sides, players, strict=True))
        mine, against = (self.query_one(f"#{name}", Choice).value for name in ("side", "against"))
        return {side: HUMAN if mine in (side, BOTH) else against for side in battle.sides}

    def action_leave(self) -> None:
        self.dismiss(None)


# What a battle is about.


def _about(state: AnyState, battle: Battle) -> Iterator[Content]:
    scenario = battle.scenario
    yield one_line(scenario.title, style="bold $primary")
    yield plain(f"{_numbers(scenario, state)}{' A good battle to begin with.' if scenario.id == FIRST else ''}", "dim")
    yield plain(" ".join(scenario.text.split()))
    yield Content("")
    for aim in ending.aims(state):
        yield plain(aim)
    yield Content("")
    for place, party in enumerate(scenario.parties):
        yield one_line(party.name, style=f"bold {STYLES[place]}")
        for troop in _known(scenario, state):
            if troop.side == party.id:
                yield plain(f"  {_force(troop)}")
    rulings = {**scenario.rulings.get(battle.ruleset, {}), **battle.house}
    if rulings:
        changed = ", ".join(f"{name} {cell_words(value)}" for name, value in rulings.items() if name != "chart")
        yield plain(f"House rulings: {changed}", "italic")


def _numbers(scenario: Scenario, state: AnyState) -> str:
    """`11 men against 11, 12 turns.`, as far as it is no secret."""
    known, sides = _known(scenario, state), [party.id for party in scenario.parties]
    first, *others = (sum(len(troop.recruits) for troop in known if troop.side == side) for side in sides)
    hidden = " and whoever is hidden" if len(known) < len(scenario.troops) else ""
    return f"{first} men against {' and '.join(map(str, others))}{hidden}, {state.scenario.turns} turns at most."


def _known(scenario: Scenario, state: AnyState) -> list[Troop]:
    """The troops that are no secret."""
    return [troop for troop in scenario.troops if troop.id in state.units]


def _force(troop: Troop) -> str:
    """`Wat Reeve's men: 9; sergeant, 5 soldiers with spear, 3 peasants with longbow; on turn 3`."""
    kinds: dict[str, int] = {}
    for recruit in troop.recruits:
        kinds[_kind(recruit)] = kinds.get(_kind(recruit), 0) + 1
    named = ", ".join(f"{count} {kind}" if count > 1 else kind for kind, count in kinds.items())
    late = f"; comes on in turn {troop.arrives}" if troop.arrives else ""
    return f"{troop.name}: {named}{late}"


def _kind(recruit: Recruit) -> str:
    mount = f" on a {recruit.mount.replace('-', ' ')}" if recruit.mount != "none" else ""
    weapons: Sequence[str] = recruit.weapons[:2]
    return f"{recruit.rank} ({', '.join(weapon.replace('-', ' ') for weapon in weapons)}){mount}"
