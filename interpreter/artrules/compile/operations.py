"""Operations to Python text, as the lowering of their operators says (`ir/operators.py`)."""

from __future__ import annotations

from typing import assert_never

from artrules.compile.writer import Writer
from artrules.ir import nodes as k
from artrules.ir.operators import (
    OPERATORS,
    Division,
    Infix,
    IsMember,
    ItemAt,
    OnThings,
    Prefix,
    SameValue,
)
from artrules.ir.types import Number, Optional, SetOf


def operation(w: Writer, e: k.Operation) -> str:
    """Python text of an operation."""
    a, b = e.operands[0], e.operands[-1]
    match OPERATORS[e.operator].lowering:
        case Prefix(sign=sign):
            return f"({sign}{w.plain(a)})"
        case Infix(sign=sign):
            return f"({w.plain(a)} {sign} {w.plain(b)})"
        case Division(part=part):
            site = w.site(e.at, "division by 0", e)
            return f"divided({w.plain(a)}, {w.plain(b)}, {site})[{part}]"
        case SameValue(negated=negated):
            return _same(w, e, a, b, negated)
        case IsMember(negated=negated):
            return _within(w, e, a, b, negated)
        case OnThings() as lowering:
            return _on_things(w, e, a, b, lowering)
        case ItemAt():
            items = w.plain(a) if isinstance(a, k.Span_) else w.value(a)
            return f"item({items}, {w.plain(b)}, {w.site(e.at, 'there is no such position', e)})"
        case lowering:
            assert_never(lowering)


def _same(w: Writer, e: k.Operation, a: k.Expression, b: k.Expression, negated: bool) -> str:
    if isinstance(a, k.Constant) and isinstance(b, k.Constant):
        return repr((a.value == b.value) is not negated)
    if isinstance(b, k.Constant) and b.value is None:
        return f"({w.value(a)} is {'not ' if negated else ''}None)"
    sign = "!=" if negated else "=="
    if _counts(w, e):
        return f"({_scanned(w, w.value(a), e)} {sign} {_scanned(w, w.value(b), e)})"
    return f"({w.value(a)} {sign} {w.value(b)})"


def _within(w: Writer, e: k.Operation, a: k.Expression, b: k.Expression, negated: bool) -> str:
    if isinstance(b.type, SetOf):
        item = w.plain(a)
        if isinstance(a.type, Optional) or (isinstance(a.type, Number) and a.type.low < 0):
            test = f"has_member({w.plain(b)}, {item})"
            return f"(not {test})" if negated else test
        return f"(({w.plain(b)} >> {item}) & 1 {'==' if negated else '!='} 0)"
    if isinstance(b, k.Span_) and not isinstance(a.type, Optional):
        test = f"({w.plain(b.low)} <= {w.plain(a)} <= {w.plain(b.high)})"
        return f"(not {test})" if negated else test
    domain = w.plain(b) if isinstance(b, k.Span_) else w.iterable(b)
    if _counts(w, e) and not isinstance(b, k.Span_):
        domain = _scanned(w, domain, e)
    return f"({w.value(a)} {'not in' if negated else 'in'} {domain})"


def _on_things(w: Writer, e: k.Operation, a: k.Expression, b: k.Expression, lowering: OnThings) -> str:
    if isinstance(a.type, SetOf) and isinstance(b.type, SetOf):
        return lowering.sets.format(w.plain(a), w.plain(b))
    if isinstance(a.type, SetOf) and lowering.set_and_list is not None:
        return lowering.set_and_list.format(w.plain(a), _things(w, e, b))
    return lowering.lists.format(_things(w, e, a), _things(w, e, b))


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
