"""How deep procedures call one another.

Generated code runs on Python's own stack, and the checks follow calls as deep as they go, so the length of a chain of
calls is bounded. For functions, `elaborate/` does this. No other check looks at a model with a chain that is too long.
"""

from __future__ import annotations

from artrules.analyses.calls import called, outside_watches
from artrules.checks.check import precondition
from artrules.diagnostics.kinds.types import TOO_DEEP
from artrules.diagnostics.report import Report
from artrules.elaborate.functions import MOST_CALLS
from artrules.ir.declarations import Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import Perform


@precondition(TOO_DEEP)
def call_depth(model: Model, report: Report) -> bool:
    """Whether code, of functions too, is nowhere too deep."""
    depth: dict[Procedure, int] = {}
    for first in model.procedures.values():
        way = [] if first in depth else [(first, _calls(model, first))]
        while way:
            procedure, waiting = way[-1]
            depth.setdefault(procedure, 1)
            if waiting:
                below = waiting.pop()
                if below not in depth:
                    way.append((below, _calls(model, below)))
                continue
            way.pop()
            depth[procedure] = 1 + max((depth[p] for p in _calls(model, procedure)), default=0)
            if depth[procedure] == MOST_CALLS + 1:
                message = f"calls lie more than {MOST_CALLS} deep in one another from the {called(procedure)} on"
                report.add(TOO_DEEP, message, procedure.at)
    return not report.has(TOO_DEEP)


def _calls(model: Model, procedure: Procedure) -> list[Procedure]:
    nodes = outside_watches(model.bodies[procedure])
    return list(dict.fromkeys(node.procedure for node in nodes if isinstance(node, Perform)))
