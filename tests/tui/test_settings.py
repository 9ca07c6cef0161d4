"""The player's own TOML file: read, faults told with their place, written."""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from kktui.tui import settings
from kktui.tui.keys import faults
from kktui.tui.settings import Config, Settings, load, save, speaks_unicode


def config(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "config.toml"
    path.write_text(text, "utf-8")
    return load(path)


def test_without_a_file_everything_is_at_its_default(tmp_path: Path) -> None:
    assert load(tmp_path / "config.toml") == Config(tmp_path / "config.toml")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "config.toml"
    chosen = Settings("contrast", "ascii", "off", confirm=False, mouse=False, keymap={"battle.undo": "u,ctrl+z"})
    chosen = replace(chosen, house={"knights-sergeants": {"cards": "per-side", "declared-rider": -2}})
    save(Config(path, chosen))
    assert load(path) == Config(path, chosen)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('theme = "dsuk"\n', 1, "did you mean 'dusk'"),
        ('\nglyphs = "emoji"\n', 2, "allowed: auto, unicode, ascii"),
        ("speed = 3\n", 1, "allowed: off, fast, normal, slow"),
        ('mouse = "yes"\n', 1, "true or false"),
        ('confirm = true\nthem = "dusk"\n', 2, "did you mean 'theme'"),
        ("[keymap]\nundo = 3\n", 2, "text in quotes"),
        ("keymap = 3\n", 1, "a table"),
        ("[house.knight-sergeants]\n", 1, "did you mean 'knights-sergeants'"),
        ("theme = \n", 1, "not valid TOML"),
        ("a" * 50 + " = 1\n", 1, "longer than"),
    ],
)
def test_a_fault_is_told_with_its_place_and_the_rest_is_used(tmp_path: Path, text: str, line: int, says: str) -> None:
    found = config(tmp_path, text)
    assert found.settings == Settings()
    assert [problem.line for problem in found.problems] == [line]
    assert says in str(found.problems[0])
    assert str(found.problems[0]).startswith(str(tmp_path / "config.toml"))


def test_one_fault_does_not_take_the_other_settings_away(tmp_path: Path) -> None:
    found = config(tmp_path, 'theme = "mono"\nspeed = "hasty"\nmouse = false\n')
    assert (found.settings.theme, found.settings.speed, found.settings.mouse) == ("mono", "normal", False)
    assert len(found.problems) == 1


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00", b"\x00" * 100, b"theme = '" + b"x" * 300_000])
def test_bytes_that_are_no_settings_are_refused_in_a_sentence(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(raw)
    found = load(path)
    assert found.settings == Settings()
    assert len(found.problems) == 1


def test_saving_over_a_faulty_file_keeps_it_beside(tmp_path: Path) -> None:
    found = config(tmp_path, 'speed = "hasty" # mine\n')
    save(found.changed(theme="mono"))
    assert load(found.path).settings.theme == "mono"
    assert "# mine" in (tmp_path / "config.toml.faulty").read_text()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be written" in save(Config(tmp_path / "file" / "config.toml"))


def test_the_file_lies_in_the_home_that_is_named(tmp_path: Path) -> None:
    assert settings.config_path({"KKTUI_HOME": str(tmp_path)}) == tmp_path / "config.toml"
    assert settings.config_path({}).name == "config.toml"


@pytest.mark.parametrize(("value", "theme"), [(None, "dusk"), ("", "dusk"), ("1", "mono")])
def test_no_color_counts_when_it_is_not_empty(value: str | None, theme: str) -> None:
    environ = {} if value is None else {"NO_COLOR": value}
    assert Settings().theme_in(environ) == theme


@pytest.mark.parametrize(
    ("environ", "unicode"),
    [
        ({"LANG": "de_DE.UTF-8", "TERM": "xterm"}, True),
        ({"LANG": "C", "TERM": "xterm"}, False),
        ({"LANG": "C.UTF-8", "TERM": "linux"}, False),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, False),
        ({}, False),
    ],
)
def test_glyphs_beyond_ascii_only_where_they_show(environ: dict[str, str], unicode: bool) -> None:
    assert speaks_unicode(environ) is unicode
    assert Settings(glyphs="unicode").unicode(environ)
    assert not Settings(glyphs="ascii").unicode(environ)


MANUAL = (Path(__file__).resolve().parents[2] / "docs" / "options.md").read_text("utf-8")


def test_the_manual_names_every_setting_and_every_word_for_one() -> None:
    words = [word for allowed in settings.WORDS.values() for word in allowed]
    assert [word for word in words if f"`{word}`" not in MANUAL] == []
    assert [each.name for each in fields(Settings) if f"| `{each.name}" not in MANUAL.replace("`[", "`")] == []


def test_the_example_of_the_manual_has_no_fault(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", MANUAL, re.DOTALL)
    assert example is not None
    found = config(tmp_path, example[1])
    assert found.problems == ()
    assert faults(found.settings.keymap) == []


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[house.argad]\nnope = 1\n", 2, "has no ruling 'nope'"),
        ('[house.camelot]\nscale = "x"\n', 2, "scale = x does not fit"),
        ("[house.knights-sergeants.chart.morale-class]\npeasant = 'x'\n", 2, "must be a whole number"),
    ],
)
def test_house_rulings_that_do_not_fit_are_told_and_left_out(tmp_path: Path, text: str, line: int, said: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f"{text}[house.schiltron]\ninitiative = 'cards'\n")
    config = settings.load(path)
    assert [(problem.line, said in problem.what) for problem in config.problems] == [(line, True)]
    assert config.settings.house == {"schiltron": {"initiative": "cards"}}
