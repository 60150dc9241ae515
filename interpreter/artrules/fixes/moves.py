"""Where the places of a text are after it has been edited."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from artrules.diagnostics.edits import apply_edits, line_starts, offset_of
from artrules.diagnostics.fix import Edit
from artrules.diagnostics.span import Span
from artrules.source.decode import plain_text


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
