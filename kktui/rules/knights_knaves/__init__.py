"""Knights & Knaves: single figures under a lord, their chits face down, their nerves and their breath."""

from kktui.engine.deployment import DEPLOYMENT
from kktui.engine.rulebook import load
from kktui.engine.ruleset import Ruleset
from kktui.engine.turn import Phase
from kktui.rules.knights_knaves.command import who_writes, write_orders
from kktui.rules.knights_knaves.finis import able, opening, result, turn_over, turn_result
from kktui.rules.knights_knaves.odds import forecast
from kktui.rules.knights_knaves.rings import rings
from kktui.rules.knights_knaves.roster import gauges
from kktui.rules.knights_knaves.tactics import advise
from kktui.rules.knights_knaves.troops import muster
from kktui.rules.knights_knaves.turn import TURN

RULESET = Ruleset(
    book=load(__package__),
    muster=muster,
    deploy=(*DEPLOYMENT, Phase("Standing orders", who_writes, write_orders, "KK-4.5")),
    phases=TURN,
    opening=opening,
    turn_over=turn_over,
    result=result,
    turn_result=turn_result,
    gauges=gauges,
    forecast=forecast,
    advise=advise,
    able=able,
    rings=rings,
)
