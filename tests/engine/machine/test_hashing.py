"""The machine's BLAKE2b is that of Python's library; seeds and positions are hashed as outside of the machine."""

from __future__ import annotations

import random
from hashlib import blake2b
from itertools import accumulate, chain

import pytest

from artrules.engine.chance import (
    ALL_KEYS,
    BETWEEN,
    LEARNED_BOT,
    RESAMPLE,
    RULES_BOT,
    THINK,
    UNIFORM_BOT,
    signed,
    stream_key,
)
from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.lower.tables import HASH_CONSTANTS, HASH_ORDERS
from artrules.engine.machine.intrinsics import rotated, wrapping_sum
from artrules.engine.machine.numbers import DIGEST_KEY_BYTES, HASH_BLOCK
from artrules.play.position.codec import digest_key, digest_of_bytes
from engine.execute.tiny_programs import tiny_program

PURPOSES = ["shuffle deck", "random p in setup first", "süß"]
LENGTHS = [*range(0, 20), *range(115, 140), 255, 256, 257, 384, 1000]


@pytest.fixture(scope="module")
def machine() -> CPythonInstance:
    purposes = (UNIFORM_BOT, RESAMPLE, THINK, RULES_BOT, LEARNED_BOT)
    texts = [text.encode() for text in (ALL_KEYS, BETWEEN, *purposes, *PURPOSES)]
    tables = {
        "key_texts": list(b"".join(texts)),
        "key_text_first": [0, *accumulate(map(len, texts))],
        "digest_key": list(digest_key("some content")),
        "hash_constants": list(map(signed, HASH_CONSTANTS)),
        "hash_orders": list(chain(*HASH_ORDERS)),
        "is_drawn": [1, 1, 0] + [1] * (3 * len(PURPOSES) - 3),
    }
    return CPythonInstance(tiny_program(numbers={"STREAMS": 3 * len(PURPOSES)}, tables=tables), CHECKED)


def write(machine: CPythonInstance, data: bytes) -> None:
    machine.set_register("message_top", 0)
    for byte in data:
        machine.call("write_byte", byte)


def hashed(machine: CPythonInstance, size: int) -> bytes:
    return b"".join(word.to_bytes(8, "little", signed=True) for word in machine.region("hash_state"))[:size]


def some_bytes(count: int) -> bytes:
    return random.Random(count).randbytes(count)


def test_the_example_of_the_standard(machine: CPythonInstance) -> None:
    write(machine, b"abc")
    machine.call("hash_message", 64, 0)
    assert hashed(machine, 64).hex() == (
        "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
        "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
    )


@pytest.mark.parametrize("length", LENGTHS)
def test_any_length(machine: CPythonInstance, length: int) -> None:
    data, size = some_bytes(length), 1 + length % 64
    write(machine, data)
    machine.call("hash_message", size, 0)
    assert hashed(machine, size) == blake2b(data, digest_size=size).digest()


@pytest.mark.parametrize("length", LENGTHS)
def test_with_a_key(machine: CPythonInstance, length: int) -> None:
    data, key = some_bytes(length), some_bytes(1 + length % 64)
    write(machine, key.ljust(HASH_BLOCK, b"\0") + data)
    machine.call("hash_message", 64, len(key))
    assert hashed(machine, 64) == blake2b(data, key=key).digest()


@pytest.mark.parametrize("seed", [0, 9, 10, 99, 100, 7 * 10**9, 2**63 - 1, 2**63, 2**64 - 10, 2**64 - 1])
def test_keys_of_streams(machine: CPythonInstance, seed: int) -> None:
    machine.call("seed_game", signed(seed))
    keys = [signed(stream_key(seed, owner, purpose)) for purpose in PURPOSES for owner in range(3)]
    keys[2] = 0  # nothing is drawn from that one
    assert machine.region("stream_key") == keys
    assert machine.region("bot_key") == [signed(stream_key(seed, player, UNIFORM_BOT)) for player in (1, 2)]
    machine.call("seed_thinking", signed(seed), 1)
    own_seed = stream_key(seed, 2, RESAMPLE) >> 11
    keys = [signed(stream_key(own_seed, owner, purpose)) for purpose in PURPOSES for owner in range(3)]
    assert machine.region("root_key") == [*keys[:2], 0, *keys[3:]]
    assert machine.region("deal_key") == [signed(stream_key(own_seed, 0, RESAMPLE))]
    assert machine.region("think_key") == [signed(stream_key(seed, 2, THINK))]


@pytest.mark.parametrize("length", [0, 1, 127, 128, 129, 5000])
def test_digests_of_positions(machine: CPythonInstance, length: int) -> None:
    data = some_bytes(length)
    write(machine, bytes(HASH_BLOCK) + data)
    machine.call("hash_position", length)
    assert hashed(machine, 16).hex() == digest_of_bytes("some content", data)


def test_arithmetic_that_wraps() -> None:
    numbers = [0, 1, -1, 5, 2**63 - 1, -(2**63), 0x6A09E667F3BCC908, -0x4498517A7B3558C5]
    for one in numbers:
        for other in numbers:
            assert wrapping_sum(one, other) == signed((one + other) % 2**64)
        for places in range(64):
            bits = f"{one % 2**64:064b}"
            assert rotated(one, places) == signed(int(bits[places:] + bits[:places], 2))


def test_the_key_of_digests_has_its_size() -> None:
    assert len(digest_key("any")) == DIGEST_KEY_BYTES
