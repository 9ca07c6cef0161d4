"""How far a figure heartens, shoots and charges, as the battlefield draws it."""

from kktui.rules.camelot import RULESET
from kktui.rules.camelot.figures import Battle
from tests.drawn import change
from tests.rules.camelot.table import camelot
from tests.rules_shown import rule


def drawn_round(battle: Battle, figure: str) -> list[tuple[str, float, bool]]:
    return [(ring.name, round(ring.inches, 3), ring.threat) for ring in RULESET.rings(battle, figure)]


def field() -> Battle:
    return camelot("red knights: al mounted lance 10,30; bo longbow 14,30", "blue foes: ed 10,10; flo 12,10")


@rule("CA-10.1", "CA-3.2")
def test_a_leader_rallies_within_eight_inches_and_charges_as_far_as_his_band_and_base() -> None:
    assert drawn_round(field(), "al") == [("rallying", 8.0, False), ("charge", 9.0, True)]


@rule("CA-7.1")
def test_a_bow_has_its_three_ranges_and_the_longest_is_to_be_feared() -> None:
    charge, *ranges = drawn_round(field(), "bo")
    assert charge == ("charge", 6.0, True)
    assert ranges == [("short range", 8.0, False), ("medium range", 16.0, False), ("long range", 24.0, True)]


@rule("CA-7.1", "CA-10.1")
def test_nobody_fears_one_who_is_broken_or_has_no_arrows() -> None:
    battle = field()
    change(battle, "bo", spent=("longbow",))
    assert [name for name, _, threat in drawn_round(battle, "bo") if threat] == ["charge"]
    change(battle, "al", broken=True)
    assert drawn_round(battle, "al") == [("charge", 9.0, False)]


@rule("CA-9.1")
def test_who_is_held_in_a_fight_charges_nobody() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19")
    assert not any(threat for _, _, threat in drawn_round(battle, "al"))
