"""SC-4 Shooting."""

import pytest

from kktui.rules.schiltron.fallback import run
from kktui.rules.schiltron.morale import causes
from kktui.rules.schiltron.movement import movers
from kktui.rules.schiltron.shooting import (
    Aim,
    aim_at,
    protection_against,
    range_band,
    shifted,
    shoot,
    targets,
    why_not_shoot,
)
from tests.drawn import Script, across, change, events, field, last, stretch
from tests.rules.schiltron.table import BOOK, drawn, man, phase, won_by
from tests.rules_shown import rule

FOES = "blue foes: ed sergeant 10,10; flo 14,10 gambeson"
RANGES = {"javelin": (3, 6), "bow": (8, 16), "sling": (8, 16), "crossbow": (12, 28)}
RANGES |= {"handgun": (6, 18), "cannon": (24, 48)}
WEAPONS = {"javelin": "javelin", "bow": "short-bow", "sling": "sling", "crossbow": "crossbow"}
WEAPONS |= {"handgun": "handgun", "cannon": "cannon"}


def shooter(weapon: str, y: float) -> str:
    return f"red bows: al sergeant 14,{y} {weapon}"


@rule("SC-4.1")
def test_the_charts_of_ranges_and_of_hits() -> None:
    rows = {row: tuple(cells[:2]) for row, cells in BOOK.chart("missiles").rows.items()}
    assert rows == RANGES
    assert BOOK.chart("hits-on").rows == {"short": 6, "long": 3}


@rule("SC-4.1")
@pytest.mark.parametrize("row", RANGES)
def test_range_is_short_or_long_up_to_the_inch(row: str) -> None:
    short, long = RANGES[row]
    at = [range_band(BOOK, WEAPONS[row], inches) for inches in (short, short + 0.1, long, long + 0.1)]
    assert at == ["short", "long", "long", ""]


@rule("SC-4.1", "SC-4.2")
def test_low_hits_and_low_blocks() -> None:
    battle = drawn(shooter("short-bow", 17), FOES)
    assert aim_at(battle, man(battle, "al"), man(battle, "flo")) == Aim(6, 5)
    results = [(6, 6), (7,), (6, 5), (1, 12), (12,), (1, 1)]
    outcomes = [shoot(Script(battle, *dice), Aim(6, 5)).outcome for dice in results]  # type: ignore[arg-type]
    assert outcomes == ["hit", "miss", "blocked", "hit", "miss", "blocked"]


@rule("SC-4.1")
def test_long_range_needs_3_or_less() -> None:
    battle = drawn(shooter("short-bow", 25), FOES)
    assert aim_at(battle, man(battle, "al"), man(battle, "flo")).needs == 3


@rule("SC-4.2")
def test_the_chart_to_block() -> None:
    assert BOOK.chart("block").rows == {"UA": 3, "PA": 5, "FA": 6, "PP": 8, "FP": 9}


@rule("SC-4.3")
def test_the_chart_of_protection_steps() -> None:
    assert BOOK.chart("protection-steps").rows == {
        "in woods or cover": 1,
        "longbow at short range": -1,
        "crossbow": -1,
        "handgun": -2,
        "cannon": "UA",
    }


ARMOUR = {"UA": "", "PA": "gambeson", "FA": "long-mail", "PP": "plate", "FP": "plate limb-plate"}


@rule("SC-4.3")
@pytest.mark.parametrize(
    ("weapon", "y", "protections"),
    [
        ("short-bow", 15, ("UA", "PA", "FA", "PP", "FP")),
        ("sling", 15, ("UA", "PA", "FA", "PP", "FP")),
        ("javelin", 13, ("UA", "PA", "FA", "PP", "FP")),
        ("longbow", 15, ("UA", "UA", "PA", "FA", "PP")),
        ("longbow", 25, ("UA", "PA", "FA", "PP", "FP")),
        ("crossbow", 15, ("UA", "UA", "PA", "FA", "PP")),
        ("heavy-crossbow", 35, ("UA", "UA", "PA", "FA", "PP")),
        ("handgun", 15, ("UA", "UA", "UA", "PA", "FA")),
        ("cannon", 35, ("UA",) * 5),
    ],
)
def test_weapons_bring_protection_down(weapon: str, y: float, protections: tuple[str, ...]) -> None:
    against = []
    for armour in ARMOUR.values():
        battle = drawn(shooter(weapon, y), f"blue foes: ed 14,10 {armour}")
        against.append(protection_against(battle, man(battle, "al"), man(battle, "ed"))[0])
    assert tuple(against) == protections


@rule("SC-4.3")
@pytest.mark.parametrize("ground", [field(stretch("woods", 0, 0, 48, 11)), field(across("low-wall", 11))])
def test_woods_and_cover_bring_it_one_up_but_not_against_a_cannon(ground: object) -> None:
    expected = {"short-bow": "PA FA PP FP FP", "crossbow": "UA PA FA PP FP", "cannon": "UA UA UA UA UA"}
    for weapon, protections in expected.items():
        against = []
        for armour in ARMOUR.values():
            battle = drawn(shooter(weapon, 15), f"blue foes: ed 14,10 {armour}", ground=ground)  # type: ignore[arg-type]
            against.append(protection_against(battle, man(battle, "al"), man(battle, "ed"))[0])
        assert against == protections.split()


@rule("SC-4.3")
def test_steps_stop_at_the_ends_of_the_scale() -> None:
    assert [shifted(each, -2) for each in ARMOUR] == ["UA", "UA", "UA", "PA", "FA"]
    assert [shifted(each, 1) for each in ARMOUR] == ["PA", "FA", "PP", "FP", "FP"]


@rule("SC-4.4")
@pytest.mark.parametrize(
    ("weapon", "every"), [("short-bow", 1), ("javelin", 1), ("crossbow", 2), ("handgun", 2), ("cannon", 3)]
)
def test_crossbow_and_handgun_shoot_every_second_turn_and_a_cannon_every_third(weapon: str, every: int) -> None:
    assert BOOK.chart("missiles").rows[next(r for r, w in WEAPONS.items() if w == weapon)][2] == every
    for ruling, until in (("slow", every), ("none", 1)):
        battle = drawn(shooter(weapon, 13), "blue foes: ed 14,10", rulings={"reloading": ruling})
        phase(battle, "Shooting", {"al": "ed"}, 12)
        waits = 0
        while True:
            battle.turn += 1
            waits += 1
            battle.memo.clear()
            if not why_not_shoot(battle, man(battle, "al")):
                break
        assert waits == until


@rule("SC-4.4")
@pytest.mark.parametrize(
    ("weapon", "half", "more"),
    [
        ("javelin", True, False),
        ("longbow", True, False),
        ("sling", False, False),
        ("crossbow", False, False),
        ("handgun", False, False),
        ("cannon", False, False),
    ],
)
def test_javelin_and_bow_shoot_after_half_a_move_the_rest_only_if_still(weapon: str, half: bool, more: bool) -> None:
    battle = drawn(shooter(weapon, 13), FOES)
    al = man(battle, "al")
    assert not why_not_shoot(battle, al)
    for inches, may in ((4.0, half), (4.1, more)):
        al.moved = inches
        assert (not why_not_shoot(battle, al)) is may
    free = drawn(shooter(weapon, 13), FOES, rulings={"moving-shots": "free"})
    man(free, "al").moved = 8.0
    assert not why_not_shoot(free, man(free, "al"))


@rule("SC-4.4")
def test_a_cannon_is_not_moved_and_who_runs_from_it_leaves_it() -> None:
    battle = drawn("red guns: al sergeant 14,30 cannon; bo 16,30", FOES)
    assert [each.id for each in movers(battle, battle.units["guns"])] == ["bo"]
    run(battle, man(battle, "al"))
    assert last(battle, "CannonLost").figure == "al"
    assert why_not_shoot(battle, man(battle, "al")) == "has nothing to shoot with"


@rule("SC-4.1", "SC-2.1")
def test_all_shoot_together_and_those_hit_fall_when_all_have_shot() -> None:
    battle = drawn("red bows: al 14,15 short-bow", "blue foes: ed 14,10 short-bow")
    phase(battle, "Shooting", {"al": "ed"}, {"ed": "al"}, 1, 12, 1, 12)
    assert [each.outcome for each in events(battle, "Shot")] == ["hit", "hit"]
    assert {battle.figures[each].standing for each in ("al", "ed")} == {"dead"}


@rule("SC-4.1")
def test_nobody_shoots_into_a_melee_out_of_one_or_at_whom_he_cannot_see() -> None:
    battle = drawn("red bows: al sergeant 14,20 short-bow; bo 10,11", FOES)
    assert [each.id for each in targets(battle, man(battle, "al"))] == ["flo"]
    battle = drawn("red bows: al sergeant 14,11 short-bow", FOES)
    assert why_not_shoot(battle, man(battle, "al")) == "is in contact with an enemy"
    battle = drawn(shooter("short-bow", 20), FOES, ground=field(stretch("building", 0, 14, 48, 16)))
    assert targets(battle, man(battle, "al")) == []


@rule("SC-4.1")
@pytest.mark.parametrize("foe", ["blue foes: ed 14,10", "blue foes: ed 14,2", "blue foes hidden: ed 14,10"])
def test_nobody_is_asked_for_shots_where_nobody_can_shoot(foe: str) -> None:
    battle = drawn("red bows: al sergeant 14,20 short-bow", foe)
    open_to = foe.endswith("foes: ed 14,10")
    script = phase(battle, "Shooting", *([{"al": "hold"}] if open_to else []))
    assert len(script.requests) == len(events(battle, "Aimed")) == open_to


@rule("SC-4.1")
def test_a_side_may_hold_its_shots() -> None:
    battle = drawn(shooter("short-bow", 15), FOES)
    phase(battle, "Shooting", {"al": "hold"})
    assert not events(battle, "Shot")


@rule("SC-6.1", "SC-4.1")
def test_cannon_fire_and_losses_to_handguns_put_morale_in_question() -> None:
    battle = drawn(shooter("cannon", 30), FOES)
    phase(battle, "Shooting", {"al": "flo"}, 12)
    assert causes(battle, battle.units["foes"]) == ("cannon",)
    for dice, cause in (((1, 12), ("handgun", "fifth")), ((1, 1), ()), ((12,), ())):
        battle = drawn(shooter("handgun", 15), FOES)
        phase(battle, "Shooting", {"al": "flo"}, *dice)
        assert causes(battle, battle.units["foes"]) == cause


@rule("SC-4.1")
def test_a_man_shot_twice_dies_once() -> None:
    battle = drawn("red bows: al 14,15 short-bow; bo 15.5,15 short-bow", "blue foes: ed 14,10")
    change(battle, "ed", ready=9)  # type: ignore[arg-type]
    phase(battle, "Shooting", {"al": "ed", "bo": "ed"}, 1, 12, 1, 12)
    assert len(events(battle, "Left")) == 1


@rule("SC-4.4", "SC-3.2")
def test_falling_in_is_a_whole_move_and_nobody_shoots_after_it() -> None:
    men = "; ".join(f"m{i} {10 + 1.5 * i},20 short-bow" for i in range(6))
    battle = won_by(drawn(f"red bows: {men}", FOES), "red")
    phase(battle, "Movement", "first", "bows", "form", "done")
    assert battle.units["bows"].formation == "formed"
    assert why_not_shoot(battle, man(battle, "m0")) == "has moved more than half its move"


@rule("SC-4.4", "SC-3.2", "SC-3.3")
def test_half_a_move_is_half_of_what_the_move_was_in_formation_or_by_a_die() -> None:
    for whole, inches, may in ((6.0, 3.0, True), (6.0, 3.5, False), (2.0, 1.5, False), (0.0, 4.0, True)):
        battle = drawn(shooter("short-bow", 13), FOES)
        change(battle, "al", whole=whole, moved=inches)  # type: ignore[arg-type]
        assert (not why_not_shoot(battle, man(battle, "al"))) is may


@rule("SC-4.4", "SC-3.3")
def test_a_bowman_who_went_all_the_way_a_die_let_him_does_not_shoot() -> None:
    battle = drawn(shooter("short-bow", 20), FOES, ground=field(stretch("rough", 8, 18, 20, 24)))
    won_by(battle, "red")
    phase(battle, "Movement", "first", "bows", "move", 2, [(14, 18)], "done")
    assert (man(battle, "al").moved, man(battle, "al").whole) == (2.0, 2.0)
    assert why_not_shoot(battle, man(battle, "al"))


@rule("SC-6.1")
def test_only_men_felled_by_handguns_try_the_nerve_and_no_wounded_leader() -> None:
    many = "blue foes: ed sergeant 14,10; " + "; ".join(f"m{i} {16 + 2 * i},10" for i in range(9))
    for weapon, target, dice, cause in (
        ("handgun", "m2", (1, 12), ("handgun",)),
        ("short-bow", "m2", (1, 12), ()),
        ("handgun", "ed", (1, 12, 12), ()),
    ):
        battle = drawn(shooter(weapon, 15), many)
        phase(battle, "Shooting", {"al": target}, *dice)
        assert causes(battle, battle.units["foes"]) == cause


@rule("SC-4.3")
def test_nothing_moves_the_protection_against_a_cannon_up_or_down() -> None:
    battle = drawn(shooter("cannon", 30), FOES, ground=field(stretch("woods", 10, 8, 20, 10.5)))
    assert protection_against(battle, man(battle, "al"), man(battle, "ed")) == ("UA", ())
