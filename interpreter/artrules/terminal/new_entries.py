"""The entries of a log that are new to a reader. Their order may change: entries of a phase played all at once are
sorted when it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from artrules.game.log import LogEntry


def new_entries(entries: Iterable[LogEntry], known: Iterable[LogEntry]) -> list[LogEntry]:
    """The new entries, in order."""
    left = Counter(known)
    new: list[LogEntry] = []
    for entry in entries:
        if left[entry]:
            left[entry] -= 1
        else:
            new.append(entry)
    return new
