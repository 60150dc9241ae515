"""Counts how much work a ruleset makes for the stages, so that content from anywhere can't take for ever.

Work is counted, never timed, so every machine reaches the same verdict. The time that the stages take is roughly
proportional to these counts, whatever the content looks like. Section 10 of `docs/language.md` lists the bounds;
`docs/performance.md` says how many seconds they amount to.
"""

from __future__ import annotations

from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted: its name in words, the maximum, and advice to authors who exceed it."""

    what: str
    most: int
    remedy: str


_OVERLAYS = "all is counted anew for each combination of overlays that can apply"
WORDS = Measure("words and signs of code", 40_000, _OVERLAYS)
KEYS = Measure("keys and values of rules", 80_000, _OVERLAYS)
STEPS = Measure("steps on the ways that code can take", 150_000, "fewer calls of procedures that call others")


class WorkBudget:
    """The counts so far, one for each measure."""

    def __init__(self, before: WorkBudget | None = None) -> None:
        """`before` has counts to which these will be added."""
        self._before = before
        self._spent: dict[Measure, int] = {}

    def spent(self, measure: Measure) -> int:
        """The count of a measure so far, with those before."""
        return self._spent.get(measure, 0) + (self._before.spent(measure) if self._before is not None else 0)

    def spend(self, measure: Measure, units: int) -> bool:
        """Add to a measure's count. Returns whether the count is still within the maximum."""
        self._spent[measure] = self._spent.get(measure, 0) + units
        return self.spent(measure) <= measure.most

    def join(self, part: WorkBudget) -> None:
        """Add the counts of a budget that was begun with this one before it."""
        for measure, units in part._spent.items():
            self._spent[measure] = self._spent.get(measure, 0) + units

    def alone(self) -> WorkBudget:
        """The same counts without those before."""
        alone = WorkBudget()
        alone.join(self)
        return alone

    def has_room_for(self, part: WorkBudget) -> bool:
        """Whether all counts stay within their maxima with those of another budget, whatever is before that."""
        return all(self.spent(measure) + units <= measure.most for measure, units in part._spent.items())
