"""CA-5 Melee combat events. In every one of these battles Al, whose turn it is, is the PC."""

from typing import Any

import pytest

from kktui.engine.ask import Ask
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.figures import Battle, engaged, strength
from kktui.rules.camelot.melee_events import EVENTS, Melee, after_natural_one
from kktui.rules.camelot.ranged import why_not_at
from kktui.rules.camelot.virtue import have_mercy
from tests.drawn import Script, at, events, last
from tests.rules.camelot.table import BOOK, camelot, one, turn_of
from tests.rules_shown import rule

TABLE = {
    2: "companions leave",
    3: "shield broken",
    4: "weapon broken",
    5: "horse killed",
    6: "unhorsed",
    7: "offer to break off",
    8: "opponent unhorsed",
    9: "opponent's horse killed",
    10: "opponent's weapon broken",
    11: "opponent's shield broken",
    12: "a knight joins",
}
FAR = "; zoe 40,40; yan 42,40; xan 44,40"
"""Friends enough that half strength is far off."""


def pair(al: str = "", ed: str = "", party: str = "", **rulings: Any) -> Battle:
    """Al fights Ed; on horseback they stand nose to nose."""
    riding, ridden = "mounted" in al.split(), "mounted" in ed.split()
    y = 20 - (1.0 if riding else 0.5) - (1.0 if ridden else 0.5)
    red, blue = f"red knights: al 10,20 {al}{party}", f"blue foes: ed 10,{y} {ed}{FAR}"
    return camelot(red, blue, rulings={"stun": False, **rulings})


def event(battle: Battle, roll: int, *answers: Any) -> Script:
    """A melee event with this throw; the script has to be just long enough."""
    script = Script(battle, roll, *answers)
    after_natural_one(battle, script, one(battle, "al"), one(battle, "ed"))
    assert not script.left, f"the rules did not ask for {script.left}"
    return script


@rule("CA-5.2")
def test_the_table_of_melee_events_cell_by_cell() -> None:
    assert BOOK.chart("melee-events").rows == {str(roll): event for roll, event in TABLE.items()}
    assert list(EVENTS) == list(TABLE.values())


@rule("CA-5.2")
@pytest.mark.parametrize(("roll", "what"), TABLE.items())
def test_each_of_the_eleven_events_happens_in_play(roll: int, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A natural 1 in an attack throws 2D6, and the event of that number comes about for the acting fighter."""
    happened: list[tuple[str, str]] = []

    def seen(battle: Battle, ask: Ask, melee: Melee) -> None:
        happened.append((melee.pc.id, melee.foe.id))

    battle = pair()
    monkeypatch.setitem(EVENTS, what, seen)
    turn_of(battle, "al", "attack", 1, 1, roll)
    assert happened == [("al", "ed")]
    told = last(battle, "MeleeEvent")
    assert (told.figure, told.target, told.roll, told.what, told.rule) == ("al", "ed", roll, what, f"CA-5.{roll}")


@rule("CA-5.2", "CA-4.3", "CA-4.4")
@pytest.mark.parametrize(
    ("dice", "comes"), [((1, 5, 1, 2), True), ((5, 1, 1, 2, 1, 2), True), ((2, 6), False), ((6, 5, 1, 2), False)]
)
def test_an_event_is_rolled_when_either_throws_a_natural_one(dice: tuple[int, ...], comes: bool) -> None:
    battle = pair()
    turn_of(battle, "al", "attack", *dice, *([3] if comes else []))
    assert bool(events(battle, "MeleeEvent")) == comes


@rule("CA-5.2")
def test_by_ruling_there_are_no_melee_events() -> None:
    battle = pair(**{"melee-events": False})
    turn_of(battle, "al", "attack", 1, 1)
    assert not events(battle, "MeleeEvent")
    assert RULESET.book.rulings["melee-events"].default is True


@rule("CA-5.2")
@pytest.mark.parametrize(
    ("ruling", "al", "ed", "pc"),
    [("acting", "", "hero", "al"), ("hero", "", "hero", "ed"), ("hero", "hero", "hero", "al"), ("hero", "", "", "al")],
)
def test_the_pc_is_the_acting_fighter_or_by_ruling_the_one_hero(ruling: str, al: str, ed: str, pc: str) -> None:
    battle = pair(al, ed, pc=ruling, morale=False)
    event(battle, 2)
    assert last(battle, "MeleeEvent").figure == pc
    assert RULESET.book.rulings["pc"].default == "acting"


# 2


@rule("CA-5.2")
def test_two_companions_leave_but_not_all() -> None:
    party = "; maa man-at-arms 20,30; dw dwarf 22,30; art dwarf arthurian=1 24,30; cat mascot 26,30; sq squire 28,30"
    battle = pair(party=party + "; com knight comrade virtue=4 30,30; cum knight comrade virtue=4 32,30", morale=False)
    event(battle, 2, 3, 4)
    gone = {man.id for man in battle.figures.values() if man.standing == "fled"}
    assert gone == {"maa", "dw", "com"}


@rule("CA-5.2")
def test_one_who_leads_nobody_has_no_companions() -> None:
    battle = camelot("red knights: bo 30,30; al 10,20", f"blue foes: ed 10,19{FAR}")
    event(battle, 2)
    assert len(battle.fielded("red")) == 2


# 3


@rule("CA-5.3")
@pytest.mark.parametrize(("die", "shield"), [(1, False), (3, False), (4, True)])
def test_three_the_shield_breaks_on_one_to_three(die: int, shield: bool) -> None:
    battle = pair("shield")
    event(battle, 3, die)
    assert one(battle, "al").shield == shield


@rule("CA-5.2", "CA-5.3")
@pytest.mark.parametrize("words", ["dwarf", "kind=dwarf"])
def test_a_dwarf_by_trait_or_by_kind_serves_him_and_leaves_him(words: str) -> None:
    battle = pair("shield luck=3", party=f"; dw {words} 20,30", morale=False)
    event(battle, 3, 1, 1)
    assert one(battle, "al").shield
    event(battle, 2)
    assert one(battle, "dw").standing == "fled"


@rule("CA-5.3")
@pytest.mark.parametrize(("luck", "shield"), [(3, True), (4, False)])
def test_three_the_dwarf_has_a_new_shield_on_a_luck_test(luck: int, shield: bool) -> None:
    battle = pair("shield luck=3", party="; dw dwarf 20,30")
    event(battle, 3, 1, luck)
    assert one(battle, "al").shield == shield


@rule("CA-5.3")
def test_three_nothing_without_a_shield() -> None:
    assert event(pair(), 3).asked == ["2d6 melee event"]


# 4


@rule("CA-5.4")
def test_four_the_weapon_breaks_and_he_changes_to_another() -> None:
    battle = pair("sword dagger")
    event(battle, 4, 3)
    assert (one(battle, "al").weapons, one(battle, "al").weapon) == (("dagger",), "dagger")
    other = pair("sword dagger")
    event(other, 4, 4)
    assert one(other, "al").weapon == "sword"


@rule("CA-5.4")
def test_four_he_chooses_among_what_he_carries_and_his_dwarf() -> None:
    battle = pair("sword dagger mace luck=3", party="; dw dwarf 20,30")
    script = event(battle, 4, 1, "mace")
    assert [option.id for option in script.requests[0].options] == ["dagger", "mace", "dwarf"]
    assert one(battle, "al").weapon == "mace"


@rule("CA-5.4")
@pytest.mark.parametrize(("luck", "weapon"), [(3, "sword"), (4, "bare-hands")])
def test_four_the_dwarf_has_another_on_a_luck_test(luck: int, weapon: str) -> None:
    battle = pair("sword luck=3", party="; dw dwarf 20,30")
    event(battle, 4, 1, luck)
    assert one(battle, "al").weapon == weapon


@rule("CA-5.4")
def test_four_without_another_he_has_his_bare_hands() -> None:
    battle = pair("sword")
    event(battle, 4, 1)
    assert one(battle, "al").weapon == "bare-hands"
    assert strength(BOOK, one(battle, "al")) == 3


# 5


@rule("CA-5.5")
def test_five_is_ignored_on_foot() -> None:
    assert event(pair(), 5).asked == ["2d6 melee event"]


@rule("CA-5.5")
def test_five_the_horse_dies_and_the_rider_takes_a_fall() -> None:
    battle = pair("mounted tough=7")
    event(battle, 5, 3, 2, 4, 2)
    man, wounded = one(battle, "al"), last(battle, "Wounded")
    assert (man.mounted, man.horse, man.base.round) == (False, False, True)
    assert (wounded.figure, wounded.strength, wounded.toughness, wounded.row) == ("al", 3, 6, 1)
    assert engaged(battle, man) == ["ed"]


@rule("CA-5.5", "CA-5.13")
@pytest.mark.parametrize(("choice", "standing"), [("capture", "captured"), ("yield", "yielded")])
def test_five_pinned_on_a_one_he_is_at_his_opponents_mercy(choice: str, standing: str) -> None:
    battle = pair("mounted tough=7", morale=False)
    script = event(battle, 5, 1, 1, 2, 1, choice)
    assert script.requests[-1].side == "blue"
    assert one(battle, "al").standing == standing


@rule("CA-5.5")
@pytest.mark.parametrize(("luck", "mounted"), [(3, True), (4, False)])
def test_five_a_spare_horse_is_mounted_by_a_luck_test(luck: int, mounted: bool) -> None:
    battle = pair("mounted spare-horse luck=3 tough=7")
    event(battle, 5, 1, 1, 2, 6, "try-to-mount", luck)
    man = one(battle, "al")
    assert man.mounted == mounted
    assert man.spare == (not mounted)


@rule("CA-5.5")
def test_five_who_has_felled_his_opponent_stays_where_his_horse_went_down() -> None:
    battle = pair("mounted tough=9", morale=False)
    turn_of(battle, "al", "attack", 6, 1, 6, 6, 6, 6, 5, 1, 1, 2, 6)
    assert one(battle, "ed").standing == "dead"
    assert (one(battle, "al").mounted, at(battle, "al")) == (False, (10, 20))


# 6


@rule("CA-5.6", "CA-5.8")
@pytest.mark.parametrize("roll", [6, 8])
def test_six_and_eight_are_ignored_on_foot(roll: int) -> None:
    assert event(pair(), roll).asked == ["2d6 melee event"]


@rule("CA-5.6")
@pytest.mark.parametrize(("die", "falls"), [(1, True), (3, True), (4, False)])
def test_six_the_pc_is_unhorsed_on_one_to_three(die: int, falls: bool) -> None:
    battle = pair("mounted luck=0")
    event(battle, 6, die, *([2, 1, 2, "try-to-mount", 1] if falls else []))
    assert one(battle, "al").mounted == (not falls)
    assert bool(events(battle, "Wounded")) == falls


@rule("CA-5.6")
@pytest.mark.parametrize(("luck", "mounted"), [(3, True), (4, False)])
def test_six_he_remounts_by_a_luck_test(luck: int, mounted: bool) -> None:
    battle = pair("mounted luck=3")
    event(battle, 6, 1, 2, 1, 2, "try-to-mount", luck)
    assert one(battle, "al").mounted == mounted
    assert engaged(battle, one(battle, "al")) == ["ed"]
    assert battle.table.bases["al"].round != mounted


@rule("CA-5.6")
@pytest.mark.parametrize(("ruling", "dice", "force"), [("d3", (1, 3, 1, 2), 3), ("1", (1, 1, 2), 1)])
def test_six_the_strength_of_the_fall_is_d3_or_by_ruling_one(ruling: str, dice: tuple[int, ...], force: int) -> None:
    battle = pair("mounted luck=3", unhorsed=ruling)
    event(battle, 6, *dice, "stay-on-foot")
    assert last(battle, "Wounded").strength == force
    assert RULESET.book.rulings["unhorsed"].default == "d3"


@rule("CA-5.5", "CA-5.6")
def test_by_ruling_no_other_fall_than_that_of_an_unhorsed_pc_is_of_strength_one() -> None:
    battle = pair("mounted tough=9", unhorsed="1")
    event(battle, 5, 3, 1, 2, 6)
    assert last(battle, "Wounded").strength == 3


@rule("CA-5.5", "CA-5.6")
@pytest.mark.parametrize(("roll", "dice"), [(5, (1, 1, 2, 6)), (6, (1, 1, 1, 2))])
def test_whether_to_try_the_saddle_again_is_his_own_choice(roll: int, dice: tuple[int, ...]) -> None:
    battle = pair("mounted spare-horse luck=6 tough=7")
    script = event(battle, roll, *dice, "stay-on-foot")
    assert (script.requests[-1].side, one(battle, "al").mounted) == ("red", False)
    assert not events(battle, "Tested")
    (forecast,) = RULESET.forecast(battle, script.requests[-1], "", "try-to-mount")
    assert (float(forecast.chances["luck"]), forecast.rule) == (1, f"CA-5.{roll}")


# 7


@rule("CA-5.7")
@pytest.mark.parametrize(("die", "peace"), [(3, True), (2, False)])
def test_seven_the_fight_stops_if_the_pc_wants_it_and_his_opponent_is_virtuous(die: int, peace: bool) -> None:
    battle = pair(ed="virtue=3")
    event(battle, 7, "stop", die)
    assert engaged(battle, one(battle, "al")) == ([] if peace else ["ed"])


@rule("CA-5.7")
def test_seven_he_may_fight_on() -> None:
    battle = pair()
    event(battle, 7, "fight-on")
    assert engaged(battle, one(battle, "al")) == ["ed"]


@rule("CA-5.7")
def test_seven_the_relentless_make_no_offer() -> None:
    assert event(pair(ed="relentless"), 7).asked == ["2d6 melee event"]


@rule("CA-5.7")
def test_seven_other_opponents_stop_on_their_own_checks() -> None:
    battle = camelot(
        "red knights: al 10,20",
        "blue foes: ed virtue=3 10,19; flo virtue=3 11,20; gus virtue=3 9,20; hal relentless 10,21",
    )
    event(battle, 7, "stop", 3, 2, 3)
    assert engaged(battle, one(battle, "al")) == ["flo", "hal"]


@rule("CA-5.7")
def test_seven_if_his_opponent_will_not_the_others_are_not_asked() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed virtue=3 10,19; flo virtue=3 11,20")
    event(battle, 7, "stop", 2)
    assert engaged(battle, one(battle, "al")) == ["ed", "flo"]


@rule("CA-5.7")
def test_seven_who_made_peace_may_walk_away_and_is_shot_at_by_others() -> None:
    battle = camelot("red knights: al 10,20; bo longbow 20,30", "blue foes: ed virtue=1 10,19")
    event(battle, 7, "stop", 3)
    assert not why_not_at(battle, one(battle, "bo"), one(battle, "ed"))
    turn_of(battle, "al", "move", [(10, 25)])
    assert one(battle, "al").place.y == 25


@rule("CA-5.7")
@pytest.mark.parametrize(
    ("al", "ed", "who", "away"), [("mounted", "", "al", 5), ("mounted", "mounted", "al", 5), ("", "mounted", "ed", -5)]
)
def test_seven_a_rider_who_made_peace_rides_away_from_before_the_others_head(
    al: str, ed: str, who: str, away: int
) -> None:
    battle = pair(al, f"virtue=1 {ed}")
    event(battle, 7, "stop", 3)
    x, y = at(battle, who)
    turn_of(battle, who, "move", [(x, y + away)])
    assert at(battle, who) == (x, y + away)


# 8


@rule("CA-5.8")
@pytest.mark.parametrize(("die", "falls"), [(1, True), (3, True), (4, False)])
def test_eight_the_opponent_is_unhorsed_and_never_remounts(die: int, falls: bool) -> None:
    battle = pair(ed="mounted spare-horse luck=6")
    script = event(battle, 8, die, *([2, 1, 2] if falls else []))
    man = one(battle, "ed")
    assert (man.mounted, man.horse) == (not falls, not falls)
    assert "1d6 luck" not in script.asked


# 9


@rule("CA-5.9")
def test_nine_is_ignored_when_the_opponent_is_on_foot() -> None:
    assert event(pair(), 9).asked == ["2d6 melee event"]


@rule("CA-5.9")
def test_nine_the_opponents_horse_is_killed_and_he_falls() -> None:
    battle = pair(ed="mounted")
    event(battle, 9, 2, 1, 2, 2)
    assert not one(battle, "ed").mounted
    assert (last(battle, "Wounded").figure, last(battle, "Wounded").strength) == ("ed", 2)
    assert engaged(battle, one(battle, "ed")) == ["al"]


@rule("CA-5.9", "CA-5.13")
def test_nine_pinned_on_a_one_he_is_at_the_pcs_mercy() -> None:
    battle = pair(ed="mounted tough=9")
    script = event(battle, 9, 2, 1, 2, 1, "wound", 1, 2)
    assert script.requests[-1].side == "red"
    assert len(events(battle, "Wounded")) == 2
    assert last(battle, "AtMercy").choice == "wound"


@rule("CA-5.9")
@pytest.mark.parametrize(("choice", "mounted", "virtue"), [("press", True, 3), ("get-down", False, 2)])
def test_nine_a_mounted_pc_dismounts_or_fights_at_an_advantage(choice: str, mounted: bool, virtue: int) -> None:
    battle = pair("mounted virtue=3", "mounted")
    event(battle, 9, 2, 1, 2, 2, choice)
    man = one(battle, "al")
    assert (man.mounted, man.virtue) == (mounted, virtue)
    assert (("al", "ed") in battle.notes.advantages) == mounted
    assert man.horse
    assert engaged(battle, man) == ["ed"]


# 10 and 11


@rule("CA-5.10")
@pytest.mark.parametrize(("die", "weapon"), [(3, "bare-hands"), (4, "sword")])
def test_ten_the_opponents_weapon_breaks_on_one_to_three(die: int, weapon: str) -> None:
    battle = pair(ed="sword")
    event(battle, 10, die, *(["press"] if die == 3 else []))
    assert one(battle, "ed").weapon == weapon


@rule("CA-5.10")
def test_ten_he_changes_to_another_and_there_is_an_advantage_only_if_he_is_the_weaker() -> None:
    battle = pair(ed="sword mace")
    event(battle, 10, 1)
    assert one(battle, "ed").weapon == "mace"
    weaker = pair("virtue=3", ed="sword dagger")
    event(weaker, 10, 1, "chivalry")
    assert one(weaker, "al").virtue == 2


@rule("CA-5.11")
@pytest.mark.parametrize(("die", "shield"), [(3, False), (4, True)])
def test_eleven_the_opponents_shield_breaks_on_one_to_three(die: int, shield: bool) -> None:
    battle = pair(ed="shield")
    event(battle, 11, die, *([] if shield else ["press"]))
    assert one(battle, "ed").shield == shield
    assert bool(battle.notes.advantages) == (not shield)


@rule("CA-5.11")
def test_eleven_nothing_without_a_shield() -> None:
    assert event(pair(), 11).asked == ["2d6 melee event"]


# 12


@rule("CA-5.12")
def test_twelve_a_random_knight_joins_and_waits() -> None:
    battle = pair()
    event(battle, 12, 6)
    knight = battle.figures[last(battle, "SecondFound").knight]
    assert (knight.name, knight.kind, knight.side, knight.standing) == ("Sir Bors", "knight", "red", "reserve")
    assert len(BOOK.chart("wandering-knights").rows) == 6


@rule("CA-5.12")
def test_twelve_he_steps_in_when_the_pc_is_defeated() -> None:
    battle = pair(morale=False)
    event(battle, 12, 1)
    have_mercy(battle, Script(battle, "capture"), one(battle, "ed"), one(battle, "al"))
    stepped = last(battle, "SteppedIn")
    knight = battle.figures[stepped.figure]
    assert knight.standing == "fielded"
    assert stepped.end.at.to(one(battle, "al").place.at) < 2.5
    assert not battle.notes.seconds


@rule("CA-5.12")
def test_twelve_he_steps_in_at_once_for_one_who_fell_to_the_same_blow() -> None:
    battle = pair(morale=False)
    turn_of(battle, "al", "attack", 1, 5, 6, 6, 12, 3)
    assert one(battle, "al").standing == "dead"
    assert last(battle, "SteppedIn").whom == "al"


@rule("CA-5.12")
def test_twelve_he_acts_from_the_round_after() -> None:
    battle = pair(morale=False)
    event(battle, 12, 1)
    assert battle.figures[last(battle, "SecondFound").knight].ready == 2
