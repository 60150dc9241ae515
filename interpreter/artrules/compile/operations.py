"""Operators to Python text: arithmetic, comparison, logic, and what is done with whole lists and sets."""

from __future__ import annotations

from artrules.compile.writer import Writer
from artrules.ir import nodes as k
from artrules.ir.types import Number, Optional, SetOf


def operation(w: Writer, e: k.Operation) -> str:
    """Python text of an operation."""
    match e.operator, e.operands:
        case "not", (a,):
            return f"(not {w.plain(a)})"
        case "negative", (a,):
            return f"(-{w.plain(a)})"
        case ("and" | "or" | "+" | "-" | "*" | "<" | "<=" | ">" | ">=") as operator, (a, b):
            return f"({w.plain(a)} {operator} {w.plain(b)})"
        case ("/" | "%") as operator, (a, b):
            site = w.site(e.at, "division by 0", e)
            return f"divided({w.plain(a)}, {w.plain(b)}, {site})[{0 if operator == '/' else 1}]"
        case "=" | "!=", (a, b):
            return _same(w, e, a, b)
        case "in" | "not in", (a, b):
            return _within(w, e, a, b)
        case "shares", (a, b):
            return _shares(w, e, a, b)
        case "join", (a, b):
            return _join(w, e, a, b)
        case "without", (a, b):
            return _without(w, e, a, b)
        case "item", (a, b):
            items = w.plain(a) if isinstance(a, k.Span_) else w.value(a)
            return f"item({items}, {w.plain(b)}, {w.site(e.at, 'there is no such position', e)})"
    raise AssertionError(f"no operation: {e.operator} of {len(e.operands)}")


def _same(w: Writer, e: k.Operation, a: k.Expression, b: k.Expression) -> str:
    if isinstance(a, k.Constant) and isinstance(b, k.Constant):
        return repr((a.value == b.value) is (e.operator == "="))
    if isinstance(b, k.Constant) and b.value is None:
        return f"({w.value(a)} is {'not ' if e.operator == '!=' else ''}None)"
    sign = "==" if e.operator == "=" else "!="
    if _counts(w, e):
        return f"({_scanned(w, w.value(a), e)} {sign} {_scanned(w, w.value(b), e)})"
    return f"({w.value(a)} {sign} {w.value(b)})"


def _within(w: Writer, e: k.Operation, a: k.Expression, b: k.Expression) -> str:
    wanted = "!= 0" if e.operator == "in" else "== 0"
    if isinstance(b.type, SetOf):
        item = w.plain(a)
        if isinstance(a.type, Optional) or (isinstance(a.type, Number) and a.type.low < 0):
            test = f"has_member({w.plain(b)}, {item})"
            return test if e.operator == "in" else f"(not {test})"
        return f"(({w.plain(b)} >> {item}) & 1 {wanted})"
    if isinstance(b, k.Span_) and not isinstance(a.type, Optional):
        test = f"({w.plain(b.low)} <= {w.plain(a)} <= {w.plain(b.high)})"
        return test if e.operator == "in" else f"(not {test})"
    domain = w.plain(b) if isinstance(b, k.Span_) else w.iterable(b)
    if _counts(w, e) and not isinstance(b, k.Span_):
        domain = _scanned(w, domain, e)
    return f"({w.value(a)} {e.operator} {domain})"


def _shares(w: Writer, e: k.Operation, a: k.Expression, b: k.Expression) -> str:
    if isinstance(a.type, SetOf) and isinstance(b.type, SetOf):
        return f"({w.plain(a)} & {w.plain(b)} != 0)"
    return f"(not set({_things(w, e, a)}).isdisjoint({_things(w, e, b)}))"


def _join(w: Writer, e: k.Operation, a: k.Expression, b: k.Expression) -> str:
    if isinstance(e.type, SetOf):
        return f"({w.plain(a)} | {w.plain(b)})"
    return f"(*{_things(w, e, a)}, *{_things(w, e, b)})"


def _without(w: Writer, e: k.Operation, a: k.Expression, b: k.Expression) -> str:
    if isinstance(a.type, SetOf) and isinstance(b.type, SetOf):
        return f"({w.plain(a)} & ~{w.plain(b)})"
    if isinstance(a.type, SetOf):
        return f"without_all({w.plain(a)}, {_things(w, e, b)})"
    return f"without({_things(w, e, a)}, {_things(w, e, b)})"


def _counts(w: Writer, e: k.Operation) -> bool:
    """Whether an operation on whole lists counts by their lengths."""
    return id(e) in w.work.weights


def _scanned(w: Writer, items: str, e: k.Operation) -> str:
    """Python text of items that are gone through in one instruction, which counts them."""
    return f"meter_scan(S, {items}, {w.site(e.at, 'this')})"


def _things(w: Writer, e: k.Operation, operand: k.Expression) -> str:
    """Python text of what is in an operand that is a list, counted where there may be much."""
    items = w.iterable(operand)
    return w.spending(items, w.work.weights[id(e)], e.at) if _counts(w, e) else items
