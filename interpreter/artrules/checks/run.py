"""Runs the checks: those of one model, and those of all models of a ruleset together."""

from __future__ import annotations

from collections.abc import Iterable

from artrules.checks.check import ModelCheck, Precondition, RulesetCheck
from artrules.checks.registry import all_checks
from artrules.diagnostics.report import Report
from artrules.ir.model import Model


def check_model(model: Model, report: Report) -> None:
    """Run the checks of one model. If a precondition doesn't hold, no other check runs. Raises ReportFull."""
    if not all([check.holds(model, report) for check in all_checks() if isinstance(check, Precondition)]):
        return
    of_one = [check for check in all_checks() if isinstance(check, ModelCheck)]
    for check in of_one:
        if not check.without_errors:
            check.find(model, report)
    for check in of_one:
        if check.without_errors and not report.has_errors:
            check.find(model, report)


def check_models(models: Iterable[Model], report: Report) -> None:
    """Run the checks of all models of a ruleset together. The first model is the game without overlays.

    The result means something only when names and types are right. Raises ReportFull.
    """
    together = list(models)
    for check in all_checks():
        if isinstance(check, RulesetCheck):
            check.find(together, report)
