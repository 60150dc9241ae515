"""A file of scenarios as the checks see it: its scenarios, each with the game that it is set in and how that begins.

Scenarios are still the author's nodes, so that diagnostics can point into the file.
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as MappingOf
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from artrules.check.scenario_files.places import Places
from artrules.model.declare.files import read_unread_scenarios
from artrules.model.declare.overlay_conditions import BadSetup
from artrules.model.declare.overlays import copy_mapping
from artrules.model.declare.ruleset_files import RulesetFiles
from artrules.model.ir.declarations import ZoneDeclaration, ZoneOrder
from artrules.model.ir.model import Model, Phase
from artrules.model.ir.references import phase_key, refer
from artrules.text.content import scenarios as content
from artrules.text.content.scenarios import Scenarios, StartPosition
from artrules.text.content.section import Named, read
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.render import ContentError
from artrules.text.diagnostics.report import Report, ReportFull
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Entry, Mapping, Scalar, number, to_data, word
from artrules.text.source.node import Mapping as MappingNode

# Positions with a name: scenarios of a file begin in one, `given: {like: opening}`, and change a part of it.

_LIKE = "like"


class NamedPositions:
    """The positions of one file."""

    def __init__(self, positions: Named[StartPosition]) -> None:
        self._positions = {key.text: position for key, position in positions}

    def whole(self, position: StartPosition | None) -> StartPosition | None:
        """A position with all that it takes over from others. What it names itself counts, key by key."""
        if position is None or position.like is None:
            return position
        layers = [position]
        while (like := layers[-1].like) is not None:
            base = self._positions.get(like.text)
            if base is None or base in layers:
                break
            layers.append(base)
        merged: Mapping | None = None
        for layer in reversed(layers):
            if isinstance(layer.node, Mapping):
                merged = copy_mapping(layer.node) if merged is None else _merged(merged, layer.node)
        if merged is None:
            return position
        merged.entries.pop(_LIKE, None)
        return read(StartPosition, merged)

    def check(self, position: StartPosition | None, report: Report) -> None:
        """Report a name that no position has, and positions that are like themselves."""
        seen: list[StartPosition] = []
        while position is not None and position.like is not None:
            like = position.like
            seen.append(position)
            position = self._positions.get(like.text)
            if position is None:
                report.add(
                    kinds.UNKNOWN_POSITION,
                    f"there is no position `{like.text}`",
                    like.span,
                    expected=f"one of {', '.join(self._positions)}"
                    if self._positions
                    else "`positions` with this name in it",
                    found=f"`{like.text}`",
                    suggestions=closest(like.text, list(self._positions)),
                )
            elif position in seen:
                report.add(kinds.UNKNOWN_POSITION, f"the position `{like.text}` is like itself", like.span)
                return


def check_positions(file: Scenarios, report: Report) -> None:
    """Report what is wrong with the names of positions in a file of scenarios."""
    named = NamedPositions(file.positions)
    begin = [position for _, position in file.positions] + [scenario.given for _, scenario in file.list]
    for start_position in [*begin, file.defaults.given if file.defaults is not None else None]:
        named.check(start_position, report)


def _merged(base: Mapping, own: Mapping) -> Mapping:
    """The one mapping with the entries of the other in it, at every depth."""
    entries = dict(base.entries)
    for name, entry in own.entries.items():
        before = entries.get(name)
        if before is not None and isinstance(before.value, Mapping) and isinstance(entry.value, Mapping):
            entries[name] = Entry(entry.key, _merged(before.value, entry.value))
        else:
            entries[name] = entry
    return Mapping(entries, own.span, own.path)


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


# How the game of a scenario is set up: all that is known of it before anything is played.


class Setup:
    """One way to set up a game. `sets` are the names of the sets in play."""

    def __init__(self, model: Model, players: int, sets: frozenset[str]) -> None:
        self.model = model
        self.players = players
        self.sets = sets
        self.zone_declarations = [z for z in model.zones.values() if z.owner is None or z.owner in sets]
        self.variables = [v for v in model.variables.values() if v.owner is None or v.owner in sets]
        self.places = Places(self)

    def order_of(self, zone: ZoneDeclaration) -> ZoneOrder:
        """How cards lie in a zone."""
        return self.model.order_of(zone, self.sets)


# A file of scenarios as the checks see it: its scenarios, each with the game that it is set in.

FindSetup = Callable[[int | None, MappingOf[str, Any]], Setup]
"""How the game of so many players (by default the fewest) with some settings is set up. Raises BadSetup."""


class SetScenario(NamedTuple):
    """A scenario and how its game is set up, or why that is impossible."""

    scenario: Scenario
    setup: Setup | BadSetup


class ScenarioFile:
    """A file of scenarios, and the models of its ruleset: at least one, and the first is the game without overlays."""

    def __init__(self, document: MappingNode, models: Sequence[Model], find_setup: FindSetup) -> None:
        self.section = read(content.Scenarios, document)
        self.models = models
        self.scenarios = tuple(_set(scenario, find_setup) for scenario in scenarios_in(self.section))

    @property
    def possible(self) -> Iterator[tuple[Scenario, Setup]]:
        """The scenarios whose games can be set up."""
        for scenario, setup in self.scenarios:
            if isinstance(setup, Setup):
                yield scenario, setup


def _set(scenario: Scenario, find_setup: FindSetup) -> SetScenario:
    try:
        return SetScenario(scenario, find_setup(number(scenario.players), scenario.chosen))
    except BadSetup as problem:
        return SetScenario(scenario, problem)


# How a scenario's game is set up, and where it goes on from its position: the phase, and whose part of it it is.


def report_bad_setup(scenario: Scenario, problem: BadSetup, report: Report) -> None:
    """Report that a scenario's game can't be set up as it says, at the setting or number that is wrong."""
    at, actual = scenario.key.span, problem.found
    if problem.setting is None and scenario.players is not None:
        at = scenario.players.span
    for name, value in scenario.settings.values if scenario.settings is not None else ():
        if name.text == problem.setting:
            at = value.span if problem.of_value else name.span
    report.add(
        kinds.BAD_POSITION,
        problem.fault,
        at,
        expected=f"one of {', '.join(problem.known)}" if problem.known else None,
        found=f"`{actual}`" if actual else None,
        suggestions=closest(actual, problem.known),
    )


def find_phase(model: Model, named: Scalar | None, report: Report) -> int | None:
    """The index of the phase with a name; without a name it is the first. None after a diagnostic, or if there are no
    phases at all, which is reported elsewhere."""
    if named is None or not model.flow.phases:
        return 0 if model.flow.phases else None
    names = [phase.name for phase in model.flow.phases]
    if named.text in names:
        refer(report, named.span, phase_key(named.text))
        return names.index(named.text)
    report.add(
        kinds.BAD_POSITION,
        f"there is no phase `{named.text}`",
        named.span,
        expected=f"one of {', '.join(names)}",
        found=f"`{named.text}`",
        suggestions=closest(named.text, names),
    )
    return None


def check_turn(phase: Phase, turn: Scalar, report: Report) -> None:
    """Report a turn in a phase that isn't played in turn."""
    if phase.who != "in_turn":
        report.add(kinds.BAD_POSITION, f"the phase `{phase.name}` is not played in turn", turn.span)
