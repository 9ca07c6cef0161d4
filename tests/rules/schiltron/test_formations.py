"""SC-3.2: on foot, formed and in schiltron."""

from dataclasses import replace
from itertools import combinations

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Refusal
from kktui.engine.turn import take_step
from kktui.rules.schiltron import RULESET
from kktui.rules.schiltron.actions import action_request
from kktui.rules.schiltron.charge import charge_targets, why_not_charge
from kktui.rules.schiltron.figures import Battle
from kktui.rules.schiltron.formations import form_up, keep_ranks
from kktui.rules.schiltron.leaders import fall
from kktui.rules.schiltron.movement import Pace, move_request, movers, pace_of
from kktui.table.gaps import signed_gap
from tests.drawn import Script, across, at, events, field, last, stretch
from tests.rules.schiltron.table import BOOK, drawn, man, phase, ranked, won_by
from tests.rules_shown import rule

FAR = "blue foes: ed sergeant 24,5"


def spears(number: int, words: str = "spear", y: float = 30) -> str:
    """A row of men, their leader at its middle."""
    places = [round(17 + 1.2 * ((each + 1) // 2) * (-1) ** each, 1) for each in range(1, number)]
    men = "; ".join(f"m{i} {x},{y} {words}" for i, x in enumerate(places, 1))
    return f"red foot: al sergeant 17,{y} {words}; {men}"


def formed(battle: Battle, formation: str) -> Battle:
    form_up(battle, Script(battle), battle.units["foot"], formation)  # type: ignore[arg-type]
    battle.units["foot"].moved = False
    battle.memo.clear()
    return won_by(battle, "red")


def options(battle: Battle) -> list[str]:
    return [each.id for each in action_request(battle, battle.units["foot"]).options]


def why(battle: Battle, action: str) -> Refusal:
    return next(each.why for each in action_request(battle, battle.units["foot"]).barred if each.id == action)


@rule("SC-3.2")
def test_the_foot_chart_and_the_chart_of_formations() -> None:
    assert BOOK.chart("foot-movement").rows == {"UA": [8, 8], "PA": [8, 8], "FA": [8, 6], "PP": [6, 6], "FP": [6, 4]}
    assert BOOK.chart("formations").rows == {"formed": [6, 4], "schiltron": [4, 5]}


@rule("SC-3.2")
@pytest.mark.parametrize(
    ("armour", "inches"), [("", 8), ("gambeson", 8), ("long-mail", 8), ("plate", 6), ("plate limb-plate", 6)]
)
def test_loose_foot_moves_by_protection(armour: str, inches: int) -> None:
    battle = drawn(f"red foot: al sergeant 10,30 {armour}", FAR)
    assert pace_of(battle, battle.units["foot"]) == Pace(inches)


@rule("SC-3.2")
def test_a_schiltron_is_a_ring_that_looks_outward_shoulder_to_shoulder() -> None:
    battle = formed(drawn(spears(8), FAR), "schiltron")
    men = battle.men("foot")
    middle = (sum(m.place.x for m in men) / 8, sum(m.place.y for m in men) / 8)
    away = [((m.place.x - middle[0]) ** 2 + (m.place.y - middle[1]) ** 2) ** 0.5 for m in men]
    assert max(away) - min(away) < 0.01
    gaps = sorted(signed_gap(a.base, a.place, b.base, b.place) for a, b in combinations(men, 2))
    assert all(-0.001 <= gap < 0.01 for gap in gaps[:8])
    assert len({m.place.facing // 45 for m in men}) == 8
    assert battle.units["foot"].formation == "schiltron"


@rule("SC-3.2")
def test_who_has_no_spear_stands_in_the_middle_of_the_ring() -> None:
    men = "; ".join(f"m{i} {9 + 1.1 * i:.1f},30 spear" for i in range(1, 10))
    battle = formed(drawn(f"red foot: al sergeant 14,32 sword; {men}", FAR), "schiltron")
    ring = battle.men("foot")[1:]
    middle = (sum(m.place.x for m in ring) / 9, sum(m.place.y for m in ring) / 9)
    assert at(battle, "al") == pytest.approx(middle, abs=0.01)


@rule("SC-3.2")
def test_formed_men_stand_in_two_ranks_and_face_the_enemy() -> None:
    battle = formed(drawn(spears(8, "bill"), "blue foes: ed sergeant 16.4,5"), "formed")
    men = battle.men("foot")
    assert {round(m.place.y, 1) for m in men} == {29.5, 30.5}
    assert {m.place.facing for m in men} == {0}
    assert len({round(m.place.x, 1) for m in men}) == 4


@rule("SC-3.2")
@pytest.mark.parametrize(("formation", "inches"), [("formed", 6), ("schiltron", 4)])
def test_a_formation_moves_as_one_body_and_keeps_its_shape(formation: str, inches: int) -> None:
    battle = formed(drawn(spears(8), FAR), formation)
    before = {m.id: m.place for m in battle.men("foot")}
    assert pace_of(battle, battle.units["foot"]) == Pace(inches)
    x, y = at(battle, "al")
    phase(battle, "Movement", "first", "foot", "move", [(x, y - inches)], "done")
    for each in battle.men("foot"):
        was = before[each.id]
        assert (each.place.x, each.place.y) == (was.x, round(was.y - inches, 3))
        assert each.place.facing == (was.facing if formation == "schiltron" else 0)


@rule("SC-3.2")
@pytest.mark.parametrize("formation", ["formed", "schiltron"])
def test_a_formation_halts_where_one_man_is_held_and_crosses_nothing_rough(formation: str) -> None:
    for ground in (field(stretch("rough", 0, 20, 48, 26)), field(across("ditch", 26))):
        battle = formed(drawn(spears(8), FAR, ground=ground), formation)
        unit, lead = battle.units["foot"], man(battle, "al")
        walk = settle(battle, move_request(battle, unit, 6), {"path": [[lead.place.x, lead.place.y - 6]]})
        front = min(m.place.y for m in battle.men("foot"))
        assert walk.length == pytest.approx(front - 26, abs=0.03)


@rule("SC-3.2")
@pytest.mark.parametrize("formation", ["formed", "schiltron"])
def test_a_formation_may_not_charge(formation: str) -> None:
    battle = drawn(spears(8), "blue foes: ed sergeant 17,24")
    assert charge_targets(battle, battle.units["foot"])
    formed(battle, formation)
    assert charge_targets(battle, battle.units["foot"]) == []
    refused = why_not_charge(battle, battle.units["foot"])
    assert refused is not None
    assert refused.rule == "SC-3.2"


@rule("SC-3.2")
def test_a_schiltron_needs_five_with_spear_or_pike_and_ranks_need_four_men() -> None:
    assert "schiltron" in options(drawn(spears(5, "pike"), FAR))
    few = drawn(spears(4), FAR)
    assert "schiltron" not in options(few)
    assert "5 men with spear or pike" in why(few, "schiltron").reason
    assert "form" in options(few)
    assert "form" not in options(drawn(spears(3), FAR))
    swords = drawn(spears(9, "sword"), FAR)
    assert "schiltron" not in options(swords)
    assert "form" in options(swords)


@rule("SC-3.2")
def test_no_formation_on_horseback_on_rough_ground_or_without_room() -> None:
    assert "horsemen" in why(drawn(spears(6, "lance mounted"), FAR), "form").reason
    wood = field(stretch("woods", 0, 25, 48, 35))
    assert "rough" in why(drawn(spears(6), FAR, ground=wood), "schiltron").reason
    walls = field(across("high-wall", 29.2), across("high-wall", 30.8))
    assert "room" in why(drawn(spears(6), FAR, ground=walls), "schiltron").reason


@rule("SC-3.2")
def test_falling_in_takes_the_whole_move_and_breaking_up_takes_none() -> None:
    battle = won_by(drawn(spears(6), FAR), "red")
    phase(battle, "Movement", "first", "foot", "schiltron", "done")
    assert battle.units["foot"].moved
    assert max(m.moved for m in battle.men("foot")) > 0
    battle = formed(battle, "schiltron")
    battle.notes = type(battle.notes)(initiative="red")
    x, y = at(battle, "al")
    phase(battle, "Movement", "first", "foot", "break-up", [(x, y - 8)], "done")
    assert last(battle, "FormationLost").why == "order"
    assert at(battle, "al") == (x, round(y - 8, 3))
    assert not any(m.in_ranks for m in battle.men("foot"))


@rule("SC-3.2")
@pytest.mark.parametrize(("formation", "least"), [("formed", 4), ("schiltron", 5)])
def test_with_too_few_men_left_the_formation_is_lost(formation: str, least: int) -> None:
    battle = drawn(spears(7), FAR)
    ranked(battle, "foot", formation)
    for number, each in enumerate(battle.units["foot"].figures[1:], 1):
        fall(battle, man(battle, each), "dead", "ed")
        keep_ranks(battle)
        kept = 7 - number >= least
        assert (battle.units["foot"].formation == formation) is kept
        if not kept:
            break
    assert last(battle, "FormationLost").why == "too few"


@rule("SC-3.2")
def test_a_scenario_may_begin_with_formations() -> None:
    battle = drawn(spears(8), FAR)
    troops = tuple(
        replace(each, formation="schiltron") if each.id == "foot" else each for each in battle.scenario.troops
    )
    begun = RULESET.muster(replace(battle.scenario, troops=troops), BOOK)
    take_step(RULESET, begun, Script(begun))
    assert begun.units["foot"].formation == "schiltron"
    take_step(RULESET, begun, Script(begun))
    assert begun.turn == 1
    assert len(events(begun, "FormedUp")) == 1


@rule("SC-3.2")
def test_a_man_of_the_ring_in_contact_holds_all_of_it() -> None:
    battle = formed(drawn(spears(8), FAR), "schiltron")
    front = min(battle.men("foot"), key=lambda m: m.place.y)
    battle.field("ed", front.place._replace(y=round(front.place.y - 1, 3)))
    battle.memo.clear()
    assert movers(battle, battle.units["foot"]) == []
    fall(battle, man(battle, "ed"), "dead", front.id)
    assert len(movers(battle, battle.units["foot"])) == 8
