"""The checks stage: what can be wrong with a model although every name and type is right. One check, one file.

To add a check: a module here with a function `check(model, report)`, its kind of diagnostic in
`diagnostics/kinds/checks.py`, an example that it must find in `tests/checks/`, and its line in the list below.
"""

from __future__ import annotations

from collections.abc import Callable

from artrules.diagnostics.report import Report
from artrules.resolve.model import Model

CHECKS: list[Callable[[Model, Report], None]] = []


def check_model(model: Model, report: Report) -> None:
    """Run all checks."""
    for check in CHECKS:
        check(model, report)
