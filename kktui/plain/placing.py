"""Place several bases: as proposed, or some of them elsewhere."""

from __future__ import annotations

from typing import Any

from kktui.engine.check import settle
from kktui.engine.codec import pack
from kktui.engine.requests import Arrange, Refusal
from kktui.engine.telling import (
    ask_words,
    compass,
    length_words,
    name_of,
    point_words,
    refusal_words,
    rule_words,
)
from kktui.plain.forms import How, Reply
from kktui.table.geometry import Point, Pose, pose
from kktui.words.finding import Unclear, the_one
from kktui.words.land import bounds
from kktui.words.outlook import Outlook
from kktui.words.reading import as_facing, as_number, as_point, as_wind

HOW = "Enter takes the places as shown; 'NAME at 12.5 30' puts one elsewhere; 'show' lists all (see help)"


class Placing:
    """The form of an arrangement; changes are kept until Enter."""

    how = How(
        ("  Enter: as proposed. show lists the places; help tells how to change them.",), ("  Enter: as proposed.",)
    )

    def __init__(self, outlook: Outlook, request: Arrange) -> None:
        self._outlook = outlook
        self._state = outlook.state
        self._request = request
        self._changes: dict[str, Pose] = {}

    @property
    def _places(self) -> dict[str, Pose]:
        return {**self._request.default, **self._changes}

    def question(self) -> list[str]:
        request, places = self._request, self._places
        asked = f"{ask_words(self._state, request)} {rule_words(request.rule)}".rstrip()
        lines = [asked, f"  {len(places)} figure{'s' if len(places) > 1 else ''}. {self._bounds()}"]
        if len(places) <= 3:
            lines += self._listed()
        return lines

    def _bounds(self) -> str:
        request = self._request
        if request.lead is not None:
            leader = name_of(self._state, request.leader)
            there = point_words(request.lead.end.at)
            return f"Within {length_words(self._state, request.radius)} of {leader}, who comes to {there}."
        if not request.zone:
            return ""
        return f"Inside {name_of(self._state, request.zone)}, {bounds(self._state, request.zone)}."

    def _listed(self) -> list[str]:
        return [f"  {self._at(key, place)}" for key, place in self._places.items()]

    def _at(self, key: str, place: Pose) -> str:
        return f"{name_of(self._state, key)} at {point_words(place.at)} facing {compass(place.facing)}"

    def help(self) -> list[str]:
        return [
            "Enter: all as shown. show: every figure and its place.",
            "NAME at 12.5 30, NAME at 12.5 30 facing e: put one figure there.",
            "shift n 2: all of them two inches north. facing e: all of them look east.",
            "reset: as first proposed.",
        ]

    def odds(self, typed: str) -> list[str]:
        return ["No dice hang on where the figures stand."]

    def describe(self, answer: Any) -> str:
        if not answer:
            return "all as proposed"
        return "; ".join(self._at(key, Pose(*item)) for key, item in answer.items())

    def half(self) -> Any:
        return self._places, 0, len(self._places) > 1

    def resume(self, half: Any) -> None:
        default = self._request.default
        self._changes = {key: place for key, place in half[0].items() if place != default[key]}

    def read(self, typed: str) -> Reply:
        if not typed:
            return Reply(answer=pack(self._changes))
        words = typed.split()
        first = words[0].lower()
        if typed.lower() == "show":
            return Reply(tuple(self._listed()))
        if typed.lower() == "reset":
            self._changes = {}
            return Reply(("All are as first proposed.",))
        if first == "shift":
            return self._try(self._shifted(words[1:]))
        if first == "facing" and len(words) == 2:
            return self._try(self._turned(words[1]))
        return self._try(self._one(typed))

    def _one(self, typed: str) -> dict[str, Pose]:
        name, found, where = typed.rpartition(" at ")
        if not found:
            raise Unclear(HOW)
        names = {key: (name_of(self._state, key), key) for key in self._request.figures}
        key = the_one(name, names, "figure to place")
        spot, _, facing = where.lower().replace(",", " ").partition("facing")
        words = spot.split()
        point = as_point(words[:2])
        looks = facing.strip() or " ".join(words[2:])
        turned = as_facing(looks) if looks else self._places[key].facing
        if point is None or turned is None:
            raise Unclear("a place is two numbers and perhaps a facing: 'NAME at 12.5 30 facing e'")
        return {**self._changes, key: pose(point, turned)}

    def _shifted(self, words: list[str]) -> dict[str, Pose]:
        wind = as_wind(words[0]) if len(words) == 2 else None
        inches = as_number(words[1]) if len(words) == 2 else None
        if wind is None or inches is None:
            raise Unclear("to shift all, give a direction and inches: 'shift n 2'")
        by = Point(0, 0).toward(wind, inches / self._state.book.per_inch)
        return {key: pose(Point(place.x + by.x, place.y + by.y), place.facing) for key, place in self._places.items()}

    def _turned(self, word: str) -> dict[str, Pose]:
        facing = as_facing(word)
        if facing is None:
            raise Unclear("a facing is a direction such as n, se or 135")
        return {key: place.facing_to(facing) for key, place in self._places.items()}

    def _try(self, changes: dict[str, Pose]) -> Reply:
        """Keep the changes if they are allowed."""
        settled = settle(self._state, self._request, pack(changes))
        if isinstance(settled, Refusal):
            return Reply((f"{refusal_words(self._state, settled)}. The places are as they were; Enter takes them.",))
        moved = [key for key, place in changes.items() if place != self._places[key]]
        self._changes = changes
        shown = [self._at(key, changes[key]) for key in moved[:3]]
        more = f" and {len(moved) - 3} more" if len(moved) > 3 else ""
        return Reply((f"Now {'; '.join(shown)}{more}. Enter takes all as they are.",) if moved else ("No change.",))
