"""Proves fixes: what they claim to repair is gone, and no new errors have come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.span import Span
from artrules.fixes.moves import EditedText

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
    stood = Counter(_identity(diagnostic, edited, moved=True) for diagnostic in before)
    written = {diagnostic: _written(diagnostic, edited) for diagnostic in chosen}
    starts = {(d.kind.name, d.span.file, *_place(d.span, edited, moved=True)[:1]): d for d in chosen if d.span}
    repaired_errors = any(diagnostic.kind.severity == "error" for diagnostic in chosen)
    for diagnostic in after:
        span = diagnostic.span
        first, last = _place(span, edited, moved=False)
        at = span.file if span is not None else ""
        within = next((c for c in chosen if any(f == at and a <= first <= b for f, a, b in written[c])), None)
        is_new = not stood[_identity(diagnostic, edited, moved=False)]
        still = starts.get((diagnostic.kind.name, at, first))
        if still is None and is_new and within is not None and within.kind == diagnostic.kind:
            still = within
        if still is not None:
            failed[still] = STAYS
        elif diagnostic.kind.severity == "error" and is_new:
            if within is not None and any(f == at and last <= b for f, _, b in written[within]):
                failed[within] = BREAKS
            elif not repaired_errors:
                failed_somewhere = True
    return None if failed_somewhere and not failed else failed


def _identity(diagnostic: Diagnostic, edited: Mapping[str, EditedText], moved: bool) -> tuple[str, str, str, int]:
    """What makes a diagnostic the same one after the edits: its kind, its message and where it begins."""
    file = diagnostic.span.file if diagnostic.span is not None else ""
    return diagnostic.kind.name, diagnostic.message, file, _place(diagnostic.span, edited, moved)[0]


def _place(span: Span | None, edited: Mapping[str, EditedText], moved: bool) -> tuple[int, int]:
    """Where a span begins and ends in its file after the edits. In files without edits, lines and columns do as
    well."""
    if span is None:
        return 0, 0
    text = edited.get(span.file)
    if text is None:
        return span.line << 32 | span.column, span.end_line << 32 | span.end_column
    return text.moved(span) if moved else text.now(span)


def _written(diagnostic: Diagnostic, edited: Mapping[str, EditedText]) -> list[tuple[str, int, int]]:
    """What a fix has written: files, and where it begins and ends in them."""
    edits = diagnostic.fix.edits if diagnostic.fix is not None else ()
    return [(edit.span.file, *edited[edit.span.file].written(edit)) for edit in edits]
