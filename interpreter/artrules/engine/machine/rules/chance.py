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
    bot_drawn, bot_key, cards_in_zone, deal_key, digest_key, drawn, first_in_zone, hash_block, hash_state, hash_work,
    heap, is_drawn, key_text_first, key_texts, last_in_zone, message, next_in_zone, order, player_of_zone,
    previous_in_zone, root_key, stream_key, think_key,
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


# What tells games apart: the keys of their random streams, made from a seed, and the digest of a position.


# which texts `key_texts` has
ALL_KEYS = 0
BETWEEN = 1
UNIFORM_BOT = 2
FOR_RESAMPLE = 3
FOR_THINK = 4
RULES_BOT = 5
FIRST_PURPOSE = 6
"""The purposes of the streams follow, in their order."""


def seed_streams(seed: Wide) -> None:
    """Set the keys of the random streams for a game's seed, 64 bits without a sign: those of the rules, and those of
    the machine's own bot."""
    global keys_changed
    keys_changed = 1
    begun = begin_key(seed)
    for stream in range(STREAMS):
        stream_key[stream] = key_of_stream(begun, stream)
    seed_bots(seed, UNIFORM_BOT)


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
    for i in range(key_text_first[number], key_text_first[number + 1]):
        write_byte(key_texts[i])


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
