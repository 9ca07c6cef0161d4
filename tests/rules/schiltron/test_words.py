"""What the rulebook says of actions, weapons and questions, and how the log tells a shot and a blow."""

import re

from kktui.engine.scenario import ARMOUR, WEAPONS
from kktui.engine.telling import tell
from kktui.rules.schiltron import RULESET
from kktui.rules.schiltron.actions import ACTIONS
from kktui.rules.schiltron.events import MoveRolled
from tests.drawn import last
from tests.rules.schiltron.table import drawn, phase
from tests.rules.test_words import source

BOOK = RULESET.book


def test_every_weapon_and_piece_of_armour_counts_as_something() -> None:
    assert set(BOOK.chart("arms").rows) == set(WEAPONS)
    assert set(BOOK.chart("armour").rows) == set(ARMOUR)


def test_every_action_and_every_question_has_words() -> None:
    assert all(BOOK.words["option"][action] for action in ACTIONS)
    written = set(re.findall(r'(?:Choose|Plan)\(\s*[\w.]+,\s*"([\w-]+)"', source("schiltron")))
    asked = written | {"move", "group", "charge"}
    assert asked <= set(BOOK.words["ask"])


def test_a_shot_and_a_blow_say_which_end_of_the_die_is_good() -> None:
    battle = drawn("red bows: al 14,15 longbow", "blue foes: ed 14,10 gambeson")
    phase(battle, "Shooting", {"al": "ed"}, 2, 4)
    assert tell(battle, last(battle, "Shot")) == (
        "Al shoots at ed with longbow, 4 inches, short range: 2 on D12, low hits, 6 or less;"
        " block 4 on D12, low blocks, 3 or less as UA (longbow at short range -1): hit. [SC-4.1]"
    )
    battle = drawn("red foot: al 10,11 axe", "blue foes: ed 10,10,0 plate")
    battle.notes.initiative = "red"
    phase(battle, "Melee", 9, 3)
    assert tell(battle, last(battle, "Struck")) == (
        "Al fights ed: 9 +2 v rear +1 axe or warhammer v PP or FP = 12, stripes +1, single hand edged +2, in all 15,"
        " against 3, stripes +1, single hand edged +2, in all 6; D12, high wins, by 5 he kills, by 1 he falls: hit."
        " [SC-5.1]"
    )


def test_one_inch_is_told_as_one() -> None:
    battle = drawn("red bows: al 14,12 longbow", "blue foes: ed 14,10")
    phase(battle, "Shooting", {"al": "ed"}, 12)
    assert "with longbow, 1 inch, short range" in tell(battle, last(battle, "Shot"))
    told = tell(battle, MoveRolled("bows", "1d4", 1, 1, "rough"))
    assert told == "Bows: 1 on D4, beginning on rough ground, the whole move: 1 inch. [SC-3.3]"
