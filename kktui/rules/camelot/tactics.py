"""What a sensible soldier would answer, by the odds of the rules themselves."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from kktui.engine.modifiers import total
from kktui.engine.nearby import foes_within, nearest_foe
from kktui.engine.objectives import objective, time_presses
from kktui.engine.odds import chance
from kktui.engine.requests import Arrange, Choose, Move, Request
from kktui.engine.ways import find_way
from kktui.rules.camelot.acting import DONE, other_weapons
from kktui.rules.camelot.breaking import AWAY, quickness
from kktui.rules.camelot.deployment import THE_REST
from kktui.rules.camelot.figures import BARE_HANDS, Battle, Man, at_peace, engaged, in_hand, shot_as, strength, up_to
from kktui.rules.camelot.finds import in_reach
from kktui.rules.camelot.melee import attack_targets
from kktui.rules.camelot.movement import allowance, charges
from kktui.rules.camelot.odds import slips
from kktui.rules.camelot.ranged import furthest, targets
from kktui.rules.camelot.virtue import BEST_VIRTUE, low_passes
from kktui.rules.camelot.weighing import attack_hope, attack_worth, free_hope, reply_of, shot_worth
from kktui.table.geometry import Point, Pose

GREAT_VIRTUE = 2
"""The Virtue Level of the heroes of the Round Table."""
A_STEP = 0.5
"""Inches; for less nobody stirs."""
MOST_WEIGHED = 3
"""Foes that are weighed against each other, the nearest first."""


def advise(battle: Battle, request: Request) -> Any:
    """A sensible answer to any question this ruleset asks."""
    if isinstance(request, Arrange):
        return {}
    if isinstance(request, Move):
        return where_to(battle, request)
    assert isinstance(request, Choose)
    return CHOICES.get(request.what, first)(battle, request)


def first(battle: Battle, request: Choose) -> str:
    """The first option, which is always a fair one."""
    return request.options[0].id


# What to do.


def choose_next(battle: Battle, request: Choose) -> str:
    """Whoever can shoot goes first, before friends are in the way; then those in front, to make room."""
    men = [battle.figures[option.id] for option in request.options if option.target]
    shooter = next((man for man in men if shot_as(battle.book, man.weapon)), None)
    if shooter is not None:
        return shooter.id
    x, y = middle_of_foes(battle, request.side)
    return min([(hypot(x - man.place[0], y - man.place[1]), man.id) for man in men])[1]


def middle_of_foes(battle: Battle, side: str) -> Point:
    """Where, on the whole, the enemy is."""
    key = ("middle", side)
    found: Point | None = battle.places.get(key)
    if found is None:
        places = [foe.place for foe in battle.enemies_of(side)] or [Pose(0, 0, 0)]
        xs, ys = [place[0] for place in places], [place[1] for place in places]
        found = battle.places[key] = Point(sum(xs) / len(xs), sum(ys) / len(ys))
    return found


def choose_deed(battle: Battle, request: Choose) -> str:
    """The thing that promises most; nothing that promises less than nothing."""
    man = battle.figures[request.about]
    worths = {o.id: WORTH[o.id](battle, man) for o in request.options if o.id in WORTH}
    best = max(worths, key=lambda deed: worths[deed], default=DONE)
    return best if best != DONE and worths[best] > 0 else DONE


def worth_of_attack(battle: Battle, man: Man) -> float:
    """A man in melee strikes: his foe will do so anyway."""
    return 10.0


def worth_of_charge(battle: Battle, man: Man) -> float:
    """The best of those he can reach; a bowman only when there is nothing else for him to do."""
    if not man.actions:
        return 0.0
    nearest = [battle.figures[each] for each, _ in charges(battle, man).first(MOST_WEIGHED)]
    best = max(attack_worth(battle, man, foe, charging=True) for foe in nearest)
    reluctant = 1.0 if shot_as(battle.book, man.weapon) else 0.0
    return 1.0 + best - reluctant


def worth_of_shot(battle: Battle, man: Man) -> float:
    """Shooting from where he stands."""
    return 1.0 + best_shot(battle, man, man.walked)[1]


def worth_of_running_shot(battle: Battle, man: Man) -> float:
    """Shooting first and going after only pays when an enemy comes too close."""
    close = bool(foes_within(battle, man, up_to(allowance(battle.book, man))))
    return 0.9 + best_shot(battle, man, True)[1] if close else 0.0


def best_shot(battle: Battle, man: Man, walking: bool) -> tuple[str, float]:
    """Whom he best shoots at of the nearest, and what it is worth."""
    key = ("best shot", man.id, walking)
    found: tuple[str, float] | None = battle.memo.get(key)
    if found is None:
        worths = [(shot_worth(battle, man, foe, walking), foe.id) for foe in targets(battle, man).first(MOST_WEIGHED)]
        worth, best = max(worths, key=lambda each: each[0])
        found = battle.memo[key] = (best, worth)
    return found


def worth_of_move(battle: Battle, man: Man) -> float:
    """Coming nearer is worth something, unless one is where one wants to be."""
    goal = goal_of(battle, man)
    if goal is None or goal.to(man.place.at) < A_STEP:
        return 0.0
    return 0.5


def worth_of_breaking_off(battle: Battle, man: Man) -> float:
    """Only out of a fight that is as good as lost, and with a fair chance to get away."""
    foes = [battle.figures[each] for each in engaged(battle, man)]
    taken = sum(reply_of(battle, man, foe) for foe in foes)
    if taken <= 0.3:
        return 0.0
    dealt = max(attack_hope(battle, man, foe, strength(battle.book, man)).dealt for foe in foes)
    if taken <= 4 * dealt:
        return 0.0
    away = 1.0
    for foe in foes:
        ours, theirs = quickness(battle.book, man), quickness(battle.book, foe)
        away *= chance(AWAY, slips, total(ours), total(theirs))
    return 11.0 if away >= 0.5 else 0.0


def worth_of_change(battle: Battle, man: Man) -> float:
    """Something to fight with when an enemy is upon him; the bow again when he is rid of him."""
    better = best_weapon(battle, man)
    if better == man.weapon:
        return 0.0
    return 10.5 if engaged(battle, man) else 1.2


def best_weapon(battle: Battle, man: Man) -> str:
    """What he ought to have in hand: a bow with nobody near, else what strikes hardest."""
    book = battle.book
    bows = [each for each in man.weapons if shot_as(book, each) and each not in man.spent]
    if bows and not engaged(battle, man) and not foes_within(battle, man, 4.0):
        return man.weapon if man.weapon in bows else bows[0]
    arms = book.chart("arms")
    carried = [each for each in (man.weapon, *other_weapons(man)) if each != BARE_HANDS]
    return max(carried, key=lambda each: int(arms.at(in_hand(book, each), "STR")), default=man.weapon)


WORTH: dict[str, Callable[[Battle, Man], float]] = {
    "attack": worth_of_attack,
    "shoot": worth_of_shot,
    "charge": worth_of_charge,
    "move": worth_of_move,
    "shoot-moving": worth_of_running_shot,
    "get-up": lambda battle, man: 9.0,
    "break-off": worth_of_breaking_off,
    "mount": lambda battle, man: 0.0 if engaged(battle, man) else 1.1,
    "change-weapon": worth_of_change,
    "pick-up": lambda battle, man: 5.0,
}


# Where to.


def where_to(battle: Battle, request: Move) -> dict[str, Any]:
    """A charge goes home; bowmen stop in range, the rest close in or make for the ground they want."""
    if request.best:
        return {"path": request.best}
    man = battle.figures[request.figure]
    goal = goal_of(battle, man)
    if goal is None or goal.to(man.place.at) < A_STEP:
        return {"path": []}
    walk = find_way(battle, request, goal)
    return {"path": walk.path[1:] if walk.end.at.to(man.place.at) >= A_STEP else []}


def goal_of(battle: Battle, man: Man) -> Point | None:
    """The place a figure wants to come to."""
    key = ("goal", man.id)
    if key not in battle.memo:
        battle.memo[key] = _goal_of(battle, man)
    found: Point | None = battle.memo[key]
    return found


def _goal_of(battle: Battle, man: Man) -> Point | None:
    at = man.place.at
    loose = [Point(find.x, find.y) for find in battle.notes.finds if not find.holder]
    near = min(loose, key=at.to, default=None)
    if near is not None and at.to(near) <= 2 * allowance(battle.book, man) and not in_reach(battle, man):
        return near
    wanted = objective(battle, man)
    if wanted is not None and (time_presses(battle) or at.to(wanted) > 2 * allowance(battle.book, man)):
        return wanted
    return toward_the_foe(battle, man) or wanted


def foe_to_fight(battle: Battle, man: Man) -> Man | None:
    """The nearest enemy with whom he has made no peace."""
    if not battle.notes.truces:
        return nearest_foe(battle, man)
    foes = (foe for foe in battle.enemies_of(man.side) if not at_peace(battle, man.id, foe.id))
    return min(foes, key=lambda foe: (foe.place.at.to(man.place.at), foe.id), default=None)


def toward_the_foe(battle: Battle, man: Man) -> Point | None:
    """Up to the nearest enemy; with a bow only to medium range."""
    foe = foe_to_fight(battle, man)
    if foe is None:
        return None
    near, at = foe.place.at, man.place.at
    if not shot_as(battle.book, man.weapon):
        return near.toward(near.bearing(at), 1.2)
    reach = furthest(battle.book, man.weapon) * 2 / 3
    return near.toward(near.bearing(at), reach - 1) if at.to(near) > reach else None


# The other questions.


def choose_attack(battle: Battle, request: Choose) -> str:
    """The opponent who promises most."""
    man, charging = battle.figures[request.about], request.what == "charge-target"
    foes = [battle.figures[option.id] for option in request.options]
    return max(foes, key=lambda foe: attack_worth(battle, man, foe, charging=charging)).id


def choose_target(battle: Battle, request: Choose) -> str:
    man = battle.figures[request.about]
    return best_shot(battle, man, man.walked)[0]


def choose_weapon(battle: Battle, request: Choose) -> str:
    better = best_weapon(battle, battle.figures[request.about])
    return better if any(option.id == better for option in request.options) else request.options[0].id


def choose_to_hold(battle: Battle, request: Choose) -> str:
    """A free attack if it promises more than holding him and striking later."""
    foe, fleeing = battle.figures[request.about], battle.figures[request.options[0].target]
    book, free = battle.book, free_hope(battle, foe, fleeing)
    held = 1 - chance(AWAY, slips, total(quickness(book, fleeing)), total(quickness(book, foe)))
    return "let-go" if free > held * attack_hope(battle, foe, fleeing, strength(book, foe)).dealt else "hold-him"


def choose_truce(battle: Battle, request: Choose) -> str:
    """Peace with one who is the better man."""
    man, foe = battle.figures[request.about], battle.figures[request.options[0].target]
    dealt = attack_hope(battle, man, foe, strength(battle.book, man)).dealt
    return "stop" if reply_of(battle, man, foe) > 1.5 * dealt else "fight-on"


def choose_to_press(battle: Battle, request: Choose) -> str:
    """Any advantage is welcome; but a man of great virtue does not stoop to it against one he beats anyway."""
    man, foe = battle.figures[request.about], battle.figures[request.options[0].target]
    better = attack_hope(battle, man, foe, strength(battle.book, man)).dealt >= reply_of(battle, man, foe)
    noble = better and GREAT_VIRTUE >= man.virtue > BEST_VIRTUE and not low_passes(battle.book)
    return request.options[1 if noble else 0].id


def choose_for_event(battle: Battle, request: Choose) -> str:
    """The figure nearest to the enemy can do most with it; for another action, one in melee or with a shot."""
    men = [battle.figures[option.id] for option in request.options if option.target]
    if not men:
        return request.options[0].id
    return min(men, key=lambda man: (_busy(battle, man, request.what), _gap_to_foe(battle, man))).id


def _busy(battle: Battle, man: Man, what: str) -> bool:
    """Whether a gift would be wasted on him."""
    if what == "seize-the-moment":
        return not attack_targets(battle, man)
    return bool(engaged(battle, man))


def _gap_to_foe(battle: Battle, man: Man) -> float:
    foe = foe_to_fight(battle, man)
    return foe.place.at.to(man.place.at) if foe is not None else 0.0


def choose_event(battle: Battle, request: Choose) -> str:
    """Fortune's Favor: friends back on their feet, hearts mended, else reinforcements."""
    own = [man for man in battle.figures.values() if man.side == request.side]
    if any(man.fell >= battle.turn - 1 > 0 and man.standing in ("dead", "out") for man in own):
        return "just a scratch"
    return "bravery" if any(man.broken and man.standing == "fielded" for man in own) else "reinforcements"


CHOICES: dict[str, Callable[[Battle, Choose], str]] = {
    "place-whom": lambda battle, request: THE_REST,
    "who-acts": choose_next,
    "act": choose_deed,
    "attack-target": choose_attack,
    "charge-target": choose_attack,
    "shoot-target": choose_target,
    "which-weapon": choose_weapon,
    "let-him-go": choose_to_hold,
    "truce": choose_truce,
    "advantage": choose_to_press,
    "dismount-or-press": choose_to_press,
    "furious-assault": choose_for_event,
    "seize-the-moment": choose_for_event,
    "take-cover": choose_for_event,
    "rapid-fire": choose_for_event,
    "fortune": choose_event,
}
