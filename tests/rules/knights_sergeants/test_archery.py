"""KS-6 Archery."""

import pytest

from kktui.engine.telling import tell
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.archery import (
    Aim,
    aim_at,
    armour_against,
    band,
    fire_request,
    may_fire,
    modifiers,
    shoot,
    targets,
    why_not_shoot,
    why_not_shoot_at,
)
from kktui.rules.knights_sergeants.figures import Battle
from kktui.rules.knights_sergeants.roster import gauges
from kktui.table import Ground
from tests.drawn import OPEN, Script, across, at, card, change, drawn, events, field, last, stretch
from tests.rules_shown import rule

FAR = "blue foes: ed sergeant 10,10; flo 40,5"


def bowman(weapon: str, inches: float, target: str = "", ground: Ground = OPEN) -> Battle:
    """A shooter with a target so many inches before him, base to base."""
    return drawn(
        f"red bows: al sergeant 10,{11 + inches} {weapon}; bo 40,46",
        f"blue foes: ed sergeant 10,10 {target}; flo 40,5",
        ground=ground,
    )


def named(battle: Battle, at_what: str = "foot") -> dict[str, int]:
    found = modifiers(battle, battle.figures["al"], battle.figures["ed"], at_what)
    return {each.name: each.value for each in found}


@rule("KS-6.1")
def test_the_chart_of_archery_modifiers_is_that_of_the_sheet() -> None:
    assert RULESET.book.chart("archery-modifiers").rows == {
        "close range": 1,
        "aimed": 1,
        "target in part cover": -1,
        "target in whole cover": -2,
    }


@rule("KS-6.1")
@pytest.mark.parametrize(("bonus", "least"), [(0, 9), (1, 8), (2, 7), (-2, 11)])
def test_nine_or_more_with_modifiers_hits(bonus: int, least: int) -> None:
    aim = Aim(bonus, "foot", 0, 0, 0)
    hits = [roll for roll in range(1, 11) if shoot(Script(drawn(FAR), roll), aim).outcome == "hit"]
    assert hits == list(range(least, 11))


@rule("KS-6.1", "KS-6.2")
@pytest.mark.parametrize(
    ("weapon", "inches", "reach"),
    [
        ("crossbow", 9, {"close range": 1}),
        ("crossbow", 9.01, {}),
        ("crossbow", 18, {}),
        ("crossbow", 18.01, None),
        ("longbow", 12, {"close range": 1}),
        ("longbow", 12.01, {}),
        ("longbow", 24, {}),
        ("longbow", 24.01, None),
    ],
)
def test_close_range_is_one_on_and_past_long_range_there_is_no_shot(
    weapon: str, inches: float, reach: dict[str, int] | None
) -> None:
    battle = bowman(weapon, inches)
    assert may_fire(battle, battle.units["bows"]) == (reach is not None)
    if reach is not None:
        assert named(battle) == reach


@rule("KS-6.1")
def test_a_card_spent_aiming_is_one_on_for_the_next_shot_only() -> None:
    battle = bowman("longbow", 20)
    card(battle, "bows", "aim")
    assert named(battle) == {"aimed": 1}
    card(battle, "bows", "fire", {"al": "ed"}, 8)
    assert last(battle, "Shot").outcome == "hit"
    assert named(battle) == {}


@rule("KS-6.1")
@pytest.mark.parametrize("action", ["hold", "move"])
def test_aim_is_lost_when_the_next_card_goes_to_something_else(action: str) -> None:
    battle = bowman("longbow", 20)
    card(battle, "bows", "aim")
    card(battle, "bows", action, *([7, [(10, 30)]] if action == "move" else []))
    assert not battle.figures["al"].aimed


@rule("KS-6.1")
def test_aim_is_lost_by_being_hit_or_driven_back() -> None:
    battle = drawn(
        "red bows: al sergeant 10,20 longbow AR4; bo 30,20 longbow",
        "blue brute: ed 10,12",
        "blue bow: flo 30,5 longbow",
    )
    change(battle, "bo", rank="sergeant")
    card(battle, "bows", "aim")
    card(battle, "brute", "charge", "bows", 1, 1, 12, [(10, 19)], 4, 3)
    assert last(battle, "Struck").outcome == "push"
    assert [battle.figures[each].aimed for each in ("al", "bo")] == [False, True]
    card(battle, "bow", "fire", {"flo": "bo"}, 10)
    assert not battle.figures["bo"].aimed


@rule("KS-6.1")
@pytest.mark.parametrize(
    ("ground", "cover"),
    [
        (OPEN, {}),
        (field(across("low-wall", 11)), {"target in part cover": -1}),
        (field(across("fence", 13)), {}),
        (field(stretch("woods", 5, 5, 15, 11.5)), {"target in part cover": -1}),
        (field(stretch("building", 8, 8, 12, 12)), {"target in whole cover": -2}),
    ],
)
def test_cover_is_one_or_two_off(ground: Ground, cover: dict[str, int]) -> None:
    assert named(bowman("longbow", 20, ground=ground)) == cover


@rule("KS-6.1")
def test_every_man_shoots_at_the_figure_chosen_for_him_and_nobody_at_the_dead() -> None:
    battle = drawn(
        "red bows: al sergeant 10,30 longbow; bo 12,30 longbow; cy 14,30 longbow",
        "blue foes: ed 10,10; flo 14,10",
    )
    card(battle, "bows", "fire", {"al": "flo", "bo": "flo", "cy": "hold"}, 10)
    assert [(each.figure, each.target) for each in events(battle, "Shot")] == [("al", "flo")]
    assert battle.figures["flo"].standing == "dead"


@rule("KS-6.2")
def test_the_chart_of_missiles_is_that_of_the_sheet() -> None:
    chart = RULESET.book.chart("missiles")
    assert chart.columns == ("close", "long", "load")
    assert chart.rows == {"crossbow": [9, 18, 2], "longbow": [12, 24, 0]}


@rule("KS-6.2")
def test_a_crossbow_takes_two_load_actions_between_shots() -> None:
    battle = bowman("crossbow", 15)
    card(battle, "bows", "fire", {"al": "ed"}, 1)
    assert "load 2" in why_not_shoot(battle, battle.figures["al"])
    card(battle, "bows", "load")
    assert not may_fire(battle, battle.units["bows"])
    card(battle, "bows", "load")
    assert may_fire(battle, battle.units["bows"])


@rule("KS-6.2")
def test_a_longbow_needs_no_loading() -> None:
    battle = bowman("longbow", 15)
    card(battle, "bows", "fire", {"al": "ed"}, 1)
    assert may_fire(battle, battle.units["bows"])


@rule("KS-6.2")
def test_nobody_shoots_without_a_bow_in_hand_or_at_what_he_cannot_see() -> None:
    assert why_not_shoot(bowman("sword", 8), bowman("sword", 8).figures["al"])
    behind = bowman("longbow", 20, ground=field(stretch("building", 5, 18, 15, 22)))
    assert "out of sight" in why_not_shoot_at(behind, behind.figures["al"], behind.figures["ed"])
    assert not targets(behind, behind.figures["al"])


@rule("KS-6.3")
@pytest.mark.parametrize("armour", range(5))
def test_an_armour_die_at_or_below_the_rating_saves(armour: int) -> None:
    aim = Aim(0, "foot", armour, 0, 0)
    saves = (range(1, 11)) if armour else ()
    outcomes = [shoot(Script(drawn(FAR), 9, save), aim).outcome for save in saves]
    assert outcomes == ["saved"] * armour + ["hit"] * (10 - armour if armour else 0)
    if not armour:
        assert shoot(Script(drawn(FAR), 9), aim).outcome == "hit"


@rule("KS-6.3")
@pytest.mark.parametrize(("facing", "armour"), [(180, 3), (90, 3), (270, 3), (89, 2), (271, 2), (0, 2)])
def test_a_shield_counts_only_against_shots_from_its_front_half_circle(facing: int, armour: int) -> None:
    battle = drawn(
        "red bows: al sergeant 10,30 longbow; bo 40,46",
        f"blue foes: ed sergeant 10,10,{facing} AR3 shield; flo 40,5",
    )
    assert armour_against(battle.book, battle.figures["al"], battle.figures["ed"]) == armour


@rule("KS-6.3")
@pytest.mark.parametrize(("x", "armour"), [(29.9, 2), (30, 3), (30.1, 3)])
def test_the_half_circle_of_a_shield_is_not_rounded_to_whole_degrees(x: float, armour: int) -> None:
    battle = drawn(
        f"red bows: al sergeant {x},30 longbow; bo 40,46", "blue foes: ed sergeant 30,10,90 AR3 shield; flo 40,5"
    )
    assert armour_against(battle.book, battle.figures["al"], battle.figures["ed"]) == armour


@rule("KS-6.3")
def test_armour_without_a_shield_counts_all_round_and_never_goes_below_nothing() -> None:
    battle = drawn(
        "red bows: al sergeant 10,30 longbow; bo 40,46",
        "blue foes: ed sergeant 10,10,0 AR2; flo 12,10,0 AR0 shield",
    )
    assert armour_against(battle.book, battle.figures["al"], battle.figures["ed"]) == 2
    assert armour_against(battle.book, battle.figures["al"], battle.figures["flo"]) == 0


@rule("KS-6.3", "KS-1.5")
def test_a_wounded_man_saves_one_worse() -> None:
    aim = Aim(0, "foot", 2, 0, 1)
    assert [shoot(Script(drawn(FAR), 9, save), aim).outcome for save in (1, 2)] == ["saved", "hit"]


@rule("KS-6.4")
def test_the_chart_of_horse_armour() -> None:
    assert RULESET.book.chart("horse-armour").rows == {"horse": 0, "barded": 1}


@rule("KS-6.4")
@pytest.mark.parametrize(("part", "outcome"), [(1, "mount killed"), (7, "mount killed"), (8, "hit"), (10, "hit")])
def test_undeclared_seven_or_less_is_the_mount_and_more_the_rider(part: int, outcome: str) -> None:
    assert shoot(Script(drawn(FAR), 9, part), Aim(0, "mounted", 0, 0, 0)).outcome == outcome


@rule("KS-6.4")
def test_a_shooter_may_declare_rider_or_mount() -> None:
    battle = bowman("longbow", 15, "mounted")
    options = fire_request(battle, battle.units["bows"]).parts["al"].options  # type: ignore[union-attr]
    assert [option.id for option in options] == ["ed", "ed:rider", "ed:mount", "hold"]
    assert card(battle, "bows", "fire", {"al": "ed:rider"}, 10).asked[-1] == "1d10 to hit"
    assert battle.figures["ed"].hits == 1


@rule("KS-6.4")
@pytest.mark.parametrize("penalty", [-1, 0, -2])
def test_declaring_the_rider_costs_what_the_ruling_says(penalty: int) -> None:
    battle = drawn(
        "red bows: al sergeant 10,30 longbow; bo 40,46",
        "blue foes: ed sergeant 10,10 mounted; flo 40,5",
        rulings={"declared-rider": penalty},
    )
    assert named(battle, "rider") == {"rider declared": penalty}
    assert named(battle, "mount") == {}
    assert RULESET.book.rulings["declared-rider"].default == -1


@rule("KS-6.4")
@pytest.mark.parametrize(("mount", "armour"), [("mounted", 0), ("barded", 1)])
def test_a_horse_has_no_armour_but_its_barding(mount: str, armour: int) -> None:
    battle = bowman("longbow", 15, f"{mount} AR4")
    aim, _ = aim_at(battle, battle.figures["al"], battle.figures["ed"], "mount")
    assert (aim.horse_armour, aim.armour) == (armour, 4)
    if armour:
        assert shoot(Script(battle, 9, 1), aim).outcome == "mount saved"
        assert shoot(Script(battle, 9, 2), aim).outcome == "mount killed"


@rule("KS-6.4", "KS-1.5")
def test_a_riders_wound_is_not_his_horses() -> None:
    aim = Aim(0, "mount", 4, 1, 1)
    assert shoot(Script(drawn(FAR), 9, 1), aim).outcome == "mount saved"


@rule("KS-6.4")
def test_a_killed_horse_throws_its_rider_who_loses_his_next_action_and_no_more() -> None:
    battle = bowman("longbow", 15, "mounted")
    card(battle, "bows", "fire", {"al": "ed:mount"}, 10)
    ed = battle.figures["ed"]
    assert (ed.mounted, ed.horse, ed.hits, ed.base.round) == (False, "", 0, True)
    card(battle, "foes", "move", 7, [(40, 9)])
    assert last(battle, "UnitMoved").leader == "flo"
    assert at(battle, "ed") == (10, 10)
    card(battle, "foes", "move", 7, [(10, 14)])
    assert at(battle, "ed") == (10, 14)


@rule("KS-6.4")
def test_the_next_shots_at_a_thrown_rider_are_at_a_man_on_foot() -> None:
    battle = drawn(
        "red bows: al sergeant 10,30 longbow; bo 12,30 longbow",
        "blue foes: ed sergeant 10,10 mounted; flo 40,5",
    )
    script = card(battle, "bows", "fire", {"al": "ed:mount", "bo": "ed:rider"}, 10, 9)
    assert script.asked[-2:] == ["1d10 to hit", "1d10 to hit"]
    assert [each.at for each in events(battle, "Shot")] == ["mount", "foot"]
    assert battle.figures["ed"].hits == 1


@rule("KS-6.4", "KS-7.5")
@pytest.mark.parametrize(("daze", "by"), [("thrown", "KS-6.4"), ("stunned", "KS-7.5")])
def test_the_roster_says_by_which_rule_a_man_is_dazed(daze: str, by: str) -> None:
    battle = bowman("longbow", 10)
    change(battle, "ed", daze=daze)
    assert [(each.value, each.rule) for each in gauges(battle, "ed") if each.name == "dazed"] == [(daze, by)]


@rule("KS-6.2", "KS-6.4")
@pytest.mark.parametrize(("away", "shots"), [(28.9, 2), (29.3, 1)])
def test_nobody_shoots_at_a_rider_whom_the_shot_before_threw_out_of_range(away: float, shots: int) -> None:
    battle = drawn(
        f"red bows: al sergeant 10,{away} crossbow; bo 11,{away} crossbow",
        "blue foes: ed sergeant 10,10 mounted; flo 40,5",
    )
    bo_throws = (9,) if shots == 2 else ()
    card(battle, "bows", "fire", {"al": "ed:mount", "bo": "ed"}, 10, *bo_throws)
    assert [each.figure for each in events(battle, "Shot")] == ["al", "bo"][:shots]
    assert battle.figures["bo"].to_load == (2 if shots == 2 else 0)


@rule("KS-6.5")
def test_nobody_shoots_into_a_melee_nor_out_of_one() -> None:
    battle = drawn(
        "red bows: al sergeant 10,30 longbow; bo 12,30 longbow",
        "red foot: cy sergeant 10,11; di 30,11",
        "blue foes: ed sergeant 10,10; flo 12.5,10; gus 12,31 longbow",
    )
    al, bo, gus = (battle.figures[each] for each in ("al", "bo", "gus"))
    assert why_not_shoot_at(battle, al, battle.figures["ed"]) == "is in melee"
    assert [foe.id for foe in targets(battle, al)] == ["flo"]
    assert why_not_shoot(battle, bo) == why_not_shoot(battle, gus) == "is in contact with an enemy"
    change(battle, "cy", standing="dead")
    battle.table.lift("cy")
    assert why_not_shoot_at(battle, al, battle.figures["ed"]) == ""


@rule("KS-6.2")
@pytest.mark.parametrize(("weapon", "close", "far"), [("crossbow", 9, 18), ("longbow", 12, 24)])
def test_a_range_reaches_to_its_very_inch(weapon: str, close: int, far: int) -> None:
    battle = bowman(weapon, 5)
    bands = [band(battle, battle.figures["al"], each) for each in (close, close + 0.001, far, far + 0.001)]
    assert bands == ["close", "long", "long", ""]


@rule("KS-6.3", "KS-6.4")
@pytest.mark.parametrize(("at_what", "armour", "outcome"), [("rider", 3, "saved"), ("mount", 1, "mount saved")])
def test_the_log_tells_the_armour_of_whom_the_shot_was_at(at_what: str, armour: int, outcome: str) -> None:
    battle = bowman("longbow", 15, "barded AR3")
    card(battle, "bows", "fire", {"al": f"ed:{at_what}"}, 10, 1)
    assert (last(battle, "Shot").armour, last(battle, "Shot").outcome) == (armour, outcome)


@rule("KS-6.3")
def test_a_shield_worth_more_by_house_rule_is_missed_as_much_from_behind() -> None:
    battle = drawn(
        "red bows: al sergeant 10,30 longbow; bo 40,46",
        "blue foes: ed sergeant 10,10,0 AR4 shield; flo 40,5",
        rulings={"chart": {"armour": {"shield": 2}}},
    )
    aim, _ = aim_at(battle, battle.figures["al"], battle.figures["ed"], "foot")
    assert aim.armour == 2


@rule("KS-6.2")
def test_only_spent_crossbows_in_hand_are_loaded_and_nothing_twice() -> None:
    battle = drawn(
        "red bows: al sergeant 10,30 crossbow; bo 12,30 crossbow; cy 14,30 crossbow sword; di 16,30 longbow", FAR
    )
    change(battle, "al", to_load=2)
    change(battle, "cy", to_load=1, weapon="sword")
    card(battle, "bows", "load")
    assert last(battle, "Loaded").figures == ("al",)
    assert [battle.figures[each].to_load for each in ("al", "bo", "cy", "di")] == [1, 0, 1, 0]


@rule("KS-6.1")
def test_a_man_begins_with_his_bow_in_hand_wherever_it_is_listed() -> None:
    battle = drawn("red bows: al sergeant 10,30 sword longbow; bo 12,30 axe sword", FAR)
    assert [battle.figures[each].weapon for each in ("al", "bo")] == ["longbow", "axe"]


@rule("KS-1.5", "KS-6.3")
@pytest.mark.parametrize(
    ("reading", "save", "sum_of_it"), [("worse", 2, "2 +1 wounded = 3"), ("literal", 4, "4 -1 wounded = 3")]
)
def test_the_log_tells_what_a_wound_does_to_the_armour_die(reading: str, save: int, sum_of_it: str) -> None:
    battle = drawn(
        "red bows: al sergeant 10,30 longbow; bo 40,46",
        "blue foes: ed sergeant 10,10 AR3; flo 40,5",
        rulings={"wounded-die": reading},
    )
    change(battle, "ed", hits=1, hurt="wound")
    card(battle, "bows", "fire", {"al": "ed"}, 9, save)
    assert last(battle, "Shot").outcome == "saved"
    assert f"armour D10 {sum_of_it}, 3 or less saves: stopped by armour" in tell(battle, last(battle, "Shot"))


@rule("KS-1.5", "KS-6.4")
def test_nor_is_it_told_of_a_die_for_his_horse_or_of_none() -> None:
    battle = drawn("red bows: al sergeant 10,30 longbow; bo 40,46", "blue foes: ed sergeant 10,10 barded AR3; flo 40,5")
    change(battle, "ed", hits=1, hurt="wound")
    card(battle, "bows", "fire", {"al": "ed:mount"}, 9, 1)
    assert last(battle, "Shot").save_modifiers == ()
    card(battle, "bows", "fire", {"al": "ed"}, 2)
    assert last(battle, "Shot").save_modifiers == ()
