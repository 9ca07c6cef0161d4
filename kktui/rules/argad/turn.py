"""The turn of Argad!: movement, shooting, melee, in each of which all act at once."""

from kktui.engine.turn import Phase
from kktui.rules.argad.command import waver, who_wavers
from kktui.rules.argad.melee import fight, who_fights
from kktui.rules.argad.movement import move_all, who_moves
from kktui.rules.argad.shooting import shoot_all, who_shoots

TURN = (
    Phase("Movement", who_moves, move_all, "AR-2.1"),
    Phase("Shooting", who_shoots, shoot_all, "AR-4.2"),
    Phase("Melee", who_fights, fight, "AR-5.1"),
    Phase("Side morale", who_wavers, waver, "AR-6.1"),
)
