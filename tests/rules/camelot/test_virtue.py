"""CA-5.13 Chivalry and mercy, and the Luck tests and Virtue checks of CA-5."""

import pytest

from kktui.engine.modifiers import total
from kktui.engine.telling import tell
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.ending import score
from kktui.rules.camelot.figures import engaged
from kktui.rules.camelot.movement import bolt
from kktui.rules.camelot.virtue import have_mercy, lucky, virtuous
from tests.drawn import DEFAULT, Script, change, events, last
from tests.rules.camelot.table import one, turn_of
from tests.rules.camelot.test_melee_events import event, pair
from tests.rules_shown import rule


@rule("CA-5.3")
@pytest.mark.parametrize(("die", "passed"), [(1, True), (3, True), (4, False)])
def test_a_luck_test_is_a_die_at_or_below_luck(die: int, passed: bool) -> None:
    assert lucky(Script(pair(), die), 3) == (die, passed)


@rule("CA-5.2")
@pytest.mark.parametrize(("die", "passed"), [(2, False), (3, True), (6, True)])
def test_a_virtue_check_is_a_die_at_or_above_the_level(die: int, passed: bool) -> None:
    assert virtuous(Script(pair(), die), 3, False) == (die, passed)


@rule("CA-5.2")
def test_by_ruling_a_virtue_check_is_a_die_at_or_below_the_level() -> None:
    battle = pair(ed="virtue=2", **{"virtue-check": "or-less"})
    event(battle, 7, "stop", 2)
    assert events(battle, "Truce")
    assert RULESET.book.rulings["virtue-check"].default == "or-more"


@rule("CA-5.8", "CA-5.13")
@pytest.mark.parametrize(("choice", "virtue", "pressed"), [("press", 3, True), ("chivalry", 2, False)])
def test_eight_a_pc_still_mounted_chooses_whether_to_be_chivalrous(choice: str, virtue: int, pressed: bool) -> None:
    battle = pair("mounted virtue=3", "mounted")
    event(battle, 8, 1, 2, 1, 2, choice)
    assert one(battle, "al").virtue == virtue
    assert (("al", "ed") in battle.notes.advantages) == pressed


@rule("CA-5.13")
def test_an_advantage_lasts_as_long_as_they_stay_in_contact() -> None:
    battle = pair(**{"melee-events": False})
    battle.notes.advantages = (("al", "ed"),)
    turn_of(battle, "al", "attack", 2, 6)
    assert battle.notes.advantages
    change(battle, "al", done=False)
    turn_of(battle, "al", "break-off", "hold-him", 6, 1, "move", [(10, 25)])
    assert not battle.notes.advantages


@rule("CA-5.13")
def test_an_advantage_is_gone_though_they_come_together_again() -> None:
    battle = pair(**{"melee-events": False})
    battle.notes.advantages = (("al", "ed"), ("ed", "al"))
    turn_of(battle, "al", "break-off", "hold-him", 6, 1, "charge", DEFAULT)
    assert engaged(battle, one(battle, "al")) == ["ed"]
    assert not battle.notes.advantages


@rule("CA-5.13", "CA-6.10")
def test_an_advantage_is_gone_when_the_horse_has_bolted_and_comes_back() -> None:
    battle = pair("mounted", **{"melee-events": False})
    battle.notes.advantages = (("al", "ed"),)
    bolt(battle, one(battle, "al"), 180)
    turn_of(battle, "al", "charge", DEFAULT, "attack", 3, 4)
    assert total(last(battle, "Struck").modifiers) == one(battle, "al").att


@rule("CA-5.13")
def test_virtue_gets_no_better_than_one() -> None:
    battle = pair("mounted virtue=1", "mounted")
    event(battle, 8, 1, 2, 1, 2, "chivalry")
    assert one(battle, "al").virtue == 1


@rule("CA-5.13")
def test_letting_a_man_go_betters_the_virtue_and_scores_nothing() -> None:
    battle = pair("virtue=3", morale=False)
    have_mercy(battle, Script(battle, "yield"), one(battle, "al"), one(battle, "ed"))
    assert (one(battle, "ed").standing, one(battle, "al").virtue) == ("yielded", 2)
    assert score(battle)["red"] == 0


@rule("CA-5.2", "CA-5.13")
def test_by_ruling_a_high_virtue_is_the_better_and_gets_no_better_than_six() -> None:
    battle = pair("mounted virtue=5", "mounted", **{"virtue-check": "or-less"})
    for virtue in (6, 6):
        change(battle, "ed", mounted=True)
        event(battle, 8, 1, 2, 1, 2, "chivalry")
        assert one(battle, "al").virtue == virtue


@rule("CA-5.2", "CA-5.3")
@pytest.mark.parametrize(
    ("ruling", "needs"), [("or-more", "needs 3 or more: passed"), ("or-less", "needs 3 or less: passed")]
)
def test_a_check_tells_its_die_and_what_it_needs(ruling: str, needs: str) -> None:
    battle = pair("shield luck=4", "virtue=3", party="; dw dwarf 20,30", **{"virtue-check": ruling})
    event(battle, 7, "stop", 3)
    assert f"a Virtue check to stop fighting: 3 on D6, {needs}." in tell(battle, last(battle, "Tested"))
    event(battle, 3, 1, 5)
    assert "a Luck test for a new shield: 5 on D6, needs 4 or less: failed." in tell(battle, last(battle, "Tested"))
