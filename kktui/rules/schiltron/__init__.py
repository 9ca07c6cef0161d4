"""Schiltron: the D12 sheet of units in ranks and rings, with leaders and standards."""

from kktui.engine.deployment import DEPLOYMENT
from kktui.engine.rulebook import load
from kktui.engine.ruleset import Ruleset
from kktui.rules.schiltron.ending import able, result, turn_result
from kktui.rules.schiltron.formations import FALLING_IN
from kktui.rules.schiltron.odds import forecast
from kktui.rules.schiltron.rings import rings
from kktui.rules.schiltron.roster import gauges
from kktui.rules.schiltron.sequence import opening, turn_over
from kktui.rules.schiltron.tactics import advise
from kktui.rules.schiltron.troops import muster
from kktui.rules.schiltron.turn import TURN

RULESET = Ruleset(
    book=load(__package__),
    muster=muster,
    deploy=(*DEPLOYMENT, *FALLING_IN),
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
