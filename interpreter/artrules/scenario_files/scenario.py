"""Scenarios as their files hold them: still the author's nodes, so that diagnostics can point into the file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from artrules.content import scenarios as content
from artrules.content.section import read
from artrules.declare.files import RulesetFiles, read_unread_scenarios
from artrules.diagnostics.errors import ContentError
from artrules.diagnostics.report import Report, ReportFull
from artrules.scenario_files.named_positions import NamedPositions, check_positions
from artrules.source.lookup import number, word
from artrules.source.node import Mapping, Scalar, to_data

T = TypeVar("T")
BASE = "base"
"""The heading of files that name none."""


@dataclass(slots=True)
class Scenario:
    """A position, choices, and what must come of them."""

    name: str
    key: Scalar
    heading: str
    about: list[str]
    source: str
    players: Scalar | None
    seed: int
    settings: content.Settings | None
    given: content.StartPosition | None
    steps: tuple[content.Step, ...]

    @property
    def file(self) -> str:
        """The file, as diagnostics name it."""
        return self.key.span.file

    @property
    def line(self) -> int:
        """The line on which it begins."""
        return self.key.span.line

    @property
    def chosen(self) -> dict[str, Any]:
        """The settings as plain data."""
        return {name.text: to_data(value) for name, value in self.settings.values} if self.settings else {}

    def goes_by(self, name: str) -> bool:
        """Whether a name stands for this scenario: its own name, its file's, its heading, or something that it is
        about."""
        return name in (self.name, self.file, self.heading) or name in self.about

    def concerns(self, name: str) -> bool:
        """Whether it goes by the name of a set or an overlay, or chooses that set."""
        return self.goes_by(name) or name in self.chosen.values()


def read_scenarios(files: RulesetFiles) -> list[Scenario]:
    """All scenarios of a ruleset, in the order of its files. Raises ContentError when one of the files has errors."""
    report = Report()
    with suppress(ReportFull):
        read_unread_scenarios(files, report)
    if report.has_errors:
        raise ContentError(report.diagnostics)
    for document in files.scenarios:
        check_positions(read(content.Scenarios, document), report)
    if report.has_errors:
        raise ContentError(report.diagnostics)
    return [s for document in files.scenarios for s in scenarios_of(document)]


def scenarios_of(document: Mapping) -> list[Scenario]:
    """The scenarios of one file."""
    return scenarios_in(read(content.Scenarios, document))


def scenarios_in(file: content.Scenarios) -> list[Scenario]:
    """The scenarios of one file that has been read."""
    heading = ", ".join(_texts(file.about)) or BASE
    defaults = file.defaults or read(content.Defaults, Mapping({}, file.node.span))
    positions = NamedPositions(file.positions)
    return [_scenario(key, section, defaults, heading, positions) for key, section in file.list]


def _scenario(
    key: Scalar, section: content.Scenario, defaults: content.Defaults, heading: str, positions: NamedPositions
) -> Scenario:
    return Scenario(
        key.text,
        key,
        heading,
        _texts(_first(section.about, defaults.about)),
        word(_first(section.source, defaults.source)),
        _first(section.players, defaults.players),
        number(_first(section.seed, defaults.seed)) or 0,
        _first(section.settings, defaults.settings),
        positions.whole(_first(section.given, defaults.given)),
        section.steps,
    )


def _first(own: T | None, default: T | None) -> T | None:
    return own if own is not None else default


def _texts(scalars: tuple[Scalar, ...] | None) -> list[str]:
    return [scalar.text for scalar in scalars or ()]
