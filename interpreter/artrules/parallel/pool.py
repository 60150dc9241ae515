"""A crew of processes on this machine. Each reads the ruleset itself."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from artrules.catalogue.find import find_outside
from artrules.parallel.job import Job
from artrules.parallel.problems import ContentChanged, ProcessLost
from artrules.parallel.processes import workers
from artrules.parallel.share import PlayedShare, play_share
from artrules.ruleset import Ruleset
from artrules.stored.content import open_content

_ruleset: Ruleset | None = None
"""In a process of the pool: the ruleset that it plays."""


class Pool:
    """Processes of this machine. A share is never cancelled when nobody wants the rest: a pool whose processes are
    killed doesn't expect that."""

    def __init__(self, executor: Executor, number: int, job: Job[Any, Any]) -> None:
        self._executor = executor
        self._number = number
        self._job = job
        self._waiting: dict[Future[PlayedShare], range] = {}

    def places(self) -> int:
        return self._number

    def hand_out(self, share: range) -> None:
        # A range is short however many indices it means: what is sent must fit into a pipe that nobody reads any more
        # when the processes have been ended.
        self._waiting[self._executor.submit(_play, self._job, share)] = share

    def next_done(self) -> tuple[range, PlayedShare | Exception]:
        future = next(iter(wait(self._waiting, return_when=FIRST_COMPLETED).done))
        share = self._waiting.pop(future)
        try:
            return share, future.result()
        except BrokenProcessPool:
            raise ProcessLost(
                "a process that was working has been ended from outside, perhaps because there isn't enough memory"
            ) from None
        except Exception as problem:
            return share, problem


@contextmanager
def process_pool(ruleset: Ruleset, job: Job[Any, Any], number: int) -> Iterator[Pool]:
    """So many processes for the length of a `with`."""
    files = ruleset.content.files
    begin = (files.folder, files.shown_as, tuple(files.extra_rules.values()), ruleset.content_hash)
    with workers(number, _begin, begin) as executor:
        yield Pool(executor, number, job)


def _begin(folder: Path, shown_as: str, extra: tuple[Path, ...], content_hash: str) -> None:
    global _ruleset
    content, programs = open_content(folder, shown_as, find_outside(extra))
    if content.hash == content_hash:
        _ruleset = Ruleset(content, programs=programs)


def _play(job: Job[Any, Any], share: range) -> PlayedShare:
    if _ruleset is None:
        raise ContentChanged
    return play_share(_ruleset, job, share)
