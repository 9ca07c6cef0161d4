"""Every rule of the format broken once: each fault is named, at its line, in one sentence."""
# ruff: noqa: E501

from __future__ import annotations

import pytest

from tests.files.good import GOOD, problems

LONG = "x" * 61
TABLES = ("[map]", "[[map.area]]", "[[map.line]]", "[[map.zone]]", "[[zone]]", "[[side]]", "[kit.man]", "[[unit]]",
          "[[unit.figure]]", "[[goal]]")  # fmt: skip

REPLACED = [
    # the head of the file
    ("version = 1", "version = 2", "'version' is 2"),
    ("version = 1", "version = 0", "'version' is 0, it must be 1"),
    ("version = 1", "version = true", "'version' is true"),
    ("version = 1", "version = 1.0", "'version' is 1.0"),
    ("version = 1", 'version = "1"', "'version' is the text '1'"),
    ('title = "The Trial"', "title = 3", "'title' is 3"),
    ('title = "The Trial"', 'title = ""', "'title' has 0 characters"),
    ('title = "The Trial"', f'title = "{LONG}"', "'title' has 61 characters"),
    ('title = "The Trial"', "title = 1979-05-27", "'title' is 1979-05-27"),
    ('text = "Two bands meet."', "text = []", "'text' is a list of 0"),
    ('text = "Two bands meet."', f'text = "{"y" * 4001}"', "'text' has 4001 characters"),
    ("turns = 10", "turns = 0", "'turns' is 0, it must be at least 1"),
    ("turns = 10", "turns = 101", "'turns' is 101, it must be at most 100"),
    ("turns = 10", "turns = -1", "'turns' is -1"),
    ("turns = 10", "turns = true", "'turns' is true"),
    ("turns = 10", "turns = 10.5", "'turns' is 10.5"),
    ("turns = 10", "turns = nan", "'turns' is nan"),
    ("turns = 10", "turns = 99999999999999999999999999", "'turns' is"),
    ('rules = "knights-sergeants"', 'rules = "knights-and-knaves"', "did you mean 'knights-knaves'"),
    ('rules = "knights-sergeants"', "rules = 1", "'rules' is 1"),
    ("[rulings.knights-sergeants]", "[rulings.chess]", "'chess'"),
    ('cards = "per-side"', "cards = []", "'cards' is a list of 0"),
    ('cards = "per-side"', "[rulings.argad.chart.movement]\nfoot = 1", "'chart' is a table, but charts are changed by a file of house rules"),
    ('cards = "per-side"', "cards = nan", "'cards' is nan"),
    ('cards = "per-side"', "cards = 1e300", "'cards' is 1e+300"),
    # the map
    ('name = "Trial field"', "name = 1", "'name' is 1"),
    ("size = [48, 40]", "size = [48]", "'size' has 1 entry"),
    ("size = [48, 40]", "size = [48, 40, 1]", "'size' has 3 entries"),
    ("size = [48, 40]", "size = [48, 200]", "size 2 is 200"),
    ("size = [48, 40]", "size = [4, 40]", "size 1 is 4"),
    ("size = [48, 40]", "size = [inf, 40]", "size 1 is inf"),
    ("size = [48, 40]", 'size = "48x40"', "'size' is the text '48x40'"),
    ("size = [48, 40]", "size = [true, 40]", "size 1 is true"),
    ("cell = 4", "cell = 0.1", "'cell' is 0.1"),
    ("cell = 4", "cell = 13", "'cell' is 13"),
    ("cell = 4", "cell = nan", "'cell' is nan"),
    ("..TT........", "..TQ........", "row 2, character 4 of the drawing is 'Q'"),
    ("..TT........", "..T\t........", "row 2, character 4 of the drawing is a tab"),
    ("..TT........", "..TT...............", "larger than the table, row 2 has 19 characters, allowed: 12 by 10"),
    ("..TT........", "    ..TT........", "row 2 has 16 characters with the blanks it begins with"),
    ('T = "woods"', 'T = "wood"', "did you mean 'woods'"),
    ('T = "woods"', "T = {}", "stands for nothing"),
    ('T = "woods"', 'T = { zone = "camp", are = "x" }', "unknown key 'are'"),
    ('T = "woods"', "T = 4", "'T' is 4"),
    ('h = "hedge"', 'hh = "hedge"', "one printable character"),
    ('h = "hedge"', 'h = { line = "hege" }', "did you mean 'hedge'"),
    ('g = { line = "gate", height = 1 }', 'g = { line = "gate", height = 21 }', "'height' is 21"),
    ('g = { line = "gate", height = 1 }', 'g = { zone = "Gate" }', "an id"),
    ('g = { line = "gate", height = 1 }', 'g = { zone = "far" }', "'far'"),
    ('kind = "water"', 'kind = "watr"', "did you mean 'water'"),
    ('kind = "water"', "kind = 4", "'kind' is 4"),
    ('id = "pond"', 'id = "Pond"', "an id"),
    ('id = "knoll"', 'id = "pond"', "id 'pond' is used twice"),
    ("rect = [40, 18, 6, 4]", "rect = [40, 18, 6]", "'rect' has 3 entries"),
    ("rect = [40, 18, 6, 4]", "rect = [40, 18, 60, 4]", "reaches beyond the table"),
    ("rect = [40, 18, 6, 4]", "rect = [40, 18, 0, 4]", "this rect is 0 wide and 4 deep, both must be more than 0"),
    ("rect = [40, 18, 6, 4]", "rect = [40, 18, nan, 4]", "rect 3 is nan"),
    ("rect = [40, 18, 6, 4]", "rect = [40, 18, 6, 999]", "rect 4 is 999"),
    ("rect = [40, 18, 6, 4]", "polygon = [[40, 18], [46, 22], [46, 18], [40, 21]]", "crosses itself"),
    ("rect = [40, 18, 6, 4]", "polygon = [[40, 18], [46, 22]]", "'polygon' has 2 entries"),
    ("rect = [40, 18, 6, 4]", "polygon = [[40, 18], [46, 22], [46]]", "polygon 3 has 1 entry"),
    ("rect = [40, 18, 6, 4]", "polygon = [[40, 18], [46, 22], 7]", "polygon 3 is 7"),
    ("circle = [24, 20, 3]", "circle = [24, 20]", "'circle' has 2 entries"),
    ("circle = [24, 20, 3]", 'circle = [24, 20, "3"]', "circle 3 is the text '3'"),
    ("circle = [24, 20, 3]", "circle = [2, 2, 3]", "reaches beyond the table"),
    ("height = 2", "height = -1", "'height' is -1"),
    ("height = 2", "height = inf", "'height' is inf"),
    ("height = 2", 'height = "2"', "'height' is the text '2'"),
    ("steep = true", "steep = 1", "'steep' is 1, it must be true or false"),
    ("steep = true", 'steep = "yes"', "'steep' is the text 'yes'"),
    ("path = [[0, 30], [24, 28], [48, 30]]", "path = [[0, 30]]", "'path' has 1 entry"),
    ("path = [[0, 30], [24, 28], [48, 30]]", "path = [[0, 30], [24, nan]]", "path 2 2 is nan"),
    ("width = 2", "width = 0", "'width' is 0"),
    ("width = 2", "width = true", "'width' is true"),
    ('kind = "low-wall"', 'kind = "lowwall"', "did you mean 'low-wall'"),
    ('kind = "low-wall"', 'kind = "woods"', "'kind' is the text 'woods'"),
    ("points = [[30, 10], [36, 10]]", "points = [[30, 10]]", "'points' has 1 entry"),
    ("points = [[30, 10], [36, 10]]", "points = [[30, 10], [30, 10]]", "the same point twice"),
    ("points = [[30, 10], [36, 10]]", "points = [[30, 10], [60, 10]]", "reaches beyond the table"),
    ("height = 1.5", "height = nan", "'height' is nan"),
    ('id = "far"', 'id = "far side"', "an id"),
    ('id = "far"', "id = 7", "'id' is 7"),
    ('name = "Far side"', f'name = "{LONG}"', "'name' has 61 characters"),
    ('id = "near"', 'id = "far"', "zone id 'far' is used twice"),
    ("rect = [4, 33, 40, 6]", "rect = [4, 33, 40, 16]", "reaches beyond the table"),
    # sides
    ('id = "red"', 'id = "blue"', "side id 'blue' is used twice"),
    ('id = "red"', 'id = ""', "an id"),
    ('id = "red"', f'id = "{"r" * 41}"', "an id"),
    ('name = "Red"', "name = false", "'name' is false"),
    ('edge = "south"', 'edge = "down"', "allowed: north, east, south, west"),
    ('edge = "south"', "edge = 180", "'edge' is 180"),
    ('edge = "south"', 'edge = "north"', "both sides have the north edge"),
    ('brief = "Win."', "brief = {}", "'brief' is a table"),
    ('id = "red"', 'id = "both"', "side id 'both' has a meaning of its own"),
    ('id = "red"', 'id = "table"', "side id 'table' has a meaning of its own"),
    ('id = "red"', 'id = "near"', "side id 'near' is the id of a zone too"),
    ('name = "Red"', 'name = "  "', "it must be something that can be read"),
    ('name = "Red"', 'name = "\\u200b\\u202e"', "it must be something that can be read"),
    # kits
    ('armour = ["helmet"]', 'armour = ["helm"]', "did you mean 'helmet'"),
    ('armour = ["helmet"]', 'armour = "helmet"', "'armour' is the text 'helmet', it must be a list"),
    ('armour = ["helmet"]', 'armour = ["helmet", "helmet"]', "the same word twice in 'armour'"),
    ('armour = ["helmet"]', 'armour = ["helmet", "closed-helm"]', "a helmet and a closed-helm"),
    ('armour = ["helmet"]', "armour = [1]", "armour 1 is 1"),
    ('shield = "small"', 'shield = "tiny"', "allowed: none, small, large, pavise"),
    ('shield = "small"', "shield = true", "'shield' is true"),
    ('weapons = ["axe"]', "weapons = []", "'weapons' has 0 entries"),
    ('weapons = ["axe"]', 'weapons = ["axes"]', "did you mean 'axe'"),
    ('weapons = ["axe"]', 'weapons = ["axe", "axe"]', "the same word twice in 'weapons'"),
    ('training = "veteran"', 'training = "vetran"', "did you mean 'veteran'"),
    ('kit = "man"\nshield', 'kit = "men"\nshield', "kit 'men' is unknown, did you mean 'man'"),
    ('kit = "man"\nshield', 'kit = "team"\nshield', "made from itself"),
    ('[kit.man]', '[kit.a]\nkit = "b"\n[kit.b]\nkit = "a"\n[kit.man]', "made from itself"),
    ('[kit.man]', '[kit.a]\nkit = "men"\n[kit.man]', "kit 'men' is unknown, did you mean 'man'"),
    ('name = "Red"', 'name = "Red"\nturns = 10', "unknown key 'turns' in side 1, 'turns' belongs above the first [table]"),
    ('weapons = ["heavy-crossbow"]', 'weapons = ["sword"]', "'crossbow-team' but no crossbow"),
    ('traits = ["crossbow-team"]', 'traits = ["team"]', "traits 1 is the text 'team'"),
    ('traits = ["crossbow-team"]', "traits = []", "0 figures with trait 'crossbow-team' and 2 with 'loader'"),
    # units
    ('id = "lord"', 'id = "men"', "unit id 'men' is used twice"),
    ('id = "lord"', 'id = "../lord"', "an id"),
    ('name = "The lord"', 'name = ""', "'name' has 0 characters"),
    ('side = "red"\nfacing', 'side = "rad"\nfacing', "side 'rad' is unknown, did you mean 'red'"),
    ("facing = 10", "facing = 360", "'facing' is 360"),
    ("facing = 10", "facing = -1", "'facing' is -1"),
    ("facing = 10", "facing = 10.5", "'facing' is 10.5"),
    ("facing = 10", "facing = true", "'facing' is true"),
    ('facing = "south"', 'facing = "sout"', "did you mean 'south'"),
    ('leader = "wat"', 'leader = "watt"', "leader 'watt' is unknown, did you mean 'wat'"),
    ('leader = "wat"', 'leader = "hugh"', "leader 'hugh' is unknown"),
    ('commander = "lord"', 'commander = "load"', "commander 'load' is unknown, did you mean 'lord'"),
    ('commander = "lord"', 'commander = "foes"', "commander 'foes' is not another unit of the same side"),
    ('commander = "lord"', 'commander = "men"', "commander 'men' is not another unit of the same side"),
    ('zone = "near"', 'zone = "neer"', "zone 'neer' is unknown, did you mean 'near'"),
    ('formation = "line"', 'formation = "wedge"', "'formation' is the text 'wedge'"),
    ('orders = "defend until enemy-within 8, then attack"', 'orders = "flee"', "orders 'flee'"),
    ('orders = "defend until enemy-within 8, then attack"', 'orders = "defend until noon, then attack"', "'defend until noon"),
    ('orders = "defend until enemy-within 8, then attack"', 'orders = "defend until turn, then attack"', "take a number"),
    ('orders = "defend until enemy-within 8, then attack"', 'orders = "defend until signal 3, then attack"', "take a number"),
    ("hidden = true", "hidden = 1", "'hidden' is 1"),
    ("hidden = true", 'hidden = "true"', "'hidden' is the text 'true'"),
    ("arrives = 3", "arrives = 11", "'arrives' is 11, but the battle ends with turn 10"),
    ("arrives = 3", "arrives = 1", "'arrives' is 1, it must be at least 2"),
    ("arrives = 3", "arrives = 3\nhidden = true", "cannot be hidden and arrive later"),
    ("arrives = 3", 'arrives = 3\nzone = "far"', "needs no zone"),
    ('edge = "west"', 'edge = "left"', "'edge' is the text 'left'"),
    ('id = "lord"', 'id = "far"', "unit id 'far' is the id of a zone too"),
    ('id = "lord"', 'id = "red"', "unit id 'red' is the id of a side too"),
    ('id = "lord"', 'id = "men-1"', "figure id 'men-1' is the id of a unit too"),
    ('name = "The lord"', 'name = "The lord"\nhidden = true', "commander 'lord' is hidden, but unit 'men' under him would tell of him"),
    ("rect = [4, 33, 40, 6]", "rect = [41, 19, 5, 3]", "zone 'near' lies in water, which must be free of figures"),
    ("facing = 10", 'facing = "up"', "allowed: north, east, south, west, a number from 0 to 359"),
    # figures
    ('id = "hugh"', 'id = "nobody"', "figure id 'nobody' has a meaning of its own"),
    ('id = "hugh"', 'id = "lord"', "figure id 'lord' is the id of a unit too"),
    ('id = "hugh"', 'id = "blue"', "figure id 'blue' is the id of a side too"),
    ('id = "hugh"', 'id = "far"', "figure id 'far' is the id of a zone too"),
    ('id = "hugh"', 'id = "Hugh"', "an id"),
    ('id = "hugh"', 'id = "wat"', "figure id 'wat' is used twice"),
    ('name = "Hugh"', "name = []", "'name' is a list of 0"),
    ('rank = "lord"', 'rank = "king"', "'rank' is the text 'king'"),
    ('rank = "sergeant"', 'rank = "serjeant"', "did you mean 'sergeant'"),
    ('mount = "war-horse"', 'mount = "horse"', "did you mean 'war-horse'"),
    ('mount = "war-horse"', 'mount = "war-horse"\nshield = "pavise"', "rides and cannot carry a pavise"),
    ("override.argad = { class = 5, armour = 4 }", "override.argard = { class = 5 }", "unknown key 'argard' in unit 1, figure 1, 'override', allowed: knights-knaves,"),
    ("override.argad = { class = 5, armour = 4 }", "override.argad = 9", "'argad' is 9"),
    ("override.argad = { class = 5, armour = 4 }", "override.argad = { class = [9] }", "'class' is a list of 1"),
    ("override.argad = { class = 5, armour = 4 }", "override.argad = { class = inf }", "'class' is inf"),
    ("at = [20, 36, 350]", "at = [20]", "'at' has 1 entry"),
    ("at = [20, 36, 350]", "at = [20, 36, 350, 1]", "'at' has 4 entries"),
    ("at = [20, 36, 350]", "at = [20, nan]", "at 2 is nan"),
    ("at = [20, 36, 350]", "at = [20, 39.8]", "'Hugh' stands off the table"),
    ("at = [20, 36, 350]", "at = [-3, 20]", "'Hugh' stands off the table"),
    ("at = [20, 36, 350]", "at = [43, 20]", "'Hugh' stands inside water 'pond'"),
    ("at = [20, 36, 350]", "count = 2", "needs a 'zone', or a place"),
    ("at = [20, 36, 350]", "at = [20, 36]\ncount = 2", "'count' says 2 and 'at' says 1"),
    ('kit = "team"', 'kit = "teem"', "kit 'teem' is unknown, did you mean 'team'"),
    ('names = ["Tom", "Dick"]', "names = []", "'names' has 0 entries"),
    ('names = ["Tom", "Dick"]', 'names = ["Tom", 2]', "names 2 is 2"),
    ('names = ["Tom", "Dick"]', 'names = ["Tom", "Dick"]\ncount = 3', "they must agree"),
    ('names = ["Tom", "Dick"]', 'names = ["Tom", "Dick"]\nplaces = [[20, 36], [22, 36]]', "has a 'zone' and figures with places"),
    ("count = 2\n", "count = 0\n", "'count' is 0"),
    ("count = 2\n", "count = 61\n", "'count' is 61"),
    ("count = 2\n", "count = true\n", "'count' is true"),
    ("count = 2\n", "count = 1\n", "2 figures with trait 'crossbow-team' and 1 with 'loader'"),
    ("count = 4", "count = 60\n[[unit.figure]]\ncount = 60", "allowed: at most 60"),
    ("places = [[10, 10], [12, 10, 90]]", "places = []", "'places' has 0 entries"),
    ("places = [[10, 10], [12, 10, 90]]", "places = [[10, 10], [10.5, 10]]", "bases must not overlap"),
    ("places = [[10, 10], [12, 10, 90]]", "places = [[10, 10], [10]]", "places 2 has 1 entry"),
    # goals
    ('side = "red"\nkind = "hold-zone"', 'side = "green"\nkind = "hold-zone"', "side 'green' is unknown"),
    ('kind = "hold-zone"', 'kind = "hold"', "'kind' is the text 'hold'"),
    ('zone = "far"', 'zone = "fur"', "zone 'fur' is unknown, did you mean 'far'"),
    ("number = 2", "number = -1", "'number' is -1"),
    ("number = 2", "number = 0", "'number' is 0, it must be at least 1"),
    ("by-turn = 10", "by-turn = 0", "'by-turn' is 0, it must be at least 1"),
    ("by-turn = 10", "by-turn = 11", "'by-turn' is 11, but the battle ends with turn 10"),
    ("by-turn = 10", "by_turn = 10", "unknown key 'by_turn' in goal 1, did you mean 'by-turn'"),
    ('figure = "hugh"', 'figure = "huge"', "figure 'huge' is unknown, did you mean 'hugh'"),
    ('figure = "hugh"', 'figure = "hugh"\nzone = "far"', "has no use for 'zone'"),
    ('figure = "hugh"', 'figure = "hugh"\nnumber = 2', "has no use for 'number'"),
    ('figure = "hugh"', 'figure = "lord"', "figure 'lord' is a unit, name one man of it"),
    ('edge = "north"\nnumber', 'edge = "up"\nnumber', "'edge' is the text 'up'"),
    ('side = "blue"\nkind = "kill-leader"', 'side = "red"\nkind = "kill-leader"', "figure 'hugh' is on side 'red' itself"),
    ("number = 2", "number = 7", "'number' is 7, but side 'red' has 6 figures"),
    ("number = 3", "number = 7", "'number' is 7, but side 'red' has 6 figures"),
    ("number = 3", "number = 10001", "'number' is 10001"),
    # the right key at the wrong place
    ("[[goal]]", "[[figure]]\n[[goal]]", "unknown key 'figure' in the file, write [[unit.figure]]"),
    ("[[goal]]", "[[area]]\n[[goal]]", "unknown key 'area' in the file, write [[map.area]]"),
    ("[[goal]]", "[argad]\n[[goal]]", "unknown key 'argad' in the file, write [rulings.argad]"),
    ("override.argad", "argad", "unknown key 'argad' in unit 1, figure 1, write override.argad"),
    ("[kit.team]", "[kit.team]\ncount = 2", "'count' belongs in a [[unit.figure]]"),
    # not TOML at all
    ("[[goal]]", "[map]\n[[goal]]", "not valid TOML: cannot declare [map] twice"),
    ('text = "Two bands meet."', 'text = """Two bands meet.', "a key has more than 8 parts, the most allowed (is the text above it closed?)"),
    ("turns = 10", "turns = ", "not valid TOML"),
    ("turns = 10", "turns 10", "not valid TOML"),
    ('drawing = """', 'drawing = "', "a key has more than 8 parts, the most allowed (is the text above it closed?)"),
    ('T = "woods"', '~ = "woods"', "invalid statement, a sign that is a key stands in quotes, a remark begins with #"),
    ('[map.legend]\nT = "woods"', '[map.legend]\nx = { ~ = "woods" }', "signs stand in quotes, and a table in braces on one line"),
    ("turns = 10", "turns = True", "invalid value, text stands in quotes, and true and false are written small"),
    ("size = [48, 40]", "size = [48 40]", "unclosed array, is a comma or a closing bracket missing?"),
    ("[[goal]]", "[goal]", "not valid TOML: [goal] is written [[goal]] each time"),
    ("turns = 10", "turns = 10 20", "not valid TOML"),
    ("turns = 10", "turns = 10\nturns = 11", "not valid TOML"),
    ('title = "The Trial"', 'title = "The Trial', "not valid TOML: illegal character '\\n', is a quote missing?"),
    ("size = [48, 40]", "size = [48, 40", "not valid TOML"),
    ("[[goal]]", "[[goal]", "not valid TOML"),
]  # fmt: skip

WRONG_VALUES = [fault for fault in REPLACED if fault[2].startswith("'") and " is " in fault[2]]

REMOVED = [
    ("version = 1\n", "'version' is missing"),
    ('title = "The Trial"\n', "'title' is missing"),
    ('name = "Trial field"\n', "'name' is missing in 'map'"),
    ('kind = "water"\n', "'kind' is missing in 'map', area 1"),
    ("rect = [40, 18, 6, 4]\n", "no shape given"),
    ("width = 2\n", "a path needs a width"),
    ('kind = "low-wall"\n', "'kind' is missing in 'map', line 1"),
    ("points = [[30, 10], [36, 10]]\n", "'points' is missing"),
    ('id = "far"\n', "'id' is missing in 'map', zone 1"),
    ('id = "near"\n', "'id' is missing in zone 1"),
    ('id = "red"\n', "'id' is missing in side 1"),
    ('name = "Red"\n', "'name' is missing in side 1"),
    ('edge = "south"\n', "'edge' is missing in side 1"),
    ('id = "lord"\n', "'id' is missing in unit 1"),
    ('name = "The lord"\n', "'name' is missing in unit 1"),
    ("at = [20, 36, 350]\n", "needs a 'zone', or a place"),
    ('zone = "far"\n', "needs 'zone'"),
    ('figure = "hugh"\n', "needs 'figure'"),
    ("number = 3\n", "needs 'number'"),
]


def changed_line(old: str, new: str) -> int:
    """The first line that differs."""
    pairs = zip(GOOD.split("\n"), GOOD.replace(old, new, 1).split("\n"), strict=False)
    return next(number for number, (one, two) in enumerate(pairs, 1) if one != two)


def test_the_file_that_is_broken_here_is_good() -> None:
    assert problems(GOOD) == ()


@pytest.mark.parametrize(("old", "new", "said"), REPLACED)
def test_a_fault_is_named_where_it_is(old: str, new: str, said: str) -> None:
    assert old in GOOD
    found = problems(GOOD.replace(old, new, 1))
    assert any(said in problem.what for problem in found), [str(p) for p in found]
    assert all(problem.line >= 1 and problem.column >= 1 for problem in found)
    assert all("\n" not in str(problem) and str(problem).isprintable() for problem in found)


@pytest.mark.parametrize(("old", "new", "said"), WRONG_VALUES)
def test_a_wrong_value_is_reported_at_its_own_line_and_column(old: str, new: str, said: str) -> None:
    line = changed_line(old, new)
    column = GOOD.replace(old, new, 1).split("\n")[line - 1].find("=") + 1
    found = [p for p in problems(GOOD.replace(old, new, 1)) if said in p.what]
    assert [(p.line, p.column > column) for p in found] == [(line, True)]


@pytest.mark.parametrize(("line", "said"), REMOVED)
def test_what_is_missing_is_reported_at_its_table(line: str, said: str) -> None:
    found = [p for p in problems(GOOD.replace(line, "", 1)) if said in p.what]
    where = found[0].line
    assert where == 1 or GOOD.split("\n")[where - 1].startswith("[")
    assert where <= GOOD[: GOOD.index(line)].count("\n") + 1


@pytest.mark.parametrize("table", TABLES)
def test_an_unknown_key_is_refused_in_every_table(table: str) -> None:
    found = problems(GOOD.replace(table + "\n", f"{table}\nnonsense = 1\n", 1))
    assert len(found) == 1
    assert "unknown key 'nonsense'" in found[0].what
    assert (found[0].line, found[0].column) == (GOOD[: GOOD.index(table + "\n")].count("\n") + 2, 1)


@pytest.mark.parametrize("table", ["[[side]]", "[[unit]]"])
def test_a_battle_needs_two_sides_and_troops_on_both(table: str) -> None:
    start = GOOD.rindex(table)
    end = GOOD.index("\n[", start + len(table))
    if table == "[[side]]":
        said = "'side' has 1 entry"
        text = GOOD[:start] + GOOD[end:]
    else:
        said = "side 'blue' has no unit"
        text = GOOD.replace('side = "blue"\nfacing', 'side = "red"\nfacing')
        text = text.replace('side = "blue"\narrives', 'side = "red"\narrives')
    assert any(said in problem.what for problem in problems(text))


def test_one_fault_is_told_once() -> None:
    named = GOOD[: GOOD.index("[map]")] + GOOD[GOOD.index("[[zone]]") :]
    named = named.replace("turns = 10", 'map = "A Field"')
    kits = GOOD.replace('kit = "team"\nnames', 'kit = "teem"\nnames')
    assert [problem.what for problem in problems(kits)] == ["kit 'teem' is unknown, did you mean 'team'?"]
    twice = [problem.what for problem in problems(GOOD.replace('id = "late"', 'id = "foes"'))]
    assert twice == ["unit id 'foes' is used twice, each must be its own"]
    assert [problem.what for problem in problems(named) if "map" in problem.what] == [
        "'map' is the text 'A Field', it must be an id: 1 to 40 of a-z, 0-9 and hyphens"
    ]


def test_every_fault_of_a_file_is_reported_at_once() -> None:
    text = GOOD.replace("turns = 10", "turns = 0").replace('kind = "water"', 'kind = "wine"')
    text = text.replace('rank = "lord"', "rank = 1")
    assert [problem.line for problem in problems(text)] == [4, 27, 90]


def test_a_column_counts_characters_not_bytes() -> None:
    text = GOOD.replace('g = { line = "gate", height = 1 }', "'é' = { name = 'ééé', height = 99, line = 'gate' }")
    found = [problem for problem in problems(text) if "height" in problem.what]
    assert [problem.column for problem in found] == [32]


def test_hostile_text_in_a_file_is_harmless_in_its_problems() -> None:
    text = GOOD.replace('rank = "lord"', 'rank = "\\u001b]52;c;aGk=\\u0007"')
    assert all(str(problem).isprintable() for problem in problems(text))


def test_who_writes_one_bracket_where_two_belong_is_told_so() -> None:
    alone = GOOD[: GOOD.index("[[goal]]")] + '[goal]\nside = "red"\nkind = "last-standing"\n'
    assert [problem.what for problem in problems(alone)] == ["'goal' is a table, it must be a list, write [[goal]]"]
    kits = GOOD.replace("[kit.man]", "[[kit]]").replace("[kit.team]", "[[kit]]")
    assert "'kit' is a list of 2, it must be a table, write [kit.<id>]" in [each.what for each in problems(kits)]
