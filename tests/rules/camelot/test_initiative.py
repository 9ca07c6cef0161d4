"""CA-2 Initiative."""

import pytest

from kktui.engine.telling import tell
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.combat_events import EVENTS
from kktui.rules.camelot.figures import Battle
from kktui.rules.camelot.initiative import WILD, opening, turn_over
from tests.drawn import change, events, last
from tests.rules.camelot.table import camelot, steps
from tests.rules_shown import rule

RED = "red knights: al hero 10,40; bo 12,40"
BLUE = "blue knaves: ed knight 10,5; flo 12,5"


def second_round(**rulings: object) -> Battle:
    battle = camelot(RED, BLUE, rulings=rulings)
    battle.turn, battle.notes.order = 2, ()
    for event in opening(battle):
        battle.record(event)
    return battle


@rule("CA-2.2")
@pytest.mark.parametrize(("dice", "order"), [((2, 2), ("red", "blue")), ((1, 6), ("blue", "red"))])
def test_a_die_and_the_best_initiative_decide_who_goes_first(dice: tuple[int, int], order: tuple[str, ...]) -> None:
    battle = second_round()
    steps(battle, *dice)
    rolled = last(battle, "InitiativeRolled")
    assert rolled.order == order
    assert rolled.totals == {"red": dice[0] + 5, "blue": dice[1] + 4}
    assert rolled.scores == {"red": 5, "blue": 4}
    assert f"Red {dice[0] + 5}, Blue {dice[1] + 4}, with Red 5, Blue 4 added to the die" in tell(battle, rolled)
    assert rolled.rule == "CA-2.2"
    assert RULESET.book.rulings["initiative"].default == "initiative"


@rule("CA-2.2", "CA-8.3")
def test_a_wounded_man_brings_less_initiative() -> None:
    battle = second_round()
    change(battle, "al", wound="serious")
    steps(battle, 3, 1)
    assert last(battle, "InitiativeRolled").totals == {"red": 6, "blue": 5}


@rule("CA-2.2")
def test_equal_throws_for_the_initiative_are_thrown_again() -> None:
    battle = second_round()
    steps(battle, 1, 2, 4, 4)
    assert last(battle, "InitiativeRolled").order == ("red", "blue")


@rule("CA-2.1")
def test_by_option_one_discipline_and_leadership_count() -> None:
    battle = second_round(initiative="leadership")
    steps(battle, 1, 2)
    rolled = last(battle, "InitiativeRolled")
    assert rolled.totals == {"red": 7, "blue": 6}
    assert rolled.rule == "CA-2.1"


@rule("CA-2.2")
def test_both_sides_act_and_the_round_is_over() -> None:
    battle = second_round()
    steps(battle, 6, 1, 3, "nobody-else", 3, "nobody-else")
    assert [each.side for each in events(battle, "SideDone")] == ["red", "blue"]
    assert turn_over(battle)


@rule("CA-2.3")
def test_every_figure_has_a_card_and_there_is_one_wild_card() -> None:
    battle = second_round(initiative="cards")
    assert sorted(battle.decks["cards"]) == ["al", "bo", "ed", "flo", WILD]
    assert sorted(battle.decks["wild"]) == sorted(EVENTS)
    assert len(battle.decks["wild"]) == 15


@rule("CA-2.3")
def test_a_drawn_figure_acts() -> None:
    battle = second_round(initiative="cards")
    script = steps(battle, "flo", "done", "al", "done")
    assert [each.figure for each in events(battle, "Acts")] == ["flo", "al"]
    assert script.asked[0] == "draw of 5"
    assert battle.discards["cards"] == ("flo", "al")
    assert "1d6 initiative" not in script.asked
    assert not turn_over(battle)


@rule("CA-2.3")
@pytest.mark.parametrize(("die", "side"), [(1, "red"), (3, "red"), (4, "blue"), (6, "blue")])
def test_the_wild_card_draws_from_its_own_deck(die: int, side: str) -> None:
    battle = second_round(initiative="cards")
    steps(battle, WILD, die, "confused", "al" if side == "red" else "ed")
    assert last(battle, "WildCard").side == side
    assert last(battle, "CombatEvent").what == "confused"
    assert "confused" not in battle.decks["wild"]
    assert battle.discards["wild"] == ("confused",)


@rule("CA-2.3")
def test_the_wild_card_deck_is_kept_from_round_to_round_and_reshuffled_when_empty() -> None:
    battle = second_round(initiative="cards")
    battle.decks["wild"], battle.discards["wild"] = ("bravery",), ()
    steps(battle, WILD, 1, "bravery")
    for event in opening(battle):
        battle.record(event)
    assert battle.decks["wild"] == ()
    steps(battle, WILD, 1, "accident", "al")
    assert len(battle.decks["wild"]) == 14


@rule("CA-2.3")
def test_by_ruling_the_wild_card_throws_on_the_table() -> None:
    battle = second_round(initiative="cards", **{"wild-card": "table"})
    steps(battle, WILD, 1, 8, "bo")
    assert last(battle, "CombatEvent").what == "accident"
    assert "wild" not in battle.decks
    assert RULESET.book.rulings["wild-card"].default == "deck"


@rule("CA-2.3", "CA-6.1")
def test_with_cards_no_side_throws_for_an_event() -> None:
    battle = second_round(initiative="cards")
    steps(battle, "al", "done", "bo", "done", "ed", "done", "flo", "done", WILD, 1, "bravery")
    assert not events(battle, "EventChecked")
    assert turn_over(battle)


@rule("CA-2.3", "CA-6.4")
def test_who_has_acted_already_uses_a_gift_of_the_wild_card_at_once() -> None:
    battle = second_round(initiative="cards")
    script = steps(battle, "al", "done", WILD, 1, "furious assault", "al", "move", [(10, 38)])
    assert [(each.figure, each.moves, each.actions) for each in events(battle, "Acts")] == [("al", 1, 1), ("al", 1, 0)]
    assert script.left == []


@rule("CA-1.3", "CA-2.3")
def test_surprised_men_have_no_card_in_the_first_round() -> None:
    battle = camelot(RED, BLUE, rulings={"initiative": "cards", "surprise": True})
    battle.notes.surprised = "blue"
    for event in opening(battle):
        battle.record(event)
    assert sorted(battle.decks["cards"]) == ["al", "bo", WILD]


@rule("CA-2.2")
def test_reserves_come_on_when_their_round_begins() -> None:
    battle = camelot(RED, BLUE, "blue late arrives2: gus 20,5")
    battle.turn = 2
    for event in opening(battle):
        battle.record(event)
    assert battle.figures["gus"].standing == "fielded"
