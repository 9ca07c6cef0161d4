"""Keys by binding id: a player's own ones are used, and what cannot work is told."""

import pytest

from kktui.tui.keys import Bound, faults, is_key, split

KNOWN = [
    Bound("battle.undo", ("z",), "Undo", "Battle"),
    Bound("battle.done", ("space",), "Done", "Battle"),
    Bound("replay.next", ("space",), "Next", "Replay"),
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
    ],
)
def test_what_cannot_work_is_told(keymap: dict[str, str], says: str) -> None:
    said = faults(keymap, sorted(KNOWN, key=lambda each: each.id))
    assert len(said) == 1
    assert says in said[0]
    assert said[0].isprintable()


def test_one_key_may_mean_different_things_in_different_places() -> None:
    assert faults({"replay.next": "z"}, KNOWN) == []


def test_keys_are_divided_by_commas() -> None:
    assert split("w, up ,,") == ("w", "up")
