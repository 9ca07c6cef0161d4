"""Battles by the hundred, for authors and for the curious."""

from kktui.lab.battles import Outcome, Series, Summary, fight, fight_all, fights, summed_up, wilson

__all__ = ["Outcome", "Series", "Summary", "fight", "fight_all", "fights", "summed_up", "wilson"]
