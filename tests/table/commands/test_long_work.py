"""Long work that somebody stops: what is done is told, and marked as a part."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result

from artrules.lab.parallel.job import Job
from artrules.table.commands.exit import SignalReceived
from artrules.table.commands.long_work import LongWork, StopSignals
from lab.simulation.small_ruleset import write_ruleset
from table.commands.conftest import INTERPRETER
from waiting import PATIENCE

NO_RULESET: Any = None


def play(_ruleset: Any, plan: int, index: int) -> int:
    """Somebody stops the work while the result with a number is computed."""
    if index == plan:
        signal.raise_signal(signal.SIGINT)
    return index


@pytest.fixture(autouse=True)
def usual_handlers() -> None:
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_is_done_is_there_when_work_is_interrupted() -> None:
    work = LongWork()
    assert list(work.run(NO_RULESET, Job(play, 3, 1000))) == [0, 1, 2]
    assert work.stopped == "interrupted after 3 of 1,000 games"
    assert list(work.run(NO_RULESET, Job(play, -1, 5))) == [], "nothing else is begun"
    with pytest.raises(click.exceptions.Exit) as ended:
        work.finish()
    assert ended.value.exit_code == 130
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_work_that_nobody_stops() -> None:
    work = LongWork()
    assert list(work.run(NO_RULESET, Job(play, -1, 3))) == [0, 1, 2]
    assert list(work.run(NO_RULESET, Job(play, -1, 2))) == [0, 1]
    assert (work.done, work.wanted, work.stopped) == (5, 5, "")
    work.finish()


def test_without_any_result_the_command_ends() -> None:
    with pytest.raises(click.exceptions.Exit) as ended:
        list(LongWork().run(NO_RULESET, Job(play, 0, 3)))
    assert ended.value.exit_code == 130


def test_what_is_done_with_a_result_is_not_interrupted() -> None:
    work, found = LongWork(), []
    for result in work.run(NO_RULESET, Job(play, -1, 9)):
        if result == 4:
            signal.raise_signal(signal.SIGTERM)
        found.append(result)
    assert found == [0, 1, 2, 3, 4]
    assert work.code == 143


def test_a_second_signal_does_what_it_always_does() -> None:
    signals = StopSignals()
    with signals.listening():
        with pytest.raises(SignalReceived):
            signals.wait(lambda: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert list(LongWork().run(NO_RULESET, Job(play, 1, 3))) == [0, 1, 2]
    finally:
        signal.signal(signal.SIGINT, before)


def simulating(
    lanterns: str, *options: str, patience: float = PATIENCE, stdout: int = subprocess.PIPE
) -> subprocess.Popen[str]:
    """A simulation that has told its progress for the first time. Asked to end, it takes its time for what it has to
    say, but not more than its patience."""
    code = (
        "import sys, artrules.table.terminal.progress as progress, artrules.table.commands.long_work as stop_signals\n"
        "progress._LINE_EVERY = 0.2\n"
        f"stop_signals.PATIENCE = {patience}\n"
        "from artrules.table.commands.main import main\n"
        f"sys.argv = ['artrules', 'simulate', {lanterns!r}, '--games', '10000000', *{list(options)!r}]\n"
        "main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None and "of 10,000,000 games" in process.stderr.readline()
    return process


def stop(lanterns: str, number: signal.Signals, *options: str) -> tuple[int, str, str]:
    """What a simulation that gets a signal ends with, what it tells, and its last line on standard error."""
    process = simulating(lanterns, *options)
    process.send_signal(number)
    told, said = process.communicate(timeout=PATIENCE)
    return process.returncode, told, said.splitlines()[-1]


def test_a_simulation_that_is_stopped_sums_up_what_it_has(lanterns: str) -> None:
    ended, told, said = stop(lanterns, signal.SIGTERM)
    assert (ended, said) == (143, "artrules: terminated")
    assert told.startswith("PARTIAL RESULT: terminated after ")
    assert "  digest " in told


def test_a_part_for_programs_is_that_of_fewer_games(run: Any, lanterns: str) -> None:
    ended, told, said = stop(lanterns, signal.SIGINT, "--jobs", "2", "--format", "json")
    assert (ended, said) == (130, "artrules: interrupted")
    part = json.loads(told)
    assert part["partial"] == f"interrupted after {part['games']:,} of 10,000,000 games"
    whole = json.loads(run("simulate", lanterns, "--games", str(part["games"]), "--format", "json").stdout)
    assert (whole["digest"], "partial" in whole) == (part["digest"], False)


def test_nothing_is_written_for_a_reader_who_does_not_read(lanterns: str) -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    process = simulating(lanterns, patience=3.0, stdout=writer)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    os.close(reader)
    os.close(writer)
    assert (process.returncode, said.splitlines()[-1]) == (130, "artrules: interrupted")


def summed_up(done: Any) -> dict[str, Any]:
    assert done.exit_code == 0, done.stderr
    return {**json.loads(done.stdout), "decisions_per_second": 0}


def test_a_simulation_that_was_killed_goes_on(run: Any, lanterns: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    call = ["simulate", lanterns, "--games", "600", "--seed", "5", "--format", "json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "artrules", *call, "--jobs", "2", "--resume", str(file)],
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
        stdout=subprocess.PIPE,
    )
    while not file.exists() or file.read_bytes().count(b"\n") < 4:
        assert process.poll() is None
    process.kill()
    process.communicate()
    left = file.read_bytes()
    file.write_bytes(left + left.splitlines()[-1][:50])
    whole = summed_up(run(*call))
    assert summed_up(run(*call, "--resume", str(file))) == whole
    assert summed_up(run(*call, "--resume", str(file), "--jobs", "2")) == whole, "all of it is known"
    for other, why in ((["--seed", "6"], "seed 5, not with seed 6"), (["--dearest", "1"], "dearest 0, not with")):
        done = run(*call, "--resume", str(file), *other)
        assert (done.exit_code, done.stdout) == (2, "") and why in done.stderr


def test_games_that_fail_are_told_again(run: Any, tmp_path: Path) -> None:
    broken = ("coins: {of: player, type: 0..99}", "coins: {of: player, type: 0..3}")
    folder, file = write_ruleset(tmp_path / "f", break_it=broken), str(tmp_path / "games")
    call = ["simulate", str(folder), "--games", "20", "--seed", "1"]
    first, again = run(*call, "--resume", file), run(*call, "--resume", file)
    assert first.exit_code == again.exit_code == 1
    assert "ART5001" in first.stderr and first.stderr == again.stderr


def test_a_file_that_is_none(run: Any, lanterns: str, tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("dear reader\n", encoding="utf-8")
    done = run("simulate", lanterns, "--resume", str(file))
    assert done.exit_code == 2 and "letter: this is no checkpoint of artrules" in done.stderr
    assert file.read_text(encoding="utf-8") == "dear reader\n"
    done = run("simulate", lanterns, "--resume", str(tmp_path / "no" / "file"))
    assert done.exit_code == 2 and "No such file" in done.stderr


def test_a_cluster_that_is_not_there(run: Any, lanterns: str) -> None:
    done = run("simulate", lanterns, "--cluster", "tcp:/here")
    assert done.exit_code == 2 and "the address of a cluster is like tcp://host:8786, not `tcp:/here`" in done.stderr
    done = run("simulate", lanterns, "--cluster", "tcp://127.0.0.1:1", "--jobs", "2")
    assert done.exit_code == 2 and "--jobs is for this machine" in done.stderr


THINKS = "greedy:samples=1,horizon=1"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simulate", "--bot", THINKS, "--games", "1"), ["warming up …"]),
        (("simulate", "--games", "1"), []),
        (("balance", "--bot", THINKS, "--deals", "2", "--impact", "nothing", "--watched", "0"), ["warming up …"]),
        (("match", "--bot", THINKS, "--against", "uniform", "--games", "2"), ["warming up …"]),
        (("play", "--bot", THINKS), ["warming up …", "the bots are playing …"]),
    ],
)
def test_warming_up_is_said_before_the_first_game(
    run: Callable[..., Result],
    lanterns: str,
    arguments: tuple[str, ...],
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is said where it takes long, as everything for which people wait, and never in what is printed."""
    texts: list[str] = []

    @contextmanager
    def note(text: str) -> Iterator[None]:
        texts.append(text)
        yield

    monkeypatch.setattr("artrules.table.terminal.progress.show_if_long", note)
    command, *others = arguments
    done = run(command, lanterns, "--players", "2", "--seed", "1", *others)
    assert done.exit_code == 0, done.stderr
    assert texts == said and "warming up" not in done.stdout + done.stderr
