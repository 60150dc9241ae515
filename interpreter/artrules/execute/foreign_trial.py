"""Tries a function that isn't machine code, outside of any game."""

from __future__ import annotations

from itertools import islice, product

from artrules.execute.foreign import ForeignFunctions
from artrules.machine.numbers import NONE
from artrules.machine_code.foreign import ForeignFunction, ForeignType
from artrules.record import dataclass

_MOST_TRIED = 500
_KEY = 7
"""The key of the stream from which it draws."""


@dataclass(frozen=True, slots=True)
class ForeignTrial:
    """What a function has given for many values. `problem` says why it has failed, and is empty where it hasn't."""

    results: tuple[int, ...]
    drawn: int
    problem: str


def try_foreign(function: ForeignFunction) -> ForeignTrial:
    """Call a function with many values of its types, the bounds of these among them, up to the first that it fails
    for."""
    words, drawn = [0] * function.words, [0]
    foreign = ForeignFunctions([function], {"foreign_words": words, "stream_key": [_KEY], "drawn": drawn}.__getitem__)
    results = []
    for values in islice(product(*map(_some_of, function.parameters)), _MOST_TRIED):
        words[int(function.draws) :] = values
        results.append(foreign.call(0))
        if results[-1] == NONE:
            given = ", ".join(map(str, values)) or "nothing"
            return ForeignTrial(tuple(results), drawn[0], f"{foreign.problem}; it was given {given}")
    return ForeignTrial(tuple(results), drawn[0], "")


def _some_of(type_: ForeignType) -> list[int]:
    """The bounds of a type, and some values between them."""
    between = range(type_.low, type_.high, max(1, (type_.high - type_.low) // 5))
    return sorted({type_.low, type_.high, *between})
