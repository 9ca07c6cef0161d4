"""A whole battle by typed lines, from the first question to the fingerprint of the seed."""

import re
from io import StringIO
from pathlib import Path

from kktui.plain import Options, play, replay, watch
from tests.plain.desk import Bare, bare, typed

BY_THE_BOOK = ["hint", "ok"] * 600


def test_a_script_file_plays_a_battle_to_its_end(tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text("\n".join(BY_THE_BOOK))
    keeper, out = bare(), StringIO()
    with script.open() as source:
        assert play(keeper, frozenset({"hale"}), source, out, Options()) == 0
    text = out.getvalue()
    assert keeper.game.over
    for word in (
        "== Turn 2 of 12 ==",
        "== The battle is over ==",
        "Points:",
        "Losses:",
        "Dice:",
        "on D10:",
        "of 100 battles",
        "Men left",
        "What decided it:",
        "fingerprint",
    ):
        assert word in text


def test_a_battle_is_played_by_numbers_and_enter_alone() -> None:
    keeper = bare(seed="s3")
    typed(keeper, ["", "1", "stay"] * 400)
    assert keeper.game.over


def test_the_same_lines_and_seed_write_the_same_bytes() -> None:
    one, other = bare(), bare()
    assert typed(one, BY_THE_BOOK) == typed(other, BY_THE_BOOK)
    assert one.game.digest() == other.game.digest()


def test_another_seed_is_another_battle() -> None:
    assert typed(bare(), BY_THE_BOOK) != typed(bare(seed="s2"), BY_THE_BOOK)


def test_lines_are_short_plain_and_printable() -> None:
    text = typed(bare(), [*["map", "table", "rules KS-7.4", "hint", "ok"] * 12])
    for line in text.split("\n"):
        assert len(line) <= 80
        assert line.isascii()
        assert line.isprintable()


def test_every_roll_is_told_with_its_target_modifiers_and_rule() -> None:
    keeper = bare(humans=("hale", "orme"), seed="s4")
    text = " ".join(typed(keeper, BY_THE_BOOK * 2, ("hale", "orme")).split())
    assert "on D10, needs 9 or more" in text
    assert re.search(r"morale check, it is charg\w+: \d+ on D10, needs \d+ or less", text)
    assert re.search(r"fights [^:]+: .*? against \d+.*? on D10, higher wins", text)
    assert "higher wins" in text
    assert "{" not in text


def test_both_sides_may_be_played_from_one_keyboard() -> None:
    keeper = bare(humans=("hale", "orme"), seed="s4")
    text = typed(keeper, BY_THE_BOOK * 2, ("hale", "orme"))
    assert keeper.game.over
    assert "looks away" not in text
    assert text.count("== Turn 2 of 12 ==") == 1


def test_watching_tells_a_battle_that_goes_on_by_itself() -> None:
    out = StringIO()
    assert watch(bare(humans=()), out) == 0
    assert "== The battle is over ==" in out.getvalue()


def test_watching_stops_where_somebody_must_decide() -> None:
    out = StringIO()
    watch(bare(), out)
    assert "Waiting for The men of Hale." in out.getvalue()


def test_a_replay_is_what_was_watched() -> None:
    watched, again = StringIO(), StringIO()
    keeper = bare(humans=())
    watch(keeper, watched)
    replay(keeper, again)
    assert watched.getvalue() == again.getvalue()


def test_a_replay_of_a_battle_under_way_tells_as_much_as_a_spectator_sees() -> None:
    keeper: Bare = bare("ambush-in-kings-wood", humans=("sheriff",))
    keeper.advance()
    out = StringIO()
    replay(keeper, out)
    hidden = [unit.name for unit in keeper.game.state.units.values() if unit.hidden]
    assert hidden
    assert not any(name in out.getvalue() for name in hidden)


def test_a_battle_taken_up_again_is_told_from_its_present_turn() -> None:
    keeper = bare()
    typed(keeper, ["hint", "ok"] * 30)
    turn = keeper.game.state.turn
    text = typed(keeper, [])
    assert turn > 2
    assert text.count("== Turn") == 1
    assert f"== Turn {turn} of 12 ==" in text


def test_the_battle_has_a_time_before_its_first_turn() -> None:
    assert "The men of Hale, before the battle." in typed(bare(), [])
