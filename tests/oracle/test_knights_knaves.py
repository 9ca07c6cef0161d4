"""Knights & Knaves gives the odds of a second opinion that shares no line with it."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from kktui.engine.ask import Ask
from kktui.engine.odds import odds_of
from kktui.rules.knights_knaves import RULESET
from kktui.rules.knights_knaves.action import Temper, act_alone, temper
from kktui.rules.knights_knaves.aim import MISS, Aim, hit_number
from kktui.rules.knights_knaves.blows import Fighter, bout_outcome, combat_factor, higher_of, strike
from kktui.rules.knights_knaves.blows import modifiers as melee_modifiers
from kktui.rules.knights_knaves.command import Handling, heed, may_shoot
from kktui.rules.knights_knaves.falls import (
    FOOT_SPEAR,
    GALLOPING_LANCE,
    PLAIN,
    Body,
    body_of,
    hit_outcome,
    loss_of,
    tumble,
    why_he_may_fall,
)
from kktui.rules.knights_knaves.fatigue import ammunition, resting, rests, rob, tires, tiring
from kktui.rules.knights_knaves.finis import aftermath, count_losses
from kktui.rules.knights_knaves.gaits import rate
from kktui.rules.knights_knaves.morale import check
from kktui.rules.knights_knaves.morale import modifiers as morale_modifiers
from kktui.rules.knights_knaves.odds import Onset, onset
from kktui.rules.knights_knaves.panic import Mount, panic
from kktui.rules.knights_knaves.shooting import shoot, shot_outcome
from tests.oracle import knights_knaves as oracle
from tests.oracle import knights_knaves_fighting as fighting
from tests.rules.knights_knaves.field import BOOK, change, drawn, man
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"


def told(chances: Mapping[Any, Fraction], words: Callable[[Any], Any]) -> dict[Any, Fraction]:
    """The same chances in other words."""
    found: dict[Any, Fraction] = {}
    for outcome, chance in chances.items():
        found[words(outcome)] = found.get(words(outcome), Fraction(0)) + chance
    return found


# Morale.


@rule("KK-3.10")
def test_every_check_has_the_odds_of_the_oracle() -> None:
    for needs in range(-15, 25):
        assert told(odds_of(check, needs), lambda nerve: nerve.outcome) == oracle.morale(needs)


@rule("KK-3.9")
def test_morale_modifiers_are_those_of_the_oracle() -> None:
    men = "; ".join(f"m{i} {2 * i + 4},40" for i in range(10))
    for stamina, worn, grief, leader in product((12, 8, 5, 2), (0, 2), (0, 3), ("lord", "knight", "sergeant")):
        battle = drawn(f"red foot leader=al: al {leader} 2,40; {men}; bo zealot steel 30,20", FAR)
        change(battle, "bo", stamina=stamina, worn=worn, grief=tuple(f"m{i}" for i in range(grief)))
        battle.notes.lords_lost = {"blue": 1}
        ours = sum(each.value for each in morale_modifiers(battle, man(battle, "bo")))
        theirs = oracle.morale_modifiers(
            enemy_lord_disabled=True,
            adjacent_lost=grief,
            leader=leader,
            stamina=stamina,
            original=12,
            permanent=worn,
            hatred=True,
            unit_size=12,
        )
        assert ours == sum(theirs.values())


# Command and action.


@rule("KK-4.2", "KK-4.4")
@pytest.mark.parametrize(
    ("row", "who"),
    [("archer", "archer"), ("archer", "crossbow team"), ("crossbow", "crossbow"), ("handgun", "handgunner")],
)
def test_who_may_shoot_has_the_odds_of_the_oracle(row: str, who: str) -> None:
    handling = Handling(*BOOK.chart("may-shoot").rows[row])
    ours = told(odds_of(may_shoot, handling), lambda dice: "shoots" if dice.ready else "cannot")
    assert ours == oracle.may_shoot(who)


@rule("KK-4.5")
def test_a_standing_order_has_the_odds_of_the_oracle() -> None:
    for melee in range(3, 11):
        ours = told(odds_of(heed, melee), lambda dice: "acts on it" if dice.heeded else "missed it")
        assert ours == oracle.order_activation(melee)


ROWS = dict(zip(BOOK.chart("uncontrolled").rows, ("archers", "heavy crossbows", "handgunners", "others"), strict=True))
ALONE = {"rejoin": "rejoins its unit"}


def in_oracle_words(result: str) -> str:
    plain = result.replace("move up to ", "").replace("enter melee", "melee")
    return ALONE.get(plain, plain)


@rule("KK-5.2", "KK-5.3", "KK-5.4")
@pytest.mark.parametrize("row", ROWS)
def test_the_uncontrolled_table_has_the_odds_of_the_oracle(row: str) -> None:
    chart = BOOK.chart("uncontrolled")
    for more, strayed in product(range(-14, 15), (False, True)):
        facts = Temper(tuple(chart.rows[row]), chart.columns, more, strayed, False)
        ours = told(odds_of(act_alone, facts), lambda impulse: in_oracle_words(impulse.result))
        assert ours == oracle.action(ROWS[row], more, strayed=strayed)


@rule("KK-5.3")
def test_a_peasant_under_orders_has_the_modifiers_of_the_oracle() -> None:
    battle = drawn("red foot until-defend-turn-9-attack: al sergeant 20,40; bo peasant berserker 21,40", FAR)
    change(battle, "bo", tired=2)
    change(battle, "foot", leader_rolled="shoot only")
    facts, _ = temper(battle, man(battle, "bo"))
    theirs = oracle.action_modifiers(leader="shoot only", bold=True, unreliable=True, fatigue=2, order="defend until")
    assert facts.more == sum(theirs.values())


@rule("KK-6.2")
@pytest.mark.parametrize(("horse", "bred"), [("war-horse", 3), ("riding horse", 0), ("nag", -3)])
def test_horse_panic_has_the_odds_of_the_oracle(horse: str, bred: int) -> None:
    rows = BOOK.chart("horse-panic").rows
    for stamina in range(1, 10):
        ours = odds_of(panic, Mount(stamina + bred, tuple(rows), tuple(rows.values())))
        assert told(ours, lambda result: result.result) == oracle.horse_panic(stamina, horse)


@rule("KK-6.5", "KK-6.7")
def test_every_rate_on_foot_is_the_oracles() -> None:
    for armour, hurt, tired, routing in product(range(3, 13), (False, True), (0, 1, 3), (False, True)):
        battle = drawn(f"red foot: al 20,40 armour={armour} stamina=10", FAR)
        change(battle, "al", stamina=5 if hurt else 10, tired=tired)
        for pace, running in (("full", False), ("run", True)):
            theirs = oracle.move_inches(
                oracle.foot_rate(armour, running=running), half_stamina=hurt, routing=routing, fatigue=tired
            )
            assert rate(battle, man(battle, "al"), pace, routing=routing) == theirs


# Shooting.

ARMS = {
    "longbow": "longbow",
    "short bow": "short bow",
    "latch": "light crossbow",
    "medium": "medium crossbow",
    "heavy": "heavy crossbow",
    "handgun": "handgun",
    "sling": "sling",
    "javelin": "javelin",
}


@rule("KK-7.2", "KK-7.3")
def test_every_hit_number_is_the_oracles() -> None:
    right = BOOK.chart("columns-right").rows
    for skill, inches, weapon, moved in product(range(-9, 12), (0, 4, 4.5, 12, 20.5, 50, 53, 61, 72, 73), ARMS, (0, 4)):
        if weapon == "javelin" and inches > 12:
            continue
        ours, _ = hit_number(BOOK, skill, inches, right[weapon] + moved)
        theirs = fighting.hit_number(skill, inches, weapon=ARMS[weapon], target_moved=bool(moved))
        assert (None if ours == MISS else ours) == theirs


CALM = Body(armour=6, stamina=6, original=6)


@rule("KK-7.4", "KK-7.5")
@pytest.mark.parametrize("inches", [3, 6, 20, 30])
def test_every_shot_at_a_man_on_foot_has_the_odds_of_the_oracle(inches: int) -> None:
    for needs, armour, stamina, weapon in product((2, 6, 10, None), range(3, 13), (1, 4, 12), ("longbow", "short bow")):
        number = MISS if needs is None else needs
        aim = Aim(number, fighting.shooting_dice(inches), 2 if weapon == "longbow" else 0, Body(armour, stamina, 12))
        assert odds_of(shot_outcome, aim) == fighting.shot(needs, inches, armour, stamina, weapon)


@rule("KK-7.6", "KK-1.4")
def test_a_shot_at_a_rider_has_the_odds_of_the_oracle_but_for_the_fall() -> None:
    words = {"horse down": "horse disabled", "thrown down": "wounded"}
    for needs, armour, horse_armour in product((2, 7), (5, 9), (3, 5)):
        body = Body(armour, 30, 120, mounted=False)
        aim = Aim(needs, 2, 2, body, 5, horse_armour, 8)
        theirs = fighting.shot(needs, 10, armour, 30, "longbow", horse_armour=horse_armour, horse_stamina=8)
        assert told(odds_of(shot_outcome, aim), lambda outcome: words.get(outcome, outcome)) == theirs


@rule("KK-7.4", "KK-7.5", "KK-7.6")
def test_the_dice_of_a_shot_come_to_what_its_outcome_says() -> None:
    aim = Aim(4, 2, 2, Body(7, 9, 9), 5, 3, 8)
    flights = told(odds_of(shoot, aim), lambda flight: (flight.at or "nobody", flight.loss))
    assert flights == told(
        fighting.hurt(4, 10, 7, horse_armour=3), lambda hit: ({"man": "rider"}.get(hit[0], hit[0]), hit[1])
    )


# Melee.


@rule("KK-8.2", "KK-8.6")
def test_every_contest_has_the_odds_of_the_oracle() -> None:
    for skill, value, lead in product(range(3, 11), (0, 2, 3, 4, 6), range(-12, 13)):
        factor = combat_factor(BOOK, skill, value)
        ours = odds_of(higher_of, lead, (True, True))
        words = {1: "strikes home", 0: "nobody", -1: "is struck"}
        assert told(ours, words.__getitem__) == fighting.strike(factor + lead, skill + value)


WEAPONS = {
    "sword": "sword",
    "mace": "mace",
    "axe": "axe",
    "two-handed-sword": "two-handed sword",
    "two-handed-axe": "two-handed axe",
    "halberd": "halberd",
    "spear": "short spear",
    "javelin": "javelin",
    "lance": "lance",
    "long-spear": "long spear",
    "short-sword": "short sword",
    "dagger": "dagger",
    "farm-tool": "farm tool",
}


@rule("KK-8.3", "KK-8.4", "KK-8.7")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_every_weapon_has_the_values_and_the_damage_of_the_oracle(weapon: str) -> None:
    from kktui.rules.knights_knaves.blows import damage_dice, weapon_value

    battle = drawn(f"red foot: al 20,20 {weapon}", "blue foes: bo 20,19")
    al, bo = man(battle, "al"), man(battle, "bo")
    assert weapon_value(battle, al, bo) == fighting.weapon_value(WEAPONS[weapon])
    change(battle, "al", failed=((weapon, "bo"),))
    assert weapon_value(battle, al, bo) == fighting.weapon_value(WEAPONS[weapon], [True, False])
    for gallop, armour, tired in product((False, True), range(3, 13), (0, 2)):
        change(battle, "al", ridden_down=("bo",) if gallop else ())
        ours = odds_of(loss_of, damage_dice(battle, al, bo), -tired, armour)
        theirs = fighting.weapon_damage(WEAPONS[weapon], armour, gallop=gallop, fatigue=tired)
        assert told(ours, int) == theirs


SIDES = {"struck": "other", "lost": "self"}


def fighter(factor: int, dice: int, armour: int, stamina: int, strikes: bool = True) -> Fighter:
    return Fighter(factor, strikes, dice, 0, PLAIN, Body(armour, stamina, stamina))


@rule("KK-8.1", "KK-8.6", "KK-8.7", "KK-1.6")
@pytest.mark.parametrize("named", [True, False])
def test_every_blow_has_the_odds_of_the_oracle(named: bool) -> None:
    dice = {"sword": 1, "mace": 2, "halberd": 3}
    for ours, theirs, armour, stamina in product(dice, dice, (3, 6, 10), (3, 9)):
        one, other = fighter(12, dice[ours], 8, 8), fighter(10, dice[theirs], armour, stamina, named)
        expected = fighting.blow(
            12, 10, fighting.weapon_damage(ours, armour), fighting.weapon_damage(theirs, 8) if named else None
        )

        def words(hit: tuple[str, int], left: int = stamina) -> str:
            if hit[0] == "nobody":
                return "nobody strikes home"
            done = fighting.condition("man", hit[1], left if hit[0] == "other" else 8)
            return done if hit[0] == "other" else f"{done} himself"

        assert odds_of(bout_outcome, one, other) == told(expected, words)
        blows = told(odds_of(strike, one, other), lambda blow: (blow.outcome, blow.loss))
        assert told(blows, lambda blow: (SIDES.get(blow[0], "nobody"), blow[1])) == expected


@rule("KK-8.5")
def test_combat_modifiers_are_those_of_the_oracle() -> None:
    shields = ("none", "small", "large", "pavise")
    for mounted, shield, two, stamina in product((False, True), shields, (False, True), (12, 8, 5, 2)):
        words = f"{'' if shield == 'none' else shield} {'halberd' if two else 'sword'}"
        battle = drawn(f"red foot: al steel 20,20 {'nag' if mounted else ''}", f"blue foes: bo 20,18 {words}")
        change(battle, "al", stamina=stamina, tired=1, worn=1)
        ours = sum(each.value for each in melee_modifiers(battle, man(battle, "al"), man(battle, "bo")))
        theirs = fighting.combat_modifiers(
            mounted=mounted,
            opponent_shield=shield,
            opponent_two_handed=two,
            stamina=stamina,
            original=12,
            fatigue=2,
        )
        assert ours == sum(theirs.values())


# Falls.


def seat(gait: str, stamina: int, tired: int, melee: int, original: int = 8) -> Body:
    battle = drawn("red horse: al 20,20 war-horse armour=8", FAR)
    change(battle, "al", gait=gait, original=original, stamina=stamina, fresh=stamina, tired=tired, melee=melee)
    return body_of(battle, man(battle, "al"))


def fell(fall: Any, left: int) -> tuple[str, int, int]:
    """A fall in the words of the oracle."""
    if not fall.falls:
        return ("stays up", 0, 0)
    if fall.disabled:
        return ("disabled", left, 0)
    if fall.loss:
        return ("hurt", fall.loss, fall.stunned)
    return ("stunned", 0, fall.stunned) if fall.stunned else ("okay", 0, 0)


@rule("KK-8.9", "KK-8.10")
@pytest.mark.parametrize("gait", ["stand", "walk", "trot", "canter", "gallop"])
def test_every_fall_has_the_odds_of_the_oracle(gait: str) -> None:
    pace = {"stand": "standing"}.get(gait, gait)
    for stamina, tired, melee, loss in product((8, 5, 2), (0, 2), (6, 9), (0, 1)):
        ours = odds_of(tumble, seat(gait, stamina, tired, melee), loss)
        theirs = fighting.fall(pace, stamina - loss, 8, temporary=tired, lost_before=8 - stamina, melee_skill=melee)
        assert told(ours, lambda fall, left=stamina - loss: fell(fall, left)) == theirs


@rule("KK-8.10")
@pytest.mark.parametrize("reading", ["roll", "dice"])
def test_falls_of_the_weak_have_the_odds_of_the_oracle_by_both_readings(reading: str) -> None:
    battle = drawn("red horse: al 20,20 war-horse armour=8", FAR, rulings={"stunned-for": reading})
    change(battle, "al", stamina=3, fresh=3, tired=20)
    theirs = fighting.fall_effect(3, 8, showing="total" if reading == "roll" else "natural")
    ours = odds_of(tumble, body_of(battle, man(battle, "al")), 0)
    assert told(ours, lambda fall: fell(fall, 3)) == theirs


@rule("KK-1.4", "KK-7.6", "KK-8.9", "KK-8.10")
@pytest.mark.parametrize("gait", ["stand", "canter", "gallop"])
def test_a_horse_shot_down_throws_its_rider_with_the_odds_of_the_oracle(gait: str) -> None:
    for stamina, tired in product((8, 5), (0, 2)):
        body = seat(gait, stamina, tired, 6)
        ours = odds_of(shot_outcome, Aim(4, 2, 2, body, 5, 3, 8))
        shot = fighting.shot(4, 10, 8, stamina, "longbow", horse_armour=3, horse_stamina=8)
        fall = fighting.fall(
            {"stand": "standing"}.get(gait, gait), stamina, 8, temporary=tired, lost_before=8 - stamina
        )
        down, chances = shot["horse disabled"], told(fall, lambda how: how[0])
        thrown = 1 - chances.get("stays up", Fraction(0)) - chances.get("disabled", Fraction(0))
        assert ours.get("horse down, rider disabled", 0) == down * chances.get("disabled", Fraction(0))
        assert ours.get("horse down, rider thrown", 0) == down * thrown
        assert ours.get("horse down", 0) == down * chances.get("stays up", Fraction(0))


@rule("KK-1.4")
def test_by_ruling_a_rider_just_steps_off_the_horse_that_goes_down() -> None:
    battle = drawn("red horse: al 20,20 war-horse armour=8", FAR, rulings={"horse-down": "steps-off"})
    ours = odds_of(shot_outcome, Aim(4, 2, 2, body_of(battle, man(battle, "al")), 5, 3, 8))
    assert ours["horse down"] == fighting.shot(4, 10, 8, 8, horse_armour=3, horse_stamina=8)["horse disabled"]


@rule("KK-8.8")
def test_when_a_fall_is_tested_is_when_the_oracle_says() -> None:
    for mounted, loss, stamina, earlier, how in product(
        (False, True), range(7), (7, 8, 12), (0, 1), (PLAIN, GALLOPING_LANCE, FOOT_SPEAR)
    ):
        body = Body(6, stamina, 12, lost_now=earlier, mounted=mounted)
        theirs = fighting.fall_is_tested(
            mounted=mounted,
            lost_this_turn=loss + earlier if loss else 0,
            stamina_at_start=stamina + earlier,
            lance_at_gallop=how == GALLOPING_LANCE,
            spear_foot=how == FOOT_SPEAR,
        )
        assert bool(why_he_may_fall(body, loss, how)) == theirs


def struck(ask: Ask, body: Body, dice: int, how: str) -> str:
    """A rider struck home."""
    return hit_outcome(ask, body, ask.part(loss_of, dice, 0, body.armour), how)


@rule("KK-8.8", "KK-8.9", "KK-8.10")
@pytest.mark.parametrize("how", [PLAIN, GALLOPING_LANCE])
def test_a_rider_struck_has_the_odds_of_the_oracle_from_the_blow_to_the_ground(how: str) -> None:
    for gait, stamina, weapon in product(("walk", "gallop"), (8, 4), ("sword", "mace")):
        body = seat(gait, stamina, 1, 9)
        ours = odds_of(struck, body, {"sword": 1, "mace": 2}[weapon], how)
        theirs = fighting.struck_rider(
            fighting.weapon_damage(weapon, 8),
            gait,
            stamina,
            8,
            always_tested=how == GALLOPING_LANCE,
            temporary=1,
            melee_skill=9,
        )

        def words(fall: tuple[str, int, int]) -> str:
            if fall[0] == "disabled":
                return "disabled"
            return "thrown down" if fall[0] != "stays up" else "wounded" if fall[1] else "unhurt"

        assert ours == told(theirs, words)


# A whole charge.


@rule("KK-3.4", "KK-3.7")
def test_a_whole_charge_has_the_odds_of_its_links() -> None:
    one, other = fighter(15, 3, 10, 10), fighter(9, 1, 6, 6)
    for own, theirs in product((None, 9), (None, 5)):
        dares = oracle.morale(own)["passes"] if own is not None else Fraction(1)
        stand = oracle.morale(theirs)["passes"] if theirs is not None else Fraction(1)
        ours = odds_of(onset, Onset(own, theirs, one, other))
        assert ours.get("dares not charge", Fraction(0)) == 1 - dares
        assert ours.get("they run", Fraction(0)) == dares * (1 - stand)
        assert ours["disabled"] == dares * stand * odds_of(bout_outcome, one, other)["disabled"]


@rule("KK-9.1", "KK-9.2", "KK-9.4", "KK-9.5", "KK-9.6", "KK-9.7")
def test_the_dice_of_the_evening_have_the_odds_of_the_oracle() -> None:
    battle = drawn("red foot: al 20,20", FAR)
    al = man(battle, "al")
    for wounded in (False, True):
        change(battle, "al", stamina=2 if wounded else 3)
        ours = told(odds_of(tires, tiring(battle, al)), lambda each: "one level" if each.true else "fresh")
        assert ours == oracle.tires(wounded=wounded)
    for idle in (False, True):
        change(battle, "al", moved=not idle)
        ours = told(odds_of(rests, resting(battle, al)), lambda each: "one level off" if each.true else "no better")
        assert ours == oracle.rests(idle=idle)
    for level in range(1, 5):
        ours = told(odds_of(ammunition, level), lambda each: "out" if each.true else "has some")
        assert ours == oracle.ammunition(level)
    upto = BOOK.chart("fatigue").at("robbing a corpse")
    assert told(odds_of(rob, upto), lambda each: "resupplied" if each.true else "nothing") == oracle.rob()
    for losses in range(22):
        ours = told(odds_of(count_losses, losses), lambda each: "withdraws" if each.withdraws else "fights on")
        assert ours == oracle.finis(losses)
    for armour, disabled in product(range(3, 13), (False, True)):
        ours = told(odds_of(aftermath, armour, 3 if disabled else 0), lambda fate: fate.outcome)
        assert ours == oracle.aftermath(armour, 0, armour, disabled=disabled)


@rule("KK-9.8")
def test_the_points_are_the_oracles() -> None:
    assert RULESET.book.chart("points").rows == oracle.VICTORY_POINTS
