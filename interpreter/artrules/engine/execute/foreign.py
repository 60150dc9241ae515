"""Calls the functions of a program that aren't machine code: how both executors do it."""

import traceback
from collections.abc import Callable, MutableSequence, Sequence
from itertools import islice, product
from pathlib import Path
from typing import TypeGuard

from artrules.engine.execute.instance import MemoryView
from artrules.engine.machine.intrinsics import mixed_below
from artrules.engine.machine.numbers import NONE
from artrules.engine.machine_code.program import ForeignFunction, ForeignType
from artrules.text.record import dataclass

MOST_DRAWN = 1_000
"""The most random numbers that one call may draw."""
MOST_BELOW = 10**9
Words = MutableSequence[int] | MemoryView


class _Refused(Exception):
    """A function asks for a random number that it can't have."""


class ForeignFunctions:
    """The functions of a program, by number, over the memory of an instance."""

    def __init__(self, functions: Sequence[ForeignFunction], region: Callable[[str], Words]) -> None:
        """`region` gives the memory of a region, which stays the same object."""
        self._functions = functions
        self._words = region("foreign_words")
        self._keys = region("stream_key")
        self._drawn = region("drawn")
        self.problem = ""
        """Why the latest call that has failed did so, as a sentence without a full stop."""

    def call(self, number: int) -> int:
        """The intrinsic `call_foreign`."""
        function, words = self._functions[number], self._words
        first = int(function.draws)
        # A word that may not be known raises as soon as it is made a plain value (`guarded.py`).
        arguments = [_plain(words[first + i], type_) for i, type_ in enumerate(function.parameters)]
        try:
            if function.draws:
                stream = words[0]
                numbers = _Numbers(self._keys[stream], self._drawn[stream])
                value = function.compute(numbers.below, *arguments)
                self._drawn[stream] = numbers.counter
            else:
                value = function.compute(*arguments)
        except (Exception, SystemExit) as problem:
            self.problem = f"{function.label} failed ({_reason(problem)})"
            return NONE
        if not _fits(value, function.result):
            self.problem = f"{function.label} must give {function.result}, and gave {_shown(value)}"
            return NONE
        return int(value)


class _Numbers:
    """Random numbers from a stream (docs/inside/machine.md, Randomness), after those that have been drawn."""

    def __init__(self, key: int, counter: int) -> None:
        self._key = key
        self._remaining = MOST_DRAWN
        self.counter = counter

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, all equally likely. Below 1 there is but 0, and nothing is drawn."""
        if type(bound) is not int or not 1 <= bound <= MOST_BELOW:
            raise _Refused(f"below({_shown(bound)}): the bound is a whole number from 1 to {MOST_BELOW:,}")
        if bound == 1:
            return 0
        if not self._remaining:
            raise _Refused(f"it draws more than {MOST_DRAWN:,} random numbers")
        self._remaining -= 1
        value = -1
        while value < 0:
            self.counter += 1
            value = mixed_below(self._key, self.counter, bound)
        return value


def _plain(word: int, type_: ForeignType) -> int | bool:
    return bool(word) if type_.truth else int(word)


def _fits(value: object, type_: ForeignType) -> TypeGuard[int]:
    if type_.truth:
        return type(value) is bool
    return type(value) is int and type_.low <= value <= type_.high


def _reason(problem: BaseException) -> str:
    """What was raised, and in which line, on one line."""
    if isinstance(problem, _Refused):
        return str(problem)
    last = traceback.extract_tb(problem.__traceback__)[-1]
    where = f", {Path(last.filename).name}:{last.lineno}" if last.filename != __file__ else ""
    return " ".join(f"{type(problem).__name__}: {problem}".split()) + where


def _shown(value: object) -> str:
    """A value for a message, not too long."""
    try:
        text = repr(value)
    except Exception as problem:
        text = f"{type(value).__name__} ({type(problem).__name__})"
    if " at 0x" in text:  # Python's default representation tells an author nothing
        text = f"an object of the class {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:59]}…"


# Tries a function that isn't machine code, outside of any game.

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
            arguments_text = ", ".join(map(str, values)) or "nothing"
            return ForeignTrial(tuple(results), drawn[0], f"{foreign.problem}; it was given {arguments_text}")
    return ForeignTrial(tuple(results), drawn[0], "")


def _some_of(type_: ForeignType) -> list[int]:
    """The bounds of a type, and some values between them."""
    between = range(type_.low, type_.high, max(1, (type_.high - type_.low) // 5))
    return sorted({type_.low, type_.high, *between})
