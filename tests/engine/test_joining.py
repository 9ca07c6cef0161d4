"""Men whom nobody had reckoned with, and decks in which every figure has its card."""

from dataclasses import replace

from kktui.engine.events import DeckMade, Drawn, Joined, from_json, to_json
from kktui.engine.hiding import facts_of, reveal
from kktui.engine.state import FIELDED, AnyState, Unit
from kktui.engine.view import View
from kktui.table import FOOT, Pose
from tests.engine.stub import StubMan, mustered, scene

MEN = {"al": ("red", Pose(10, 30, 0), "none"), "ed": ("blue", Pose(10, 10, 180), "none")}


def friend(standing: str = FIELDED) -> Joined:
    man = StubMan("bors", "Sir Bors", "red", "helpers", FOOT, Pose(20, 30, 0), standing)
    return Joined("helpers", facts_of(Unit("helpers", "Helpers", "red", "bors", ("bors",), hidden=False), [man]))


def ambush() -> AnyState:
    scenario = scene(MEN)
    troops = tuple(replace(each, hidden=each.side == "blue") for each in scenario.troops)
    return mustered(replace(scenario, troops=troops))


def test_men_who_join_stand_on_the_table_with_a_unit_of_their_own() -> None:
    battle = mustered(scene(MEN))
    battle.record(from_json(to_json(friend())))
    assert [man.id for man in battle.men("helpers")] == ["bors"]
    assert battle.table.poses["bors"] == Pose(20, 30, 0)


def test_men_who_join_near_at_hand_are_not_on_the_table_yet() -> None:
    battle = mustered(scene(MEN))
    battle.record(friend("reserve"))
    assert battle.men("helpers") == []
    assert "bors" not in battle.table.poses


def test_going_back_to_a_snapshot_sends_them_home() -> None:
    battle = mustered(scene(MEN))
    was = battle.snapshot()
    battle.record(friend())
    battle.restore(was)
    assert set(battle.figures) == set(MEN) == set(battle.table.poses)
    assert "helpers" not in battle.units


def test_every_viewer_learns_of_them() -> None:
    battle = ambush()
    views = [View(battle, viewer) for viewer in battle.viewers]
    battle.record(friend())
    for view in views:
        view.follow(battle.log)
        assert view.state.figures["bors"].pose == Pose(20, 30, 0)


def test_the_card_of_a_hidden_figure_is_unknown_until_its_unit_shows_itself() -> None:
    battle = ambush()
    view = View(battle, "red")
    battle.record(DeckMade("cards", ("al", "ed", "wild")))
    battle.record(Drawn("cards", "ed"))
    view.follow(battle.log)
    assert view.state.decks["cards"] == ("al", "wild")
    assert view.state.discards["cards"] == ("?",)
    reveal(battle, battle.units["blue-men"], "acts", "")
    view.follow(battle.log)
    assert view.state.discards["cards"] == ("ed",)
    assert view.state.figures["ed"].pose == Pose(10, 10, 180)
