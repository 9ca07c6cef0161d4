"""Keys by binding id: a player's own ones are used, and what cannot work is told."""

import pytest

from kktui.tui.keys import Bound, faults, is_key, split

KNOWN = [
    Bound("battle.undo", ("z",), "Undo", "Battle"),
    Bound("battle.done", ("space",), "Done", "Battle"),
    Bound("replay.next", ("space",), "Next", "Replay"),
    Bound("battle.left", ("left",), "Left", "BattleScreen"),
    Bound("battle.why", ("w",), "Why", "BattleScreen"),
    Bound("field.left", ("left", "h"), "Left", "Field"),
    Bound("lines.up", ("up", "k"), "Up", "Lines"),
]


@pytest.mark.parametrize(
    "name", ["w", "Z", "ctrl+s", "shift+left", "f1", "space", "question_mark", "full_stop", "slash"]
)
def test_keys_a_terminal_sends_are_known(name: str) -> None:
    assert is_key(name)


@pytest.mark.parametrize("name", ["wobble", "ctrl+", "hypr+x", "", "strg+s", "left right"])
def test_other_words_are_no_keys(name: str) -> None:
    assert not is_key(name)


def test_a_sound_keymap_has_no_faults() -> None:
    assert faults({"battle.undo": "u,ctrl+z"}, KNOWN) == []
    assert faults({"battle.undo": "space", "battle.done": "z"}, KNOWN) == []


@pytest.mark.parametrize(
    ("keymap", "says"),
    [
        ({"battle.undoo": "u"}, "did you mean 'battle.undo'"),
        ({"battle.undo": "wobble"}, "is no key"),
        ({"battle.undo": " , "}, "has no key"),
        ({"battle.undo": "space"}, "both 'battle.done' and 'battle.undo'"),
        ({"\x1b[2J[/b]": "u"}, "unknown"),
        ({"battle.why": "h"}, "both 'battle.why' and 'field.left'"),
        ({"battle.why": "k"}, "both 'battle.why' and 'lines.up'"),
        ({"field.left": "w"}, "both 'battle.why' and 'field.left'"),
    ],
)
def test_what_cannot_work_is_told(keymap: dict[str, str], says: str) -> None:
    said = faults(keymap, sorted(KNOWN, key=lambda each: each.id))
    assert len(said) == 1
    assert says in said[0]
    assert said[0].isprintable()


def test_one_key_may_mean_different_things_in_different_places() -> None:
    assert faults({"replay.next": "z"}, KNOWN) == []
    assert faults({"field.left": "k,left", "battle.left": "left"}, KNOWN) == []


def test_keys_are_divided_by_commas() -> None:
    assert split("w, up ,,") == ("w", "up")
