"""What the keys do, on one line of one widget.

Textual's own footer makes a widget of every key, and all of them anew whenever something else is focused: a third of
what a visitor in the lobby costs.
"""

from __future__ import annotations

from collections.abc import Iterator

from textual import events
from textual.content import Content
from textual.widget import Widget

from kktui.tui.parts import one_line, plain


class KeysLine(Widget):
    """The keys of the screen it is on; a click on one is the key."""

    DEFAULT_CSS = """
    KeysLine { dock: bottom; height: 1; width: 1fr; background: $footer-background; color: $footer-foreground; }
    """

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def _keys(self) -> Iterator[tuple[str, Content]]:
        """Each key that is shown, and its words; of several for one thing the first."""
        told: set[str] = set()
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            if binding.show and enabled and binding.action not in told:
                told.add(binding.action)
                shown = plain(self.app.get_key_display(binding), "bold $footer-key-foreground")
                yield binding.key, Content.assemble(" ", shown, " ", one_line(binding.description), " ")

    def render(self) -> Content:
        return Content.assemble(*(words for _, words in self._keys()))

    def on_click(self, event: events.Click) -> None:
        """Press the key that stands there."""
        left = 0
        for key, words in self._keys():
            if left <= event.x < left + words.cell_length:
                self.app.simulate_key(key)
                return
            left += words.cell_length
