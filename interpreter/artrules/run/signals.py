"""Exceptions that interrupt running code: failure, commitment, the end of the game, and mistakes of the content."""

from __future__ import annotations

from artrules.diagnostics.registry import Kind


class Fail(Exception):
    """Something can't be done (`docs/language.md` 9.1), so the option that led here is not offered. `site` numbers the
    place in the content."""

    def __init__(self, site: int) -> None:
        super().__init__(site)
        self.site = site


class Committed(Exception):
    """In a trial: what comes next can't be foreseen, or can't fail. So the option can be completed."""


class GameEnds(Exception):
    """The content has ended the game."""


class Fault(Exception):
    """The content did something that it must not do. `kind` is the kind of diagnostic to report. `site` numbers the
    place in the content, or is -1 (unknown), or -2 minus the number of a block or decision. `expected` and `found` are
    texts for the diagnostic, or None."""

    def __init__(
        self, kind: Kind, message: str, site: int = -1, expected: str | None = None, found: str | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.site = site
        self.expected = expected
        self.found = found
