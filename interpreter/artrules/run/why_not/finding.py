"""What was found out about one thing that content could offer: the first of its tests that fails."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.diagnostics.span import Span
from artrules.run.advance import Candidate
from artrules.run.why_not.answer import Because


@dataclass(frozen=True, slots=True)
class Finding:
    """Why something isn't offered, or (with `candidate`) that all tests of its option hold as far as is known."""

    passed: int
    """How many tests it has passed: the more, the better it was understood."""
    reason: str = ""
    because: tuple[Because, ...] = ()
    source: Span | None = None
    """The place in content, where no condition tells it."""
    candidate: Candidate | None = None
    near: int = 0
    """Of a card that is not where it should be: 1 when the asker sees it, 2 when it is their own where one of their own
    is wanted, or is not where none is."""
    unknown: tuple[Because, ...] = ()
    """Tests on the way that the seat can't judge."""
