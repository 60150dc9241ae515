"""What a worker of a cluster does: it opens the ruleset once, and plays shares of jobs."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Any

from artrules.parallel.identity import engine, other_engine
from artrules.parallel.job import Job
from artrules.parallel.sent_files import SentFiles, open_sent
from artrules.parallel.share import PlayedShare, play_share
from artrules.ruleset import Ruleset

_working = Lock()
"""A ruleset is for one thread, and a worker may have several."""
_opened: dict[str, Ruleset] = {}
"""The ruleset that this process has opened last, by the hash of its content."""


@dataclass(frozen=True)
class Refused:
    """Why a worker can't work, as the end of a sentence about it."""

    why: str


def play_sent(files: SentFiles, wanted: dict[str, Any], job: Job[Any, Any], indices: range) -> PlayedShare | Refused:
    """Compute the results of a share, if this worker has the same engine and plugins. Raises what the job raises, and
    ContentChanged."""
    if other := other_engine(engine(), wanted):
        return Refused(f"works {other}")
    with _working:
        if files.content_hash not in _opened:
            ruleset = open_sent(files)
            _opened.clear()
            _opened[files.content_hash] = ruleset
        return play_share(_opened[files.content_hash], job, indices)


def as_sent(files: SentFiles) -> SentFiles:
    """The files themselves. As a task of the cluster they are sent to each worker once, and come again from the
    scheduler when the worker that has them is gone."""
    return files
