"""CA-3.1 One move and one action."""

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Refusal
from kktui.rules.camelot.acting import DEEDS, act_request
from kktui.rules.camelot.events import Acts
from kktui.rules.camelot.figures import Battle
from tests.drawn import across, at, change, events, field, last
from tests.rules.camelot.table import BOOK, camelot, one, steps, turn_of
from tests.rules_shown import rule

APART = ("red knights: al 10,30 sword longbow; bo 14,30", "blue foes: ed 10,10; flo 40,5")
TOUCHING = ("red knights: al 10,20 sword mace; bo 30,30", "blue foes: ed 10,19; flo 40,5")


def options(battle: Battle, figure: str = "al") -> list[str]:
    man = one(battle, figure)
    if not battle.notes.up:
        battle.record(Acts(man.id, 1, 1, 0))
    return [option.id for option in act_request(battle, man).options]


@rule("CA-3.1")
def test_a_figure_has_one_move_and_one_action() -> None:
    battle = camelot(*APART)
    turn_of(battle, "al", "move", [(10, 28)], "change-weapon")
    assert at(battle, "al") == (10, 28)
    assert one(battle, "al").weapon == "longbow"
    assert one(battle, "al").done


@rule("CA-3.1")
def test_in_either_order() -> None:
    battle = camelot(*APART)
    turn_of(battle, "al", "change-weapon", "move", [(10, 28)])
    assert at(battle, "al") == (10, 28)


@rule("CA-3.1")
def test_but_not_twice_and_he_may_leave_it_be() -> None:
    battle = camelot(*APART)
    script = turn_of(battle, "al", "move", [(10, 28)])
    again = script.requests[-1]
    assert "move" not in [option.id for option in again.options]
    refused = settle(battle, again, "move")
    assert isinstance(refused, Refusal)
    assert (refused.rule, refused.reason) == ("CA-3.1", "his move is used up")


@rule("CA-3.1", "CA-9.1")
@pytest.mark.parametrize(
    ("drawn", "state", "wanted", "nearest"),
    [
        (APART, {}, "attack", "move"),
        (APART, {}, "charge", "move"),
        (APART, {}, "shoot", "move"),
        (APART, {"moves": 0}, "charge", "done"),
        (APART, {"moves": 0}, "move", "done"),
        (APART, {"down": True}, "move", "get-up"),
        (APART, {"down": True}, "change-weapon", "get-up"),
        (TOUCHING, {}, "move", "break-off"),
        (TOUCHING, {}, "charge", "attack"),
        (TOUCHING, {}, "shoot", "attack"),
        (TOUCHING, {"tried": True}, "attack", "done"),
    ],
)
def test_a_deed_refused_names_the_one_that_comes_nearest(
    drawn: tuple[str, str], state: dict[str, object], wanted: str, nearest: str
) -> None:
    battle = camelot(*drawn)
    battle.record(Acts("al", 1, 1, 0))
    change(battle, "al", **state)
    refused = settle(battle, act_request(battle, one(battle, "al")), wanted)
    assert isinstance(refused, Refusal)
    assert refused.nearest == nearest


@rule("CA-3.2", "CA-4.1", "CA-5.7")
@pytest.mark.parametrize(
    ("foe", "truces", "rule_id", "told"),
    [
        ("10,10", (), "CA-4.1", "no enemy touches him"),
        ("10,19", (("al", "ed"),), "CA-5.7", "he has made peace with who touches him"),
        ("10,19", (), "CA-3.2", "a high wall stands between him and who touches him"),
    ],
)
def test_who_has_nobody_to_strike_at_is_told_why(
    foe: str, truces: tuple[tuple[str, str], ...], rule_id: str, told: str
) -> None:
    ground = field() if truces else field(across("high-wall", 19.5))
    battle = camelot("red knights: al 10,20; bo 30,30", f"blue foes: ed {foe}; flo 40,5", ground=ground)
    battle.notes.truces = truces
    battle.record(Acts("al", 1, 1, 0))
    refused = settle(battle, act_request(battle, one(battle, "al")), "attack")
    assert isinstance(refused, Refusal)
    assert (refused.rule, refused.reason) == (rule_id, told)


@rule("CA-3.1")
def test_all_the_actions_of_the_rule_are_there() -> None:
    actions = {deed for deed, (uses, _) in DEEDS.items() if uses in ("action", "shot")}
    wanted = {"attack", "shoot", "break-off", "mount", "dismount", "change-weapon", "pick-up"}
    assert wanted == actions - {"shoot-moving"}


@rule("CA-3.1", "CA-9.1")
def test_who_touches_an_enemy_has_to_break_off_before_he_moves() -> None:
    battle = camelot(*TOUCHING)
    assert options(battle) == ["attack", "break-off", "change-weapon", "done"]
    barred = {each.id: each.why.rule for each in act_request(battle, one(battle, "al")).barred}
    assert barred["move"] == barred["charge"] == "CA-9.1"


@rule("CA-3.1")
def test_a_figure_knocked_down_spends_its_move_on_getting_up() -> None:
    battle = camelot(*TOUCHING)
    change(battle, "al", down=True)
    assert options(battle) == ["get-up", "done"]
    battle.notes.up = ""
    turn_of(battle, "al", "get-up", "attack", 2, 5)
    assert not one(battle, "al").down
    assert events(battle, "Struck")


@rule("CA-3.1")
def test_one_who_is_down_defends_at_one_less() -> None:
    battle = camelot(*TOUCHING)
    change(battle, "ed", down=True)
    turn_of(battle, "al", "attack", 2, 6)
    names = {each.name: each.value for each in last(battle, "Struck").target_modifiers}
    assert names["knocked down"] == -1


@rule("CA-3.1")
def test_he_mounts_and_dismounts_and_his_horse_stays_at_hand() -> None:
    battle = camelot("red knights: al mounted 10,30", "blue foes: ed 10,5")
    turn_of(battle, "al", "dismount")
    assert not one(battle, "al").mounted
    assert battle.table.bases["al"].round
    assert one(battle, "al").horse


@rule("CA-3.1")
def test_who_stands_by_his_horse_may_mount() -> None:
    battle = camelot("red knights: al mounted 10,30", "blue foes: ed 10,5")
    turn_of(battle, "al", "dismount")
    change(battle, "al", done=False)
    turn_of(battle, "al", "mount")
    assert one(battle, "al").mounted
    assert not battle.table.bases["al"].round


@rule("CA-3.1")
def test_nobody_mounts_without_room() -> None:
    battle = camelot("red knights: al mounted 10,30; bo 10,31.6", "blue foes: ed 10,5")
    turn_of(battle, "al", "dismount")
    change(battle, "al", done=False)
    change(battle, "bo", pose=one(battle, "bo").place)
    battle.stand("bo", one(battle, "al").place._replace(y=31.0))
    assert "mount" not in options(battle)


@rule("CA-3.1")
def test_with_several_weapons_he_is_asked_which() -> None:
    battle = camelot("red knights: al sword mace dagger 10,30", "blue foes: ed 10,5")
    turn_of(battle, "al", "change-weapon", "dagger")
    assert one(battle, "al").weapon == "dagger"


@rule("CA-3.1")
def test_a_side_picks_who_acts_next_and_when_nobody_else_does() -> None:
    battle = camelot(*APART)
    script = steps(battle, "bo", "done", "nobody-else", 4, "ed", "done", "nobody-else")
    assert [each.figure for each in events(battle, "Acts")] == ["bo", "ed"]
    assert script.asked[0] == "who-acts"
    assert all(man.done for man in battle.figures.values())


@rule("CA-3.1")
@pytest.mark.parametrize("deed", DEEDS)
def test_every_deed_has_a_word(deed: str) -> None:
    assert BOOK.words["option"][deed]
