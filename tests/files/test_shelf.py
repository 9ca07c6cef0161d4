"""Files are found by id in their folders, or by an explicit path, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from kktui.engine.scenario import Scenario
from kktui.files import Broken, NoFile, Shelf, UnknownName, bundle, check, parse_scenario, read_map, read_scenario
from kktui.files.shelf import shipped_folder
from tests.files.good import GOOD

SCENARIOS = sorted(shipped_folder("scenarios").glob("*.toml"))
MAPS = sorted(shipped_folder("maps").glob("*.toml"))
FIELD = 'version = 1\nname = "Field"\nsize = [48, 40]\n[[zone]]\nid = "far"\nrect = [4, 1, 40, 2]\n'
ESCAPES = [
    "../secret", "..", ".", "/etc/passwd", "secret/../secret", "a\0b", "", " ", "con", "a" * 300, "SECRET",
    "Secret", "secret.toml.", "..\\secret", "~/secret", "$HOME", "secret%2e", "file:secret", "ｓecret", "-",
    "linked",
]  # fmt: skip


def with_named_map() -> str:
    start, end = GOOD.index("[map]"), GOOD.index("[[zone]]")
    return GOOD[:start].replace("turns = 10", 'turns = 10\nmap = "field"') + GOOD[end:]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    for kind in ("scenarios", "maps"):
        (tmp_path / kind).mkdir()
    (tmp_path / "scenarios" / "trial.toml").write_text(with_named_map())
    (tmp_path / "scenarios" / "Not An Id.toml").write_text(GOOD)
    (tmp_path / "scenarios" / "notes.txt").write_text("hello")
    (tmp_path / "maps" / "field.toml").write_text(FIELD)
    (tmp_path / "secret.toml").write_text(GOOD)
    os.symlink(tmp_path / "secret.toml", tmp_path / "scenarios" / "linked.toml")
    return Shelf([tmp_path / "scenarios"], [tmp_path / "maps"])


@pytest.mark.parametrize("path", [*SCENARIOS, *MAPS], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_shipped_file_is_without_a_problem(path: Path) -> None:
    assert check([path]) == []


def test_enough_is_shipped_to_play() -> None:
    assert len(SCENARIOS) >= 6
    assert len(MAPS) >= 5
    assert "meeting-at-the-ford" in [ident for ident, _, _ in Shelf().scenarios()]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_bundle_needs_no_other_file_and_is_the_same_battle(path: Path) -> None:
    text = bundle(path)
    assert parse_scenario(text, "stored", None) == read_scenario(path)
    assert bundle(path) == text
    assert tomllib.loads(text)["bundle"] == 1


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_shipped_battles_fit_the_rules_for_groups(path: Path) -> None:
    """But for those of Camelot, whose knights ride with their dwarfs, squires and comrades."""
    scenario = read_scenario(path)
    for troop in scenario.troops if scenario.rules != "camelot" else ():
        boss = next((man for man in troop.recruits if man.id == troop.leader), None)
        assert boss is not None
        if len(troop.recruits) == 1:
            assert boss.rank in ("squire", "knight", "lord")
        else:
            assert boss.rank == "sergeant"
            assert 5 <= len(troop.recruits) - 1 <= 10


def test_the_shipped_battles_show_every_way_to_win_and_to_arrive() -> None:
    battles = [read_scenario(path) for path in SCENARIOS]
    troops = [troop for battle in battles for troop in battle.troops]
    assert {goal.kind for battle in battles for goal in battle.goals} >= {
        "hold-zone",
        "kill-leader",
        "exit-table",
    }
    assert any(troop.hidden for troop in troops)
    assert any(troop.arrives for troop in troops)
    assert any(man.at for troop in troops for man in troop.recruits)


def test_the_even_field_is_even() -> None:
    battle = Shelf().scenario("even-field")
    red, blue = (sides(battle, party.id) for party in battle.parties)
    assert red == blue
    assert sum(size for size, _ in red) == 20
    turned = {(48 - x, 48 - y) for area in battle.ground.areas for x, y in area.shape}
    assert turned == {tuple(spot) for area in battle.ground.areas for spot in area.shape}


def sides(battle: Scenario, side: str) -> list[tuple[int, list[tuple[str, ...]]]]:
    return [(len(t.recruits), [r.weapons for r in t.recruits]) for t in battle.troops if t.side == side]


def test_an_inline_map_is_bundled_with_its_scenario(tmp_path: Path) -> None:
    path = tmp_path / "My Trial!.toml"
    path.write_text(GOOD)
    assert parse_scenario(bundle(path), "stored", None) == read_scenario(path)
    assert read_scenario(path).id == "my-trial"


def test_a_bundle_of_a_bundle_is_itself(tmp_path: Path) -> None:
    path = tmp_path / "stored.toml"
    path.write_text(bundle(SCENARIOS[0]))
    assert bundle(path) == path.read_text()
    assert check([path]) == []


@pytest.mark.parametrize(
    "text", ["bundle = 1\n", "bundle = 1\nscenario = 4\n", 'bundle = 1\nscenario = "version = 1"\n']
)
def test_a_damaged_bundle_is_refused(text: str) -> None:
    with pytest.raises(Broken):
        parse_scenario(text, "stored", None)


def test_scenarios_and_maps_are_listed_with_their_titles(shelf: Shelf, tmp_path: Path) -> None:
    assert shelf.scenarios() == [("trial", "The Trial", tmp_path / "scenarios" / "trial.toml")]
    assert shelf.maps() == [("field", "Field", tmp_path / "maps" / "field.toml")]


def test_a_broken_file_is_still_listed(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "scenarios" / "worse.toml").write_text("title = ")
    assert ("worse", "worse (broken)") in [(ident, title) for ident, title, _ in shelf.scenarios()]


def test_a_scenario_is_had_by_id_or_by_path(shelf: Shelf, tmp_path: Path) -> None:
    by_id = shelf.scenario("trial")
    assert by_id == shelf.scenario(str(tmp_path / "scenarios" / "trial.toml"))
    assert by_id == shelf.scenario(tmp_path / "scenarios" / "trial.toml")
    assert by_id.ground == shelf.ground("field") or by_id.ground.zones[0] == shelf.ground("field").zones[0]


def test_an_unknown_name_gets_the_nearest_ones(shelf: Shelf) -> None:
    with pytest.raises(UnknownName) as refusal:
        shelf.scenario("trail")
    assert (refusal.value.kind, refusal.value.name, refusal.value.suggestions) == (
        "scenario",
        "trail",
        ("trial",),
    )
    assert str(refusal.value) == "no scenario is called 'trail', did you mean 'trial'?"


@pytest.mark.parametrize("name", ESCAPES)
def test_no_name_leads_out_of_the_folder(shelf: Shelf, name: str) -> None:
    with pytest.raises(UnknownName):
        shelf.map_source(name)
    text = with_named_map().replace('map = "field"', f"map = '{name}'".replace("\0", ""))
    with pytest.raises(Broken):
        parse_scenario(text, "trial.toml", lambda wanted: shelf.map_source(wanted).text)


def test_a_link_is_not_listed(shelf: Shelf) -> None:
    assert "linked" not in [ident for ident, _, _ in shelf.scenarios()]


def test_an_unknown_map_is_a_problem_of_the_scenario_at_its_key(shelf: Shelf) -> None:
    text = with_named_map().replace('map = "field"', 'map = "feild"')
    with pytest.raises(Broken) as refusal:
        parse_scenario(text, "trial.toml", lambda wanted: shelf.map_source(wanted).text)
    assert [str(p) for p in refusal.value.problems] == [
        "trial.toml:5:7: no map is called 'feild', did you mean 'field'?"
    ]


def test_a_fault_in_the_map_is_reported_in_the_map_file(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "maps" / "field.toml").write_text(FIELD.replace("[48, 40]", "[48, 400]"))
    found = check([tmp_path / "scenarios" / "trial.toml"])
    assert [(problem.file, problem.line) for problem in found] == [(str(tmp_path / "maps" / "field.toml"), 3)]


def test_check_says_when_a_file_is_neither_scenario_nor_map(tmp_path: Path) -> None:
    path = tmp_path / "shopping.toml"
    path.write_text("bread = 2\n")
    assert "no scenario, no map and no house rules" in check([path])[0].what
    path.write_text("")
    assert check([path])[0].what == "the file is empty"
    path.write_text('kktui = "0.1"\n')
    assert "'kktui verify' checks it" in check([path])[0].what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (FIELD, "this is a map, a battle needs a scenario that names it"),
        ("[argad]\n", "this is a file of house rules, give it with --house"),
        ('about = "A finished battle."\nkktui = "0.1.0"\ntitle = "x"\n', "this is an exported battle, 'kktui replay'"),
    ],
)
def test_what_is_no_battle_to_begin_is_told_what_it_is(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "other.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Broken) as refused:
        bundle(path)
    (problem,) = refused.value.problems
    assert problem.what.startswith(what)


def test_an_exported_battle_is_no_broken_scenario_however_long_it_is(tmp_path: Path) -> None:
    path = tmp_path / "battle.toml"
    path.write_text('about = "A battle."\nkktui = "0.1.0"\ntitle = "x"\n' + "\n" * 3000, encoding="utf-8")
    assert [problem.what for problem in check([path])] == ["this is an exported battle, 'kktui verify' checks it"]


HOUSE = [
    ("[argd]\nstakes = 1\n[argad]\n", 1, 2, "did you mean 'argad'"),
    ("argad = 3\n", 1, 9, "'argad' is 3, it must be a table of house rules"),
    ("[knights-sergeants]\nno-such = 1\n", 2, 11, "Knights & Sergeants has no ruling 'no-such'"),
    ("[knights-sergeants]\ncards = 'per-sid'\n", 2, 9, "cards = per-sid does not fit"),
    ("[knights-sergeants]\nchart = 3\n", 2, 9, "chart must be a table of charts"),
    ("[knights-sergeants.chart]\nmorale-class = 3\n", 2, 16, "chart must be a table of charts"),
    ("[knights-sergeants.chart.moral-class]\npeasant = 3\n", 2, 11, "did you mean 'morale-class'"),
    ("[knights-sergeants.chart.morale-class]\npesant = 3\n", 2, 10, "did you mean 'peasant'"),
    ("[knights-sergeants.chart.morale-class]\npeasant = '3'\n", 2, 11, "must be a whole number"),
    ("[knights-sergeants.chart.morale-class]\npeasant = true\n", 2, 11, "must be a whole number"),
    ("[knights-sergeants.chart.morale-class]\npeasant = 3.5\n", 2, 11, "must be a whole number"),
    ("[knights-sergeants.chart.morale-class]\npeasant = -3\n", 2, 11, "must be a number from 0 to 100"),
    ("[knights-sergeants.chart.morale-class]\npeasant = 999999\n", 2, 11, "must be a number from 0 to 100"),
    ("[knights-sergeants.chart.morale-class]\npeasant = [3]\n", 2, 11, "it must have the shape of 7"),
    ("[knights-sergeants.chart.hits]\nman = ['death']\n", 2, 7, "it must have the shape of ["),
    ("[knights-sergeants.chart.arms]\nsword = 'banana'\n", 2, 9, "allowed are: crossbow, hand,"),
    ("[schiltron.chart.fall-back]\ninches = nan\n", 2, 10, "chart fall-back"),
    ("[argad.chart.armour]\nplate = 3\n", 2, 9, "allowed are: 0, 4, 5"),
]


@pytest.mark.parametrize(("text", "line", "column", "said"), HOUSE)
def test_house_rules_that_do_not_fit_are_told_at_their_place(
    tmp_path: Path, text: str, line: int, column: int, said: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    (found,) = check([path])
    assert (found.line, found.column) == (line, column)
    assert said in found.what


def test_good_house_rules_are_found_good(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("[knights-sergeants]\ncards = 'per-side'\n[knights-sergeants.chart.morale-class]\npeasant = 6\n")
    assert check([path]) == []


def test_what_is_not_a_readable_file_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    for path in (
        tmp_path,
        tmp_path / "nothing.toml",
        Path("a\0b"),
        Path("/dev/zero"),
        tmp_path / ("x" * 400),
    ):
        with pytest.raises(NoFile) as refused:
            check([path])
        assert len(refused.value.problems) == 1


def test_windows_files_load_the_same(tmp_path: Path) -> None:
    plain, windows = tmp_path / "a" / "trial.toml", tmp_path / "b" / "trial.toml"
    for path in (plain, windows):
        path.parent.mkdir()
    plain.write_bytes(GOOD.encode())
    windows.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert read_scenario(plain) == read_scenario(windows)


def test_bytes_that_are_not_utf8_are_located(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'version = 1\ntitle = "caf\xe9"\n')
    assert [(p.line, p.column) for p in check([path])] == [(2, 13)]


def test_a_map_file_is_read_alone() -> None:
    ground = read_map(shipped_folder("maps") / "hale-ford.toml")
    assert (ground.id, ground.width, ground.depth) == ("hale-ford", 48, 36)


def test_files_are_listed_without_the_slow_libraries() -> None:
    program = (
        "import sys; from kktui.files import Shelf; print(len(Shelf().scenarios()))\n"
        "assert 'kktui.files.schema' not in sys.modules; Shelf().scenario('even-field')\n"
        "assert 'tree_sitter' not in sys.modules"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(answer.stdout) >= len(SCENARIOS)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_shipped_battles_load_in_a_twentieth_of_a_second(path: Path) -> None:
    assert min(_seconds(path) for _ in range(5)) < 0.05


def _seconds(path: Path) -> float:
    started = time.process_time()
    read_scenario(path)
    return time.process_time() - started


@pytest.mark.parametrize("character", ['"', "\\"])
def test_what_is_found_sound_can_be_played_however_it_has_to_be_written_down(tmp_path: Path, character: str) -> None:
    for folder, most in (("scenarios", 254 * 1024), ("maps", 254 * 1024)):
        text = (shipped_folder(folder) / "even-field.toml").read_text("utf-8")
        (tmp_path / folder).mkdir()
        remarks = ("#" + character * 998 + "\n") * ((most - len(text)) // 1000)
        (tmp_path / folder / "even-field.toml").write_text(text + remarks, encoding="utf-8")
    path = tmp_path / "scenarios" / "even-field.toml"
    assert check([path]) == []
    assert parse_scenario(bundle(path), "again").title == "The Even Field"


def test_house_rules_of_a_misspelt_ruleset_are_known_for_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('[knights-sergents]\ncards = "per-side"\n')
    assert "did you mean 'knights-sergeants'" in check([tmp_path / "house.toml"])[0].what


def test_own_scenarios_and_maps_lie_where_games_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KKTUI_HOME", str(tmp_path))
    for kind, name, text in (("scenarios", "trial", with_named_map()), ("maps", "field", FIELD)):
        (tmp_path / kind).mkdir()
        (tmp_path / kind / f"{name}.toml").write_text(text)
    assert Shelf().scenario("trial").title == "The Trial"
    assert "field" in [ident for ident, _, _ in Shelf().maps()]
