"""Procedures that call procedures that call procedures: how deep.

Code runs on Python's own stack, and the checks follow calls as deep as they go, so a chain of calls has a bound. For
functions the types stage sees to it. Nothing else is checked of a model in which a chain is too long.
"""

from __future__ import annotations

from artrules.checks.calls import called, outside_watches
from artrules.diagnostics.kinds.types import TOO_DEEP
from artrules.diagnostics.report import Report
from artrules.kernel.declarations import Procedure
from artrules.kernel.nodes import Perform
from artrules.resolve.model import Model
from artrules.types.program import MOST_CALLS


def check(model: Model, report: Report) -> bool:
    """Whether code, of functions too, is nowhere too deep."""
    depth: dict[Procedure, int] = {}
    for first in model.procedures.values():
        way = [] if first in depth else [(first, _calls(first))]
        while way:
            procedure, waiting = way[-1]
            depth.setdefault(procedure, 1)
            if waiting:
                below = waiting.pop()
                if below not in depth:
                    way.append((below, _calls(below)))
                continue
            way.pop()
            depth[procedure] = 1 + max((depth[p] for p in _calls(procedure)), default=0)
            if depth[procedure] == MOST_CALLS + 1:
                message = f"calls lie more than {MOST_CALLS} deep in one another from the {called(procedure)} on"
                report.add(TOO_DEEP, message, procedure.at)
    return not report.has(TOO_DEEP)


def _calls(procedure: Procedure) -> list[Procedure]:
    nodes = outside_watches(procedure.body or [])
    return list(dict.fromkeys(node.procedure for node in nodes if isinstance(node, Perform)))
