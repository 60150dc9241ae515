"""Whether a list of wants fits a list of things: in order, or in any order where order means nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

W = TypeVar("W")
T = TypeVar("T")


def matches(wanted: Sequence[W], found: Sequence[T], fits: Callable[[W, T], bool], *, loose: bool, more: bool) -> bool:
    """Whether each want has a thing of its own that fits it. With `more`, things may be left over at the end."""
    if len(found) < len(wanted) or (len(found) > len(wanted) and not more):
        return False
    if not loose:
        return all(fits(w, t) for w, t in zip(wanted, found, strict=False))
    possible = [[i for i, t in enumerate(found) if fits(w, t)] for w in wanted]
    taken: dict[int, int] = {}
    return all(_give(want, possible, taken, set()) for want in range(len(wanted)))


def _give(want: int, possible: list[list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Give a want one of its things. Other wants move to other things of theirs where that helps (augmenting paths)."""
    for thing in possible[want]:
        if thing not in tried:
            tried.add(thing)
            if thing not in taken or _give(taken[thing], possible, taken, tried):
                taken[thing] = want
                return True
    return False
