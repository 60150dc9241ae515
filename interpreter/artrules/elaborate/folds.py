"""Binders, and everything that goes through a domain: count, those, any, sum, best …"""

from __future__ import annotations

from lark import Token

from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.span import Span
from artrules.elaborate.elaborator import ElaboratorBase, Syntax
from artrules.elaborate.scope import facts
from artrules.ir.nodes import Best, Binder, Checked, Constant, Expression, Fold, Largest
from artrules.ir.types import (
    ANY_NUMBER,
    BOOL,
    UNKNOWN,
    WIDE,
    ListOf,
    Number,
    Optional,
    Type,
    Unknown,
    element,
    join,
)

MANY = 1_000_000
"""Nothing can be gone through more often."""


class Folds(ElaboratorBase):
    """Forms with binders. What a binder binds stays bound in the suite that is open: callers open one."""

    def binders(self, tree: Syntax) -> list[Binder]:
        return [self.binder(c) for c in tree.children if isinstance(c, type(tree))]

    def binder(self, tree: Syntax) -> Binder:
        """`c in D where cond`: binds c, learns what the condition tells."""
        self.turn(tree)
        token, domain_, where_ = tree.children
        assert isinstance(token, Token)
        domain = self.expression(domain_)
        inner = element(domain.type)
        if inner is None:
            self.complain(
                kinds.WRONG_TYPE,
                "one can't go through this",
                domain_,
                expected="a zone, list, set, range, an enum, a kind of card or players",
                found=str(domain.type),
            )
            inner = UNKNOWN
        if self.scope.find(str(token)) is not None or str(token) in ("me", "self", "players"):
            self.complain(
                kinds.HIDES_NAME,
                f"`{token}` is the name of something else here already",
                token,
                expected="another name",
            )
        local = self.scope.bind(str(token), inner, self.at(token))
        condition = None
        if where_ is not None:
            condition = self.condition(where_)  # type: ignore[arg-type]
            self.scope.learn(facts(condition, True))
        return Binder(self.at(tree), local, domain, condition)

    def _narrowed(self, binder: Binder) -> Type:
        return self.scope.narrowed.get(binder.local.name, binder.local.type)

    def expression_quantified(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        quantifier, binders_ = tree.children
        kind = str(quantifier.children[0])  # type: ignore[union-attr]
        with self.scope.suite():
            binders = self.binders(binders_)  # type: ignore[arg-type]
            first = self._narrowed(binders[0])
        types: dict[str, Type] = {
            "count": Number(0, MANY),
            "any": BOOL,
            "no": BOOL,
            "those": ListOf(first),
            "first": Optional(first) if not isinstance(first, Optional) else first,
            "last": Optional(first) if not isinstance(first, Optional) else first,
        }
        if kind in ("first", "last", "those") and len(binders) > 1:
            self.complain(
                kinds.WRONG_ARGUMENTS, f"`{kind}` goes through one domain", tree, expected="one binder and `where`"
            )
        return Fold(self.at(tree), types[kind], kind, binders, None, None)

    def expression_folded(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        fold, value_, binders_, else_ = tree.children
        kind = str(fold.children[0])  # type: ignore[union-attr]
        with self.scope.suite():
            binders = self.binders(binders_)  # type: ignore[arg-type]
            value = self.expression(value_)
        otherwise = self.expression(else_) if else_ is not None else None
        if isinstance(value.type, Unknown):
            return self.unknown(tree)
        at = self.at(tree)
        if kind in ("sum", "max", "min"):
            value = self.convert(value, ANY_NUMBER, f"what `{kind}` goes over", value.at)
            if otherwise is not None:
                otherwise = self.convert(otherwise, ANY_NUMBER, "the value after `else`", otherwise.at)
            if kind == "sum":
                return self.summed(at, binders, value, otherwise)
            type_: Type = Number(-WIDE, WIDE)
            if isinstance(value.type, Number):
                type_ = join(value.type, otherwise.type) or UNKNOWN if otherwise is not None else value.type
            return Fold(at, type_, kind, binders, value, otherwise)
        if otherwise is not None:
            self.complain(kinds.WRONG_ARGUMENTS, f"`{kind}` needs no `else`: it may be empty", tree)
        if kind == "sorted":
            value = self.convert(value, ANY_NUMBER, "what is sorted", value.at)
        return Fold(at, ListOf(value.type), kind, binders, value, None)

    def summed(
        self, at: Span, binders: list[Binder], value: Expression, otherwise: Expression | None = None
    ) -> Expression:
        """The sum of a number for all that binders let through."""
        type_ = Number(-WIDE, WIDE)
        if isinstance(value.type, Number):
            type_ = Number(0 if value.type.low >= 0 else -WIDE, WIDE)
        result = Fold(at, type_, "sum", binders, value, otherwise)
        small = isinstance(value.type, Number) and max(-value.type.low, value.type.high) * MANY <= WIDE
        return result if small else Checked(at, type_, result, -WIDE, WIDE, "this sum")

    def expression_largest(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        fold, *rest = tree.children
        kind = str(fold.children[0])  # type: ignore[union-attr]
        if kind not in ("max", "min"):
            self.complain(
                kinds.WRONG_ARGUMENTS, f"`{kind}` goes through a domain", tree, expected=f"`{kind}(e for x in D)`"
            )
            return self.unknown(tree)
        items = [self.number(t, f"a value of `{kind}`") for t in rest]  # type: ignore[arg-type]
        ranges = [i.type for i in items if isinstance(i.type, Number)]
        if not ranges:
            return self.unknown(tree)
        pick = max if kind == "max" else min
        type_ = Number(pick(r.low for r in ranges), pick(r.high for r in ranges))
        return Largest(self.at(tree), type_, kind, items)

    def expression_best(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        binder_, *keys_ = tree.children
        with self.scope.suite():
            binder = self.binder(binder_)  # type: ignore[arg-type]
            type_ = self._narrowed(binder)
            keys: list[tuple[str, Expression]] = []
            for key in keys_:
                way, value_ = key.children  # type: ignore[union-attr]
                value = self.expression(value_)
                if not isinstance(value.type, (Number, Unknown)) and not _numbers(value.type):
                    self.complain(
                        kinds.WRONG_TYPE,
                        "best compares numbers",
                        value.at,
                        expected="a number or a list of numbers",
                        found=str(value.type),
                    )
                    value = Constant(value.at, UNKNOWN, None)
                keys.append((str(way.children[0]), value))  # type: ignore[union-attr]
        return Best(self.at(tree), ListOf(type_), binder, keys)


def _numbers(type_: Type) -> bool:
    return isinstance(type_, ListOf) and isinstance(type_.of, Number)
