"""What a log holds that wasn't there before. Its order may change: what was done at the same time is put in order of
seats later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from artrules.run.log import LogEntry


def news(entries: Iterable[LogEntry], known: Iterable[LogEntry]) -> list[LogEntry]:
    """The entries that aren't known yet, in order."""
    left = Counter(known)
    new: list[LogEntry] = []
    for entry in entries:
        if left[entry]:
            left[entry] -= 1
        else:
            new.append(entry)
    return new
