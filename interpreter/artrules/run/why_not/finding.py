"""What was found out about one thing that the content could offer: the first of its tests that fails."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.diagnostics.span import Span
from artrules.run.advance import Candidate
from artrules.run.why_not.answer import Because


@dataclass(frozen=True, slots=True)
class Finding:
    """Why something isn't offered; or, with `candidate`, that all tests of its option hold as far as is known."""

    passed: int
    """How many tests it has passed. The more, the better the question was understood."""
    reason: str = ""
    because: tuple[Because, ...] = ()
    source: Span | None = None
    """The place in the content, when no condition names it."""
    candidate: Candidate | None = None
    near: int = 0
    """For a card that isn't where it must be: 1 when the asker sees it; 2 when it is the asker's own and one of their
    own is wanted, or neither."""
    unknown: tuple[Because, ...] = ()
    """The tests on the way whose outcome the seat can't know."""
