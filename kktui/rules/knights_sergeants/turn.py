"""The turn of Knights & Sergeants: a card, then its owner's morale, action and melee, until the deck is empty."""

from kktui.engine.turn import Phase
from kktui.rules.knights_sergeants.actions import act, who_acts
from kktui.rules.knights_sergeants.cards import check_morale, draw, who_checks, who_draws
from kktui.rules.knights_sergeants.melee import fight, who_fights

TURN = (
    Phase("Card", who_draws, draw, "KS-2.1"),
    Phase("Morale", who_checks, check_morale, "KS-3.1"),
    Phase("Action", who_acts, act, "KS-2.3"),
    Phase("Melee", who_fights, fight, "KS-7.1"),
)
