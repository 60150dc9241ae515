"""How deep calls lie in one another, with the suites and brackets around each of them.

Passes over the IR go down into the code that is called. Chains of calls are short (`call_depth.py`), and so is the
nesting of suites; but forty calls, each of them in forty suites, would be too deep for Python's own stack.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.analyses.calls import called
from artrules.checks.check import precondition
from artrules.diagnostics.kinds.types import TOO_DEEP
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Function, Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import Call, Node, Perform, children

MOST_NESTED = 200
"""Nodes in one another, those of what is called included."""

Callee = Function | Procedure


@precondition(TOO_DEEP)
def call_nesting(model: Model, report: Report) -> bool:
    """Whether code, with what it calls, is nowhere too deep."""
    calls: dict[Callee, dict[Callee, int]] = {f: _calls([model.values.get(f)]) for f in model.functions.values()}
    calls |= {p: _calls(model.bodies[p]) for p in model.procedures.values()}
    depth: dict[Callee, int] = {}
    for first in calls:
        way = [] if first in depth else [first]
        while way:
            code = way[-1]
            depth.setdefault(code, 0)  # for circles, which are refused elsewhere
            below = next((callee for callee in calls[code] if callee not in depth), None)
            if below is not None:
                way.append(below)
                continue
            way.pop()
            depth[code] = max((nested + depth[callee] for callee, nested in calls[code].items()), default=0)
    for code in calls:
        if depth[code] > MOST_NESTED and all(depth[callee] <= MOST_NESTED for callee in calls[code]):
            name = called(code) if isinstance(code, Procedure) else f"function {code.name}"
            message = f"calls, with the lines and brackets around them, lie too deep in one another from the {name} on"
            report.add(TOO_DEEP, message, code.at)
            return False
    return True


def _calls(code: Sequence[Node | None]) -> dict[Callee, int]:
    """What a piece of code calls, each with the greatest depth at which it is called."""
    found: dict[Callee, int] = {}
    waiting = [(node, 1) for node in code if isinstance(node, Node)]
    while waiting:
        node, nested = waiting.pop()
        if isinstance(node, (Call, Perform)):
            callee = node.function if isinstance(node, Call) else node.procedure
            found[callee] = max(nested, found.get(callee, 0))
        waiting += [(child, nested + 1) for child in children(node)]
    return found
