"""A session on real terminals and pipes: what ends it, and that nothing is lost then."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path

import pytest

import artrules
from artrules.play.presentation import state_and_options
from artrules.table.session.record import Record, read_record
from artrules.table.terminal.loop import Ending, Loop
from artrules.table.terminal.session import Reply
from table.session.table_of import table_of
from waiting import PATIENCE, is_asleep, wait_until

ROOT = Path(__file__).parents[3]
LANTERNS = str(ROOT / "tests" / "rulesets" / "lanterns")
START = """
import fcntl, runpy, signal, sys, termios
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.argv = ["artrules", *sys.argv[1:]]
runpy.run_module("artrules", run_name="__main__")
"""


class Terminal:
    """A program on a terminal of its own, typed at and read as a person does."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter"), "TERM": "xterm", "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=environment,
        )
        os.close(slave)
        self.unread = ""

    def until(self, pattern: str) -> str:
        """What is shown up to the first place that fits."""
        deadline = time.monotonic() + PATIENCE
        while (found := re.search(pattern, self.unread)) is None:
            ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"waited for {pattern!r}, and read {self.unread!r}"
            try:
                self.unread += os.read(self.master, 65536).decode()
            except OSError:
                raise AssertionError(f"it ended, and {pattern!r} was not in {self.unread!r}") from None
        seen, self.unread = self.unread[: found.end()], self.unread[found.end() :]
        return seen

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def settle(self) -> None:
        """Wait until it waits for a line.

        Python's readline misses a signal that comes between its prompt and its waiting, until the next key.
        """
        wait_until(lambda: is_asleep(self.process.pid))

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self.master)
        self.master = -1

    def end(self) -> int:
        """Wait for its end; its exit code."""
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            if self.master >= 0:
                os.close(self.master)


def unbroken() -> str:
    """The digest of the game in which player 1 always takes the first option of the screen."""
    table = table_of(artrules.load(LANTERNS), 2, (1,), 4)
    table.let_bots_choose()
    while table.decisions:
        _, options = state_and_options(table.game, 1)
        table.choose(options[0][0])
        table.let_bots_choose()
    return table.game.digest()


def kept(file: Path) -> Record:
    return read_record(file.read_text(encoding="utf-8"))


def test_a_game_on_a_terminal_that_is_left_in_every_way(tmp_path: Path) -> None:
    """Moves, taking back, saving, Ctrl-C, a closed window, an ended process: it ends like a game never left."""
    file, copy = tmp_path / "game.json", tmp_path / "copy.json"
    one = Terminal("play", LANTERNS, "--bot", "uniform", "--seat", "1", "--seed", "4", "--save", str(file))
    assert "kept after each choice in" in one.until("round 1")
    one.until("stop playing\r\n> ")
    before = kept(file).choices
    one.type("1\r")
    one.until("\r\n> ")
    assert len(kept(file).choices) == len(before) + 1
    one.type("undo\r")
    assert "takes back: play" in one.until("stop playing\r\n> ")
    assert kept(file).choices == before
    one.type(f"1\rsave {copy}\r")
    one.until("written to")
    one.until("\r\n> ")
    one.settle()
    one.type("\x03")
    assert "--resume" in one.until("go on with:\r\n.*\r\n")
    assert one.end() == 130
    assert kept(file).save == kept(copy).save and len(kept(file).choices) == len(before) + 1

    two = Terminal("play", "--resume", str(file), "--bot", "uniform")
    two.until("\r\n> ")
    two.type("1\r")
    two.until("\r\n> ")
    two.settle()
    two.hang_up()
    assert two.end() == 129
    assert len(kept(file).choices) > len(before) + 1

    three = Terminal("play", "--resume", str(file), "--bot", "uniform")
    three.until("\r\n> ")
    three.type("1\r")
    three.until("\r\n> ")
    three.settle()
    three.process.send_signal(signal.SIGTERM)
    three.until("go on with:")
    assert three.end() == 143

    four = Terminal("play", "--resume", str(file), "--bot", "uniform")
    four.until("\r\n> ")
    four.type("1\r")
    four.until("\r\n> ")
    four.process.kill()
    four.end()
    choices = kept(file).choices

    five = Terminal("play", "--resume", str(file), "--bot", "uniform")
    five.until("\r\n> ")
    assert kept(file).choices == choices
    five.type("\x04")
    five.until("go on with:")
    assert five.end() == 0

    six = Terminal("play", "--resume", str(file), "--bot", "uniform")
    while six.until("\r\n> |artrules replay").endswith("> "):
        six.type("1\r")
    assert six.end() == 0
    record = kept(file)
    assert record.save is not None
    game = artrules.load(LANTERNS).resume(record.save)
    assert game.finished and game.digest() == unbroken()
    assert [e.text for e in game.log if e.kind == "undone"] == ["takes back: play blue 1"]
    assert len(kept(copy).choices) == len(before) + 1


def test_between_two_people_the_screen_is_cleared(tmp_path: Path) -> None:
    """And what one has typed can't be brought back by the next."""
    one = Terminal("play", LANTERNS, "--seat", "1,2", "--seed", "4", "--save", str(tmp_path / "game.json"))
    one.until("player 1: press Enter ")
    one.type("\r")
    one.until("\r\n> ")
    one.type("stop playing\r")
    seen = one.until("player 2: press Enter ")
    assert "\x1b[2J\x1b[3J\x1b[H" in seen
    one.type("\x1b[A\r")
    seen = one.until("\r\n> ")
    assert "stop playing" not in seen.partition("Lanterns")[0]
    one.type("quit\r")
    one.until("go on with:")
    assert one.end() == 0


def test_a_killed_game_has_lost_nothing_that_was_shown(tmp_path: Path) -> None:
    """Killed after each choice in turn, as soon as what comes of it begins to show."""
    file = tmp_path / "game.json"
    arguments = ["play", LANTERNS, "--seat", "1", "--seed", "4", "--save", str(file)]
    number = 0
    for _ in range(4):
        game = subprocess.Popen(
            [sys.executable, "-u", "-m", "artrules", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        )
        assert game.stdin is not None and game.stdout is not None
        while (line := game.stdout.readline()).strip() != b"> 1":
            assert line, "it ended by itself"
            if line.startswith(b"player 1: "):
                shown = len(kept(file).choices)
                game.stdin.write(b"1\n")
                game.stdin.flush()
        assert game.stdout.readline() == b"\n"
        game.kill()
        game.wait(PATIENCE)
        number = len(kept(file).choices)
        assert number > shown
        arguments = ["play", "--resume", str(file)]
    assert number >= 4


class Busy:
    """A speaker that is interrupted while it is busy."""

    def __init__(self, number: signal.Signals, times: int = 1) -> None:
        self.number = number
        self.times = times
        self.done = False

    def start(self) -> Reply:
        return Reply(["ready"])

    def answer(self, typed: str) -> Reply:
        for _ in range(self.times):
            os.kill(os.getpid(), self.number)
        self.done = True
        return Reply([f"heard {typed.strip()}"])


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two lines on standard input."""
    lines = tmp_path / "typed"
    lines.write_text("one\ntwo\n")
    monkeypatch.setattr("sys.stdin", lines.open())


@pytest.mark.parametrize(
    ("number", "ending"),
    [
        (signal.SIGINT, Ending.INTERRUPTED),
        (signal.SIGTERM, Ending.TERMINATED),
        (signal.SIGHUP, Ending.HUNG_UP),
    ],
)
def test_what_is_under_way_is_done_first(
    number: signal.Signals, ending: Ending, typed: None, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(number)
    speaker = Busy(number)
    assert Loop().run(speaker) is ending
    assert speaker.done
    assert "heard one" in capsys.readouterr().out
    assert signal.getsignal(number) is before


def test_a_second_interruption_does_not_wait(typed: None) -> None:
    speaker = Busy(signal.SIGINT, 2)
    with pytest.raises(KeyboardInterrupt):
        Loop().run(speaker)
    assert not speaker.done


def test_the_end_of_what_is_typed(typed: None, capsys: pytest.CaptureFixture[str]) -> None:
    class Echo(Busy):
        def answer(self, typed: str) -> Reply:
            return Reply([f"heard {typed.strip()}"])

    assert Loop().run(Echo(signal.SIGINT)) is Ending.DONE
    assert capsys.readouterr().out == "ready\n> one\nheard one\n> two\nheard two\n> \n"


class Stuck(Busy):
    """A speaker that computes for ever once it is spoken to, and takes every mistake for one of its own."""

    def answer(self, typed: str) -> Reply:
        os.kill(os.getpid(), self.number)
        while True:
            with suppress(Exception):
                sum(range(1000))


@pytest.mark.parametrize(
    ("number", "ending"), [(signal.SIGINT, Ending.INTERRUPTED), (signal.SIGTERM, Ending.TERMINATED)]
)
def test_what_does_not_get_done_is_not_waited_for(
    number: signal.Signals, ending: Ending, typed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("artrules.table.terminal.loop._GRACE", 0.2)
    alarm = signal.getsignal(signal.SIGALRM)
    assert Loop().run(Stuck(number)) is ending
    assert signal.getsignal(signal.SIGALRM) is alarm
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


class Thinker(Busy):
    """A speaker whose bot thinks for ever."""

    def __init__(self, loop: Loop, number: signal.Signals, *, late: bool) -> None:
        super().__init__(number)
        self.loop = loop
        self.late = late
        self.thought = False

    def answer(self, typed: str) -> Reply:
        if self.late:
            os.kill(os.getpid(), self.number)  # before it thinks
        with self.loop.interruptible():
            self.thought = True
            os.kill(os.getpid(), self.number)
            while True:
                sum(range(1000))


@pytest.mark.parametrize("late", [False, True])
def test_a_bot_that_thinks_is_not_waited_for(typed: None, late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("artrules.table.terminal.loop._GRACE", PATIENCE)
    loop = Loop()
    thinker = Thinker(loop, signal.SIGINT, late=late)
    assert loop.run(thinker) is Ending.INTERRUPTED
    assert thinker.thought is not late


def test_a_person_who_does_not_wait_for_a_bot_has_lost_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    one = Terminal(
        "play", LANTERNS, "--seat", "2", "--seed", "4", "--save", str(file), "--bot", "search", "--time", "999"
    )
    one.until(r"player 1 \(search\) is thinking")
    one.type("\x03")
    assert "--resume" in one.until("go on with:\r\n.*\r\n")
    assert one.end() == 130
    record = kept(file)
    assert record.seats is not None and record.seats.bots == ("search:time=999", "") and not record.choices
    two = Terminal("play", "--resume", str(file), "--bot", "search", "--iterations", "2")
    two.until("\r\n> ")
    record = kept(file)
    assert record.seats is not None and record.seats.bots == ("search:iterations=2", "") and record.choices
    two.type("quit\r")
    assert two.end() == 0


def test_a_second_termination_does_not_wait(typed: None) -> None:
    speaker = Busy(signal.SIGTERM, 2)
    assert Loop().run(speaker) is Ending.TERMINATED
    assert not speaker.done


def test_a_screen_that_nobody_reads_does_not_keep_it(tmp_path: Path) -> None:
    """It waits for ever to write, and is asked to end."""
    file = tmp_path / "game.json"
    call = ["play", LANTERNS, "--seat", "1", "--seed", "4", "--save", str(file)]
    lines = "table\n" * 2000
    (tmp_path / "typed").write_text(lines)
    with (tmp_path / "typed").open() as typed:
        game = subprocess.Popen(
            [sys.executable, "-m", "artrules", *call],
            stdin=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        )
    assert game.stdout is not None and game.stdout.read(2000)
    wait_until(lambda: is_asleep(game.pid))
    game.send_signal(signal.SIGTERM)
    try:
        assert game.wait(PATIENCE) == 143
    finally:
        game.kill()
        game.communicate()
    assert kept(file).save is not None


def test_a_game_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    """The second may look; when the first has gone, in whatever way, it may play on."""
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    link.symlink_to(file)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter"), "ARTRULES_GAMES": str(tmp_path / "games")}

    def call(*arguments: str, typed: str = "1\nquit\n") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "artrules", *arguments]
        return subprocess.run(command, input=typed, capture_output=True, text=True, env=environment, timeout=PATIENCE)

    one = Terminal("play", LANTERNS, "--seat", "1", "--seed", "4", "--save", str(file))
    one.until("\r\n> ")
    before = file.read_bytes()
    for name in (file, link):
        second = call("play", "--resume", str(name))
        assert second.returncode == 2 and second.stderr.count("\n") == 1
        assert "another process plays this game" in second.stderr and "artrules replay" in second.stderr
        assert call("replay", str(name), "--list").returncode == 0
    assert call("play", "--resume", str(file), "--save", str(tmp_path / "copy.json")).returncode == 0
    third = call("play", LANTERNS, "--seat", "1", "--seed", "4", typed=f"save {link}\nquit\n")
    assert "nothing is written" in third.stdout and third.returncode == 0
    refused = call("play", LANTERNS, "--seat", "1", "--save", str(file))
    assert refused.returncode == 2 and "there is a file" in refused.stderr
    assert file.read_bytes() == before
    one.type("1\r")
    one.until("\r\n> ")
    one.process.kill()
    one.end()
    now = kept(file).choices
    after = call("play", "--resume", str(file))
    assert after.returncode == 0 and kept(file).choices[: len(now)] == now and len(kept(file).choices) > len(now)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.json", "game.json", "games", "link.json"]
