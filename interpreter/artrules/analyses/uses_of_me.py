"""Finds where code uses `me`, itself or in what it calls.

Only moving cards or saying something doesn't count as a use.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.diagnostics.span import Span
from artrules.ir.declarations import Function, Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import (
    Ask,
    BuiltinCall,
    Call,
    Choose,
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


class UsesOfMe:
    """Finds where code of one model uses `me`. Each function and procedure is looked at once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Function | Procedure, Span | None] = {}

    def declaration(self, declaration: Function | Procedure) -> Span | None:
        """The first place where a function or procedure uses `me`; None if there is none."""
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
