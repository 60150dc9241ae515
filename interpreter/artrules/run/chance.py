"""Random numbers: SplitMix64 by counter, in named streams. `docs/architecture.md` specifies it bit by bit, with test
vectors.

A stream is keyed by the game's seed, an owner (the table or a player) and a purpose. Its state is one counter, which
lies in the game's state; so drawing from one stream never changes another, and a copied game draws the same.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from artrules.run.learning import after_shuffle
from artrules.run.signals import Committed, Fail

if TYPE_CHECKING:
    from artrules.run.state import State

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def stream_key(seed: int, owner: int, purpose: str) -> int:
    """The 64-bit key of a stream: owner 0 is the table, else a player counted from 1."""
    digest = blake2b(f"artrules/1/{seed}/{owner}/{purpose}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def mix(key: int, counter: int) -> int:
    """The 64 bits at a place of a stream: SplitMix64 (Steele, Lea, Flood 2014) of key + counter * gamma."""
    x = (key + counter * GAMMA) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Stream:
    """A stream outside a game's state: for bots and tools."""

    __slots__ = ("counter", "key")

    def __init__(self, seed: int, owner: int, purpose: str) -> None:
        self.key = stream_key(seed, owner, purpose)
        self.counter = 0

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely."""
        value, self.counter = below(self.key, self.counter, bound)
        return value


def below(key: int, counter: int, bound: int) -> tuple[int, int]:
    """A number from 0 to bound - 1, each as likely, and the counter after it.

    Values at or above the largest multiple of `bound` are drawn again.
    """
    limit = (1 << 64) - (1 << 64) % bound
    while True:
        counter += 1
        bits = mix(key, counter)
        if bits < limit:
            return bits % bound, counter


def commit(S: State) -> None:
    """What comes next can't be foreseen: looking ahead ends, and what was chosen can't fail any more."""
    if S.probing:
        raise Committed
    stack = S.stack
    S.steps += len(stack)
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == 0:
            del stack[i]


def shuffle(S: State, zone: int, stream: int) -> None:
    """Fisher-Yates from the last card down, from the stream of the zone's owner."""
    cards = S.zones[zone]
    if len(cards) < 2:
        return
    commit(S)
    runtime = S.runtime
    stream += runtime.zone_player[zone]
    key, cell = S.keys[stream], runtime.first_counter + stream
    counter = S.cells[cell]
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j, counter = below(key, counter, i + 1)
        order[i], order[j] = order[j], order[i]
    S.cells[cell] = counter
    S.zones[zone] = tuple(order)
    if S.knowledge is not None:
        after_shuffle(S, zone, cards)


def roll(S: State, me: int | None, items: list[Any], stream: int, site: int) -> Any:
    """One of some things by chance, from the stream of the player who acts, or the table's."""
    if not items:
        raise Fail(site)
    if len(items) == 1:
        return items[0]
    commit(S)
    stream += 0 if me is None else me + 1
    cell = S.runtime.first_counter + stream
    index, S.cells[cell] = below(S.keys[stream], S.cells[cell], len(items))
    return items[index]
