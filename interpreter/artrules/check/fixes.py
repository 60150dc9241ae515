"""Applies the fixes of diagnostics, so far as reading the content again bears them out.

`repair` applies fixes until none is left. Nothing is written: the files as they would be are judged, and handed back.
"""

from __future__ import annotations

import dataclasses
from bisect import bisect, insort
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

from artrules.text.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span, apply_edits, line_starts, offset_of
from artrules.text.record import dataclass
from artrules.text.source.decode import plain_text

# Chooses the fixes that can be applied together: those whose edits don't touch what another fix edits.

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
    edits: dict[str, list[Edit]] = {}
    for edit in dict.fromkeys(edit for fix in fixes for edit in fix.edits):
        edits.setdefault(edit.span.file, []).append(edit)
    return edits


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


# Where the places of a text are after it has been edited.


class EditedText:
    """A text before and after some edits that don't overlap. Places in it are offsets."""

    def __init__(self, content: bytes, edits: Sequence[Edit] = ()) -> None:
        text = plain_text(content)
        self.after = apply_edits(content.decode("utf-8"), edits).encode("utf-8")
        self._starts = line_starts(text)
        self._starts_after = line_starts(plain_text(self.after))
        placed = sorted(((*self._offsets(e.span, self._starts), len(e.text)), e) for e in edits)
        self._edits = [offsets for offsets, _ in placed]
        grown = [length - (last - first) for first, last, length in self._edits]
        self._shifts = list(accumulate(grown, initial=0))
        self._written = {
            edit: (first + shift, first + shift + length)
            for ((first, _, length), edit), shift in zip(placed, self._shifts, strict=False)
        }

    def written(self, edit: Edit) -> tuple[int, int]:
        """Where what one of the edits has written begins and ends."""
        return self._written[edit]

    def moved(self, span: Span) -> tuple[int, int]:
        """Where the stretch that a span of the text before covers begins and ends after the edits."""
        first, last = self._offsets(span, self._starts)
        return self._moved(first, at_end=False), self._moved(last, at_end=True)

    def now(self, span: Span) -> tuple[int, int]:
        """Where a span of the text after the edits begins and ends."""
        return self._offsets(span, self._starts_after)

    @staticmethod
    def _offsets(span: Span, starts: list[int]) -> tuple[int, int]:
        first = offset_of(starts, span.line, span.column)
        return first, max(first, offset_of(starts, span.end_line, span.end_column))

    def _moved(self, offset: int, at_end: bool) -> int:
        """An offset after the edits. Inside of what was replaced, the beginning or the end of what stands there now.

        What begins where a text was inserted begins behind that text; what ends there ends before it.
        """
        for (first, last, length), shift in zip(self._edits, self._shifts, strict=False):
            if offset < first or (offset == first and at_end):
                return offset + shift
            if offset < last or (offset == last and at_end):
                return first + shift + (length if at_end else 0)
        return offset + self._shifts[-1]


# Proves fixes: what they claim to repair is gone, and no new errors have come.

STAYS = "what it is to repair is still there afterwards"
BREAKS = "something else is wrong afterwards"


def failed_fixes(
    chosen: Sequence[Diagnostic],
    before: Sequence[Diagnostic],
    after: Sequence[Diagnostic],
    edited: Mapping[str, EditedText],
) -> dict[Diagnostic, str] | None:
    """The diagnostics whose fixes failed, each with the reason; None where some fix failed, and nobody knows which.

    A mistake may hide others. So where errors were repaired, new ones may appear, but not in what a fix has written.
    New warnings may appear in any case: they may be fixed in the next pass.
    """
    failed: dict[Diagnostic, str] = {}
    failed_somewhere = False
    identities_before = {_identity(diagnostic, _moved(diagnostic, edited)) for diagnostic in before}
    fixed_by_start = {(fixed.code, _moved(fixed, edited).start): fixed for fixed in chosen if fixed.span is not None}
    written = {fixed: _written(fixed, edited) for fixed in chosen}
    repairs_errors = any(fixed.kind.severity == "error" for fixed in chosen)
    for diagnostic in after:
        place = _now(diagnostic, edited)
        is_new = _identity(diagnostic, place) not in identities_before
        writer = next((fixed for fixed in chosen if any(place.begins_in(stretch) for stretch in written[fixed])), None)
        survivor = fixed_by_start.get((diagnostic.code, place.start))
        if survivor is None and is_new and writer is not None and writer.kind == diagnostic.kind:
            survivor = writer
        if survivor is not None:
            failed[survivor] = STAYS
        elif diagnostic.kind.severity == "error" and is_new:
            if writer is not None and any(place.ends_within(stretch) for stretch in written[writer]):
                failed[writer] = BREAKS
            elif not repairs_errors:
                failed_somewhere = True
    return None if failed_somewhere and not failed else failed


class _Stretch(NamedTuple):
    """A stretch of a file as it is after the edits."""

    file: str
    first: int
    last: int

    @property
    def start(self) -> tuple[str, int]:
        """Where it begins."""
        return self.file, self.first

    def begins_in(self, other: _Stretch) -> bool:
        """Whether it begins in another stretch, or right behind it."""
        return self.file == other.file and other.first <= self.first <= other.last

    def ends_within(self, other: _Stretch) -> bool:
        """Whether it ends no later than another stretch."""
        return self.file == other.file and self.last <= other.last


def _identity(diagnostic: Diagnostic, place: _Stretch) -> tuple[str, str, tuple[str, int]]:
    """What makes a diagnostic the same one after the edits: its kind, its message and where it begins."""
    return diagnostic.code, diagnostic.message, place.start


def _moved(diagnostic: Diagnostic, edited: Mapping[str, EditedText]) -> _Stretch:
    """Where the place of a diagnostic from before the edits is after them."""
    return _stretch(diagnostic.span, edited, EditedText.moved)


def _now(diagnostic: Diagnostic, edited: Mapping[str, EditedText]) -> _Stretch:
    """Where the place of a diagnostic from after the edits is."""
    return _stretch(diagnostic.span, edited, EditedText.now)


def _stretch(
    span: Span | None, edited: Mapping[str, EditedText], offsets: Callable[[EditedText, Span], tuple[int, int]]
) -> _Stretch:
    """The stretch of a span, by its offsets in its file. In files without edits, lines and columns do as well."""
    if span is None:
        return _Stretch("", 0, 0)
    if span.file not in edited:
        return _Stretch(span.file, span.line << 32 | span.column, span.end_line << 32 | span.end_column)
    return _Stretch(span.file, *offsets(edited[span.file], span))


def _written(fixed: Diagnostic, edited: Mapping[str, EditedText]) -> list[_Stretch]:
    """What the fix of a diagnostic has written."""
    edits = fixed.fix.edits if fixed.fix is not None else ()
    return [_Stretch(edit.span.file, *edited[edit.span.file].written(edit)) for edit in edits]


# Applies fixes until none is left. Nothing is written: the files as they would be are judged, and handed back.

MOST_PASSES = 10
"""How often fixes are applied to what earlier ones have left. Two fixes that undo each other would go on for ever."""
MOST_TRIES = 40
"""How often a pass judges the content. One fix among a thousand that fails is found in twenty tries."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What is wrong with some content, and the files that may be edited by their names in diagnostics."""

    diagnostics: Sequence[Diagnostic]
    files: Mapping[str, Path]
    """Their real paths."""
    contents: Mapping[str, bytes]


Judge = Callable[[Mapping[Path, bytes]], Judged]
"""Judges the content with these contents in place of some files."""
Contents = dict[Path, tuple[bytes, bytes]]
"""Contents of files before and after, by real path."""


@dataclasses.dataclass(slots=True)
class Repair:
    """What fixes have made of some files."""

    changed: Contents = field(default_factory=dict)
    fixed: list[Diagnostic] = field(default_factory=list)
    failed: dict[Diagnostic, str] = field(default_factory=dict)
    """Diagnostics with a fix that was left out, and why."""


def repair(judge: Judge) -> Repair:
    """Apply all fixes that can be applied, pass by pass. A fix that proves wrong is left out."""
    done = Repair()
    judged = judge({})
    for _ in range(MOST_PASSES):
        after = _Pass(judge, judged, done).apply()
        if after is None:
            break
        judged = after
    return done


class _Pass:
    """Applies those fixes that don't overlap and prove right together."""

    def __init__(self, judge: Judge, judged: Judged, done: Repair) -> None:
        self.judge = judge
        self.judged = judged
        self.repair = done
        self.files = {shown for shown, content in judged.contents.items() if _is_utf8(content)} & set(judged.files)
        self.tries = 0

    def apply(self) -> Judged | None:
        """Apply them; None where none can be applied."""
        self.repair.failed = {}
        while self.tries < MOST_TRIES:
            chosen = choose_fixes((d for d in self.judged.diagnostics if d not in self.repair.failed), self.files)
            if not chosen:
                return None
            after = self._apply_right_ones(chosen)
            if after is not None:
                return after
        return None

    def _apply_right_ones(self, chosen: list[Diagnostic]) -> Judged | None:
        """Apply those that prove right. Where some fix failed and nobody knows which, halves are tried one after the
        other, down to single ones."""
        right: list[Diagnostic] = []
        changed, after = self.repair.changed, None
        waiting = [chosen]
        while waiting and self.tries < MOST_TRIES:
            group = waiting.pop()
            new, judged, wrong = self._try([*right, *group])
            if wrong is not None and not wrong:
                right += group
                changed, after = new, judged
                continue
            reasons = {d: reason for d, reason in (wrong or {}).items() if d in group}
            if not reasons and len(group) == 1:
                reasons = {group[0]: BREAKS}
            self.repair.failed.update(reasons)
            rest = [d for d in group if d not in reasons]
            half = len(rest) if reasons else len(rest) // 2
            waiting += [part for part in (rest[half:], rest[:half]) if part]
        self.repair.changed = {path: both for path, both in changed.items() if both[0] != both[1]}
        self.repair.fixed += right
        return after

    def _try(self, chosen: list[Diagnostic]) -> tuple[Contents, Judged, dict[Diagnostic, str] | None]:
        """The contents after these fixes, what is wrong with them, and which fixes failed."""
        self.tries += 1
        judged = self.judged
        by_file = edits_by_file(d.fix for d in chosen if d.fix is not None)
        edited = {shown: EditedText(judged.contents[shown], edits) for shown, edits in by_file.items()}
        changed = dict(self.repair.changed)
        for shown, text in edited.items():
            path, content = judged.files[shown], judged.contents[shown]
            changed[path] = (self.repair.changed.get(path, (content, b""))[0], text.after)
        after = self.judge({path: content for path, (_, content) in changed.items()})
        return changed, after, failed_fixes(chosen, judged.diagnostics, after.diagnostics, edited)


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
