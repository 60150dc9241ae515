"""Values of set types: a set is a bit mask, in which bit n is set when n is a member."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def members(mask: int) -> tuple[int, ...]:
    """The members of a set, in ascending order."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
