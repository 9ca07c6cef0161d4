"""Camelot: the d6 sheet of knights errant, with wounds by place and events for every mischance."""

from kktui.engine.rulebook import load
from kktui.engine.ruleset import Ruleset
from kktui.rules.camelot.deployment import DEPLOYMENT
from kktui.rules.camelot.ending import able, result, turn_result
from kktui.rules.camelot.initiative import opening, turn_over
from kktui.rules.camelot.odds import forecast
from kktui.rules.camelot.rings import rings
from kktui.rules.camelot.roster import gauges
from kktui.rules.camelot.tactics import advise
from kktui.rules.camelot.troops import muster
from kktui.rules.camelot.turn import TURN

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
