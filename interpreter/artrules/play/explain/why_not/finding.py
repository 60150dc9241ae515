"""The finding about one candidate: the first of its tests that fails."""

from artrules.play.explain.why_not.answer import Because
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass

Candidate = tuple[int, ...]
"""A branch of a decision by its index, then a word of the machine, or a stand-in, for each binder."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Why a candidate isn't offered. If `candidate` is set, all tests hold as far as the seat can know."""

    passed: int
    """How many tests the candidate has passed. The more, the more likely the question means it."""
    reason: str = ""
    because: tuple[Because, ...] = ()
    source: Span | None = None
    """The place in the content, if no condition has it."""
    candidate: Candidate | None = None
    parts: int = 0
    """How many parts of the test that fails hold before the one that doesn't."""
    near: int = 0
    """For a card in the wrong place: 1 if the asker sees it, 2 if besides the card and the wanted place either both
    belong to the asker or both don't."""
    unknown: tuple[Because, ...] = ()
    """The tests before it whose outcome the seat can't know."""
