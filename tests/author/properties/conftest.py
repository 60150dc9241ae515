"""What tests of the properties share: every ruleset there is, and a summary of how much was tried."""

from __future__ import annotations

from typing import Any

import pytest


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what the shares have done; a plain run shows it at its end."""
    reports = [r for reports in terminalreporter.stats.values() for r in reports if isinstance(r, pytest.TestReport)]
    lines = sorted({str(value) for r in reports for name, value in r.user_properties if name == "tried"})
    if lines:
        terminalreporter.section("properties")
        for line in lines:
            terminalreporter.write_line(line)
