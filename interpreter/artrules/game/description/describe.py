"""Makes the description of the table on which a runtime plays."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.game.description.areas import Owners, areas_of, enum_of, sort_of_owners
from artrules.game.description.looks import look_of_each
from artrules.game.description.members import describe_members
from artrules.game.description.table import KindDescription, PhaseDescription, TableDescription, ZoneDescription
from artrules.game.description.titles import heading, title_of
from artrules.game.description.values import describe_figure, describe_variable
from artrules.game.runtime import Runtime
from artrules.ir.declarations import ZoneDeclaration
from artrules.ir.flow import Phase
from artrules.ir.model import Model
from artrules.ir.types import Card, ListOf, Optional, Player, SetOf, Type
from artrules.position.decode import SceneReader


def describe(runtime: Runtime) -> TableDescription:
    """The description of the table on which a runtime plays; made once. Raises Stopped."""
    if runtime.described is None:
        runtime.described = _describe(runtime)
    return runtime.described[0]


def looks_of_cards(runtime: Runtime) -> tuple[int, ...]:
    """By card: the index of its look in the description. Raises Stopped."""
    describe(runtime)
    assert runtime.described is not None
    return runtime.described[1]


def _describe(runtime: Runtime) -> tuple[TableDescription, tuple[int, ...]]:
    model, layout = runtime.model, runtime.layout
    members = describe_members(model)
    kinds = {name: _kind(model, name) for name in model.kinds}
    looks, of_cards = look_of_each(runtime, members)
    in_play = {v.key: v for v in model.variables.values() if v.key in layout.variables and v.type is not None}
    things: dict[str, Owners] = {
        key: sort_of_owners(zone.declaration.per, zone.declaration.second) for key, zone in layout.zones.items()
    }
    things |= {key: sort_of_owners(variable.of) for key, variable in in_play.items()}
    figures = {name: figure for name, figure in model.layout.figures.items() if not isinstance(figure.of, Card)}
    things |= {name: sort_of_owners(figure.of) for name, figure in figures.items()}
    of_players = {a.name for kind in model.kinds.values() for a in kind.attributes.values() if _is_player(a.type)}
    of_players |= {key for key, variable in in_play.items() if _is_player(variable.type)}
    runtime.load(runtime.start[0])
    start = SceneReader(runtime.program, runtime.instance)
    description = TableDescription(
        title=model.title,
        about=model.layout.about.text if model.layout.about is not None else "",
        areas=tuple(areas_of(runtime, things)),
        zones={key: _zone(runtime, zone.declaration) for key, zone in layout.zones.items()},
        variables={key: describe_variable(runtime, start, variable) for key, variable in in_play.items()},
        figures={name: describe_figure(runtime, figure) for name, figure in figures.items()},
        phases={phase.name: _phase(model, phase) for phase in model.flow.phases},
        members=members,
        kinds=kinds,
        looks=looks,
        of_players=frozenset(of_players),
        powers=tuple(_powers(runtime)),
    )
    return description, of_cards


def _zone(runtime: Runtime, zone: ZoneDeclaration) -> ZoneDescription:
    said = runtime.model.layout.zones.get(zone.key)
    order = runtime.layout.order(zone)
    of_player, owner = sort_of_owners(zone.per, zone.second)
    fan = of_player and zone.seen_by == "owner"
    as_ = order if order != "loose" else "fan" if fan else "grid"
    return ZoneDescription(
        order,
        zone.face_up,
        title=said.title.text if said is not None and said.title is not None else title_of(zone.name),
        as_=(said.as_ if said is not None else None) or as_,
        shown=(said.shown if said is not None else None) or ("always" if fan else "filled"),
        of="player" if of_player else "table",
        by=enum_of(owner),
    )


def _kind(model: Model, kind: str) -> KindDescription:
    figures = {
        name: figure.title.text if figure.title is not None else title_of(name)
        for name, figure in model.layout.figures.items()
        if isinstance(figure.of, Card) and kind in figure.of.kinds and figure.shown != "never"
    }
    said = model.layout.cards.get(kind)
    number = said.number if said is not None and said.number in model.layout.figures else None
    return KindDescription(title_of(kind), number, figures)


def _phase(model: Model, phase: Phase) -> PhaseDescription:
    said = model.layout.phases.get(phase.name)
    return PhaseDescription(heading(title_of(phase.name)) if said is None else said.text, phase.who)


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
