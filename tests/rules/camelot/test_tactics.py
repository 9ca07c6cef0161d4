"""What a soldier of Camelot would do."""

from kktui.rules.camelot.acting import act_request
from kktui.rules.camelot.events import Acts
from kktui.rules.camelot.movement import move_request
from kktui.rules.camelot.tactics import advise
from tests.rules.camelot.table import camelot, one
from tests.rules_shown import rule


@rule("CA-5.7")
def test_who_made_peace_with_the_enemy_before_him_seeks_another() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19; flo 30,20")
    battle.notes.truces = (("al", "ed"),)
    battle.record(Acts("al", 1, 1, 0))
    man = one(battle, "al")
    assert advise(battle, act_request(battle, man)) == "move"
    (way,) = advise(battle, move_request(battle, man))["path"]
    assert way.to(one(battle, "flo").place.at) < man.place.at.to(one(battle, "flo").place.at) - 4


@rule("CA-5.7")
def test_who_has_made_peace_with_all_his_enemies_stays_where_he_is() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,10")
    battle.notes.truces = (("ed", "al"),)
    battle.record(Acts("al", 1, 1, 0))
    assert advise(battle, act_request(battle, one(battle, "al"))) == "done"
