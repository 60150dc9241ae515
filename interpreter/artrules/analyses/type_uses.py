"""Which enums and kinds of card the types of a model's declarations and constants name."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.analyses.calls import every
from artrules.ir.model import Model
from artrules.ir.nodes import AllCards, AllMembers, Constant, IsKind, PropertyOf
from artrules.ir.types import Card, ListOf, Member, Optional, SetOf, Type


def innermost(type_: Type | None) -> Type | None:
    """A type without what is around it: `colour` of `list of colour or none`."""
    while isinstance(type_, (Optional, ListOf, SetOf)):
        type_ = type_.of
    return type_


def enums_in_use(model: Model) -> set[str]:
    """The enums that code or the type of some declaration names."""
    used = {type_.enum for type_ in map(innermost, _types(model)) if isinstance(type_, Member)}
    used |= {node.enum for _, node in every(model, AllMembers)}
    used |= {node.enum for _, node in every(model, PropertyOf)}
    used |= {model.members[name][0].name for name in model.asked if name in model.members}
    return used


def kinds_in_use(model: Model) -> set[str]:
    """The kinds that have cards, that zones hold, or that code or the type of some declaration names."""
    used = {name for type_ in map(innermost, _types(model)) if isinstance(type_, Card) for name in type_.kinds}
    used |= {name for zone in model.zones.values() for name in zone.kinds}
    used |= {pieces.kind for pieces in model.pieces.values()}
    used |= {node.kind for _, node in every(model, IsKind)}
    used |= {node.kind for _, node in every(model, AllCards)}
    return used


def _types(model: Model) -> Iterator[Type | None]:
    """The types of all declarations, and of constants in code."""
    for variable in model.variables.values():
        yield from (variable.of, variable.type)
    for zone in model.zones.values():
        yield from (zone.per, zone.second)
    for kind in model.kinds.values():
        yield from (attribute.type for attribute in kind.attributes.values())
    for event in model.events.values():
        yield from (field.type for field in event.fields.values())
    for function in model.functions.values():
        yield from (parameter.type for parameter in function.parameters)
    for procedure in model.procedures.values():
        yield procedure.result
        yield from (parameter.type for parameter in procedure.parameters)
    for enum in model.enums.values():
        yield from enum.properties.values()
    yield from (setting.type for setting in model.settings.values())
    yield from (attribute.type for attribute in model.power_attributes.values())
    yield from (node.type for _, node in every(model, Constant))
