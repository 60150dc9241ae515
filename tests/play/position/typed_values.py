"""Types, and values of them, for tests with hypothesis. They belong to the ruleset of `tests/play/game/tiny.py`."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from artrules.model.ir.types import (
    BOOL,
    PLAYER,
    POWER,
    Card,
    Happening,
    ListOf,
    Member,
    Number,
    Optional,
    SetOf,
    Type,
    Zone,
)

PLAYERS = 4
CARDS = 5
EVENTS: dict[str, list[Type]] = {"rung": [Number(0, 99), PLAYER], "seen": [Card(frozenset({"tile"})), PLAYER]}
"""Events that aren't kept, with the types of their fields."""
_NUMBERS = st.sampled_from([Number(0, 9), Number(-5, 5), Number(1, 30), Number(0, 31), Number(0, 255), Number(7, 7)])
_MEMBERS = st.just(Member("colour"))
_TILES = st.just(Card(frozenset({"tile"})))


def types() -> st.SearchStrategy[Type]:
    """Any type that a stored value may have."""
    sets = (_NUMBERS | _MEMBERS | st.just(PLAYER)).map(SetOf)
    plain = st.one_of(
        _NUMBERS,
        _MEMBERS,
        _TILES,
        sets,
        st.sampled_from([BOOL, PLAYER, POWER, Zone("row", frozenset({"tile"}))]),
        st.sampled_from([Happening("rung"), Happening("seen"), Happening("kept")]),
    )
    lists = (plain | plain.map(Optional)).map(ListOf)
    return plain | plain.map(Optional) | lists | lists.map(Optional) | lists.map(ListOf)


def values(type_: Type) -> st.SearchStrategy[Any]:
    """Any value of a type, in a game of four with five tiles and three happenings so far."""
    match type_:
        case Optional(of):
            return st.none() | values(of)
        case Number(low, high):
            return st.integers(low, high)
        case Member():
            return st.integers(0, 1)
        case Card():
            return st.integers(0, CARDS - 1)
        case ListOf(of):
            return st.lists(values(of), max_size=4).map(tuple)
        case Zone():
            return st.lists(st.integers(0, CARDS - 1), max_size=4).map(tuple)
        case SetOf(of):
            return st.sets(_members(of), max_size=6).map(lambda found: sum(1 << n for n in found))
        case Happening(event) if event in EVENTS:
            return st.tuples(*[values(field) for field in EVENTS[event]])
        case Happening():
            return st.integers(0, 2)
    if type_ == BOOL:
        return st.booleans()
    return st.integers(0, PLAYERS - 1) if type_ == PLAYER else st.integers(0, CARDS * 256 - 1)


def _members(of: Type) -> st.SearchStrategy[int]:
    match of:
        case Number(low, high):
            return st.integers(max(low, 0), high)
        case Member():
            return st.integers(0, 1)
    return st.integers(0, PLAYERS - 1)


TYPED_VALUES = types().flatmap(lambda type_: st.tuples(st.just(type_), values(type_)))
"""A type, and a value of it."""
