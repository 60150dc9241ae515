"""Types as messages say them."""

from __future__ import annotations

import pytest

from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    PLAYER,
    WIDE,
    Card,
    ListOf,
    Member,
    Number,
    Optional,
    SetOf,
    Type,
    Zone,
)

LANTERN = Card(frozenset({"lantern"}))


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (ANY_NUMBER, "a number"),
        (Number(0, WIDE), "a number from 0 up"),
        (Number(-WIDE, 3), "a number up to 3"),
        (Number(0, 9), "a number from 0 to 9"),
        (Number(3, 3), "the number 3"),
        (BOOL, "`yes` or `no`"),
        (Optional(BOOL), "`yes` or `no`, or `none`"),
        (Optional(PLAYER), "a player or `none`"),
        (Member("origin"), "an `origin`"),
        (Card(frozenset({"role", "lantern"})), "a `lantern` or a `role`"),
        (Card(frozenset({"a", "b", "c"})), "a card"),
        (Zone("hand", frozenset({"lantern"})), "the zone `hand`"),
        (SetOf(Number(1, 9)), "a set of numbers from 1 to 9"),
        (SetOf(Member("colour")), "a set of `colour`"),
        (ListOf(ANY_NUMBER), "a list of numbers"),
        (ListOf(LANTERN), "a list of `lantern`"),
        (ListOf(ListOf(PLAYER)), "a list of lists of players"),
    ],
    ids=str,
)
def test_a_type_in_words(type_: Type, words: str) -> None:
    assert in_words(type_) == words
