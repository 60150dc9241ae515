"""Calls of functions, tables and builtins."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.suggest import closest
from artrules.elaborate.elaborator import ElaboratorBase, Syntax
from artrules.ir.builtins import BUILTINS
from artrules.ir.declarations import Parameter
from artrules.ir.nodes import (
    BuiltinCall,
    Call,
    Expression,
    Lookup,
    ScoreOf,
)
from artrules.ir.types import (
    ANY_NUMBER,
    PLAYER,
    WIDE,
    Number,
    Type,
    Unknown,
)


class Applications(ElaboratorBase):
    """`name(values)` where a value is wanted."""

    def expression_call(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        token, *rest = tree.children
        assert isinstance(token, Token)
        arguments = [a for a in rest if a is not None and not isinstance(a, Token)]
        name, at, model, owner = str(token), self.at(tree), self.model, self.context.owner
        function = model.find(model.functions, name, owner)
        if function is not None:
            values = self.arguments(name, function.parameters, arguments, tree)
            return Call(at, self.function_type(function), function, values, self.me)
        table = model.find(model.tables, name, owner)
        if table is not None:
            values = self.arguments(name, [Parameter("n", ANY_NUMBER, table.at)], arguments, tree)
            return Lookup(at, Number(-WIDE, WIDE), table, values[0]) if values else self.unknown(tree)
        if name == "score":
            values = self.arguments(name, [Parameter("p", PLAYER, at)], arguments, tree)
            return ScoreOf(at, ANY_NUMBER, values[0]) if values else self.unknown(tree)
        builtin = BUILTINS.get(name)
        if builtin is not None:
            return self._builtin(tree, name, arguments)
        known = [f.name for f in model.visible(model.functions, owner)] + [
            t.name for t in model.visible(model.tables, owner)
        ]
        procedure = model.find(model.procedures, name, owner)
        self.complain(
            name_kinds.UNKNOWN_NAME,
            f"`{name}` is a procedure and has no value" if procedure else f"there is no function `{name}`",
            token,
            found=f"`{name}`",
            suggestions=closest(name, [*known, *BUILTINS]),
        )
        return self.unknown(tree)

    def _builtin(self, tree: Syntax, name: str, arguments: list[Syntax]) -> Expression:
        builtin = BUILTINS[name]
        values = [self.expression(a) for a in arguments]
        if len(values) != builtin.arguments:
            self.complain(
                kinds.WRONG_ARGUMENTS,
                f"`{name}` takes {builtin.arguments} value{'s' if builtin.arguments != 1 else ''}",
                tree,
                expected=str(builtin.arguments),
                found=str(len(values)),
            )
            return self.unknown(tree)
        if any(isinstance(v.type, Unknown) for v in values):
            return self.unknown(tree)
        type_ = builtin.check([v.type for v in values])
        if isinstance(type_, str):
            self.complain(
                kinds.WRONG_TYPE,
                f"`{name}` can't be used on this",
                tree,
                expected=type_,
                found=", ".join(str(v.type) for v in values),
            )
            return self.unknown(tree)
        return BuiltinCall(self.at(tree), type_, builtin, values, self.me)

    def arguments(
        self, name: str, parameters: Sequence[Parameter], trees: list[Syntax], call: Syntax
    ) -> list[Expression]:
        """Converted arguments of a call; an empty list, with a diagnostic, when there are too many or too few."""
        if len(trees) != len(parameters):
            wanted = ", ".join(f"{p.type} {p.name}" for p in parameters) or "nothing"
            self.complain(
                kinds.WRONG_ARGUMENTS,
                f"`{name}` takes {len(parameters)} value{'s' if len(parameters) != 1 else ''}",
                call,
                expected=wanted,
                found=str(len(trees)),
            )
            for tree in trees:
                self.expression(tree)
            return []
        return [self.demand(t, p.type, f"`{p.name}` of `{name}`") for t, p in zip(trees, parameters, strict=True)]
