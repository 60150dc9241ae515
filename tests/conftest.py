"""What all tests share: none of them reads or fills the cache of the user, or depends on how fast the machine is or on
whether it runs in the background; and what is left out is said."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from browser.chromium import missing

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def notice_signals() -> None:
    """A job in the background ignores Ctrl-C, one of `nohup` the end of the terminal, and the programs that tests start
    would do the same. What a handler is for isn't ignored, and they get what is usual."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


notice_signals()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says it where the tests in a browser can't run, so that they aren't collected."""
    what = missing()
    if what is not None:
        terminalreporter.write_line(f"The tests in a browser are left out: {what}.")


def pytest_configure(config: pytest.Config) -> None:
    """Tests change the engine under its own feet, so nothing is cached unless a test asks for it."""
    os.environ["ARTRULES_CACHE"] = ""


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own, which is still empty."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("ARTRULES_CACHE", str(folder))
    return folder
