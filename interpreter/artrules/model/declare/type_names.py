"""Types and signatures as the author wrote them, resolved to types of the IR."""

from __future__ import annotations

from typing import assert_never

from artrules.model.declare.symbol_table import SymbolTable, parse_scalar
from artrules.model.ir.declarations import Parameter
from artrules.model.ir.types import (
    BOOL,
    PLAYER,
    POWER,
    UNKNOWN,
    WIDE,
    Card,
    Happening,
    ListOf,
    Member,
    Number,
    Optional,
    Player,
    SetOf,
    Type,
    Unknown,
    whole,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest, one_slip
from artrules.text.record import dataclass
from artrules.text.source.node import Scalar
from artrules.text.syntax.ast import types as ast
from artrules.text.syntax.parse import parse_signature, parse_type
from artrules.text.syntax.words import TYPES

SET_LIMIT = 255
BUILT_IN = {"bool": BOOL, "player": PLAYER, "power": POWER}


@dataclass(frozen=True, slots=True)
class Signature:
    """The name of a function or procedure, its parameters, and the type of its result, where it says so."""

    name: str
    parameters: list[Parameter]
    gives: Type | None
    at: Span
    """The place of the result's type."""


class TypeNames:
    """Resolves the names of types against what is declared so far: enums, kinds and events."""

    def __init__(self, symbols: SymbolTable, report: Report) -> None:
        self.symbols = symbols
        self.report = report

    def read(self, scalar: Scalar | None, owner: str | None = None) -> Type:
        """The type a scalar names; Unknown, with a diagnostic, when it names none."""
        if scalar is None:
            return UNKNOWN
        node = parse_scalar(parse_type, scalar, self.report)
        return self._type(node, scalar, owner) if node is not None else UNKNOWN

    def signature(self, scalar: Scalar, owner: str | None = None) -> Signature | None:
        """What a key such as `draw(0..9 n)` says; None, after a diagnostic, when it is no signature."""
        node = parse_scalar(parse_signature, scalar, self.report)
        if node is None:
            return None
        parameters: list[Parameter] = []
        for parameter in node.parameters:
            name = parameter.name.text
            at = scalar.span_of(parameter.name.start, parameter.name.end)
            if any(p.name == name for p in parameters):
                self.report.add(kinds.NAME_TWICE, f"`{name}` is the name of two parameters", at)
            parameters.append(Parameter(name, self._type(parameter.type, scalar, owner), at))
        gives = self._type(node.gives, scalar, owner) if node.gives is not None else None
        at = scalar.span_of(node.gives.start, node.gives.end) if node.gives is not None else scalar.span
        return Signature(node.name.text, parameters, gives, at)

    def _type(self, node: ast.Type, scalar: Scalar, owner: str | None) -> Type:
        at = scalar.span_of(node.start, node.end)
        match node:
            case ast.RangeType(low=low, high=high):
                return self._range(low, high, at)
            case ast.NamedType(name=name):
                return self._named(name.text, at, owner)
            case ast.OptionalType(of=of):
                inner = self._type(of, scalar, owner)
                return inner if isinstance(inner, Unknown) else Optional(inner)
            case ast.ListType(of=of):
                inner = self._type(of, scalar, owner)
                return inner if isinstance(inner, Unknown) else ListOf(inner)
            case ast.SetType(of=of):
                return self._set(self._type(of, scalar, owner), at)
        assert_never(node)

    def _range(self, least: str, most: str, at: Span) -> Type:
        low, high = whole(least), whole(most)
        if low is None or high is None:
            self.report.add(kinds.BAD_TYPE, f"numbers lie between -{WIDE:,} and {WIDE:,}", at)
            return UNKNOWN
        if low > high:
            self.report.add(kinds.BAD_TYPE, f"{low}..{high} holds no number", at, expected=f"{high}..{low}")
            return UNKNOWN
        return Number(low, high)

    def _set(self, inner: Type, at: Span) -> Type:
        """Sets of a type. They are kept as bits, so there are only sets of what has few values."""
        if isinstance(inner, Unknown):
            return UNKNOWN
        match inner:
            case Number(low, high) if low >= 0 and high <= SET_LIMIT:
                return SetOf(inner)
            case Member() | Player():
                return SetOf(inner)
        self.report.add(
            kinds.BAD_TYPE,
            f"there are no sets of {inner}",
            at,
            expected=f"a range between 0 and {SET_LIMIT}, an enum or player (or `list of {inner}`)",
        )
        return UNKNOWN

    def _named(self, name: str, at: Span, owner: str | None) -> Type:
        symbols = self.symbols
        if name in BUILT_IN:
            return BUILT_IN[name]
        if name == "card":
            return Card(frozenset(symbols.kinds))
        if name in symbols.enums:
            return Member(name)
        if name in symbols.kinds:
            return Card(frozenset([name]))
        event = symbols.find(symbols.events, name, owner)
        if event is not None:
            return Happening(event.key)
        known = [
            *BUILT_IN,
            "card",
            *symbols.enums,
            *symbols.kinds,
            *(e.name for e in symbols.visible(symbols.events, owner)),
        ]
        self.report.add(
            kinds.UNKNOWN_NAME,
            f"`{name}` is no type",
            at,
            expected=TYPES.get(
                name, "a range such as 0..9, bool, player, power, card, an enum, a kind of card or an event"
            ),
            found=f"`{name}`",
            suggestions=closest(name, known),
            missing=name,
        )
        meant = one_slip(name, known)
        return self._named(meant, at, owner) if meant is not None else UNKNOWN
