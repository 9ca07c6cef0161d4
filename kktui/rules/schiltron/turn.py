"""The turn of Schiltron: initiative, rally, charges declared, movement, shooting, melee, morale."""

from kktui.engine.turn import Phase
from kktui.rules.schiltron.charge import declare, who_declares
from kktui.rules.schiltron.melee import fight, who_fights
from kktui.rules.schiltron.morale import check_morale, who_checks
from kktui.rules.schiltron.rally import rally_unit, who_rallies
from kktui.rules.schiltron.sequence import move, roll_initiative, who_moves, who_rolls
from kktui.rules.schiltron.shooting import shooting, who_shoots

TURN = (
    Phase("Initiative", who_rolls, roll_initiative, "SC-2.1"),
    Phase("Rally", who_rallies, rally_unit, "SC-7.1"),
    Phase("Charge declaration", who_declares, declare, "SC-3.4"),
    Phase("Movement", who_moves, move, "SC-3.1"),
    Phase("Shooting", who_shoots, shooting, "SC-4.1"),
    Phase("Melee", who_fights, fight, "SC-5.1"),
    Phase("Morale", who_checks, check_morale, "SC-6.1"),
)
