"""SC-5 Melee. Both dice are better high."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import in_contact, pressed
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.rulebook import Chart
from kktui.engine.state import FIELDED
from kktui.rules.schiltron.events_fighting import FightOff, Paired, RoundOver, Struck, Turned
from kktui.rules.schiltron.figures import SCHILTRON, Battle, Man, formation_of, wields
from kktui.rules.schiltron.formations import has_spear, keep_ranks
from kktui.rules.schiltron.leaders import captors_of, fallen_standards, take_hit

THREE_TO_ONE = 3
HOLD = "hold"
FRONT, REAR, LEFT, RIGHT = "front", "rear", "left flank", "right flank"
LEAST, MOST = 1, 12


class Bout(NamedTuple):
    """What a pair fights with: all that decides the round but the dice."""

    tactical: int
    adds: int
    """Stripes and weapon factor."""
    target_tactical: int
    target_adds: int
    margin: int
    """What he must win by to kill: the victory margin against the target's protection."""
    target_margin: int
    cap: str
    """What stays within 1-12: the die with its tactical factors ("die"), the "total", or "none"."""


class Blow(NamedTuple):
    """How it went: hit, goes on or is hit; and both dice with what they came to."""

    outcome: str
    roll: int
    score: int
    target_roll: int
    target_score: int


def strike(ask: Ask, bout: Bout, who: str = "", whom: str = "") -> Blow:
    """Both D12 and all factors; the higher kills if the difference reaches the loser's margin.  [SC-5.1]"""
    roll = ask.roll("1d12", "melee", who)
    other = ask.roll("1d12", "melee", f"{whom} against {who}")
    ours = score(roll, bout.tactical, bout.adds, bout.cap)
    theirs = score(other, bout.target_tactical, bout.target_adds, bout.cap)
    return Blow(outcome(bout, ours - theirs), roll, ours, other, theirs)


def outcome(bout: Bout, difference: int) -> str:
    """A tie, or less than the margin: the melee goes on.  [SC-5.1]"""
    if difference > 0:
        return "hit" if difference >= bout.margin else "goes on"
    return "is hit" if difference < 0 and -difference >= bout.target_margin else "goes on"


def score(die: int, tactical: int, adds: int, cap: str) -> int:
    """The adjusted die stays within 1-12: before stripes and weapon are added, or literally the total.  [SC-5.2]"""
    if cap == "total":
        return max(LEAST, min(MOST, die + tactical + adds))
    if cap == "none":
        return die + tactical + adds
    return max(LEAST, min(MOST, die + tactical)) + adds


def capped(die: int, tactical: int, adds: int, cap: str) -> str:
    """What the limits of 1 and 12 told on: the die, the total, or nothing.  [SC-5.2]"""
    whole = die + tactical + adds
    return "" if score(die, tactical, adds, cap) == whole else cap


def tactical_factors(battle: Battle, man: Man, foe: Man) -> Iterator[Modifier]:
    """What bears on a figure's die against one opponent.  [SC-5.3]"""
    chart = battle.book.chart("tactical")
    if man.mounted != foe.mounted:
        yield _factor(chart, "mounted v foot" if man.mounted else "foot v mounted")
    if man.charged and first_shock(battle, man, foe):
        yield _factor(chart, "charging")
    yield from facing_factors(battle, man, foe)
    if against_plate(battle, man, foe) and foe.protection in ("PP", "FP"):
        yield _factor(chart, "axe or warhammer v PP or FP")
    if uphill(battle, man, foe):
        yield _factor(chart, "v uphill")
    if behind_obstacle(battle, man, foe):
        yield _factor(chart, "v obstacle")
    if man.hits:
        yield Modifier("wounds", man.hits * int(chart.at("each wound")), "SC-5.3")


def _factor(chart: Chart, name: str) -> Modifier:
    return Modifier(name, int(chart.at(name)), "SC-5.3")


def facing_factors(battle: Battle, man: Man, foe: Man) -> Iterator[Modifier]:
    """Against rear and unshielded flank, or against the front that a schiltron has all round.  [SC-5.3]"""
    chart = battle.book.chart("tactical")
    if formation_of(battle, foe) == SCHILTRON:
        yield _factor(chart, "v schiltron front")
        return
    struck = side_struck(foe, man)
    if struck == REAR:
        yield _factor(chart, "v rear")
    elif struck == RIGHT or (struck == LEFT and not foe.shield):
        yield _factor(chart, "v unshielded flank")


def side_struck(foe: Man, man: Man) -> str:
    """Where he stands as his foe sees it: by quarters, front to either side 45 degrees.  [SC-5.3]"""
    turn = (foe.place.at.bearing(man.place.at) - foe.place.facing + 180) % 360 - 180
    if abs(turn) <= 45:
        return FRONT
    if abs(turn) >= 135:
        return REAR
    return RIGHT if turn > 0 else LEFT


def against_plate(battle: Battle, man: Man, foe: Man) -> bool:
    """Axes and warhammers, also at the side of a lancer whose lance has done its work.  [SC-5.3]"""
    spent = wields(battle.book, man) == "mounted lance" and not first_shock(battle, man, foe)
    weapon = man.side_arm if spent else man.weapon
    return bool(battle.book.chart("arms").rows.get(weapon, ("", "", ""))[2])


def uphill(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether the foe stands higher.  [SC-5.3]"""
    table = battle.table
    return bool(table.terrain.slopes) and table.height_at(foe.place.at) > table.height_at(man.place.at)


def behind_obstacle(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether he came up to an obstacle that the foe stands behind.  [SC-5.3]"""
    terrain = battle.table.terrain
    if not man.assails or not terrain.barriers:
        return False
    between = terrain.stretches(man.place.at, foe.place.at)
    obstacles = battle.book.chart("obstacles").rows
    return any(part.line is not None and part.line.kind in obstacles for part in between)


def first_shock(battle: Battle, man: Man, foe: Man) -> bool:
    """Lance and charge tell in the first round of a melee only, and not against spears or uphill.  [SC-5.4]"""
    return not man.rounds and not has_spear(battle, foe) and not uphill(battle, man, foe)


def weapon_factor(battle: Battle, man: Man, foe: Man) -> Modifier:
    """By the chart; a lance counts as such on horseback while its shock lasts, then as a side arm.  [SC-5.4]"""
    chart, kind = battle.book.chart("weapon-factor"), wields(battle.book, man)
    if kind == "mounted lance" and not first_shock(battle, man, foe):
        kind = "lance, its shock spent"
    return Modifier(kind, int(chart.at(kind)), "SC-5.4")


def adds_of(battle: Battle, man: Man, foe: Man) -> tuple[Modifier, ...]:
    """Stripes and weapon factor.  [SC-5.1]"""
    return Modifier("stripes", man.stripes, "SC-1.1"), weapon_factor(battle, man, foe)


class Terms(NamedTuple):
    """A pair as it would fight now, and why."""

    bout: Bout
    ours: tuple[Modifier, ...]
    our_adds: tuple[Modifier, ...]
    theirs: tuple[Modifier, ...]
    their_adds: tuple[Modifier, ...]


def terms_of(battle: Battle, man: Man, foe: Man) -> Terms:
    """All that a round between the two is fought with.  [SC-5.1, SC-5.2]"""
    ours, theirs = tuple(tactical_factors(battle, man, foe)), tuple(tactical_factors(battle, foe, man))
    our_adds, their_adds = adds_of(battle, man, foe), adds_of(battle, foe, man)
    margins = battle.book.chart("margins")
    bout = Bout(
        tactical=total(ours),
        adds=total(our_adds),
        target_tactical=total(theirs),
        target_adds=total(their_adds),
        margin=int(margins.at(foe.protection)),
        target_margin=int(margins.at(man.protection)),
        cap=str(battle.book.switch("cap")),
    )
    return Terms(bout, ours, our_adds, theirs, their_adds)


def engaged(battle: Battle) -> list[Man]:
    """Everybody in contact with an enemy."""
    near = (man for unit in battle.units.values() if pressed(battle, unit.id) for man in battle.men(unit.id))
    return sorted((man for man in near if in_contact(battle, man)), key=lambda man: man.id)


def who_fights(battle: Battle, ask: Ask) -> object:
    """First the pairs are named, then each fights its round, then the round is over."""
    notes = battle.notes
    if notes.fights:
        return notes.fights[0]
    if notes.round_over:
        return None
    if not notes.paired and engaged(battle):
        return "pairs"
    return "over" if notes.paired or any(man.rounds or man.assails for man in battle.fielded()) else None


def fight(battle: Battle, ask: Ask, actor: object) -> None:
    """One pair's round, the naming of the pairs, or the end of the round."""
    if isinstance(actor, tuple):
        fight_pair(battle, ask, battle.figures[actor[0]], battle.figures[actor[1]])
    elif actor == "pairs":
        name_pairs(battle, ask)
    else:
        end_round(battle)


def name_pairs(battle: Battle, ask: Ask) -> None:
    """The side with the initiative matches its men; whoever is left out of that names his own foe.  [SC-5.1]"""
    first = battle.notes.initiative or battle.sides[0]
    fights: list[tuple[str, str]] = []
    for side in (first, battle.other(first)):
        request = pairing_request(battle, side, fights)
        open_to = {key: part.options for key, part in request.parts.items() if isinstance(part, Choose)}
        simple = all(len(options) <= 2 for options in open_to.values())
        named = {key: options[0].id for key, options in open_to.items()} if simple else ask.choose(request)
        fights += [(man, foe) for man, foe in named.items() if foe != HOLD]
    battle.record(Paired(tuple(fights)))


def pairing_request(battle: Battle, side: str, fights: list[tuple[str, str]]) -> Plan:
    """The question who fights whom, at most three on one, for the men of a side not in a fight yet.  [SC-5.1]

    Who has fewest to choose from comes first, so that nobody is left out for one who could have fought another.
    """
    busy = {each for pair in fights for each in pair}
    crowd: dict[str, int] = {}
    for one, other in fights:
        crowd[one], crowd[other] = crowd.get(one, 0) + 1, crowd.get(other, 0) + 1
    crowded = dict(crowd)
    parts: dict[str, Choose] = {}
    for man in sorted(engaged(battle), key=lambda man: len(in_contact(battle, man))):
        foes = [foe for foe in in_contact(battle, man) if crowd.get(foe, 0) < THREE_TO_ONE]
        if man.side != side or man.id in busy or not foes:
            continue
        nearest = sorted(foes, key=lambda foe: (crowd.get(foe, 0), foe))
        crowd[nearest[0]] = crowd.get(nearest[0], 0) + 1
        parts[man.id] = Choose(
            side, "opponent", man.id, (*(Option(foe, foe) for foe in nearest), Option(HOLD)), "SC-5.1"
        )
    return Plan(side, "pairs", side, parts, "SC-5.1", THREE_TO_ONE, free=frozenset({HOLD}), crowded=crowded)


def fight_pair(battle: Battle, ask: Ask, man: Man, foe: Man) -> None:
    """One round; several on one fight in turn until he falls.  [SC-5.1]"""
    if man.standing != FIELDED or foe.standing != FIELDED:
        battle.record(FightOff(man.id, foe.id))
        return
    terms = terms_of(battle, man, foe)
    blow = strike(ask, terms.bout, man.id, foe.id)
    battle.record(
        Struck(
            figure=man.id,
            target=foe.id,
            modifiers=terms.ours,
            roll=blow.roll,
            adds=terms.our_adds,
            score=blow.score,
            capped=capped(blow.roll, terms.bout.tactical, terms.bout.adds, terms.bout.cap),
            target_modifiers=terms.theirs,
            target_roll=blow.target_roll,
            target_adds=terms.their_adds,
            target_score=blow.target_score,
            target_capped=capped(blow.target_roll, terms.bout.target_tactical, terms.bout.target_adds, terms.bout.cap),
            margin=terms.bout.margin,
            target_margin=terms.bout.target_margin,
            outcome=blow.outcome,
        )
    )
    if blow.outcome == "hit":
        take_hit(battle, ask, foe, man.id, captors=captors_of(battle, foe))
    elif blow.outcome == "is hit":
        take_hit(battle, ask, man, foe.id, captors=captors_of(battle, man))


def end_round(battle: Battle) -> None:
    """Broken ranks dissolve, fallen standards are taken or raised, men turn to those behind.  [SC-5.3, SC-8.2]"""
    keep_ranks(battle)
    for event in list(fallen_standards(battle)):
        battle.record(event)
    still = engaged(battle)
    battle.record(RoundOver(tuple(man.id for man in still)))
    for man in still:
        turn_to_face(battle, man)


def turn_to_face(battle: Battle, man: Man) -> None:
    """On foot, with nobody before him, he turns to an enemy who touches him; a ring faces all ways.  [SC-5.3]"""
    foes = [battle.figures[each] for each in in_contact(battle, man)]
    if not man.base.round or formation_of(battle, man) == SCHILTRON or battle.book.switch("turning") == "stay":
        return
    if not any(side_struck(man, foe) == FRONT for foe in foes):
        facing = man.place.at.bearing(foes[0].place.at)
        battle.record(Turned(man.id, man.place.facing_to(facing), foes[0].id))
