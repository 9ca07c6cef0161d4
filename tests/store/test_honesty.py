"""An altered, damaged or forged game is never taken for the one that was played."""

import math
import random
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from kktui.engine.ask import Answer
from kktui.files import Broken
from kktui.rules import PACKAGES
from kktui.store import Altered, Keeper, Start, Store, StoreTrouble
from kktui.store.carry import _header, exported, imported, read_file
from kktui.store.keeper import rebuilt, setup_of
from kktui.store.proof import prove
from kktui.store.record import Record, Step, step_from
from kktui.store.shown import shown
from tests.store.battles import ALONE, NOBODY, answer_one, begin, play_out, short_battle

SEED = "honest"
LUCKY = "2"
"""With it a lot is drawn in a short battle of Camelot."""
VERIFIER = Path(__file__).resolve().parent.parent.parent / "docs" / "verify.py"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Keeper:
    keeper = begin(tmp_path_factory.mktemp("played"), NOBODY, SEED)
    play_out(keeper)
    keeper.store.close()
    return keeper


@pytest.fixture(scope="module")
def file(played: Keeper) -> Path:
    path = played.store.folder / "battle.toml"
    path.write_text(exported(played.store, played.id), encoding="utf-8")
    played.store.close()
    return path


def test_an_honest_game_is_verified(played: Keeper) -> None:
    proof = prove(played.record, SEED)
    assert proof.finished
    assert proof.counts["roll"] > 10
    assert sum(proof.counts.values()) == len(played.record.answers)
    assert len(proof.compared) == len(played.record.digests)


def test_a_running_game_with_something_taken_back_is_verified(tmp_path: Path) -> None:
    keeper = begin(tmp_path, ALONE, SEED)
    keeper.advance()
    answer_one(keeper)
    assert keeper.undo("red") is None
    answer_one(keeper)
    assert not prove(keeper.record, SEED).finished


def test_another_seed_is_not_the_one_committed_to(played: Keeper) -> None:
    with pytest.raises(Altered, match="not the one committed to"):
        prove(played.record, "another")


def forged(record: Record, change: Callable[[Answer], Any], kind: str) -> Record:
    """The game with one answer changed and every hash made to fit again."""
    entries = list(record.entries)
    for at, step in enumerate(entries):
        for number, given in enumerate(step.answers):
            if given[0] == kind and (value := change(Answer(*given))) is not None:
                answers = [*step.answers]
                answers[number] = (*given[:3], value)
                entries[at] = replace(step, answers=tuple(answers))
                return Record(record.header, entries)
    raise AssertionError(f"no {kind} to change")


def lucky(given: Answer) -> Any:
    return [face % 6 + 1 for face in given.value]


def elsewhere(given: Answer) -> Any:
    if "end" not in given.value or not given.value["length"]:
        return None
    x, y, facing = given.value["end"]
    return {**given.value, "end": [x + 1, y, facing], "path": [*given.value["path"][:-1], [x + 1, y]]}


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        ("roll", lucky, "the seed gives"),
        ("draw", lambda given: "red-bows" if given.value != "red-bows" else None, "the seed gives"),
        ("choose", lambda given: "win at once", "against the rules"),
        ("place", elsewhere, "against the rules|the rules make it|touch"),
        ("place", lambda given: {"path": 3}, "cannot be read"),
    ],
)
def test_a_forged_answer_is_found_though_every_hash_fits(
    played: Keeper, kind: str, change: Callable[[Answer], Any], reason: str
) -> None:
    with pytest.raises(Altered, match=reason):
        prove(forged(played.record, change, kind), SEED)


def test_forged_events_do_not_fit_the_battle_played_again(played: Keeper) -> None:
    def kinder(step: Step) -> Step:
        return replace(step, events=tuple(each.replace('"blue-', '"red-') for each in step.events))

    record = Record(played.record.header, [kinder(step) for step in played.record.entries])
    with pytest.raises(Altered, match="digest"):
        prove(record, SEED)


def test_a_game_cut_short_in_the_database_is_noticed(played: Keeper, tmp_path: Path) -> None:
    shutil.copy(played.store.path, tmp_path / "games.db")
    store = Store(tmp_path)
    store.base().execute("DELETE FROM entry WHERE number > 20")
    with pytest.raises(Altered, match="not those written"):
        Keeper.open(store, played.id)
    store.base().execute("DELETE FROM entry WHERE number = 7")
    with pytest.raises(Altered, match="missing"):
        Keeper.open(store, played.id)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ('UPDATE entry SET content = replace(content, \'"digest":"\', \'"digest":"0\') WHERE number = 5', "hash"),
        ("UPDATE game SET header = replace(header, '\"soldier\"', '\"random\"')", "hash|header"),
        ("UPDATE game SET result = replace(result, 'winner', 'wanner')", "not those written"),
        ("UPDATE seed SET seed = 'mine'", "its seed is not the one"),
        ("DELETE FROM seed", "its seed is not the one"),
        ("UPDATE entry SET content = 'nothing' WHERE number = 5", "cannot be read"),
    ],
)
def test_a_game_altered_in_the_database_is_refused(played: Keeper, tmp_path: Path, change: str, reason: str) -> None:
    shutil.copy(played.store.path, tmp_path / "games.db")
    store = Store(tmp_path)
    store.base().execute(change)
    with pytest.raises(Altered, match=reason):
        Keeper.open(store, played.id)


def taken_in(folder: Path, wanted: str, raw: bytes) -> tuple[str, str, str] | None:
    """What a database of these bytes holds; None when it is refused."""
    folder.mkdir()
    (folder / "games.db").write_bytes(raw)
    try:
        store = Store(folder)
        record = store.read(store.name_of(wanted))
        seed = store.seed(wanted, record.header)
        return record.tip, seed, str(store.list())
    except StoreTrouble:
        return None
    finally:
        shutil.rmtree(folder)


def test_no_flipped_bit_of_a_database_passes_for_the_game(played: Keeper, tmp_path: Path) -> None:
    raw = played.store.path.read_bytes()
    honest = taken_in(tmp_path / "copy", played.id, raw)
    luck, refused = random.Random(4), 0
    for _ in range(150):
        flipped = bytearray(raw)
        flipped[luck.randrange(len(raw))] ^= 1 << luck.randrange(8)
        found = taken_in(tmp_path / "copy", played.id, bytes(flipped))
        assert found in (None, honest)
        refused += found is None
    assert refused > 50


def test_no_shortened_database_passes_for_the_game(played: Keeper, tmp_path: Path) -> None:
    raw = played.store.path.read_bytes()
    luck = random.Random(5)
    for length in [1, 50, 100, 4096, len(raw) - 1, *(luck.randrange(len(raw)) for _ in range(30))]:
        assert taken_in(tmp_path / "copy", played.id, raw[:length]) is None, length


def test_no_flipped_bit_of_a_file_passes_for_the_game(file: Path, played: Keeper, tmp_path: Path) -> None:
    raw, copy = file.read_bytes(), tmp_path / "copy.toml"
    luck, refused = random.Random(6), 0
    for _ in range(40):
        flipped = bytearray(raw)
        flipped[luck.randrange(len(raw))] ^= 1 << luck.randrange(8)
        copy.write_bytes(flipped)
        try:
            found = read_file(copy)
        except (StoreTrouble, Broken):
            refused += 1
            continue
        assert found.record.tip == played.record.tip
        if found.seed != SEED:
            with pytest.raises(Altered):
                prove(found.record, found.seed)
    assert refused > 30


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("kept = [\n", "kept = [\n    0,\n"),
        ("steps = 1\n", "steps = 1.0\n"),
        ("turn = 0\n", "turn = 0\nnote = 1\n"),
        ("redacted = false\n", "redacted = false\nwinner = 'red'\n"),
    ],
)
def test_a_file_that_says_more_than_its_game_is_refused(file: Path, tmp_path: Path, was: str, becomes: str) -> None:
    text = file.read_text("utf-8")
    before, found, after = text.partition(was)
    assert found
    (tmp_path / "more.toml").write_text(before + becomes + after, encoding="utf-8")
    with pytest.raises(Altered):
        read_file(tmp_path / "more.toml")


def test_a_shortened_file_is_refused(file: Path, tmp_path: Path) -> None:
    raw, copy = file.read_bytes(), tmp_path / "copy.toml"
    for part in range(1, 20):
        copy.write_bytes(raw[: len(raw) * part // 20])
        with pytest.raises((StoreTrouble, Broken)):
            imported(Store(tmp_path), copy)
    assert Store(tmp_path).list() == []


def test_a_game_goes_out_and_comes_in_as_the_same_game(file: Path, played: Keeper, tmp_path: Path) -> None:
    store = Store(tmp_path)
    name = imported(store, file)
    record = store.read(name)
    assert record.tip == played.record.tip
    game = rebuilt(setup_of(record.header, store.seed(name, record.header)), record)
    assert game.digest() == played.game.digest()
    assert exported(store, name) == file.read_text("utf-8")


def test_a_running_game_goes_out_without_its_secrets(tmp_path: Path) -> None:
    keeper = begin(tmp_path, ALONE, "the-secret-seed")
    keeper.advance()
    answer_one(keeper)
    keeper.advance()
    text = exported(keeper.store, keeper.id)
    assert "the-secret-seed" not in text
    assert "answers" not in text
    (tmp_path / "running.toml").write_text(text, encoding="utf-8")
    found = read_file(tmp_path / "running.toml")
    assert found.redacted
    assert len(found.record.events) == len(keeper.game.state.log)
    with pytest.raises(StoreTrouble, match="replayed but not imported"):
        imported(keeper.store, tmp_path / "running.toml")


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    huge = tmp_path / "huge.toml"
    with huge.open("wb") as out:
        out.truncate(33 * 1024 * 1024)
    with pytest.raises(Broken, match="larger than 32 MB"):
        read_file(huge)


def test_a_bomb_of_dotted_keys_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.toml"
    bomb.write_text(".".join(["a"] * 40_000) + " = 1\n")
    with pytest.raises(Broken, match="key has more than"):
        read_file(bomb)


def rewritten(file: Path, path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The file with something changed, its chain made to fit again where it still can be."""
    data = tomllib.loads(file.read_text("utf-8"))
    change(data)
    with suppress(Exception):
        data["chain"] = Record(_header(path, data), [step_from(entry) for entry in data["entry"]]).tip
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    return path


def answered(data: dict[str, Any]) -> dict[str, Any]:
    return next(entry for entry in data["entry"] if "answers" in entry)


FOREIGN: dict[str, Callable[[dict[str, Any]], None]] = {
    "an endless number": lambda data: data["entry"][3].update(turn=math.inf),
    "no number": lambda data: answered(data)["answers"][0].__setitem__(3, math.nan),
    "a date": lambda data: answered(data)["answers"][0].__setitem__(3, date(1415, 10, 25)),
    "an event of brackets": lambda data: data["entry"][0].update(events=["[" * 5000]),
    "a last event of brackets": lambda data: data["entry"][-1].update(events=["[" * 5000]),
    "held brackets": lambda data: data["entry"][-1].update(held="[" * 5000),
    "house rules of dates": lambda data: data["house"].update(cards=date(1415, 10, 25)),
    "a scenario of words": lambda data: data.update(scenario="by my troth"),
    "a scenario of dotted keys": lambda data: data.update(scenario=".".join("a" * 100_000) + " = 1"),
    "a die that shows a title": lambda data: answered(data)["answers"][0].__setitem__(3, "\x1b]0;x\x07" * 900),
    "a seat of a title": lambda data: data["seats"].update(red="human\x1b]0;x\x07"),
    "a third seat": lambda data: data["seats"].update(green="human"),
    "no seats": lambda data: data["seats"].clear(),
    "a time of a title": lambda data: data["entry"][-1].update(at="\x1b]0;x\x07"),
    "a beginning of a title": lambda data: data.update(created="\x1b]0;x\x07"),
    "a turn that nobody lives to see": lambda data: data["entry"][-1].update(turn=10**30),
    "a turn before the first": lambda data: data["entry"][-1].update(turn=-1),
    "a ruleset of a title": lambda data: data.update(ruleset="\x1b]0;x\x07" * 900),
}


@pytest.mark.parametrize("change", FOREIGN.values(), ids=FOREIGN)
def test_what_no_game_holds_is_refused_in_one_sentence(
    file: Path, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    path = rewritten(file, tmp_path / "foreign.toml", change)
    started = time.process_time()
    with pytest.raises((StoreTrouble, Broken)) as refusal:
        imported(Store(tmp_path), path)
    assert time.process_time() - started < 2
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) <= 600


@pytest.mark.parametrize("value", ['"1"', "NaN", "[1]", "null", "1.5"])
def test_a_running_game_whose_events_tell_nothing_that_can_be_is_not_shown(tmp_path: Path, value: str) -> None:
    keeper = begin(tmp_path, ALONE, SEED)
    keeper.advance()
    path = tmp_path / "running.toml"
    path.write_text(exported(keeper.store, keeper.id), encoding="utf-8")
    forged = f'{{"event":"PhaseBegan","index":{value},"name":"Melee"}}'
    rewritten(path, path, lambda data: data["entry"][-1]["events"].append(forged))
    found = read_file(path)
    with pytest.raises(StoreTrouble, match="cannot be shown: event"):
        shown("running", found.record, found.seed)


def independent(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(VERIFIER), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_independent_verifier_agrees(file: Path, played: Keeper, tmp_path: Path) -> None:
    honest = independent(file)
    rolls = sum(given.kind == "roll" for given in played.record.answers)
    draws = sum(given.kind == "draw" for given in played.record.answers)
    assert honest.returncode == 0, honest.stderr
    assert f"{rolls} rolls and {draws} draws" in honest.stdout
    other = tmp_path / "other.toml"
    other.write_text(file.read_text("utf-8").replace('seed = "honest"', 'seed = "honesty"'), encoding="utf-8")
    assert "not the one" in independent(other).stderr


@pytest.mark.parametrize("rules", PACKAGES)
def test_the_independent_verifier_knows_the_dice_cards_and_lots_of_every_ruleset(tmp_path: Path, rules: str) -> None:
    keeper = Keeper.create(
        Store(tmp_path), Start(short_battle(3), rules, seed=LUCKY), {"red": "random", "blue": "random"}
    )
    play_out(keeper)
    drawn = sum(given.kind == "draw" for given in keeper.record.answers)
    assert (drawn > 0) == (rules in ("camelot", "knights-sergeants"))
    path = tmp_path / "battle.toml"
    path.write_text(exported(keeper.store, keeper.id), encoding="utf-8")
    found = independent(path)
    assert found.returncode == 0, found.stderr
    assert f"and {drawn} draws come from it" in found.stdout


@pytest.mark.parametrize("end", [Keeper.agree_on_draw, lambda keeper: keeper.resign("red")], ids=("draw", "resigned"))
def test_the_independent_verifier_reads_a_battle_that_was_broken_off(
    tmp_path: Path, end: Callable[[Keeper], None]
) -> None:
    keeper = begin(tmp_path, ALONE, SEED)
    keeper.advance()
    answer_one(keeper)
    keeper.advance()
    assert end(keeper) is None
    path = tmp_path / "battle.toml"
    path.write_text(exported(keeper.store, keeper.id), encoding="utf-8")
    found = independent(path)
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize(("kind", "value"), [("roll", [0]), ("draw", "nobody")])
def test_the_independent_verifier_finds_a_changed_die_or_card(
    file: Path, tmp_path: Path, kind: str, value: Any
) -> None:
    data = tomllib.loads(file.read_text("utf-8"))
    next(given for step in data["entry"] for given in step.get("answers", []) if given[0] == kind)[3] = value
    (tmp_path / "changed.toml").write_text(tomli_w.dumps(data), encoding="utf-8")
    found = independent(tmp_path / "changed.toml")
    assert found.returncode == 1
    assert "the seed gives" in found.stderr


def test_the_independent_verifier_is_short() -> None:
    assert len(VERIFIER.read_text("utf-8").splitlines()) <= 100
