"""How a battle begins and ends: what it is about, the result, the losses, the luck."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kktui.engine.ask import Answer
from kktui.engine.dice import throw
from kktui.engine.game import Game
from kktui.engine.scenario import Goal
from kktui.engine.state import EXITED, FIELDED, RESERVE, AnyState
from kktui.engine.telling import listed, name_of, rule_words, word
from kktui.text import clean, clean_block

GOALS = {
    "hold-zone": "to hold {zone}{number}",
    "kill-leader": "to bring {figure} down",
    "exit-table": "to get {count} over the {edge} edge",
    "points": "to score {count} points",
    "last-standing": "to leave no enemy on the table",
}


def opening(game: Game) -> list[str]:
    """What the battle is, before the first event."""
    setup = game.setup
    ground = setup.scenario.ground
    lines = [
        f"{clean(setup.scenario.title)}, by {setup.book.title}.",
        *(" ".join(part.split()) for part in clean_block(setup.scenario.text).split("\n\n") if part.strip()),
        f"The table: {clean(ground.name)}, {ground.width:g} by {ground.depth:g} inches.",
    ]
    return [*lines, f"The dice are fixed by a seed; its fingerprint is {setup.commitment}."]


def aims(state: AnyState, readers: Collection[str] = ()) -> list[str]:
    """What each side has to do to win; its brief is for its own eyes."""
    lines = []
    for party in state.scenario.parties:
        brief = f" {clean(' '.join(party.brief.split()), 600)}" if party.brief and party.id in readers else ""
        lines.append(f"{clean(party.name)}, from the {party.edge} edge.{brief}")
        for goal in state.scenario.goals:
            if goal.side == party.id:
                lines.append(f"  Wins: {_goal(state, goal)}.")
    return [*lines, f"The battle ends with turn {state.scenario.turns}."]


def _goal(state: AnyState, goal: Goal) -> str:
    when = f" at the end of turn {goal.by_turn}" if goal.by_turn else " at the end of a turn"
    return (
        GOALS[goal.kind].format(
            zone=name_of(state, goal.zone),
            figure=name_of(state, goal.figure),
            edge=goal.edge,
            count=max(1, goal.number),
            number=f" with {goal.number} men or more" if goal.number > 1 else "",
        )
        + when
    )


def result(game: Game, state: AnyState) -> list[str]:
    """Who has won, and what it cost."""
    ended = state.result
    if ended is None:
        return []
    verdict = f"Victory for {name_of(state, ended.winner)}" if ended.winner else "A draw"
    reason = word(state, "why", ended.why)
    lines = [f"{verdict}: {reason}. {rule_words(ended.rule)}".rstrip()]
    if ended.points:
        scored = listed(f"{name_of(state, side)} {points}" for side, points in ended.points.items())
        lines.append(f"Points: {scored}.")
    return [*lines, *losses(state), *luck(game), _fingerprint(game)]


def _fingerprint(game: Game) -> str:
    return f"The seed's fingerprint, as at the start: {game.setup.commitment}."


def losses(state: AnyState) -> list[str]:
    """The fate of each unit's men."""
    lines = ["Losses:"]
    for unit in state.units.values():
        fates: dict[str, int] = {}
        for each in unit.figures:
            standing = state.figures[each].standing
            fates[standing] = fates.get(standing, 0) + 1
        left = fates.pop(FIELDED, 0)
        shown = {RESERVE: "never came", EXITED: "got away"}
        gone = [f"{count} {shown.get(fate, fate)}" for fate, count in sorted(fates.items())]
        lines.append(f"  {name_of(state, unit.id)}: {', '.join([*gone, f'{left} of {len(unit.figures)} standing'])}")
    return lines


def luck(game: Game) -> list[str]:
    """The average of the dice of each side and kind against what was to be expected."""
    sums: dict[tuple[str, int], list[int]] = {}
    for answer in game.answers:
        if answer.kind == "roll":
            sides, faces, side = _rolled(game.state, answer)
            sums.setdefault((side, sides), []).extend(faces)
    lines = ["Dice:"] if sums else []
    for (side, sides), faces in sorted(sums.items()):
        mean, expected = sum(faces) / len(faces), (sides + 1) / 2
        whose = name_of(game.state, side) if side else "The table"
        lines.append(f"  {whose}, D{sides}: {len(faces)} thrown, average {mean:.2f}, expected {expected:.2f}")
    return lines


def _rolled(state: AnyState, answer: Answer) -> tuple[int, Sequence[int], str]:
    """The kind of die, its faces, and whose it was."""
    dice, _, rest = answer.what.partition("|")
    who = rest.rpartition("|")[2].split(" ")[0]
    owner = state.figures.get(who) or state.units.get(who)
    side = owner.side if owner is not None else who if who in state.sides else ""
    return throw(dice).sides, list(answer.value), side
