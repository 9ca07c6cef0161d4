"""What one player may not see is not written before the other has looked away."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kktui.engine.ask import Ask
from kktui.engine.events import Ended, Event
from kktui.engine.requests import Arrange, Choose, Move, Option, Plan
from kktui.engine.state import AnyState
from kktui.engine.turn import Phase
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.events import Acted
from kktui.rules.knights_sergeants.movement import ON_FOOT
from tests.plain.desk import bare, typed


def who(state: AnyState, ask: Ask) -> str | None:
    return None if state.notes.acted else "both"


def orders(state: AnyState, ask: Ask, actor: str) -> None:
    """Each side plans face down: a choice, a move and a placement."""
    told = ask.together([secret_plan(state, side) for side in state.sides])
    state.record(Acted("sir-aldous", told["hale"]["order"]))


def secret_plan(state: AnyState, side: str) -> Plan:
    first, second = [man for man in state.fielded(side) if man.base.round][:2]
    parts: dict[str, Any] = {
        "order": Choose(side, "order", first.unit, (Option("hold"), Option("march"))),
        "way": Move(side, "way", first.id, 5.0, ON_FOOT),
        "places": Arrange(side, "spot", second.unit, (second.id,), {second.id: second.pose}),
    }
    return Plan(side, "orders", side, parts, secret=True)


def nothing(state: AnyState) -> Iterator[Event]:
    return iter(())


SECRETIVE = replace(
    RULESET,
    deploy=(),
    phases=(Phase("Orders", who, orders),),
    opening=nothing,
    turn_over=lambda state: True,
    result=lambda state: Ended("", "points"),
    advise=lambda state, request: {},
)


def test_secret_plans_at_one_keyboard_are_parted_by_a_curtain() -> None:
    keeper = bare(humans=("hale", "orme"), rules=SECRETIVE)
    lines = ["", "1 march", "2 n 3", "3 tam at 30 33", "", "", "2 s 1; 1 hold", "3 show", "2 zed", ""]
    text = typed(keeper, lines, ("hale", "orme"), curtain=3)
    assert keeper.game.over
    hale, _, orme = text.partition("\n\n\n\n\n---- For The Ormeside band only. Press Enter")
    assert "2. Wat Reeve goes 3 inches north".lower() in " ".join(hale.split()).lower()
    assert "march" not in orme.partition("== The battle is over")[0].replace("march along", "").replace(
        "hale: march", ""
    )


def test_a_hidden_unit_is_not_told_of_to_the_other_side() -> None:
    keeper = bare("ambush-in-kings-wood", humans=("sheriff",))
    keeper.advance()
    hidden = [unit.id for unit in keeper.game.state.units.values() if unit.hidden]
    names = [keeper.game.state.units[each].name for each in hidden]
    text = typed(
        keeper,
        ["table", "map", "log 100", "goals", "look gilbert", "unit robins", "measure gilbert"],
        ("sheriff",),
    )
    assert names
    assert not any(name in text for name in names)
    assert "Whitehand" not in text


def test_the_player_of_a_hidden_unit_sees_it_behind_the_curtain() -> None:
    keeper = bare("ambush-in-kings-wood", humans=("sheriff", "outlaws"))
    text = typed(keeper, ["", "table", *["hint", "ok", ""] * 30], ("sheriff", "outlaws"))
    assert "---- For The" in text
    before, _, behind = text.partition("---- For The green company")
    assert "You are not seen until you move" not in " ".join(before.split())
    assert "You are not seen until you move" in " ".join(behind.split())
    assert "The bowmen of the oaks" in text


def test_an_ambush_is_played_to_its_end_from_either_chair() -> None:
    for side in ("sheriff", "outlaws"):
        keeper = bare("ambush-in-kings-wood", humans=(side,))
        typed(keeper, ["hint", "ok"] * 500, (side,))
        assert keeper.game.over
