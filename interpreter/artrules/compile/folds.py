"""Writes folds, which reduce all values of some binders to one: `count`, `any`, `sum`, `best` and the like."""

from __future__ import annotations

from typing import assert_never

from artrules.compile.writer import Writer
from artrules.ir import nodes as k
from artrules.ir.types import ListOf, SetOf, Zone


def fold(w: Writer, e: k.Fold) -> str:
    """Python text of a fold."""
    first = e.binders[0]
    clauses = w.binder_clauses(e.binders)
    match e.kind:
        case "count":
            if len(e.binders) == 1 and first.condition is None:
                return f"len({_sized(w, first.domain)})"
            return f"sum([1 {clauses}])"
        case "any":
            return f"any([True {clauses}])"
        case "no":
            return f"(not any([True {clauses}]))"
        case "those":
            return f"[{first.local.name} {clauses}]"
        case "first":
            return f"next(({first.local.name} {clauses}), None)"
        case "last":
            return f"last([{first.local.name} {clauses}])"
    assert e.value is not None
    value = w.value(e.value)
    match e.kind:
        case "sum":
            return f"sum([{value} {clauses}])"
        case "max" | "min":
            if e.otherwise is not None:
                return f"{e.kind}([{value} {clauses}], default={w.plain(e.otherwise)})"
            site = w.site(e.at, f"there is nothing to take the {e.kind} of", e)
            return f"{e.kind}_of([{value} {clauses}], {site})"
        case "sorted":
            return f"sorted([{value} {clauses}])"
        case "list":
            return f"[{value} {clauses}]"
        case kind:
            assert_never(kind)


def _sized(w: Writer, e: k.Expression) -> str:
    """Python text of a domain on which `len` works."""
    return f"list({w.iterable(e)})" if isinstance(e.type, SetOf) else w.iterable(e)


def best(w: Writer, e: k.Best) -> str:
    """Python text of a list of the items with the best first key; among equals the second key decides, and so on."""
    name = e.binder.local.name
    items = f"[{name} {w.binder_clauses([e.binder])}]"
    keys = ", ".join(f"({way == 'most'}, lambda {name}: {w.value(key)})" for way, key in e.keys)
    if any(isinstance(key.type, (ListOf, Zone)) for _, key in e.keys):
        return f"best_by_lists(S, {items}, ({keys},), {w.site(e.at, 'this')})"
    return f"best({items}, ({keys},))"
