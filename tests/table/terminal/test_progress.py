"""Progress: a bar on a terminal, lines elsewhere, nothing where nobody could read it."""

from __future__ import annotations

import io
import os
import re
import sys

import pytest

from artrules.table.terminal.progress import Progress, clock_time


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Broken(Terminal):
    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


def test_lines_come_from_time_to_time(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = Progress(1000, "games", clock=clock)
    for done, now in ((1, 101.0), (100, 129.0), (250, 131.0), (260, 132.0), (500, 165.0), (1000, 230.0)):
        clock.now = now
        progress(done)
    progress.close()
    assert capsys.readouterr().err == "250 of 1,000 games, 1:33 left\n500 of 1,000 games, 1:05 left\n"


def test_what_is_known_from_before_took_no_time(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = Progress(1000, "games", known=900, clock=clock)
    clock.now += 31
    progress(900)
    clock.now += 31
    progress(962)
    assert capsys.readouterr().err == "900 of 1,000 games\n962 of 1,000 games, 0:38 left\n"


def drawn(monkeypatch: pytest.MonkeyPatch, columns: int) -> list[str]:
    terminal, clock = Terminal(), Clock()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((columns, 24)))
    progress = Progress(10, "games", clock=clock)
    for done in (1, 5, 10):
        clock.now += 2
        progress(done)
    progress.close()
    assert terminal.getvalue().endswith("\n")
    return [re.sub(r"\x1b\[\?25[lh]", "", part).rstrip() for part in terminal.getvalue().split("\r") if part.strip()]


def test_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(monkeypatch, 80) == [
        f"0 of 10 games [{'-' * 30}]",
        f"1 of 10 games, 0:18 left [{'#' * 3}{'-' * 27}]",
        f"5 of 10 games, 0:04 left [{'#' * 15}{'-' * 15}]",
        f"10 of 10 games [{'#' * 30}]",
    ]


@pytest.mark.parametrize("columns", [40, 28, 20, 5, 1])
def test_a_bar_keeps_to_one_line(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    assert all(len(line) < columns for line in drawn(monkeypatch, columns))


def test_no_bar_on_a_terminal_that_can_not_draw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "dumb")
    progress = Progress(10, "games")
    progress(5)
    progress.close()
    assert terminal.getvalue() == ""


def test_a_stream_that_fails_keeps_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Broken())
    monkeypatch.setenv("TERM", "xterm")
    clock = Clock()
    progress = Progress(10, "games", clock=clock)
    clock.now += 60
    progress(5)
    progress.close()


def test_times() -> None:
    assert [clock_time(s) for s in (0, 7.4, 750, 3750, 360_000)] == ["0:00", "0:07", "12:30", "1:02:30", "100:00:00"]
