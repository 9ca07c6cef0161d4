"""How much any one visitor may take up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from kktui.host.driver import PASTE, PASTED, TYPED, Keyboard, Pastes
from kktui.host.limits import Allowance, Gate, Limits, clamped
from kktui.host.line import Line


class Hand:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_allowance_fills_up_again():
    clock = Hand()
    allowance = Allowance(2, 10, clock)
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    assert allowance.wait() == 5
    clock.now = 5
    assert [allowance.take() for _ in range(2)] == [True, False]


def test_the_house_is_full():
    gate = Gate(Limits(visitors=2, per_address=5))
    assert gate.knock(1, "a") is None
    assert gate.knock(2, "b") is None
    assert "the house is full: 2" in str(gate.knock(3, "c"))
    gate.left(1)
    assert gate.knock(3, "c") is None


def test_one_address_has_so_many_connections():
    gate = Gate(Limits(per_address=2))
    assert [gate.knock(n, "a") for n in range(2)] == [None, None]
    assert "2 connections already" in str(gate.knock(3, "a"))
    assert gate.knock(4, "b") is None


def test_few_may_knock_at_once():
    gate = Gate(Limits(knocking=1, per_address=9))
    assert gate.knock(1, "a") is None
    assert "at the door" in str(gate.knock(2, "b"))
    gate.known(1)
    assert gate.knock(2, "b") is None
    assert (len(gate), gate.knocking) == (2, 1)


def test_an_address_knocks_so_often_a_minute_and_is_forgotten_in_the_end():
    clock = Hand()
    gate = Gate(Limits(knocks_per_minute=1, per_address=99, knocking=99, addresses=2), clock)
    assert gate.knock(1, "a") is None
    assert "at most 1 a minute" in str(gate.knock(2, "a"))
    gate.knock(3, "b")
    gate.knock(4, "c")
    assert gate.knock(5, "a") is None, "only so many addresses are remembered"
    clock.now = 61
    assert gate.knock(6, "c") is None


@given(st.integers(-(2**33), 2**33), st.integers(-(2**33), 2**33))
def test_any_window_becomes_one_that_can_be_painted(columns, rows):
    wide, high = clamped(columns, rows, Limits())
    assert 20 <= wide <= 300
    assert 10 <= high <= 100


class Pipe:
    """A channel whose other end reads nothing."""

    def __init__(self) -> None:
        self.full = 0

    def write(self, data: bytes) -> None:
        self.full += len(data)

    def backlog(self) -> int:
        return self.full


def test_a_visitor_who_does_not_read_costs_one_frame_more_than_the_bound():
    clock, pipe, limits = Hand(), Pipe(), Limits(unsent_bytes=1000, stalled_seconds=30)
    line = Line(pipe, limits, clock)
    painted: list[int] = []
    line.repaint = lambda: painted.append(pipe.full)
    for _ in range(1000):
        line.write("x" * 100)
    assert pipe.full == 1100
    assert line.lost == 989
    assert line.look()
    assert not painted
    pipe.full = 0
    assert line.look()
    assert painted == [0], "what was lost is painted afresh"
    line.write("x" * 2000)
    line.write("x")
    clock.now = 31
    assert not line.look()


def test_keys_are_applied_no_faster_than_hands():
    clock = Hand()
    keyboard = Keyboard(Limits(keys_per_second=5), clock)
    keyboard.feed(b"abcdefgh")
    assert [key.character for key in keyboard.ready()] == list("abcde")
    assert keyboard.wait() == 0.2
    clock.now = 1
    assert [key.character for key in keyboard.ready()] == list("fgh")
    assert keyboard.wait() is None


def test_a_long_paste_is_cut():
    keyboard = Keyboard(Limits(pasted=10))
    keyboard.feed((PASTE + "x" * 100_000 + PASTED + "k").encode())
    pasted, key = keyboard.ready()
    assert pasted.text == "x" * 10
    assert key.character == "k"


@pytest.mark.parametrize(
    "hostile",
    [
        "\x1b[48;99999;99999;0;0t",
        "\x1b[48;1;1;0;0t",
        "\x1b[?2048;1$y",
        "\x1b[5000;7000R",
        "\x1b[<0;99999999999;5M",
        "\x1b[<0;5;-5M",
        "\x1b[<64;301;1M",
        "\x1b[<0;9999999999999999999999;1M",
        "\x1b[1114112u",
        "\x1b[99999999999;5u",
    ],
)
def test_a_window_a_far_mouse_or_an_impossible_number_cannot_be_typed(hostile):
    keyboard = Keyboard(Limits())
    keyboard.feed(hostile.encode())
    keyboard.tick()
    for message in keyboard.ready():
        assert isinstance(message, events.Key), message
    keyboard.feed(b"k")
    assert [key.character for key in keyboard.ready()] == ["k"], "what is typed next counts"


def test_a_mouse_within_the_window_and_coming_back_to_it_count():
    keyboard = Keyboard(Limits())
    keyboard.feed(b"\x1b[<0;5;7M\x1b[I\x1b[O")
    mouse, focus, blur = keyboard.ready()
    assert (mouse.x, mouse.y) == (4, 6)
    assert isinstance(focus, events.AppFocus)
    assert isinstance(blur, events.AppBlur)


@given(st.binary(max_size=80))
def test_whatever_bytes_are_typed_nothing_but_keys_pastes_and_the_mouse_comes_of_them(data):
    keyboard = Keyboard(Limits())
    keyboard.feed(data)
    keyboard.tick()
    assert all(isinstance(message, (*TYPED, events.MouseEvent)) for message in keyboard.ready())


@given(st.text("ab\x1b[20~1", max_size=60), st.integers(1, 7))
def test_a_paste_is_cut_the_same_however_the_stream_is_broken(text, size):
    text = f"{PASTE}{text}{PASTED}"
    whole = Pastes(5).shortened(text)
    pastes = Pastes(5)
    assert "".join(pastes.shortened(text[n : n + size]) for n in range(0, len(text), size)) == whole
