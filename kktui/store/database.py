"""The games of one folder, in one SQLite database. A commit returns when it is on the disk."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kktui.engine.codec import pack
from kktui.engine.dice import commitment
from kktui.store.home import home
from kktui.store.names import near, new_name
from kktui.store.record import Header, Record, Step, chained, plainly, step_from
from kktui.store.trouble import Altered, NoGame, StoreTrouble

MARK = 0x6B6B7475
LAYOUT = 1
PRIMARY = 0xFF
"""The part of an error's number that tells its kind."""
BARRED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN})
"""What a folder answers in which nothing may be written."""
TABLES = """
CREATE TABLE game (
    id TEXT PRIMARY KEY, header TEXT NOT NULL, tip TEXT NOT NULL, length INTEGER NOT NULL,
    turn INTEGER NOT NULL, updated TEXT NOT NULL, result TEXT
) STRICT;
CREATE TABLE seed (game TEXT PRIMARY KEY REFERENCES game (id), seed TEXT NOT NULL) STRICT;
CREATE TABLE entry (
    game TEXT NOT NULL REFERENCES game (id), number INTEGER NOT NULL, content TEXT NOT NULL,
    hash TEXT NOT NULL, PRIMARY KEY (game, number)
) STRICT;
"""
_MOVE_ON = "UPDATE game SET tip = ?, length = ?, turn = ?, updated = ?, result = ? WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list of games."""

    id: str
    title: str
    ruleset: str
    seats: Mapping[str, str]
    turn: int
    updated: str
    result: Mapping[str, Any] | None
    scenario: str = ""
    """The scenario as text, which names the sides."""

    @property
    def standing(self) -> str:
        """Where it stands: `before the battle`, `turn 4`, or `over in turn 9: The men of Hale won`."""
        if self.result is None:
            return f"turn {self.turn}" if self.turn else "before the battle"
        winner = self.result.get("winner")
        return f"over in turn {self.turn}: {f'{self.called(winner)} won' if winner else 'a draw'}"

    @property
    def players(self) -> str:
        """Who plays which side: `The men of Hale: human, The Ormeside band: soldier`."""
        return ", ".join(f"{self.called(side)}: {seat}" for side, seat in self.seats.items())

    def called(self, side: str) -> str:
        """A side's name."""
        return _side_names(self.scenario).get(side, side)


@lru_cache(maxsize=64)
def _side_names(scenario: str) -> Mapping[str, str]:
    """Many games are of few scenarios."""
    from kktui.files import side_names

    return side_names(scenario) if scenario else {}


class Store:
    """The database of games in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = home() if folder is None else folder
        self.path = self.folder / "games.db"
        self._base: sqlite3.Connection | None = None
        self.base()

    # The connection.

    def base(self) -> sqlite3.Connection:
        """The open database; opened again after trouble."""
        if self._base is None:
            with self.telling("opened"):
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._base = self._opened()
        return self._base

    def _opened(self) -> sqlite3.Connection:
        fresh = not self.path.exists() or not self.path.stat().st_size
        base = sqlite3.connect(self.path, isolation_level=None, timeout=10)
        try:
            if fresh:
                _begin(base, self.path)
            self._recognise(base)
            base.execute("PRAGMA journal_mode=WAL")
            base.execute("PRAGMA synchronous=FULL")
            base.execute("PRAGMA trusted_schema=OFF")
        except sqlite3.OperationalError as error:
            base.close()
            if fresh or error.sqlite_errorcode & PRIMARY not in BARRED:
                raise
            return self._opened_to_read()
        except BaseException:
            base.close()
            raise
        return base

    def _opened_to_read(self) -> sqlite3.Connection:
        """The database in a folder where nothing may be written: games in it can be seen, not played."""
        pending = self.path.with_name(f"{self.path.name}-wal")
        how = "mode=ro" if pending.exists() and pending.stat().st_size else "immutable=1"
        base = sqlite3.connect(f"{self.path.absolute().as_uri()}?{how}", isolation_level=None, timeout=10, uri=True)
        try:
            self._recognise(base)
            base.execute("PRAGMA trusted_schema=OFF")
        except BaseException:
            base.close()
            raise
        return base

    def _recognise(self, base: sqlite3.Connection) -> None:
        """Refuse what is not ours or is damaged; nothing is ever repaired here."""
        if base.execute("PRAGMA application_id").fetchone()[0] != MARK:
            raise Altered(f"{self.path} is not a database of kktui games; it is left as it is")
        layout = base.execute("PRAGMA user_version").fetchone()[0]
        if layout != LAYOUT:
            raise Altered(f"{self.path} has layout {layout}; this kktui reads layout {LAYOUT}")
        found = base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise Altered(f"{self.path} is damaged ({_first_line(found)}); it is left as it is")

    @contextmanager
    def telling(self, what: str) -> Iterator[None]:
        """Say in a sentence why the database would not do something."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreTrouble(f"the games in {self.path} cannot be {what}: {error}") from None
        except (sqlite3.Error, UnicodeError) as error:
            raise Altered(f"{self.path} is damaged or not a database of games: {error}") from None
        except OSError as error:
            raise StoreTrouble(f"the games in {self.path} cannot be {what}: {error.strerror}") from None

    def close(self) -> None:
        """Let go of the database."""
        if self._base is not None:
            base, self._base = self._base, None
            base.close()

    def backup(self, path: Path) -> None:
        """A whole copy of the games as they are now; they may be played meanwhile."""
        if path.exists():
            raise StoreTrouble(f"{path} exists; a backup goes to a new file")
        try:
            path.touch(mode=0o600)
        except OSError as error:
            raise StoreTrouble(f"{path} cannot be written: {error.strerror}") from None
        with self.telling("backed up"):
            copy = sqlite3.connect(path)
            try:
                self.base().backup(copy)
            finally:
                copy.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it is on the disk when this returns, or none of it."""
        base = self.base()
        with self.telling("written"):
            try:
                base.execute("BEGIN IMMEDIATE")
                yield base
                base.execute("COMMIT")
            except BaseException:
                _roll_back(base)
                raise

    # Games.

    def begin(self, header: Header, seed: str, wanted: str = "") -> str:
        """Write a new game down; its id, which is the one wanted unless a game has it."""
        with self.writing() as base:
            return _insert(base, header, seed, wanted)

    def append(self, name: str, record: Record, step: Step) -> None:
        """Write one more entry of a game down, and only then add it to the record."""
        text, number = step.text(), len(record.entries) + 1
        tip = chained(record.tip, text)
        ended = step.events[-1] if step.events and '"event":"Ended"' in step.events[-1] else None
        with self.writing() as base:
            base.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (name, number, text, tip))
            facts = (tip, number, step.turn, step.at, ended, name, record.tip)
            changed = base.execute(f"{_MOVE_ON} AND tip = ?", facts)
            if changed.rowcount != 1:
                raise Altered(f"game {name} has changed on the disk since it was opened")
        record.add(step)

    def take_in(self, record: Record, seed: str) -> str:
        """Write down a game that comes whole from elsewhere; its id here."""
        tip = record.header.hash()
        with self.writing() as base:
            name = _insert(base, record.header, seed)
            for number, step in enumerate(record.entries, 1):
                tip = chained(tip, step.text())
                base.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (name, number, step.text(), tip))
            facts = (tip, len(record.entries), *_standing(record), name)
            base.execute(_MOVE_ON, facts)
        return name

    def list(self) -> list[Listed]:
        """Every game, the one last played first."""
        with self.telling("listed"):
            rows = self.base().execute(
                "SELECT id, header, turn, updated, result FROM game ORDER BY updated DESC, rowid DESC"
            )
            return [_listed(*row) for row in rows]

    def name_of(self, wanted: str) -> str:
        """The id of a game; "last" is the one last played."""
        games = [each.id for each in self.list()]
        if wanted == "last" and games:
            return games[0]
        if wanted == "last":
            raise StoreTrouble("there is no game yet; 'kktui play' begins one")
        if wanted not in games:
            raise NoGame(wanted[:60], near(wanted, games))
        return wanted

    def read(self, name: str) -> Record:
        """A game as it was written, every hash of it checked."""
        with self.telling("read"):
            base = self.base()
            row = "SELECT header, tip, length, turn, updated, result FROM game WHERE id = ?"
            held = base.execute(row, (name,)).fetchone()
            query = "SELECT number, content, hash FROM entry WHERE game = ? ORDER BY number"
            rows = base.execute(query, (name,)).fetchall()
        if held is None:
            raise NoGame(name)
        header = header_from(held[0])
        record = Record(header)
        for number, content, hashed in rows:
            _add(name, record, number, content)
            if record.tip != hashed:
                raise Altered(f"game {name} was altered: entry {number} does not fit its hash")
        if (record.tip, len(rows), *_standing(record)) != held[1:]:
            raise Altered(f"game {name} was altered: its last entries or its header are not those written")
        return record

    def seed(self, name: str, header: Header) -> str:
        """The seed of a game, which fits its commitment."""
        with self.telling("read"):
            row = self.base().execute("SELECT seed FROM seed WHERE game = ?", (name,)).fetchone()
        if row is None or commitment(row[0]) != header.commitment:
            raise Altered(f"game {name} was altered: its seed is not the one it was committed to")
        return str(row[0])


def header_from(text: str) -> Header:
    """A header read back."""
    try:
        facts = json.loads(text)
        return Header(**{**facts, "words": tuple(facts["words"])})
    except (ValueError, KeyError, TypeError):
        raise Altered("the header of the game is not as kktui writes it") from None


def _standing(record: Record) -> tuple[int, str, str | None]:
    """The turn, the time of the last entry and the result, as the list of games shows them."""
    ended = record.events[-1] if record.result is not None else None
    if not record.entries:
        return 0, record.header.created, None
    return record.entries[-1].turn, record.entries[-1].at, ended


def _add(name: str, record: Record, number: int, content: str) -> None:
    if number != len(record.entries) + 1:
        raise Altered(f"game {name} was altered: entry {len(record.entries) + 1} is missing")
    try:
        record.add(step_from(json.loads(content)))
    except ValueError:
        raise Altered(f"game {name} was altered: entry {number} cannot be read") from None


def _listed(name: str, header: str, turn: int, updated: str, result: str | None) -> Listed:
    facts = header_from(header)
    try:
        ended = json.loads(result) if result else None
    except ValueError:
        raise Altered(f"game {name} was altered: its result cannot be read") from None
    return Listed(name, facts.title, facts.ruleset, facts.seats, turn, updated, ended, facts.scenario)


def _begin(base: sqlite3.Connection, path: Path) -> None:
    """A new database, for its owner alone."""
    path.chmod(0o600)
    base.execute("PRAGMA journal_mode=WAL")
    script = f"BEGIN IMMEDIATE; {TABLES} PRAGMA application_id={MARK}; PRAGMA user_version={LAYOUT}; COMMIT;"
    try:
        base.executescript(script)
    except sqlite3.OperationalError as error:
        if "already exists" not in str(error):
            raise
        _roll_back(base)


def _roll_back(base: sqlite3.Connection) -> None:
    try:
        if base.in_transaction:
            base.execute("ROLLBACK")
    except sqlite3.Error:
        return


def _insert(base: sqlite3.Connection, header: Header, seed: str, wanted: str = "") -> str:
    """Write the head of a game, and its seed apart from it."""
    name = wanted if wanted and not _known(base, wanted) else new_name(lambda name: _known(base, name))
    row = (name, plainly(pack(header)), header.hash(), 0, 0, header.created, None)
    base.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    base.execute("INSERT INTO seed VALUES (?, ?)", (name, seed))
    return name


def _known(base: sqlite3.Connection, name: str) -> bool:
    return base.execute("SELECT 1 FROM game WHERE id = ?", (name,)).fetchone() is not None


def _first_line(text: object) -> str:
    return str(text).splitlines()[0][:120]
