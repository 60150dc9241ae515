"""Long work of commands: where it is done, its progress, and what becomes of it when somebody stops it.

A command takes the options with `@long_work_options`, gets a `LongWork`, and runs its jobs by it:

    for game in work.run(ruleset, Job(play, plan, games)):
        ...
    put(report)          # of what there is: `work.stopped` says whether that is all

The decorator sees to the exit code of work that was stopped. Nothing here imports the engine before it runs.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from threading import Timer, current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from artrules.table.commands.exit import PATIENCE, STOPPED, Misuse, SignalReceived, exit_late
from artrules.table.terminal.streams import discard, would_block

if TYPE_CHECKING:
    from artrules.lab.parallel.checkpoint import Checkpoint, KeptResults
    from artrules.lab.parallel.job import Job, PlanT, ResultT
    from artrules.play.ruleset import Ruleset


F = TypeVar("F", bound=Callable[..., Any])
_END = object()


def long_work_options(function: F) -> F:
    """Add the options for long work, `--jobs`, `--cluster` and `--resume`, to a command. Its parameter `work` then gets
    a LongWork."""

    @wraps(function)
    def with_work(*arguments: Any, jobs: int | None, cluster: str | None, resume: Path | None, **others: Any) -> Any:
        if jobs is not None and cluster is not None:
            raise Misuse("--jobs is for this machine; with --cluster the workers do the work")
        work = LongWork(jobs or 1, resume, cluster=cluster)
        try:
            result = function(*arguments, work=work, **others)
            work.finish()
        finally:
            work.close()
        return result

    jobs_help = "In how many processes (default: 1)."
    resume_help = "Keep what is done in FILE, and go on from what FILE holds already."
    cluster_help = "The scheduler of a Dask cluster whose workers do the work, such as tcp://host:8786."
    file = click.Path(path_type=Path, dir_okay=False)
    for option in (
        click.option("--resume", metavar="FILE", type=file, help=resume_help),
        click.option("--cluster", metavar="ADDRESS", help=cluster_help),
        click.option("--jobs", metavar="J", type=click.IntRange(min=1), help=jobs_help),
    ):
        with_work = option(with_work)
    return cast(F, with_work)


class LongWork:
    """Runs the jobs of a command, and shows their progress.

    Ctrl-C and signals to terminate stop the work, not the command, as soon as one result is there: the iterators end,
    and the command tells what it has. Without any result the command ends at once.
    """

    def __init__(
        self, jobs: int = 1, file: Path | None = None, what: str = "games", cluster: str | None = None
    ) -> None:
        """`jobs` is the number of processes, `cluster` the address of a cluster in their place, `file` where results
        are kept. `what` is done, in the plural."""
        self.jobs = jobs
        self.cluster = cluster
        self.what = what
        self.done = 0
        """How many results there are, of all jobs."""
        self.known = 0
        """How many of them were known from before."""
        self.wanted = 0
        """How many results were wanted, of the jobs that were begun."""
        self.code = 0
        """The exit code for the signal that has stopped the work; 0 before."""
        self._file = file
        self._checkpoint: Checkpoint | None = None

    @property
    def stopped(self) -> str:
        """What has become of work that was stopped, for people: `interrupted after 37 of 1,000 games`; else empty."""
        return f"{STOPPED[self.code]} after {self.done:,} of {self.wanted:,} {self.what}" if self.code else ""

    def warm_up(self, ruleset: Ruleset, players: int, settings: Mapping[str, Any], bots: Sequence[str]) -> None:
        """Do before the first game what its bots would do at their first decision, and say so where it takes long. The
        cache keeps it for the processes that play. What is wrong with a game, the games will tell."""
        from artrules.lab.bots.registry import any_thinks, prepare_thinking
        from artrules.play.game.decision import GameFault
        from artrules.table.terminal.progress import WARMING_UP, show_if_long

        if self.cluster is None and any_thinks(bots):
            with show_if_long(WARMING_UP), suppress(GameFault):
                prepare_thinking(ruleset.new_game(players, 0, settings, log=False, knowledge=True), bots)

    def run(self, ruleset: Ruleset, job: Job[PlanT, ResultT]) -> Iterator[ResultT]:
        """The results of a job, in order: all, or those that there are when the work is stopped. After that, no other
        job is begun."""
        from artrules.lab.parallel.run import run_job
        from artrules.table.terminal.progress import Progress

        if self.code:
            return
        kept_results = self._kept(ruleset, job)
        known_count = kept_results.known(job.count) if kept_results is not None else 0
        self.wanted += job.count
        self.known += known_count
        results = run_job(ruleset, job, jobs=self.jobs, cluster=self.cluster, kept=kept_results)
        progress, signals, before = Progress(job.count, self.what, known_count), StopSignals(), self.done
        try:
            with signals.listening():
                while True:
                    try:
                        result = signals.wait(lambda: next(results, _END))
                    except SignalReceived as received:
                        self.code = received.code
                        break
                    if result is _END:
                        break
                    self.done += 1
                    progress(self.done - before)
                    yield cast("ResultT", result)
        finally:
            results.close()
            progress.close()
        if self.code and not self.done:
            raise click.exceptions.Exit(self.code)
        if self.code and would_block(sys.stdout):  # nobody reads the result
            discard(sys.stdout)

    def finish(self) -> None:
        """End the command as the signal wants it that has stopped the work, if any has. The decorator does it."""
        if self.code:
            raise click.exceptions.Exit(self.code)

    def close(self) -> None:
        """Close the file. The decorator does it."""
        if self._checkpoint is not None:
            self._checkpoint.close()

    def _kept(self, ruleset: Ruleset, job: Job[Any, Any]) -> KeptResults | None:
        from artrules.lab.parallel.checkpoint import Checkpoint

        if self._file is None:
            return None
        if self._checkpoint is None:
            self._checkpoint = Checkpoint(self._file)
        return self._checkpoint.begin(ruleset, job)


# Stops long work by a signal, so that what is done already can be told.

T = TypeVar("T")
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class StopSignals:
    """Notes Ctrl-C and signals to terminate, and interrupts what is waited for, and nothing else.

    A second signal does what it would do without this. Signals that the parent process has told to ignore stay ignored.
    An exception may be lost in a callback of a library. So a timer ends the process where the work goes on all the
    same.
    """

    def __init__(self) -> None:
        self.code = 0
        """The exit code for the signal that has come; 0 before."""
        self._waiting = False
        self._before: dict[int, Any] = {}
        self._late: Timer | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Inside the `with` signals are noted."""
        if current_thread() is main_thread():
            for name in _NAMES:
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._note)
        try:
            yield
        finally:
            if self._late is not None:
                self._late.cancel()
            self._let_go()

    def wait(self, work: Callable[[], T]) -> T:
        """Do some work. Raises SignalReceived when a signal comes meanwhile, or has come before."""
        self._waiting = True
        try:
            if self.code:
                raise SignalReceived(self.code)
            return work()
        finally:
            self._waiting = False

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._let_go()
        self.code = 128 + number
        self._late = Timer(PATIENCE, exit_late, [self.code])
        self._late.daemon = True
        self._late.start()
        if self._waiting:
            raise SignalReceived(self.code)

    def _let_go(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}
