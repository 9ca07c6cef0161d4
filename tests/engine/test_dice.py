"""Dice both sides can believe: fair, independent by purpose, and open to anyone's check."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b, sha256
from itertools import pairwise, product

import pytest

from kktui.engine.dice import Dice, Luck, commitment, faces_from, faces_of, key_of, throw

KEY = key_of("a fixed seed for the tests")
BOUNDS = {1: (1.6e-12, 23.93), 3: (2.4e-4, 30.67), 5: (0.013, 35.89), 9: (0.27, 43.96), 35: (8.38, 89.95)}
"""Degrees of freedom to the chi-square between p = 1e-6 and 1 - 1e-6; too good fails as well."""


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((counts[cell] - expected) ** 2 for cell in range(cells)) / expected


def faces(purpose: str, sides: int, number: int) -> tuple[int, ...]:
    return faces_from(KEY, purpose, sides, number)


@pytest.mark.parametrize("sides", [2, 4, 6, 10])
def test_every_face_comes_up_equally_often(sides: int) -> None:
    low, high = BOUNDS[sides - 1]
    counts = Counter(face - 1 for face in faces("fair", sides, 200_000))
    assert set(counts) == set(range(sides))
    assert low < chi_square(counts, sides) < high


def test_one_die_says_nothing_about_the_next() -> None:
    thrown = faces("pairs", 6, 400_000)
    pairs = Counter((a - 1) * 6 + b - 1 for a, b in zip(thrown[::2], thrown[1::2], strict=True))
    low, high = BOUNDS[35]
    assert low < chi_square(pairs, 36) < high


def test_the_first_face_of_many_purposes_is_fair_too() -> None:
    counts = Counter(faces(f"3|to hit|red-{i}|0", 10, 1)[0] - 1 for i in range(50_000))
    low, high = BOUNDS[9]
    assert low < chi_square(counts, 10) < high


def test_neighbouring_purposes_are_independent() -> None:
    firsts = [faces(f"{i}|melee|al|0", 6, 1)[0] for i in range(72_001)]
    pairs = Counter((a - 1) * 6 + b - 1 for a, b in pairwise(firsts))
    low, high = BOUNDS[35]
    assert low < chi_square(pairs, 36) < high


def test_bytes_that_would_favour_low_faces_are_rejected() -> None:
    digest = b"".join(blake2b(f"any|{i}".encode(), key=KEY, digest_size=64).digest() for i in range(20))
    fair = [byte % 6 + 1 for byte in digest if byte < 252]
    assert any(byte >= 252 for byte in digest)
    assert faces("any", 6, 1000) == tuple(fair[:1000])


@pytest.mark.parametrize("sides", [1, 2, 3, 52, 100, 255, 256, 257, 1000, 65_536])
def test_any_number_of_sides_stays_within_its_faces(sides: int) -> None:
    thrown = faces("wide", sides, 500)
    assert len(thrown) == 500
    assert all(1 <= face <= sides for face in thrown)
    assert sides == 1 or len(set(thrown)) > 1


def test_longer_throws_begin_with_the_shorter_ones() -> None:
    assert faces("same", 6, 100)[:10] == faces("same", 6, 10)


def test_an_extra_roll_in_one_place_shifts_no_other() -> None:
    plain, busy = Dice(KEY), Dice(KEY)
    busy.throw("1|morale|foot", 10, 1)
    busy.throw("1|to hit|bo", 10, 1)
    assert [plain.throw("1|to hit|al", 10, 1) for _ in range(3)] == [busy.throw("1|to hit|al", 10, 1) for _ in range(3)]


def test_the_same_purpose_rolls_anew_each_time() -> None:
    dice = Dice(KEY)
    assert len({dice.throw("1|move|al", 100, 4) for _ in range(20)}) == 20


def test_dice_come_back_to_a_mark_and_skip_what_is_known() -> None:
    dice, other = Dice(KEY), Dice(KEY)
    dice.throw("a", 6, 2)
    mark = dice.mark()
    second = dice.throw("a", 6, 2)
    dice.back_to(mark)
    assert dice.throw("a", 6, 2) == second
    other.skip("a")
    assert other.throw("a", 6, 2) == second


def test_another_seed_or_another_word_gives_other_dice() -> None:
    keys = [key_of("a"), key_of("b"), key_of("a", ("x",)), key_of("a", ("x", "y")), key_of("a", ("y", "x"))]
    assert len({faces_from(key, "p", 6, 50) for key in keys}) == len(keys)


def test_words_cannot_be_cut_another_way_to_give_the_same_dice() -> None:
    assert key_of("s", ("a|b",)) != key_of("s", ("a", "b"))


def test_the_commitment_is_what_anyone_can_compute() -> None:
    assert commitment("seed") == sha256(b"kktui seed|seed").hexdigest()
    assert commitment("seed") != commitment("seeds")


def test_a_throw_counts_its_best_dice() -> None:
    assert throw("3d6 best 2").total((1, 6, 3)) == 9
    assert throw("2d6").total((4, 4)) == 8


@pytest.mark.parametrize("words", ["1d10", "2d6", "3d6", "3d6 best 2", "4d6 best 3", "5d6 best 4"])
def test_the_ways_of_a_total_are_those_of_all_faces(words: str) -> None:
    thrown = throw(words)
    every = product(range(1, thrown.sides + 1), repeat=thrown.number)
    counted = Counter(sum(sorted(each, reverse=True)[: thrown.keep]) for each in every)
    assert dict(faces_of(words)) == dict(counted)


def test_a_computer_player_draws_evenly_and_the_same_for_the_same_question() -> None:
    draws = [Luck(KEY, f"red|{i}").below(6) for i in range(30_000)]
    low, high = BOUNDS[5]
    assert low < chi_square(Counter(draws), 6) < high
    assert draws[:50] == [Luck(KEY, f"red|{i}").below(6) for i in range(50)]
    assert all(0 <= Luck(KEY, f"blue|{i}").part() < 1 for i in range(1000))
