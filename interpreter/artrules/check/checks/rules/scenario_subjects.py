"""What scenarios are about: powers, rules and rulings that the game doesn't have, and the same thing said twice."""

from collections.abc import Iterator

from artrules.check.checks.check import scenario_check
from artrules.check.checks.rules.texts import UNKNOWN_RULING
from artrules.check.scenario_files.scenario import Scenario, ScenarioFile
from artrules.model.declare.prose import citations
from artrules.model.ir.code import every_declaration
from artrules.model.ir.model import Model, kept_with_model
from artrules.model.ir.references import refer
from artrules.text.content.section import every_key
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Scalar, number, to_data

# Scenarios about what the game doesn't have: powers and rules that `about` names, and rulings that `source` cites.

UNKNOWN_SUBJECT = declare(
    4205, "unknown-subject", "a scenario is about a power or a rule that isn't there", severity="warning"
)


@scenario_check(UNKNOWN_SUBJECT, UNKNOWN_RULING)
def scenario_subjects(file: ScenarioFile, report: Report) -> None:
    subject_sets = [_subjects(model) for model in file.models]
    rulings = frozenset(ruling.name for model in file.models for ruling in model.rulings.values())
    setups = [section for _, section in file.section.list] + [each for each in [file.section.defaults] if each]
    for section in setups:
        for name in section.about or ():
            refer(report, name.span, name.text)
            if not any(name.text in subjects for subjects in subject_sets):
                report.add(
                    UNKNOWN_SUBJECT,
                    f"the game has no power or rule `{name.text}`",
                    name.span,
                    expected="a power as `GROUP.KEY`, or the name of a rule",
                    found=f"`{name.text}`",
                    suggestions=closest(name.text, sorted(frozenset().union(*subject_sets))),
                    missing=_last_name(name.text),
                )
        if section.source is not None and rulings:
            _check_source(section.source, rulings, report)


def _last_name(subject: str) -> str:
    """The name that is missing if a subject is: of `setup.STEP` it is the step."""
    last = subject.rpartition(".")[2]
    return last if last[:1].isalpha() else subject


def _check_source(source: Scalar, rulings: frozenset[str], report: Report) -> None:
    for citation in citations(source.text, rulings):
        if citation.number not in rulings:
            report.add(
                UNKNOWN_RULING,
                f"there is no ruling {citation.number}",
                source.span_of(citation.start, citation.end),
                expected="the number of a ruling",
                found=f"`{source.text[citation.start : citation.end]}`",
                suggestions=closest(citation.number, sorted(rulings)),
            )


@kept_with_model
def _subjects(model: Model) -> frozenset[str]:
    """All that a scenario can be about."""
    return frozenset(_names(model))


def _names(model: Model) -> Iterator[str]:
    yield from every_key()
    yield from model.overlays
    for spelled, declaration in every_declaration(model).items():
        yield from (spelled, spelled.replace(" ", ".", 1), declaration.name, declaration.key)
    for menu in model.menus.values():
        yield from (f"{menu.name}.{entry.name}" for entry in menu.entries)
    for power in model.powers:
        for name in (f"{power.group}.{power.group_key}", f"{power.group}.{power.group_key}.{power.number}"):
            yield from (name, f"{power.owner}/{name}")
    for kind in model.kinds.values():
        for attribute in kind.attributes:
            yield from (attribute, f"{kind.name}.{attribute}")
    for enum in model.enums.values():
        yield from enum.properties


# Scenarios of one file that say the same twice.

REPEATED_SCENARIO = declare(
    4204, "repeated-scenario", "a scenario is the same as another one of its file", severity="warning"
)


@scenario_check(REPEATED_SCENARIO)
def repeated_scenarios(file: ScenarioFile, report: Report) -> None:
    scenarios_by_text: dict[str, Scenario] = {}
    for scenario, _ in file.scenarios:
        other = scenarios_by_text.setdefault(_said(scenario), scenario)
        if other is not scenario:
            report.add(
                REPEATED_SCENARIO,
                f"the scenario `{scenario.name}` is the same as `{other.name}`",
                scenario.key.span,
                related=[("the same", other.key.span)],
            )


def _said(scenario: Scenario) -> str:
    """All that a scenario says, but for its name and what it is about."""
    position = to_data(scenario.given.node) if scenario.given is not None else None
    steps = [to_data(step.node) for step in scenario.steps]
    return repr((number(scenario.players), scenario.seed, sorted(scenario.chosen.items()), position, steps))
