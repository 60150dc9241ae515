"""How much work there may be between two decisions, and how long a list may be.

`State.steps` counts units of work; a unit is about what evaluating one node of the kernel takes (`compile/work.py`).
Each block of code that runs counts what it can be at most, found beforehand. Loops that may be long, and what is done
with whole lists that may be long, count what they are as they run, by the lengths that they meet; `compile/work.py`
finds out which these are, so that ordinary content pays next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from artrules.compile.work import MOST_STEPS as MOST_STEPS
from artrules.run.signals import Fault

if TYPE_CHECKING:
    from artrules.run.state import State

BLOCK = 100
"""Units that a block is worth at least."""
MOST_TO_TELL = 2_000_000
"""Units of one text that is made for people."""
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
MOST_TOLD_AT_ONCE = 500_000
"""Characters that are told between two decisions, each text once for each way in which seats may read it."""
MOST_TOLD = 50_000_000
"""Characters that are told in a game."""
MOST_KEPT = 1_000_000
"""Things in lists that a position holds: in variables, attributes, kept events, watches, and what waits."""

T = TypeVar("T", bound=Sequence[object])


def spend(S: State, items: T, weight: int, site: int) -> T:
    """Count the turns of a loop over some items, each of some units of work, before it begins."""
    S.steps += 1 + len(items) * weight
    if S.steps > MOST_STEPS:
        raise too_long(site)
    return items


def spend_units(S: State, units: int, site: int) -> None:
    """Count a piece of code that is much work without being a loop."""
    S.steps += units
    if S.steps > MOST_STEPS:
        raise too_long(site)


def scanned(S: State, items: T, site: int) -> T:
    """Count that a list is gone through as a whole: compared or searched."""
    S.steps += 1 + extent(items)
    if S.steps > MOST_STEPS:
        raise too_long(site)
    return items


def extent(items: Any) -> int:
    """How many things lie in a list, lists in it and what lies in these counted."""
    if not isinstance(items, (tuple, list)):
        return len(items)
    return len(items) + sum([extent(i) for i in items if i.__class__ is tuple])


@contextmanager
def aside(S: State, most: int = MOST_STEPS) -> Iterator[None]:
    """What is reckoned for people (labels, views, results) has a count of its own, of at most so many units: it is no
    part of the game."""
    steps, S.steps = S.steps, MOST_STEPS - most
    try:
        yield
    except RecursionError:
        raise Fault("TOO_NESTED", "powers and events nest too deep") from None
    finally:
        S.steps = steps


def too_long(site: int) -> Fault:
    """What stops a game in which nothing comes to an end."""
    return Fault("TOO_LONG", "goes on too long: there is too much to do without a decision", site)


def short(items: T, site: int) -> T:
    """A list that may not be too long to be kept."""
    if len(items) > LONGEST_LIST:
        raise Fault("TOO_MANY_THINGS", "is too long", site, f"at most {LONGEST_LIST:,} things", f"{len(items):,}")
    return items


def small(S: State, items: T, site: int) -> T:
    """A list with lists in it that may not hold too much altogether to be kept."""
    S.steps += len(items)
    if (found := extent(items)) > LONGEST_LIST:
        expected = f"at most {LONGEST_LIST:,} things, those in lists in it counted"
        raise Fault("TOO_MANY_THINGS", "holds too much", site, expected, f"{found:,}")
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
