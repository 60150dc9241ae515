"""Writes expressions that read tables or the state: attributes, fields, properties, ends of piles. Each function
returns Python text."""

from __future__ import annotations

from artrules.compile.names import python_name
from artrules.compile.writer import Writer
from artrules.ir import nodes as k
from artrules.ir.types import WIDE


def attribute(w: Writer, e: k.AttributeOf) -> str:
    """An attribute of a card. A printed one is read from a constant table, any other from the card's cell."""
    if not e.declaration.printed:
        return f"v[{w.attribute_cell(e)}]"
    cards, values = w.layout.cards[e.declaration.kind], w.layout.piece_values
    name = python_name("PRINTED", e.declaration.kind, e.declaration.name)
    if name not in w.constants:
        w.constants[name] = tuple(
            values[c].get(e.declaration.name) if cards.first <= c < cards.last else None for c in range(cards.last)
        )
    return f"{name}[{w.plain(e.card)}]"


def field_of(w: Writer, e: k.FieldOf) -> str:
    """A field of a happening. If its event is kept, the happening is the number of a record."""
    if e.event.kept is not None:
        site = w.site(e.at, f"this `{e.event.name}`")
        return f"field_of(S, {w.plain(e.happening)}, {e.declaration.index + 2}, {site})"
    return f"{w.plain(e.happening)}[{e.declaration.index}]"


def property_of(w: Writer, e: k.PropertyOf) -> str:
    """A property of a member of an enum."""
    enum = w.layout.model.enums[e.enum]
    name = python_name("PROPERTY", e.enum, e.property)
    w.constants[name] = tuple(enum.values.get(e.property, {}).get(m) for m in enum.members)
    return f"{name}[{w.plain(e.member)}]"


def power_attribute(w: Writer, e: k.PowerAttributeOf) -> str:
    """An attribute of a power's definition."""
    name = python_name("POWER", e.attribute)
    w.constants[name] = tuple(p.attributes.get(e.attribute) for p in w.layout.model.powers)
    return f"{name}[definition_of(S, {w.plain(e.power)})]"


def look_up(w: Writer, e: k.Lookup) -> str:
    """A number in a table. A range check is added where the number might exceed the engine's bounds."""
    name = python_name("TABLE", e.table.key)
    w.constants[name] = (tuple(e.table.steps), e.table.slope)
    text = f"look_up({name}, {w.plain(e.argument)})"
    every, more = e.table.slope or (1, 0)
    most = max((abs(value) for _, value in e.table.steps), default=0) + 2 * WIDE // every * abs(more)
    return text if most <= WIDE else f"checked({text}, {-WIDE}, {WIDE}, {w.site(e.at, 'this number')})"


def top_of(w: Writer, e: k.TopOf) -> str:
    """The card at an end of a pile, or a list of cards if there is a count."""
    pile = f"z[{w.zone(e.zone)}]"
    if e.count is None:
        return f"end_of({pile}, {-1 if e.from_bottom else 0}, {w.site(e.at, 'there is no card', e)})"
    if e.from_bottom:
        return f"last_of({pile}, {w.plain(e.count)})"
    if isinstance(e.count, k.Constant):
        return f"{pile}[:{e.count.value}]"
    return f"{pile}[:max(0, {w.plain(e.count)})]"
