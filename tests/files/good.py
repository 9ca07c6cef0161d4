"""One scenario that uses every table of the format; the tests break it line by line."""

from __future__ import annotations

from kktui.engine.scenario import Scenario
from kktui.files import Broken, Problem, parse_scenario

GOOD = '''version = 1
title = "The Trial"
text = "Two bands meet."
turns = 10
rules = "knights-sergeants"

[rulings.knights-sergeants]
cards = "per-side"

[map]
name = "Trial field"
size = [48, 40]
cell = 4
drawing = """
............
..TT........
..T.........
.....hhg....
"""

[map.legend]
T = "woods"
h = "hedge"
g = { line = "gate", height = 1 }

[[map.area]]
kind = "water"
id = "pond"
rect = [40, 18, 6, 4]

[[map.area]]
kind = "slope"
id = "knoll"
circle = [24, 20, 3]
height = 2
steep = true

[[map.area]]
kind = "road"
path = [[0, 30], [24, 28], [48, 30]]
width = 2

[[map.line]]
kind = "low-wall"
id = "wall"
points = [[30, 10], [36, 10]]
height = 1.5

[[map.zone]]
id = "far"
name = "Far side"
polygon = [[4, 1], [44, 1], [44, 3], [4, 3]]

[[zone]]
id = "near"
name = "Near side"
rect = [4, 33, 40, 6]

[[side]]
id = "red"
name = "Red"
edge = "south"
brief = "Win."

[[side]]
id = "blue"
name = "Blue"
edge = "north"

[kit.man]
armour = ["helmet"]
shield = "small"
weapons = ["axe"]
training = "veteran"

[kit.team]
kit = "man"
shield = "none"
weapons = ["heavy-crossbow"]
traits = ["crossbow-team"]

[[unit]]
id = "lord"
name = "The lord"
side = "red"
facing = 10
[[unit.figure]]
id = "hugh"
name = "Hugh"
rank = "lord"
mount = "war-horse"
override.argad = { class = 5, armour = 4 }
at = [20, 36, 350]

[[unit]]
id = "men"
name = "The men"
side = "red"
leader = "wat"
commander = "lord"
zone = "near"
formation = "line"
orders = "defend until enemy-within 8, then attack"
[[unit.figure]]
kit = "team"
names = ["Tom", "Dick"]
[[unit.figure]]
kit = "man"
weapons = ["dagger"]
traits = ["loader"]
count = 2
[[unit.figure]]
id = "wat"
rank = "sergeant"

[[unit]]
id = "foes"
name = "The foes"
side = "blue"
facing = "south"
hidden = true
[[unit.figure]]
kit = "man"
places = [[10, 10], [12, 10, 90]]

[[unit]]
id = "late"
name = "The late ones"
side = "blue"
arrives = 3
edge = "west"
[[unit.figure]]
kit = "man"
count = 4

[[goal]]
side = "red"
kind = "hold-zone"
zone = "far"
number = 2
by-turn = 10

[[goal]]
side = "blue"
kind = "kill-leader"
figure = "hugh"

[[goal]]
side = "red"
kind = "exit-table"
edge = "north"
number = 3
'''


def load(text: str) -> Scenario:
    return parse_scenario(text, "trial.toml", None)


def problems(text: str) -> tuple[Problem, ...]:
    """What is wrong with a text; nothing when it loads."""
    try:
        load(text)
    except Broken as broken:
        return broken.problems
    return ()
