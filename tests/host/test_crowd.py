"""Many at once, and some of them hostile: the short form of `tests.soak` and `tests.abuse`."""

from __future__ import annotations

from tests import abuse, soak

SLOW = 3.0
"""Seconds within which a key is answered on any machine; the budgets proper are for the long runs."""


def test_a_small_crowd_is_served_and_leaves_nothing_behind() -> None:
    figures = soak.run(players=4, spectators=4, seconds=8)
    assert figures.times
    assert not figures.unanswered
    assert not figures.broken
    assert figures.percentile(0.5) < SLOW
    assert figures.memory <= figures.budget
    assert figures.after[0] <= figures.before[0], "no files are left open"
    assert "Traceback" not in figures.said
    assert "visitors=0" in figures.said


def test_an_honest_battle_goes_on_beside_hostile_clients() -> None:
    during, afterwards, told, said = abuse.run(seconds=8)
    assert "500 silent lines" in told
    assert ", 0 logins refused" not in told
    assert during.times
    assert not during.broken
    assert during.memory <= abuse.GROWTH
    assert during.after[0] <= during.before[0], "nothing of theirs is left"
    assert afterwards.times
    assert not afterwards.unanswered
    assert afterwards.percentile(0.5) < SLOW
    assert "Traceback" not in said
    assert "badly" not in said
