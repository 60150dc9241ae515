"""What a screen must know of a ruleset to show its tables: how zones lie, where variables start, who the words are.

Taken from a game once; from then on a screen is made of a view, which is plain data, and of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from artrules.kernel.type import ListOf, Optional, Player, SetOf, Type
from artrules.run.write import written

if TYPE_CHECKING:
    from artrules.run.game import Game


@dataclass(frozen=True, slots=True)
class ZoneFacts:
    """How a zone's cards lie: `order` is pile, row or loose; `face_up` how a card lies that wasn't turned over."""

    order: str = "loose"
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class VariableFacts:
    """What a variable starts with, as a view tells it, and whether it keeps its value as long as the game lasts."""

    starts: Any = None
    lasts: bool = True


@dataclass(frozen=True)
class TableFacts:
    """By the names that views use, without what stands in brackets there."""

    title: str
    zones: dict[str, ZoneFacts]
    variables: dict[str, VariableFacts]
    phases: dict[str, str]
    """Who acts in each phase: in_turn, all_at_once or nobody."""
    of_players: frozenset[str]
    """Variables and attributes whose values are players."""
    powers: tuple[tuple[str, str, str], ...]
    """What is in play for each key of each group: the key, its title, its text."""


def table_facts(game: Game) -> TableFacts:
    """The facts of a game's configuration."""
    runtime = game._runtime
    model, layout = runtime.program.model, runtime.layout
    variables = {}
    of_players = {a.name for kind in model.kinds.values() for a in kind.attributes.values() if _is_player(a.type)}
    for variable in model.variables.values():
        first = layout.variables.get(variable.key)
        if first is None or variable.type is None:
            continue
        starts = written(runtime.blank, runtime.blank.cells[first], variable.type)
        variables[variable.key] = VariableFacts(starts, variable.lasts == "game")
        if _is_player(variable.type):
            of_players.add(variable.key)
    return TableFacts(
        model.title,
        {zone.key: ZoneFacts(zone.order, zone.face_up) for zone, _ in layout.zone_owner},
        variables,
        {phase.name: phase.who for phase in model.flow.phases},
        frozenset(of_players),
        tuple(_powers(game)),
    )


def _powers(game: Game) -> Iterator[tuple[str, str, str]]:
    program = game._runtime.program
    for group, chosen in program.layout.configuration.chosen.items():
        for key, name in chosen.items():
            keyed = program.model.sets[name].fills[group][key]
            yield f"{group} {key}".replace("_", " "), keyed.title, keyed.text


def _is_player(type_: Type | None) -> bool:
    match type_:
        case Player():
            return True
        case Optional(of) | SetOf(of) | ListOf(of):
            return _is_player(of)
    return False
