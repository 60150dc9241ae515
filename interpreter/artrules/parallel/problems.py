"""What can go wrong with long work besides the work itself. The messages are for users."""

from __future__ import annotations


class ContentChanged(Exception):
    """The ruleset's files have changed while work on them was done in other processes."""

    def __init__(self) -> None:
        super().__init__("the ruleset's files have changed meanwhile")


class ProcessLost(Exception):
    """A process that worked has ended without a result."""
