"""The intrinsics that number keys, in the restricted language: they are translated like the machine's functions.

A key is a row of words. Keys lie in `memo_words` one after another, each after four words about it; the last one is the
key in the making. A hash table says where a key with some words may begin.
"""

from collections.abc import Iterator

from artrules.engine.machine.language import I32, Kept, Region
from artrules.engine.machine.numbers import MOST_MEMO_WORDS, MOST_POSITIONS

MEMO_SLOTS = 65_536
"""Entries of the hash table: more than there are keys, and a power of two."""
MEMO_HEAD = 4
"""Words before those of a key: its hash, the entry of the table that leads to it, how many words it has, its number."""

# indices in `memo_state`
KEYS = 0
"""How many keys are remembered …"""
KEY_WORDS = 1
"""… how many words they have together …"""
LATEST = 2
"""… where the key in the making begins …"""
LENGTH = 3
"""… and how many words it has."""

memo_state = Region(I32, "4", Kept.SCRATCH)
memo_slots = Region(I32, "65536", Kept.SCRATCH)
"""By hash: where a key begins, counted from 1."""
memo_words = Region(I32, "", Kept.SCRATCH)
MEMO_REGIONS = {"memo_state": memo_state, "memo_slots": memo_slots, "memo_words": memo_words}


def memo_sizes(most_words: int) -> Iterator[tuple[str, int]]:
    """How many bytes each of these regions needs, for keys of so many words."""
    yield "memo_state", 4 * 4
    yield "memo_slots", 4 * MEMO_SLOTS
    yield "memo_words", 4 * (most_words + MEMO_HEAD * (MOST_POSITIONS + 1))


def memo_clear() -> None:
    """Forget all keys: only the entries of the table that were used are cleared."""
    key = 0
    for _ in range(memo_state[KEYS]):
        memo_slots[memo_words[key + 1]] = 0
        key += MEMO_HEAD + memo_words[key + 2]
    for i in range(4):
        memo_state[i] = 0


def memo_add_number(number: int) -> None:
    """Add a word to the key in the making."""
    place = memo_place(1)
    if place >= 0:
        memo_words[place] = number


def memo_place(count: int) -> int:
    """Make the key in the making longer by so many words, and say where they go; -1 where there is no room for them."""
    length = memo_state[LENGTH]
    memo_state[LENGTH] = length + count
    if memo_state[KEY_WORDS] + length + count > MOST_MEMO_WORDS:
        return -1
    return memo_state[LATEST] + MEMO_HEAD + length


def memo_id() -> int:
    """The number of the key in the making, which is remembered if it is new."""
    length = memo_state[LENGTH]
    key = memo_state[LATEST]
    memo_state[LENGTH] = 0
    if memo_state[KEY_WORDS] + length > MOST_MEMO_WORDS:
        return -1
    hash = memo_hash(key + MEMO_HEAD, length)
    slot = hash % MEMO_SLOTS
    while memo_slots[slot]:
        entry = memo_slots[slot] - 1
        if memo_words[entry] == hash and memo_words[entry + 2] == length and memo_equal(entry, key, length):
            return memo_words[entry + 3]
        slot = (slot + 1) % MEMO_SLOTS
    number = memo_state[KEYS]
    if number == MOST_POSITIONS:
        return -1
    memo_slots[slot] = key + 1
    memo_words[key] = hash
    memo_words[key + 1] = slot
    memo_words[key + 2] = length
    memo_words[key + 3] = number
    memo_state[KEYS] = number + 1
    memo_state[KEY_WORDS] = memo_state[KEY_WORDS] + length
    memo_state[LATEST] = key + MEMO_HEAD + length
    return number


def memo_hash(first: int, count: int) -> int:
    """A hash of words, which isn't negative. Four sums, each of every fourth word, are made at once: none waits for the
    product of another. They overflow, as 64 bits do."""
    factor = 0x9E3779B97F4A7C15
    one = factor
    two = factor
    three = factor
    four = factor
    place = first
    end = first + count
    while place + 4 <= end:
        one = one * factor ^ memo_words[place]
        two = two * factor ^ memo_words[place + 1]
        three = three * factor ^ memo_words[place + 2]
        four = four * factor ^ memo_words[place + 3]
        place += 4
    while place < end:
        one = one * factor ^ memo_words[place]
        place += 1
    one = ((one * factor ^ two) * factor ^ three) * factor ^ four
    one = (one ^ one >> 29) * factor
    return (one ^ one >> 32) & 0x7FFFFFFF


def memo_equal(one: int, other: int, length: int) -> int:
    """Whether two keys of one length have the same words."""
    for i in range(MEMO_HEAD, MEMO_HEAD + length):
        if memo_words[one + i] != memo_words[other + i]:
            return 0
    return 1


MEMO_FUNCTIONS = (memo_clear, memo_add_number, memo_place, memo_id, memo_hash, memo_equal)
