"""A crew on a Dask cluster (https://distributed.dask.org): workers on other machines, which come and go.

A share whose worker goes away is played by another one. Nothing counts twice: a share counts when its results are here.
"""

import atexit
import logging
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

from artrules.lab.parallel.job import ContentChanged, Job, PlayedShare, engine, open_again, other_engine, play_share
from artrules.play.ruleset import Ruleset

# A ruleset's files as they are sent to processes that may run elsewhere, and how these open the ruleset.
#
# Where the same files lie at the same place, as on this machine or on a shared disk, they are read there. Else those
# that were sent are written to a temporary folder and read from it.


@dataclass(frozen=True)
class SentFiles:
    """A ruleset's files: those in its folder by their paths in it, and those from outside, with those of libraries, by
    their whole paths."""

    folder: str
    shown_as: str
    inside: Mapping[str, bytes]
    outside: Mapping[str, bytes]
    tables_outside: bool
    """Whether files from outside name tables: then they can be read in their own place only."""
    content_hash: str


def files_of(ruleset: Ruleset) -> SentFiles:
    """The files of a ruleset as they were read."""
    files = ruleset.content.files
    sources = files.extra_rules | files.library_paths
    outside = {str(path.absolute()): files.extra_texts[shown] for shown, path in sources.items()}
    inside = {name: text for name, text in files.texts.items() if name in files.rules}
    folder = str(files.folder.absolute())
    return SentFiles(folder, files.shown_as, inside, outside, bool(files.extra_tables), ruleset.content_hash)


def open_sent(sent: SentFiles) -> Ruleset:
    """The ruleset of these files, in whatever process. Raises ContentChanged where it can't be read the same."""
    try:
        return open_again(Path(sent.folder), sent.shown_as, [*map(Path, sent.outside)], sent.content_hash)
    except ContentChanged:
        if sent.tables_outside:
            raise
    home = TemporaryDirectory(prefix="artrules-")
    atexit.register(home.cleanup)
    folder, outside = _write(Path(home.name), sent)
    return open_again(folder, sent.shown_as, outside, sent.content_hash)


def _write(home: Path, sent: SentFiles) -> tuple[Path, list[Path]]:
    """Write all files below a folder; gives the ruleset's folder and the paths of those from outside."""
    folder = home / "ruleset"
    for name, text in sent.inside.items():
        path = folder / PurePosixPath(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    outside = []
    for number, (name, text) in enumerate(sent.outside.items()):
        path = home / f"outside{number}" / Path(name).name
        path.parent.mkdir(parents=True)
        path.write_bytes(text)
        outside.append(path)
    return folder, outside


# What a worker of a cluster does: it opens the ruleset once, and plays shares of jobs.

_working = Lock()
"""A ruleset is for one thread, and a worker may have several."""
_opened_ruleset: dict[str, Ruleset] = {}
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
        if files.content_hash not in _opened_ruleset:
            ruleset = open_sent(files)
            _opened_ruleset.clear()
            _opened_ruleset[files.content_hash] = ruleset
        return play_share(_opened_ruleset[files.content_hash], job, indices)


def as_sent(files: SentFiles) -> SentFiles:
    """The files themselves. As a task of the cluster they are sent to each worker once, and come again from the
    scheduler when the worker that has them is gone."""
    return files


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
        self._finished: SimpleQueue[Any] = SimpleQueue()
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
        self._await(future)

    def _await(self, future: Any) -> None:
        """Have a share among the finished ones as soon as it is."""
        future.add_done_callback(self._finished.put)

    def next_done(self) -> tuple[range, PlayedShare | Exception]:
        while True:
            future = None
            with suppress(Empty):
                future = self._finished.get(timeout=_LOOK_EVERY)
            if monotonic() - self._looked > _LOOK_EVERY:
                self._look()
            if future is None:
                continue
            if future.status == "lost":  # with the worker that had its results; Dask has another one play it again
                self._await(future)
                continue
            return self._waiting.pop(future), self._result(future)

    def _result(self, future: Any) -> PlayedShare | Exception:
        """What a share has given, or what the job raised. Raises ClusterProblem."""
        if future.status == "cancelled":
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
    client_queue: SimpleQueue[Any] = SimpleQueue()

    def try_it() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other versions of libraries; the workers compare those that matter
            try:
                client_queue.put(connect(address, timeout=CONNECT_SECONDS, set_as_default=False))
            except Exception:  # its errors are of many kinds
                client_queue.put(None)

    Thread(target=try_it, daemon=True).start()
    client = None
    with suppress(Empty):
        client = client_queue.get(timeout=2 * CONNECT_SECONDS)
    if client is None:
        raise ClusterProblem(f"no Dask scheduler answers at {address}")
    return client
