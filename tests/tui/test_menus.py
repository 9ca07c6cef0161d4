"""The title, the lists, the options: everything around a battle."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from kktui.files import shelf
from kktui.store import Listed
from kktui.store.offer import offer
from kktui.tui import title
from kktui.tui.browser import FIRST, BrowserScreen, Chosen
from kktui.tui.options import OptionsScreen
from kktui.tui.parts import Menu
from kktui.tui.saved import SavedScreen
from kktui.tui.settings import Config, Settings, load, save
from kktui.tui.title import ENTRIES, TitleScreen
from tests.files.good import GOOD
from tests.tui.stage import HOSTILE, LARGE, SMALL, Act, is_harmless, perform, press


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KKTUI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_title_offers_every_way(size: tuple[int, int]) -> None:
    _, seen = perform(TitleScreen(), size=size)
    for words, _ in ENTRIES.values():
        assert words in seen


def test_a_battle_that_has_not_begun_is_said_to_be_before_the_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(title, "games", lambda: [replace(GAME, turn=0)])
    _, seen = perform(TitleScreen(), ["down"])
    assert f"{GAME.title}, before the battle ({GAME.id})" in seen


# Options.


def test_what_is_chosen_is_written_at_once(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    perform(
        OptionsScreen(Config(path), save), ["right", "down", "right", "down", "left", "down", "space", "down", "enter"]
    )
    assert load(path).settings == Settings("parchment", "unicode", "fast", confirm=False, mouse=False)


def test_faults_of_the_file_are_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('theme = "dsuk"\n[keymap]\n"title.ply" = "x"\n')
    _, seen = perform(OptionsScreen(load(tmp_path / "config.toml"), save), size=LARGE)
    assert "config.toml:1:9:" in seen
    assert "did you mean 'title.play'" in seen


def binding(name: str, *keys: str) -> Act:
    """Go to a binding in the list of keys, and press these."""

    async def act(pilot: Pilot[Any]) -> None:
        menu = pilot.app.screen.query_one("#keys", Menu)
        menu.highlighted = menu.get_option_index(name)
        menu.focus()
        await press(pilot, *keys)

    return act


def test_a_key_is_changed_by_pressing_another(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    _, seen = perform(OptionsScreen(Config(path), save), size=LARGE, act=binding("title.play", "enter", "x"))
    assert load(path).settings.keymap == {"title.play": "x"}
    assert "* title.play" in seen
    perform(OptionsScreen(load(path), save), act=binding("title.play", "enter", "escape", "delete"))
    assert load(path).settings.keymap == {}


def test_a_key_that_is_taken_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    _, seen = perform(OptionsScreen(Config(path), save), size=LARGE, act=binding("title.play", "enter", "q"))
    assert "would be both" in seen
    assert load(path).settings.keymap == {}


# Games that are kept.

GAME = Listed("bold-axe-100", "The Ford", "knights-sergeants", {"red": "human"}, 4, "2026-11-18T11:02:03", None)
OVER = replace(GAME, id="iron-hawk-200", title="The Moor", result={"winner": "red"})


def test_a_game_is_chosen_from_the_list() -> None:
    app, _ = perform(SavedScreen("Resume", [GAME, OVER], "none"), ["down", "enter"])
    assert app.given == "iron-hawk-200"
    app, _ = perform(SavedScreen("Resume", [GAME, OVER], "none"), ["escape"])
    assert app.given is None


def test_a_game_is_found_by_any_words() -> None:
    _, seen = perform(SavedScreen("Resume", [GAME, OVER], "none"), ["slash", *"moor red won"])
    assert "iron-hawk-200" in seen
    assert "bold-axe-100" not in seen


def test_a_game_before_its_first_turn_is_before_the_battle() -> None:
    _, seen = perform(SavedScreen("Resume", [replace(GAME, turn=0)], "none"))
    assert "before the battle" in seen
    assert "turn 0" not in seen


def test_how_a_game_ended_is_told_in_full_on_a_small_screen() -> None:
    _, seen = perform(SavedScreen("Replays", [GAME, replace(OVER, turn=12, result={"winner": "ormeside"})], "none"))
    assert "over in turn 12: ormeside won  2026-11-18 11:02" in seen


def test_lists_of_games_call_the_sides_by_their_names() -> None:
    game = replace(
        OVER, turn=12, scenario=offer("meeting-at-the-ford").text, seats={"hale": "human", "orme": "soldier"}
    )
    _, seen = perform(SavedScreen("Replays", [replace(game, result={"winner": "orme"})], "none"))
    assert "The Moor  over in turn 12: The Ormeside band won  2026-11-18 11:02" in seen
    assert "The men of Hale: human, The Ormeside band: soldier" in seen
    assert "iron-hawk-200, last played 2026-11-18 11:02" in seen


def test_an_empty_list_says_so() -> None:
    _, seen = perform(SavedScreen("Resume", [], "There is no battle going on."), ["enter"])
    assert "There is no battle going on." in seen


# Battles to choose from.


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_battle_is_shown_with_its_map_its_aims_and_its_forces(size: tuple[int, int]) -> None:
    _, seen = perform(BrowserScreen(), size=size)
    assert "Ambush in the King" in seen
    assert "Rules" in seen
    assert "Against" in seen


def test_what_a_battle_is_about_can_be_read_to_its_end_from_the_list() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        about = pilot.app.screen.query_one("#about")
        assert about.max_scroll_y > 0
        await press(pilot, *["pagedown"] * 12)
        assert about.scroll_offset.y == about.max_scroll_y
        await press(pilot, *["pageup"] * 12)
        assert about.scroll_offset.y == 0

    perform(BrowserScreen(), size=SMALL, act=act)


def test_the_first_battle_that_is_offered_is_a_small_one_and_says_so() -> None:
    app, seen = perform(BrowserScreen(), ["enter"])
    assert app.given.battle.scenario.id == FIRST
    _, seen = perform(BrowserScreen())
    assert "11 men against 11, 12 turns at most. A good" in seen


def test_how_many_men_fight_is_told_but_for_those_who_are_hidden() -> None:
    _, seen = perform(BrowserScreen(), ["home"], LARGE)
    assert "11 men against 1 and whoever is hidden, 12 turns at most." in seen


def test_enter_begins_it_as_it_is_chosen() -> None:
    app, _ = perform(BrowserScreen(), ["home", "down", "down", "down", "enter"])
    given = app.given
    assert isinstance(given, Chosen)
    assert given.battle.scenario.id == "even-field"
    assert dict(given.seats) == {"red": "human", "blue": "soldier"}
    assert given.seed == ""


def test_side_enemy_and_seed_are_chosen_by_the_arrows() -> None:
    keys = ["home", "down", "down", "down", "tab", "down", "right", "down", "right", "tab", *"seven", "enter"]
    app, _ = perform(BrowserScreen(), keys)
    assert dict(app.given.seats) == {"red": "random", "blue": "human"}
    assert app.given.seed == "seven"


def test_two_may_sit_at_one_keyboard() -> None:
    app, _ = perform(BrowserScreen(), ["tab", "down", "left", "enter"])
    assert set(app.given.seats.values()) == {"human"}


def test_who_watches_chooses_both_players() -> None:
    app, _ = perform(BrowserScreen(watching=True), ["tab", "down", "right", "enter"])
    assert list(app.given.seats.values()) == ["random", "soldier"]


def test_house_rulings_are_switched_in_the_rulebook() -> None:
    app, _ = perform(BrowserScreen(), ["f1", "home", "tab", "enter", "escape", "enter"])
    assert app.given.battle.house == {"cards": "per-side"}


# Strangers.


def test_two_battles_of_one_id_are_each_told_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, edge in (("one", "north"), ("two", "west")):
        text = GOOD.replace("version = 1", 'version = 1\nid = "trial"').replace(
            'edge = "north"\nnumber', f'edge = "{edge}"\nnumber'
        )
        (tmp_path / f"{name}.toml").write_text(text)
    monkeypatch.setattr(shelf, "_folders", lambda kind: [tmp_path])
    for keys, edge in (([], "north"), (["down"], "west"), (["down", "up"], "north")):
        _, seen = perform(BrowserScreen(), keys, LARGE)
        assert f"over the {edge} edge" in " ".join(seen.split())


def test_a_broken_scenario_tells_its_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.toml").write_text('version = 1\ntitle = "[/b] Broken"\nside = [\n')
    monkeypatch.setattr(shelf, "_folders", lambda kind: [tmp_path])
    app, seen = perform(BrowserScreen(), ["enter"], LARGE)
    assert "broken.toml:" in seen
    assert app.given is None


def test_texts_by_strangers_steer_no_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = "".join(f"\\u{ord(char):04x}" for char in HOSTILE if char != "\ud800")
    text = shelf.shipped_folder("scenarios").joinpath("even-field.toml").read_text()
    for line in ('title = "The Even Field"', 'name = "Red"', 'name = "Red spears"'):
        assert line in text
        text = text.replace(line, f'{line.partition("=")[0]}= "{hostile}"')
    (tmp_path / "hostile.toml").write_text(text)
    monkeypatch.setattr(shelf, "_folders", lambda kind: [tmp_path, shelf.shipped_folder(kind)])
    for size in (SMALL, LARGE):
        _, seen = perform(BrowserScreen(), ["home", *["down"] * 4], size)
        assert "[Sir]" in seen
        assert is_harmless(seen)
    game = replace(GAME, title=HOSTILE, seats={HOSTILE: HOSTILE}, ruleset=HOSTILE)
    _, seen = perform(SavedScreen("Resume", [game], ""), size=LARGE)
    assert "[Sir]" in seen
    assert is_harmless(seen)
    _, seen = perform(
        OptionsScreen(Config(tmp_path / HOSTILE.replace("/", ""), Settings(keymap={HOSTILE: HOSTILE})), save)
    )
    assert is_harmless(seen)
