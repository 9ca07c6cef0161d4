"""Keeps one game: what it acknowledges is on the disk, and what is not on the disk has not happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from secrets import token_hex
from typing import Any

from kktui import __version__
from kktui.engine.ask import Drift
from kktui.engine.codec import pack
from kktui.engine.dice import commitment
from kktui.engine.events import to_json
from kktui.engine.game import Game, Player, Setup
from kktui.engine.requests import Refusal
from kktui.engine.rulebook import Unfit
from kktui.engine.scenario import Scenario
from kktui.store.database import Store
from kktui.store.lock import Lock
from kktui.store.record import HUMAN, Header, Record, Step, packed, plainly
from kktui.store.trouble import MISSHAPEN, Altered, Outgrown, StoreTrouble


@dataclass(frozen=True, slots=True)
class Start:
    """What a new game is to be: a scenario as one text, a ruleset, house rules, a seed or none."""

    scenario: str
    ruleset: str
    house: Mapping[str, Any] = field(default_factory=dict)
    seed: str = ""
    words: tuple[str, ...] = ()
    name: str = ""
    """Its id, if no game has that yet; one is drawn otherwise."""


class Keeper:
    """One game in play, held for this process alone. Look at `game`; change it only through the keeper."""

    def __init__(self, store: Store, name: str) -> None:
        """Take up a game that is in the store: see `open` and `create`."""
        self.store = store
        self.id = name
        self._lock = Lock(store.folder, name)
        self._stale = False
        try:
            self._read()
        except BaseException:
            self._lock.release()
            raise

    @classmethod
    def create(cls, store: Store, start: Start, seats: Mapping[str, str]) -> Keeper:
        """Begin a game; `seats` names "human" or a computer player's level for each side."""
        seed = start.seed or token_hex(16)
        header, _ = begun(start, seed, seats)
        return cls(store, store.begin(header, seed, start.name))

    @classmethod
    def branch(cls, store: Store, record: Record, seed: str, answers: int, seats: Mapping[str, str]) -> Keeper:
        """A new game that begins as another did, with its first answers and its dice; then `seats` decide."""
        old = record.header
        keeper = cls.create(store, Start(old.scenario, old.ruleset, old.house, seed, old.words), seats)
        keeper.game = Game(keeper._setup, keeper.game.players, record.answers[:answers])
        while keeper.game.catching_up and keeper.step():
            pass
        return keeper

    @classmethod
    def open(cls, store: Store, name: str) -> Keeper:
        """Take up a game again; "last" is the one last played."""
        return cls(store, store.name_of(name))

    def _read(self) -> None:
        self.record = self.store.read(self.id)
        self.header = self.record.header
        self._setup = setup_of(self.header, self.store.seed(self.id, self.header))
        self._rebuild()

    def _rebuild(self) -> None:
        """The battle as it was written down, and no further."""
        self.game = rebuilt(self._setup, self.record)
        self._written = len(self.game.answers), len(self.game.state.log)

    @property
    def humans(self) -> tuple[str, ...]:
        """The sides somebody plays."""
        return tuple(side for side, seat in self.header.seats.items() if seat == HUMAN)

    # Playing.

    def advance(self) -> None:
        """Go on until somebody must decide, or the battle is over."""
        while self.step():
            pass

    def step(self) -> bool:
        """Take one step and write it down; False when the battle waits for somebody or is over."""
        self._mend()
        if self.game.over or self.game.pending:
            return False
        turn = self.game.state.turn
        with _Unbroken(self):
            went = self.game.step()
        self._write(turn)
        return went

    def answer(self, side: str, value: Any) -> Refusal | None:
        """Take an answer. None means it is taken and on the disk; a refusal changes nothing."""
        self._mend()
        turn = self.game.state.turn
        with _Unbroken(self):
            refused = self.game.answer(side, value)
        if refused is None:
            self._write(turn)
        return refused

    def stand_in(self, side: str, level: str) -> None:
        """A computer player answers for a side whose player is away, beginning with what is asked now."""
        self._mend()
        turn = self.game.state.turn
        self.game.players.update(players_of({side: level}))
        if side in self.game.pending:
            with _Unbroken(self):
                self.game.take(side, self.game.choose_for(self.game.pending[side]))
            self._write(turn)

    def stand_aside(self, side: str) -> None:
        """The player is back and answers from now on."""
        if self.header.seats[side] == HUMAN:
            self.game.players.pop(side, None)

    def undo(self, side: str) -> Refusal | None:
        """Take back the side's last choice, if the dice, the cards and the others have not spoken since."""
        return self._back(lambda game: game.undo(side))

    def take_back(self, side: str) -> None:
        """Take back the side's last choice whatever came since: the others have agreed."""
        self._back(lambda game: game.go_back(side))

    def _back(self, go: Callable[[Game], Refusal | None]) -> Refusal | None:
        self._mend()
        before, events = list(self.game.answers), [entry.event for entry in self.game.state.log]
        with _Unbroken(self):
            refused = go(self.game)
        if refused is None:
            after = [entry.event for entry in self.game.state.log]
            self._written = _common(before, self.game.answers), _common(events, after)
            self._write(self.game.state.turn)
        return refused

    def resign(self, side: str) -> Refusal | None:
        """A side gives the battle up."""
        return self._end(lambda game: game.resign(side))

    def agree_on_draw(self) -> Refusal | None:
        """All sides agree that nobody wins."""
        return self._end(Game.agree_on_draw)

    def _end(self, end: Callable[[Game], Refusal | None]) -> Refusal | None:
        self._mend()
        with _Unbroken(self):
            refused = end(self.game)
        if refused is None:
            self._write(self.game.state.turn)
        return refused

    def close(self) -> None:
        """Put the game away; everything acknowledged is on the disk already."""
        self._lock.release()

    # Writing.

    def _write(self, turn: int) -> None:
        answers, events = self._written
        game, log = self.game, self.game.state.log
        step = Step(
            at=now(),
            turn=turn,
            kept=self._written,
            answers=packed(game.answers[answers : game.gone_through]),
            events=tuple(plainly(to_json(entry.event)) for entry in log[events:]),
            steps=game.steps,
            waiting=bool(game.pending),
            held={side: pack(value) for side, value in game.held.items() if side in self.humans},
            digest=game.digest(),
        )
        try:
            self.store.append(self.id, self.record, step)
        except BaseException as trouble:
            self._fall_back(trouble)
            raise
        self._written = game.gone_through, len(log)

    def _fall_back(self, trouble: BaseException) -> None:
        """What could not be written has not happened; whether it was is for the disk to say when it can."""
        self._stale = True
        self.store.close()
        if isinstance(trouble, StoreTrouble):
            self._rebuild()

    def _mend(self) -> None:
        """After trouble: go on from what is on the disk."""
        if self._stale:
            self._read()
            self._stale = False


class _Unbroken:
    """A battle broken off half-way through a step is put back to what is on the disk."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._keeper._stale = True


def now() -> str:
    """The time as it is written down."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def begun(start: Start, seed: str, seats: Mapping[str, str]) -> tuple[Header, Setup]:
    """The header of a new game, and all that decides the battle but its answers."""
    setup = _setup(start, seed)
    sides = [party.id for party in setup.scenario.parties]
    if sorted(seats) != sorted(sides):
        raise ValueError(f"seats are for {', '.join(sides)}")
    header = Header(
        title=setup.scenario.title,
        scenario=start.scenario,
        ruleset=start.ruleset,
        version=__version__,
        house=dict(start.house),
        words=start.words,
        commitment=commitment(seed),
        seats={side: seats[side] for side in sides},
        created=now(),
    )
    return header, setup


def setup_of(header: Header, seed: str) -> Setup:
    """The battle that a header and its seed describe."""
    from kktui.files import Broken

    try:
        return _setup(Start(header.scenario, header.ruleset, header.house, seed, header.words), seed)
    except (Broken, Unfit) as error:
        why = str(error).partition("\n")[0]
        raise Outgrown(f"this game of kktui {header.version} no longer fits the rules: {why}") from None


def _setup(start: Start, seed: str) -> Setup:
    from kktui.rules import PACKAGES, ruleset

    if start.ruleset not in PACKAGES:
        raise Outgrown(f"this kktui does not know the ruleset {start.ruleset!r}")
    rules = ruleset(start.ruleset)
    scenario = scenario_of(start.scenario)
    book = rules.book.with_house_rules(scenario.rulings.get(rules.id, {})).with_house_rules(start.house)
    return Setup(rules, scenario, book, seed, start.words)


@lru_cache(maxsize=8)
def scenario_of(text: str) -> Scenario:
    """A scenario never changes, so its text is read once: for the offer, the battle and all the battles of a series."""
    from kktui.files import parse_scenario

    return parse_scenario(text, "scenario")


def players_of(seats: Mapping[str, str]) -> dict[str, Player]:
    """The computer players of a game."""
    from kktui.players import LEVELS

    levels: Mapping[str, Any] = LEVELS
    try:
        return {side: levels[seat] for side, seat in seats.items() if seat != HUMAN}
    except KeyError as error:
        raise Outgrown(f"this kktui has no computer player {error}") from None


def rebuilt(setup: Setup, record: Record) -> Game:
    """The battle again from what was written, every digest compared."""
    game = Game(setup, players_of(record.header.seats), record.answers)
    try:
        while game.steps < record.steps and game.step():
            _compare(game, record)
        if record.waiting or game.catching_up:
            game.step()
            game.hold(record.held)
    except (Drift, AssertionError, *MISSHAPEN) as error:
        raise _changed(record, str(error)) from None
    if game.over and game.catching_up:
        raise _changed(record, "answers are left over after its end")
    if len(game.state.log) != len(record.events) or bool(game.pending) != record.waiting:
        raise _changed(record, f"it comes to {len(game.state.log)} events instead of {len(record.events)}")
    _compare(game, record)
    return game


def _compare(game: Game, record: Record) -> None:
    count = len(game.state.log)
    if game.digest() != record.digests.get(count, game.digest()):
        raise _changed(record, f"the battle differs within its first {count} events")


def _changed(record: Record, why: str) -> StoreTrouble:
    """The same sentence for a forged game and for one of other rules tells them apart by the version."""
    if record.header.version != __version__:
        return Outgrown(
            f"this game was begun with kktui {record.header.version} and the rules have changed since "
            f"({why}); it can be replayed but not played on"
        )
    return Altered(f"this game does not come out as it was written: {why}")


def _common(before: list[Any], after: list[Any]) -> int:
    """How many of the first items are the same."""
    count = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        count += 1
    return count
