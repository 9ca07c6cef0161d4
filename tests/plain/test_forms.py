"""Each kind of question, answered in each way it may be."""

import pytest

from tests.plain.desk import DEPLOYED, bare, typed

MOVE = (*DEPLOYED, "move")
"""With seed s1 Wat Reeve stands at 21.1 28.7 and may go 3 inches."""


def moved(*lines: str) -> str:
    text = typed(bare(), [*MOVE, *lines])
    return " ".join(text.partition("Wat Reeve: where to?")[2].split())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("n 2", "Wat Reeve goes 2 inches north to 21.1 26.7, cost 2 of 3."),
        ("n", "Wat Reeve goes 3 inches north to 21.1 25.7, cost 3 of 3."),
        ("north-west 1.5", "goes 1.5 inches north-west"),
        ("bearing 10 2", "goes 2 inches north to 21.5 26.7"),
        ("10deg 2", "goes 2 inches north to 21.5 26.7"),
        ("21 27", "goes 1.7 inches north to 21 27"),
        ("21, 27", "goes 1.7 inches north to 21 27"),
        ("n 1; w 1", "goes 2 inches north-west to 20.1 27.7, in 2 legs, cost 2 of 3."),
        ("toward ketil 2", "goes 2 inches north to 21.1 26.7"),
        ("toward the ford", "goes 3 inches north"),
        ("go 25 26", "goes 3 inches"),
        ("go ketil", "goes 3 inches"),
        ("stay", "Wat Reeve stays at 21.1 28.7, facing north."),
        ("stay facing e", "Wat Reeve stays at 21.1 28.7, facing east."),
        ("n 1 facing sw", "goes 1 inch north"),
    ],
)
def test_a_move_is_made_as_typed(line: str, said: str) -> None:
    text = moved(line)
    assert said in text
    assert "where do the men stand after the move?" in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("n 40", "That is further than the move allows [KS-4.4]. Nearest: Wat Reeve goes 3 inches north"),
        ("try n 2", "cost 2 of 3. Type ok to do that."),
        ("reach", "Ketil's men: 18.4 inches north"),
        ("help", "go 12.5 30, go NAME: by the best way round"),
        ("odds", "No dice hang on where a base goes"),
        ("n x", "A move is 'n 6', '12.5 30'"),
        ("n 1 2 3", "A move is 'n 6'"),
        ("facing up", "A facing is a direction"),
        ("toward nobody", "No figure, unit or zone is called 'nobody'"),
        ("toward wat reeve", "Wat Reeve is there already."),
        ("go 99 -3", "99 -3 is off the table, which is 48 by 36 inches; the nearest place on it is 48 0."),
        ("n -5", "A move is"),
        ("nan inf", "A move is"),
        ("", "Wat Reeve is at 21.1 28.7, facing north, and may go 3 inches."),
    ],
)
def test_a_move_that_differs_is_asked_about(line: str, said: str) -> None:
    text = moved(line)
    assert said in text
    assert "where do the men stand after the move?" not in text


def test_a_blocked_way_offers_the_way_round_and_the_short_one() -> None:
    text = moved("e 2.9")
    assert "A base is in the way. There is a way round:" in text
    assert "Type short to take it." in text
    assert "where do the men stand" in moved("e 2.9", "ok")
    assert "move, 0.7 inches east" in moved("e 2.9", "short", "")


def test_an_offer_is_gone_once_something_else_was_typed() -> None:
    assert "Nothing is offered" in moved("n 40", "n x", "stay facing up", "reach", "ok")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["show"], "Hob at 24.6 28.7 facing north"),
        (["hob at 24 31"], "Now Hob at 24 31 facing north."),
        (["hob at 24 31 facing e", ""], "Wat Reeve's men: drawn up"),
        (["hob at 24, 31, se"], "Now Hob at 24 31 facing south-east."),
        (["hob at 1 1"], "Hob: that is outside the zone South bank."),
        (["hob at x"], "A place is two numbers"),
        (["hob"], "Enter takes the places as shown"),
        (["zed at 1 2"], "No figure to place is called 'zed'"),
        (["shift s 1", ""], "drawn up, 9 figures about 23.6 29.7."),
        (["shift s"], "To shift all, give a direction"),
        (["facing e", "show"], "Gib at 28 28.7 facing east"),
        (["facing up"], "A facing is a direction"),
        (["shift s 1", "reset", ""], "drawn up, 9 figures about 23.6 28.7."),
        (["odds"], "No dice hang on where"),
        (["hint", "ok"], "A sensible captain: all as proposed"),
        (["help"], "NAME at 12.5 30, NAME at 12.5 30 facing e: put one figure there."),
    ],
)
def test_men_are_placed_as_proposed_or_elsewhere(lines: list[str], said: str) -> None:
    assert said in " ".join(typed(bare(), ["", *lines]).split())


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([""], "Robin shoots at Joss"),
        (["1"], "Robin shoots at [KS-6.1] 1. Asgar"),
        (["1 nobody"], "1. Robin shoots at: nobody Enter takes the whole plan."),
        (["1 joss"], "1. Robin shoots at: Joss (18.4 inches north; miss 80%, hit 18%, stopped by armour 2%) Enter"),
        (["1 1; 2 nobody", ""], "Robin shoots at Asgar"),
        (["all nobody", ""], "Card drawn"),
        (["all zed"], "Nothing changes"),
        (["all lamkin"], "3. Adkin shoots at: Lamkin"),
        (["7 1"], "there are parts 1 to 3."),
        (["robin"], "there are parts 1 to 3."),
        (["1 99"], "There are options 1 to"),
        (["odds"], "Robin shoots at Joss: D10, 9 or more."),
        (["odds 2 1"], "Jankin shoots at Lamkin"),
        (["hint", "ok"], "Robin shoots at Joss with longbow"),
        (["show"], "Enter: as shown."),
        (["help"], "all NAME: that option for every part that has it."),
    ],
)
def test_a_plan_is_taken_as_shown_or_part_by_part(lines: list[str], said: str) -> None:
    text = typed(bare(), [*DEPLOYED, "shoot", *lines])
    assert said in " ".join(text.partition("shoot at whom?")[2].split())
