"""Pairwise covering: few rows of values, such that any two values of different factors stand together in some row.

Most faults that depend on how a game is set up depend on one or two things. So the first games try all pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

Row = dict[str, Any]
Pair = tuple[tuple[str, Any], tuple[str, Any]]


def pairwise(factors: Mapping[str, Sequence[Any]], allowed: Callable[[Row], bool]) -> Iterator[Row]:
    """Rows with a value for each factor, until each pair of values that a row may have has stood in one.

    `allowed` says whether a whole row may be used. The rows are the same in every process.
    """
    left: dict[Pair, None] = {}
    for (f, values), (g, others) in combinations(factors.items(), 2):
        left.update((((f, v), (g, w)), None) for v in values for w in others)
    while left:
        pair = next(iter(left))
        row = _row_with(pair, factors, left, allowed)
        for covered in _pairs_of(row, factors) if row is not None else ():
            left.pop(covered, None)
        left.pop(pair, None)
        if row is not None:
            yield row


def _row_with(
    pair: Pair, factors: Mapping[str, Sequence[Any]], left: Mapping[Pair, None], allowed: Callable[[Row], bool]
) -> Row | None:
    """A row with a pair in it and with as many others as can be had without going back; None where none is allowed."""
    row: Row = dict(pair)
    others = [name for name in factors if name not in row]
    for name in others:
        row[name] = max(factors[name], key=lambda value: _gain(row, name, value, factors, left))
    if allowed(row):
        return row
    # One other value is often enough: a number of players that needs a setting.
    for name in others:
        for value in factors[name]:
            if allowed(changed := {**row, name: value}):
                return changed
    return None


def _gain(row: Row, name: str, value: Any, factors: Mapping[str, Sequence[Any]], left: Mapping[Pair, None]) -> int:
    """How many pairs that have stood in no row yet a value makes with those of a row."""
    return sum(_ordered((name, value), item, factors) in left for item in row.items())


def _pairs_of(row: Row, factors: Mapping[str, Sequence[Any]]) -> Iterator[Pair]:
    return (_ordered(one, other, factors) for one, other in combinations(row.items(), 2))


def _ordered(one: tuple[str, Any], other: tuple[str, Any], factors: Mapping[str, Sequence[Any]]) -> Pair:
    order = list(factors)
    return (one, other) if order.index(one[0]) < order.index(other[0]) else (other, one)
