"""Elaborates access to what belongs to an owner, and to items: `my x`, `owner.x`, `x[owner]`, `list[n]`."""

from __future__ import annotations

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.span import Span
from artrules.diagnostics.suggest import closest
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.names import acting_player
from artrules.ir.nodes import (
    AttributeOf,
    Expression,
    FaceOf,
    FieldOf,
    Operation,
    PowerAttributeOf,
    PowersOf,
    PropertyOf,
    VariableOf,
    ZoneOf,
)
from artrules.ir.types import (
    FACE,
    POWER,
    UNKNOWN,
    Card,
    Happening,
    ListOf,
    Member,
    Optional,
    Player,
    Power,
    Type,
    Unknown,
    Zone,
)
from artrules.syntax.ast import expressions as ast


def mine(elaborator: Elaborator, node: ast.Mine) -> Expression:
    """`my x`: the acting player's `x`."""
    owner = acting_player(elaborator, node)
    return owner if isinstance(owner.type, Unknown) else _owned(elaborator, owner, node)


def member(elaborator: Elaborator, node: ast.Member) -> Expression:
    """`owner.x`."""
    return _owned(elaborator, elaborator.expression(node.owner), node)


def _owned(elaborator: Elaborator, owner: Expression, node: ast.Mine | ast.Member) -> Expression:
    """The owner's thing with the node's name, or a diagnostic."""
    name, at, symbols = node.name.text, elaborator.at(node), elaborator.symbols
    match owner.type:
        case Unknown():
            return elaborator.unknown(node)
        case Player() | Member():
            found = _of_owner(elaborator, owner, name, at)
            if found is not None:
                return found
            known = _names_of_owner(elaborator, owner.type)
        case Card(kinds_):
            if name == "face":
                return FaceOf(at, FACE, owner)
            if name == "powers":
                return PowersOf(at, ListOf(POWER), owner)
            attribute = _attribute(elaborator, owner, kinds_, node)
            if attribute is not None:
                return attribute
            known = [a for k in kinds_ for a in symbols.kinds[k].attributes] + ["face", "kind", "powers"]
        case Happening(event_key):
            event = symbols.events[event_key]
            if (field := event.fields.get(name)) is not None and field.type is not None:
                return FieldOf(at, field.type, event, field, owner)
            known = list(event.fields)
        case Power():
            if (power_attribute := symbols.power_attributes.get(name)) is not None and power_attribute.type is not None:
                return PowerAttributeOf(at, power_attribute.type, name, owner)
            known = list(symbols.power_attributes)
        case Optional(of):
            elaborator.complain(
                kinds.MAYBE_NONE,
                f"this may be none, so it may have no `{name}`",
                node,
                expected=str(of),
                found=str(owner.type),
            )
            return elaborator.unknown(node)
        case _:
            known = []
    elaborator.complain(
        name_kinds.UNKNOWN_NAME,
        f"{_a(owner.type)} has no `{name}`",
        node.name,
        expected=f"one of {', '.join(sorted(set(known)))}" if known else "something that has parts",
        found=f"`{name}`",
        suggestions=closest(name, known),
    )
    return elaborator.unknown(node)


def _of_owner(elaborator: Elaborator, owner: Expression, name: str, span: Span) -> Expression | None:
    """An owner's variable, zone or property; None if there is none with the name. The owner is a player, or a member of
    an enum."""
    symbols = elaborator.symbols
    variable = symbols.find(symbols.variables, name, elaborator.context.owner)
    if variable is not None and variable.of == owner.type and variable.type is not None:
        return VariableOf(span, variable.type, variable, owner)
    zone = symbols.find(symbols.zones, name, elaborator.context.owner)
    if zone is not None and zone.per == owner.type:
        return ZoneOf(span, Zone(zone.key, zone.kinds), zone, owner)
    if isinstance(owner.type, Member):
        enum = symbols.enums[owner.type.enum]
        if name in enum.properties:
            return PropertyOf(span, enum.properties[name], enum.name, name, owner)
    return None


def _names_of_owner(elaborator: Elaborator, type_: Type) -> list[str]:
    """The names that can follow the dot after an owner of this type."""
    symbols, owner = elaborator.symbols, elaborator.context.owner
    known = [v.name for v in symbols.visible(symbols.variables, owner) if v.of == type_]
    known += [z.name for z in symbols.visible(symbols.zones, owner) if z.per == type_]
    return known + (list(symbols.enums[type_.enum].properties) if isinstance(type_, Member) else [])


def _attribute(
    elaborator: Elaborator, owner: Expression, kinds_: frozenset[str], node: ast.Mine | ast.Member
) -> Expression | None:
    """An attribute of a card whose kind is one of some; None if none of them has the attribute."""
    name = node.name.text
    found = {k: elaborator.symbols.kinds[k].attributes.get(name) for k in sorted(kinds_)}
    if not any(found.values()):
        return None
    missing = [k for k, a in found.items() if a is None]
    if missing or len(found) > 1:
        elaborator.complain(
            kinds.WRONG_TYPE,
            f"not every card here has `{name}`",
            node,
            expected=f"a card of one kind: test `.kind is {next(k for k, a in found.items() if a)}` first",
            found=str(owner.type),
        )
        return elaborator.unknown(node)
    attribute = next(iter(found.values()))
    assert attribute is not None
    return AttributeOf(elaborator.at(node), attribute.type or UNKNOWN, attribute, owner)


def index(elaborator: Elaborator, node: ast.Index) -> Expression:
    """`x[owner]` for a zone or variable with owners; otherwise the item at a position of a list or zone."""
    if isinstance(node.base, ast.Name):
        name = node.base.text
        zone = elaborator.symbols.find(elaborator.symbols.zones, name, elaborator.context.owner)
        if zone is not None and zone.per is not None and elaborator.scope.find(name) is None:
            owner = elaborator.demand(node.index, zone.per, f"which `{name}`")
            return ZoneOf(elaborator.at(node), Zone(zone.key, zone.kinds), zone, owner)
        variable = elaborator.symbols.find(elaborator.symbols.variables, name, elaborator.context.owner)
        if variable is not None and variable.of is not None and elaborator.scope.find(name) is None:
            owner = elaborator.demand(node.index, variable.of, f"whose `{name}`")
            return VariableOf(elaborator.at(node), variable.type or UNKNOWN, variable, owner)
    listed = elaborator.expression(node.base)
    position = elaborator.number(node.index, "a position")
    match listed.type:
        case ListOf(of):
            return Operation(elaborator.at(node), of, "item", (listed, position))
        case Zone(_, kinds_):
            return Operation(elaborator.at(node), Card(kinds_), "item", (listed, position))
        case Unknown():
            return elaborator.unknown(node)
    elaborator.complain(
        kinds.WRONG_TYPE, "only lists and zones have positions", node, expected="a list", found=str(listed.type)
    )
    return elaborator.unknown(node)


def _a(type_: Type) -> str:
    """The words for a type with an indefinite article."""
    text = str(type_) or "thing"
    return text if text.startswith("a ") else f"{'an' if text[0] in 'aeiou' else 'a'} {text}"
