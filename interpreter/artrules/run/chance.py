"""Random numbers: SplitMix64 by counter, in named streams. `docs/architecture.md` specifies it bit by bit, with test
vectors.

The key of a stream comes from the game's seed, an owner (the table or a player) and a purpose. The only state of a
stream is a counter, which the game's state holds. So drawing from one stream never changes another, and a copied game
draws the same numbers. `Stream` is such a stream outside of a game: part of the API, for bots and tools.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from artrules.run.signals import Committed, Fail
from artrules.run.update_knowledge import after_shuffle

if TYPE_CHECKING:
    from artrules.run.state import State

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def stream_key(seed: int, owner: int, purpose: str) -> int:
    """The 64-bit key of a stream; the owner is 0 for the table, else a player counted from 1."""
    digest = blake2b(f"artrules/1/{seed}/{owner}/{purpose}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def mix(key: int, counter: int) -> int:
    """The 64 bits at an index of a stream: SplitMix64 (Steele, Lea, Flood 2014) of key + counter * gamma."""
    x = (key + counter * GAMMA) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Stream:
    """A stream of random numbers outside of any game: for bots and tools. Equal arguments give equal numbers."""

    __slots__ = ("counter", "key")

    def __init__(self, seed: int, owner: int, purpose: str) -> None:
        self.key = stream_key(seed, owner, purpose)
        self.counter = 0

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, all equally likely."""
        value, self.counter = below(self.key, self.counter, bound)
        return value

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle a list in place, all orders equally likely."""
        self.counter = permute(items, self.key, self.counter)


def below(key: int, counter: int, bound: int) -> tuple[int, int]:
    """A number from 0 to bound - 1, all equally likely, and the counter after drawing it.

    Values at or above the largest multiple of `bound` are rejected and drawn again.
    """
    limit = (1 << 64) - (1 << 64) % bound
    while True:
        counter += 1
        bits = mix(key, counter)
        if bits < limit:
            return bits % bound, counter


def permute(items: list[Any], key: int, counter: int) -> int:
    """Shuffle a list in place (Fisher-Yates from the last item down); the counter after the last number drawn."""
    for i in range(len(items) - 1, 0, -1):
        j, counter = below(key, counter, i + 1)
        items[i], items[j] = items[j], items[i]
    return counter


def commit(S: State) -> None:
    """Commit the action under way: what comes next can't be foreseen, so from here on it can't fail any more.

    Raises Committed in a trial, which need not look further.
    """
    if S.probing:
        raise Committed
    stack = S.stack
    S.steps += len(stack)
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == 0:
            del stack[i]


def shuffle(S: State, zone: int, stream: int) -> None:
    """Shuffle a zone, by the stream (the first of its purpose) that belongs to the zone's owner."""
    cards = S.zones[zone]
    if len(cards) < 2:
        return
    commit(S)
    runtime = S.runtime
    stream += runtime.zone_player[zone]
    key, cell = S.keys[stream], runtime.first_counter + stream
    order = list(cards)
    S.cells[cell] = permute(order, key, S.cells[cell])
    S.zones[zone] = tuple(order)
    if S.knowledge is not None:
        after_shuffle(S, zone, cards)


def roll(S: State, me: int | None, items: list[Any], stream: int, site: int) -> Any:
    """One of some items by chance, drawn from the stream of the player who acts (counted from 0) or, with None, of the
    table. Raises Fail for an empty list."""
    if not items:
        raise Fail(site)
    if len(items) == 1:
        return items[0]
    commit(S)
    stream += 0 if me is None else me + 1
    cell = S.runtime.first_counter + stream
    index, S.cells[cell] = below(S.keys[stream], S.cells[cell], len(items))
    return items[index]
