"""How a battle begins and ends in words: what it is about, the result, the losses, what decided it, the luck."""

from __future__ import annotations

from collections.abc import Collection

from kktui.engine.game import Game
from kktui.engine.scenario import Goal
from kktui.engine.state import EXITED, FIELDED, OUT, RESERVE, AnyState
from kktui.engine.telling import dice_words, find_word, listed, name_of, rule_words, word
from kktui.story.course import Course, Moment, course_of
from kktui.story.luck import Fortune, Tally, fortunes, tallies
from kktui.story.reel import reel_of
from kktui.text import clean, clean_block

NAMED = 3
"""Men lost at once that are all named."""
FEW = 5
"""Throws for one reason that the ledger passes over in lines."""
EVEN = 65
"""Battles of 100 with better dice, or with worse, up to which the dice are called fair."""
GOALS = {
    "hold-zone": "holding {zone} alone{number}",
    "kill-leader": "bringing {figure} down",
    "exit-table": "getting {count} over the {edge} edge",
    "points": "scoring {count}",
    "last-standing": "leaving no enemy on the table",
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
    if setup.book.per_inch != 1:
        lines.append(
            f"Distances are told in {setup.book.unit}, places on the table in inches from its far left corner."
        )
    return [*lines, f"The dice are fixed by a seed; its fingerprint is {setup.commitment}."]


def aims(state: AnyState, readers: Collection[str] = ()) -> list[str]:
    """What each side has to do to win; its brief is for its own eyes."""
    lines = []
    for party in state.scenario.parties:
        brief = f" {clean(' '.join(party.brief.split()), 600)}" if party.brief and party.id in readers else ""
        lines.append(f"{clean(party.name)}, from the {party.edge} edge.{brief}")
        for goal in state.scenario.goals:
            if goal.side == party.id:
                lines.append(f"  Wins by {_goal(state, goal)}.")
    ends = f"The battle ends with turn {state.scenario.turns}"
    return [*lines, f"{ends}; unless it is decided sooner, the rulebook's points decide then."]


def _goal(state: AnyState, goal: Goal) -> str:
    when = f", judged as turn {goal.by_turn} ends" if goal.by_turn else ", judged as every turn ends"
    many = max(1, goal.number)
    what = ("point", "points") if goal.kind == "points" else ("man", "men")
    return (
        GOALS[goal.kind].format(
            zone=name_of(state, goal.zone),
            figure=name_of(state, goal.figure),
            edge=goal.edge,
            count=f"{many} {what[many > 1]}",
            number=f" with {many} men or more" if many > 1 else "",
        )
        + when
    )


def result(game: Game, state: AnyState) -> list[str]:
    """Who has won, what it cost, what decided it, and what the dice did."""
    if state.result is None:
        return []
    course = course_of(reel_of(game), game.setup.rules)
    return [
        verdict(state),
        *points(state),
        *losses(state),
        *strengths(state, course),
        *decisive(state, course),
        *luck(game),
        seed_words(game),
    ]


def verdict(state: AnyState) -> str:
    """Who has won, and why."""
    ended = state.result
    if ended is None:
        return ""
    who = f"Victory for {name_of(state, ended.winner)}" if ended.winner else "A draw"
    return f"{who}: {word(state, 'why', ended.why)}. {rule_words(ended.rule)}".rstrip()


def points(state: AnyState) -> list[str]:
    """What the sides scored, where the ruleset counts."""
    if state.result is None or not state.result.points:
        return []
    scored = listed(f"{name_of(state, side)} {number}" for side, number in state.result.points.items())
    return [f"Points: {scored}."]


def seed_words(game: Game) -> str:
    """The seed, which holds no secrets any more, and what was shown of it before turn 1."""
    setup = game.setup
    words = f", with the words {listed(clean(each) for each in setup.words)}" if setup.words else ""
    return f"The seed was {clean(setup.seed)}{words}; its fingerprint, as at the start: {setup.commitment}."


def fate_words(standing: str) -> str:
    """What became of men who no longer stand, in a word or two."""
    return {RESERVE: "never came", EXITED: "got away", OUT: "out of action"}.get(standing, standing)


def losses(state: AnyState) -> list[str]:
    """The fate of each unit's men."""
    lines = ["Losses:"]
    for unit in state.units.values():
        fates: dict[str, int] = {}
        for each in unit.figures:
            standing = state.figures[each].standing
            fates[standing] = fates.get(standing, 0) + 1
        left = fates.pop(FIELDED, 0)
        gone = [f"{count} {fate_words(fate)}" for fate, count in sorted(fates.items())]
        lines.append(f"  {name_of(state, unit.id)}: {', '.join([*gone, f'{left} of {len(unit.figures)} standing'])}")
    return lines


def strengths(state: AnyState, course: Course) -> list[str]:
    """The men each side had left, turn by turn."""
    lines = ["Men left, from the start to the last turn:"]
    for side in state.sides:
        lines.append(f"  {name_of(state, side)}: {' '.join(str(each.men[side]) for each in course.strengths)}")
    return lines


def decisive(state: AnyState, course: Course) -> list[str]:
    """The moments that weighed most."""
    lines = [f"  {moment_words(state, each)}" for each in course.decisive]
    return ["What decided it:", *lines] if lines else []


def moment_words(state: AnyState, moment: Moment) -> str:
    """`Turn 4, Melee: Hale loses 3 men, Hob among them; Wat Reeve's men routed.`"""
    parts = [_lost_words(state, side, men, moment.leaders) for side, men in moment.lost.items()]
    parts += [f"{name_of(state, unit)} routed" for unit in moment.broke]
    when = f"Turn {moment.turn}" if moment.turn else "Before the battle"
    return f"{when}{f', {moment.phase}' if moment.phase else ''}: {'; '.join(parts)}."


def _lost_words(state: AnyState, side: str, men: list[str], leaders: list[str]) -> str:
    if len(men) <= NAMED:
        return f"{name_of(state, side)} lose {listed(name_of(state, man) for man in men)}"
    named = [name_of(state, man) for man in men if man in leaders]
    return f"{name_of(state, side)} lose {len(men)} men" + (f", {listed(named)} among them" if named else "")


def luck(game: Game) -> list[str]:
    """What was thrown for each reason against what was to be expected, and who was lucky."""
    every = tallies(game)
    lines = [f"  {tally_words(game.state, each)}" for each in every if each.thrown >= FEW]
    rest = sum(each.thrown for each in every if each.thrown < FEW)
    lines += [f"  Thrown fewer than {FEW} times for a reason: {rest} in all."] if rest else []
    lines += [f"  {fortune_words(game.state, each)}" for each in fortunes(game)]
    return ["Dice:", *lines] if lines else []


def why_words(state: AnyState, why: str) -> str:
    """The reason of a roll in words."""
    return find_word(state, "roll", why) or clean(why)


def tally_words(state: AnyState, tally: Tally) -> str:
    """`Hale, to hit on D10: 31 thrown, average 5.94, expected 5.50.`"""
    whose = name_of(state, tally.side) if tally.side else "The table"
    averages = f"average {tally.rolled:.2f}, expected {tally.expected:.2f}"
    return f"{whose}, {why_words(state, tally.why)} on {dice_words(tally.dice)}: {tally.thrown} thrown, {averages}."


def fortune_words(state: AnyState, fortune: Fortune) -> str:
    """`The dice were against Hale: in 91 of 100 battles they would have been better.`"""
    better = round(100 - fortune.better_than * 100)
    side = name_of(state, fortune.side)
    if better > EVEN:
        return f"The dice were against {side}: in {better} of 100 battles they would have been better."
    if better >= 100 - EVEN:
        return f"The dice were fair to {side}: in {better} of 100 battles they would have been better."
    seldom = f"only in {better}" if better else "in not even one"
    return f"The dice were kind to {side}: {seldom} of 100 battles would they have been better."
