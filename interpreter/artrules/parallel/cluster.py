"""A crew on a Dask cluster (https://distributed.dask.org): workers on other machines, which come and go.

A share whose worker goes away is played by another one. Nothing counts twice: a share counts when its results are here.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any

from artrules.parallel.cluster_worker import Refused, as_sent, play_sent
from artrules.parallel.identity import engine
from artrules.parallel.job import Job
from artrules.parallel.problems import ContentChanged
from artrules.parallel.sent_files import files_of
from artrules.parallel.share import PlayedShare
from artrules.ruleset import Ruleset

CONNECT_SECONDS = 10.0
"""How long to wait for the scheduler to answer."""
WORKER_SECONDS = 60.0
"""How long to wait while the scheduler has no worker."""
_LOOK_EVERY = 1.0
"""Seconds between looks at whether anybody works."""
_ADDRESS = re.compile(r"(tcp|tls|ws|wss)://[^\s/]+:[0-9]{1,5}")


class ClusterProblem(Exception):
    """A cluster that can't be used, or not any more. The message is for users."""


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, address: str, ruleset: Ruleset, job: Job[Any, Any]) -> None:
        """With a client of Dask, which has hardly any types. Waits until there is a worker. Raises ClusterProblem when
        none comes."""
        self._client = client
        self._address = address
        self._job = job
        self._engine = engine()
        self._waiting: dict[Any, range] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._workers = 1
        self._seen = self._looked = monotonic()
        self._look()
        while self._seen < self._looked:
            sleep(_LOOK_EVERY / 5)
            self._look()
        self._files = client.submit(as_sent, files_of(ruleset), pure=False)

    def places(self) -> int:
        return self._workers

    def hand_out(self, share: range) -> None:
        future = self._client.submit(play_sent, self._files, self._engine, self._job, share, pure=False)
        self._waiting[future] = share
        future.add_done_callback(self._done.put)

    def next_done(self) -> tuple[range, PlayedShare | Exception]:
        while True:
            future = None
            with suppress(Empty):
                future = self._done.get(timeout=_LOOK_EVERY)
            if monotonic() - self._looked > _LOOK_EVERY:
                self._look()
            if future is not None:
                return self._waiting.pop(future), self._result(future)

    def _result(self, future: Any) -> PlayedShare | Exception:
        """What a share has given, or what the job raised. Raises ClusterProblem."""
        if future.status in ("cancelled", "lost"):
            raise self._problem("has gone away")
        if future.status == "error":
            return self._raised(future)
        result = future.result()
        if isinstance(result, Refused):
            raise self._problem(f"has a worker that {result.why}")
        if not isinstance(result, PlayedShare):
            raise self._problem("gives something else than results")
        return result

    def _raised(self, future: Any) -> Exception:
        from distributed import KilledWorker

        problem = future.exception()
        if isinstance(problem, KilledWorker):
            raise self._problem(
                "has lost several workers, one after another, at the same games: perhaps they lack memory"
            )
        if "No module named 'artrules" in str(problem):
            raise self._problem("has a worker without artrules, or with an older one")
        if isinstance(problem, ContentChanged):
            raise self._problem("has a worker that can't read the ruleset as it is here")
        return problem if isinstance(problem, Exception) else RuntimeError(str(problem))

    def _look(self) -> None:
        """Count the workers. Raises ClusterProblem when there have been none for long."""
        try:
            workers = len(self._client.sync(self._client.scheduler.ncores, callback_timeout=CONNECT_SECONDS))
        except Exception:  # its errors are of many kinds
            raise self._problem("doesn't answer any more") from None
        self._looked = monotonic()
        if workers:
            self._seen, self._workers = self._looked, workers
        elif self._looked - self._seen > WORKER_SECONDS:
            raise self._problem(f"has had no worker for {WORKER_SECONDS:g} seconds")

    def _problem(self, what: str) -> ClusterProblem:
        return ClusterProblem(f"the cluster at {self._address} {what}")


@contextmanager
def dask_cluster(ruleset: Ruleset, job: Job[Any, Any], address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler has this address, such as `tcp://host:8786`. Raises ClusterProblem."""
    if not _ADDRESS.fullmatch(address):
        raise ClusterProblem(f"the address of a cluster is like tcp://host:8786, not `{address}`")
    try:
        import distributed
    except ImportError:
        raise ClusterProblem("a cluster needs Dask: pip install dask distributed") from None
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # we say ourselves what goes wrong
    client = _connect(distributed.Client, address)
    try:
        yield Cluster(client, address, ruleset, job)
    finally:
        with suppress(Exception):
            client.close(timeout=1)


def _connect(connect: Any, address: str) -> Any:
    """A client of the cluster. Dask waits for ever for something that takes the connection and says nothing; so it is
    waited for here. Raises ClusterProblem."""
    found: SimpleQueue[Any] = SimpleQueue()

    def try_it() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other versions of libraries; the workers compare those that matter
            try:
                found.put(connect(address, timeout=CONNECT_SECONDS, set_as_default=False))
            except Exception:  # its errors are of many kinds
                found.put(None)

    Thread(target=try_it, daemon=True).start()
    client = None
    with suppress(Empty):
        client = found.get(timeout=2 * CONNECT_SECONDS)
    if client is None:
        raise ClusterProblem(f"no Dask scheduler answers at {address}")
    return client
