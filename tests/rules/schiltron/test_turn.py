"""SC-2 Turn."""

from kktui.engine.game import Game, Setup
from kktui.engine.turn import take_step
from kktui.rules.schiltron import RULESET
from kktui.rules.schiltron.turn import TURN
from tests.battles import shelf
from tests.drawn import DEFAULT, Script, change, events, last
from tests.engine.fields import seats
from tests.rules.schiltron.table import drawn, phase, won_by
from tests.rules_shown import rule

FOOT = "red foot: al sergeant 10,30; bo 12,30"
FOES = "blue foes: ed sergeant 10,10; flo 12,10"


@rule("SC-2.1")
def test_the_phases_come_in_this_order() -> None:
    order = ["Initiative", "Rally", "Charge declaration", "Movement", "Shooting", "Melee", "Morale"]
    assert [each.name for each in TURN] == order


@rule("SC-2.1")
def test_both_roll_a_d12_the_higher_wins_and_a_tie_is_rolled_again() -> None:
    battle = drawn(FOOT, FOES)
    phase(battle, "Initiative", 7, 7, 4, 9)
    assert [each.winner for each in events(battle, "InitiativeRolled")] == ["", "blue"]
    assert battle.notes.initiative == "blue"


@rule("SC-2.1")
def test_the_winner_chooses_to_move_second_and_then_each_side_moves() -> None:
    battle = won_by(drawn(FOOT, FOES), "blue")
    script = phase(battle, "Movement", "second", "done", "done")
    assert last(battle, "MovesFirst").side == "red"
    assert [each.side for each in script.requests] == ["blue", "red", "blue"]
    assert [each.side for each in events(battle, "SideMoved")] == ["red", "blue"]


@rule("SC-2.1")
def test_a_side_moves_its_units_in_the_order_it_likes_each_once() -> None:
    battle = won_by(drawn(FOOT, "red others: cy sergeant 20,30; di 22,30", FOES), "red")
    script = phase(battle, "Movement", "first", "others", "hold", "foot", "hold", "done")
    assert [o.id for o in script.requests[1].options] == ["foot", "others", "done"]  # type: ignore[union-attr]
    assert [o.id for o in script.requests[3].options] == ["foot", "done"]  # type: ignore[union-attr]


@rule("SC-2.1")
def test_charges_move_before_the_other_units_of_a_side() -> None:
    battle = won_by(drawn(FOOT, "red horse: cy sergeant 20,24 mounted", FOES), "red")
    change(battle, "horse", charging="foes")  # type: ignore[arg-type]
    script = phase(battle, "Movement", "first", 1, DEFAULT, "done", "done")
    assert script.asked[:3] == ["order", "1d6 charge", "charge"]
    assert last(battle, "Charged").home == ("cy",)


@rule("SC-2.1")
def test_with_cards_the_unit_drawn_moves_and_nobody_rolls_for_initiative() -> None:
    battle = drawn(FOOT, FOES, rulings={"initiative": "cards"})
    phase(battle, "Initiative")
    battle.decks["cards"], battle.discards["cards"] = ("foot", "foes"), ()
    script = phase(battle, "Movement", "foes", "hold", "foot", "hold")
    assert [each.about for each in script.requests] == ["foes", "foot"]


@rule("SC-2.1")
def test_with_cards_each_turn_has_a_card_for_each_unit() -> None:
    battle = drawn(FOOT, FOES, rulings={"initiative": "cards"})
    battle.turn = 0
    take_step(RULESET, battle, Script(battle))  # type: ignore[arg-type]
    assert last(battle, "DeckMade").cards == ("foot", "foes")


@rule("SC-2.1")
def test_a_battle_by_cards_is_fought_to_its_end() -> None:
    scenario = shelf().scenario("even-field")
    book = RULESET.book.with_house_rules({"initiative": "cards"})
    setup = Setup(RULESET, scenario, book, "cards")
    game = Game(setup, seats(setup, "random"))
    game.advance()
    assert game.over
    assert events(game.state, "CardUp")
    assert not events(game.state, "InitiativeRolled")


@rule("SC-2.1")
def test_a_hidden_unit_shows_itself_when_it_moves_or_an_enemy_comes_within_6_inches() -> None:
    battle = won_by(drawn("red foot hidden: al sergeant 10,30; bo 12,30", FOES), "red")
    phase(battle, "Movement", "first", "foot", "move", [(10, 28)], "done")
    assert last(battle, "Revealed").why == "acts"
    battle = won_by(drawn("red foot hidden: al sergeant 10,30; bo 12,30", "blue foes: ed sergeant 10,20"), "blue")
    phase(battle, "Movement", "first", "foes", "move", [(10, 22.9)], "done")
    assert battle.units["foot"].hidden
    battle = won_by(drawn("red foot hidden: al sergeant 10,30; bo 12,30", "blue foes: ed sergeant 10,20"), "blue")
    phase(battle, "Movement", "first", "foes", "move", [(10, 23.1)], "done")
    assert last(battle, "Revealed").why == "found"


@rule("SC-2.1")
def test_a_new_turn_wipes_off_what_was_noted_for_the_last() -> None:
    battle = won_by(drawn(FOOT, FOES), "red")
    change(battle, "foot", moved=True, causes=("cannon",), charging="foes")  # type: ignore[arg-type]
    change(battle, "al", charged=True, moved=3.0)  # type: ignore[arg-type]
    for event in RULESET.opening(battle):
        battle.record(event)
    foot, al = battle.units["foot"], battle.figures["al"]
    assert (foot.moved, foot.checked, foot.causes, foot.charging) == (False, False, (), "")
    assert (al.charged, al.moved, battle.notes.initiative) == (False, 0.0, "")


@rule("SC-2.1")
def test_a_unit_may_be_called_as_its_side_is() -> None:
    battle = won_by(drawn("red red: al sergeant 10,30", "red order: bo 12,30", FOES), "red")
    phase(battle, "Movement", "first", "order", "hold", "red", "hold", "done")
    assert battle.units["red"].moved
    assert battle.notes.done == ("red", "blue")
