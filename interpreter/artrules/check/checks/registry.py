"""Discovers the checks and runs them: those of one model, of all models of a ruleset together, of a file of scenarios.

Every module of `rules/` is imported, and what its decorators declared is collected. So this module, and no other, knows
all kinds of diagnostic.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from artrules.check.checks import rules
from artrules.check.checks.check import Check, ModelCheck, Precondition, RulesetCheck, ScenarioCheck
from artrules.check.checks.soundness import Soundness
from artrules.check.scenario_files.scenario import ScenarioFile
from artrules.model.ir.model import Model
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.kinds import Kind, all_kinds, find_kind
from artrules.text.diagnostics.report import Report


@cache
def all_checks() -> tuple[Check, ...]:
    """All checks, in the order in which those of one sort run: by the lowest code that they report, then by name."""
    return tuple(
        sorted(dict.fromkeys(_declared()), key=lambda check: (min(kind.code for kind in check.kinds), check.name))
    )


def _declared() -> Iterator[Check]:
    for module in iter_modules(rules.__path__, f"{rules.__name__}."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, Check):
                yield value


def kinds() -> Mapping[int, Kind]:
    """All kinds of diagnostic by code in rising order, those of the checks too. Kinds of plugins are not among them."""
    all_checks()
    return all_kinds()


def find(text: str) -> Kind | None:
    """The kind with this code (`2001` or `ART2001`) or slug, or None. Those of plugins are not found."""
    all_checks()
    return find_kind(text)


# Runs the checks. Each looks at what is sound (`soundness.py`), so that one fault doesn't hide others.

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
            accepts = sound.accepts_of_names if check.asks_for_uses else sound.accepts
            with _accepting(accepts, sound, report, _spared(check, model)):
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
            accepts = sound.accepts_of_names if check.asks_for_uses else sound.accepts
            with _accepting(accepts, sound, report, _spared(check, together[0])):
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


def _spared(check: ModelCheck | RulesetCheck, model: Model) -> Container[str]:
    """The files of libraries in which a check reports nothing, by their names in diagnostics."""
    is_alone = model.at.file in model.libraries
    spares = check.in_libraries == "never" or (check.in_libraries == "alone" and not is_alone)
    return model.libraries if spares else ()


@contextmanager
def _accepting(
    accepts: Callable[[Diagnostic], bool], sound: Soundness, report: Report, spared: Container[str] = ()
) -> Iterator[None]:
    """While this lasts, the report takes only what holds whatever is wrong elsewhere, and nothing in files that are
    spared."""

    def accepts_here(diagnostic: Diagnostic) -> bool:
        is_spared = diagnostic.span is not None and diagnostic.span.file in spared
        return not is_spared and (not sound.key or accepts(diagnostic))

    report.accepts = accepts_here if sound.key or spared else None
    try:
        yield
    finally:
        report.accepts = None
