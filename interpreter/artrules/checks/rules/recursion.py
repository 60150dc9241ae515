"""Procedures that come to call themselves, and values that depend on themselves.

All code must end, so calls may not go round in a circle. Only using a power may lead back, because a decision or a
limit lies between, and the depth of powers is bounded. `elaborate/` finds circles of functions, whose types it needs in
order. This check follows the calls of each procedure until one leads back to a procedure already being followed. Other
circles, directly or through functions: a part of the score that asks for the score, and a limit or a power's condition
that asks whether a power is usable.
"""

from __future__ import annotations

from artrules.analyses.calls import NodeSearch, called, outside_watches
from artrules.checks.check import model_check
from artrules.diagnostics.kinds.names import CIRCLE
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import BuiltinCall, Perform, ScoreOf


@model_check(CIRCLE)
def recursion(model: Model, report: Report) -> None:
    _procedures(model, report)
    scoring = NodeSearch(model, lambda node: isinstance(node, ScoreOf))
    for part in model.flow.score:
        if part.value is not None and scoring.among(part.value):
            report.add(CIRCLE, f"the part `{part.name}` of the score asks for the score", part.value.at)
    using = NodeSearch(model, lambda node: isinstance(node, BuiltinCall) and node.builtin.traits.tests_usability)
    for limit in model.limits.values():
        if using.among(model.at_most.get(limit)):
            what = f"whether a power is usable depends on the limit `{limit.name}`, which asks for it"
            report.add(CIRCLE, what, limit.at)
    for power in model.powers:
        condition = model.conditions.get(power)
        if condition is not None and using.among(condition):
            what = "whether this power is usable depends on whether powers are usable"
            report.add(CIRCLE, what, condition.at)


def _procedures(model: Model, report: Report) -> None:
    done: set[Procedure] = set()
    found: set[frozenset[Procedure]] = set()

    def follow(procedure: Procedure, way: list[Procedure]) -> None:
        for node in outside_watches(model.bodies[procedure]):
            if not isinstance(node, Perform):
                continue
            if node.procedure in way:
                circle = way[way.index(node.procedure) :]
                if frozenset(circle) not in found:
                    found.add(frozenset(circle))
                    _report(circle, node, report)
            elif node.procedure not in done:
                follow(node.procedure, [*way, node.procedure])
        done.add(procedure)

    for procedure in model.procedures.values():
        if procedure not in done:
            follow(procedure, [procedure])


def _report(circle: list[Procedure], last: Perform, report: Report) -> None:
    names = [called(procedure) for procedure in circle]
    through = f" through {', '.join(names[1:])}" if len(circle) > 1 else ""
    report.add(
        CIRCLE,
        f"the {names[0]} comes to call itself{through}",
        last.at,
        related=[(f"the {name} is declared here", p.at) for name, p in zip(names, circle, strict=True)],
    )
