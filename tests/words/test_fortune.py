"""Luck in words."""

from statistics import NormalDist

import pytest

from kktui.story.luck import Fortune
from kktui.words.ending import fortune_words
from tests.tui.skirmish import skirmish


@pytest.mark.parametrize(
    ("better_than", "said"),
    [
        (0.09, "The dice were against red: in 91 of 100 battles they would have been better."),
        (0.35, "The dice were fair to red: in 65 of 100 battles they would have been better."),
        (0.5, "The dice were fair to red: in 50 of 100 battles they would have been better."),
        (0.9, "The dice were kind to red: only in 10 of 100 battles would they have been better."),
        (0.999, "The dice were kind to red: in not even one of 100 battles would they have been better."),
    ],
)
def test_luck_is_told_by_how_often_other_dice_would_be_better(better_than: float, said: str) -> None:
    assert fortune_words(skirmish().state, Fortune("red", 40, NormalDist().inv_cdf(better_than))) == said
