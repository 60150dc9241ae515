"""The rules of declarations: each has its own name, what it names is declared, and its values are of its types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from artrules.model.ir import types as t
from artrules.model.ir.declarations import IN_PLAY, Declaration, Function, PluginFunction, Procedure
from artrules.model.ir.model import Model
from model.ir.verify.expressions import is_value
from model.ir.verify.violation import Violation


def verify_declarations(model: Model, found: list[Violation]) -> None:
    """Add the violations among a model's declarations to those found."""
    for table, named in tables(model).items():
        for key, declaration in named.items():
            if key not in (declaration.key, declaration.name):
                found.append(Violation(f"{table} {key}", f"it is called `{declaration.key}`", declaration.at))
    for declaration, message in _wrong(model):
        found.append(Violation(f"{type(declaration).__name__} {declaration.key}", message, declaration.at))


def tables(model: Model) -> dict[str, Mapping[str, Declaration]]:
    """The tables of a model that hold declarations by name or key."""
    names = "settings enums lives limits power_attributes groups kinds zones variables events tables functions"
    names += " plugin_functions"
    return {name: getattr(model, name) for name in f"{names} procedures menus pieces totals rulings sets".split()}


def _wrong(model: Model) -> Iterator[tuple[Declaration, str]]:
    """Each declaration that breaks a rule, with the rule's message."""
    yield from _types(model)
    yield from _names(model)
    members = {name: enum.members for name, enum in model.enums.items()}
    for enum in model.enums.values():
        if len(set(enum.members)) < len(enum.members):
            yield enum, "a member is there twice"
    for name, (enum, index) in model.members.items():
        if model.enums.get(enum.name) is not enum or list(enum.members)[index : index + 1] != [name]:
            yield enum, f"`{name}` is not its member {index}"
    for event in model.events.values():
        if [field.index for field in event.fields.values()] != list(range(len(event.fields))):
            yield event, "its fields are not counted from 0"
    for number, power in enumerate(model.powers):
        if power.index != number:
            yield power, f"its index is {power.index}, but it is power {number}"
        if any(model.limits.get(limit.key) is not limit for limit in power.limits):
            yield power, "the model doesn't declare one of its limits"
        for name, attribute in model.power_attributes.items():
            if not is_value(power.attributes.get(name), attribute.type, members):
                yield power, f"its `{name}` is no value of type {attribute.type}"
    indexes = [limit.index for limit in model.limits.values()]
    for limit in model.limits.values():
        if indexes.count(limit.index) > 1:
            yield limit, "another limit has the same index"


def _types(model: Model) -> Iterator[tuple[Declaration, str]]:
    """Types must be known, and name what there is."""
    for declaration, type_ in _declared_types(model):
        for part in _parts(type_):
            match part:
                case t.Unknown():
                    yield declaration, "its type is unknown"
                case t.Number(low, high) if not -t.WIDE <= low <= high <= t.WIDE:
                    yield declaration, f"no number lies in {low}..{high}"
                case t.Member(enum) if enum not in model.enums:
                    yield declaration, f"there is no enum `{enum}`"
                case t.Card(kinds) if not kinds or not kinds <= model.kinds.keys():
                    yield declaration, f"there are no cards of type {part}"
                case t.Happening(event) if event not in model.events:
                    yield declaration, f"there is no event `{event}`"


def _declared_types(model: Model) -> Iterator[tuple[Declaration, t.Type]]:
    for table in tables(model).values():
        for each in table.values():
            for field in ("type", "of", "per", "second"):
                if isinstance(type_ := getattr(each, field, None), t.Type):
                    yield each, type_
    for kind in model.kinds.values():
        for attribute in kind.attributes.values():
            yield attribute, attribute.type
    for event in model.events.values():
        for part in event.fields.values():
            yield part, part.type
    called: list[Function | Procedure | PluginFunction]
    called = [*model.functions.values(), *model.procedures.values(), *model.plugin_functions.values()]
    for declaration in called:
        for parameter in declaration.parameters:
            yield declaration, parameter.type
    for function in model.plugin_functions.values():
        yield function, function.result


def _parts(type_: t.Type) -> Iterator[t.Type]:
    """A type and those it is made of."""
    yield type_
    if isinstance(type_, t.Optional | t.SetOf | t.ListOf):
        yield from _parts(type_.of)


def _names(model: Model) -> Iterator[tuple[Declaration, str]]:
    """Lives, zones, groups and sets that a declaration names must be there."""

    def missing(declaration: Declaration, name: str | None, table: Mapping[str, Any], *known: str) -> str | None:
        return f"there is no `{name}`" if name is not None and name not in table and name not in known else None

    found: list[tuple[Declaration, str | None]] = []
    for variable in model.variables.values():
        found.append((variable, missing(variable, variable.lasts, model.lives, "game")))
    for limit in model.limits.values():
        found.append((limit, missing(limit, limit.life, model.lives, "game")))
    for event in model.events.values():
        found.append((event, missing(event, event.kept, model.lives, "game")))
    for kind in model.kinds.values():
        if kind.powers is not None:
            found.append((kind, missing(kind, kind.powers.group, model.groups)))
            found.append((kind, missing(kind, kind.powers.by, kind.attributes)))
        for attribute in kind.attributes.values():
            found.append((attribute, missing(attribute, attribute.kind, {kind.name: kind})))
            found.append((attribute, missing(attribute, attribute.lasts, model.lives, "game")))
            found.append((attribute, missing(attribute, attribute.back_when_leaving, model.zones, IN_PLAY)))
    for pieces in model.pieces.values():
        found.append((pieces, missing(pieces, pieces.kind, model.kinds)))
    phases = {phase.name: phase for phase in model.flow.phases}
    for phase in model.flow.phases:
        found.append((phase, missing(phase, phase.back_to or None, phases)))
        found += [(phase, missing(phase, life, model.lives)) for life in phase.ends]
    for declaration in (*model.functions.values(), *model.procedures.values(), *model.powers):
        found.append((declaration, missing(declaration, declaration.owner, model.sets)))
    yield from ((declaration, message) for declaration, message in found if message is not None)
