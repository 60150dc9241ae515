"""Pieces by rule: `for: s in suit, r in rank` makes one row of pieces for each value of the binders."""

from __future__ import annotations

from collections.abc import Mapping

from artrules.model.declare.constant_code import MemberValue, NotConstant, Value, passing
from artrules.model.declare.constants import BadValue, constant, plain_value
from artrules.model.declare.declarator import Declarator
from artrules.model.declare.symbol_table import parse_scalar
from artrules.model.ir.declarations import Kind
from artrules.text.content.cards import PieceList
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import KEYS
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Node, Scalar, Sequence, number
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.parse import parse_bindings, size

_INSTEAD = ("columns", "rows")
_MOST_TRIED = 20_000
"""How many values the binders of a rule may go through: a game has at most 10,000 cards."""


def rows_by_rule(d: Declarator, rule: Scalar, batch: PieceList, kind: Kind) -> list[tuple[int, Mapping[str, Value]]]:
    """How many copies of each piece there are, and what is printed on it. Mistakes go to the report."""
    written = batch.node.entries if isinstance(batch.node, MappingNode) else {}
    for name in _INSTEAD:
        if name in written:
            message = f"`{name}` can't stand beside `for`"
            d.report.add(kinds.BAD_PIECE_RULE, message, written[name].key.span, related=[("it stands here", rule.span)])
            return []
    tree = parse_scalar(parse_bindings, rule, d.report)
    if tree is None or not _names_are_free(d, rule, tree.binders):
        return []
    copies = number(batch.count)
    rows: list[tuple[int, Mapping[str, Value]]] = []
    refused: set[str] = set()
    work = 1 + size(rule.text) // 20
    try:
        for tried, bound in enumerate(passing(tree.binders, d.symbols, {})):
            if tried == _MOST_TRIED:
                message, expected = "the rule goes through too many values", f"at most {_MOST_TRIED:,}"
                d.report.add(kinds.BAD_PIECE_RULE, message, rule.span, expected=expected)
                return []
            d.report.spend(KEYS, work, rule.span)
            if bound is not None:
                rows.append((1 if copies is None else copies, _printed(d, batch, kind, bound, refused)))
    except NotConstant as problem:
        at = rule.span_of(problem.node.start, problem.node.end)
        d.report.add(kinds.BAD_PIECE_RULE, problem.message, at, expected=problem.expected)
    return rows


def _names_are_free(d: Declarator, rule: Scalar, binders: tuple[ast.Binder, ...]) -> bool:
    """Whether no name of a binder means something else in plain values, or stands twice."""
    seen: set[str] = set()
    for binder in binders:
        name = binder.name.text
        if name in seen or name in d.symbols.members or name in d.symbols.enums or name in ("none", "yes", "no"):
            message = f"`{name}` is the name of something else here already"
            at = rule.span_of(binder.name.start, binder.name.end)
            d.report.add(kinds.HIDES_NAME, message, at, expected="another name")
            return False
        seen.add(name)
    return True


def _printed(
    d: Declarator, batch: PieceList, kind: Kind, bound: Mapping[str, Value], refused: set[str]
) -> dict[str, Value]:
    """What `has` says where its names stand for the values of binders. `refused` are the attributes whose value was
    wrong already: one diagnostic is enough."""
    printed: dict[str, Value] = {}
    for name, item in batch.has:
        attribute = kind.attributes.get(name.text)
        if attribute is None or name.text in refused:
            continue
        value = _with_values(item, bound, d)
        try:
            printed[name.text] = plain_value(value, attribute.type, d.symbols)
        except BadValue:
            refused.add(name.text)
            constant(value, attribute.type, d.symbols, d.report, f"`{name.text}`")
    return printed


def _with_values(item: Node, bound: Mapping[str, Value], d: Declarator) -> Node:
    """A plain value as the author would write it for these values of the binders."""
    if isinstance(item, Sequence):
        return Sequence([_with_values(each, bound, d) for each in item.items], item.span, item.path)
    if isinstance(item, Scalar) and item.style == "plain" and item.text in bound:
        return _written(bound[item.text], item, d)
    return item


def _written(value: Value, at: Scalar, d: Declarator) -> Node:
    match value:
        case MemberValue(enum=enum, place=place):
            text = d.symbols.enums[enum].members[place]
        case tuple() | range():
            return Sequence([_written(each, at, d) for each in value], at.span, at.path)
        case None:
            text = "none"
        case bool():
            text = "yes" if value else "no"
        case int():
            text = str(value)
    return Scalar(text, at.span, at.path)
