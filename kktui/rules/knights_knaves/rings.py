"""How far a man commands, shoots and charges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ruleset import Ring
from kktui.rules.knights_knaves.aim import FAR, NEAR, damage_dice, reach_of
from kktui.rules.knights_knaves.charge import charge_gaits
from kktui.rules.knights_knaves.command import WITHIN, armed_to_shoot
from kktui.rules.knights_knaves.figures import Battle, Man, foes_at_hand, lord_of
from kktui.rules.knights_knaves.gaits import rate
from kktui.rules.knights_knaves.troops import shoots_as


def rings(battle: Battle, figure: str) -> Sequence[Ring]:
    """A lord's word; the bands of damage and the reach of a weapon that shoots; the charge at each pace."""
    man = battle.figures[figure]
    return (*_command(battle, man), *_shots(battle, man), *_charges(battle, man))


def _command(battle: Battle, man: Man) -> Iterator[Ring]:
    if man is lord_of(battle, man.side) and man.able:
        yield Ring("command", WITHIN, "KK-4.1", command=True)


def _shots(battle: Battle, man: Man) -> Iterator[Ring]:
    """Threat is what he could shoot now; out of ammunition or in melee it is none.  [KK-7.3, KK-7.5, KK-7.7]"""
    if not shoots_as(battle.book, man.weapon):
        return
    reach = reach_of(battle, man)
    for inches, within in ((NEAR, 0.0), (FAR, FAR)):
        if inches < reach:
            yield Ring(f"shot, {damage_dice(battle.book, within)}D10 within", inches, "KK-7.5")
    yield Ring("shot at most", reach, "KK-7.3", threat=armed_to_shoot(battle, man))


def _charges(battle: Battle, man: Man) -> Iterator[Ring]:
    """The furthest first.  [KK-6.3, KK-6.5]"""
    if not man.able or foes_at_hand(battle, man):
        return
    gaits = sorted(charge_gaits(man), key=lambda gait: -rate(battle, man, gait))
    for gait in gaits:
        rule = "KK-6.3" if man.mounted else "KK-6.5"
        yield Ring(f"charge, {gait}", rate(battle, man, gait), rule, threat=gait == gaits[0])
