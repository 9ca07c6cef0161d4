"""How far a figure leads, charges and shoots, as the field shows it."""

from kktui.engine.ruleset import Ring
from kktui.rules.schiltron import RULESET
from tests.drawn import change
from tests.rules.schiltron.table import drawn, ranked
from tests.rules_shown import rule

FOES = "blue foes: zed 10,5"
LEADING = Ring("leading", 4, "SC-6.4", command=True)
GROUP = Ring("group", 6, "SC-3.1", command=True)


@rule("SC-3.4", "SC-6.4")
def test_a_leader_shows_his_4_inches_his_units_room_and_its_furthest_charge() -> None:
    battle = drawn("red horse: al sergeant 10,30 mounted lance; bo 12,30 mounted", FOES)
    charge = Ring("charge", 22, "SC-3.4", threat=True)
    assert RULESET.rings(battle, "al") == (LEADING, GROUP, charge)
    assert RULESET.rings(battle, "bo") == ()
    change(battle, "al", winded=1)
    assert RULESET.rings(battle, "al") == (LEADING, GROUP)


@rule("SC-3.2", "SC-6.4")
def test_a_formation_charges_nobody_and_a_leader_in_rout_leads_nobody() -> None:
    battle = drawn("red foot: " + "; ".join(f"m{i} {'sergeant' if not i else ''} {10 + i},30" for i in range(4)), FOES)
    ranked(battle, "foot", "formed")
    assert RULESET.rings(battle, "m0") == (LEADING,)
    change(battle, "m0", routed=True, in_ranks=False)
    assert RULESET.rings(battle, "m0") == ()


@rule("SC-4.1", "SC-4.4")
def test_a_shooter_shows_both_ranges_and_while_he_loads_nobody_has_to_fear_them() -> None:
    battle = drawn("red guns: al sergeant 10,30; bo 12,30 handgun", FOES)
    short = Ring("short range", 6, "SC-4.1")
    assert RULESET.rings(battle, "bo") == (short, Ring("long range", 18, "SC-4.1", threat=True))
    change(battle, "bo", ready=2)
    assert RULESET.rings(battle, "bo") == (short, Ring("long range", 18, "SC-4.1"))
