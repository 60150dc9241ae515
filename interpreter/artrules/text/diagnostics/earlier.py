"""Steps whose results are kept: what a step gave for the same inputs is given again, with its diagnostics.

A step is a function of its inputs and of nothing else, but for a report, whose bounds it keeps to. What else it asks of
the report, such as whether there is an error at a place, is an input too. Whoever reads a ruleset again and again keeps
one `EarlierSteps`; each reading uses what unchanged inputs gave. A result is as good as a new one: the report says the
same, in the same order, and bounds on diagnostics and work hold as if all had been done anew.
"""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple, TypeVar, cast

from artrules.text.diagnostics.report import MOST, MOST_SUGGESTED, Report, ReportFull
from artrules.text.record import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Step:
    """What a step gave, and what it reported."""

    result: Any
    report: Report


class Alike(NamedTuple):
    """Inputs that differ from others of a step in places alone. The step does the same for them, but for the places in
    its diagnostics."""

    inputs: tuple[Hashable, ...]
    file: str = ""
    """A file in which nothing has moved, if there is one: diagnostics in it alone are the same."""


class EarlierSteps:
    """The results of steps by their inputs. Nodes and models count as the same only if they are the same object."""

    def __init__(self) -> None:
        self._earlier: dict[tuple[Hashable, ...], _Step] = {}
        self._used: dict[tuple[Hashable, ...], _Step] = {}
        self._used_by_whole: dict[tuple[Hashable, ...], _Step] = {}
        """Those that the last reading used which came to its end."""

    def result(
        self, inputs: tuple[Hashable, ...], report: Report, step: Callable[[Report], T], alike: Alike | None = None
    ) -> T:
        """What `step` gives for its inputs, the first of which names it. It adds to the report that it is called with,
        which joins `report`. Where places in other files don't show, it isn't done again for inputs that are `alike`;
        such a step gives nothing that has places. Raises ReportFull."""
        if alike is not None and alike.inputs in self._earlier:
            inputs = alike.inputs
        earlier_step = self._earlier.get(inputs)
        if earlier_step is not None and _holds_again(earlier_step, report):
            self._used[inputs] = earlier_step
            report.join(earlier_step.report)
            return cast(T, earlier_step.result)
        part = Report(report)
        try:
            result = step(part)
        except ReportFull:
            report.join(part)
            raise
        report.join(part)
        if report.size < MOST and report.suggested < MOST_SUGGESTED:
            if alike is not None:
                inputs = alike.inputs if _lies_in(alike.file, part) else inputs
            self._earlier[inputs] = self._used[inputs] = _Step(result, part.alone())
        return result

    @property
    def size(self) -> int:
        """The number of steps that are known."""
        return len(self._earlier)

    def like(self, *beginning: Hashable) -> Iterator[Any]:
        """What a step gave before, for all inputs that begin so."""
        for inputs, earlier_step in self._earlier.items():
            if inputs[: len(beginning)] == beginning:
                yield earlier_step.result

    def end_reading(self, *, is_whole: bool = True) -> list[Any]:
        """Forget what wasn't used since the last call; gives the results of these steps. What the last whole reading
        used stays while others end early: they have no use yet for much that the next one needs again."""
        before = self._earlier
        if is_whole:
            self._used_by_whole = self._used
        self._earlier, self._used = {**self._used_by_whole, **self._used}, {}
        return [step.result for inputs, step in before.items() if self._earlier.get(inputs) is not step]


def _lies_in(file: str, report: Report) -> bool:
    """Whether all places that a report shows lie in a file."""
    return all(
        place is not None and place.file == file
        for diagnostic in report.diagnostics
        for place in (
            diagnostic.span,
            *(place for _, place in diagnostic.related),
            *(edit.span for edit in (diagnostic.fix.edits if diagnostic.fix is not None else ())),
        )
    )


def _holds_again(earlier_step: _Step, report: Report) -> bool:
    """Whether a step would reach no bound after what stands in a report now."""
    return (
        report.size + earlier_step.report.size < MOST
        and report.suggested + earlier_step.report.suggested < MOST_SUGGESTED
        and report.budget.has_room_for(earlier_step.report.budget)
    )
