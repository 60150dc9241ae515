"""How much there is to be judged, counted while it is judged: never in seconds, so that every machine says the same.

Judging takes about as long as this says, whatever the content looks like: what there may be of one thing alone has its
own bound where it is read. `docs/language.md`, section 10, names the bounds; `docs/performance.md` says what they come
to in seconds.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted: what it is in words, how much there may be, and what to do about more."""

    what: str
    most: int
    remedy: str


_OVERLAYS = "all is counted anew for each combination of overlays that can apply"
WORDS = Measure("words and signs of code", 40_000, _OVERLAYS)
KEYS = Measure("keys and values of rules", 80_000, _OVERLAYS)
STEPS = Measure("steps on the ways that code can take", 150_000, "fewer calls of procedures that call others")


class Effort:
    """What has been counted so far."""

    def __init__(self) -> None:
        self._spent: dict[Measure, int] = {}

    def spent(self, measure: Measure) -> int:
        """How much there has been of something."""
        return self._spent.get(measure, 0)

    def spend(self, measure: Measure, units: int) -> bool:
        """Count more of something; whether that is still within the bound."""
        self._spent[measure] = self.spent(measure) + units
        return self._spent[measure] <= measure.most
