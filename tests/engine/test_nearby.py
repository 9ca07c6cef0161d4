"""Whom a figure touches is remembered, and is always what a fresh look would find."""

from __future__ import annotations

import pytest

from kktui.engine.dice import Luck, key_of
from kktui.engine.events import Left, Moved
from kktui.engine.nearby import any_within, foe_in_box, in_contact, units_about
from kktui.engine.placing import friends_of
from kktui.engine.state import DEAD, AnyState
from kktui.table.geometry import Point, pose
from tests.engine.fields import field_of, setup_of


def _crowded(luck: Luck) -> AnyState:
    """Two sides of twelve thrown together on a few inches."""
    setup = setup_of(field_of(12), "crowd")
    state = setup.rules.muster(setup.scenario, setup.book)
    for man in list(state.fielded()):
        _shove(state, man.id, luck)
    return state


def _shove(state: AnyState, name: str, luck: Luck) -> None:
    at = Point(10 + 12 * luck.part(), 10 + 12 * luck.part()).rounded()
    state.record(Moved(name, (state.figures[name].place.at, at), pose(at, luck.below(360))))


def _fresh_look(state: AnyState, name: str) -> list[str]:
    side = state.figures[name].side
    return [each for each in state.table.contacts(name) if state.figures[each].side != side]


@pytest.mark.parametrize("stirring", [1, 2, 5])
def test_whom_a_figure_touches_is_what_a_fresh_look_finds(stirring: int) -> None:
    luck = Luck(key_of("contacts"), f"{stirring}")
    state = _crowded(luck)
    met = 0
    for turn in range(120):
        men = state.fielded()
        for _ in range(stirring):
            _shove(state, men[luck.below(len(men))].id, luck)
        if turn % 20 == 19:
            state.record(Left(men[luck.below(len(men))].id, DEAD))
        for man in state.fielded():
            assert in_contact(state, man) == _fresh_look(state, man.id)
            met += len(in_contact(state, man))
    assert met


def test_who_is_gone_touches_nobody_and_a_battle_come_back_to_knows_its_contacts() -> None:
    luck = Luck(key_of("contacts"), "back")
    state = _crowded(luck)
    before = {man.id: list(in_contact(state, man)) for man in state.fielded()}
    was = state.snapshot()
    name = next(each for each, foes in before.items() if foes)
    state.record(Left(name, DEAD))
    assert in_contact(state, state.figures[name]) == []
    assert all(name not in in_contact(state, man) for man in state.fielded())
    state.restore(was)
    assert {man.id: in_contact(state, man) for man in state.fielded()} == before


def test_an_enemy_is_in_a_box_that_is_not_clear_of_all_but_friends() -> None:
    luck = Luck(key_of("boxes"), "any")
    state = _crowded(luck)
    found = []
    for _ in range(300):
        left, top = 8 + 16 * luck.part(), 8 + 16 * luck.part()
        box = (left, top, left + 4 * luck.part(), top + 4 * luck.part())
        for side in state.sides:
            found.append(foe_in_box(state, side, box))
            assert found[-1] is not state.table.clear_box(*box, friends_of(state, side))
    assert set(found) == {False, True}


def test_no_unit_is_overlooked_of_which_somebody_is_within_reach() -> None:
    state = _crowded(Luck(key_of("units"), "about"))
    seen = []
    for man in state.fielded():
        about = units_about(state, man, 3)
        near = [unit for unit in state.units if any_within(state, man, state.men(unit), 3)]
        assert set(near) <= about
        seen.append(len(about) < len(state.units))
    assert any(seen)
