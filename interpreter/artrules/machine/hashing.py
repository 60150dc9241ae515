"""BLAKE2b (RFC 7693), for hosts without a library of hashes."""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import fill_words, reserve, rotated, wrapping_sum
from artrules.machine.memory import hash_block, hash_state, hash_work, message
from artrules.machine.numbers import HASH_BLOCK, TOO_MUCH_KEPT
from artrules.machine.registers import message_top
from artrules.machine.signals import find_fault
# fmt: on


def write_byte(byte: int) -> None:
    """Add a byte to the message. If there is no room, that is a fault."""
    global message_top
    if reserve(message, message_top + 1):
        message[message_top] = byte
        message_top += 1
    else:
        find_fault(TOO_MUCH_KEPT, -1, 0, 0, 0)


def hash_message(digest_bytes: int, key_bytes: int) -> None:
    """Hash the message: the digest is the first bytes of `hash_state`, its numbers with the lowest byte first. With a
    key of some bytes, the message begins with the key, filled up with zeros to HASH_BLOCK bytes."""
    if not reserve(message, message_top + HASH_BLOCK):
        find_fault(TOO_MUCH_KEPT, -1, 0, 0, 0)
        return
    fill_words(message, message_top, HASH_BLOCK, 0)
    set_constants()
    for i in range(8):
        hash_state[i] = hash_work[8 + i]
    hash_state[0] = hash_state[0] ^ 0x01010000 ^ key_bytes << 8 ^ digest_bytes
    block = 0
    while message_top - block > HASH_BLOCK:
        add_block(block, block + HASH_BLOCK, 0)
        block += HASH_BLOCK
    add_block(block, message_top, 1)


def add_block(first: int, bytes_so_far: int, last: int) -> None:
    """Compress a block of the message into the state."""
    for i in range(16):
        word = 0
        for j in range(8):
            word = word | rotated(message[first + 8 * i + j], 8 * j)
        hash_block[i] = word
    set_constants()
    for i in range(8):
        hash_work[i] = hash_state[i]
    hash_work[12] = hash_work[12] ^ bytes_so_far
    if last:
        hash_work[14] = ~hash_work[14]
    mix_round(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    mix_round(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
    mix_round(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)
    mix_round(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)
    mix_round(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)
    mix_round(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)
    mix_round(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)
    mix_round(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)
    mix_round(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)
    mix_round(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)
    mix_round(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    mix_round(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
    for i in range(8):
        hash_state[i] = hash_state[i] ^ hash_work[i] ^ hash_work[i + 8]


def set_constants() -> None:
    """The fractions of the square roots of the first primes, as words of 64 bits."""
    hash_work[8] = 0x6A09E667F3BCC908
    hash_work[9] = -0x4498517A7B3558C5
    hash_work[10] = 0x3C6EF372FE94F82B
    hash_work[11] = -0x5AB00AC5A0E2C90F
    hash_work[12] = 0x510E527FADE682D1
    hash_work[13] = -0x64FA9773D4C193E1
    hash_work[14] = 0x1F83D9ABFB41BD6B
    hash_work[15] = 0x5BE0CD19137E2179


def mix_round(
    a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int,
    i: int, j: int, k: int, m: int, n: int, o: int, p: int, q: int,
) -> None:  # fmt: skip
    """Mix the columns and then the diagonals with the words of the block, in this order."""
    mix(0, 4, 8, 12, a, b)
    mix(1, 5, 9, 13, c, d)
    mix(2, 6, 10, 14, e, f)
    mix(3, 7, 11, 15, g, h)
    mix(0, 5, 10, 15, i, j)
    mix(1, 6, 11, 12, k, m)
    mix(2, 7, 8, 13, n, o)
    mix(3, 4, 9, 14, p, q)


def mix(a: int, b: int, c: int, d: int, one: int, other: int) -> None:
    """Mix four words with two of the block. Rotations to the right by 32, 24, 16 and 63 are those to the left by 32,
    40, 48 and 1."""
    hash_work[a] = wrapping_sum(wrapping_sum(hash_work[a], hash_work[b]), hash_block[one])
    hash_work[d] = rotated(hash_work[d] ^ hash_work[a], 32)
    hash_work[c] = wrapping_sum(hash_work[c], hash_work[d])
    hash_work[b] = rotated(hash_work[b] ^ hash_work[c], 40)
    hash_work[a] = wrapping_sum(wrapping_sum(hash_work[a], hash_work[b]), hash_block[other])
    hash_work[d] = rotated(hash_work[d] ^ hash_work[a], 48)
    hash_work[c] = wrapping_sum(hash_work[c], hash_work[d])
    hash_work[b] = rotated(hash_work[b] ^ hash_work[c], 1)
