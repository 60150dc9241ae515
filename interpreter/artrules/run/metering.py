"""Limits on the work between two decisions, and on how much a game may hold.

`State.steps` counts units of work. One unit is about what it takes to evaluate one node of the intermediate
representation (`analyses/cost.py`). Each block of code counts an upper bound of its own work, known beforehand. Loops
and whole-list operations that may be long count their actual lengths while they run. `analyses/cost.py` finds out which
these are, so that ordinary content pays almost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from artrules.analyses.cost import MOST_STEPS as MOST_STEPS
from artrules.analyses.sizes import LONGEST_LIST as LONGEST_LIST
from artrules.analyses.sizes import MOST_RECORDS as MOST_RECORDS
from artrules.diagnostics.kinds import runtime as kinds
from artrules.run.signals import Fault

if TYPE_CHECKING:
    from artrules.run.state import State

BLOCK = 100
"""Units that every block counts at least."""
MOST_TO_TELL = 2_000_000
"""The most units of work for making one text that people read."""
MOST_WATCHES = 1000
"""The most watches at one time."""
MOST_OPTIONS = 10_000
"""The most candidates of one decision, before feasibility is tested."""
LARGEST_MEMBER = 255
"""The largest number in a set."""
LONGEST_TEXT = 2000
"""The most characters in one text that is logged, or that names something."""
MOST_TOLD_AT_ONCE = 500_000
"""The most characters logged between two decisions. A text counts once for each form in which seats may read it."""
MOST_TOLD = 50_000_000
"""The most characters logged in one game."""
MOST_KEPT = 1_000_000
"""The most items in all lists of a position: in variables, attributes, kept events, watches and frames."""

T = TypeVar("T", bound=Sequence[object])


def meter(S: State, items: T, weight: int, site: int) -> T:
    """Count the turns of a loop over some items, at some units of work each, before the loop begins; gives the items.
    Raises Fault when the limit is reached."""
    S.steps += 1 + len(items) * weight
    if S.steps > MOST_STEPS:
        raise too_long(site)
    return items


def meter_units(S: State, units: int, site: int) -> None:
    """Count units of work for code that takes much without being a loop. Raises Fault when the limit is reached."""
    S.steps += units
    if S.steps > MOST_STEPS:
        raise too_long(site)


def meter_scan(S: State, items: T, site: int) -> T:
    """Count that a whole list is compared or searched; gives the list. Raises Fault when the limit is reached."""
    S.steps += 1 + extent(items)
    if S.steps > MOST_STEPS:
        raise too_long(site)
    return items


def extent(items: Any) -> int:
    """How many items a list holds, including lists in it and their items."""
    if not isinstance(items, (tuple, list)):
        return len(items)
    return len(items) + sum([extent(i) for i in items if i.__class__ is tuple])


@contextmanager
def aside(S: State, most: int = MOST_STEPS) -> Iterator[None]:
    """Run code for people (labels, views, results) with a count of its own, of at most some units: this is no part of
    play."""
    steps, S.steps = S.steps, MOST_STEPS - most
    try:
        yield
    except RecursionError:
        raise Fault(kinds.TOO_NESTED, "powers and events nest too deep") from None
    finally:
        S.steps = steps


def too_long(site: int) -> Fault:
    """The fault of content that does too much without asking for a decision."""
    return Fault(kinds.TOO_LONG, "goes on too long: there is too much to do without a decision", site)


def short(items: T, site: int) -> T:
    """A list that must be short enough to be kept. Raises Fault."""
    if len(items) > LONGEST_LIST:
        raise Fault(kinds.TOO_MANY_THINGS, "is too long", site, f"at most {LONGEST_LIST:,} things", f"{len(items):,}")
    return items


def small(S: State, items: T, site: int) -> T:
    """A list whose items, those of lists in it included, must be few enough to be kept. Raises Fault."""
    S.steps += len(items)
    if (found := extent(items)) > LONGEST_LIST:
        expected = f"at most {LONGEST_LIST:,} things, those in lists in it counted"
        raise Fault(kinds.TOO_MANY_THINGS, "holds too much", site, expected, f"{found:,}")
    return items


def bit(member: int, site: int) -> int:
    """A set with one member, as a bit mask. Raises Fault for a member out of bounds."""
    if not 0 <= member <= LARGEST_MEMBER:
        raise Fault(kinds.OUT_OF_BOUNDS, "can't be in a set", site, f"0..{LARGEST_MEMBER}", str(member))
    return 1 << member


def join_text(parts: tuple[str, ...]) -> str:
    """A text made of parts; cut off where nobody would read on."""
    text = "".join(parts)
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
