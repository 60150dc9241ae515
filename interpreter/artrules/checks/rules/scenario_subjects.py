"""Scenarios about what the game doesn't have: powers and rules that `about` names, and rulings that `source` cites."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from artrules.checks.check import scenario_check
from artrules.checks.rules.unknown_rulings import UNKNOWN_RULING
from artrules.content.section import every_key
from artrules.declare.citations import citations
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.ir.code import every_declaration
from artrules.ir.model import Model
from artrules.scenario_files.file import ScenarioFile
from artrules.source.node import Scalar

UNKNOWN_SUBJECT = declare(
    4205,
    "unknown-subject",
    "a scenario is about a power or a rule that isn't there",
    """
    `about` of a scenario names what it tests: a power as `GROUP.KEY` or `GROUP.KEY.N`, or a rule by its name, such as a
    procedure, an entry of a menu as `MENU.ENTRY`, a step as `setup.STEP`, an attribute, an overlay, or a key of the
    language such as `until`. What is misspelt here isn't found when somebody runs the scenarios of a rule.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              one_colour:
                about: lihgt  #!
                given: {players: {1: {hand: [red 1, blue 3], row: [red 2]}}}
                steps: [{not_offered: [play blue 3], by: 1}]
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              one_colour:
                about: light
                given: {players: {1: {hand: [red 1, blue 3], row: [red 2]}}}
                steps: [{not_offered: [play blue 3], by: 1}]
            """,
        ),
        near_misses=(
            Example(
                "scenarios",
                """
                scenarios: lanterns
                about: whatever it is counted under
                list:
                  one_colour:
                    about: [guild.1, guild.1.1, market.leave, setup.deal, dim, score.coins, until]
                    given: {players: {1: {hand: [red 1, blue 3], row: [red 2]}}}
                    steps: [{not_offered: [play blue 3], by: 1}]
                """,
            ),
        ),
    ),
)
_KNOWN: WeakKeyDictionary[Model, frozenset[str]] = WeakKeyDictionary()


@scenario_check(UNKNOWN_SUBJECT, UNKNOWN_RULING)
def scenario_subjects(file: ScenarioFile, report: Report) -> None:
    known = [_subjects(model) for model in file.models]
    rulings = frozenset(ruling.name for model in file.models for ruling in model.rulings.values())
    setups = [section for _, section in file.section.list] + [each for each in [file.section.defaults] if each]
    for section in setups:
        for name in section.about or ():
            if not any(name.text in subjects for subjects in known):
                report.add(
                    UNKNOWN_SUBJECT,
                    f"the game has no power or rule `{name.text}`",
                    name.span,
                    expected="a power as `GROUP.KEY`, or the name of a rule",
                    found=f"`{name.text}`",
                    suggestions=closest(name.text, sorted(frozenset().union(*known))),
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


def _subjects(model: Model) -> frozenset[str]:
    """All that a scenario can be about."""
    if model not in _KNOWN:
        _KNOWN[model] = frozenset(_names(model))
    return _KNOWN[model]


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
