"""Answer several requests in one go: each part has a proposal, changed or not before Enter takes them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kktui.engine.check import settle
from kktui.engine.requests import Arrange, Choose, Move, Plan, Refusal, Single
from kktui.engine.telling import ask_words, refusal_words, rule_words
from kktui.plain.choosing import NO_DICE, Choosing
from kktui.plain.forms import Form, How, Reply
from kktui.plain.moving import Moving
from kktui.plain.placing import Placing
from kktui.words.advising import proposal
from kktui.words.chances import full_odds
from kktui.words.finding import Unclear, matching
from kktui.words.outlook import Outlook
from kktui.words.reading import as_count

OFFERS = ("ok", "short")
"""Words that take what was offered last."""
HOW = "Enter takes all as shown; '1 3' picks option 3 for part 1; '1' lists its options (see help)"


class Planning:
    """The form of a plan."""

    how = How(
        ("  Enter: as shown. 1 lists the options of part 1, 1 3 picks the third, all NAME for all.",),
        ("  Enter: as shown.",),
    )

    def __init__(self, outlook: Outlook, request: Plan) -> None:
        self._outlook = outlook
        self._state = outlook.state
        self._request = request
        self._keys = list(request.parts)
        self._forms: dict[str, Form] = {key: self._form(key, part) for key, part in request.parts.items()}
        self._picks = proposal(outlook.rules, outlook.state, request)
        self._offered: dict[str, dict[str, Any]] = {}
        """What a part comes to by the word that takes it, where it was not to be had as typed."""

    def _form(self, key: str, part: Single) -> Form:
        if isinstance(part, Choose):
            return Choosing(self._outlook, part, self._request, key)
        return Moving(self._outlook, part) if isinstance(part, Move) else Placing(self._outlook, part)

    def question(self) -> list[str]:
        request = self._request
        asked = f"{ask_words(self._state, request)} {rule_words(request.rule)}".rstrip()
        lines = [asked, *(self._part_line(key) for key in self._keys)]
        if request.at_most:
            lines.append(f"  No more than {request.at_most} may pick the same.")
        return lines

    def _part_line(self, key: str) -> str:
        form, pick = self._forms[key], self._picks[key]
        said = form.picked(pick) if isinstance(form, Choosing) else form.describe(pick)
        return f"  {self._keys.index(key) + 1}. {self._with(key, said)}"

    def help(self) -> list[str]:
        return [
            "Enter: every part as shown.",
            "1: the options of part 1. 1 3 or 1 NAME: another option for it. 1 3; 2 3: several at once.",
            "all NAME: that option for every part that has it. all n 6, all toward NAME: that way for all who move.",
            "odds, odds 1: what the dice may do with all parts as shown, or with part 1.",
        ]

    def describe(self, answer: Any) -> str:
        """What of it is not as shown; a plan of twenty parts is not read out a second time."""
        shown = [key for key in self._keys if key in answer and answer[key] != self._picks[key]]
        said = [self._with(key, self._forms[key].describe(answer[key])).rstrip(".") for key in shown]
        rest = "the rest as shown" if len(shown) < len(self._keys) else ""
        return f"{'; '.join(filter(None, [*said, rest]))}." if shown else "all as shown."

    def _with(self, key: str, said: str) -> str:
        """A part and what is picked for it; a course tells whose it is by itself."""
        return said if isinstance(self._forms[key], Moving) else f"{self._asked(key)}: {said}"

    def _asked(self, key: str) -> str:
        return ask_words(self._state, self._request.parts[key]).rstrip("?:.,")

    def odds(self, typed: str) -> list[str]:
        words = typed.split(maxsplit=1)
        keys = [self._key(words[0])] if words else self._keys
        lines: list[str] = []
        for key in keys:
            form = self._forms[key]
            if isinstance(form, Choosing):
                found = form.odds(form.describe(self._picks[key]) if len(words) < 2 else " ".join(words[1:]))
                lines += [] if found == [NO_DICE] else [f"{self._asked(key)}: {found[0]}", *found[1:]]
            else:
                forecasts = self._outlook.rules.forecast(self._state, self._request, key, self._picks[key])
                lines += full_odds(self._state, forecasts)
        return lines or [NO_DICE]

    def half(self) -> Any:
        return dict(self._picks), f"part {self._keys[0]}"

    def resume(self, half: Any) -> None:
        self._picks = dict(half[0])

    def read(self, typed: str) -> Reply:
        offered, self._offered = self._offered, {}
        if typed.lower() in offered:
            return self._take({**self._picks, **offered[typed.lower()]})
        if typed.lower() in OFFERS:
            raise Unclear(f"nothing is offered that you could take with {typed.lower()}")
        if not typed:
            return Reply(answer=dict(self._picks))
        if typed.lower() == "show":
            return Reply((*self.question(), *self.how.full))
        first, _, rest = typed.partition(" ")
        if first.lower() == "all" and rest:
            return self._take(self._all(rest))
        if as_count(first) is not None and not rest:
            form = self._forms[self._key(first)]
            return Reply((*form.question(), *form.how.full))
        return self._several(typed)

    def _several(self, typed: str) -> Reply:
        """`1 3; 2 4`: each part by its number."""
        picks = dict(self._picks)
        named: list[str] = []
        for piece in filter(None, (part.strip() for part in typed.split(";"))):
            first, _, rest = piece.partition(" ")
            key = self._key(first)
            reply = self._forms[key].read(rest)
            if reply.answer is None:
                already = {each: pick for each, pick in picks.items() if pick != self._picks[each]}
                self._offered = {word: {**already, key: answer} for word, answer in reply.offers.items()}
                return Reply(reply.said)
            picks[key] = reply.answer
            named.append(key)
        return self._take(picks, named)

    def _key(self, typed: str) -> str:
        count = as_count(typed)
        if count is None or not 1 <= count <= len(self._keys):
            raise Unclear(f"{HOW}; {self._count()}")
        return self._keys[count - 1]

    def _count(self) -> str:
        return f"there are parts 1 to {len(self._keys)}" if len(self._keys) > 1 else "there is only part 1"

    def _all(self, typed: str) -> dict[str, Any]:
        picks = dict(self._picks)
        for key, form in self._forms.items():
            if isinstance(form, Choosing):
                found = matching(typed, form.names())
                picks[key] = found[0] if found else picks[key]
            elif isinstance(form, Moving):
                picks[key] = form.as_far(typed) or picks[key]
        if picks == self._picks:
            raise Unclear(f"nothing changes: every part that could pick '{typed}' does so already, or none can")
        return picks

    def _take(self, picks: dict[str, Any], named: Sequence[str] = ()) -> Reply:
        """Keep what was picked if the whole plan allows it; the parts that were named are told, changed or not."""
        settled = settle(self._state, self._request, picks)
        if isinstance(settled, Refusal):
            return Reply((f"{refusal_words(self._state, settled)}. The plan is as it was; Enter takes it.",))
        told = [key for key in self._keys if picks[key] != self._picks[key] or key in named]
        self._picks = picks
        return Reply((*(self._part_line(key) for key in told), "  Enter takes the whole plan."))


def form_for(outlook: Outlook) -> Form:
    """The form of the request that is put."""
    request = outlook.request
    if isinstance(request, Plan):
        return Planning(outlook, request)
    if isinstance(request, Choose):
        return Choosing(outlook, request)
    if isinstance(request, Arrange):
        return Placing(outlook, request)
    assert isinstance(request, Move)
    return Moving(outlook, request)
