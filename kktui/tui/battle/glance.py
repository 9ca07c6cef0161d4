"""Looking about in a battle: measuring, rings, threat, rules, panes. Nothing here changes the battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import work
from textual.binding import BindingType

from kktui.engine.pages import lit_by
from kktui.engine.state import AnyState
from kktui.engine.telling import length_words, name_of, rule_words
from kktui.table.geometry import Point
from kktui.tui.asking import Measuring
from kktui.tui.asking.danger import LABEL, danger_cells, danger_marks, ring_with_name
from kktui.tui.battle.base import NAMES, BattleParts
from kktui.tui.battle.bindings import ANSWERING, LOOKING, PANES, help_rows, key_row
from kktui.tui.battle.words import sign_words
from kktui.tui.bridge import come_if_ever
from kktui.tui.curtain import Sheet
from kktui.tui.field import Cell, Field, Mark, Marks
from kktui.tui.panes.lines import Lines, row
from kktui.words import ending, explaining
from kktui.words.places import middle_of, place_in
from kktui.words.reaching import Circle, circles, threats


class Glancing(BattleParts):
    """The part of the battle screen that only looks."""

    def action_look(self) -> None:
        self.look_at(self._here())

    def action_measure(self) -> None:
        start = self._here()
        self.put(Measuring(self.desk(), start, start))

    def _here(self) -> Point:
        """The cursor, whoever is asked about, or the middle of what is seen."""
        actor = self.chair.outlook(self.asked).actor
        return self.field.cursor or middle_of(self.chair.state, [actor]) or self.field.middle

    def mine(self) -> list[str]:
        """The men of this side; for who looks on, of the first."""
        state = self.chair.state
        return [man.id for man in state.fielded(self.chair.side or state.sides[0])]

    def keep_in_sight(self) -> None:
        """Bring what the question is about, the cursor or one's own men into sight, whatever room there is now."""
        places = self.mode.places() if self.mode is not None else None
        if places is not None:
            self.field.bring(places[0])
            self.field.bring_both(*places)
            return
        state, actor = self.chair.state, self.chair.outlook(self.asked).actor
        place = self.field.cursor or middle_of(state, [actor]) or middle_of(state, self.mine())
        if place is not None:
            self.field.bring(place)

    def action_zoom(self, closer: int) -> None:
        self.field.zoom(closer)
        self.changed()

    def action_fit(self) -> None:
        self.field.fit()
        self.changed()

    def action_pan(self, across: int, down: int) -> None:
        self.field.pan(across, down)

    # Rings and threat.

    rings_of = ""
    """The man whose rings are shown."""
    dangers = False
    """Whether it is shown where the enemy can strike."""
    _standing: tuple[tuple[Any, ...], dict[str, Marks]] = ((), {})
    """What stands over the field, and what it was worked out for."""

    def standing_marks(self) -> dict[str, Marks]:
        """The danger and somebody's rings, while they are wanted: as the battle is now and at the scale of now."""
        key = self.field.scale, len(self.chair.state.log), self.chair.side, self.rings_of, self.dangers
        if key != self._standing[0]:
            rings = self._ring_marks()
            names = {cell: mark for cell, mark in rings.items() if mark.style == LABEL}
            self._standing = key, {"threat": self._threat_marks(), "rings of": rings, NAMES: names}
        return self._standing[1]

    def _ring_marks(self) -> Marks:
        state, field = self.chair.state, self.field
        marks: dict[Cell, Mark] = {}
        for each in circles(self.chair.rules, state, [self.rings_of]):
            marks |= ring_with_name(field, each, f"{each.ring.name} {length_words(state, each.ring.inches)}")
        return marks

    def _threat_marks(self) -> Marks:
        if not self.dangers:
            return {}
        return danger_marks(
            self.field, danger_cells(self.field, threats(self.chair.rules, self.chair.state, self.chair.side))
        )

    def action_rings(self) -> None:
        """How far the man under the cursor commands, shoots and charges; away with it when it is shown already."""
        state = self.chair.state
        who = self.field.who_at(self._here()) or self.chair.outlook(self.asked).actor
        if self.rings_of:
            self.rings_of = ""
            self.say("", "")
            return
        self.rings_of = who
        said = [_ring_words(state, each) for each in circles(self.chair.rules, state, [who])]
        self.say(
            f"{name_of(state, who)}: {', '.join(said) or 'nothing that reaches'}." if who else "Nobody is there.", ""
        )

    def action_threat(self) -> None:
        """Where an enemy can shoot or charge at most; away with it when it is shown already."""
        self.dangers = not self.dangers
        if not self.dangers:
            self.say("", "")
        elif threats(self.chair.rules, self.chair.state, self.chair.side):
            self.say("The enemy can strike where it is marked.", "")
        else:
            self.say("No enemy is known to reach anywhere.", "")

    # Words.

    def action_why(self) -> None:
        rows = [row(line, hang=2) for line in explaining.why(self.chair.outlook(self.asked), "")]
        self.app.push_screen(Sheet("Why?", rows))

    def action_aims(self) -> None:
        readers = (self.chair.side,) if self.chair.side else ()
        rows = [row(line, hang=2) for line in ending.aims(self.chair.state, readers)]
        self.app.push_screen(Sheet("What it is about", rows))

    @work(exclusive=True, group="rules")
    async def action_rules(self) -> None:
        """The rulebook, lit where the open question rests on it."""
        from kktui.tui.rulebook import RulebookScreen

        asked, rules = self.asked, self.chair.rules
        lit = None
        if asked is not None:
            lit = await come_if_ever(self.thinker.think(lambda state: lit_by(rules, state, asked)))
        self.app.push_screen(RulebookScreen(self.chair.state.book, lit))

    def action_help(self) -> None:
        """What the keys of now do and the signs on the field mean, then every key there is, as the player has them."""
        keymap = getattr(self.app, "keymap_in_use", {})
        rows = []
        if self.mode is not None:
            shown = self.keys_shown()
            rows = [
                row(self.mode.title() or "Now", "bold"),
                *(key_row(shown.get(name, name), does) for name, does in self.mode.keys),
            ]
        rows += [
            row("Signs on the field", "bold"),
            *(key_row(sign, means) for sign, means in sign_words(self.field.glyphs)),
        ]
        places = (*self.key_places(), ("On the field", Field.BINDINGS), ("Anywhere", type(self.app).BINDINGS))
        self.app.push_screen(Sheet("Keys", [*rows, *help_rows(places, keymap)]))

    def key_places(self) -> tuple[tuple[str, Sequence[BindingType]], ...]:
        """The keys of this screen, under headings."""
        return ("Answering", ANSWERING), ("Looking about", LOOKING), ("Panes and the rest", PANES)

    # Panes.

    def action_pane(self, name: str) -> None:
        pane = self.panes.show(name)
        if self.focused is pane:
            self.focus_mode()
        else:
            pane.focus()

    def action_focus_field(self) -> None:
        self.field.focus()

    def action_widen(self, columns: int) -> None:
        self.panes.widen(columns)

    def action_hide_panes(self) -> None:
        self.panes.toggle_class("-hidden")

    def action_maximise(self) -> None:
        if self.maximized is not None:
            self.minimize()
        elif self.focused is not None:
            self.maximize(self.focused, container=False)
        self.changed()

    def action_find(self) -> None:
        self.panes.find()

    def open_row(self, pane: str) -> None:
        """What a row of the log or the roster leads to."""
        key = self.query_one(f"#{pane}", Lines).key
        if pane == "roster":
            self._go_to(middle_of(self.chair.state, [self.panes.open_unit(key, self.ink)]))
            return
        event = self.panes.log_pane.event_at(key)
        if event is not None:
            self.minimize()
            self._go_to(place_in(self.chair.state, event))
            self.panes.why([row(line, hang=2) for line in explaining.why_rolled(self.chair.state, event)])
            self.odds_for = ("why", key)

    def _go_to(self, place: Any) -> None:
        if place is not None:
            self.field.cursor = place
            self.field.look_at(place)
            self.field.redraw()


def _ring_words(state: AnyState, found: Circle) -> str:
    ring = found.ring
    return f"{ring.name} {length_words(state, ring.inches)} {rule_words(ring.rule)}".rstrip()
