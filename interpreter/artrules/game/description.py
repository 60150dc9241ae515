"""What a table looks like, whatever happens at it: how zones lie, how variables start, which powers are in play.

Part of the API. A client gets the description of a game once (`Game.description`); with it, a view is all that it
needs to draw a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from artrules.game.encode import written
from artrules.game.runtime import Runtime
from artrules.ir.types import ListOf, Optional, Player, SetOf, Type
from artrules.position.decode import SceneReader


@dataclass(frozen=True, slots=True)
class ZoneDescription:
    """How the cards of a zone lie: `order` is pile, row or loose; `face_up` says how a card lies by default."""

    order: str = "loose"
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class VariableDescription:
    """The start value of a variable, as a view shows it, and whether the variable keeps its value all game long."""

    starts: Any = None
    lasts: bool = True


@dataclass(frozen=True)
class TableDescription:
    """The table of one configuration of a ruleset. Names are those of views, without what stands there in brackets."""

    title: str
    zones: dict[str, ZoneDescription]
    variables: dict[str, VariableDescription]
    phases: dict[str, str]
    """Who acts in each phase: `in_turn`, `all_at_once` or `nobody`."""
    of_players: frozenset[str]
    """The names of the variables and attributes whose values are players."""
    powers: tuple[tuple[str, str, str], ...]
    """What the sets in play give for each key of each group: the key, its title, its text."""


def describe(runtime: Runtime) -> TableDescription:
    """The description of the table on which a runtime plays."""
    model, layout = runtime.model, runtime.layout
    runtime.load(runtime.start[0])
    start = SceneReader(runtime.program, runtime.instance)
    variables = {}
    of_players = {a.name for kind in model.kinds.values() for a in kind.attributes.values() if _is_player(a.type)}
    for variable in model.variables.values():
        if variable.key not in layout.variables or variable.type is None:
            continue
        starts = written(runtime, start.variable(variable), variable.type)
        variables[variable.key] = VariableDescription(starts, variable.lasts == "game")
        if _is_player(variable.type):
            of_players.add(variable.key)
    return TableDescription(
        model.title,
        {
            key: ZoneDescription(layout.order(zone.declaration), zone.declaration.face_up)
            for key, zone in layout.zones.items()
        },
        variables,
        {phase.name: phase.who for phase in model.flow.phases},
        frozenset(of_players),
        tuple(_powers(runtime)),
    )


def _powers(runtime: Runtime) -> Iterator[tuple[str, str, str]]:
    for group, chosen in runtime.layout.configuration.chosen.items():
        for key, name in chosen.items():
            keyed = runtime.model.sets[name].fills[group][key]
            yield f"{group} {key}".replace("_", " "), keyed.title, keyed.text


def _is_player(type_: Type | None) -> bool:
    match type_:
        case Player():
            return True
        case Optional(of) | SetOf(of) | ListOf(of):
            return _is_player(of)
    return False
