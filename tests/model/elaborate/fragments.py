"""Pieces of code elaborated alone, in the scope of Lanterns: without checks, and without the rest of the ruleset.

These names are bound, and `me` acts: `c` is a lantern, `maybe` a lantern or none, `n` is in 0..9, `ns` a list of
0..9, `w` a power, and `e` a sale, which is an event that is kept. A plugin brings `half` and `rolled`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from artrules.model.declare.declare import declare
from artrules.model.declare.files import read_ruleset
from artrules.model.declare.overlays import join_parts
from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.elaborate.code import CodeElaborator, assigned_names
from artrules.model.elaborate.control import suite
from artrules.model.elaborate.elaborator import Context
from artrules.model.elaborate.functions import Functions
from artrules.model.ir.builtins import Builtin
from artrules.model.ir.declarations import Declaration
from artrules.model.ir.node import Node
from artrules.model.ir.nodes import Binder, Body, Constant, Expression, Label, Local, Operation
from artrules.model.ir.types import POWER, Card, Happening, ListOf, Number, Optional, Type
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Scalar
from artrules.text.syntax.parse import parse_effect, parse_expression
from plugin_functions import BROUGHT
from test_language import write_ruleset

LANTERN = Card(frozenset(["lantern"]))
BOUND = {
    "c": LANTERN,
    "maybe": Optional(LANTERN),
    "n": Number(0, 9),
    "ns": ListOf(Number(0, 9)),
    "w": POWER,
    "e": Happening("sold"),
}


@cache
def lanterns() -> SymbolTable:
    """What Lanterns declares."""
    report = Report()
    with TemporaryDirectory() as folder:
        write_ruleset(Path(folder), combined=False)
        files = read_ruleset(Path(folder), report, "lanterns")
    assert files.main is not None
    symbols = declare(join_parts(files.main, files.parts, report), files.sets, report)
    assert not report.diagnostics
    symbols.plugin_functions.update(BROUGHT)
    return symbols


@dataclass(frozen=True)
class Elaborated:
    """What came of a piece of code; `made` is an expression or the statements of an effect."""

    made: Any
    report: Report
    elaborator: CodeElaborator

    @property
    def said(self) -> list[tuple[str, int, int]]:
        """The kind of each diagnostic, with the columns in which its place begins and ends."""
        spans = [(d.slug, d.span) for d in self.report.diagnostics]
        return [(slug, span.column - 1, span.end_column - 1) for slug, span in spans if span is not None]


def elaborator(text: str, *, me: bool = True, own: bool = False, bound: Mapping[str, Type] = BOUND) -> CodeElaborator:
    """An elaborator of code on one line; `own` says whether there is `self`, a lantern, `bound` which names are."""
    scalar = Scalar(text, Span("x", 1, 1, 1, len(text) + 1))
    context = Context("here", "title", None, me, LANTERN if own else None)
    functions = Functions(lanterns(), Report())
    made = CodeElaborator(lanterns(), Report(), scalar, context, functions.reads)
    made.function_type = functions.type_of
    for name, type_ in bound.items():
        made.scope.bind(name, type_, scalar.span)
    return made


def expression(text: str, **context: Any) -> Elaborated:
    """An expression, elaborated."""
    with_state = elaborator(text, **context)
    made: Expression = with_state.expression(parse_expression(text))
    return Elaborated(made, with_state.report, with_state)


def effect(text: str, **context: Any) -> Elaborated:
    """The statements of an effect, elaborated."""
    with_state, tree = elaborator(text, **context), parse_effect(text)
    with_state.assigned = assigned_names(tree)
    made: Body = suite(with_state, tree)
    return Elaborated(made, with_state.report, with_state)


def shape(value: Any) -> str:
    """Nodes of the IR as one line, without places and types; parts that are None or no are left out.

    Locals, constants, operations, labels and binders are written short: `(n_3 + 1)`, `"a {c_1}"`, `k_7 in box where …`.
    """
    match value:
        case Local(name=name) | Declaration(name=name) | Builtin(name=name):
            return name
        case Constant(value=constant):
            return str(constant)
        case Operation(operator=operator, operands=(left, right)):
            return f"({shape(left)} {operator} {shape(right)})"
        case Label(parts=parts):
            return '"' + "".join(part if isinstance(part, str) else f"{{{shape(part)}}}" for part in parts) + '"'
        case Binder(local=local, domain=domain, condition=condition):
            where = f" where {shape(condition)}" if condition is not None else ""
            return f"{local.name} in {shape(domain)}{where}"
        case Node():
            held = [getattr(value, field.name) for field in fields(value) if field.name not in ("at", "type")]
            return f"{type(value).__name__}({', '.join(shape(p) for p in held if p is not None and p is not False)})"
        case tuple():
            return f"[{', '.join(map(shape, value))}]"
    return str(value)
