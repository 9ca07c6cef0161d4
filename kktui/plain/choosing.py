"""Pick one option: by its number, or by the beginning of its name."""

from __future__ import annotations

from typing import Any

from kktui.engine.requests import Barred, Choose, Option, Request
from kktui.engine.telling import ask_words, option_words, rule_words
from kktui.plain.forms import How, Reply
from kktui.words.aiming import how_far
from kktui.words.chances import full_odds, short_odds
from kktui.words.finding import Unclear, matching, the_one
from kktui.words.outlook import Outlook
from kktui.words.reading import as_count

NO_DICE = "No dice hang on that."


class Choosing:
    """The form of a choice; `whole` and `key` are the plan and the part of it when it is one of several."""

    how = How()

    def __init__(self, outlook: Outlook, request: Choose, whole: Request | None = None, key: str = "") -> None:
        self._outlook = outlook
        self._request = request
        self._whole = whole or request
        self._key = key

    def question(self) -> list[str]:
        asked = f"{ask_words(self._outlook.state, self._request)} {rule_words(self._request.rule)}".rstrip()
        return [asked, *self.options()]

    def options(self) -> list[str]:
        return [f"  {i}. {self.with_odds(option)}" for i, option in enumerate(self._request.options, 1)]

    def with_odds(self, option: Option) -> str:
        """An option, how far it is to whom it points at, and what the dice promise."""
        state = self._outlook.state
        label = option_words(state, self._request, option)
        far = how_far(state, self._request.about, option.target) if option.target else ""
        told = "; ".join(filter(None, (far, short_odds(state, self._forecasts(option.id)))))
        return f"{label} ({told})" if told else label

    def _forecasts(self, answer: str) -> Any:
        return self._outlook.rules.forecast(self._outlook.state, self._whole, self._key, answer)

    def picked(self, answer: Any) -> str:
        """An option by its id, with its odds."""
        for option in self._request.options:
            if option.id == answer:
                return self.with_odds(option)
        return self.describe(answer)

    def describe(self, answer: Any) -> str:
        listed: tuple[Option | Barred, ...] = (*self._request.options, *self._request.barred)
        for option in listed:
            if option.id == answer:
                return option_words(self._outlook.state, self._request, option)
        return str(answer)

    def half(self) -> Any:
        return None

    def resume(self, half: Any) -> None:
        """A line is all there is to it: nothing can be half done."""

    def read(self, typed: str) -> Reply:
        if not typed:
            return Reply(tuple(self.question()))
        return Reply(answer=self.option_typed(typed))

    def option_typed(self, typed: str) -> str:
        """The id of the option, or of one that is barred and will be refused with its reason."""
        count = as_count(typed)
        if count is not None:
            if 1 <= count <= len(self._request.options):
                return self._request.options[count - 1].id
            many = len(self._request.options)
            raise Unclear(f"there are options 1 to {many}" if many > 1 else "there is only option 1")
        names = self.names()
        if matching(typed, names):
            return the_one(typed, names, "option")
        barred = {each.id: (self.describe(each.id), each.id) for each in self._request.barred}
        return the_one(typed, barred if matching(typed, barred) else names, "option")

    def names(self) -> dict[str, tuple[str, ...]]:
        return {option.id: (self.describe(option.id), option.id) for option in self._request.options}

    def odds(self, typed: str) -> list[str]:
        ids = [self.option_typed(typed)] if typed else [option.id for option in self._request.options]
        lines: list[str] = []
        for each in ids:
            found = full_odds(self._outlook.state, self._forecasts(each), 2)
            lines += [f"{_upper(self.describe(each))}:", *found] if found else []
        return lines or [NO_DICE]

    def help(self) -> list[str]:
        return ["Type the number of an option, or the beginning of its name. Enter repeats the question."]


def _upper(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
