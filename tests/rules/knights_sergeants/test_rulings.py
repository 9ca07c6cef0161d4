"""Readings of the sheet as they are played when nobody has switched them."""

from kktui.rules.knights_sergeants.archery import aim_at, modifiers
from kktui.rules.knights_sergeants.morale import nerve
from tests.drawn import change, drawn
from tests.rules_shown import rule


@rule("KS-6.4")
def test_unless_it_is_switched_declaring_the_rider_takes_1_off_and_declaring_the_mount_nothing() -> None:
    battle = drawn("red bows: al sergeant 10,30 longbow; bo 40,46", "blue foes: ed sergeant 10,10 mounted; flo 40,5")
    for at, off in (("rider", [("rider declared", -1)]), ("mount", [])):
        found = modifiers(battle, battle.figures["al"], battle.figures["ed"], at)
        assert [(each.name, each.value) for each in found] == off


@rule("KS-1.5")
def test_unless_it_is_switched_a_wound_makes_low_dice_worse() -> None:
    battle = drawn("red bows: al sergeant 10,20 longbow AR2; bo 12,20", "blue foes: cy sergeant 10,5; di 12,5 longbow")
    change(battle, "al", hits=1, hurt="wound")
    assert nerve(battle, battle.units["bows"])[0].worse == 1
    assert aim_at(battle, battle.figures["di"], battle.figures["al"], "foot")[0].armour_worse == 1
