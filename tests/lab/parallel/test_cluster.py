"""A Dask cluster: the same results, whoever is killed on the way, and no waiting for what isn't there."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from distributed import LocalCluster

import artrules
from artrules.lab.balance.run import Question, find_out
from artrules.lab.parallel import cluster
from artrules.lab.parallel.checkpoint import Checkpoint
from artrules.lab.parallel.cluster import ClusterProblem, Refused, dask_cluster, files_of, open_sent, play_sent
from artrules.lab.parallel.job import ContentChanged, Job, PlayedShare, engine
from artrules.lab.parallel.run import run_job
from artrules.lab.simulation import Plan, outcome_from, play_as_data, simulate
from artrules.play.ruleset import Ruleset
from ir_models import LANTERNS
from lab.simulation.small_ruleset import write_ruleset


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    yield artrules.load(write_ruleset(tmp_path_factory.mktemp("rulesets") / "lanterns"))


def whole(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "decisions_per_second": 0}


def kill_one(workers: LocalCluster) -> None:
    os.kill(next(iter(workers.workers.values())).pid, signal.SIGKILL)


def run_and_kill(workers: LocalCluster, ruleset: Ruleset, job: Job[Any, Any]) -> Iterator[Any]:
    for number, result in enumerate(run_job(ruleset, job, cluster=workers.scheduler_address)):
        if number == 5:
            kill_one(workers)
        yield result


def test_a_worker_that_is_killed_loses_nothing(ruleset: Ruleset, tmp_path: Path) -> None:
    """One of four is killed while it works, and another one in a report of balance. Their shares are played again; what
    is kept goes on without a cluster."""
    alone = whole(simulate(ruleset, 3, 400, seed=4).as_data())
    with LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None, silence_logs=60) as workers:
        address = workers.scheduler_address
        checkpoint = Checkpoint(tmp_path / "games")

        def run(ruleset: Ruleset, job: Job[Any, Any]) -> Iterator[Any]:
            kept = checkpoint.begin(ruleset, job)
            for number, result in enumerate(run_job(ruleset, job, cluster=address, kept=kept)):
                if number == 20:
                    kill_one(workers)
                yield result

        assert whole(simulate(ruleset, 3, 400, seed=4, run=run).as_data()) == alone
        checkpoint.close()
        question = Question(2, {}, ("uniform",) * 2, 7, 60, 0, "powers")
        balanced = find_out(ruleset, question, partial(run_and_kill, workers))
        assert balanced.deals == find_out(ruleset, question, partial(run_job, jobs=1)).deals
        job = Job(fail, NoPlan(), 3)
        with pytest.raises(ValueError, match="bad"):
            list(run_job(ruleset, job, cluster=address))
    again = Checkpoint(tmp_path / "games")
    plan = Plan(3, 4, {}, ("uniform",) * 3)
    kept = again.begin(ruleset, Job(play_as_data, plan, 400, outcome_from))
    assert list(kept.missing(400)) == []
    again.close()


def test_results_that_go_with_their_worker_are_made_again(ruleset: Ruleset) -> None:
    """A share is done, and the only worker that has its results is gone before anybody has read them."""
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=60) as workers,
        dask_cluster(ruleset, JOB, workers.scheduler_address) as crew,
    ):
        crew.hand_out(range(2))
        (future,) = crew._waiting
        wait_for(future, "finished")
        workers.scale(0)
        wait_for(future, "lost")
        workers.scale(1)
        share, played = crew.next_done()
        assert share == range(2) and isinstance(played, PlayedShare)


def wait_for(future: Any, status: str) -> None:
    end = monotonic() + 60
    while future.status != status and monotonic() < end:
        sleep(0.005)
    assert future.status == status


@dataclass(frozen=True)
class NoPlan:
    pass


def fail(_ruleset: Ruleset, _plan: NoPlan, index: int) -> int:
    if index == 1:
        raise ValueError("bad")
    return index


def nothing(_ruleset: Ruleset, _plan: NoPlan, index: int) -> int:
    return index


JOB = Job(nothing, NoPlan(), 5)


def test_no_scheduler(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        for port in (deaf.getsockname()[1], 1):
            with pytest.raises(ClusterProblem, match=f"no Dask scheduler answers at tcp://127.0.0.1:{port}"):
                list(run_job(ruleset, JOB, cluster=f"tcp://127.0.0.1:{port}"))


def test_no_worker(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WORKER_SECONDS", 0.5)
    with (
        LocalCluster(n_workers=0, dashboard_address=None, silence_logs=60) as empty,
        pytest.raises(ClusterProblem, match=r"has had no worker for 0\.5 seconds"),
    ):
        list(run_job(ruleset, JOB, cluster=empty.scheduler_address))


@pytest.mark.parametrize("address", ["", "here", "tcp://", "tcp://host", "ftp://host:1", "tcp://a b:1", "inproc://x:1"])
def test_what_is_no_address(ruleset: Ruleset, address: str) -> None:
    with pytest.raises(ClusterProblem, match="the address of a cluster is like tcp://host:8786, not"):
        list(run_job(ruleset, JOB, cluster=address))


def test_without_dask(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ClusterProblem, match="a cluster needs Dask: pip install dask distributed"),
        dask_cluster(ruleset, JOB, "tcp://127.0.0.1:1"),
    ):
        pass


def test_a_worker_of_another_engine_refuses(ruleset: Ruleset) -> None:
    wanted = {**engine(), "version": "9.9"}
    refused = play_sent(files_of(ruleset), wanted, JOB, range(1))
    assert isinstance(refused, Refused) and "and this is artrules 9.9" in refused.why


def test_files_are_sent_where_they_are_not(tmp_path: Path) -> None:
    """On another machine there is no such folder, or another ruleset in it."""
    extra = tmp_path / "marsh.yaml"
    extra.write_text(
        "set: marsh\nof: lanterns\ntitle: The marsh\nguild:\n  1:\n    name: The Eel\n"
        "    powers: [{label: x, do: my coins += 3}]\n  2:\n    name: The Heron\n    powers: []\n",
        encoding="utf-8",
    )
    ruleset = artrules.load(write_ruleset(tmp_path / "lanterns"), [extra])
    sent = files_of(ruleset)
    assert open_sent(sent).content.files.folder == tmp_path / "lanterns"
    elsewhere = open_sent(replace(sent, folder="/nowhere"))
    assert elsewhere.content_hash == ruleset.content_hash
    assert simulate(elsewhere, 2, 3, settings={"guilds": "marsh"}) is not None
    extra.write_text("set: marsh\nof: lanterns\n", encoding="utf-8")
    assert open_sent(sent).content_hash == ruleset.content_hash, "it has changed meanwhile; what was sent counts"
    with pytest.raises(ContentChanged):
        open_sent(replace(sent, folder="/nowhere", inside={}))


def test_tables_in_the_folder_are_sent() -> None:
    ruleset = artrules.load(LANTERNS)
    assert ruleset.content.files.tables or ruleset.content.files.rules
    assert open_sent(replace(files_of(ruleset), folder="/nowhere")).content_hash == ruleset.content_hash
