"""Argad!: everybody moves, shoots and fights at once, in centimetres. A non-official, non-commercial adaptation."""

from kktui.engine.deployment import DEPLOYMENT
from kktui.engine.rulebook import load
from kktui.engine.ruleset import Ruleset
from kktui.rules.argad.ending import able, opening, result, turn_over, turn_result
from kktui.rules.argad.odds import forecast
from kktui.rules.argad.rings import rings
from kktui.rules.argad.roster import gauges
from kktui.rules.argad.tactics import advise
from kktui.rules.argad.troops import muster
from kktui.rules.argad.turn import TURN

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
