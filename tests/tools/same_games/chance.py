"""The recorder's own chance: SplitMix64, so that it is nobody else's and the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
MASK = (1 << 64) - 1


class Chance:
    """A stream of numbers that a key begins."""

    def __init__(self, key: int) -> None:
        self._state = mixed(key)

    def below(self, bound: int) -> int:
        """A number from 0 up to below a bound. (That some are likelier by a hair is all the same here.)"""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        return mixed(self._state) % bound

    def any(self, things: Sequence[T]) -> T:
        """One of several things."""
        return things[self.below(len(things))]


def mixed(number: int) -> int:
    """64 bits, each of which depends on every bit of the number."""
    x = number & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)
