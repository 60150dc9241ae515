"""What tells games apart: the keys of their random streams, made from a seed, and the digest of a position."""

from __future__ import annotations

# fmt: off
from artrules.machine.hashing import hash_message, write_byte
from artrules.machine.intrinsics import fill_words, rotated
from artrules.machine.language import Wide
from artrules.machine.memory import (
    bot_drawn, bot_key, deal_key, digest_key, hash_state, key_text_first, key_texts, message, root_key, stream_key,
    think_key,
)
from artrules.machine.numbers import DIGEST_BYTES, DIGEST_KEY_BYTES, HASH_BLOCK, PLAYERS, STACKS, STREAMS
from artrules.machine.registers import message_top
# fmt: on

# which texts `key_texts` has
ALL_KEYS = 0
BETWEEN = 1
UNIFORM_BOT = 2
FOR_RESAMPLE = 3
FOR_THINK = 4
FIRST_PURPOSE = 5
"""The purposes of the streams follow, in their order."""


def seed_streams(seed: Wide) -> None:
    """Set the keys of the random streams for a game's seed, 64 bits without a sign: those of the rules, and those of
    the machine's own bot (`play.py`), which begin anew."""
    for stream in range(STREAMS):
        stream_key[stream] = key_of(seed, stream % STACKS, FIRST_PURPOSE + stream // STACKS)
    for seat in range(PLAYERS):
        bot_key[seat] = key_of(seed, seat + 1, UNIFORM_BOT)
        bot_drawn[seat] = 0


def seed_thinking(seed: Wide, seat: int) -> None:
    """Set the keys by which a seat thinks, for a seed, 64 bits without a sign: those of samples (`sampling.py`), and
    that of the bot's own random numbers."""
    own_seed = key_of(seed, seat + 1, FOR_RESAMPLE) >> 11 & 0x1FFFFFFFFFFFFF
    for stream in range(STREAMS):
        root_key[stream] = key_of(own_seed, stream % STACKS, FIRST_PURPOSE + stream // STACKS)
    deal_key[0] = key_of(own_seed, 0, FOR_RESAMPLE)
    think_key[0] = key_of(seed, seat + 1, FOR_THINK)


def key_of(seed: Wide, owner: int, purpose: int) -> Wide:
    """The key of a stream (docs/architecture.md, Randomness): the hash of `artrules/1/SEED/OWNER/PURPOSE`, its highest
    byte first. The purpose is given by its text in `key_texts`."""
    global message_top
    message_top = 0
    write_key_text(ALL_KEYS)
    write_number(seed)
    write_key_text(BETWEEN)
    write_number(owner)
    write_key_text(BETWEEN)
    write_key_text(purpose)
    hash_message(8, 0)
    word = hash_state[0]
    key = 0
    for i in range(8):
        key = rotated(key, 8) | word & 255
        word = rotated(word, 56)
    return key


def write_key_text(number: int) -> None:
    """Write one of the texts of which keys are made."""
    for i in range(key_text_first[number], key_text_first[number + 1]):
        write_byte(key_texts[i])


def write_number(number: Wide) -> None:
    """Write a number of 64 bits without a sign, in decimal digits."""
    half = number >> 1 & 0x7FFFFFFFFFFFFFFF
    if half > 4:
        write_number(half // 5)
    write_byte(48 + 2 * (half % 5) + (number & 1))


def hash_position(count: int) -> None:
    """Make the digest of a position, which is in `message` from HASH_BLOCK on, so many bytes."""
    global message_top
    for i in range(DIGEST_KEY_BYTES):
        message[i] = digest_key[i]
    fill_words(message, DIGEST_KEY_BYTES, HASH_BLOCK - DIGEST_KEY_BYTES, 0)
    message_top = HASH_BLOCK + count
    hash_message(DIGEST_BYTES, DIGEST_KEY_BYTES)
