"""What blows, charges and shots are worth, roughly, by the odds of the rules themselves."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from kktui.engine.nearby import sight_of
from kktui.engine.odds import chance, odds_of
from kktui.rules.knights_knaves.aim import aim_at
from kktui.rules.knights_knaves.blows import Fighter, higher_of
from kktui.rules.knights_knaves.charge import Reach, charge_gaits, reaches
from kktui.rules.knights_knaves.charging import charge_walk
from kktui.rules.knights_knaves.falls import loss_of
from kktui.rules.knights_knaves.figures import Battle, Man
from kktui.rules.knights_knaves.finis import worth_by
from kktui.rules.knights_knaves.melee import bout_of
from kktui.rules.knights_knaves.morale import PASSES
from kktui.rules.knights_knaves.odds import courage, onset_of
from kktui.rules.knights_knaves.orders import SWAP
from kktui.rules.knights_knaves.shooting import hits
from kktui.rules.knights_knaves.troops import arm_of

MADNESS = -0.3
"""A charge worth no more than this is never looked into."""
MUCH_BETTER = 1.3
"""How much more a weapon has to do before a man in melee lets go of the one in hand."""


@lru_cache(maxsize=4096)
def mean_loss(dice: int, more: int, armour: int) -> float:
    """The stamina a hit costs on average."""
    return float(sum(loss * part for loss, part in odds_of(loss_of, dice, more, armour).items()))


def blow_worth(one: Fighter, other: Fighter) -> float:
    """Roughly the share of a man that a pairing takes off the foe, less what it takes off himself."""
    lead, throws = one.factor - other.factor, (one.throws, other.throws)
    won, lost = chance(1, higher_of, lead, throws), chance(-1, higher_of, lead, throws)
    return won * _share(one, other) - lost * _share(other, one)


def _share(winner: Fighter, loser: Fighter) -> float:
    if not winner.strikes:
        return 0.0
    if winner.at_horse:
        return 0.5 * min(1.0, mean_loss(winner.dice, -winner.less, loser.horse_armour) / max(1, loser.horse_stamina))
    share = min(1.0, mean_loss(winner.dice, -winner.less, loser.body.armour) / max(1, loser.body.stamina))
    return share + (0.15 if winner.how else 0.0)


def charge_worth(battle: Battle, man: Man, foe: Man, gait: str) -> float:
    """A charge weighed by courage and the first blow; a man worth more has more to lose."""
    charge, _ = onset_of(battle, man, foe, gait)
    worth = worth_by(battle)
    dares = 1.0 if charge.own is None else chance(PASSES, courage, charge.own, charge.times)
    stand = 1.0 if charge.theirs is None else chance(PASSES, courage, charge.theirs, charge.times)
    prize = float((worth(foe) / max(1, worth(man))) ** 0.3)
    return dares * (stand * blow_worth(charge.one, charge.other) * prize + 0.7 * (1 - stand)) - 0.5 * (1 - dares)


def shot_worth(battle: Battle, man: Man, target: Man) -> float:
    """The share of a man that a shot takes on average, by what he is worth."""
    aim = aim_at(battle, man, target)
    share = min(1.0, mean_loss(aim.dice, aim.more, aim.body.armour) / max(1, aim.body.stamina))
    if aim.horse_upto:
        horse = min(1.0, mean_loss(aim.dice, aim.more, aim.horse_armour) / max(1, aim.horse_stamina))
        share = (share + horse) / 2
    return chance(True, hits, aim.needs) * share * (1 + worth_by(battle)(target) / 6)


def better_weapon(battle: Battle, man: Man, foe: Man, by: float = MUCH_BETTER) -> str:
    """The chit for a weapon that does so much more to this foe than the one in hand, if there is one."""
    uses = {weapon: _use(battle, man, foe, weapon) for weapon in {man.weapon, *man.weapons}}
    best = max(sorted(uses), key=lambda weapon: uses[weapon])
    return f"{SWAP}:{best}" if uses[best] > by * uses[man.weapon] + (by - 1.0) else ""


def _use(battle: Battle, man: Man, foe: Man, weapon: str) -> float:
    arm = arm_of(battle.book, weapon)
    value = arm.then if (weapon, foe.id) in man.failed else arm.first
    return mean_loss(arm.dice, -man.levels, foe.armour) * (0.4 + 0.1 * value)


def best_charge(battle: Battle, man: Man, least: float = MADNESS) -> str:
    """The charge that promises most, of the nearest few; one worth no more than the least is not looked into."""
    open_to = (each for each in reaches(battle, man, charge_gaits(man)) if open_way(battle, man, each.foe))
    worths = [(charge_worth(battle, man, each.foe, each.gait), each) for each in islice(open_to, 4)]
    worths.sort(key=lambda each: -each[0])
    for worth, reach in worths:
        if worth > least and gets_there(battle, man, reach):
            return f"{reach.foe.id}:{reach.gait}"
    return ""


def gets_there(battle: Battle, man: Man, reach: Reach) -> bool:
    """Whether a charge would come to an enemy as everybody stands now."""
    key = ("gets there", man.id, reach.foe.id, reach.gait)
    found: bool | None = battle.memo.get(key)
    if found is None:
        walk = charge_walk(battle, man, reach.foe, reach.gait)
        found = battle.memo[key] = any(battle.figures[each].side != man.side for each in walk.touched)
    return found


def open_way(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether no obstacle would stop a charge on its way."""
    stopping = battle.book.charts["obstacles"].rows
    return not any(kind in stopping for _, kind, _ in sight_of(battle, man, foe).through)


def opponent_worth(battle: Battle, key: str, choice: str) -> float:
    foe = battle.figures[choice.partition(":")[0]]
    bout = bout_of(battle, battle.figures[key], foe, {key: choice, foe.id: key})
    return blow_worth(bout.one, bout.other) * (1 + worth_by(battle)(foe) / 12)
