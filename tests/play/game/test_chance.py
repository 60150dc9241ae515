"""Randomness is what `docs/inside/machine.md` says, bit by bit."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from artrules.engine.chance import Stream, signed, stream_key
from artrules.engine.machine.intrinsics import mixed_below
from play.game.tiny import tiny


@pytest.mark.parametrize(
    ("owner", "purpose", "key", "values"),
    [
        (0, "shuffle deck", 0x1CD744EA16A358D3, [0xE35D1BD73957889F, 0xC36C94C2372F2368, 0x56306F908E5F9702]),
        (
            2,
            "random p in setup first",
            0xE22724308D9B4F53,
            [0x3CF22A81159AB15C, 0x422BD29AB0DB1659, 0x1CBA46FABECB90A5],
        ),
    ],
)
def test_vectors(owner: int, purpose: str, key: int, values: list[int]) -> None:
    assert stream_key(7, owner, purpose) == key
    assert [mixed_below(key, n, 2**64) for n in (1, 2, 3)] == values


def test_numbers_below() -> None:
    stream = Stream(7, 0, "shuffle deck")
    assert [stream.below(6) for _ in range(10)] == [5, 4, 2, 3, 2, 5, 5, 0, 4, 1]


@given(st.integers(0, 2**64 - 1), st.integers(0, 10**6), st.integers(1, 2**63 + 1))
def test_numbers_lie_below_and_counters_go_on(key: int, counter: int, bound: int) -> None:
    stream = Stream(0, 0, "any")
    stream.key, stream.counter = key, counter
    assert 0 <= stream.below(bound) < bound
    assert stream.counter > counter


def test_values_above_the_last_multiple_are_passed_over() -> None:
    bound = 2**63 + 1  # nearly half of all values must be drawn again
    assert {mixed_below(1, counter, bound) < 0 for counter in range(200)} == {True, False}


def test_all_are_as_likely() -> None:
    stream = Stream(1, 0, "dice")
    counts = Counter(stream.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < n < 1150 for n in counts.values())


def test_streams_differ_by_seed_owner_and_purpose() -> None:
    keys = {
        stream_key(seed, owner, purpose) for seed in (1, 2, 11) for owner in (0, 1) for purpose in ("a", "1/a", "b")
    }
    assert len(keys) == 18


DRAWING = """
move those(c in pool) to heap
shuffle heap
move top 2 of heap to my deck
shuffle my deck
random n in 1..6
my x += n
"""


def test_keys_are_made_for_the_streams_that_are_drawn_from(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, DRAWING, edits=[("      skip\n", "      random n in 1..6\n      total becomes n\n")])
    game = ruleset.new_game(2, seed=5)
    runtime, keys = game.playing.runtime, game.playing.moment.keys
    purposes = [*runtime.layout.streams]
    owners = {purpose: [1, 2] for purpose in purposes} | {"shuffle heap": [0]}
    owners |= {purpose: [0] for purpose in purposes if "setup" in purpose}
    assert keys == tuple(
        signed(stream_key(5, owner, purpose)) if owner in owners[purpose] else 0
        for purpose in purposes
        for owner in range(3)
    )
    drawn = [key for key, times in zip(keys, runtime.instance.region("drawn"), strict=True) if times]
    assert len(drawn) == 4 and 0 not in drawn
