"""Readings of the sheet as they are played when nobody has switched them."""

from tests.drawn import last
from tests.rules.camelot.test_melee_events import event, pair
from tests.rules_shown import rule


@rule("CA-5.2")
def test_unless_it_is_switched_the_pc_is_the_acting_fighter_even_against_a_hero() -> None:
    battle = pair(ed="hero", morale=False)
    event(battle, 2)
    assert last(battle, "MeleeEvent").figure == "al"
