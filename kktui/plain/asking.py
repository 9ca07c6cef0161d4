"""One question put to somebody at a keyboard, and the commands that work at any prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kktui.engine.requests import Choose, Plan, Request
from kktui.engine.telling import name_of, refusal_words
from kktui.plain.desk import Desk, Gone
from kktui.plain.forms import Form, Reply
from kktui.plain.planning import form_for
from kktui.words import ending, explaining, land, looking, mapping
from kktui.words.advising import advice
from kktui.words.finding import Unclear
from kktui.words.news import sentences
from kktui.words.outlook import Outlook
from kktui.words.reading import as_count

HELP = (
    "At any prompt:",
    "  table, ground, map: everybody, what lies on the table, and both drawn. goals: how to win",
    "  unit NAME, look NAME: one unit, one figure",
    "  measure A B, sight A B: between figures, units (or their letters on the map), zones or points such as 10 12.5",
    "  A point is two numbers: inches from the left (west) edge, then from the far (north) edge",
    "  odds, odds OPTION: what the dice may do. why, why OPTION: the last roll, and what is barred",
    "  hint: what a sensible captain would do. log 30: what happened",
    "  rules, rules ID, rules WORD: the rulebook. undo: take back your last choice",
    "  save, quit: every step is saved already; quit tells how to go on later",
)


class Asking:
    """One question, and all that is said until it is answered."""

    def __init__(self, desk: Desk, side: str, request: Request) -> None:
        self._desk = desk
        self._side = side
        self._request = request
        self._paper = desk.paper
        view = desk.game.view(side)
        self._outlook = Outlook(desk.game.setup.rules, view, side, request)
        self._form: Form = form_for(self._outlook)
        self._offers: dict[str, Any] = {}
        self._done = False
        self._notes = desk.options.notes
        half = self._notes.noted(side, request) if self._notes is not None else None
        if half and half[0] is not None:
            self._form.resume(half[0])

    def put(self) -> None:
        """Ask until there is an answer, or the last one is taken back."""
        self._paper.gap()
        turn = self._outlook.state.turn
        when = f"turn {turn}" if turn else "before the battle"
        self._paper.say(f"{name_of(self._outlook.state, self._side)}, {when}.")
        self._paper.all([*self._form.question(), *self._desk.reminder(self._form.how)])
        while not self._done:
            typed = self._desk.read()
            if self._desk.game.pending.get(self._side) is not self._request:
                self._paper.say("That is not asked any more.")
                return
            try:
                self._heed(typed)
            except Unclear as unclear:
                text = str(unclear)
                self._paper.say(f"{text[:1].upper()}{text[1:]}.")

    def _heed(self, typed: str) -> None:
        """An offer taken, a command, or an answer."""
        first, _, rest = typed.partition(" ")
        command = COMMANDS.get(first.lower())
        if typed.lower() in self._offers:
            self._give(self._offers[typed.lower()])
        elif typed.lower() == "ok" and not isinstance(self._request, Plan):
            raise Unclear("nothing is offered that you could take with ok")
        elif command is not None and not self._is_an_option(typed):
            command(self, rest.strip())
        else:
            self._reply(self._form.read(typed))

    def _is_an_option(self, typed: str) -> bool:
        options = getattr(self._request, "options", ())
        return any(typed.casefold() in (each.id, self._form.describe(each.id).casefold()) for each in options)

    def _reply(self, reply: Reply) -> None:
        self._paper.all(reply.said)
        self._offers = dict(reply.offers)
        half = self._form.half()
        if self._notes is not None and half is not None:
            self._notes.note(self._side, self._request, [half])
        if reply.answer is not None:
            self._give(reply.answer)

    def _give(self, answer: Any) -> None:
        """Hand the answer in; a refusal names the rule and offers the nearest that is allowed."""
        self._offers = {}
        refused = self._desk.keeper.answer(self._side, answer)
        if refused is None:
            self._done = True
            return
        state, troops = self._outlook.state, self._desk.game.setup.scenario.troops
        unseen = {recruit.id for troop in troops for recruit in troop.recruits} | {troop.id for troop in troops}
        unseen -= set(state.figures) | set(state.units)
        self._paper.say(f"Refused: {refusal_words(state, refused, unseen)}.")
        if refused.nearest is not None:
            self._paper.say(f"Nearest allowed: {self._form.describe(refused.nearest).rstrip('.')}. Type ok to take it.")
            self._offers = {"ok": refused.nearest}

    # Commands.

    def help(self, rest: str) -> None:
        self._paper.say("To answer:")
        self._paper.all(f"  {line}" for line in self._form.help())
        self._paper.all(HELP)

    def table(self, rest: str) -> None:
        self._paper.all(looking.table(self._outlook))

    def ground(self, rest: str) -> None:
        self._paper.all(land.land(self._outlook, rest))

    def map(self, rest: str) -> None:
        drawn, legend = mapping.drawn(self._outlook.state, self._paper.width)
        self._paper.exactly(drawn)
        self._paper.all(legend)

    def goals(self, rest: str) -> None:
        self._paper.all(ending.aims(self._outlook.state, (self._side,)))

    def unit(self, rest: str) -> None:
        self._paper.all(looking.unit(self._outlook, rest))

    def look(self, rest: str) -> None:
        self._paper.all(looking.figure(self._outlook, rest))

    def measure(self, rest: str) -> None:
        self._paper.all(looking.measure(self._outlook, rest))

    def sight(self, rest: str) -> None:
        self._paper.all(looking.sight(self._outlook, rest))

    def why(self, rest: str) -> None:
        try:
            said = explaining.why(self._outlook, rest)
        except Unclear:
            if not isinstance(self._request, Choose | Plan):
                raise
            said = ["That is open to you.", *self._form.odds(rest)]
        self._paper.all(said)

    def odds(self, rest: str) -> None:
        self._paper.all(self._form.odds(rest))

    def hint(self, rest: str) -> None:
        found = advice(self._outlook.rules, self._outlook.state, self._request)
        if found is None:
            raise Unclear("even a sensible captain is at a loss here")
        self._paper.say(f"A sensible captain: {self._form.describe(found)}")
        self._paper.say("Type ok to do that.")
        self._offers = {"ok": found}

    def log(self, rest: str) -> None:
        number = as_count(rest) if rest else 20
        if number is None:
            raise Unclear("log takes a number of lines: 'log 30'")
        self._paper.all(sentences(self._outlook.state, self._side, number) if number else ())

    def rules(self, rest: str) -> None:
        prose, charts = explaining.rules(self._outlook.state.book, rest, self._request.rule)
        self._paper.all(prose)
        self._paper.exactly(charts)

    def undo(self, rest: str) -> None:
        refused = self._desk.keeper.undo(self._side)
        if refused is not None:
            self._paper.say(f"Not taken back. {refusal_words(self._outlook.state, refused)}.")
            return
        self._paper.say("Taken back.")
        self._done = True

    def save(self, rest: str) -> None:
        self._paper.say(f"Every step is saved already. To go on another time: {self._desk.resume}")

    def quit(self, rest: str) -> None:
        raise Gone


COMMANDS: dict[str, Callable[[Asking, str], None]] = {
    "help": Asking.help,
    "?": Asking.help,
    "table": Asking.table,
    "ground": Asking.ground,
    "map": Asking.map,
    "goals": Asking.goals,
    "unit": Asking.unit,
    "look": Asking.look,
    "measure": Asking.measure,
    "sight": Asking.sight,
    "why": Asking.why,
    "odds": Asking.odds,
    "hint": Asking.hint,
    "log": Asking.log,
    "rules": Asking.rules,
    "undo": Asking.undo,
    "save": Asking.save,
    "quit": Asking.quit,
    "exit": Asking.quit,
}
