"""Checkpoints: whatever is in the file, the results are those of work that nobody interrupted, or it is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import artrules
from artrules.lab.parallel import checkpoint as checked_lines
from artrules.lab.parallel.checkpoint import Checkpoint, CheckpointRefused
from artrules.lab.parallel.job import Job, PlayedShare
from artrules.lab.parallel.run import run_job
from artrules.play.ruleset import Ruleset
from lab.simulation.small_ruleset import write_ruleset

computed: list[int] = []
"""The indices that were computed."""


@dataclass(frozen=True)
class Plan:
    seed: int = 1
    names: tuple[str, ...] = ("a", "ü")


def play(_ruleset: Ruleset, plan: Plan, index: int) -> dict[str, Any]:
    computed.append(index)
    return {"is": index * plan.seed, "named": plan.names}


def play_otherwise(_ruleset: Ruleset, plan: Plan, index: int) -> int:
    return index


def read(data: Any) -> int:
    number = data["is"]
    if type(number) is not int:
        raise TypeError
    return number


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    yield artrules.load(write_ruleset(tmp_path_factory.mktemp("rulesets") / "lanterns"))


JOB: Job[Plan, int] = Job(play, Plan(3), 12, read)


def run(file: Path, ruleset: Ruleset, *jobs: Job[Plan, int]) -> list[list[int]]:
    """The results of jobs with a checkpoint; what they compute is noted anew."""
    computed.clear()
    checkpoint = Checkpoint(file)
    try:
        return [list(run_job(ruleset, job, kept=checkpoint.begin(ruleset, job))) for job in jobs or (JOB,)]
    finally:
        checkpoint.close()


def write(file: Path, ruleset: Ruleset, *shares: range, job: Job[Plan, int] = JOB) -> None:
    """Begin a checkpoint with the results of some shares."""
    checkpoint = Checkpoint(file)
    kept = checkpoint.begin(ruleset, job)
    for share in shares:
        kept.keep(PlayedShare(share, tuple(job.texts_of(ruleset, share)), 1.0))
    checkpoint.close()


WHOLE = [3 * index for index in range(12)]


def test_what_is_kept_is_not_computed_again(ruleset: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "games"
    assert run(file, ruleset) == [WHOLE] and computed == list(range(12))
    assert run(file, ruleset) == [WHOLE] and computed == []
    assert run(file, ruleset, replace(JOB, count=5)) == [WHOLE[:5]] and computed == []
    assert run(file, ruleset, replace(JOB, count=14)) == [[*WHOLE, 36, 39]] and computed == [12, 13]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games"]


def test_work_that_was_left_goes_on(ruleset: Ruleset, tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "games")
    results = run_job(ruleset, JOB, kept=checkpoint.begin(ruleset, JOB))
    assert [next(results) for _ in range(7)] == WHOLE[:7]
    results.close()
    checkpoint.close()
    assert run(tmp_path / "games", ruleset) == [WHOLE]
    assert computed == list(range(7, 12))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.integers(1, 4), max_size=6), st.permutations(range(6)), st.sets(st.integers(0, 5)), st.integers(0, 14)
)
def test_any_shares_in_any_order_are_taken_up(
    ruleset: Ruleset,
    tmp_path_factory: pytest.TempPathFactory,
    sizes: list[int],
    order: list[int],
    left: set[int],
    n: int,
) -> None:
    """Processes finish shares in any order, and some are never finished."""
    file = tmp_path_factory.mktemp("checkpoints") / "games"
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    shares = [range(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    write(file, ruleset, *(shares[i] for i in order if i < len(shares) and i not in left))
    known = {index for i, share in enumerate(shares) if i not in left for index in share}
    assert run(file, ruleset, replace(JOB, count=n)) == [[3 * i for i in range(n)]]
    assert computed == [index for index in range(n) if index not in known]


def test_several_jobs_share_a_file(ruleset: Ruleset, tmp_path: Path) -> None:
    file, other = tmp_path / "games", Job(play, Plan(5), 3, read)
    assert run(file, ruleset, JOB, other) == [WHOLE, [0, 5, 10]]
    assert run(file, ruleset, JOB, replace(other, count=4)) == [WHOLE, [0, 5, 10, 15]] and computed == [3]
    with pytest.raises(CheckpointRefused, match="it was begun with seed 3, not with seed 5"):
        run(file, ruleset, other, JOB)


def test_a_file_that_was_cut_anywhere_goes_on(ruleset: Ruleset, tmp_path: Path) -> None:
    """As it is when the process is killed while it writes."""
    file = tmp_path / "games"
    write(file, ruleset, range(0, 3), range(6, 8), range(3, 6))
    text = file.read_bytes()
    first = text.index(b"\n") + 1
    for end in (0, *range(first, len(text), 11), len(text) - 1):
        file.write_bytes(text[:end])
        assert run(file, ruleset) == [WHOLE]
        assert run(file, ruleset) == [WHOLE] and computed == []


def test_a_line_that_was_half_written_is_replaced_by_the_next(
    ruleset: Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full for a moment, or a signal comes in the middle."""
    checkpoint = Checkpoint(tmp_path / "games")
    kept, write = checkpoint.begin(ruleset, JOB), checked_lines.os.pwrite
    long, short = (PlayedShare(range(n), tuple(f'{{"is":{3 * i}}}' for i in range(n)), 1.0) for n in (9, 1))

    def fail(descriptor: int, data: bytes, place: int) -> int:
        write(descriptor, bytes(data)[:-5], place)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(checked_lines.os, "pwrite", fail)
        kept.keep(long)
    kept.keep(short)
    checkpoint.close()
    assert run(tmp_path / "games", ruleset) == [WHOLE]
    assert computed == list(range(1, 12))


def damage_each(text: bytes) -> Iterator[bytes]:
    lines = text.splitlines(keepends=True)
    yield b"".join([lines[0], *lines[2:]])
    yield b"".join([*lines[:2], lines[3], lines[2]])
    yield b"".join([*lines, lines[-1]])
    yield text + b"{}\n"
    yield text + b"\0" * 100 + b"\n"
    for place in range(0, len(text), 37):
        if text[place] != ord("\n"):
            yield text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :]


def test_damage_is_found(ruleset: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "games"
    write(file, ruleset, range(0, 3), range(3, 6))
    text = file.read_bytes()
    for damaged in damage_each(text):
        file.write_bytes(damaged)
        with pytest.raises(CheckpointRefused, match="games: this is no checkpoint of artrules, or a damaged one"):
            run(file, ruleset)
        assert file.read_bytes() == damaged


def forge(*lines: str) -> bytes:
    """A file with right check sums and anything in it."""
    last, text = "", b""
    for line in lines:
        check = checked_lines._check_sum(last, line[1:].encode())
        text += f'{{"check":"{check}",{line[1:]}\n'.encode()
        last = check
    return text


def lines_of(file: Path) -> list[str]:
    return ["{" + line.split(",", 1)[1] for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    "line",
    [
        '{"job":0,"first":0,"results":[1]}',
        '{"job":0,"first":0,"results":[{"is":"1"}]}',
        '{"job":0,"first":0,"results":[null]}',
        '{"job":0,"first":-1,"results":[]}',
        '{"job":7,"first":0,"results":[]}',
        '{"job":[],"first":{},"results":7}',
        '{"job":0,"first":' + "9" * 5000 + ',"results":[]}',
        '{"job":0,"first":0,"results":' + "[" * 100_000 + "}",
        '{"job":5}',
        '{"job":0,"first":0,"results":[{"is":0},{"is":3}]}\n{"job":0,"first":1,"results":[{"is":3}]}',
        "{}",
    ],
)
def test_what_somebody_has_edited_is_refused(ruleset: Ruleset, tmp_path: Path, line: str) -> None:
    file = tmp_path / "games"
    write(file, ruleset)
    file.write_bytes(forge(*lines_of(file), *line.split("\n")))
    with pytest.raises(CheckpointRefused, match="games: "):
        run(file, ruleset)


CHANGES: dict[str, Callable[[dict[str, Any], dict[str, Any]], object]] = {
    "it was written by a newer version of artrules": lambda first, job: first.update(artrules_checkpoint=2),
    "it was begun with artrules 0.0.9, and this is": lambda first, job: first.update(version="0.0.9"),
    "it was begun with other sources of artrules": lambda first, job: first.update(sources="0"),
    "it was begun with the plugins tidy 1.0 active": lambda first, job: first.update(plugins={"tidy": "1.0"}),
    "for other work": lambda first, job: job.update(play="artrules.x"),
    "for the ruleset `hills`, not for `lanterns`": lambda first, job: job.update(ruleset="hills"),
    "the ruleset's files have changed since": lambda first, job: job.update(content="0"),
    "it was begun with seed 9, not with seed 3": lambda first, job: job["plan"].update(seed=9),
    r"it was begun with names \[\], not with names \[": lambda first, job: job["plan"].update(names=[]),
    "it was begun with other options": lambda first, job: job.update(plan=[]),
}


@pytest.mark.parametrize("why", CHANGES)
def test_a_file_of_other_work_is_refused(ruleset: Ruleset, tmp_path: Path, why: str) -> None:
    file = tmp_path / "games"
    write(file, ruleset)
    first, job = map(json.loads, lines_of(file))
    CHANGES[why](first, job)
    file.write_bytes(forge(json.dumps(first), json.dumps(job)))
    with pytest.raises(CheckpointRefused, match=why):
        run(file, ruleset)


def test_nobody_else_writes_to_it_meanwhile(ruleset: Ruleset, tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "games")
    with pytest.raises(CheckpointRefused, match="another process is writing to it"):
        Checkpoint(tmp_path / "games")
    checkpoint.close()
    run(tmp_path / "games", ruleset)


def test_a_link_is_followed(ruleset: Ruleset, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "games")
    assert run(tmp_path / "link", ruleset) == [WHOLE]
    assert run(tmp_path / "games", ruleset) == [WHOLE] and computed == []
