"""A battle seen again."""

from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.pilot import Pilot

from kktui.engine.events import CASUALTY, ROUT
from kktui.rules import PACKAGES
from kktui.store.shown import Told
from kktui.story.course import TURN
from kktui.tui.ending import EndingScreen
from kktui.tui.replay import PlayOn, ReplayScreen
from kktui.words.places import figures_in
from tests.store.battles import NOBODY, begin, play_out
from tests.story.fought import fought
from tests.tui.skirmish import skirmish
from tests.tui.stage import HOSTILE, LARGE, SMALL, is_harmless, perform, press


def test_no_two_keys_are_told_alike() -> None:
    said = [each.description for each in ReplayScreen.BINDINGS if isinstance(each, Binding)]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("rules", PACKAGES)
def test_it_is_leafed_through_both_ways(rules: str) -> None:
    screen = ReplayScreen(fought(rules=rules))
    course = screen._course
    places = []

    async def act(pilot: Pilot[Any]) -> None:
        for key in ("t", "c", "c", "C", "end", "T", "home"):
            await press(pilot, key)
            places.append(screen.at)

    perform(screen, act=act)
    turn = course.after(0, TURN)
    first = course.after(turn, CASUALTY)
    second = course.after(first, CASUALTY)
    last = course.before(course.length, TURN)
    assert places == [turn, first, second, course.before(second, CASUALTY), course.length, last, 0]


def test_the_next_rout_is_shown_with_its_dice() -> None:
    screen = ReplayScreen(fought())
    _, seen = perform(screen, ["r"])
    assert screen.at == screen._course.stops[ROUT][0]
    assert "broken" in seen


def test_whoever_it_is_about_is_marked_standing_or_fallen_in_both_directions() -> None:
    screen = ReplayScreen(fought())
    seen: list[Any] = []

    async def act(pilot: Pilot[Any]) -> None:
        for key in ("c", "right", "left"):
            await press(pilot, key)
            await pilot.pause(0.05)
            event = screen._reel.events[screen.at - 1]
            state, field = screen._reel.state, screen._field
            about = figures_in(state, event)
            marked = set(field.laid("about"))
            assert {field.scale.cell(state.figures[man].pose) for man in about} <= marked
            seen.append(marked)

    perform(screen, act=act)
    assert seen[0]
    assert seen[2] == seen[0]


def test_every_step_by_event_has_words_and_left_undoes_right() -> None:
    screen = ReplayScreen(fought(), at=100)
    places = []

    async def act(pilot: Pilot[Any]) -> None:
        for key in ("right", "right", "right", "left", "left"):
            await press(pilot, key)
            places.append(screen.at)
            assert screen._words(screen._reel.events[screen.at - 1])

    perform(screen, act=act)
    assert places[3:] == [places[1], places[0]]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_what_happened_last_is_at_the_foot(size: tuple[int, int]) -> None:
    screen = ReplayScreen(fought())
    _, seen = perform(screen, ["c"], size)
    assert "is killed" in seen or "has fled" in seen
    assert f"event {screen.at} of" in seen


def test_it_runs_by_itself_and_stops_at_the_end() -> None:
    screen = ReplayScreen(skirmish())

    async def act(pilot: Pilot[Any]) -> None:
        await press(pilot, "plus", "plus", "space")
        await pilot.pause(1.0)

    perform(screen, act=act)
    assert screen.at == len(screen._reel)
    assert screen._timer is None


def test_the_end_can_be_looked_at_and_left_for_a_moment_of_it() -> None:
    screen = ReplayScreen(fought())

    async def act(pilot: Pilot[Any]) -> None:
        assert isinstance(pilot.app.screen, EndingScreen)
        await press(pilot, "enter")

    perform(screen, ["e"], act=act)
    assert screen.at == screen._course.decisive[0].at


def test_play_on_names_the_answers_and_the_players() -> None:
    game = fought()
    app, _ = perform(ReplayScreen(game), ["c", "p", "enter"])
    _, seen = perform(ReplayScreen(game), ["c", "p"])
    assert "The men of Hale " in seen
    assert "The Ormeside band " in seen
    given = app.given
    assert isinstance(given, PlayOn)
    assert 0 < given.answers < len(game.answers)
    assert dict(given.seats) == {"hale": "human", "orme": "soldier"}


def test_a_game_of_older_rules_is_shown_from_its_events_and_not_played_on(tmp_path: Path) -> None:
    keeper = begin(tmp_path, NOBODY)
    play_out(keeper)
    keeper.close()
    told = Told(keeper.game.setup, keeper.record, redacted=False)
    app, seen = perform(ReplayScreen(told), ["end", "p"])
    assert f"event {len(keeper.game.state.log)} of" in seen
    assert "cannot be" in seen
    assert app.given is None


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_names_by_strangers_steer_no_terminal(size: tuple[int, int]) -> None:
    for keys in (["end"], ["c", "p"]):
        _, seen = perform(ReplayScreen(skirmish(HOSTILE)), keys, size)
        assert "[Sir]" in seen
        assert is_harmless(seen)
