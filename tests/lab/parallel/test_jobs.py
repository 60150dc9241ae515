"""Jobs: the same results in order, whoever works and in whatever order shares are done."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import active_children
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import artrules
from artrules.lab.parallel.job import ContentChanged, Job, PlayedShare, ProcessLost, Shares
from artrules.lab.parallel.pool import processes
from artrules.lab.parallel.run import results_in_order, run_job
from artrules.play.ruleset import Ruleset
from lab.simulation.small_ruleset import write_ruleset
from waiting import PATIENCE, wait_until


@dataclass(frozen=True)
class Plan:
    factor: int
    bad: int = -1


def multiply(_ruleset: Ruleset, plan: Plan, index: int) -> list[int]:
    if index == plan.bad:
        raise ValueError("bad")
    return [index, index * plan.factor]


def end(_ruleset: Ruleset, _plan: Plan, index: int) -> int:
    if index == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return index


def in_pairs(_ruleset: Ruleset, _plan: Plan, index: int) -> tuple[int, int]:
    return index, index


def no_number(_ruleset: Ruleset, _plan: Plan, index: int) -> float:
    return float("nan")


class Unordered:
    """Does shares in any order, at once."""

    def __init__(self, places: int, seed: int, each: float) -> None:
        self._number, self._random, self._each = places, Random(seed), each
        self.waiting: list[range] = []
        self.most = 0

    def places(self) -> int:
        return self._number

    def hand_out(self, share: range) -> None:
        self.waiting.append(share)
        self.most = max(self.most, len(self.waiting))

    def next_done(self) -> tuple[range, PlayedShare | Exception]:
        share = self.waiting.pop(self._random.randrange(len(self.waiting)))
        if 13 in share:
            return share, ValueError("bad")
        return share, PlayedShare(share, tuple(map(str, share)), self._each * len(share))


@given(st.integers(0, 13), st.integers(1, 5), st.integers(0, 999), st.sampled_from([0.0, 0.001, 0.4, 9.0]))
def test_any_order_of_shares_gives_the_order_of_indices(count: int, places: int, seed: int, each: float) -> None:
    crew = Unordered(places, seed, each)
    kept: list[PlayedShare] = []
    shares = Shares(iter([range(count)]), count, crew.places)
    assert list(results_in_order(crew, shares, kept.append)) == [str(i) for i in range(count)]
    assert sorted(i for share in kept for i in share.indices) == list(range(count))
    assert crew.most <= 2 * places


@given(st.integers(1, 5), st.integers(0, 999))
def test_what_is_raised_comes_after_all_earlier_results(places: int, seed: int) -> None:
    crew = Unordered(places, seed, 0.1)
    found: list[int] = []
    shares = Shares(iter([range(40)]), 40, crew.places)
    with pytest.raises(ValueError, match="bad"):
        found.extend(int(text) for text in results_in_order(crew, shares, lambda _: None))
    # The generator ran inside `extend`, which keeps what came before the error.
    assert found == list(range(len(found))) and 13 not in found and len(found) >= 13 - 5


def test_shares_grow_until_they_take_long_enough() -> None:
    shares = Shares(iter([range(10), range(20, 5000)]), 4990, lambda: 2)
    first = shares.take()
    assert first == range(1)
    shares.learn(PlayedShare(range(1), ("0",), 0.01))
    assert shares.take() == range(1, 10), "no share goes over what is known already"
    assert shares.take() == range(20, 70)
    shares.learn(PlayedShare(range(1), ("0",), 9.0))
    assert shares.take() == range(70, 71)


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    yield artrules.load(write_ruleset(tmp_path_factory.mktemp("rulesets") / "lanterns"))


def test_processes_give_what_one_gives(ruleset: Ruleset) -> None:
    job: Job[Plan, Any] = Job(multiply, Plan(3), 40)
    alone = list(run_job(ruleset, job))
    assert alone == [[i, 3 * i] for i in range(40)]
    assert list(run_job(ruleset, job, jobs=2)) == alone


def test_results_are_plain_data_whoever_works(ruleset: Ruleset) -> None:
    """A tuple would come out of a file as a list: so it does always."""
    assert list(run_job(ruleset, Job(in_pairs, Plan(1), 2))) == [[0, 0], [1, 1]]
    with pytest.raises(ValueError, match="JSON"):
        list(run_job(ruleset, Job(no_number, Plan(1), 1)))


def test_the_first_results_of_a_larger_job_are_those_of_a_smaller_one(ruleset: Ruleset) -> None:
    many = run_job(ruleset, Job(multiply, Plan(3), 1_000_000_000))
    assert list(islice(many, 5)) == list(run_job(ruleset, Job(multiply, Plan(3), 5)))


def test_an_exception_ends_the_job(ruleset: Ruleset) -> None:
    found = []
    with pytest.raises(ValueError, match="bad"):
        for result in run_job(ruleset, Job(multiply, Plan(2, bad=4), 20)):
            found.append(result[0])
    assert found == [0, 1, 2, 3]


HUGE = 1 << 26
"""More characters than any pipe takes at once."""


def huge(_ruleset: Ruleset, _plan: Plan, _index: int) -> str:
    return "x" * HUGE


def test_work_ends_while_its_processes_send(ruleset: Ruleset) -> None:
    """Nobody waits for the rest of what they were sending."""
    results = run_job(ruleset, Job(huge, Plan(1), 100), jobs=2)
    assert len(next(results)) == HUGE
    ending = Thread(target=results.close, daemon=True)
    ending.start()
    ending.join(PATIENCE)
    assert not ending.is_alive() and active_children() == []


class Untransportable(Exception):
    """It can be sent, but not be made of what was sent."""

    def __init__(self, *, what: str) -> None:
        super().__init__(f"bad {what}")


def fail(_ruleset: Ruleset, _plan: Plan, _index: int) -> None:
    raise Untransportable(what="luck")


def test_any_exception_comes_from_another_process(ruleset: Ruleset) -> None:
    with pytest.raises(RuntimeError) as failed:
        list(run_job(ruleset, Job(fail, Plan(1), 4), jobs=2))
    assert str(failed.value) == "Untransportable: bad luck" and "in fail" in failed.value.__notes__[0]
    with pytest.raises(ValueError) as raised:
        list(run_job(ruleset, Job(multiply, Plan(1, bad=1), 4), jobs=2))
    assert str(raised.value) == "bad" and "in multiply" in raised.value.__notes__[0]


def test_processes_play_the_same_content_or_nothing(tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    ruleset = artrules.load(folder)
    file = folder / "ruleset.yaml"
    before = file.read_text()
    for change in (f"{before}\n# A remark.\n", f"{before}\nnonsense: 1\n", None):
        file.unlink() if change is None else file.write_text(change)
        with pytest.raises(ContentChanged):
            list(run_job(ruleset, Job(multiply, Plan(1), 4), jobs=2))


def wait_for(file: Path, name: str) -> str:
    if name == "long":
        wait_until(file.exists)
    return name


def test_nothing_waits_behind_a_long_task_while_another_process_is_free(tmp_path: Path) -> None:
    with processes(2, partial, wait_for, tmp_path / "go") as pool:
        for name in ("long", "b", "c", "d"):
            pool.hand_out(name)
        assert [pool.next_done() for _ in range(3)] == [(name, name) for name in "bcd"]
        (tmp_path / "go").touch()
        assert pool.next_done() == ("long", "long")


def test_a_task_for_a_process_that_has_ended_is_lost() -> None:
    with processes(1, partial, abs) as pool:
        pool.hand_out(-3)
        assert pool.next_done() == (-3, 3)
        (process,) = active_children()
        process.kill()
        process.join()
        pool.hand_out(-4)
        with pytest.raises(ProcessLost, match="ended from outside"):
            pool.next_done()


def test_a_result_that_cannot_be_sent_is_told() -> None:
    with processes(1, partial, memoryview) as pool:
        pool.hand_out(b"x")
        task, problem = pool.next_done()
        assert task == b"x" and isinstance(problem, TypeError) and "memoryview" in str(problem)


def test_a_process_that_is_killed_is_told(ruleset: Ruleset) -> None:
    with pytest.raises(ProcessLost, match="ended from outside"):
        list(partial(run_job, jobs=2)(ruleset, Job(end, Plan(1), 10)))
