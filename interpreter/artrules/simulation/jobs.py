"""Plays games in order, in this process or in several.

Each process reads the ruleset itself and plays shares of the games. Results come back in the order of the games, so no
count depends on the number of processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path

from artrules.catalogue.find import find_outside
from artrules.ruleset import Ruleset
from artrules.simulation.game import Failure, Outcome, play_one
from artrules.simulation.plan import Plan
from artrules.simulation.workers import workers
from artrules.stored.content import open_content

_SHARES_EACH = 8
"""Shares for each process, at least: enough that none waits long for the last one."""
_LARGEST_SHARE = 500
"""Games that a process plays before it sends their results."""

_ruleset: Ruleset | None = None
"""In a worker process: the ruleset that it plays."""


class ContentChanged(Exception):
    """The ruleset's files have changed while their games were played."""


def play_all(ruleset: Ruleset, plan: Plan, jobs: int) -> Iterator[Outcome | Failure]:
    """The results of all games of a plan, in order."""
    if jobs == 1 or plan.games == 1:
        yield from (play_one(ruleset, plan, index) for index in range(plan.games))
        return
    size = max(1, min(_LARGEST_SHARE, plan.games // (jobs * _SHARES_EACH)))
    # Ranges, which are short however many games they mean: what is sent must fit into a pipe that nobody reads any more
    # when the processes have been ended.
    shares = [range(first, min(first + size, plan.games)) for first in range(0, plan.games, size)]
    files = ruleset.content.files
    begin = (files.folder, tuple(files.extra_rules.values()), ruleset.content_hash)
    with workers(min(jobs, plan.games), _begin, begin) as pool:
        yield from _in_order(pool, plan, shares, ahead=2 * jobs)


def _in_order(pool: Executor, plan: Plan, shares: Iterable[range], ahead: int) -> Iterator[Outcome | Failure]:
    """The results of all shares. At most `ahead` shares are handed out before the first must be done. A share is never
    cancelled when nobody wants the rest: a pool whose processes are killed doesn't expect that."""
    waiting: deque[Future[list[Outcome | Failure]]] = deque()
    for share in shares:
        waiting.append(pool.submit(_play, plan, share))
        if len(waiting) > ahead:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def _begin(folder: Path, extra: tuple[Path, ...], content_hash: str) -> None:
    global _ruleset
    content, programs = open_content(folder, str(folder), find_outside(extra))
    if content.hash == content_hash:
        _ruleset = Ruleset(content, programs=programs)


def _play(plan: Plan, share: range) -> list[Outcome | Failure]:
    if _ruleset is None:
        raise ContentChanged("the ruleset's files have changed meanwhile")
    return [play_one(_ruleset, plan, index) for index in share]
