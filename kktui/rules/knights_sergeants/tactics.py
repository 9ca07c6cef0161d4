"""What a sensible soldier would answer, by the odds of the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil, hypot, inf
from typing import Any, NamedTuple

from kktui.engine.nearby import foes_within, in_contact, nearest_foe, pressed
from kktui.engine.objectives import objective, time_presses
from kktui.engine.odds import chance
from kktui.engine.requests import Arrange, Choose, Move, Plan, Request
from kktui.engine.ways import find_way
from kktui.rules.knights_sergeants.actions import groups_beside
from kktui.rules.knights_sergeants.approach import a_way_to, least_over
from kktui.rules.knights_sergeants.archery import NO_TARGET, Aim, aim_at, shooters, targets
from kktui.rules.knights_sergeants.charge import charge_targets, nearest_in_reach
from kktui.rules.knights_sergeants.cover import in_cover, nearest_cover
from kktui.rules.knights_sergeants.ending import worth_by
from kktui.rules.knights_sergeants.figures import RETREATING, STEADY, Battle, Group, Man, able_men, guide
from kktui.rules.knights_sergeants.melee import HOLD, Bout, bout_of
from kktui.rules.knights_sergeants.movement import Pace, pace_of
from kktui.rules.knights_sergeants.odds import (
    blow,
    first_bout,
    flight,
    mood,
    own_nerve,
    reaches,
    their_nerve,
)
from kktui.rules.knights_sergeants.troops import arm, with_missiles
from kktui.table.geometry import Point


def advise(battle: Battle, request: Request) -> Any:
    """A sensible answer to any question this ruleset asks."""
    if isinstance(request, Arrange):
        return {}
    if isinstance(request, Move):
        return where_to(battle, request)
    return CHOICES.get(request.what, first)(battle, request)


def first(battle: Battle, request: Any) -> Any:
    """The first option, which is always a fair one."""
    if isinstance(request, Choose):
        return request.options[0].id
    return {}


def choose_action(battle: Battle, request: Choose) -> str:
    """The action that promises most; a charge if nothing else promises more."""
    unit = battle.units[request.about]
    worths = {option.id: action_worth(battle, unit, option.id) for option in request.options if option.id != "charge"}
    best = max(worths, key=lambda each: worths[each])
    if len(worths) < len(request.options) and charge_pays(battle, unit, worths[best]):
        return "charge"
    return best


def action_worth(battle: Battle, unit: Group, action: str) -> float:
    """Roughly, enemy points gained less own points risked."""
    judge = WORTH.get(action)
    return judge(battle, unit) if judge else 0.0


def charge_pays(battle: Battle, unit: Group, otherwise: float) -> bool:
    """Whether a charge at one of the nearest two units is worth as much as anything else."""
    for target in charge_targets(battle, unit)[:2]:
        hope = hope_of(battle, unit, target)
        if hope.at_best() >= otherwise and hope.at_most(battle) >= otherwise and hope.worth(battle) >= otherwise:
            return True
    return False


class Charger(NamedTuple):
    """What a unit brings to any charge."""

    unit: Group
    leader: Man
    able: int
    daring: float
    """The chance to pass the own check."""
    pace: Pace
    nearest: Mapping[str, tuple[float, Man]]
    """By units in reach, the man it would come to first, and the gap to him."""


class Hope(NamedTuple):
    """A charge as it is weighed: hits it would score against hits it would take on their next card.

    Three looks at it, each closer than the one before and none above it.
    """

    charger: Charger
    foe: Man
    pairs: int
    run: float
    """The chance that they run."""
    open_way: float
    """The chance that the dice carry it home with nothing in the way."""

    def at_best(self) -> float:
        """With nothing in the way, and every blow a hit."""
        return self._with(self.open_way, 1.0)

    def at_most(self, battle: Battle) -> float:
        """With nothing in the way, and without blows that would cost more than they gain."""
        return self._with(self.open_way, max(0.0, gain_of(battle, self.charger.leader, self.foe)))

    def worth(self, battle: Battle) -> float:
        """What it is worth by the dice that have to carry it home; a way that is open will do."""
        unit, leader, _, _, pace, _ = self.charger
        needs = a_way_to(battle, unit, battle.units[self.foe.unit]).needs
        return self._with(chance(True, reaches, pace, needs), gain_of(battle, leader, self.foe))

    def _with(self, home: float, gain: float) -> float:
        daring = self.charger.daring
        reach = daring * (1 - self.run) * home
        lone = 0.6 if self.charger.unit.alone else 1.0
        return lone * reach * self.pairs * gain + daring * self.run - 0.3 * (1 - daring)


def hope_of(battle: Battle, unit: Group, target: Group) -> Hope:
    """A charge that is open, weighed but for the blows and the way."""
    key = ("hope", unit.id, target.id)
    found: Hope | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = _hope_of(battle, charger_of(battle, unit), target)
    return found


def _hope_of(battle: Battle, charger: Charger, target: Group) -> Hope:
    gap, foe = charger.nearest[target.id]
    theirs = their_nerve(battle, charger.unit, target)
    run = 0.0 if theirs is None else chance(RETREATING, mood, theirs)
    open_way = chance(True, reaches, charger.pace, ceil(least_over(charger.leader, gap)))
    return Hope(charger, foe, min(charger.able, len(battle.men(target.id))), run, open_way)


def charger_of(battle: Battle, unit: Group) -> Charger:
    """What a unit that may charge brings to it."""
    key = ("charger", unit.id)
    found: Charger | None = battle.memo.get(key)
    if found is None:
        leader, own = guide(battle, unit), own_nerve(battle, unit)
        assert leader is not None
        daring = 1.0 if own is None else chance(STEADY, mood, own)
        pace, nearest = pace_of(battle, unit, charging=True), nearest_in_reach(battle, unit, leader)
        found = battle.memo[key] = Charger(unit, leader, len(able_men(battle, unit)), daring, pace, nearest)
    return found


def gain_of(battle: Battle, leader: Man, foe: Man) -> float:
    """What each pair gains once a charge comes home."""
    key = ("gain", leader.id, foe.id)
    found: float | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = bout_gain(first_bout(battle, leader, foe), leader.armour)
    return found


@lru_cache(maxsize=4096)
def bout_gain(bout: Bout, armour: int) -> float:
    """The chance of a hit, less some of that of a hit in return."""
    reply = Bout(bout.target_bonus, bout.bonus, armour, bout.target_mounted, bout.mounted)
    return chance("hit", blow, bout) - 0.6 * chance("hit", blow, reply)


def fire_worth(battle: Battle, unit: Group) -> float:
    """The hits to be hoped for, judged by the first few men."""
    men = shooters(battle, unit)
    few = men[:3]
    return sum(best_shot(battle, man)[1] for man in few) * len(men) / max(1, len(few))


def best_shot(battle: Battle, man: Man) -> tuple[str, float]:
    """Whom a man best shoots at, and what it is worth."""
    key = ("best shot", man.id)
    found: tuple[str, float] | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = _best_shot(battle, man)
    return found


def _best_shot(battle: Battle, man: Man) -> tuple[str, float]:
    worth = worth_by(battle)
    best, most = NO_TARGET, 0.0
    for target in targets(battle, man)[:4]:
        aim, _ = aim_at(battle, man, target, "mounted" if target.mounted else "foot")
        aims = {target.id: aim}
        if target.mounted:
            aims[f"{target.id}:mount"] = aim._replace(at="mount")
        prize = 1 + worth(target) / 8
        for choice, each in aims.items():
            value = shot_worth(each, prize)
            if value > most:
                best, most = choice, value
    return best, most


@lru_cache(maxsize=4096)
def shot_worth(aim: Aim, prize: float) -> float:
    """What a shot promises: the prize for the man, or less for his mount."""
    return chance("hit", flight, aim) * prize + 0.5 * chance("mount killed", flight, aim)


def move_worth(battle: Battle, unit: Group) -> float:
    """Coming nearer is worth something until the bows bear or the foe can be charged."""
    if pressed(battle, unit.id) and any(in_contact(battle, man) for man in battle.men(unit.id)):
        return -0.5
    leader = guide(battle, unit)
    if time_presses(battle) and leader is not None and (goal := objective(battle, leader)) is not None:
        return 2.0 if goal.to(leader.place.at) > 2 else -0.1
    if missile_unit(battle, unit):
        return 0.05 if not targets_near(battle, unit) else -0.1
    return 0.15


def targets_near(battle: Battle, unit: Group) -> bool:
    leader = guide(battle, unit)
    if leader is None:
        return False
    return bool(foes_within(battle, leader, 18))


def change_worth(battle: Battle, unit: Group) -> float:
    """Bowmen with the enemy upon them want something to fight with; nobody else wants to change."""
    men = able_men(battle, unit)
    unhandy = [man for man in men if _unhandy(battle, man.weapon)]
    if not unhandy:
        return -1.0
    caught = [man for man in men if in_contact(battle, man)] if pressed(battle, unit.id) else []
    bad = [man for man in caught if _unhandy(battle, man.weapon)]
    if 2 * len(bad) > len(caught) and any(_handy_next(battle, man) for man in bad):
        return 0.4
    clumsy = [man for man in unhandy if _handy_next(battle, man)]
    return 0.2 if not missile_unit(battle, unit) and 2 * len(clumsy) > len(men) else -1.0


def _unhandy(battle: Battle, weapon: str) -> bool:
    return arm(battle.book, weapon) not in ("hand", "polearm", "lance")


def _handy_next(battle: Battle, man: Man) -> bool:
    following = man.weapons[(man.weapons.index(man.weapon) + 1) % len(man.weapons)] if man.weapons else ""
    return bool(following) and not _unhandy(battle, following)


def missile_unit(battle: Battle, unit: Group) -> bool:
    """Whether most of a unit has a bow or crossbow in hand."""
    men = able_men(battle, unit)
    return 2 * len(with_missiles(battle.book, men)) > len(men)


def rally_worth(battle: Battle, unit: Group) -> float:
    """Giving heart is worth a card where somebody beside him is in trouble."""
    return 0.5 if any(each.mood != STEADY for each in groups_beside(battle, unit)) else -0.2


def retreat_worth(battle: Battle, unit: Group) -> float:
    leader = guide(battle, unit)
    if leader is None:
        return -0.5
    return -0.2 if in_cover(battle, leader) else 0.02


WORTH = {
    "fire": fire_worth,
    "move": move_worth,
    "march": lambda battle, unit: -0.3,
    "load": lambda battle, unit: 0.3,
    "aim": lambda battle, unit: -0.1,
    "change-weapon": change_worth,
    "mount": lambda battle, unit: 0.1,
    "dismount": lambda battle, unit: -1.0,
    "appoint": lambda battle, unit: 1.0,
    "rally": rally_worth,
    "retreat": retreat_worth,
}


def choose_charge(battle: Battle, request: Choose) -> str:
    """The unit that promises most, the first of equals; what cannot promise so much is not looked at closely."""
    unit, options = battle.units[request.about], request.options
    if len(options) == 1:
        return options[0].id
    hopes = [hope_of(battle, unit, battle.units[option.id]) for option in options]
    bounds = [hope.at_most(battle) for hope in hopes]
    best, most = 0, -inf
    for place in sorted(range(len(options)), key=lambda each: -bounds[each]):
        if bounds[place] < most:
            break
        worth = hopes[place].worth(battle)
        if worth > most or (worth == most and place < best):
            best, most = place, worth
    return options[best].id


def choose_targets(battle: Battle, request: Plan) -> Mapping[str, str]:
    return {key: best_shot(battle, battle.figures[key])[0] for key in request.parts}


def choose_pairs(battle: Battle, request: Plan) -> Mapping[str, str]:
    """Everybody for the foe he is likeliest to hit, but never more than three on one."""
    named: dict[str, str] = {}
    crowd: dict[str, int] = {}
    for key, part in request.parts.items():
        assert isinstance(part, Choose)
        man = battle.figures[key]
        foes = [o.id for o in part.options if o.id != HOLD and crowd.get(o.id, 0) < request.at_most]
        best = max(foes, key=lambda foe: hit_chance(battle, man, battle.figures[foe]), default=HOLD)
        crowd[best] = crowd.get(best, 0) + 1
        named[key] = best
    return named


def hit_chance(battle: Battle, man: Man, foe: Man) -> float:
    bout, _, _ = bout_of(battle, man, foe)
    return chance("hit", blow, bout)


def choose_card(battle: Battle, request: Choose) -> str:
    """Lie in wait until the enemy is near enough to be worth showing oneself for."""
    leader = guide(battle, battle.units[request.about])
    if leader is None:
        return "hold-card"
    return "act" if foes_within(battle, leader, 14) else "hold-card"


CHOICES: dict[str, Any] = {
    "action": choose_action,
    "charge-target": choose_charge,
    "targets": choose_targets,
    "pairs": choose_pairs,
    "hold-card": choose_card,
}


def where_to(battle: Battle, request: Move) -> dict[str, Any]:
    """A charge goes home; bowmen stop in range, the rest close in; a knight by himself keeps by his men."""
    if request.best:
        return {"path": request.best}
    man = battle.figures[request.figure]
    goal = goal_of(battle, man, battle.units[man.unit])
    if goal is None or goal.to(man.place.at) < 0.5:
        return {"path": []}
    walk = find_way(battle, request, goal)
    return {"path": walk.path[1:]}


def goal_of(battle: Battle, man: Man, unit: Group) -> Point | None:
    """The place a unit wants to come to."""
    foe = nearest_foe(battle, man)
    if foe is None:
        return None
    at, near = man.place.at, foe.place.at
    wanted = objective(battle, man)
    if wanted is not None and time_presses(battle):
        return wanted
    if unit.alone:
        return beside_friends(battle, man, near)
    if missile_unit(battle, unit):
        return near.toward(near.bearing(at), 14) if at.to(near) > 16 else nearest_cover(battle, man)
    return wanted or near.toward(near.bearing(at), 1.5)


def beside_friends(battle: Battle, man: Man, near: Point) -> Point | None:
    """A knight stays close behind the nearest of his groups, toward the enemy but not alone in front."""
    friends = [(other.place, other.id) for other in battle.fielded(man.side) if other.unit != man.unit]
    if not friends:
        return near.toward(near.bearing(man.place.at), 1.5)
    friend = min([(hypot(at.x - near.x, at.y - near.y), name, at) for at, name in friends])[2].at
    return friend.toward(near.bearing(friend), 3.0)
