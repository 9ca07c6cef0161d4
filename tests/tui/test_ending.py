"""The end of a battle."""

import pytest

from kktui.rules import PACKAGES
from kktui.story import fortunes
from kktui.tui.ending import EndingScreen, Leaving
from kktui.tui.plot import plot
from tests.story.fought import fought
from tests.tui.skirmish import skirmish
from tests.tui.stage import HOSTILE, LARGE, SMALL, is_harmless, perform


@pytest.mark.parametrize("rules", PACKAGES)
def test_it_tells_who_won_what_it_cost_what_decided_it_and_the_luck(rules: str) -> None:
    game = fought(rules=rules)
    _, seen = perform(EndingScreen(game), size=(160, 100))
    for part in ("Men left", "What decided it", "Losses", "expected", "fingerprint"):
        assert part in seen
    assert ("of 100 battles" in seen) is bool(fortunes(game))
    assert game.state.result is not None
    assert ("Victory for" in seen) is bool(game.state.result.winner)
    assert ("A draw" in seen) is not bool(game.state.result.winner)


def test_on_a_small_screen_the_rest_is_a_key_away() -> None:
    _, seen = perform(EndingScreen(fought()))
    assert "of 100 battles" not in seen
    _, seen = perform(EndingScreen(fought()), ["space"])
    assert "of 100 battles" in seen
    _, seen = perform(EndingScreen(fought()), ["space", "space", "space", "pageup", "pageup", "pageup"])
    assert "Men left" in seen


def test_enter_on_a_moment_asks_for_its_replay() -> None:
    app, _ = perform(EndingScreen(fought()), ["enter"])
    assert isinstance(app.given, Leaving)
    assert app.given.replay_at
    app, _ = perform(EndingScreen(fought()), ["r"])
    assert app.given == Leaving(replay_at=0)
    app, _ = perform(EndingScreen(fought()), ["escape"])
    assert app.given == Leaving()


def test_who_comes_back_from_a_moment_finds_the_cursor_on_it() -> None:
    app, _ = perform(EndingScreen(fought()), ["down", "enter"])
    first, _ = perform(EndingScreen(fought()), ["enter"])
    assert app.given.replay_at != first.given.replay_at
    again, _ = perform(EndingScreen(fought(), seen=app.given.replay_at), ["enter"])
    assert again.given == app.given


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_names_by_strangers_steer_no_terminal(size: tuple[int, int]) -> None:
    _, seen = perform(EndingScreen(skirmish(HOSTILE)), size=size)
    assert "[Sir]" in seen
    assert is_harmless(seen)


def test_a_plot_tells_the_sides_apart_without_colour() -> None:
    for unicode, signs in ((True, "━╌"), (False, "=-")):
        drawn = [line.plain for line in plot([[9, 9, 3], [9, 5, 1]], 30, 8, unicode=unicode)]
        assert all(any(sign in line for line in drawn) for sign in signs)
        assert all(len(line) <= 30 for line in drawn)
        assert drawn[0].startswith("9")
        assert drawn[-1].split() == ["0", "1", "2"]


def test_the_plot_is_the_higher_the_higher_the_screen() -> None:
    drawn = [perform(EndingScreen(fought()), size=(160, height))[1].count("┤") for height in (24, 50, 70)]
    assert drawn == [8, 14, 20]


def test_a_step_of_a_plot_is_one_line_with_corners() -> None:
    drawn = [line.plain.rstrip() for line in plot([[9, 3, 9], []], 21, 10, unicode=True)]
    assert [line[3:] for line in drawn[:7]] == [
        "━━━━━━┓     ┏━━━━━",
        "      ┃     ┃",
        "      ┃     ┃",
        "      ┃     ┃",
        "      ┃     ┃",
        "      ┗━━━━━┛",
        "",
    ]


def test_two_sides_that_lose_men_at_once_go_down_one_line() -> None:
    drawn = [line.plain[3:] for line in plot([[9, 1], [9, 1]], 13, 10, unicode=True)]
    assert drawn[0] == "═════╗    "
    assert drawn[1:7] == ["     ║    "] * 6
    assert drawn[7] == "     ╚════"


@pytest.mark.parametrize("size", [(4, 2), (1, 1), (200, 60)])
def test_a_plot_fits_any_room(size: tuple[int, int]) -> None:
    assert len(plot([[0], [0]], *size, unicode=False)) >= 2
    assert plot([], *size, unicode=True)
