"""Code that needs a player, called where no player acts.

Setup, final steps, phases of nobody, totals, labels and start values have no `me`. `elaborate/` sees a `my` that is
written there. But a function or procedure is written as if there always were a player, so calling one that uses `me`,
itself or in what it calls, would run without one. This check finds out once for each function and procedure whether it
uses `me`; only moving cards or saying something doesn't count as using it. The check also finds decisions in such
places, because each decision asks `me`.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.analyses.calls import called, every_body
from artrules.checks.check import model_check
from artrules.diagnostics.kinds.types import NO_PLAYER
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir.declarations import Function, Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import (
    Ask,
    BuiltinCall,
    Call,
    Choose,
    Constant,
    Draw,
    Expression,
    Local,
    Move,
    Node,
    Perform,
    Roll,
    Say,
    Set,
    Watch,
    children,
)
from artrules.ir.types import Nothing


@model_check(NO_PLAYER)
def missing_player(model: Model, report: Report) -> None:
    using = _Using(model)
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


class _Using:
    """Finds where functions and procedures use `me`. Each is looked at once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Function | Procedure, Span | None] = {}

    def declaration(self, declaration: Function | Procedure) -> Span | None:
        if declaration not in self._known:
            self._known[declaration] = None  # for circles, which are found elsewhere
            self._known[declaration] = self.first(self._model.code_of(declaration))
        return self._known[declaration]

    def first(self, code: object) -> Span | None:
        """The first place where a node, or a node of a list, uses `me`; None if there is none."""
        if isinstance(code, (list, tuple)):
            return next((place for item in code if (place := self.first(item)) is not None), None)
        if not isinstance(code, Node):
            return None
        match code:
            case Local(name=name):
                return code.at if name == "me" else None
            case Call(function=function, arguments=arguments, me=me):
                return self._called(code, function, arguments, me)
            case Perform(procedure=procedure, arguments=arguments, me=me):
                return self._called(code, procedure, arguments, me)
            case BuiltinCall(builtin=builtin, arguments=arguments, me=me):
                return self.first([*arguments, me] if builtin.traits.needs_player else arguments)
            case Ask(players=players):
                return self.first(players)
            case Watch(me=me) | Choose(me=Local(name="me") as me):
                return code.at if self.first(me) is not None else None
            case Move() | Set() | Roll() | Draw() | Say():
                return self.first([child for child in children(code) if child is not code.me])
        return self.first(list(children(code)))

    def _called(
        self, call: Node, called: Function | Procedure, arguments: Sequence[Expression], me: Expression | None
    ) -> Span | None:
        place = self.first(arguments)
        if place is None and self.first(me) is not None and self.declaration(called) is not None:
            return call.at
        return place
