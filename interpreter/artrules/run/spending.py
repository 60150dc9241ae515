"""How much work there may be between two decisions, and how long a list may be.

`State.steps` counts turns: each block of code that runs is worth ten, and each turn of a loop that may be long at least
one. Only such loops count, and only such lists are measured: `compile/work.py` finds out which these are, so that
ordinary content pays nothing. What is not counted on the way from one count to the next is bounded there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from artrules.run.signals import Fault

if TYPE_CHECKING:
    from artrules.run.state import State

BLOCK = 10
"""Turns that a block is worth."""
MOST_STEPS = 1_000_000
"""Turns between two decisions: a hundred thousand blocks."""
MOST_TO_LOOK_AHEAD = 3_000_000
"""Turns of one look ahead."""
HEAVY = 250
"""Units of `compile/work.py` for which a turn counts once more."""
LONGEST_LIST = 10_000
MOST_RECORDS = 10_000
"""Kept events at a time."""
MOST_WATCHES = 1000
"""Watches at a time."""
MOST_OPTIONS = 10_000
"""Of one decision, before looking ahead."""
LARGEST_MEMBER = 255
"""Of a set of numbers."""
LONGEST_TEXT = 2000
"""Characters of a text that is told, or that names something."""

T = TypeVar("T", bound=Sequence[object])


def spend(S: State, items: T, weight: int, site: int) -> T:
    """Count the turns of a loop over some items, each of some units of work, before it begins."""
    S.steps += 1 + len(items) * (1 + weight // HEAVY)
    if S.steps > MOST_STEPS:
        raise too_long(site)
    return items


def spend_units(S: State, units: int, site: int) -> None:
    """Count a piece of code that is much work without being a loop."""
    S.steps += 1 + units // HEAVY
    if S.steps > MOST_STEPS:
        raise too_long(site)


@contextmanager
def aside(S: State) -> Iterator[None]:
    """What is reckoned for people (labels, views, results) has a count of its own: it is no part of the game."""
    steps, S.steps = S.steps, 0
    try:
        yield
    except RecursionError:
        raise Fault("TOO_NESTED", "powers and events nest too deep") from None
    finally:
        S.steps = steps


def too_long(site: int) -> Fault:
    """What stops a game in which nothing comes to an end."""
    return Fault("TOO_LONG", "goes on too long: more than 100,000 steps without a decision", site)


def short(items: tuple[object, ...], site: int) -> tuple[object, ...]:
    """A list that may not be too long to be kept."""
    if len(items) > LONGEST_LIST:
        raise Fault("TOO_MANY_THINGS", "is too long", site, f"at most {LONGEST_LIST:,} things", f"{len(items):,}")
    return items


def bit(member: int, site: int) -> int:
    """A set of one number."""
    if not 0 <= member <= LARGEST_MEMBER:
        raise Fault("OUT_OF_BOUNDS", "can't be in a set", site, f"0..{LARGEST_MEMBER}", str(member))
    return 1 << member


def told(parts: tuple[str, ...]) -> str:
    """A text put together of parts; it is cut where nobody would read on."""
    text = "".join(parts)
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
