"""A battle looked back on: as it stood at any moment, what decided it, who was lucky. Figures, and no face."""

from kktui.story.course import Course, Moment, Strength, course_of
from kktui.story.luck import Fortune, Tally, fortunes, tallies
from kktui.story.reel import Reel, reel_of

__all__ = [
    "Course",
    "Fortune",
    "Moment",
    "Reel",
    "Strength",
    "Tally",
    "course_of",
    "fortunes",
    "reel_of",
    "tallies",
]
