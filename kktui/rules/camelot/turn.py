"""The round of Camelot: initiative, then each side's event and its figures one by one; or a card for every figure."""

from kktui.engine.turn import Phase
from kktui.rules.camelot.acting import act, who_acts
from kktui.rules.camelot.combat_events import meet_event, who_meets_event
from kktui.rules.camelot.ending import who_has_treasure
from kktui.rules.camelot.finds import open_treasure
from kktui.rules.camelot.initiative import draw_card, roll_initiative, who_draws, who_rolls

TURN = (
    Phase("Initiative", who_rolls, roll_initiative, "CA-2.2"),
    Phase("Event", who_meets_event, meet_event, "CA-6.1"),
    Phase("Card", who_draws, draw_card, "CA-2.3"),
    Phase("Acting", who_acts, act, "CA-3.1"),
    Phase("Treasure", who_has_treasure, open_treasure, "CA-6.7"),
)
