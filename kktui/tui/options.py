"""What the player may choose for himself: written to his configuration file at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Footer, Static
from textual.widgets.option_list import Option

from kktui.tui import keys
from kktui.tui.parts import Choice, Heading, Menu, WholeScreen, lines, one_line, plain
from kktui.tui.settings import GLYPHS, SPEEDS, THEMES, Config

YES_NO = (("yes", "yes"), ("no", "no"))
WORDS = {
    "dusk": "dusk, dark",
    "parchment": "parchment, light",
    "contrast": "high contrast",
    "sixteen": "the terminal's own 16 colours",
    "mono": "no colours",
    "auto": "as the terminal can",
    "unicode": "Unicode",
    "ascii": "ASCII",
    "off": "off: show only where it led",
}


class OptionsScreen(WholeScreen[None]):
    """Options, and the keys of everything."""

    DEFAULT_CSS = """
    OptionsScreen { background: $background; }
    OptionsScreen Choice { padding: 0 2; }
    OptionsScreen #keys { height: 1fr; border: none; background: $background; padding: 0 1; scrollbar-size-vertical: 1;
                          text-wrap: nowrap; text-overflow: ellipsis; }
    OptionsScreen #said { height: auto; max-height: 4; padding: 0 2; color: $warning; }
    OptionsScreen #where { padding: 0 2; height: 1; color: $foreground 60%; }
    OptionsScreen .space { margin: 1 0 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="options.back"),
        Binding("delete", "reset", "Usual keys", id="options.reset"),
        Binding("tab", "app.focus_next", "Next", show=False, id="options.next"),
    ]

    def __init__(self, config: Config, take: Callable[[Config], str]) -> None:
        """`take` uses other settings and writes them down; it returns why that could not be, or nothing."""
        super().__init__()
        self._config = config
        self._use = take

    def compose(self) -> ComposeResult:
        chosen = self._config.settings
        yield Heading(plain("Options"))
        yield Choice("Colours", _named(THEMES), chosen.theme, id="theme")
        yield Choice("Glyphs", _named(GLYPHS), chosen.glyphs, id="glyphs")
        yield Choice("Animation", _named(SPEEDS), chosen.speed, id="speed")
        yield Choice("Confirm", YES_NO, _yes(chosen.confirm), id="confirm")
        yield Choice("Mouse", YES_NO, _yes(chosen.mouse), id="mouse")
        yield Heading(plain("Keys (Enter to change)"), classes="space")
        yield Menu(id="keys")
        yield Static(id="said")
        yield Static(one_line(f"in {self._config.path}"), id="where")
        yield Footer()

    def on_mount(self) -> None:
        self._list_keys()
        self._tell([str(problem) for problem in self._config.problems])
        self.query_one("#theme").focus()

    def _tell(self, sentences: list[str]) -> None:
        found = [*sentences, *keys.faults(self._config.settings.keymap)]
        self.query_one("#said", Static).update(lines([plain(each) for each in found[:4]]))

    # Choices.

    @on(Choice.Changed)
    def _chosen(self, event: Choice.Changed) -> None:
        name, value = str(event.choice.id), event.choice.value
        self._take(self._config.changed(**{name: value == "yes" if name in ("confirm", "mouse") else value}))
        if name == "mouse":
            self._tell(["The mouse is as you chose when kktui starts the next time."])

    @on(Choice.Submitted)
    def _next(self, event: Choice.Submitted) -> None:
        event.stop()
        event.choice.action_turn(1)

    def _take(self, config: Config) -> None:
        """What was chosen holds at once."""
        self._config = config
        trouble = self._use(config)
        self._tell([trouble] if trouble else [])

    # Keys.

    def _list_keys(self) -> None:
        menu = self.query_one("#keys", Menu)
        at = menu.highlighted or 0
        menu.clear_options()
        chosen = self._config.settings.keymap
        for bound in {each.id: each for each in keys.bindings(chosen)}.values():
            mark = "*" if bound.id in chosen else " "
            shown = f"{mark} {bound.id:<26} {', '.join(bound.keys):<26} "
            menu.add_option(Option(Content.assemble(plain(shown), plain(bound.says, "dim")), id=bound.id))
        menu.highlighted = min(at, menu.option_count - 1)

    @on(Menu.OptionSelected, "#keys")
    def _change(self, event: Menu.OptionSelected) -> None:
        name = str(event.option_id)
        says = next(each.says for each in keys.bindings() if each.id == name)
        self.app.push_screen(KeyScreen(name, says), lambda key: self._bind(name, key))

    def _bind(self, name: str, key: str | None) -> None:
        if key is None:
            return
        keymap = {**self._config.settings.keymap, name: key}
        clash = [each for each in keys.faults(keymap) if each not in keys.faults(self._config.settings.keymap)]
        if clash:
            self._tell([f"{each}; nothing was changed" for each in clash])
            return
        self._take(self._config.changed(keymap=keymap))
        self._list_keys()

    def action_reset(self) -> None:
        """The highlighted binding gets its usual keys again."""
        menu = self.query_one("#keys", Menu)
        if menu.highlighted is not None and menu.has_focus:
            name = menu.get_option_at_index(menu.highlighted).id
            keymap = {each: key for each, key in self._config.settings.keymap.items() if each != name}
            self._take(self._config.changed(keymap=keymap))
            self._list_keys()

    def action_leave(self) -> None:
        self.dismiss()


class KeyScreen(ModalScreen[str | None]):
    """Waits for one key."""

    DEFAULT_CSS = """
    KeyScreen { align: center middle; }
    KeyScreen Static { width: 46; height: auto; border: round $primary; padding: 1 2; background: $surface; }
    """

    def __init__(self, name: str, says: str) -> None:
        super().__init__()
        self._name, self._says = name, says

    def compose(self) -> ComposeResult:
        said = f"Press the key for {self._name}:\n{self._says}.\nEscape leaves it as it is."
        yield Static(plain(said))

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)


def _named(values: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(value, WORDS.get(value, value)) for value in values]


def _yes(value: bool) -> str:
    return "yes" if value else "no"
