"""Random numbers outside of the machine: SplitMix64 by counter, in named streams. `docs/inside/machine.md` specifies it
bit by bit, with test vectors.

The key of a stream comes from the game's seed, an owner (the table or a player) and a purpose. The only state of a
stream is a counter. So drawing from one stream never changes another, and a copied game draws the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from artrules.engine.machine.intrinsics import mixed_below

LARGEST_SEED = (1 << 64) - 1
ALL_KEYS = "artrules/1/"
"""What the texts begin with of which keys are made."""
BETWEEN = "/"
"""What stands between their parts."""
RESAMPLE = "resample"
"""The purpose of the streams by which determinizations are made, whose owners are the seats for which they are."""
THINK = "think"
"""The purpose of the streams by which the machine thinks, whose owners are the seats for which it does."""
UNIFORM_BOT = "bot uniform"
"""The purpose of the streams of the bot `uniform`, whose owners are the seats at which it sits."""
RULES_BOT = "bot rules"
"""The same of the bot `rules`."""
LEARNED_BOT = "bot learned"
"""The same of the bot `learned`."""


class BadSeed(ValueError):
    """Raised for something that is no seed."""


def check_seed(seed: object, largest: int = LARGEST_SEED) -> int:
    """A seed that comes from outside, if it is one: a whole number from 0 to the largest. Raises BadSeed."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= largest:
        shown = repr(seed)
        shown = shown if len(shown) <= 40 else f"{shown[:39]}…"
        raise BadSeed(f"a seed is a whole number from 0 to {largest:,}, not {shown}")
    return seed


def stream_key(seed: int, owner: int, purpose: str) -> int:
    """The 64-bit key of a stream; the owner is 0 for the table, else a player counted from 1."""
    text = ALL_KEYS + BETWEEN.join([str(seed), str(owner), purpose])
    digest = blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def keys_of_streams(seed: int, streams: Sequence[bytes]) -> tuple[int, ...]:
    """The keys of several streams of one seed, as the machine has them. A stream is the end of what its key is made of:
    its owner and its purpose."""
    begun = blake2b(f"{ALL_KEYS}{seed}{BETWEEN}".encode(), digest_size=8)
    keys = []
    for stream in streams:
        digest = begun.copy()
        digest.update(stream)
        keys.append(int.from_bytes(digest.digest(), "big", signed=True))
    return tuple(keys)


def signed(key: int) -> int:
    """A key as the machine has it: 64 bits with a sign."""
    return key - (1 << 64) if key >> 63 else key


class Stream:
    """A stream of random numbers: for bots and tools. Equal arguments give equal numbers."""

    __slots__ = ("counter", "key")

    def __init__(self, seed: int, owner: int, purpose: str) -> None:
        self.key = signed(stream_key(seed, owner, purpose))
        self.counter = 0

    @classmethod
    def of_players(cls, seed: int, players: int, purpose: str) -> list[Stream]:
        """A stream for each player."""
        owners = range(1, players + 1)
        keys = keys_of_streams(seed, [f"{owner}{BETWEEN}{purpose}".encode() for owner in owners])
        return [cls._with_key(key) for key in keys]

    @classmethod
    def _with_key(cls, key: int) -> Stream:
        stream = cls.__new__(cls)
        stream.key = key
        stream.counter = 0
        return stream

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, all equally likely."""
        number = -1
        while number < 0:
            self.counter += 1
            number = mixed_below(self.key, self.counter, bound)
        return number

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle a list in place, all orders equally likely."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
