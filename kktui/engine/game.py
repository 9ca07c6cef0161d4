"""A game: a battle and whoever answers its questions. It only advances, answers and undoes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from kktui.engine.ask import Answer, BrokenOff, Drift, Waiting
from kktui.engine.asking import Asking, Mark, Taken, recall
from kktui.engine.check import settle
from kktui.engine.dice import Luck, commitment, key_of
from kktui.engine.events import Ended, to_json
from kktui.engine.requests import Move, Plan, Refusal, Request
from kktui.engine.rulebook import Rulebook
from kktui.engine.ruleset import Ruleset
from kktui.engine.scenario import Scenario
from kktui.engine.state import AnyState, Snapshot
from kktui.engine.turn import take_step
from kktui.engine.view import View

RESIGNED, AGREED = "resigned", "agreed"
FAR = 256
"""Answers still to be gone through before a step is thought to be the one that waits."""


class Player(Protocol):
    """Somebody who answers at once: a computer player, a script."""

    def answer(self, rules: Ruleset, state: AnyState, request: Request, luck: Luck) -> Any:
        """An answer, as JSON, to a request put to the side that sees this state."""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that decides a battle but its answers."""

    rules: Ruleset
    scenario: Scenario
    book: Rulebook
    seed: str
    words: tuple[str, ...] = ()
    """Words the players added to the seed."""
    committed: str = ""
    """The commitment, where the seed itself is not to be known yet."""

    @property
    def commitment(self) -> str:
        """What is shown of the seed before turn 1."""
        return self.committed or commitment(self.seed)


class Outset(NamedTuple):
    """How a step began, to come back to when it has to wait for somebody."""

    state: Snapshot
    asked: Mark


class Game:
    """One battle in progress.

    `players` answer for their sides at once; a side without a player is waited for (`pending`).
    """

    def __init__(self, setup: Setup, players: Mapping[str, Player], answers: Sequence[Answer] = ()) -> None:
        self.setup = setup
        self.players = dict(players)
        self.key = key_of(setup.seed, setup.words)
        self._begin(answers)

    def _begin(self, answers: Sequence[Answer]) -> None:
        self.state: AnyState = self.setup.rules.muster(self.setup.scenario, self.setup.book)
        self.answers: list[Answer] = list(answers)
        self.steps = 0
        self.pending: dict[str, Request] = {}
        self.held: dict[str, Any] = {}
        """Answers given face down while another side still thinks."""
        self._ask = Asking(self)
        self.taken: list[Taken] = []
        """When each answer was taken."""
        self._together: tuple[Request, ...] = ()
        self._digest = b""
        self._digested = 0
        self._views: dict[str, View] = {}
        if any(unit.hidden for unit in self.state.units.values()):
            self._begin_views(self.state)

    def _begin_views(self, start: AnyState) -> None:
        self._views = {side: View(start, side) for side in start.viewers}

    @property
    def over(self) -> bool:
        return self.state.result is not None

    @property
    def settled(self) -> int:
        """Events that have happened whatever is answered to what is pending: those before the step that waits."""
        return self._resume_from.state.length if self.pending else len(self.state.log)

    @property
    def gone_through(self) -> int:
        """How many of the answers the battle has come to."""
        return self._ask.cursor

    @property
    def catching_up(self) -> bool:
        """Whether answers given earlier are still being gone through."""
        return self.gone_through < len(self.answers)

    def answers_before(self, events: int) -> int:
        """How many answers had been given when the battle was at so many events, and none of them half."""
        cut = sum(each.events < events for each in self.taken)
        return self.taken[cut].first if cut < len(self.taken) else cut

    # Advancing.

    def advance(self) -> None:
        """Go on until somebody must decide, or the battle is over."""
        while self.step():
            pass

    def step(self) -> bool:
        """Take one step of the battle; False when it waits for somebody or is over."""
        if self.state.result is not None or self.pending:
            return False
        return self._run(self._outset() if self.may_wait else None)

    def _outset(self) -> Outset:
        """Where the battle stands before a step that may have to be run again."""
        return Outset(self.state.snapshot(), self._ask.mark())

    @property
    def may_wait(self) -> bool:
        """Whether this step may come to wait for somebody; far from the last answer it will not."""
        return len(self.players) < len(self.state.sides) and len(self.answers) - self._ask.cursor <= FAR

    def _run(self, outset: Outset | None) -> bool:
        turn = self.state.turn
        try:
            take_step(self.setup.rules, self.state, self._ask)
        except Waiting as waiting:
            if outset is None:
                return self._run_again(self.steps)
            self._together = waiting.requests
            self._resume_from = outset
            self._await()
            return False
        except BrokenOff as broken_off:
            self._ask.cursor += 1
            self.taken.append(Taken(len(self.state.log), self._ask.cursor - 1))
            self.state.record(self._ending(broken_off.answer))
            return False
        self.steps += 1
        if self.state.turn != turn:
            self._ask.dice.forget()
        return True

    def _run_again(self, steps: int) -> bool:
        """A step that took more answers than any should: come to it again and remember how it began."""
        self._begin(self.answers)
        while self.steps < steps:
            self._run(None)
        return self._run(self._outset())

    def _await(self) -> None:
        self.pending = {each.side: each for each in self._together if each.side not in self.held}

    def hold(self, held: Mapping[str, Any]) -> None:
        """Lay down again what was decided face down before the game was put away."""
        asked = self.pending
        laid = {side: recall(asked[side], value) for side, value in held.items() if side in asked}
        for side, settled in laid.items():
            self.take(side, settled)

    def answer(self, side: str, value: Any) -> Refusal | None:
        """Take a side's answer to what is pending; a refusal changes nothing."""
        request = self.pending.get(side)
        if request is None:
            return Refusal("", f"nothing is asked of {side} now")
        settled = self._settled(request, value)
        self.state.memo.clear()  # the ways tried are nobody else's to see
        if isinstance(settled, Refusal):
            return settled
        self.take(side, settled)
        return None

    def _settled(self, request: Request, value: Any) -> Any:
        """What an answer comes to. What the side cannot see never refuses it, it only cuts it short."""
        settled = settle(self.state, request, value)
        if isinstance(settled, Refusal) and self._views:
            seen = settle(self.view(request.side), request, value)
            if isinstance(seen, Refusal):
                return seen
            return self._nearest(request, settled)
        return settled

    def _nearest(self, request: Request, refused: Refusal) -> Any:
        """The nearest thing allowed: of a plan, part by part."""
        settled: Any = refused
        for _ in range(len(request.parts) if isinstance(request, Plan) else 1):
            if not isinstance(settled, Refusal) or settled.nearest is None:
                break
            settled = settle(self.state, request, settled.nearest)
        return settled

    def take(self, side: str, settled: Any) -> None:
        """Take what a side decided, settled already."""
        self.held[side] = settled
        del self.pending[side]
        if not self.pending:
            self._take_held()

    def _take_held(self) -> None:
        """All have answered: run the step again with what they decided."""
        first = len(self.answers)
        for request in self._together:
            self._ask.take(request, self.held[request.side], first)
        self.held = {}
        outset = self._resume_from
        self.state.restore(outset.state)
        self._ask.back_to(outset.asked)
        self._run(outset)

    # Ending it by agreement.

    def resign(self, side: str) -> Refusal | None:
        """A side gives the battle up."""
        return self.break_off(Answer("end", side, RESIGNED, ""))

    def agree_on_draw(self) -> Refusal | None:
        """All sides agree that nobody wins."""
        return self.break_off(Answer("end", "table", AGREED, ""))

    def break_off(self, answer: Answer) -> Refusal | None:
        """End the battle in this way, while something is asked."""
        if not self.pending:
            return Refusal("", "the battle is over" if self.over else "nothing is asked of anybody now; a moment later")
        ended = self._ending(answer)
        self.answers.append(answer)
        self.taken.append(Taken(len(self.state.log), len(self.answers) - 1))
        self._ask.cursor = len(self.answers)
        self.pending, self.held = {}, {}
        self.state.record(ended)
        return None

    def _ending(self, answer: Answer) -> Ended:
        """How the players ended it: one by giving up, or all by agreement."""
        if answer.what == AGREED:
            return Ended("", AGREED)
        if answer.what != RESIGNED or answer.by not in self.state.sides:
            raise Drift(f"{answer.by} cannot have ended the battle with {answer.what!r}")
        return Ended(next(side for side in self.state.sides if side != answer.by), RESIGNED)

    # Undoing.

    def why_not_undo(self, side: str) -> Refusal | None:
        """Why a side may not take back its last choice by itself."""
        cut = self._last_choice(side)
        if cut is None:
            return Refusal("", "there is no choice of yours to take back")
        if cut >= len(self.taken):
            return Refusal("", "the battle is still being gone through")
        if self.answers[-1].kind == "end":
            return Refusal("", "the battle was ended by the players")
        return self._spoken_since(cut)

    def _spoken_since(self, cut: int) -> Refusal | None:
        """Who or what has spoken since an answer was taken."""
        taken = self.taken[cut]
        for later in (*self.answers[taken.first : cut], *self.answers[cut + 1 :]):
            if later.kind in ("roll", "draw"):
                return Refusal("", f"the {'dice' if later.kind == 'roll' else 'cards'} have spoken since")
            return Refusal("", f"an answer by {later.by} has come since")
        laid = next((other for other in self.held if other not in self.players), "")
        shown = any(entry.event.reveals for entry in self.state.log[taken.events :])
        if laid or shown:
            what = f"an answer by {laid} has come" if laid else "something hidden has come to light"
            return Refusal("", f"{what} since")
        return None

    def undo(self, side: str) -> Refusal | None:
        """Take back the side's last choice, if nothing was rolled, drawn, shown or answered since."""
        refused = None if side in self.held else self.why_not_undo(side)
        if refused is None:
            self.go_back(side)
        return refused

    def go_back(self, side: str) -> None:
        """Take back the side's last choice whatever came since: by consent, or when playing alone."""
        if side in self.held:
            del self.held[side]
            self._await()
            return
        cut = self._last_choice(side)
        if cut is None or cut >= len(self.taken):
            return
        first = self.taken[cut].first
        others = {
            self.answers[i].by: self.answers[i].value
            for i in range(first, len(self.taken))
            if self.taken[i].first == first and i != cut
        }
        self.rewind(first)
        self.hold(others)

    def rewind(self, length: int) -> None:
        """The battle as it was after its first answers; those given together go together."""
        self._begin(self.answers[: self.taken[length].first if length < len(self.taken) else length])
        self.advance()

    def _last_choice(self, side: str) -> int | None:
        own = [i for i, given in enumerate(self.answers) if given.by == side]
        return own[-1] if own else None

    # Looking.

    def view(self, side: str) -> AnyState:
        """The battle as a side, or a spectator (""), sees it."""
        if not self._views:
            if not self.state.veiled:
                return self.state
            self._begin_views(self.setup.rules.muster(self.setup.scenario, self.setup.book))
        view = self._views[side]
        view.follow(self.state.log)
        return view.state

    def digest(self) -> str:
        """A fingerprint of everything that has happened so far."""
        for entry in self.state.log[self._digested :]:
            line = json.dumps(to_json(entry.event), sort_keys=True, separators=(",", ":"))
            self._digest = blake2b(self._digest + line.encode(), digest_size=16).digest()
        self._digested = len(self.state.log)
        return self._digest.hex()

    def choose_for(self, request: Request) -> Any:
        """What the player seated there answers, settled; None when nobody sits there."""
        player = self.players.get(request.side)
        if player is None:
            return None
        luck = Luck(self.key, f"{request.side}|{len(self.answers)}")
        answer = player.answer(self.setup.rules, self.view(request.side), request, luck)
        settled = self._settled(request, answer)
        if isinstance(settled, Refusal):
            settled = self._nearest(request, settled)
        if isinstance(settled, Refusal) and isinstance(request, Move) and not request.must_touch:
            settled = settle(self.state, request, {"path": []})
        if isinstance(settled, Refusal):
            raise ValueError(f"{request.side} answered {answer!r} to {request.what}: {settled}")
        return settled
