"""Scenarios as their files say them: still the author's nodes, so that whatever is wrong points into the file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from artrules.declare.files import RulesetFiles, read_left_out
from artrules.declare.read import entries, get, items, number, word
from artrules.diagnostics.errors import ContentError
from artrules.diagnostics.report import Report, ReportFull
from artrules.source.node import Mapping, Node, Scalar, to_data

BASE = "base"
"""The heading of files that name none."""


@dataclass(slots=True)
class Scenario:
    """A position, choices and what must come of them."""

    name: str
    key: Scalar
    heading: str
    about: list[str]
    source: str
    players: Scalar | None
    seed: int
    settings: Mapping | None
    given: Mapping | None
    steps: list[Mapping] = field(default_factory=list)

    @property
    def file(self) -> str:
        """The file as diagnostics call it."""
        return self.key.span.file

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.key.span.line

    @property
    def chosen(self) -> dict[str, Any]:
        """The settings as plain data."""
        data = to_data(self.settings) if self.settings is not None else {}
        return data if isinstance(data, dict) else {}

    def goes_by(self, name: str) -> bool:
        """Whether a name means this one: its own, its file's, its heading's, or of what it is about."""
        return name in (self.name, self.file, self.heading) or name in self.about

    def concerns(self, name: str) -> bool:
        """Whether it goes by the name of a set or an overlay, or chooses that set."""
        return self.goes_by(name) or name in self.chosen.values()


def read_scenarios(files: RulesetFiles) -> list[Scenario]:
    """All scenarios of a ruleset, in the order of its files. Raises ContentError when a file of them has errors."""
    report = Report()
    with suppress(ReportFull):
        read_left_out(files, report)
    if report.has_errors:
        raise ContentError(report.diagnostics)
    return [s for document in files.scenarios for s in scenarios_of(document)]


def scenarios_of(document: Mapping) -> list[Scenario]:
    """The scenarios of one file."""
    heading = ", ".join(_words(document.get("about"))) or BASE
    defaults = document.get("defaults")
    return [_scenario(key, node, defaults, heading) for key, node in entries(document.get("list"))]


def _scenario(key: Scalar, node: Node, defaults: Node | None, heading: str) -> Scenario:
    def said(name: str) -> Node | None:
        own = get(node, name)
        return own if own is not None else get(defaults, name)

    players, settings, given = said("players"), said("settings"), said("given")
    return Scenario(
        key.text,
        key,
        heading,
        _words(said("about")),
        word(said("source")),
        players if isinstance(players, Scalar) else None,
        number(said("seed")) or 0,
        settings if isinstance(settings, Mapping) else None,
        given if isinstance(given, Mapping) else None,
        [step for step in items(get(node, "steps")) if isinstance(step, Mapping)],
    )


def _words(node: Node | None) -> list[str]:
    return [item.text for item in items(node) if isinstance(item, Scalar)]
