"""Knights & Sergeants: the card-driven sheet of sergeants' groups under knights."""

from kktui.engine.deployment import DEPLOYMENT
from kktui.engine.rulebook import load
from kktui.engine.ruleset import Ruleset
from kktui.rules.knights_sergeants.cards import opening, turn_over
from kktui.rules.knights_sergeants.ending import able, result, turn_result
from kktui.rules.knights_sergeants.odds import forecast
from kktui.rules.knights_sergeants.rings import rings
from kktui.rules.knights_sergeants.roster import gauges
from kktui.rules.knights_sergeants.tactics import advise
from kktui.rules.knights_sergeants.troops import muster
from kktui.rules.knights_sergeants.turn import TURN

RULESET = Ruleset(
    book=load(__package__),
    muster=muster,
    deploy=DEPLOYMENT,
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
