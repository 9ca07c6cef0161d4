"""KK-6.2 The panic of a wounded horse."""

import pytest

from kktui.rules.knights_knaves.panic import hurt_under, mount_of, panic
from kktui.rules.knights_knaves.wounds import disable
from tests.rules.knights_knaves.field import (
    BOOK,
    Says,
    at,
    change,
    commanded,
    drawn,
    events,
    last,
    man,
    ordered,
    run,
)
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"


@rule("KK-6.2")
@pytest.mark.parametrize(
    ("horse", "stamina", "roll", "result"),
    [
        ("riding-horse", 3, 1, "bolts"),
        ("riding-horse", 3, 2, "will not move"),
        ("riding-horse", 3, 6, "will not move"),
        ("riding-horse", 3, 7, "charges"),
        ("riding-horse", 3, 10, "charges"),
        ("riding-horse", 4, 10, "no effect"),
        ("war-horse", 4, 7, "no effect"),
        ("war-horse", 4, 6, "charges"),
        ("nag", 5, 2, "bolts"),
        ("nag", 5, 3, "will not move"),
    ],
)
def test_a_wounded_horse_d10_and_stamina_3_more_for_a_war_horse_3_less_for_a_nag(
    horse: str, stamina: int, roll: int, result: str
) -> None:
    battle = drawn(f"red horse: al 20,30 {horse}", FAR)
    change(battle, "al", horse_stamina=stamina)
    assert panic(Says(battle, {"horse panic": roll}), mount_of(battle, man(battle, "al"))[0]).result == result


def test_the_chart_of_panic_is_the_sheets() -> None:
    assert BOOK.chart("horse-panic").rows == {
        "4 or less": "bolts",
        "5-9": "will not move",
        "10-13": "charges",
        "14 or higher": "no effect",
    }


@rule("KK-6.2")
def test_only_wounded_horses_under_a_rider_panic() -> None:
    battle = drawn("red horse: al 20,30 nag; bo 24,30 nag", FAR)
    change(battle, "al", horse_stamina=5)
    change(battle, "bo", horse_stamina=5, mounted=False)
    assert (hurt_under(man(battle, "al")), hurt_under(man(battle, "bo"))) == (True, False)
    assert run(battle, "Movement", Says(battle, usual=10)).rolled == ["horse panic al"]


@rule("KK-6.2")
@pytest.mark.parametrize(("roll", "order"), [(1, "horse bolts"), (5, "full"), (10, "full")])
def test_whatever_its_rider_wanted(roll: int, order: str) -> None:
    battle = drawn("red horse: al lord 20,20 nag", "blue foes: zed sergeant 20,10")
    change(battle, "al", horse_stamina=14 if roll == 10 else 5, horse_original=20 if roll == 10 else 6)
    ordered(commanded(battle, "al"), al="full")
    run(battle, "Movement", Says(battle, {"horse panic": roll}, move={"al": [(20, 18)]}))
    assert man(battle, "al").order == order
    assert at(battle, "al") == {1: (20, 36), 5: (20, 20), 10: (20, 18)}[roll]


@rule("KK-6.2", "KK-6.1")
def test_a_horse_that_bolts_goes_before_the_slower() -> None:
    battle = drawn("red horse: bo lord 30,20 nag; al 20,20 nag", FAR)
    change(battle, "al", horse_stamina=5)
    ordered(commanded(battle, "bo"), bo="half")
    run(battle, "Movement", Says(battle, {"horse panic": 1}))
    assert last(battle, "MarchOrder").figures == ("al", "bo")


@rule("KK-6.2")
def test_a_horse_in_panic_charges_the_nearest_enemy_whatever_the_chit() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse", "blue foes: zed sergeant 20,14; yan 24,20")
    change(battle, "al", horse_stamina=4)
    ordered(commanded(battle, "al"), al="hold")
    run(battle, "Movement", Says(battle, {"horse panic": 5}, usual=1))
    assert (last(battle, "Declared").foe, last(battle, "Declared").gait) == ("yan", "gallop")
    assert last(battle, "ChargedHome").figure == "al"


@rule("KK-6.2", "KK-3.4")
def test_it_charges_even_spears_though_its_rider_has_no_heart_for_it() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse", "blue foes: zed sergeant 20,20 spear")
    change(battle, "al", horse_stamina=4)
    run(battle, "Movement", Says(battle, {"horse panic": 5, "morale, charged": 1, "morale, spears": 10}))
    assert [(each.figure, each.cause) for each in events(battle, "Checked")] == [("zed", "charged")]
    assert last(battle, "ChargedHome").foes == ("zed",)


@rule("KK-6.2")
@pytest.mark.parametrize(
    ("horse", "stamina", "roll", "end"), [("war-horse", 6, 4, (20, 22)), ("riding-horse", 5, 5, (20, 30))]
)
def test_even_one_that_it_cannot_reach_as_far_as_it_can(
    horse: str, stamina: int, roll: int, end: tuple[float, float]
) -> None:
    battle = drawn(f"red horse: al lord 20,46,180 {horse}", "blue foes: zed sergeant 20,10; yan 40,2")
    change(battle, "al", horse_stamina=stamina, before="canter")
    ordered(commanded(battle, "al"), al="hold")
    run(battle, "Movement", Says(battle, {"horse panic": roll}))
    assert (at(battle, "al"), last(battle, "Declared").foe) == (end, "zed")
    assert len(events(battle, "FellShort")) == 1
    assert events(battle, "Checked") == []


@rule("KK-6.2", "KK-3.11")
@pytest.mark.parametrize(("roll", "end"), [(1, (20, 36)), (5, (20, 20)), (10, (20, 18.5))])
def test_a_horse_in_panic_does_as_it_likes_though_its_rider_routs(roll: int, end: tuple[float, float]) -> None:
    battle = drawn("red horse: al 20,20 nag", "blue foes: zed sergeant 20,16.999")
    change(battle, "al", horse_stamina=4 if roll == 1 else 5, horse_original=6, routing=True)
    if roll == 10:
        change(battle, "al", horse="riding-horse", horse_stamina=3, horse_original=5)
    run(battle, "Movement", Says(battle, {"horse panic": roll}, usual=1))
    assert at(battle, "al") == pytest.approx(end, abs=0.01)


@rule("KK-6.2", "KK-3.11")
def test_who_routs_on_a_horse_that_will_not_move_gets_nowhere_this_turn() -> None:
    battle = drawn("red horse: al 20,20 nag; bo sergeant 18.5,20", "blue foes: zed sergeant 20,10")
    change(battle, "al", held=True)
    disable(battle, man(battle, "bo"), "zed")
    run(battle, "Melee", Says(battle, usual=10))
    assert (man(battle, "al").routing, at(battle, "al")) == (True, (20, 20))


@rule("KK-6.2", "KK-3.11")
def test_once_he_is_off_it_he_runs() -> None:
    battle = drawn("red horse: al 20,20 nag; bo sergeant 18.5,20", "blue foes: zed sergeant 20,10")
    change(battle, "al", held=True, mounted=False)
    disable(battle, man(battle, "bo"), "zed")
    run(battle, "Melee", Says(battle, usual=10))
    assert at(battle, "al") == (20, 42)


@rule("KK-6.2", "KK-5.1")
@pytest.mark.parametrize(
    ("chit", "done"),
    [("full-shoot", "Shot"), ("swap:sword", "Swapped"), ("dismount", "TookHorse"), ("run", ""), ("charge", "")],
)
def test_on_a_horse_that_will_not_move_one_may_still_do_what_takes_no_step(chit: str, done: str) -> None:
    battle = drawn("red horse: al lord 20,20 war-horse javelin sword", "blue foes: zed sergeant 20,10")
    change(battle, "al", horse_stamina=5)
    ordered(commanded(battle, "al"), al=chit)
    for phase in ("Movement", "Shooting"):
        run(battle, phase, Says(battle, {"horse panic": 1}, usual=9))
    assert man(battle, "al").held
    assert at(battle, "al") == (20, 20)
    kinds = {type(entry.event).__name__ for entry in battle.log}
    assert kinds & {"Shot", "Swapped", "TookHorse", "Moved", "Declared"} == ({done} if done else set())
