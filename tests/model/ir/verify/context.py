"""What the verifier carries through one piece of code: where it is, what it has found, which names were bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from artrules.model.ir.declarations import Procedure
from artrules.model.ir.expressions import Constant, Expression, Local
from artrules.model.ir.model import Model
from artrules.model.ir.node import Node
from artrules.model.ir.print_code import Members, print_node
from artrules.model.ir.types import Type, alike, within
from artrules.text.diagnostics.diagnostic import Span
from model.ir.verify.names import Names
from model.ir.verify.violation import Violation


@dataclass(slots=True)
class Context:
    """One piece of code, known by its name `where`. `found` is shared by all code of a model."""

    model: Model
    where: str
    members: Members
    found: list[Violation]
    performed: Procedure | None = None
    """The procedure whose call is the statement before the one that is verified."""
    bound: dict[str, tuple[Type, Span]] = field(default_factory=dict)
    """All names that this code has bound so far, those that are out of scope again included."""

    def require(self, holds: bool, node: Node, message: str) -> None:
        """Note a violation unless a rule holds for a node."""
        if not holds:
            text = print_node(node, self.members).split("\n")[0]
            self.found.append(Violation(self.where, message, node.at, text))

    def bind(self, names: Names, local: Local, *, assignable: bool = False) -> Names:
        """Bind a local: its name must be new here. Code that is elaborated twice binds a name twice, in the same way at
        the same place."""
        known = self.bound.setdefault(local.name, (local.type, local.at))
        fresh = local.name not in names.types and known == (local.type, local.at)
        self.require(fresh, local, f"`{local.name}` is bound a second time")
        return names.bind(local, assignable=assignable)

    def declared(self, declaration: Any, table: Any, node: Node) -> None:
        """The declaration that a node refers to must be the one that the model knows by its key."""
        known = table.get(declaration.key)
        self.require(known is declaration, node, f"the model doesn't declare `{declaration.key}`")

    def acting(self, node: Node, me: Expression | None, names: Names, *, needed: bool) -> None:
        """`me` must be the player who acts around the node. Where nobody acts there is none: None, or the constant
        none. `needed` says that it may not be left out where somebody acts."""
        match me:
            case Local(name=name):
                self.require(name == names.me, node, f"`{name}` doesn't act here, but {names.me or 'nobody'}")
            case None:
                self.require(not needed or names.me is None, node, "the player who acts is missing")
            case Constant(value=None):
                self.require(names.me is None, node, "the player who acts is missing")
            case _:
                self.require(False, node, "the player who acts is no name")

    def converted(self, value: Expression, wanted: Type, node: Node, what: str) -> None:
        """A value must have been converted to the type that is wanted of it."""
        text = f"{what} is of type {value.type}, not {wanted}"
        self.require(within(value.type, wanted), node, text)

    def arguments(self, node: Node, values: Sequence[Expression], wanted: Sequence[tuple[str, Type | None]]) -> None:
        """The values that are handed over must be as many as are wanted, each of its type."""
        self.require(len(values) == len(wanted), node, f"{len(values)} values are given, not {len(wanted)}")
        for value, (name, type_) in zip(values, wanted, strict=False):
            if type_ is not None:
                self.converted(value, type_, node, f"`{name}`")

    def comparable(self, one: Type, other: Type, node: Node) -> None:
        """Two values that are compared must be of types that share values."""
        self.require(alike(one, other), node, f"{one} is never the same as {other}")

    def joined(self, values: Sequence[Expression], node: Expression) -> None:
        """A node's value is one of some values: its type must hold those of all."""
        for value in values:
            self.require(within(value.type, node.type), node, f"{value.type} lies outside of {node.type}")
        self.require(bool(values), node, "there is no value")
