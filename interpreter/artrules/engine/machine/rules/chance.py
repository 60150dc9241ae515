"""Random numbers: SplitMix64 by counter, in streams (`docs/inside/machine.md`).

The keys of the streams are made from a seed, by the hash that makes digests of positions too.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.hidden.knowledge import after_shuffle, lose_all_shown
from artrules.engine.machine.intrinsics import (
    fill_words, keep_position, mixed_below, reserve, rotated, wrapping_sum, write_kept_position,
)
from artrules.engine.machine.language import Wide
from artrules.engine.machine.memory import (
    bot_drawn, bot_key, cards_in_zone, deal_key, digest_key, drawn, first_in_zone, hash_block, hash_constants,
    hash_orders, hash_state, heap, is_drawn, key_text_first, key_texts, last_in_zone, message, next_in_zone, order,
    player_of_zone, previous_in_zone, root_key, stream_key, think_key,
)
from artrules.engine.machine.numbers import (
    DIGEST_BYTES, DIGEST_KEY_BYTES, HASH_BLOCK, NIL, PLAYERS, SAMPLE, STACKS, STREAMS, TOO_MUCH_KEPT,
)
from artrules.engine.machine.registers import keys_changed, knowing, message_top, status
from artrules.engine.machine.rules.actions import commit
from artrules.engine.machine.signals import fail, find_fault
# fmt: on


# Drawing: one stream for each purpose and owner (docs/inside/machine.md, Randomness).


def below(stream: int, bound: int) -> int:
    """A number from 0 to bound - 1 from a stream, all equally likely."""
    key = stream_key[stream]
    counter = drawn[stream]
    value = -1
    while value < 0:
        counter += 1
        value = mixed_below(key, counter, bound)
    drawn[stream] = counter
    return value


def shuffle(zone: int, streams: int) -> None:
    """Shuffle a zone, from the last card down, by that stream of a purpose which belongs to the zone's owner."""
    count = cards_in_zone[zone]
    if count < 2:
        return
    commit()
    if status:
        return
    card = first_in_zone[zone]
    for i in range(count):
        order[i] = card
        card = next_in_zone[card]
    stream = streams + player_of_zone[zone]
    i = count - 1
    while i > 0:
        j = below(stream, i + 1)
        card = order[i]
        order[i] = order[j]
        order[j] = card
        i -= 1
    before = NIL
    for i in range(count):
        card = order[i]
        previous_in_zone[card] = before
        if before == NIL:
            first_in_zone[zone] = card
        else:
            next_in_zone[before] = card
        before = card
    next_in_zone[before] = NIL
    last_in_zone[zone] = before
    lose_all_shown(zone)
    if knowing:
        after_shuffle(zone)


def roll(me: int, items: int, streams: int, site: int) -> int:
    """One of the items of a list by chance, by the stream of a player or, with NONE, of the table. Fails for an empty
    list."""
    count = heap[items]
    if count == 0:
        fail(site)
        return 0
    if count == 1:
        return heap[items + 1]
    stream = begin_draw(me, streams)
    if status:
        return 0
    return heap[items + 1 + below(stream, count)]


def begin_draw(me: int, streams: int) -> int:
    """Commit to a draw by chance. Gives the stream of a player or, with NONE, of the table."""
    commit()
    if me >= 0:
        return streams + me + 1
    return streams


# BLAKE2b (RFC 7693), for hosts without a library of hashes.


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
    for i in range(8):
        hash_state[i] = hash_constants[i]
    hash_state[0] = hash_state[0] ^ 0x01010000 ^ key_bytes << 8 ^ digest_bytes
    block = 0
    while message_top - block > HASH_BLOCK:
        add_block(block, block + HASH_BLOCK, 0)
        block += HASH_BLOCK
    add_block(block, message_top, 1)


def add_block(first: int, bytes_so_far: int, last: int) -> None:
    """Compress a block of the message into the state.

    In each of twelve rounds the columns of 16 words are mixed and then the diagonals, with the words of the block in an
    order of the round's. Rotations to the right by 32, 24, 16 and 63 are those to the left by 32, 40, 48 and 1. All is
    written out, with the words as variables, because hashes are a third of what the machine does in a short game.
    """
    for i in range(16):
        hash_block[i] = half_word(first + 8 * i) | rotated(half_word(first + 8 * i + 4), 32)
    v0 = hash_state[0]
    v1 = hash_state[1]
    v2 = hash_state[2]
    v3 = hash_state[3]
    v4 = hash_state[4]
    v5 = hash_state[5]
    v6 = hash_state[6]
    v7 = hash_state[7]
    v8 = hash_constants[0]
    v9 = hash_constants[1]
    v10 = hash_constants[2]
    v11 = hash_constants[3]
    v12 = hash_constants[4] ^ bytes_so_far
    v13 = hash_constants[5]
    v14 = hash_constants[6]
    v15 = hash_constants[7]
    if last:
        v14 = ~v14
    for mixing in range(12):
        at = mixing % 10 * 16
        v0 = wrapping_sum(wrapping_sum(v0, v4), hash_block[hash_orders[at + 0]])
        v12 = rotated(v12 ^ v0, 32)
        v8 = wrapping_sum(v8, v12)
        v4 = rotated(v4 ^ v8, 40)
        v0 = wrapping_sum(wrapping_sum(v0, v4), hash_block[hash_orders[at + 1]])
        v12 = rotated(v12 ^ v0, 48)
        v8 = wrapping_sum(v8, v12)
        v4 = rotated(v4 ^ v8, 1)
        v1 = wrapping_sum(wrapping_sum(v1, v5), hash_block[hash_orders[at + 2]])
        v13 = rotated(v13 ^ v1, 32)
        v9 = wrapping_sum(v9, v13)
        v5 = rotated(v5 ^ v9, 40)
        v1 = wrapping_sum(wrapping_sum(v1, v5), hash_block[hash_orders[at + 3]])
        v13 = rotated(v13 ^ v1, 48)
        v9 = wrapping_sum(v9, v13)
        v5 = rotated(v5 ^ v9, 1)
        v2 = wrapping_sum(wrapping_sum(v2, v6), hash_block[hash_orders[at + 4]])
        v14 = rotated(v14 ^ v2, 32)
        v10 = wrapping_sum(v10, v14)
        v6 = rotated(v6 ^ v10, 40)
        v2 = wrapping_sum(wrapping_sum(v2, v6), hash_block[hash_orders[at + 5]])
        v14 = rotated(v14 ^ v2, 48)
        v10 = wrapping_sum(v10, v14)
        v6 = rotated(v6 ^ v10, 1)
        v3 = wrapping_sum(wrapping_sum(v3, v7), hash_block[hash_orders[at + 6]])
        v15 = rotated(v15 ^ v3, 32)
        v11 = wrapping_sum(v11, v15)
        v7 = rotated(v7 ^ v11, 40)
        v3 = wrapping_sum(wrapping_sum(v3, v7), hash_block[hash_orders[at + 7]])
        v15 = rotated(v15 ^ v3, 48)
        v11 = wrapping_sum(v11, v15)
        v7 = rotated(v7 ^ v11, 1)
        v0 = wrapping_sum(wrapping_sum(v0, v5), hash_block[hash_orders[at + 8]])
        v15 = rotated(v15 ^ v0, 32)
        v10 = wrapping_sum(v10, v15)
        v5 = rotated(v5 ^ v10, 40)
        v0 = wrapping_sum(wrapping_sum(v0, v5), hash_block[hash_orders[at + 9]])
        v15 = rotated(v15 ^ v0, 48)
        v10 = wrapping_sum(v10, v15)
        v5 = rotated(v5 ^ v10, 1)
        v1 = wrapping_sum(wrapping_sum(v1, v6), hash_block[hash_orders[at + 10]])
        v12 = rotated(v12 ^ v1, 32)
        v11 = wrapping_sum(v11, v12)
        v6 = rotated(v6 ^ v11, 40)
        v1 = wrapping_sum(wrapping_sum(v1, v6), hash_block[hash_orders[at + 11]])
        v12 = rotated(v12 ^ v1, 48)
        v11 = wrapping_sum(v11, v12)
        v6 = rotated(v6 ^ v11, 1)
        v2 = wrapping_sum(wrapping_sum(v2, v7), hash_block[hash_orders[at + 12]])
        v13 = rotated(v13 ^ v2, 32)
        v8 = wrapping_sum(v8, v13)
        v7 = rotated(v7 ^ v8, 40)
        v2 = wrapping_sum(wrapping_sum(v2, v7), hash_block[hash_orders[at + 13]])
        v13 = rotated(v13 ^ v2, 48)
        v8 = wrapping_sum(v8, v13)
        v7 = rotated(v7 ^ v8, 1)
        v3 = wrapping_sum(wrapping_sum(v3, v4), hash_block[hash_orders[at + 14]])
        v14 = rotated(v14 ^ v3, 32)
        v9 = wrapping_sum(v9, v14)
        v4 = rotated(v4 ^ v9, 40)
        v3 = wrapping_sum(wrapping_sum(v3, v4), hash_block[hash_orders[at + 15]])
        v14 = rotated(v14 ^ v3, 48)
        v9 = wrapping_sum(v9, v14)
        v4 = rotated(v4 ^ v9, 1)
    hash_state[0] = hash_state[0] ^ v0 ^ v8
    hash_state[1] = hash_state[1] ^ v1 ^ v9
    hash_state[2] = hash_state[2] ^ v2 ^ v10
    hash_state[3] = hash_state[3] ^ v3 ^ v11
    hash_state[4] = hash_state[4] ^ v4 ^ v12
    hash_state[5] = hash_state[5] ^ v5 ^ v13
    hash_state[6] = hash_state[6] ^ v6 ^ v14
    hash_state[7] = hash_state[7] ^ v7 ^ v15


def half_word(at: int) -> Wide:
    """Four bytes of the message as a number, the lowest byte first."""
    high = message[at + 2] | message[at + 3] << 8
    return message[at] | message[at + 1] << 8 | rotated(high, 16)


# What tells games apart: the keys of their random streams, made from a seed, and the digest of a position.


# which texts `key_texts` has
ALL_KEYS = 0
BETWEEN = 1
UNIFORM_BOT = 2
FOR_RESAMPLE = 3
FOR_THINK = 4
RULES_BOT = 5
LEARNED_BOT = 6
FIRST_PURPOSE = 7
"""The purposes of the streams follow, in their order."""


def seed_game(seed: Wide) -> None:
    """Set the keys of the random streams for a game's seed, 64 bits without a sign: those of the rules, and those of
    the machine's own bot."""
    seed_streams(seed)
    seed_bots(seed, UNIFORM_BOT)


def seed_streams(seed: Wide) -> None:
    """Set the keys of the random streams of the rules for a game's seed."""
    global keys_changed
    keys_changed = 1
    begun = begin_key(seed)
    for stream in range(STREAMS):
        stream_key[stream] = key_of_stream(begun, stream)


def seed_bots(seed: Wide, purpose: int) -> None:
    """Set the keys of the random streams by which a bot of the machine's own chooses (`playouts.py`), which begin
    anew: by their purpose, and a seed, 64 bits without a sign."""
    begun = begin_key(seed)
    for seat in range(PLAYERS):
        bot_key[seat] = end_key(begun, seat + 1, purpose)
        bot_drawn[seat] = 0


def seed_thinking(seed: Wide, seat: int) -> None:
    """Set the keys by which a seat thinks, for a seed, 64 bits without a sign: those of samples (`sampling.py`), and
    that of the bot's own random numbers."""
    begun = begin_key(seed)
    think_key[0] = end_key(begun, seat + 1, FOR_THINK)
    begun = begin_key(end_key(begun, seat + 1, FOR_RESAMPLE) >> 11 & 0x1FFFFFFFFFFFFF)
    for stream in range(STREAMS):
        root_key[stream] = key_of_stream(begun, stream)
    deal_key[0] = end_key(begun, 0, FOR_RESAMPLE)


# The key of a stream (docs/inside/machine.md, Randomness) is the hash of `artrules/1/SEED/OWNER/PURPOSE`.


def begin_key(seed: Wide) -> int:
    """Write what the keys of a seed's streams are made of, up to the owner. Gives how long it is."""
    global message_top
    message_top = 0
    write_key_text(ALL_KEYS)
    write_number(seed)
    write_key_text(BETWEEN)
    return message_top


def key_of_stream(begun: int, stream: int) -> Wide:
    """The key of one of the random streams; 0 where nothing is drawn from it."""
    if not is_drawn[stream]:
        return 0
    return end_key(begun, stream % STACKS, FIRST_PURPOSE + stream // STACKS)


def end_key(begun: int, owner: int, purpose: int) -> Wide:
    """The key of a stream of the seed with which the message begins, so many bytes: the hash, its highest byte first.
    The purpose is given by its text in `key_texts`."""
    global message_top
    message_top = begun
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
    global message_top
    first = key_text_first[number]
    count = key_text_first[number + 1] - first
    if not reserve(message, message_top + count):
        find_fault(TOO_MUCH_KEPT, -1, 0, 0, 0)
        return
    for i in range(count):
        message[message_top + i] = key_texts[first + i]
    message_top += count


def write_number(number: Wide) -> None:
    """Write a number of 64 bits without a sign, in decimal digits."""
    half = number >> 1 & 0x7FFFFFFFFFFFFFFF
    if half > 4:
        write_number(half // 5)
    write_byte(48 + 2 * (half % 5) + (number & 1))


def find_digest() -> None:
    """Make the digest of the position in memory, which is at rest: the first DIGEST_BYTES bytes of `hash_state`. Before
    that the host sets `digest_key`."""
    keep_position(SAMPLE)
    if not status:
        hash_position(write_kept_position(SAMPLE))


def hash_position(count: int) -> None:
    """Make the digest of a position, which is in `message` from HASH_BLOCK on, so many bytes."""
    global message_top
    for i in range(DIGEST_KEY_BYTES):
        message[i] = digest_key[i]
    fill_words(message, DIGEST_KEY_BYTES, HASH_BLOCK - DIGEST_KEY_BYTES, 0)
    message_top = HASH_BLOCK + count
    hash_message(DIGEST_BYTES, DIGEST_KEY_BYTES)
