"""Types: which fit where, which hold which, and what holds two of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from artrules.model.ir import types as t
from artrules.model.ir.operators import OPERATORS, NumberWithin
from artrules.model.ir.print_code import print_type
from artrules.model.ir.types import range_of

KINDS = ("coin", "ticket", "token")
NUMBERS = st.integers(-20, 20)
RANGES = st.builds(lambda a, b: t.Number(min(a, b), max(a, b)), NUMBERS, NUMBERS)
BOUNDS = st.tuples(NUMBERS, NUMBERS).map(sorted)
CARDS = st.builds(t.Card, st.frozensets(st.sampled_from(KINDS), min_size=1))
SIMPLE = st.one_of(
    st.sampled_from([t.BOOL, t.PLAYER, t.POWER, t.Member("colour"), t.Member("size"), t.Happening("sale")]),
    RANGES,
    CARDS,
)
ZONES = st.builds(t.Zone, st.sampled_from(["hand", "row"]), st.frozensets(st.sampled_from(KINDS), min_size=1))
SETS = st.builds(t.SetOf, st.one_of(RANGES, st.sampled_from([t.PLAYER, t.Member("colour")])))
PLAIN = st.one_of(SIMPLE, SETS, st.builds(t.ListOf, SIMPLE), st.builds(lambda of: t.ListOf(t.ListOf(of)), SIMPLE))
TYPES = st.one_of(PLAIN, ZONES, st.just(t.NOTHING), st.builds(t.Optional, PLAIN))


@given(TYPES)
def test_a_type_fits_itself_and_the_unknown(one: t.Type) -> None:
    assert t.within(one, one) and t.fits(one, one) and t.alike(one, one)
    assert t.fits(one, t.UNKNOWN) and t.fits(t.UNKNOWN, one) and not t.within(one, t.UNKNOWN)


@given(TYPES, TYPES)
def test_what_lies_within_a_type_fits_it(one: t.Type, other: t.Type) -> None:
    if t.within(one, other):
        assert t.fits(one, other)
        assert t.alike(one, other)


@given(TYPES, TYPES)
def test_a_join_holds_both_and_has_no_order(one: t.Type, other: t.Type) -> None:
    joined = t.join(one, other)
    assert joined == t.join(other, one)
    if joined is not None:
        assert t.within(one, joined) and t.within(other, joined)
    if t.within(one, other) and not isinstance(one, t.Zone):
        assert joined == other


@given(TYPES, TYPES, TYPES)
def test_within_is_transitive(one: t.Type, other: t.Type, third: t.Type) -> None:
    if t.within(one, other) and t.within(other, third):
        assert t.within(one, third)


@given(TYPES, TYPES)
def test_alike_has_no_order(one: t.Type, other: t.Type) -> None:
    assert t.alike(one, other) == t.alike(other, one)


@given(TYPES, TYPES)
def test_types_that_differ_are_printed_differently(one: t.Type, other: t.Type) -> None:
    assert (print_type(one) == print_type(other)) == (one == other)


@given(
    st.sampled_from("+-*/%"),
    st.tuples(NUMBERS, NUMBERS).map(sorted),
    st.tuples(NUMBERS, NUMBERS).map(sorted),
    st.data(),
)
def test_a_result_lies_in_its_range(operator: str, left: list[int], right: list[int], data: st.DataObject) -> None:
    a, b = data.draw(st.integers(*left)), data.draw(st.integers(*right))
    if operator in "/%" and b == 0:
        return
    result = {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0, "%": a % b if b else 0}[operator]
    ranges = t.Number(*left), t.Number(*right)
    rule = OPERATORS[operator].result
    assert isinstance(rule, NumberWithin)
    low, high = rule.bounds(*ranges)
    assert low <= result <= high
    assert t.within(t.Number(result, result), range_of(rule.bounds, *ranges))


@pytest.mark.parametrize(
    ("operator", "left", "right", "expected"),
    [
        ("+", t.Number(1, 2), t.Number(10, 20), t.Number(11, 22)),
        ("-", t.Number(0, 9), t.Number(1, 3), t.Number(-3, 8)),
        ("*", t.Number(-2, 3), t.Number(-5, 4), t.Number(-15, 12)),
        ("/", t.Number(7, 9), t.Number(2, 3), t.Number(2, 4)),
        ("%", t.Number(0, 99), t.Number(1, 6), t.Number(0, 5)),
        ("/", t.Number(1, 9), t.Number(0, 3), t.ANY_NUMBER),
        ("*", t.ANY_NUMBER, t.ANY_NUMBER, t.ANY_NUMBER),
        ("+", t.Number(t.WIDE, t.WIDE), t.Number(1, 1), t.ANY_NUMBER),
    ],
)
def test_ranges_of_results(operator: str, left: t.Number, right: t.Number, expected: t.Number) -> None:
    rule = OPERATORS[operator].result
    assert isinstance(rule, NumberWithin)
    assert range_of(rule.bounds, left, right) == expected


def test_number_bounds_meet_but_must_be_checked() -> None:
    """`fits` lets through what a check can mend; `within` doesn't."""
    assert t.fits(t.Number(0, 9), t.Number(5, 20)) and not t.within(t.Number(0, 9), t.Number(5, 20))


@pytest.mark.parametrize(
    ("type_", "unknown"),
    [(t.BOOL, False), (t.UNKNOWN, True), (t.Optional(t.ListOf(t.UNKNOWN)), True), (t.SetOf(t.PLAYER), False)],
)
def test_a_type_that_holds_the_unknown_is_unknown(type_: t.Type, unknown: bool) -> None:
    assert t.is_unknown(type_) == unknown
