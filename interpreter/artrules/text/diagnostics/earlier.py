"""Steps whose results are kept: what a step gave for the same inputs is given again, with its diagnostics.

A step is a function of its inputs and of nothing else, but for a report, whose bounds it keeps to. What else it asks of
the report, such as whether there is an error at a place, is an input too. Whoever reads a ruleset again and again keeps
one `EarlierSteps`; each reading uses what unchanged inputs gave. A result is as good as a new one: the report says the
same, in the same order, and bounds on diagnostics and work hold as if all had been done anew.

Where the inputs of a step can be told as plain data, what it gave may lie on a `Shelf`, for other processes.
"""

from collections.abc import Callable, Hashable, Iterator
from hashlib import blake2b
from typing import Any, Protocol, TypeVar, cast

from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.report import MOST, MOST_SUGGESTED, Report, ReportFull
from artrules.text.record import dataclass

T = TypeVar("T")


ContentOf = Callable[[str], bytes | None]
"""The content of a file, by its name in diagnostics."""


@dataclass(frozen=True, slots=True)
class _Step:
    """What a step gave, and what it reported. `files` are those in which the places of that lie, with hashes of their
    contents, for a step whose inputs don't tell them."""

    result: Any
    report: Report
    files: tuple[tuple[str, bytes], ...] = ()

    def is_of(self, content_of: ContentOf | None) -> bool:
        """Whether all places that it reported are still what they were."""
        return content_of is None or all(_hash_of(content_of(file)) == before for file, before in self.files)


class Shelf(Protocol):
    """Where steps lie for other processes, by hashes of their inputs."""

    def take(self, key: bytes) -> Any | None:
        """What lies under a key; None for nothing."""
        ...

    def put(self, key: bytes, value: object) -> None:
        """Lay something under a key, if it can be kept at all."""
        ...


class EarlierSteps:
    """The results of steps by their inputs. Nodes and models count as the same only if they are the same object."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf
        self._earlier: dict[tuple[Hashable, ...], _Step] = {}
        self._used: dict[tuple[Hashable, ...], _Step] = {}
        self._used_by_whole: dict[tuple[Hashable, ...], _Step] = {}
        """Those that the last reading used which came to its end."""

    def result(
        self,
        inputs: tuple[Hashable, ...],
        report: Report,
        step: Callable[[Report], T],
        content_of: ContentOf | None = None,
        plain: tuple[Hashable, ...] | None = None,
    ) -> T:
        """What `step` gives for its inputs, the first of which names it. It adds to the report that it is called with,
        which joins `report`. With `content_of` the inputs need not tell places: what was found holds for other ones as
        long as the files in which it was found are as they were; such a step gives nothing that has places. `plain` is
        the same as the inputs in plain data, where these are none. Raises ReportFull."""
        earlier_step = self._find(inputs, report, content_of, plain)
        if earlier_step is not None:
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
            hashes = (
                tuple((file, _hash_of(content_of(file))) for file in _files_of(part)) if content_of is not None else ()
            )
            self._earlier[inputs] = self._used[inputs] = new_step = _Step(result, part.alone(), hashes)
            if self._shelf is not None and (key := _key(plain or inputs)) is not None:
                self._shelf.put(key, new_step)
        return result

    def join_earlier(
        self,
        inputs: tuple[Hashable, ...],
        report: Report,
        content_of: ContentOf,
        accepts: Callable[[Diagnostic], bool],
    ) -> bool:
        """Let a report join what a step has reported earlier, as far as it is accepted. Gives whether there was such a
        step."""
        earlier_step = self._find(inputs, report, content_of)
        if earlier_step is not None:
            report.join(earlier_step.report, accepts)
        return earlier_step is not None

    def _find(
        self,
        inputs: tuple[Hashable, ...],
        report: Report,
        content_of: ContentOf | None,
        plain: tuple[Hashable, ...] | None = None,
    ) -> _Step | None:
        """The earlier step with some inputs, here or on the shelf, which is used again; None if what it gave doesn't
        hold now."""
        earlier_step = self._earlier.get(inputs)
        if earlier_step is None and self._shelf is not None and (key := _key(plain or inputs)) is not None:
            earlier_step = self._shelf.take(key)
            if earlier_step is not None:
                self._earlier[inputs] = earlier_step
        if earlier_step is None or not earlier_step.is_of(content_of) or not _holds_again(earlier_step, report):
            return None
        self._used[inputs] = earlier_step
        return earlier_step

    @property
    def size(self) -> int:
        """The number of steps whose results are kept."""
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


def _key(inputs: tuple[Hashable, ...]) -> bytes | None:
    """A hash of inputs; None unless they are plain data."""
    parts: list[bytes] = []
    return _hash_of(b"".join(parts)) if _add(inputs, parts) else None


def _add(value: Hashable, parts: list[bytes]) -> bool:
    """Add the bytes of a value to those of others; gives whether it is plain data."""
    if isinstance(value, tuple):
        parts.append(b"row %d " % len(value))
        return all(_add(each, parts) for each in value)
    if isinstance(value, frozenset):
        members: list[bytes] = []
        for each in value:
            own: list[bytes] = []
            if not _add(each, own):
                return False
            members.append(b"".join(own))
        parts += (b"set %d " % len(value), *sorted(members))
        return True
    if not (isinstance(value, str | bytes | int) or value is None):
        return False
    data = value if isinstance(value, bytes) else repr(value).encode(errors="surrogatepass")
    parts.append(b"%s %d " % (type(value).__name__.encode(), len(data)) + data)
    return True


def _hash_of(data: bytes | None) -> bytes:
    """A hash (BLAKE2b, 16 bytes); empty for nothing."""
    return b"" if data is None else blake2b(data, digest_size=16).digest()


def _files_of(report: Report) -> list[str]:
    """The files in which the places lie that a report shows."""
    spans = (
        place
        for diagnostic in report.diagnostics
        for place in (
            diagnostic.span,
            *(place for _, place in diagnostic.related),
            *(edit.span for edit in (diagnostic.fix.edits if diagnostic.fix is not None else ())),
        )
    )
    return sorted({place.file for place in spans if place is not None})


def _holds_again(earlier_step: _Step, report: Report) -> bool:
    """Whether a step would reach no bound after what stands in a report now."""
    return (
        report.size + earlier_step.report.size < MOST
        and report.suggested + earlier_step.report.suggested < MOST_SUGGESTED
        and report.budget.has_room_for(earlier_step.report.budget)
    )
