"""Whatever bears on a blow or a shot at once, the odds that Argad! gives are those of the second opinion."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

import pytest

from kktui.rules.argad.figures import Battle, Tread
from kktui.rules.argad.measure import inches
from kktui.rules.argad.odds import FATES, fight_forecast, shot_forecast
from kktui.table import Area, Line
from kktui.table.geometry import Point, pose
from tests.drawn import change
from tests.oracle import argad as oracle
from tests.oracle.chances import told
from tests.rules.argad.drawn import across, drawn, man, patch
from tests.rules.argad.drawn import field as ground_with
from tests.rules_shown import rule

HUNDREDS = range(4)
HORSES = {"foot": "none", "cavalry": "war-horse", "mounted foot": "nag"}
LENGTH = {
    "spear": "long",
    "lance": "long",
    "bill": "long",
    "two-handed-axe": "half-long",
    "goedendag": "half-long",
    "two-handed-tool": "half-long",
    "sword": "short",
    "club": "short",
    "dagger": "very short",
}
HEAVY, IMPROVISED = ("two-handed-axe", "goedendag", "two-handed-tool"), ("two-handed-tool", "club")
STAFF = {"lance": "spear"}
AREAS = {"bushes": "bushes", "crops": "bushes", "woods": "woods"}
FATE = {"kill": "killed", "recoil": "recoils", "miss": "stands"}
BY_NAME = {name: (FATE[own], FATE[foe]) for (foe, own), name in FATES.items()}
ROWS = {"longbow": "longbow", "crossbow": "crossbow", "short-bow": "other bow", "sling": "sling", "javelin": "javelin"}
MIDDLE = 40.0
"""The line in cm that the two touch from either side."""


@dataclass
class Facts:
    """What there is to say of a man at a fight."""

    kind: str
    grade: int
    armour: int
    weapon: str
    came: bool
    immobile: bool
    cramped: bool
    charging: bool = False
    confined: bool = False
    ground: str = "easy"
    above: bool = False

    @property
    def words(self) -> str:
        return f"{HORSES[self.kind]} c{self.grade} a{self.armour} {self.weapon}"


@dataclass
class Scene:
    """What lies where two fight, and what of it bears on them."""

    features: list[Area | Line] = field(default_factory=list)
    across: bool = False


def somebody(luck: Random) -> Facts:
    kind = luck.choice(["foot", "foot", "cavalry", "mounted foot"])
    came = luck.random() < 0.5
    return Facts(
        kind=kind,
        grade=luck.randint(3 if kind == "cavalry" else 1, 5),
        armour=luck.choice([0, 4, 5]),
        weapon=luck.choice(list(LENGTH)),
        came=came,
        immobile=not came and luck.random() < 0.7,
        cramped=luck.random() < 0.2,
        charging=kind == "cavalry" and came and luck.random() < 0.7,
    )


def somewhere(luck: Random, ours: Facts, theirs: Facts) -> Scene:
    """Open or hard ground under both, a slope under the foe, a wall between, or a house round the foe."""
    what = luck.choice(["open", "open", "area", "slope", "line", "house"])
    if what == "area":
        kind = luck.choice(list(AREAS))
        for each in (ours, theirs):
            each.ground, each.charging = oracle.ground(AREAS[kind], each.kind, each.armour), False
        return Scene([patch(kind, 0, 0, 120, 120)])
    if what == "slope":
        theirs.above = True
        return Scene([patch("slope", 0, 0, 120, MIDDLE - 0.1, height=2)])
    if what == "line":
        for each in (ours, theirs):
            each.ground, each.charging = "difficult" if each.kind == "foot" else "very difficult", False
        return Scene([across("low-wall", MIDDLE)], across=True)
    if what == "house" and (ours.kind, theirs.kind) == ("foot", "foot"):
        theirs.confined = True
        return Scene([patch("building", 0, 0, 120, MIDDLE - 0.1)], across=True)
    return Scene()


def staged(ours: Facts, theirs: Facts, scene: Scene) -> Battle:
    """Al and Cy in contact, Al on the near side of the middle."""
    ground = ground_with(*scene.features)
    battle = drawn(f"red men: al {ours.words} 20,44", f"blue foes: cy {theirs.words} 20,36", ground=ground)
    battle.turn = 5
    for key, side, facing in (("al", 1, 0), ("cy", -1, 180)):
        base = man(battle, key).base
        reach = base.half_length or base.half_width
        battle.stand(key, pose(Point(inches(20), inches(MIDDLE) + side * reach), facing))
    for key, foe, facts in (("al", "cy", ours), ("cy", "al", theirs)):
        met = (foe,) if facts.came else ()
        tread = None if facts.immobile else Tread(5.0, True, 5.0, (man(battle, key).place.at,))
        charging = (foe,) if facts.charging else ()
        change(battle, key, came_at=met, charging=charging, tread=tread, cramped=4 * facts.cramped)
    return battle


def fighter(ours: Facts, theirs: Facts, scene: Scene) -> oracle.Fighter:
    """One of the two as the oracle knows him."""
    rider = ours if ours.kind == "cavalry" else theirs
    named = oracle.melee_modifiers(
        kind=ours.kind,
        enemy=theirs.kind,
        character_class=ours.grade,
        two_handed=ours.weapon in HEAVY,
        confined=ours.confined,
        improvised=ours.weapon in IMPROVISED,
        enemy_crosses_obstacle=scene.across and theirs.came and not ours.came,
        enemy_higher=theirs.above,
        ground_for_cavalry=rider.ground,
        weapon=STAFF.get(ours.weapon, ours.weapon),
        charging=ours.charging,
        couched_lance=ours.weapon == "lance" and ours.armour == 5,
        charged=theirs.charging,
        immobile=ours.immobile,
        no_room_last_round=ours.cramped,
    )
    return oracle.Fighter(ours.grade, ours.armour, LENGTH[ours.weapon], sum(named.values()))


@rule("AR-5.1", "AR-5.2", "AR-5.3", "AR-5.4", "AR-5.5", "AR-5.6")
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_a_hundred_exchanges_under_all_that_bears_on_them(hundred: int) -> None:
    luck = Random(hundred)
    for _ in range(100):
        ours, theirs = somebody(luck), somebody(luck)
        scene = somewhere(luck, ours, theirs)
        battle = staged(ours, theirs, scene)
        shown = fight_forecast(battle, man(battle, "al"), man(battle, "cy"))
        one, other = fighter(ours, theirs, scene), fighter(theirs, ours, scene)
        assert told(dict(shown.chances), BY_NAME.__getitem__) == oracle.exchange(one, other), (ours, theirs, scene)
        assert shown.back is not None
        assert told(dict(shown.back.chances), BY_NAME.__getitem__) == oracle.exchange(other, one)


@rule("AR-4.2", "AR-4.4", "AR-4.5", "AR-4.6", "AR-4.7", "AR-4.8")
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_a_hundred_shots_under_all_that_bears_on_them(hundred: int) -> None:
    luck = Random(hundred)
    words = {"kill": "killed", "miss": "missed"}
    for _ in range(100):
        weapon, armour, on_foot = luck.choice(list(ROWS)), luck.choice([0, 4, 5]), luck.random() < 0.7
        row, moving = ROWS[weapon], weapon in ("short-bow", "javelin") and luck.random() < 0.5
        most = 20 if weapon == "javelin" else 60
        cm = round(luck.choice([luck.uniform(4, most), 10.0, 20.0, float(most)]), 2)
        covers, features, shield = behind(luck, on_foot)
        reach = 1.0 if on_foot else 2.5
        battle = drawn(
            f"red men: al {weapon} 20,{40 + cm + 1 + reach}",
            f"blue foes: cy {'none' if on_foot else 'war-horse'} c4 a{armour} {shield} sword 20,40",
            ground=ground_with(*features),
        )
        if moving:
            change(battle, "al", tread=Tread(5.0, True, 5.0, (man(battle, "al").place.at,) * 2))
        malus = oracle.target_malus(row, armour, covers, on_foot=on_foot) + oracle.shooter_malus(row, moving=moving)
        shown = shot_forecast(battle, man(battle, "al"), man(battle, "cy"))
        assert shown is not None
        wanted: dict[str, Fraction] = oracle.shot(oracle.needed(row, cm), malus)
        assert told(dict(shown.chances), words.__getitem__) == wanted, (weapon, armour, cm, covers)


def behind(luck: Random, on_foot: bool) -> tuple[list[str], list[Area | Line], str]:
    """What covers the target, as the oracle calls it, and what of it lies on the ground or on his arm."""
    what = luck.choice(["nothing", "wall", "bushes", "pavise", "house", "both"])
    if what == "wall":
        return ["partial cover"], [across("low-wall", 43)], ""
    if what == "bushes":
        return ["partial cover"], [patch("bushes", 0, 0, 120, 41)], ""
    if what == "house" and on_foot:
        strong = luck.random() < 0.5
        name = "arrow slit" if strong else "partial cover"
        return [name], [patch("building", 0, 0, 120, 41.5, height=8.0 if strong else 3.0)], ""
    if what == "pavise" and on_foot:
        return ["pavise"], [], "pavise"
    if what == "both" and on_foot:
        return ["partial cover", "pavise"], [patch("bushes", 0, 0, 120, 41)], "pavise"
    return [], [], ""
