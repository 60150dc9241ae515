"""Runs the checks: those of one model, those of all models of a ruleset together, those of a file of scenarios.

Each looks at what is sound (`soundness.py`), so that one fault doesn't hide others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from artrules.checks.check import ModelCheck, Precondition, RulesetCheck, ScenarioCheck
from artrules.checks.registry import all_checks
from artrules.checks.soundness import Soundness
from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.scenario_files.file import ScenarioFile

Judge = Callable[[Report], Soundness]
"""Says what is sound, with the errors that a report holds."""


def check_model(model: Model, report: Report, judge: Judge) -> None:
    """Run the checks of one model. If a precondition doesn't hold, no other check runs. Raises ReportFull."""
    before = judge(report)
    with _accepting(before.accepts_error, before, report):
        if not all([check.holds(model, report) for check in all_checks() if isinstance(check, Precondition)]):
            return
        of_one = [check for check in all_checks() if isinstance(check, ModelCheck)]
        for check in of_one:
            if not (check.without_errors or check.only_warns):
                check.find(model, report)
    # What these have found wrong isn't looked at any more.
    sound = judge(report)
    for check in of_one if sound.judges else ():
        if sound.whole if check.without_errors else check.only_warns:
            with _accepting(sound.accepts_of_names if check.asks_for_uses else sound.accepts, sound, report):
                check.find(model if check.asks_for_uses else sound.sound_part(model), report)


def check_models(models: Iterable[Model], report: Report, judge: Judge) -> None:
    """Run the checks of all models of a ruleset together. The first model is the game without overlays. Raises
    ReportFull."""
    together, sound = list(models), judge(report)
    if not sound.judges:
        return
    parts = [sound.sound_part(model) for model in together]
    for check in all_checks():
        if isinstance(check, RulesetCheck):
            with _accepting(sound.accepts_of_names if check.asks_for_uses else sound.accepts, sound, report):
                check.find(together if check.asks_for_uses else parts, report)


def check_scenarios(file: ScenarioFile, report: Report, judge: Judge) -> None:
    """Run the checks of a file of scenarios, which judge it without running anything. What they find depends on
    nothing but the file, the ruleset's models, and what is wrong elsewhere. Raises ReportFull."""
    sound = judge(report)
    for check in all_checks() if sound.judges else ():
        if isinstance(check, ScenarioCheck):
            with _accepting(
                sound.accepts_of_labels if check.asks_for_uses else sound.accepts_of_scenarios, sound, report
            ):
                check.find(file, report)


@contextmanager
def _accepting(accepts: Callable[[Diagnostic], bool], sound: Soundness, report: Report) -> Iterator[None]:
    """While this lasts, the report takes only what holds whatever is wrong elsewhere."""
    report.accepts = accepts if sound.key else None
    try:
        yield
    finally:
        report.accepts = None
