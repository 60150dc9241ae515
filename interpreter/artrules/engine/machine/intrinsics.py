"""Operations that every executor has ways of its own for. The bodies here say what they mean, in plain Python."""

from __future__ import annotations

from artrules.engine.machine.language import Region, Wide

_MASK = (1 << 64) - 1


def popcount(bits: int) -> int:
    """How many bits of a number that isn't negative are set."""
    return bits.bit_count()


def lowest_bit(bits: int) -> int:
    """The index of the lowest bit that is set; `bits` isn't 0."""
    return (bits & -bits).bit_length() - 1


def mixed_below(key: Wide, counter: Wide, bound: int) -> int:
    """A number below `bound` from the 64 bits at an index of a random stream, or -1 where these bits are to be skipped.

    The bits are SplitMix64's mixing of `key + counter * gamma` modulo 2**64 (docs/inside/machine.md, Randomness).
    """
    x = (key + counter * 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    x ^= x >> 31
    return x % bound if x < (1 << 64) - (1 << 64) % bound else -1


def wrapping_sum(one: Wide, other: Wide) -> Wide:
    """The sum modulo 2**64, as a number with a sign."""
    bits = (one + other) & _MASK
    return bits - (1 << 64) if bits >> 63 else bits


def rotated(word: Wide, places: int) -> Wide:
    """The 64 bits of a number, rotated to the left by 0 to 63 places."""
    bits = word & _MASK
    bits = (bits << places | bits >> (64 - places)) & _MASK
    return bits - (1 << 64) if bits >> 63 else bits


def call_foreign(function: int) -> int:
    """Call a function of the program's that isn't machine code (`machine_code/program.py`). `foreign_words` has its
    values. Gives its result, or NONE where it has failed."""
    return 0


def copy_words(region: Region, to: int, start: int, count: int) -> None:
    """Copy elements within a region; the two places may overlap."""


def fill_words(region: Region, start: int, count: int, value: int) -> None:
    """Set elements of a region to one value."""


def reserve(region: Region, length: int) -> int:
    """Make a region with `used` at least so long. Returns 1, or 0 where the language's bound is exceeded."""
    return 1


def room(region: Region) -> int:
    """How many elements a region has now: a test that takes less time than `reserve`."""
    return 0


def save_position(slot: int) -> None:
    """Keep the position, the active stack of all stacks, in a slot. Slots are numbered from 0."""


def restore_position(slot: int) -> None:
    """Go back to the position in a slot, which stays there."""


def keep_position(area: int) -> None:
    """Keep the position, which is at rest, in one of KEPT_AREAS areas. It stays there whatever becomes of memory."""


def bring_back_position(area: int) -> None:
    """Put the position in an area back into memory, and set the registers for it, as `take_up` does."""


def write_kept_position(area: int) -> int:
    """Write the position in an area into `message` from HASH_BLOCK on, as the bytes that a host has of it. Gives how
    many."""
    return 0


def keep_knowledge() -> None:
    """Keep what seats know."""


def bring_back_knowledge() -> None:
    """Put back into memory what seats knew when it was kept."""


def memo_clear() -> None:
    """Forget all keys."""


def memo_add(region: Region, start: int, count: int) -> None:
    """Add elements of a region, of 32 bits at most, to the key in the making: how many, and then the elements."""


def memo_add_number(number: int) -> None:
    """Add a number to the key in the making."""


def memo_id() -> int:
    """The number of the key that was made: equal keys have equal numbers, counted from 0. The next key begins.

    Gives -1 where the key isn't remembered: because all keys would have more than MOST_MEMO_WORDS words together, or
    because it would be one more than MOST_POSITIONS.
    """
    return 0
