"""`let` and assignment: what has a name or can be given another value."""

from __future__ import annotations

from lark import Token

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import Syntax
from artrules.elaborate.suites import Suites
from artrules.ir.nodes import (
    AttributeOf,
    Body,
    Expression,
    FaceOf,
    FieldOf,
    Local,
    Set,
    VariableOf,
)
from artrules.ir.types import (
    ANY_NUMBER,
    Card,
    ListOf,
    Number,
    SetOf,
    Unknown,
    Zone,
)


class Places(Suites):
    """Names of a body, variables, attributes, faces and fields of kept events."""

    def statement_let(self, tree: Syntax) -> Body:
        token, value_ = tree.children
        assert isinstance(token, Token)
        value = self.expression(value_)
        name = str(token)
        type_ = value.type
        changes = name in self.assigned
        if isinstance(type_, Zone):
            type_ = ListOf(Card(type_.kinds))
        if changes and isinstance(type_, Number):
            type_ = ANY_NUMBER
        if self.scope.find(name) is not None or name in ("me", "self", "players"):
            self.complain(
                kinds.HIDES_NAME,
                f"`{name}` is the name of something else here already",
                token,
                expected=f"another name, or to change it: `{name} becomes …`",
            )
        local = self.scope.bind(name, type_, self.at(token), fixed=False)
        return [Set(self.at(tree), local, value, binds=True)]

    def _place(self, tree: Syntax) -> Expression | None:
        place = self.expression(tree)
        match place:
            case Local(name=name):
                binding = next((b for s in self.scope.suites for b in s.values() if b.unique == name), None)
                if binding is not None and not binding.fixed:
                    return Local(place.at, binding.type, name)
                self.complain(kinds.NOT_ASSIGNABLE, "this name keeps its value", tree, expected="a name given by `let`")
                return None
            case VariableOf() | AttributeOf() | FaceOf():
                if isinstance(place, AttributeOf) and place.declaration.printed:
                    name = place.declaration.name
                    self.complain(
                        kinds.NOT_ASSIGNABLE,
                        f"`{name}` is printed on the cards: code can't change it",
                        tree,
                        expected=f"an attribute with `starts`, `lasts` or `back_when_leaving`, which `{name}` hasn't",
                        related=(("it is declared here", place.declaration.at),),
                    )
                    return None
                return place
            case FieldOf(event=event):
                if event.kept is not None:
                    return place
                self.complain(
                    kinds.NOT_ASSIGNABLE,
                    "only kept events can be changed afterwards",
                    tree,
                    expected=f"`kept:` of {event.name}",
                )
                return None
        if not isinstance(place.type, Unknown):
            self.complain(
                kinds.NOT_ASSIGNABLE,
                "nothing can be assigned to this",
                tree,
                expected="a variable, an attribute or a name given by `let`",
            )
        return None

    def statement_becomes(self, tree: Syntax) -> Body:
        place_, value_ = tree.children
        place = self._place(place_)  # type: ignore[arg-type]
        if place is None:
            self.expression(value_)
            return []
        value = self.demand(value_, place.type, "the new value")  # type: ignore[arg-type]
        if isinstance(place, Local):
            self.scope.forget(place.name)
        me = self.acting(tree) if isinstance(place, FaceOf) else None
        return [Set(self.at(tree), place, value, me=me)]

    def statement_add(self, tree: Syntax) -> Body:
        return self._change(tree, "+", "join")

    def statement_take(self, tree: Syntax) -> Body:
        return self._change(tree, "-", "without")

    def _change(self, tree: Syntax, operator: str, on_lists: str) -> Body:
        place_, value_ = tree.children
        place = self._place(place_)  # type: ignore[arg-type]
        if place is None:
            self.expression(value_)
            return []
        if isinstance(place.type, (SetOf, ListOf)):
            value = self.expression(value_, place.type)
            result = self.together(self.at(tree), on_lists, place, value)
        else:
            right = self.number(value_, "what is added")  # type: ignore[arg-type]
            result = self.arithmetic(tree, operator, place, right)
        return [Set(self.at(tree), place, self.convert(result, place.type, "the new value", self.at(tree)))]
