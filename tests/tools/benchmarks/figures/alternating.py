"""Contenders are timed in turns, in short slices, so that whatever else the machine does hits all of them alike."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter


@contextmanager
def calm() -> Iterator[None]:
    """What was loaded before is no work for the garbage collector while time is taken."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def seconds_of(run: Callable[[], object]) -> float:
    """How long one run takes."""
    begun = perf_counter()
    run()
    return perf_counter() - begun


def alternate(slices: int, *contenders: Callable[[], float]) -> list[list[float]]:
    """What each contender measured, slice by slice, after one slice to warm up that isn't counted."""
    found: list[list[float]] = [[] for _ in contenders]
    for number in range(slices + 1):
        for values, contender in zip(found, contenders, strict=True):
            value = contender()
            if number:
                values.append(value)
    return found


def ratio(values: list[float], references: list[float]) -> float:
    """The median of the slices' ratios."""
    return median(v / r for v, r in zip(values, references, strict=True))
