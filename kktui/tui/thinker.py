"""Odds and advice, worked out beside the screen so that it never waits for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

from kktui.engine.requests import Plan, Request
from kktui.engine.ruleset import Forecast
from kktui.engine.state import AnyState
from kktui.engine.view import View
from kktui.tui.chair import Chair
from kktui.words.advising import advice, proposal

T = TypeVar("T")
_POOL = ThreadPoolExecutor(max_workers=2, thread_name_prefix="kktui-thinker")


class Thinker:
    """Thinks about the battle of a chair with a picture of its own, one thought at a time."""

    def __init__(self, chair: Chair) -> None:
        self._chair = chair
        self._lock = Lock()
        self._view: View | None = None
        self._epoch = -1

    def forecasts(self, request: Request, key: str, answer: Any) -> Future[Sequence[Forecast]]:
        """The odds behind answering so (a part of a plan, if there is a key)."""
        rules = self._chair.rules
        return self.think(lambda state: tuple(rules.forecast(state, request, key, answer)))

    def advice(self, request: Request) -> Future[Any]:
        """What a sensible captain would answer, or None."""
        rules = self._chair.rules
        return self.think(lambda state: advice(rules, state, request))

    def proposal(self, request: Plan) -> Future[dict[str, Any]]:
        """What a sensible player would answer to each part."""
        rules = self._chair.rules
        return self.think(lambda state: proposal(rules, state, request))

    def think(self, about: Callable[[AnyState], T]) -> Future[T]:
        """Have this worked out from the state as it is shown."""
        side, shown, bulletin = self._chair.side, self._chair.shown, self._chair.seat.bulletin

        def work() -> T:
            with self._lock:
                view = self._view
                if view is None or view.side != side or self._epoch != bulletin.epoch or view.seen > shown:
                    view = self._view = self._chair.seat.view(side)
                    self._epoch = bulletin.epoch
                view.follow(bulletin.told[:shown])
                return about(view.state)

        return _POOL.submit(work)
