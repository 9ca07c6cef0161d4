"""Unit tables become troops: kits opened, men counted out, sensible things assumed."""

from __future__ import annotations

from kktui.engine.scenario import Recruit, StandingOrder, Troop
from kktui.files import json_schema
from kktui.table.geometry import Pose
from tests.files.good import GOOD, load


def troop(ident: str, text: str = GOOD) -> Troop:
    return next(each for each in load(text).troops if each.id == ident)


def man(ident: str, text: str = GOOD) -> Recruit:
    return next(man for each in load(text).troops for man in each.recruits if man.id == ident)


def test_the_whole_scenario_arrives() -> None:
    battle = load(GOOD)
    assert (battle.id, battle.title, battle.turns, battle.rules) == (
        "trial",
        "The Trial",
        10,
        "knights-sergeants",
    )
    assert battle.rulings == {"knights-sergeants": {"cards": "per-side"}}
    assert [party.edge for party in battle.parties] == ["south", "north"]
    assert [zone.id for zone in battle.ground.zones] == ["far", "near"]
    assert [(goal.kind, goal.by_turn) for goal in battle.goals] == [
        ("hold-zone", 10),
        ("kill-leader", 0),
        ("exit-table", 0),
    ]


def test_a_kit_may_be_made_from_another_and_changed_by_the_row() -> None:
    tom, loader = troop("men").recruits[0], troop("men").recruits[2]
    assert (tom.armour, tom.training, tom.weapons) == (("helmet",), "veteran", ("heavy-crossbow",))
    assert (loader.shield, loader.weapons, loader.traits) == ("small", ("dagger",), ("loader",))


def test_men_are_counted_out_and_named() -> None:
    assert [recruit.id for recruit in troop("men").recruits] == ["men-1", "men-2", "men-3", "men-4", "wat"]
    assert [recruit.name for recruit in troop("men").recruits] == [
        "Tom",
        "Dick",
        "Man 1",
        "Man 2",
        "Sergeant",
    ]


def test_men_called_alike_are_numbered_through_the_battle_and_the_hidden_ones_last() -> None:
    assert [recruit.name for recruit in troop("late").recruits] == ["Man 3", "Man 4", "Man 5", "Man 6"]
    assert [recruit.name for recruit in troop("foes").recruits] == ["Man 7", "Man 8"]


def test_nobody_s_name_tells_that_somebody_is_hidden() -> None:
    without = load(GOOD.replace("places = [[10, 10], [12, 10, 90]]", "places = [[10, 10]]"))
    names = [[each.name for each in one.recruits] for one in without.troops if not one.hidden]
    assert names == [[each.name for each in one.recruits] for one in load(GOOD).troops if not one.hidden]


def named(*units: tuple[str, str, bool]) -> list[str]:
    """What units of these names, sides and hidden or not are called when a file has been read."""
    text = GOOD[: GOOD.index("[[unit]]")] + GOOD[GOOD.index("[[goal]]") :]
    text = text[: text.index("[[goal]]")]
    for number, (name, side, hidden) in enumerate(units):
        zone = "near" if side == "red" else "far"
        text += f'[[unit]]\nid = "u{number}"\nname = "{name}"\nside = "{side}"\nzone = "{zone}"\n'
        text += f"hidden = {str(hidden).lower()}\n[[unit.figure]]\n"
    return [each.name for each in load(text).troops]


def test_units_called_alike_are_numbered_and_the_hidden_ones_last() -> None:
    assert named(("Bows", "red", False), ("Bows", "blue", False), ("Axes", "red", False)) == [
        "Bows 1",
        "Bows 2",
        "Axes",
    ]
    hiding = [("Bows", "red", True), ("Bows", "red", False), ("Bows", "blue", True), ("Axes", "blue", True)]
    assert named(*hiding) == ["Bows 2", "Bows", "Bows 2", "Axes"]
    assert named(("Bows", "red", True), ("Bows", "red", True), ("Axes", "blue", False)) == ["Bows 1", "Bows 2", "Axes"]


def test_names_that_look_alike_are_alike() -> None:
    assert named(("Bows", "red", False), (" Bows  ", "blue", False), ("The  axes", "red", False)) == [
        "Bows 1",
        "Bows 2",
        "The axes",
    ]


def test_a_unit_faces_away_from_its_own_edge_unless_told() -> None:
    assert troop("men").facing == 0
    assert troop("late").facing == 180
    assert (troop("lord").facing, troop("foes").facing) == (10, 180)


def test_a_place_may_have_its_own_facing() -> None:
    assert man("hugh").at == Pose(20, 36, 350)
    assert [recruit.at for recruit in troop("foes").recruits] == [Pose(10, 10, 180), Pose(12, 10, 90)]


def test_the_first_of_rank_leads_unless_told() -> None:
    assert troop("lord").leader == "hugh"
    assert troop("men", GOOD.replace('leader = "wat"\n', "")).leader == "wat"
    assert troop("men", GOOD.replace('leader = "wat"', 'leader = "nobody"')).leader == ""
    assert troop("foes").leader == ""


def test_orders_are_read_as_a_sentence() -> None:
    def orders(text: str) -> StandingOrder | None:
        return troop("men", GOOD.replace("defend until enemy-within 8, then attack", text)).orders

    assert orders("defend until enemy-within 8, then attack") == StandingOrder("defend", "enemy-within", 8, "attack")
    assert orders("attack until turn 5 then defend") == StandingOrder("attack", "turn", 5, "defend")
    assert orders("defend until attacked, then attack") == StandingOrder("defend", "attacked", 0, "attack")
    assert orders("defend") == StandingOrder("defend", "turn", 1, "defend")


def test_overrides_are_kept_per_ruleset() -> None:
    assert man("hugh").overrides == {"argad": {"class": 5, "armour": 4}}


def test_a_reinforcement_comes_by_the_side_s_own_edge_unless_told() -> None:
    assert (troop("late").arrives, troop("late").edge) == (3, "west")
    assert troop("late", GOOD.replace('edge = "west"\n', "")).edge == "north"


def test_texts_are_cleaned_on_entry() -> None:
    text = GOOD.replace('"The Trial"', '"\\u001b[2J\\u202eTrial"').replace('"Tom"', '"T\\u0007om"')
    battle = load(text)
    assert battle.title == "\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}Trial"
    assert battle.troops[1].recruits[0].name == "T\N{REPLACEMENT CHARACTER}om"


def test_editors_get_a_schema_from_the_same_models() -> None:
    schema = json_schema("scenario")
    assert "turns" in schema["properties"]
    assert "by-turn" in str(schema)
    assert "drawing" in json_schema("map")["properties"]
