"""The types with which a plugin adds functions, and ways to draw by chance, to the language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Below = Callable[[int], int]
"""Gives a random number from 0 up to but not including the one that it is given, all equally likely."""


@dataclass(frozen=True, slots=True)
class PureFunction:
    """A function that gives one value for some values.

    `signature` is its name with its parameters, and `gives` the type of its result, as content writes them:
    `nearest(0..99 n, 1..9 step)`, `0..99`. A type is `bool` or a range of numbers. `compute` takes the values in that
    order and gives a `bool` or an `int`. It must be quick, give the same whenever it is asked, and change nothing.
    """

    signature: str
    gives: str
    compute: Callable[..., int | bool]
    about: str = ""
    """What it gives, in a few words, for authors."""
    work: int = 100
    """What a call counts, in units of work: one is about an operation on a value."""


@dataclass(frozen=True, slots=True)
class WayToDraw:
    """A way to draw a value by chance.

    As a `PureFunction`, but `draw` takes a function `below` before the values. `below(n)` gives a random number from 0
    to n - 1 from a stream of the game; `draw` may call it up to 1,000 times, and has no other chance.
    """

    signature: str
    gives: str
    draw: Callable[..., int | bool]
    about: str = ""
    work: int = 100
