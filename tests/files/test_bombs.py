"""Files made to hurt are refused at once, in little memory, with a place."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from kktui.files import Broken, parse_map, parse_scenario, read_map, read_scenario
from tests.files.good import GOOD

HEAD = 'version = 1\nname = "x"\nsize = [144, 144]\n'
ZIGZAG = [[x * 2, 10 + 5 * (x % 2)] for x in range(60)]


def _rows(glyphs: str, count: int = 144) -> str:
    rows = "\n".join((glyphs * 144)[row % 2 : row % 2 + 144] for row in range(count))
    return f'{HEAD}cell = 1\ndrawing = """\n{rows}\n"""\n[legend]\n'


TOML_BOMBS = {
    "a key of 10,000 parts": ".".join("a" * 10_000) + " = 1",
    "a key of 50,000 parts": ".".join("a" * 50_000) + " = 1",
    "a key of 125,000 parts": ".".join("a" * 125_000) + " = 1",
    "a header of 50,000 parts": "[" + ".".join("a" * 50_000) + "]",
    "a list header of 50,000 parts": "[[" + ".".join("a" * 50_000) + "]]",
    "quoted key parts": ".".join(['"a"'] * 30_000) + " = 1",
    "literal key parts": " . ".join(["'a'"] * 30_000) + " = 1",
    "key parts in an inline table": "x = {" + ".".join("a" * 50_000) + " = 1}",
    "500 brackets": "x = " + "[" * 500 + "]" * 500,
    "100,000 brackets": "x = " + "[" * 100_000,
    "100,000 braces": "x = " + "{a=" * 60_000,
    "brackets over many lines": "x = " + "[\n" * 1500,
    "mixed brackets": "x = " + "[{a=" * 40_000,
    "a hexadecimal number of 200,000 digits": "x = 0x" + "f" * 200_000,
    "a decimal number of 200,000 digits": "x = " + "9" * 200_000,
    "an octal number": "x = 0o" + "7" * 200_000,
    "a binary number": "x = 0b" + "1" * 200_000,
    "a long fraction": "x = 0." + "1" * 200_000,
    "a long exponent": "x = 1e" + "9" * 100_000,
    "underscores": "x = 1" + "_1" * 100_000,
    "100,000 lines": "\n" * 100_000,
    "3,000 tables": "[[unit]]\n" * 3_000,
    "300 kB": "# " + "x" * 300_000,
    "an open string": 'x = """' + "a" * 250_000,
    "an open string of quotes": 'x = """' + 'a""' * 80_000,
    "backslashes": 'x = "' + "\\" * 250_001,
    "line-ending backslashes": 'x = """' + "\\\n" * 1_900 + '"""',
    "one key again and again": "x = 1\n" * 1_900,
}

MAP_BOMBS = {
    "a table of a mile": HEAD.replace("144, 144", "99999999, 99999999"),
    "an endless table": HEAD.replace("144, 144", "inf, inf"),
    "60,000 points": HEAD + f'[[area]]\nkind = "water"\npolygon = {[[0, 0]] * 30_000}\n',
    "200 winding rivers": HEAD + f'[[area]]\nkind = "water"\npath = {ZIGZAG}\nwidth = 1\n' * 200,
    "201 areas": HEAD + '[[area]]\nkind = "woods"\nrect = [1, 1, 1, 1]\n' * 201,
    "a grid of roads over water": HEAD
    + '[[area]]\nkind = "water"\nrect = [0, 0, 144, 144]\n'
    + "".join(f'[[area]]\nkind = "road"\nrect = [{n}, 0, 1, 144]\n' for n in range(0, 140, 3))
    + "".join(f'[[area]]\nkind = "road"\nrect = [0, {n}, 144, 1]\n' for n in range(0, 140, 3)),
    "99 waters under 99 round roads": HEAD
    + '[[area]]\nkind = "water"\nrect = [1, 1, 142, 142]\n' * 99
    + "".join(f'[[area]]\nkind = "road"\ncircle = [{5 + n}, {5 + n}, 4]\n' for n in range(99)),
    "a chessboard of woods": _rows("T.") + 'T = "woods"\n',
    "a chessboard of walls": _rows("h.") + 'h = "hedge"\n',
    "woods full of holes": _rows("TTT.").replace("\n..", "\nTT") + 'T = "woods"\n',
    "a chessboard zone": _rows("z.") + 'z = { zone = "camp" }\n',
    "a drawing of 200,000 characters": f'{HEAD}drawing = """\n{"T" * 200_000}"""\n',
}

SCENARIO_BOMBS = {
    "a billion turns": GOOD.replace("turns = 10", "turns = 1_000_000_000"),
    "60 units of 60 rows of 60": GOOD
    + "".join(
        f'[[unit]]\nid = "u{n}"\nname = "u"\nside = "red"\nzone = "near"\n' + "[[unit.figure]]\ncount = 60\n" * 12
        for n in range(50)
    ),
    "fixed places for 20,000": GOOD
    + '[[unit]]\nid = "crowd"\nname = "u"\nside = "red"\n'
    + f"[[unit.figure]]\nplaces = {[[9, 9]] * 60}\n" * 333,
    "a million men": GOOD.replace("count = 4", "count = 1_000_000"),
    "kits of kits": GOOD.replace("[kit.man]\n", '[kit.man]\nkit = "team"\n'),
}


@pytest.mark.parametrize("bomb", TOML_BOMBS.values(), ids=TOML_BOMBS)
def test_a_bomb_for_the_parser_is_refused_at_once(bomb: str, tmp_path: Path) -> None:
    path = tmp_path / "bomb.toml"
    path.write_text(bomb)
    for read in (read_scenario, read_map):
        started = time.process_time()
        with pytest.raises(Broken) as refusal:
            read(path)
        assert time.process_time() - started < 2
        assert refusal.value.problems[0].line >= 1


@pytest.mark.parametrize("bomb", MAP_BOMBS.values(), ids=MAP_BOMBS)
def test_a_map_too_large_is_refused_at_once(bomb: str) -> None:
    started = time.process_time()
    with pytest.raises(Broken):
        parse_map(bomb, "bomb.toml")
    assert time.process_time() - started < 2


@pytest.mark.parametrize("bomb", SCENARIO_BOMBS.values(), ids=SCENARIO_BOMBS)
def test_a_battle_too_large_is_refused_at_once(bomb: str) -> None:
    started = time.process_time()
    with pytest.raises(Broken):
        parse_scenario(bomb, "bomb.toml")
    assert time.process_time() - started < 2


def test_all_bombs_together_stay_within_a_little_memory(tmp_path: Path) -> None:
    for number, bomb in enumerate((*TOML_BOMBS.values(), *MAP_BOMBS.values(), *SCENARIO_BOMBS.values())):
        (tmp_path / f"bomb-{number}.toml").write_text(bomb)
    resource = pytest.importorskip("resource")
    program = (
        "import resource, sys; from pathlib import Path; from kktui.files import check, read_scenario\n"
        "check([Path(sys.argv[2])]); before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "found = [check([path]) for path in sorted(Path(sys.argv[1]).glob('*.toml'))]; assert all(found)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    good = tmp_path / "good.txt"
    good.write_text(GOOD.replace("turns = 10", "turns = 0"))
    answer = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path), str(good)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29)),
    )
    assert int(answer.stdout) < 40_000, "kilobytes grown"
