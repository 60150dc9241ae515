"""Phases that need not end, and games that can't.

A phase played in turn with `next` or `until` goes on until one of them ends it, and phases with `again` are entered
again while that holds. So somebody must decide something in them: without a decision, the engine could go round for
ever while no player can act. A phase gets an error, too, if nothing at all can end it. A game that nothing ends goes on
round after round: players can only stop playing, and games of bots stop at a bound.
"""

from __future__ import annotations

from artrules.analyses.calls import every
from artrules.analyses.decision_points import Decisions
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Procedure
from artrules.ir.flow import Phase
from artrules.ir.model import Model
from artrules.ir.nodes import EndGame, Perform, walk
from artrules.ir.types import PLAYER

_FLOW = "overlay: storm\nof: lanterns\napplies: size(players) = 2\nflow:\n"
_ENDLESS = f"{_FLOW}  until: null\n  last_round: null\n"
_ROUND = f"{_FLOW}  rounds:\n"

ENDLESS_PHASE = declare(
    4030,
    "endless-phase",
    "a phase that may go on for ever",
    """
    With `next` or `until`, a phase played in turn goes on until `next` is `none` or `until` holds. This one has no
    `until`, its `next` always names a player, and everybody takes part; or no player decides anything in its turns, so
    that nothing makes sure that it ends. Say in `until` when it is over, or let `next` be `none` then. In phases that
    are entered again (`again`) some player must decide something, too.
    """,
    examples=Examples(
        fails=Example("overlay", f"{_ROUND}    - {{name: buy, next: left(me)}}  #!"),
        repaired=Example("overlay", f"{_ROUND}    - {{name: buy, next: left(me), until: left < 9}}"),
        near_misses=(
            Example("overlay", f"{_ROUND}    - {{name: buy, next: left(me) if my coins > 0 else none}}"),
            Example("overlay", f"{_ROUND}    - {{name: buy, next: left(me), takes_part: my coins > 0}}"),
            Example("overlay", f"{_ROUND}    - {{name: buy, again: left > 9}}"),
            Example("overlay", f"{_ROUND}    - {{name: tidy, again: left > 9, back_to: buy}}"),
        ),
    ),
)

ENDLESS_GAME = declare(
    4186,
    "endless-game",
    "a game that nothing ends",
    """
    A game goes on, round after round, until something ends it: `until` or `last_round` in `flow`, `stop_if` of a phase,
    or the statement `end game` in code that is called. This game has none of them.
    """,
    severity="warning",
    examples=Examples(
        fails=Example("overlay", f"{_ENDLESS}  winners: best(p in players, least score(p))  #!"),
        repaired=Example("overlay", f"{_FLOW}  until: null\n  last_round: 9"),
        near_misses=(
            Example("overlay", f"{_ENDLESS}  rounds:\n    - {{name: buy, stop_if: ending}}"),
            Example("overlay", f"{_ENDLESS}procedures:\n  buy(1..3 n): end game"),
        ),
    ),
)


@model_check(ENDLESS_PHASE, ENDLESS_GAME, without_errors=True)
def endless_phases(model: Model, report: Report) -> None:
    if not _can_end(model):
        report.add(
            ENDLESS_GAME,
            "nothing ends this game, so nobody ever wins",
            next((node.at for node in [model.flow.winners, *model.flow.phases] if node is not None), model.at),
            expected="`until` or `last_round` in `flow`, `stop_if` of a phase, or `end game` in code that is called",
        )
    decisions = Decisions(model)
    for phase in model.flow.phases:
        if phase.is_open:
            _phase(phase, decisions, report)
        if phase.again is not None and not _decide(model, phase, decisions):
            report.add(
                ENDLESS_PHASE,
                "no player decides anything before this phase is entered again, so it may go on for ever",
                phase.again.at,
                expected="a decision in it, or an earlier phase with one in `back_to`",
            )


def _can_end(model: Model) -> bool:
    """Whether something may end the game. Conditions that never hold are found by other checks."""
    flow = model.flow
    ends = [flow.until, flow.last_round, *(phase.stop for phase in flow.phases)]
    if any(end is not None for end in ends):
        return True
    if next(every(model, EndGame), None) is None:
        return False
    waiting = [*(step.body for step in flow.setup), *(phase.body for phase in flow.phases)]
    waiting += [model.bodies[power] for power in model.powers]
    called: set[Procedure] = set()
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, EndGame):
                return True
            if isinstance(node, Perform) and node.procedure not in called:
                called.add(node.procedure)
                waiting.append(model.bodies[node.procedure])
    return False


def _decide(model: Model, last: Phase, decisions: Decisions) -> bool:
    """Whether somebody decides something in the phases that are entered again after one."""
    names = [phase.name for phase in model.flow.phases]
    repeated = model.flow.phases[names.index(last.back_to or last.name) : names.index(last.name) + 1]
    return any(decisions.among(phase.body) for phase in repeated)


def _phase(phase: Phase, decisions: Decisions, report: Report) -> None:
    at = phase.next.at if phase.next is not None else phase.until.at if phase.until is not None else phase.at
    if not decisions.among(phase.body):
        report.add(
            ENDLESS_PHASE,
            "no player decides anything in the turns of this phase, so it may go on for ever",
            at,
            expected="a decision in its turns, or one turn for each player",
        )
    elif phase.until is None and phase.takes_part is None and phase.next is not None and phase.next.type == PLAYER:
        report.add(ENDLESS_PHASE, "nothing ends this phase", at, expected="`until`, or a `next` that may be `none`")
