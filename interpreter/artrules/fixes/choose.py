"""Chooses the fixes that can be applied together: those whose edits don't touch what another fix edits."""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.fix import Edit, Fix
from artrules.diagnostics.span import Span

_Place = tuple[str, tuple[int, int], tuple[int, int]]
"""Where an edit stands: its file, where it begins, and where it ends."""


def choose_fixes(diagnostics: Iterable[Diagnostic], files: Collection[str]) -> list[Diagnostic]:
    """The diagnostics whose fixes are applied in one go: of two that overlap, the first.

    Fixes that edit anything but these files are left out. Diagnostics that offer the same edits are all among them.
    """
    chosen: list[Diagnostic] = []
    edited: set[Edit] = set()
    places: list[_Place] = []
    for diagnostic in diagnostics:
        fix = diagnostic.fix
        if fix is None or not fix.edits or not all(_may_edit(edit.span, files) for edit in fix.edits):
            continue
        if not edited.issuperset(fix.edits):
            own = sorted(_place(edit) for edit in fix.edits)
            if _overlap(own) or any(_overlap(_around(place, places)) for place in own):
                continue
            edited.update(fix.edits)
            for place in own:
                insort(places, place)
        chosen.append(diagnostic)
    return chosen


def edits_by_file(fixes: Iterable[Fix]) -> dict[str, list[Edit]]:
    """The edits of some fixes, each once, by the file that they change."""
    found: dict[str, list[Edit]] = {}
    for edit in dict.fromkeys(edit for fix in fixes for edit in fix.edits):
        found.setdefault(edit.span.file, []).append(edit)
    return found


def _may_edit(span: Span, files: Collection[str]) -> bool:
    first, last = _ends(span)
    return span.file in files and (1, 1) <= first <= last and span.end_column >= 1


def _place(edit: Edit) -> _Place:
    return (edit.span.file, *_ends(edit.span))


def _around(place: _Place, places: Sequence[_Place]) -> list[_Place]:
    """A place between its neighbours in a sorted sequence. No others can overlap it if these don't overlap."""
    after = bisect(places, place)
    return [*places[max(after - 1, 0) : after], place, *places[after : after + 1]]


def _overlap(places: Iterable[_Place]) -> bool:
    """Whether two of some sorted places share a stretch, or one is empty and stands where another begins or ends."""
    return any(
        file == other and (end > begin or (end == begin and (first == end or begin == last)))
        for (file, first, end), (other, begin, last) in pairwise(places)
    )


def _ends(span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
    return (span.line, span.column), (span.end_line, span.end_column)
