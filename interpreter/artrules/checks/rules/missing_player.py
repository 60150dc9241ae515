"""Code that needs a player, called where no player acts.

Setup, final steps, phases of nobody, totals, labels and start values have no `me`. `elaborate/` sees a `my` that is
written there. But a function or procedure is written as if there always were a player, so calling one that uses `me`,
itself or in what it calls, would run without one. This check finds that. It also finds decisions in such places,
because each decision asks `me`.
"""

from __future__ import annotations

from artrules.analyses.calls import called, every_body
from artrules.analyses.uses_of_me import UsesOfMe
from artrules.checks.check import model_check
from artrules.diagnostics.kinds.types import NO_PLAYER
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir.model import Model
from artrules.ir.nodes import BuiltinCall, Call, Constant, Node, Perform
from artrules.ir.types import Nothing


@model_check(NO_PLAYER)
def missing_player(model: Model, report: Report) -> None:
    using = UsesOfMe(model)
    for code in every_body(model):
        for node in code.every_node:
            match node:
                case Call(function=function, me=None) if (place := using.declaration(function)) is not None:
                    _report(f"the function `{function.name}`", node, place, report)
                case Perform(procedure=procedure, me=Constant(type=Nothing())):
                    place = using.declaration(procedure)
                    if place is not None:
                        _report(f"the {called(procedure)}", node, place, report)
                case BuiltinCall(builtin=builtin, me=None) if builtin.traits.needs_player:
                    report.add(NO_PLAYER, "a power is usable by a player, and none acts here", node.at)


def _report(what: str, call: Node, place: Span, report: Report) -> None:
    report.add(
        NO_PLAYER,
        f"{what} needs a player, and none acts here",
        call.at,
        expected="`as p:` around it",
        related=[("here it needs one", place)],
    )
