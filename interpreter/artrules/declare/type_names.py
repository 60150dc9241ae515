"""Types and signatures as written by the author, to types of the ir."""

from __future__ import annotations

from lark import Token, Tree

from artrules.declare.symbol_table import SymbolTable
from artrules.diagnostics.effort import WORDS
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.kinds import syntax as syntax_kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.diagnostics.suggest import closest
from artrules.ir.declarations import Parameter
from artrules.ir.types import (
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
from artrules.source.node import Scalar
from artrules.syntax.parse import SyntaxProblem, parse, size

SET_LIMIT = 255
BUILT_IN = {"bool": BOOL, "player": PLAYER, "power": POWER}


def report_syntax(report: Report, scalar: Scalar, problem: SyntaxProblem) -> None:
    """A syntax problem in a code string, at its place in the author's file."""
    report.add(
        syntax_kinds.BAD_SYNTAX,
        problem.message,
        scalar.span_of(problem.start, problem.end),
        expected=problem.expected,
        found=problem.found,
        suggestions=problem.suggestions,
    )


class TypeNames:
    """Resolves the names of types against what is declared so far: enums, kinds and events."""

    def __init__(self, symbols: SymbolTable, report: Report) -> None:
        self.symbols = symbols
        self.report = report

    def read(self, scalar: Scalar | None, owner: str | None = None) -> Type:
        """The type a scalar names; Unknown, with a diagnostic, when it names none."""
        if scalar is None:
            return UNKNOWN
        self.report.spend(WORDS, size(scalar.text), scalar.span)
        try:
            tree = parse("type", scalar.text)
        except SyntaxProblem as problem:
            report_syntax(self.report, scalar, problem)
            return UNKNOWN
        return self._type(tree.children[0], scalar, owner)

    def signature(self, scalar: Scalar, owner: str | None = None) -> tuple[str, list[Parameter]] | None:
        """Name and parameters of a key such as `draw(0..9 n)`."""
        self.report.spend(WORDS, size(scalar.text), scalar.span)
        try:
            tree = parse("signature", scalar.text)
        except SyntaxProblem as problem:
            report_syntax(self.report, scalar, problem)
            return None
        name, *rest = tree.children
        parameters: list[Parameter] = []
        for parameter in rest:
            if not isinstance(parameter, Tree):
                continue
            type_, token = parameter.children
            assert isinstance(token, Token)
            at = scalar.span_of(token.start_pos or 0, token.end_pos or 0)
            if any(p.name == str(token) for p in parameters):
                self.report.add(kinds.NAME_TWICE, f"`{token}` is the name of two parameters", at)
            parameters.append(Parameter(str(token), self._type(type_, scalar, owner), at))
        return str(name), parameters

    def _type(self, tree: object, scalar: Scalar, owner: str | None) -> Type:
        assert isinstance(tree, Tree)
        at = scalar.span_of(tree.meta.start_pos, tree.meta.end_pos)
        if tree.data == "range":
            low, high = (whole("".join(str(t) for t in c.children)) for c in tree.children if isinstance(c, Tree))
            if low is None or high is None:
                self.report.add(kinds.BAD_TYPE, f"numbers lie between -{WIDE:,} and {WIDE:,}", at)
                return UNKNOWN
            if low > high:
                self.report.add(kinds.BAD_TYPE, f"{low}..{high} holds no number", at, expected=f"{high}..{low}")
                return UNKNOWN
            return Number(low, high)
        if tree.data == "named":
            return self._named(str(tree.children[0]), at, owner)
        inner = self._type(tree.children[0], scalar, owner)
        if isinstance(inner, Unknown):
            return UNKNOWN
        if tree.data == "optional":
            return Optional(inner)
        if tree.data == "list_of":
            return ListOf(inner)
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
            expected="a range such as 0..9, bool, player, power, card, an enum, a kind of card or an event",
            found=f"`{name}`",
            suggestions=closest(name, known),
        )
        return UNKNOWN
