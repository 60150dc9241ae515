"""Plain values in YAML (a property, a power's attribute, a cell of a table of pieces) to values of a type.

In the engine a member is its index, a player its seat counted from 0, a set a bit for each value, none `None`, a list
a tuple.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.ir.declarations import Enum
from artrules.ir.types import Bool, ListOf, Member, Number, Optional, Player, SetOf, Type, Unknown
from artrules.source.node import Node, Scalar, Sequence


class Names(Protocol):
    """What values of a ruleset may name: a symbol table, or a model."""

    @property
    def enums(self) -> Mapping[str, Enum]: ...

    @property
    def players(self) -> tuple[int, int]: ...


class BadValue(Exception):
    """A value that is not of the type wanted."""


def constant(node: Node, type_: Type, names: Names, report: Report, what: str) -> Any:
    """The value of a node as one of a type, or None after a diagnostic that begins with `what`."""
    try:
        return plain_value(node, type_, names)
    except BadValue as problem:
        wanted, candidates = problem.args
        text = node.text if isinstance(node, Scalar) else "a list or mapping"
        report.add(
            kinds.WRONG_VALUE,
            f"{what} can't be `{text}`",
            node.span,
            expected=wanted,
            found=f"`{text}`",
            suggestions=closest(text, candidates),
        )
        return None


def plain_value(node: Node, type_: Type, names: Names) -> Any:
    """The value of a node as one of a type. Raises BadValue, with what was expected and words like it."""
    if isinstance(type_, Unknown):
        return None
    if isinstance(type_, (SetOf, ListOf)):
        values = [plain_value(n, type_.of, names) for n in (node.items if isinstance(node, Sequence) else [node])]
        return sum(1 << v for v in set(values)) if isinstance(type_, SetOf) else tuple(values)
    if not isinstance(node, Scalar):
        raise BadValue(str(type_), [])
    value = node.value
    match type_:
        case Optional(of):
            return None if node.text == "none" or value is None else plain_value(node, of, names)
        case Bool():
            if isinstance(value, bool):
                return value
            raise BadValue("yes or no", ["yes", "no"])
        case Number(low, high):
            if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
                return value
            raise BadValue(f"a number from {low} to {high}", [])
        case Member(enum):
            members = names.enums[enum].members
            if node.text in members:
                return members.index(node.text)
            raise BadValue(f"one of {', '.join(members)}", list(members))
        case Player():
            if isinstance(value, int) and 1 <= value <= names.players[1]:
                return value - 1
            raise BadValue(f"a player's number from 1 to {names.players[1]}", [])
    raise BadValue(f"a plain value; {type_} has none", [])
