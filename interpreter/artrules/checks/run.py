"""Runs the checks: those of one model, those of all models of a ruleset together, those of a file of scenarios."""

from __future__ import annotations

from collections.abc import Iterable

from artrules.checks.check import ModelCheck, Precondition, RulesetCheck, ScenarioCheck
from artrules.checks.registry import all_checks
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.scenario_files.file import ScenarioFile


def check_model(model: Model, report: Report) -> None:
    """Run the checks of one model. If a precondition doesn't hold, no other check runs. Raises ReportFull.

    A model with mistakes lacks what couldn't be elaborated. So nobody is told then that something is never used or
    never happens: these checks, which only warn, run once all else is right.
    """
    if report.lacks_parts:
        return  # Any part of the model may be missing.
    report.warns = not report.has_errors
    if not all([check.holds(model, report) for check in all_checks() if isinstance(check, Precondition)]):
        return
    of_one = [check for check in all_checks() if isinstance(check, ModelCheck)]
    for check in of_one:
        if not check.without_errors and (report.warns or not check.only_warns):
            check.find(model, report)
    for check in of_one:
        if check.without_errors and not report.has_errors:
            check.find(model, report)
    report.warns = True


def check_models(models: Iterable[Model], report: Report) -> None:
    """Run the checks of all models of a ruleset together. The first model is the game without overlays.

    The result means something only when names and types are right. Raises ReportFull.
    """
    together = list(models)
    for check in all_checks():
        if isinstance(check, RulesetCheck):
            check.find(together, report)


def check_scenarios(file: ScenarioFile, report: Report) -> None:
    """Run the checks of a file of scenarios, which judge it without running anything. The ruleset has no errors. What
    they find depends on nothing but the file and the ruleset's models. Raises ReportFull."""
    for check in all_checks():
        if isinstance(check, ScenarioCheck):
            check.find(file, report)
