"""CA-1 Deployment."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.engine.muster import places_in_zone
from kktui.engine.requests import Arrange, Choose, Option
from kktui.engine.scenario import Troop
from kktui.engine.state import RESERVE
from kktui.engine.turn import Phase
from kktui.rules.camelot.events_round import GoesFirst, LeftInRanks, Placed, StrategicRoll, Surprise
from kktui.rules.camelot.figures import Battle, Man
from kktui.rules.camelot.initiative import best_discipline, by_cards, higher, with_leadership
from kktui.table.geometry import Pose

SURPRISING = 4
"""How much more than the other a side needs for a free round.  [CA-1.3]"""


def who_throws(battle: Battle, ask: Ask) -> str | None:
    """Both sides, once, before anything else."""
    return "sides" if not battle.notes.winner else None


def strategic_roll(battle: Battle, ask: Ask, actor: str) -> None:
    """D6 + best Discipline and Leadership; who wins goes first or second, who loses places first.  [CA-1.1]"""
    sides = (battle.sides[0], battle.sides[1])
    scores = (with_leadership(battle, sides[0]), with_leadership(battle, sides[1]))
    totals = higher(ask, sides, scores, "strategic roll")
    winner, loser = sides if totals[0] > totals[1] else (sides[1], sides[0])
    thrown, added = dict(zip(sides, totals, strict=True)), dict(zip(sides, scores, strict=True))
    battle.record(StrategicRoll(thrown, added, winner, (loser, winner), rule_of(battle)))
    if by_cards(battle):
        return
    first = winner
    if not playing_alone(battle):
        options = (Option("first"), Option("second"))
        chosen = ask.choose(Choose(winner, "first-or-second", winner, options, "CA-1.1"))
        first = winner if chosen == "first" else loser
    battle.record(GoesFirst(first, rule_of(battle)))


def playing_alone(battle: Battle) -> bool:
    """Whether it is the solo variant, which asks as much of the player's side as of his adversaries.  [CA-1.2]"""
    return battle.book.switch("solo") != "off"


def rule_of(battle: Battle) -> str:
    return "CA-1.2" if playing_alone(battle) else "CA-1.1"


def who_places(battle: Battle, ask: Ask) -> str | None:
    """The side whose turn it is to place a figure, as long as any wait for it.  [CA-1.1, CA-1.2]"""
    for side in battle.notes.placing:
        if waiting(battle, side):
            return side
    return None


def waiting(battle: Battle, side: str) -> list[Man]:
    """A side's figures that have a zone to be placed in and are not on the table yet."""
    zones = {troop.id for troop in battle.scenario.troops if troop.zone and troop.arrives <= 1}
    return [m for m in battle.figures.values() if m.side == side and m.standing == RESERVE and m.unit in zones]


def place(battle: Battle, ask: Ask, side: str) -> None:
    """One figure is placed, then it is the other side's turn; in the solo variant all of one side.  [CA-1.1, CA-1.2]"""
    man = choose_whom(battle, ask, side)
    troop = next(each for each in battle.scenario.troops if each.id == man.unit)
    end = usual_place(battle, man, troop)
    if side not in battle.notes.in_ranks:
        request = Arrange(side, "deploy", man.id, (man.id,), {man.id: end}, rule_of(battle), zone=troop.zone)
        end = ask.place(request)[man.id]
    order = battle.notes.placing
    following = order if playing_alone(battle) else (battle.other(side), side)
    battle.record(Placed(man.id, end, following, rule_of(battle)))


def choose_whom(battle: Battle, ask: Ask, side: str) -> Man:
    """The figure that a side places next; it may leave all the rest to stand in the ranks."""
    men = waiting(battle, side)
    if len(men) == 1 or side in battle.notes.in_ranks:
        return men[0]
    options = (*(Option(man.id) for man in men), Option(THE_REST))
    chosen = ask.choose(Choose(side, "place-whom", side, options, rule_of(battle)))
    if chosen != THE_REST:
        return battle.figures[chosen]
    battle.record(LeftInRanks(side, rule_of(battle)))
    return men[0]


def usual_place(battle: Battle, man: Man, troop: Troop) -> Pose:
    """Where he stands when nobody says otherwise: his place in the ranks, or the next that is free."""
    if man.pose is not None and battle.table.is_free(man.base, man.pose):
        return man.pose
    return places_in_zone(battle, troop, [man])[0]


def who_surprises(battle: Battle, ask: Ask) -> str | None:
    """Where surprise is played, once, when all are placed.  [CA-1.3]"""
    due = battle.book.switch("surprise") and not battle.notes.surprised
    return "sides" if due and battle.notes.winner else None


def surprise(battle: Battle, ask: Ask, actor: str) -> None:
    """D6 + best Discipline each; 4 more than the other gains the first round for itself.  [CA-1.3]"""
    sides = battle.sides
    totals = {side: ask.roll("1d6", "surprise", side) + best_discipline(battle, side) for side in sides}
    margin = totals[sides[0]] - totals[sides[1]]
    surprised = sides[1] if margin >= SURPRISING else sides[0] if margin <= -SURPRISING else NOBODY
    battle.record(Surprise(totals, surprised))


NOBODY, THE_REST = "nobody", "the-rest"
DEPLOYMENT = (
    Phase("Strategy", who_throws, strategic_roll, "CA-1.1"),
    Phase("Deployment", who_places, place, "CA-1.1"),
    Phase("Surprise", who_surprises, surprise, "CA-1.3"),
)
