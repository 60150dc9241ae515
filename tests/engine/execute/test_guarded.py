"""Memory with stand-ins: what depends on one isn't known, and nothing else is kept back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.guarded import (
    BY_CARD,
    GUARDED,
    UNKNOWN,
    Guarded,
    Hidden,
    HiddenCard,
    HiddenValue,
    NotKnown,
)
from artrules.engine.machine.numbers import NIL, NONE
from engine.execute.tiny_programs import DEFAULTS, tiny_program

CARDS = DEFAULTS["CARDS"]


def names_with(zone: int, *cards: int | HiddenCard) -> dict[str, Any]:
    """The names of an instance with cards in a zone; of all others the place isn't known."""
    names = CPythonInstance(tiny_program(), GUARDED).names
    for name in BY_CARD:
        names[name][:] = [UNKNOWN] * (CARDS + 2)
    for name in ("first_in_zone", "last_in_zone"):
        names[name][:] = [NIL] * len(names[name])
    for card in cards:
        names["zone_of"][card] = zone
        names["put_before"](card, zone, NIL)
    return names


SEEN = {1, 2}
ONE, OTHER = HiddenCard(CARDS, SEEN), HiddenCard(CARDS + 1, SEEN)


def test_the_machine_goes_through_cards_that_cannot_be_seen() -> None:
    names = names_with(2, ONE, 1, OTHER, 2)
    assert names["cards_in_zone"][2] == 4
    found: list[Any] = []
    card: Any = names["first_in_zone"][2]
    while card != NIL:
        found.append(card)
        card = names["next_in_zone"][card]
    assert found == [ONE, 1, OTHER, 2]
    assert names["position_of"](2) == 4
    names["take_out"](1)
    assert names["card_at"](2, 2) is OTHER
    assert names["previous_in_zone"][OTHER] is ONE


def test_what_depends_on_a_hidden_card_is_not_known() -> None:
    names = names_with(2, ONE, 1)
    with pytest.raises(NotKnown):
        names["sight"](ONE)
    for name in ("kind_of", "look_of"):
        with pytest.raises(NotKnown):
            names[name][ONE]
    for unseen in (5, ONE):
        with pytest.raises(NotKnown):
            names["face_of"][unseen]
    assert names["position_of"](ONE) == 1
    with pytest.raises(NotKnown):
        names["position_of"](5)
    names["face_of"][ONE] = 1
    assert names["face_of"][ONE] == 1


def test_hidden_cards_are_told_from_what_is_seen() -> None:
    assert ONE == ONE and ONE != OTHER and ONE != 1 and ONE != 2 and ONE != NIL and ONE != NONE
    with pytest.raises(NotKnown):
        assert ONE == 5
    with pytest.raises(NotKnown):
        assert Hidden() == ONE


OPERATIONS: list[Callable[[Any], object]] = [
    bool,
    int,
    str,
    hash,
    len,
    range,
    lambda x: x + 1,
    lambda x: 1 << x,
    lambda x: x < 3,
    lambda x: 3 - x,
    lambda x: x & 1,
    lambda x: x == 3,
    lambda x: x != 3,
    lambda x: [1, 2][x],
    lambda x: x in (4, 5),
    lambda x: -x,
]


@pytest.mark.parametrize("stand_in", [Hidden(), HiddenValue(), ONE], ids=["a value", "perhaps none", "a card"])
@pytest.mark.parametrize("operation", range(len(OPERATIONS)))
def test_no_operation_gives_a_stand_in_away(stand_in: Any, operation: int) -> None:
    with pytest.raises(NotKnown):
        OPERATIONS[operation](stand_in)


def test_only_what_may_be_none_is_not_told_from_none() -> None:
    hidden = Hidden()
    assert hidden != NONE and hidden != NIL and hidden != NONE
    with pytest.raises(NotKnown):
        assert HiddenValue() != NONE


def test_a_place_becomes_known_by_writing() -> None:
    region = Guarded([UNKNOWN, 7])
    with pytest.raises(NotKnown):
        region[0]
    assert region[:] == [UNKNOWN, 7]
    region[0] = 3
    assert region[0] == 3
