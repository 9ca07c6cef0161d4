"""Who is who, who may come in, who may say and do what."""

from pathlib import Path

import asyncssh
import pytest

from kktui.host.access import Access, BadKeys, fingerprint, keys_of
from kktui.host.chat import Chat
from kktui.host.limits import Limits
from kktui.host.people import People, Person, guest, unfit
from kktui.host.rooms import NotSo, Rooms, Terms
from kktui.store import Store
from tests.host.test_limits import Hand

ANN, BOB = Person("SHA256:ann", "Ann"), Person("SHA256:bob", "Bob")
TERMS = Terms("even-field", "text", "Even Field", "knights-sergeants")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_a_name_belongs_to_the_first_key_that_used_it(store: Store) -> None:
    people = People(store)
    assert people.person("k1", "Ann") == Person("k1", "Ann")
    assert "belongs to another key" in str(people.person("k2", "ann"))
    assert people.person("k1", "Somebody") == Person("k1", "Ann"), "the key is the person"
    assert People(store).named("ANN") == Person("k1", "Ann")


@pytest.mark.parametrize(
    "name", ["", "a", "x" * 21, "[/]", "аdmin", "A B", "root", "Admin", "guest-1", "a\x1b[2J", "é"]
)
def test_a_name_that_could_mislead_is_refused(store: Store, name: str) -> None:
    assert unfit(name)
    assert isinstance(People(store).person("k", name), str)


def test_a_banned_key_stays_out_until_pardoned(store: Store) -> None:
    people = People(store)
    people.ban("k", "rude")
    assert People(store).banned("k")
    people.pardon("k")
    assert not people.banned("k")


def test_an_invitation_is_said_once(store: Store) -> None:
    access = Access(invitation="open sesame")
    assert not access.lets_in("k")
    assert access.invited("open sesame")
    assert not access.invited("open")
    assert not Access().invited("")
    people = People(store)
    people.admit("k")
    assert People(store).admitted("k")
    assert not people.admitted("other")


def test_the_keys_of_a_file_are_let_in(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    path = tmp_path / "keys"
    path.write_bytes(b"# friends\n\n" + key.export_public_key())
    assert Access(keys=keys_of(path)).lets_in(fingerprint(key))
    path.write_text("# friends\nnonsense\n")
    with pytest.raises(BadKeys, match=r"keys:2:1: this is not a public key"):
        keys_of(path)
    path.write_text("# nobody\n")
    with pytest.raises(BadKeys, match="holds no key"):
        keys_of(path)
    with pytest.raises(BadKeys, match="cannot be read"):
        keys_of(tmp_path / "none")


def test_a_game_is_called_joined_and_survives(store: Store) -> None:
    rooms = Rooms(store)
    room = rooms.call(ANN, TERMS, ["red", "blue"])
    assert room.stage == "waiting"
    room = rooms.put(room.seated(ANN, "red").seated(BOB, "blue"))
    assert not room.complete
    room = rooms.put(room.given_word(ANN, "red", "  plum\x1b ").given_word(BOB, "blue", ""))
    assert room.complete
    assert room.words() == ("plum\N{REPLACEMENT CHARACTER}",)
    assert room.seats() == {"red": "human", "blue": "human"}
    again = Rooms(store)
    assert list(again) == [room]
    assert again.seed(room.id) == rooms.seed(room.id)
    assert rooms.seed(room.id) not in repr(room)


def test_nobody_takes_what_is_not_theirs(store: Store) -> None:
    rooms = Rooms(store)
    room = rooms.call(ANN, TERMS, ["red", "blue"]).seated(ANN, "red")
    for forbidden in (
        lambda: room.seated(BOB, "red"),
        lambda: room.seated(BOB, "green"),
        lambda: room.left(BOB, "red"),
        lambda: room.given_word(BOB, "red", "x"),
        lambda: room.computed(BOB, "blue", "soldier"),
        lambda: room.seated(guest("x"), "blue"),
        lambda: rooms.drop(BOB, room.id),
        lambda: rooms.call(guest("x"), TERMS, ["red"]),
        lambda: rooms["other"],
    ):
        with pytest.raises(NotSo):
            forbidden()
    assert room.computed(ANN, "blue", "soldier").seats() == {"red": "human", "blue": "soldier"}
    rooms.drop(ANN, room.id)
    assert not list(rooms)


def test_chat_is_cleaned_bounded_and_for_those_it_is_meant_for(store: Store) -> None:
    clock = Hand()
    chat = Chat(store, Limits(lines_of_chat=3, says_per_ten_seconds=2, said=5), clock)
    chat.say(ANN, "  he\x1b[2Jllo  ", "room")
    chat.say(ANN, "psst", "room", "red")
    with pytest.raises(NotSo, match="slowly: 2 lines"):
        chat.say(ANN, "more", "room")
    assert [said.text for said in chat.lines("room", "blue")] == ["he\N{REPLACEMENT CHARACTER}[2"]
    assert [said.text for said in chat.lines("room", "red")][-1] == "psst"
    for number in range(6):
        clock.now += 10
        chat.say(BOB, f"n{number}", "room")
        chat.say(BOB, "elsewhere", "inn")
    assert [said.text for said in chat.lines("room", "blue")] == ["n3", "n4", "n5"]
    assert not chat.lines("elsewhere", "")


def test_the_host_may_ask_for_silence(store: Store) -> None:
    chat = Chat(store, Limits())
    chat.mute(ANN.key, True)
    with pytest.raises(NotSo, match="silent"):
        chat.say(ANN, "but")
    chat.mute(ANN.key, False)
    chat.say(ANN, "thanks")
