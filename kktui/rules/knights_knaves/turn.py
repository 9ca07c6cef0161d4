"""The turn of Knights & Knaves: seven phases, in the order of the sheet.  [KK-2.1]"""

from kktui.engine.turn import Phase
from kktui.rules.knights_knaves.action import mark, who_is_marked
from kktui.rules.knights_knaves.command import call, who_is_called
from kktui.rules.knights_knaves.finis import tire, who_tires
from kktui.rules.knights_knaves.melee import melee, who_fights
from kktui.rules.knights_knaves.morale import rally, who_rallies
from kktui.rules.knights_knaves.movement import move, who_moves
from kktui.rules.knights_knaves.shooting import shooting, who_shoots

TURN = (
    Phase("Rally", who_rallies, rally, "KK-3.1"),
    Phase("Command determination", who_is_called, call, "KK-4.1"),
    Phase("Action", who_is_marked, mark, "KK-5.1"),
    Phase("Movement", who_moves, move, "KK-6.1"),
    Phase("Shooting", who_shoots, shooting, "KK-7.4"),
    Phase("Melee", who_fights, melee, "KK-8.1"),
    Phase("Fatigue", who_tires, tire, "KK-9.1"),
)
