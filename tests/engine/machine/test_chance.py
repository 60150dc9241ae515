"""The random streams are those that docs/inside/machine.md describes."""

from __future__ import annotations

import random
from hashlib import blake2b

import pytest

from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.machine.intrinsics import mixed_below
from artrules.engine.machine.numbers import NIL, NONE
from engine.execute.tiny_programs import tiny_program

KEYS = [0x1CD744EA16A358D3, 0xE22724308D9B4F53]
FIRST_VALUES = {
    KEYS[0]: [0xE35D1BD73957889F, 0xC36C94C2372F2368, 0x56306F908E5F9702],
    KEYS[1]: [0x3CF22A81159AB15C, 0x422BD29AB0DB1659, 0x1CBA46FABECB90A5],
}


def signed(key: int) -> int:
    return key - (1 << 64) if key >> 63 else key


def test_keys_are_those_of_the_table() -> None:
    for key, text in zip(KEYS, ["7/0/shuffle deck", "7/2/random p in setup first"], strict=True):
        assert blake2b(f"artrules/1/{text}".encode(), digest_size=8).digest() == key.to_bytes(8)


@pytest.mark.parametrize("key", KEYS)
def test_values_of_a_stream(key: int) -> None:
    for n, value in enumerate(FIRST_VALUES[key], 1):
        assert mixed_below(signed(key), n, 1 << 31) == value % (1 << 31)


def machine(cards: int) -> CPythonInstance:
    """Eight streams; zone 0 holds cards in order."""
    instance = CPythonInstance(tiny_program(numbers={"CARDS": cards, "STREAMS": 3}), CHECKED)
    instance.set_keys([signed(KEYS[0]), signed(KEYS[1]), 0])
    for zone in range(4):
        instance.region("first_in_zone")[zone] = instance.region("last_in_zone")[zone] = NIL
    for card in range(cards):
        instance.call("put_before", card, 0, NIL)
    return instance


def order(instance: CPythonInstance, zone: int) -> list[int]:
    cards, card = [], instance.region("first_in_zone")[zone]
    while card != NIL:
        cards.append(card)
        card = instance.region("next_in_zone")[card]
    return cards


def test_numbers_below_six() -> None:
    instance = machine(8)
    assert [instance.call("below", 0, 6) for _ in range(10)] == [5, 4, 2, 3, 2, 5, 5, 0, 4, 1]
    assert instance.region("drawn")[0] == 10


def test_a_shuffle() -> None:
    instance = machine(8)
    instance.call("shuffle", 0, 0)
    assert "".join("abcdefgh"[card] for card in order(instance, 0)) == "dgeafcbh"
    backwards, card = [], instance.region("last_in_zone")[0]
    while card != NIL:
        backwards.append(card)
        card = instance.region("previous_in_zone")[card]
    assert backwards[::-1] == order(instance, 0)


@pytest.mark.parametrize("cards", [0, 1])
def test_shuffling_one_card_draws_nothing(cards: int) -> None:
    instance = machine(cards)
    instance.call("shuffle", 0, 0)
    assert instance.region("drawn") == [0, 0, 0]


def test_values_beyond_the_largest_multiple_are_skipped() -> None:
    bound = (1 << 30) + 1  # so many of 2**64 that a fair number of values is skipped only rarely
    numbers = random.Random(1)
    for _ in range(1000):
        key, n = numbers.getrandbits(64), numbers.getrandbits(40)
        value = mixed_below(signed(key), n, bound)
        assert -1 <= value < bound
    assert {mixed_below(signed(KEYS[0]), n, (1 << 63) + 1) == -1 for n in range(1, 40)} == {True, False}


def test_one_of_a_list() -> None:
    instance = machine(8)
    for item in [40, 50, 60]:
        instance.call("push", item)
    items = instance.call("finish_list", 0)
    drawn = [instance.call("roll", 0, items, 0, -1) for _ in range(20)]
    assert set(drawn) == {40, 50, 60}
    assert instance.region("drawn") == [0, 20, 0], "the player's own stream"
    instance.call("roll", NONE, items, 0, -1)
    assert instance.region("drawn") == [1, 20, 0], "the table's"
    empty = instance.call("finish_list", 0)
    instance.call("roll", 0, empty, 0, 17)
    assert (instance.register("status"), instance.register("failed_at")) == (1, 17)
