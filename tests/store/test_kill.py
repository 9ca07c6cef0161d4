"""Nothing acknowledged is lost when the process is killed."""

from tests.kill import kill


def test_twenty_killed_processes_lose_nothing_they_acknowledged() -> None:
    figures = kill(20)
    assert (figures.kills, figures.lost, figures.unopened) == (20, 0, 0), str(figures)
    assert figures.acked > 100
    assert figures.unacked <= 1, str(figures)
