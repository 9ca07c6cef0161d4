"""KK-5 Action: chits."""

import pytest

from kktui.engine.check import settle
from kktui.engine.game import Game, Setup
from kktui.engine.requests import Refusal
from kktui.rules.knights_knaves import RULESET
from kktui.rules.knights_knaves.action import chits_request
from kktui.rules.knights_knaves.orders import CHITS, chit_request
from tests.engine.stub import reach_of
from tests.rules.knights_knaves.field import (
    BOOK,
    Says,
    change,
    commanded,
    drawn,
    events,
    man,
    ordered,
    run,
)
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"
LORD = "red lord: dux lord 4,40"


def open_to(battle: object, who: str) -> list[str]:
    return [option.id for option in chit_request(battle, man(battle, who)).options]  # type: ignore[arg-type]


def barred(battle: object, who: str) -> dict[str, str]:
    request = chit_request(battle, man(battle, who))  # type: ignore[arg-type]
    return {each.id: each.why.reason for each in request.barred}


@rule("KK-5.1")
def test_the_chits_are_those_of_the_list() -> None:
    assert CHITS == (
        "hold",
        "half",
        "full",
        "run",
        "shoot",
        "half-shoot",
        "full-shoot",
        "charge",
        "cross",
        "mount",
        "dismount",
        "swap",
        "resupply",
        "rob",
    )
    assert set(BOOK.words["option"]) >= set(CHITS)


@rule("KK-5.1")
def test_every_figure_in_command_gets_one_and_nobody_else() -> None:
    battle = drawn(LORD, "red foot: al sergeant 6,40; bo 8,40; cy 40,40", "red more: di 41,30", FAR)
    commanded(battle, "dux", "al", "bo", "cy")
    change(battle, "bo", routing=True)
    change(battle, "cy", stunned=1)
    request = chits_request(battle, "red")
    assert list(request.parts) == ["dux", "al"]
    assert request.secret


@rule("KK-5.1")
def test_all_chits_are_turned_once_both_sides_have_laid_theirs() -> None:
    battle = drawn(LORD, "red foot: al sergeant 6,40", FAR)
    commanded(battle, "dux", "al", "zed")
    run(battle, "Action", Says(battle, chits={"al": "full", "zed": "half"}))
    assert [(each.unit, dict(each.chits)) for each in events(battle, "Turned")] == [
        ("lord", {"dux": "hold"}),
        ("foot", {"al": "full"}),
        ("foes", {"zed": "half"}),
    ]
    assert man(battle, "al").order == "full"


@rule("KK-5.1")
def test_what_a_plain_footman_may_do() -> None:
    battle = drawn(LORD, "red foot: al sergeant 40,40", FAR)
    assert open_to(battle, "al") == ["hold", "half", "full", "run"]
    assert barred(battle, "al")["charge"].startswith("no enemy in sight")
    assert barred(battle, "al")["cross"] == "he is at no obstacle that he could cross"


@rule("KK-5.1")
@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({}, ""),
        ({"ready": False}, "the dice have it that he cannot shoot this turn"),
        ({"empty": True}, "he is out of ammunition"),
        ({"weapon": "dagger"}, "he has nothing to shoot with in hand"),
    ],
)
def test_an_archer_may_shoot_if_nothing_is_against_it(facts: dict[str, object], why: str) -> None:
    battle = commanded(drawn(LORD, "red foot: al 40,40 longbow dagger", FAR), "al")
    change(battle, "al", **facts)
    assert barred(battle, "al").get("shoot", "") == why
    assert ("full-shoot" in open_to(battle, "al")) == (not why)


@rule("KK-4.2", "KK-4.3", "KK-4.4", "KK-7.7", "KK-9.4")
@pytest.mark.parametrize(
    ("words", "facts", "foe", "chit", "told"),
    [
        ("longbow", {"ready": False}, "zed 40,3", "full-shoot", ("KK-4.2", "full")),
        ("crossbow", {"ready": False}, "zed 40,3", "half-shoot", ("KK-4.2", "half")),
        ("crossbow crossbow-team", {"ready": False}, "zed 40,3", "shoot", ("KK-4.3", "hold")),
        ("crossbow loader", {}, "zed 40,3", "shoot", ("KK-4.3", "hold")),
        ("handgun", {"ready": False}, "zed 40,3", "shoot", ("KK-4.4", "hold")),
        ("longbow", {"empty": True}, "zed 40,3", "full-shoot", ("KK-9.4", "full")),
        ("longbow", {}, "zed 40,39", "full-shoot", ("KK-7.7", "hold")),
        ("sword", {}, "zed 40,39", "charge", ("KK-6.8", "hold")),
        ("sword", {}, "zed 40,3", "charge", ("KK-6.1", "full")),
        ("sword nag", {}, "zed 40,3", "run", ("KK-6.3", "full")),
    ],
)
def test_a_closed_chit_names_the_rule_that_closes_it_and_the_nearest_that_is_open(
    words: str, facts: dict[str, object], foe: str, chit: str, told: tuple[str, str]
) -> None:
    mate = "crossbow-team" if "loader" in words else "loader"
    battle = drawn(LORD, f"red foot: al 40,40 {words}; bo 41,40 crossbow {mate}", f"blue foes: {foe}")
    change(commanded(battle, "al"), "al", **facts)
    refused = settle(battle, chit_request(battle, man(battle, "al")), chit)
    assert isinstance(refused, Refusal)
    assert (refused.rule, refused.nearest) == told
    assert settle(battle, chit_request(battle, man(battle, "al")), refused.nearest) == refused.nearest


@rule("KK-5.1")
def test_with_an_enemy_at_his_throat_he_neither_shoots_nor_charges() -> None:
    battle = commanded(drawn(LORD, "red foot: al 40,40 longbow", "blue foes: zed 40,39"), "al")
    assert barred(battle, "al")["shoot"] == "an enemy is upon him"
    assert barred(battle, "al")["charge"] == "he is in melee already"


@rule("KK-5.1")
def test_who_carries_more_weapons_may_swap_to_each_of_them() -> None:
    battle = commanded(drawn(LORD, "red foot: al 40,40 sword mace dagger", FAR), "al")
    assert [each for each in open_to(battle, "al") if each.startswith("swap")] == ["swap:mace", "swap:dagger"]
    run(battle, "Action", Says(battle, usual=1, chits={"al": "swap:mace"}))
    run(battle, "Movement", Says(battle))
    assert man(battle, "al").weapon == "mace"


@rule("KK-5.1")
def test_a_rider_may_dismount_leave_his_horse_and_mount_again_beside_it() -> None:
    battle = commanded(drawn(LORD, "red foot: al knight 40,30 war-horse", FAR), "al")
    assert "dismount" in open_to(battle, "al")
    ordered(battle, al="dismount")
    run(battle, "Movement", Says(battle))
    al = man(battle, "al")
    assert (al.mounted, al.base.round, al.tether) == (False, True, al.pose)
    assert "mount" in open_to(battle, "al")
    battle.notes.done = ()
    ordered(battle, al="mount")
    run(battle, "Movement", Says(battle))
    assert al.mounted
    change(battle, "al", mounted=False, tether=al.place._replace(y=20.0))
    assert barred(battle, "al")["mount"] == "his horse is too far away"


@rule("KK-5.1")
def test_a_hidden_unit_shows_itself_when_it_does_anything_but_hold() -> None:
    for chit, hidden in (("hold", True), ("half", False)):
        battle = drawn("red foot hidden: al lord 10,40", FAR)
        commanded(battle, "al")
        run(battle, "Action", Says(battle, usual=1, chits={"al": chit}))
        assert battle.units["foot"].hidden == hidden


def begun(seed: str = "chits") -> Game:
    """Two men at keyboards, come to their first chits."""
    battle = drawn("red foot: al lord 10,40; bo 12,40", "blue foes: zed lord 10,10; yan 12,10 axe dagger")
    game = Game(Setup(RULESET, battle.scenario, BOOK, seed), {})
    game.advance()
    while any(request.what != "chits" for request in game.pending.values()):
        for side in list(game.pending):
            assert game.answer(side, {}) is None
        game.advance()
    return game


@rule("KK-5.1")
@pytest.mark.parametrize("viewer", ["red", ""])
def test_what_reaches_a_side_before_the_turning_does_not_change_with_the_other_sides_chits(viewer: str) -> None:
    reached = set()
    for chits in ({}, {"zed": "full", "yan": "run"}, {"zed": "half", "yan": "swap:dagger"}):
        game = begun()
        assert set(game.pending) == {"red", "blue"}
        assert game.answer("blue", chits) is None
        assert set(game.pending) == {"red"}
        reached.add(reach_of(game, viewer))
    assert len(reached) == 1


@rule("KK-5.1")
def test_once_both_have_answered_everybody_sees_them() -> None:
    game = begun()
    assert game.answer("blue", {"zed": "full"}) is None
    assert game.answer("red", {"al": "half"}) is None
    assert '"zed": "full"' in reach_of(game, "red")
    assert '"al": "half"' in reach_of(game, "blue")


@rule("KK-5.1")
def test_chits_laid_face_down_survive_being_put_away_and_are_still_secret() -> None:
    game = begun()
    assert game.answer("blue", {"zed": "full"}) is None
    again = begun()
    again.hold(game.held)
    assert reach_of(again, "red") == reach_of(game, "red")
    assert again.answer("red", {}) is None
    assert man(again.state, "zed").order == "full"
