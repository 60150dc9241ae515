"""Plain values in YAML (a property, a power's attribute, a cell of a table of pieces) to values of a type.

In the engine a member is its index, a player its seat counted from 0, a set a bit for each value, none `None`, a list
a tuple.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from artrules.model.ir.declarations import Enum
from artrules.model.ir.references import refer
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import Bool, ListOf, Member, Number, Optional, Player, SetOf, Type, Unknown, bare
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Fix
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.schema.complaint import TRUTH_WORDS, found_shape, number_meant
from artrules.text.source.look_alikes import report_look_alikes
from artrules.text.source.node import Node, Scalar, Sequence, items, scalar


class Names(Protocol):
    """What values of a ruleset may name: a symbol table, or a model."""

    @property
    def enums(self) -> Mapping[str, Enum]: ...

    @property
    def players(self) -> tuple[int, int]: ...


_MOST_DIGITS = 20
"""Python refuses to read numbers of thousands of digits, and no type has as large ones."""


class BadValue(Exception):
    """A value that is not of the type wanted."""


def constant(node: Node, type_: Type, names: Names, report: Report, what: str) -> Any:
    """The value of a node as one of a type, or None after a diagnostic that begins with `what`."""
    try:
        value = plain_value(node, type_, names)
        if isinstance(_innermost(type_), Member):
            for member in map(scalar, items(node)):
                if member is not None and member.text != "none":
                    refer(report, member.span, member.text)
        return value
    except BadValue as problem:
        wanted, candidates = problem.args
        if not isinstance(node, Scalar):
            actual = found_shape(node)
            report.add(kinds.WRONG_VALUE, f"{what} can't be {actual}", node.span, expected=wanted, found=actual)
            return None
        if report_look_alikes(node, report):
            return None
        text, meant = node.text, _meant(node, type_)
        actual = found_shape(node) if meant else f"`{text}`"
        certain = meant is not None and node.style == "quoted" and text == meant
        report.add(
            kinds.WRONG_VALUE,
            f"{what} can't be {actual}",
            node.span,
            expected=wanted,
            found=actual,
            suggestions=[meant] if meant else closest(text, candidates),
            missing=text if len(candidates) > 0 and isinstance(_innermost(type_), Member) else None,
            fix=Fix(f"write `{meant}` without quotes", (Edit(node.span, meant),)) if meant and certain else None,
        )
        return None


def _meant(node: Scalar, type_: Type) -> str | None:
    """The number, or the `yes` or `no`, that is meant by a text, such as 3 by `"3"`."""
    match bare(type_):
        case Number(low, high):
            number = number_meant(node)
            return number if number is not None and len(number) <= _MOST_DIGITS and low <= int(number) <= high else None
        case Bool():
            return TRUTH_WORDS.get(node.text.lower())
    return None


def _innermost(type_: Type) -> Type:
    """A type without `or none`, and what sets and lists of it hold."""
    while isinstance(type_, (Optional, SetOf, ListOf)):
        type_ = type_.of
    return type_


def plain_value(node: Node, type_: Type, names: Names) -> Any:
    """The value of a node as one of a type. Raises BadValue, with what was expected and words like it."""
    if isinstance(type_, Unknown):
        return None
    if isinstance(type_, (SetOf, ListOf)):
        values = [plain_value(n, type_.of, names) for n in (node.items if isinstance(node, Sequence) else [node])]
        return sum(1 << v for v in set(values)) if isinstance(type_, SetOf) else tuple(values)
    if not isinstance(node, Scalar):
        raise BadValue(in_words(type_), [])
    value = node.value
    match type_:
        case Optional(of):
            return None if node.text == "none" or value is None else plain_value(node, of, names)
        case Bool():
            if isinstance(value, bool):
                return value
            raise BadValue("`yes` or `no`", ["yes", "no"])
        case Number(low, high):
            if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
                return value
            raise BadValue(f"{in_words(type_)}", [])
        case Member(enum):
            members = names.enums[enum].members
            if node.text in members:
                return members.index(node.text)
            raise BadValue(f"one of {', '.join(members)}", list(members))
        case Player():
            if isinstance(value, int) and 1 <= value <= names.players[1]:
                return value - 1
            raise BadValue(f"a player's number from 1 to {names.players[1]}", [])
    raise BadValue(f"a plain value; there is none for {in_words(type_)}", [])
