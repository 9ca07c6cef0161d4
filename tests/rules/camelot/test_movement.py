"""CA-3.2 Movement."""

from math import inf

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Refusal
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.acting import act_request
from kktui.rules.camelot.events import Acts
from kktui.rules.camelot.figures import engaged
from kktui.rules.camelot.movement import allowance, band_of, charge_targets, going_for, move_request
from tests.drawn import DEFAULT, across, at, change, events, field, last, stretch
from tests.rules.camelot.table import BOOK, camelot, enlisted, one, turn_of
from tests.rules_shown import rule


@rule("CA-3.2")
def test_the_chart_of_bands() -> None:
    assert BOOK.chart("bands").rows == {"short": 3, "medium": 5, "long": 7}


@rule("CA-3.2")
@pytest.mark.parametrize(
    ("words", "band", "inches"),
    [
        ("hero", "medium", 6),
        ("hero mounted", "long", 9),
        ("knight", "medium-1", 5),
        ("knight mounted", "long", 9),
        ("dwarf", "short", 4),
        ("giant", "medium", 6),
    ],
)
def test_a_band_is_measured_front_to_rear_so_a_base_more_and_a_minus_one_band_front_to_front(
    words: str, band: str, inches: float
) -> None:
    man = enlisted(words)
    assert band_of(man) == band
    assert allowance(BOOK, man) == inches


@rule("CA-8.7")
@pytest.mark.parametrize(
    ("poisoned", "band", "foot", "mounted"),
    [
        (0, "medium", 6, 7),
        (1, "medium-1", 5, 5),
        (2, "short", 4, 5),
        (3, "short-1", 3, 3),
        (4, "", 1, 2),
        (5, "", 1, 2),
    ],
)
def test_poisoned_moves_go_down_the_ladder_of_bands(poisoned: int, band: str, foot: float, mounted: float) -> None:
    man, rider = enlisted("giant"), enlisted("giant mounted")
    man.poison = rider.poison = ("Move",) * poisoned
    assert band_of(man) == band_of(rider) == band
    assert (allowance(BOOK, man), allowance(BOOK, rider)) == (foot, mounted)


@rule("CA-3.2")
def test_by_ruling_the_bands_are_twice_as_long() -> None:
    book = BOOK.with_house_rules({"scale": 2})
    assert allowance(book, enlisted("hero")) == 11
    assert RULESET.book.rulings["scale"].default == 1


@rule("CA-3.2")
def test_a_move_is_refused_beyond_the_band_with_the_nearest_that_is_not() -> None:
    battle = camelot("red knights: al 10,30", "blue foes: ed 40,5")
    request = move_request(battle, one(battle, "al"))
    refused = settle(battle, request, {"path": [(10, 20)]})
    assert isinstance(refused, Refusal)
    assert (refused.rule, refused.nearest) == ("CA-3.2", {"path": [[10, 24]]})


@rule("CA-3.2")
@pytest.mark.parametrize("kind", ["woods", "bushes", "rough", "water"])
def test_bad_ground_costs_double(kind: str) -> None:
    battle = camelot("red knights: al 10,30", "blue foes: ed 40,5", ground=field(stretch(kind, 5, 10, 15, 28)))
    request = move_request(battle, one(battle, "al"))
    walk = settle(battle, request, {"path": [(10, 26)]})
    assert walk.cost == pytest.approx(2 + 2 * 2)
    assert isinstance(settle(battle, request, {"path": [(10, 25)]}), Refusal)


@rule("CA-3.2")
def test_the_chart_of_going_is_what_the_table_is_asked_by() -> None:
    rows = BOOK.chart("going").rows
    foot, horse = going_for(BOOK, enlisted("")), going_for(BOOK, enlisted("mounted"))
    costs = {kind: (foot.areas | foot.lines)[kind] for kind in rows}
    rides = {kind: (horse.areas | horse.lines)[kind] for kind in rows}
    assert {kind: [c or inf for c in cells] for kind, cells in rows.items()} == {
        kind: [costs[kind], rides[kind]] for kind in rows
    }
    assert (costs["high-wall"], rides["stakes"], costs["stakes"]) == (inf, inf, 2)


@rule("CA-3.2")
@pytest.mark.parametrize(("kind", "cost"), [("fence", 2), ("gate", 1), ("low-wall", 2)])
def test_obstacles_cost_inches(kind: str, cost: float) -> None:
    battle = camelot("red knights: al 10,30", "blue foes: ed 40,5", ground=field(across(kind, 29)))
    walk = settle(battle, move_request(battle, one(battle, "al")), {"path": [(10, 28)]})
    assert walk.cost == pytest.approx(2 + cost)


@rule("CA-3.2")
def test_only_a_charge_may_end_in_contact() -> None:
    battle = camelot("red knights: al 10,24", "blue foes: ed 10,20")
    refused = settle(battle, move_request(battle, one(battle, "al")), {"path": [(10, 20)]})
    assert isinstance(refused, Refusal)
    turn_of(battle, "al", "charge", DEFAULT, "attack", 2, 6)
    assert at(battle, "al") == (10, 21)


@rule("CA-3.2")
def test_only_whom_the_move_reaches_can_be_charged() -> None:
    battle = camelot("red knights: al 10,24", "blue foes: ed 10,20; flo 10,10; gus 14,22")
    assert list(charge_targets(battle, one(battle, "al"))) == ["ed", "gus"]
    script = turn_of(battle, "al", "charge", "gus", DEFAULT)
    assert script.asked[1] == "charge-target"


@rule("CA-1.1", "CA-3.2", "CA-4.1")
def test_a_charge_is_as_open_as_if_nobody_hid_in_its_way_and_comes_upon_him() -> None:
    words = ("red knights: al mounted lance 10,30; bo 30,30", "blue foes: ed 10,20; flo 40,5")
    battle = camelot(*words, "blue ambush hidden: zed 10,21.5", rulings={"melee-events": False})
    assert charge_targets(battle, one(battle, "al")) == charge_targets(camelot(*words), one(battle, "al"))
    turn_of(battle, "al", "charge", DEFAULT, "attack", 2, 6)
    assert (battle.units["ambush"].hidden, engaged(battle, one(battle, "al"))) == (False, ["zed"])
    assert last(battle, "LanceCouched").target == last(battle, "Struck").target == "zed"


@rule("CA-1.1", "CA-3.2")
def test_the_hidden_do_not_count_among_those_whom_a_charge_is_tried_at() -> None:
    ambush = "; ".join(f"z{number} {7 + number},25" for number in range(6))
    battle = camelot("red knights: al 10,30; bo 30,30", "blue foes: ed 10,23.5", f"blue ambush hidden: {ambush}")
    assert list(charge_targets(battle, one(battle, "al"))) == ["ed"]


@rule("CA-3.2")
def test_a_charge_goes_round_a_friend() -> None:
    battle = camelot("red knights: al 10,24.5; bo 10,22.5", "blue foes: ed 10,20")
    assert list(charge_targets(battle, one(battle, "al"))) == ["ed"]
    turn_of(battle, "al", "charge", DEFAULT)
    assert last(battle, "Moved").how == "charges"


@rule("CA-3.2", "CA-4.1")
@pytest.mark.parametrize(("line", "fight"), [("high-wall", False), ("low-wall", True)])
def test_nobody_charges_or_strikes_through_a_high_wall(line: str, fight: bool) -> None:
    battle = camelot(
        "red knights: al 10,20.5; bo 30,22", "blue foes: ed 10,19.5; flo 30,19.5", ground=field(across(line, 20))
    )
    al, bo = one(battle, "al"), one(battle, "bo")
    assert (engaged(battle, al) == ["ed"]) == fight
    assert (list(charge_targets(battle, bo)) == ["flo"]) == fight
    battle.record(Acts("al", 1, 1, 0))
    assert ("attack" in [option.id for option in act_request(battle, al).options]) == fight


@rule("CA-4.1")
@pytest.mark.parametrize(("y", "force"), [(26.5, 6), (26.4, 4)])
def test_a_lance_tells_after_five_inches_straight_on_horseback(y: float, force: int) -> None:
    battle = camelot(f"red knights: al mounted lance 10,{y}", "blue foes: ed tough=9 10,20")
    turn_of(battle, "al", "charge", DEFAULT, "attack", 5, 3, 2, 3)
    assert last(battle, "Wounded").strength == force
    assert bool(events(battle, "LanceCouched")) == (force == 6)


@rule("CA-4.1")
def test_the_lance_tells_only_in_the_turn_of_the_charge() -> None:
    battle = camelot("red knights: al mounted lance 10,27", "blue foes: ed tough=9 10,20")
    turn_of(battle, "al", "charge", DEFAULT, "attack", 2, 6)
    change(battle, "al", done=False)
    turn_of(battle, "al", "attack", 5, 3, 2, 3)
    assert last(battle, "Wounded").strength == 4
