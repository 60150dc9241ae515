"""The notice that a bot is thinking: only at a terminal, only when it takes long, and gone afterwards."""

from __future__ import annotations

from io import StringIO
from threading import Event

import pytest

from artrules.table.terminal import progress


class Screen(StringIO):
    """Standard error as a terminal, which says when it was written to."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal
        self.written = Event()

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)


def screen(monkeypatch: pytest.MonkeyPatch, terminal: bool, patience: float) -> Screen:
    made = Screen(terminal)
    monkeypatch.setattr("sys.stderr", made)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    return made


def test_it_is_shown_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = screen(monkeypatch, True, 0.01)
    with pytest.raises(KeyboardInterrupt), progress.show_if_long("wait …"):
        assert shown.written.wait(60)
        raise KeyboardInterrupt
    assert shown.getvalue() == "wait …\r      \r"


@pytest.mark.parametrize(("terminal", "patience"), [(True, 60.0), (False, 0.0)])
def test_it_is_not_shown(monkeypatch: pytest.MonkeyPatch, terminal: bool, patience: float) -> None:
    shown = screen(monkeypatch, terminal, patience)
    with progress.show_if_long("wait …"):
        assert not shown.written.wait(0.05)
    assert shown.getvalue() == ""


def test_a_screen_that_is_gone_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = screen(monkeypatch, True, 0.01)
    with progress.show_if_long("wait …"):
        assert shown.written.wait(60)
        shown.close()
