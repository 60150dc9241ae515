"""What can interrupt running code: failing, committing, the game's end, and faults of the content."""

from __future__ import annotations


class Fail(Exception):
    """Something can't be done (`docs/language.md` 9.1); the option that led here is not offered. `site` numbers
    the place."""

    def __init__(self, site: int) -> None:
        super().__init__(site)
        self.site = site


class Committed(Exception):
    """While looking ahead: what comes next can't be foreseen, or can't fail. The option can be completed."""


class GameEnds(Exception):
    """Content has ended the game."""


class Fault(Exception):
    """The content has done what it may not. `site` numbers the place, or is -1."""

    def __init__(
        self, kind: str, message: str, site: int = -1, expected: str | None = None, found: str | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.site = site
        self.expected = expected
        self.found = found
