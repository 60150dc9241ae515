"""What all tests share: none of them reads or fills the cache of the user, or depends on how fast the machine is or on
whether it runs in the background; and what is left out is said."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from table.browser.chromium import missing
from tiers import SHORT, is_left_out, left_to_longer_tiers

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


CACHE = "ARTRULES_TESTS_CACHE"
"""The environment variable that names the folder of the cache of a run of tests: its processes share what they read."""


def notice_signals() -> None:
    """A job in the background ignores Ctrl-C, one of `nohup` the end of the terminal, and the programs that tests start
    would do the same. What a handler is for isn't ignored, and they get what is usual."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


notice_signals()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What is left out as a whole needn't be imported."""
    return (config.option.markexpr == SHORT and is_left_out(collection_path)) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    cases = {
        item: (item.path, item.originalname, item.callspec.id if hasattr(item, "callspec") else "") for item in items
    }
    thorough, rare = left_to_longer_tiers(cases.values())
    for item, case in cases.items():
        if case in rare:
            item.add_marker(pytest.mark.every_game)
        elif case in thorough:
            item.add_marker(pytest.mark.thorough)


def pytest_collection_finish() -> None:
    """What was imported and collected stays as long as the process, and hardly anything that is read and compiled is
    garbage. To look for it took a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says it where the tests in a browser can't run, so that they aren't collected."""
    what = missing()
    if what is not None:
        terminalreporter.write_line(f"The tests in a browser are left out: {what}.")


def pytest_configure(config: pytest.Config) -> None:
    """All processes of a run share a cache. What is named on the command line runs whole."""
    if CACHE not in os.environ:
        os.environ[CACHE] = tempfile.mkdtemp(prefix="artrules-tests-")
        config.add_cleanup(partial(shutil.rmtree, os.environ[CACHE], ignore_errors=True))
    os.environ["ARTRULES_CACHE"] = os.environ[CACHE]
    arguments = config.invocation_params.args
    if config.args_source is pytest.Config.ArgsSource.ARGS and "-m" not in arguments and not is_worker(config):
        config.option.markexpr = ""


def is_worker(config: pytest.Config) -> bool:
    """Whether this is a process of pytest-xdist, which gets its options from the one that was called."""
    return hasattr(config, "workerinput")


@pytest.fixture(autouse=True)
def nothing_changed_is_kept(request: pytest.FixtureRequest) -> None:
    """A test that changes the engine under its own feet neither fills the cache nor reads it."""
    if "monkeypatch" in request.fixturenames:
        request.getfixturevalue("monkeypatch").setenv("ARTRULES_CACHE", "")


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own, which is still empty."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("ARTRULES_CACHE", str(folder))
    return folder
