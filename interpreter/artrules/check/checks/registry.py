"""Discovers the checks and runs them: those of one model, of all models of a ruleset together, of a file of scenarios.

Every module of `rules/` is imported, and what its decorators declared is collected. So this module, and no other, knows
all kinds of diagnostic.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from artrules.check.checks import rules
from artrules.check.checks.check import Check, ModelCheck, Precondition, RulesetCheck, ScenarioCheck
from artrules.check.checks.soundness import Soundness
from artrules.check.scenario_files.scenario import ScenarioFile
from artrules.model.analyses.calls import every_body, nodes_by_class
from artrules.model.analyses.label_texts import label_texts
from artrules.model.ir.model import Model, kept_with_model, share_what_is_kept
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
    """Run the checks of one model that read no words. If a precondition doesn't hold, no other check runs. Raises
    ReportFull."""
    model = without_words(model)
    before = judge(report)
    with _accepting(before.accepts_error, before, report):
        if not all([check.holds(model, report) for check in all_checks() if isinstance(check, Precondition)]):
            return
        of_one = [check for check in all_checks() if isinstance(check, ModelCheck) and not check.reads_words]
        for check in of_one:
            if not (check.without_errors or check.only_warns):
                check.find(model, report)
    # What these have found wrong isn't looked at any more.
    sound = judge(report)
    for check in of_one if sound.judges else ():
        if sound.whole if check.without_errors else check.only_warns:
            _find_in_model(check, model, sound, report)


def check_models(models: Iterable[Model], report: Report, judge: Judge) -> None:
    """Run the checks that read no words of all models of a ruleset together. The first model is the game without
    overlays. Raises ReportFull."""
    _find_in_models([without_words(model) for model in models], False, report, judge)


def check_words(models: Sequence[Model], report: Report, judge: Judge) -> None:
    """Run the checks that read words, of each model and of all together. Raises ReportFull."""
    sound = judge(report)
    for model in models if sound.judges else ():
        for check in all_checks():
            if isinstance(check, ModelCheck) and check.reads_words:
                _find_in_model(check, model, sound, report)
    _find_in_models(models, True, report, judge)


def _find_in_model(check: ModelCheck, model: Model, sound: Soundness, report: Report) -> None:
    """Run a check of one model, where something may be wrong with the ruleset."""
    accepts = sound.accepts_of_names if check.asks_for_uses else sound.accepts
    with _accepting(accepts, sound, report, _spared(check, model)):
        check.find(model if check.asks_for_uses else sound.sound_part(model), report)


def _find_in_models(models: Sequence[Model], reads_words: bool, report: Report, judge: Judge) -> None:
    sound = judge(report)
    if not sound.judges:
        return
    parts = [sound.sound_part(model) for model in models]
    for check in all_checks():
        if isinstance(check, RulesetCheck) and check.reads_words is reads_words:
            accepts = sound.accepts_of_names if check.asks_for_uses else sound.accepts
            with _accepting(accepts, sound, report, _spared(check, models[0])):
                check.find(models if check.asks_for_uses else parts, report)


@kept_with_model
def without_words(model: Model) -> Model:
    """A model without words for people, but those in its code. Rulesets with the same `outline_of_code` have the same
    such model, but for places."""
    layout = model.layout
    titles: dict[str, Any] = {"title": None, "short": None}
    bare = replace(
        model,
        rulings={},
        ruling_headings=(),
        terms={},
        remarks=(),
        layout=replace(
            layout,
            areas=[replace(each, **titles) for each in layout.areas],
            zones={name: replace(each, **titles) for name, each in layout.zones.items()},
            variables={name: replace(each, gives=None, **titles) for name, each in layout.variables.items()},
            figures={name: replace(each, gives=None, **titles) for name, each in layout.figures.items()},
            members={
                enum: {name: replace(each, **titles) for name, each in members.items()}
                for enum, members in layout.members.items()
            },
            decisions={},
            phases={},
            about=None,
        ),
    )
    share_what_is_kept(every_body, model, bare)
    share_what_is_kept(nodes_by_class, model, bare)
    share_what_is_kept(label_texts, model, bare)  # titles of phases are in lines of the log alone
    return bare


def check_scenarios(file: ScenarioFile, report: Report, judge: Judge) -> None:
    """Run the checks of a file of scenarios, which judge it without running anything. What they find depends on
    nothing but the file, the ruleset's models as scenarios see them, and what is wrong elsewhere: where nothing is,
    they find the same and more, and `accepts_in_scenarios` says what of it holds here. Raises ReportFull."""
    sound = judge(report)
    with _accepting(accepts_in_scenarios(sound), sound, report):
        for check in all_checks() if sound.judges else ():
            if isinstance(check, ScenarioCheck):
                check.find(file, report)


def accepts_in_scenarios(sound: Soundness) -> Callable[[Diagnostic], bool]:
    """What says whether that which checks have found in scenarios holds, whatever is wrong elsewhere."""
    checks = [check for check in all_checks() if isinstance(check, ScenarioCheck) and check.asks_for_uses]
    of_labels = {kind for check in checks for kind in check.kinds}

    def accepts(diagnostic: Diagnostic) -> bool:
        holds = sound.accepts_of_labels if diagnostic.kind in of_labels else sound.accepts_of_scenarios
        return sound.judges and holds(diagnostic)

    return accepts


def _spared(check: ModelCheck | RulesetCheck, model: Model) -> Collection[str]:
    """The files of libraries in which a check reports nothing, by their names in diagnostics."""
    is_alone = model.at.file in model.libraries
    spares = check.in_libraries == "never" or (check.in_libraries == "alone" and not is_alone)
    return model.libraries if spares else ()


@contextmanager
def _accepting(
    accepts: Callable[[Diagnostic], bool], sound: Soundness, report: Report, spared: Collection[str] = ()
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
