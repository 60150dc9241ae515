"""Reading tables and the state: attributes, fields, properties, ends of piles."""

from collections.abc import Sequence
from typing import Any

from artrules.engine.lower.builder import Builder, added, generated
from artrules.engine.lower.layout import Layout
from artrules.engine.lower.lowering import Lowering, Names
from artrules.engine.machine_code import nodes as m
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Attribute
from artrules.model.ir.types import WIDE, Number, Optional, Type, first_value

LONGEST_TABLE = 256
"""A table of numbers is looked up by index where its argument has at most so many values."""


def attribute(lower: Lowering, b: Builder, e: k.AttributeOf, names: Names) -> m.Value:
    """An attribute of a card. A printed one is read from a constant table."""
    return read_attribute(lower, e.declaration, lower.value(b, e.card, names))


def read_attribute(lower: Lowering, declaration: Attribute, card: m.Value) -> m.Value:
    """An attribute of a card that has it."""
    if not declaration.printed:
        return m.Load("attributes", added(m.Const(lower.layout.attribute(declaration)), card))
    cards, values = lower.layout.cards[declaration.kind], lower.layout.piece_values
    first = None if isinstance(declaration.type, Optional) else first_value(declaration.type)
    printed = [values[c].get(declaration.name, first) if c >= cards.first else None for c in range(cards.last)]
    name = generated("printed", declaration.kind, declaration.name)
    return m.Load(_table(lower, name, printed, declaration.type), card)


def property_of(lower: Lowering, b: Builder, e: k.PropertyOf, names: Names) -> m.Value:
    """A property of a member of an enum."""
    enum = lower.model.enums[e.enum]
    values = [enum.values.get(e.property, {}).get(member) for member in enum.members]
    name = generated("property", e.enum, e.property)
    return m.Load(_table(lower, name, values, enum.properties[e.property]), lower.value(b, e.member, names))


def power_attribute(lower: Lowering, b: Builder, e: k.PowerAttributeOf, names: Names) -> m.Value:
    """An attribute of a power's definition. Fails for a power that its card has lost."""
    declaration = lower.model.power_attributes[e.attribute]
    values = [power.attributes.get(e.attribute) for power in lower.model.powers]
    table = _table(lower, generated("power", e.attribute), values, declaration.type)
    definition = b.assign(b.fresh("power"), m.Call("definition_of", (lower.value(b, e.power, names),)))
    b.check_status()
    return m.Load(table, definition)


def _table(lower: Lowering, name: str, values: Sequence[Any], type_: Type) -> str:
    if name in lower.context.regions:
        return name
    return lower.context.table(name, [lower.context.word(value, type_) for value in values])


def field_of(lower: Lowering, b: Builder, e: k.FieldOf, names: Names) -> m.Value:
    """A field of a happening."""
    happening = lower.value(b, e.happening, names)
    if e.event.kept is None:
        return m.Load("heap", added(happening, m.Const(1 + e.declaration.index)))
    site = m.Const(lower.context.site(e.at, f"this `{e.event.name}`"))
    value = b.assign(b.fresh("field"), m.Call("field_of", (happening, m.Const(e.declaration.index), site)))
    b.check_status()
    return value


def top_of(lower: Lowering, b: Builder, e: k.TopOf, names: Names) -> m.Value:
    """The card at an end of a pile."""
    zone = lower.zone(b, e.zone, names)
    card = b.assign(b.fresh("card"), m.Load("last_in_zone" if e.from_bottom else "first_in_zone", zone))
    b.fail_unless(m.Compare("!=", card, m.Name("NIL")), lower.context.site(e.at, "there is no card", e))
    return card


def table_value(steps: Sequence[tuple[int, int]], slope: tuple[int, int] | None, n: int) -> int:
    """The value of a stepwise table at a number: that of the last step reached, then along the slope."""
    result, start = 0, None
    for at, value in steps:
        if n < at:
            return result
        result, start = value, at
    if slope is not None and start is not None:
        result += (n - start) // slope[0] * slope[1]
    return result


def look_up(lower: Lowering, b: Builder, e: k.Lookup, names: Names) -> m.Value:
    """A number in a table. It is checked where it might exceed what any number may be."""
    table, argument = e.table, lower.value(b, e.argument, names)
    every, more = table.slope or (1, 0)
    most = max((abs(value) for _, value in table.steps), default=0) + 2 * WIDE // every * abs(more)
    type_ = e.argument.type
    if isinstance(type_, Number) and type_.high - type_.low < LONGEST_TABLE:
        values = [table_value(table.steps, table.slope, n) for n in range(type_.low, type_.high + 1)]
        if max(map(abs, values)) <= WIDE:
            name = generated("table", table.key, f"{type_.low}_to_{type_.high}".replace("-", "minus_"))
            return m.Load(lower.context.table(name, values), added(argument, m.Const(-type_.low)))
    name = generated("look_up", table.key)
    if name not in lower.context.functions:
        _write_function(lower, name, e, most > WIDE)
    value: m.Value = m.Call(name, (argument,))
    if most > WIDE:
        value = b.keep(value)
        b.check_number(value, m.Const(lower.context.site(e.at, "this number")))
    return value


def _write_function(lower: Lowering, name: str, e: k.Lookup, wide: bool) -> None:
    b, n = Builder(f"table {e.table.key}", gives=True), m.Name("n")
    result, start = 0, None
    for at, value in e.table.steps:
        b.emit(m.If(m.Compare("<", n, m.Const(at)), (m.Return(m.Const(result)),)))
        result, start = value, at
    if e.table.slope is not None and start is not None:
        every, more = e.table.slope
        steps = m.Binary("//", added(n, m.Const(-start)), m.Const(every))
        b.emit(m.Return(m.Binary("+", m.Binary("*", steps, m.Const(more), wide), m.Const(result), wide)))
    else:
        b.emit(m.Return(m.Const(result)))
    lower.context.functions[name] = b.function(name, ("n",), "the value for n")


# Attributes of cards that may be of several kinds, of which each has one with the same name.


def shared_attribute(lower: Lowering, b: Builder, e: k.SharedAttribute, names: Names) -> m.Value:
    """The attribute of a card. If all kinds print it, it is read from one table."""
    layout, printed = lower.layout, [declaration.printed for declaration in e.declarations]
    card = b.keep(lower.value(b, e.card, names))
    if all(printed):
        return m.Load(_shared_table(lower, e), card)
    if not any(printed):
        return m.Load("attributes", shared_index(layout, e, card))
    *others, last = _in_order(layout, e.declarations)
    result = b.fresh("shared")
    code: m.Code = (m.Assign(result, read_attribute(lower, last, card)),)
    for declaration in reversed(others):
        of_it = m.Compare("<", card, m.Const(layout.cards[declaration.kind].last))
        code = (m.If(of_it, (m.Assign(result, read_attribute(lower, declaration, card)),), code),)
    b.emit(*code)
    return m.Name(result)


def shared_index(layout: Layout, e: k.SharedAttribute, card: m.Value) -> m.Value:
    """The index in `attributes` of an attribute that no kind prints. `card` is a name."""
    *others, last = _in_order(layout, e.declarations)
    plus: m.Value = m.Const(layout.attribute(last))
    for declaration in reversed(others):
        of_it = m.Compare("<", card, m.Const(layout.cards[declaration.kind].last))
        plus = m.Choice(of_it, m.Const(layout.attribute(declaration)), plus)
    return added(plus, card)


def _shared_table(lower: Lowering, e: k.SharedAttribute) -> str:
    declarations = {declaration.kind: declaration for declaration in _in_order(lower.layout, e.declarations)}
    name = generated("printed", "_or_".join(declarations), e.declarations[0].name)
    if name not in lower.context.regions:
        words = []
        last = max(lower.layout.cards[kind].last for kind in declarations)
        for kind, printed in zip(lower.layout.card_kind[:last], lower.layout.piece_values[:last], strict=True):
            declaration = declarations.get(kind)
            value = printed.get(declaration.name) if declaration is not None else None
            words.append(lower.context.word(value, e.type))
        lower.context.table(name, words)
    return name


def _in_order(layout: Layout, declarations: Sequence[Attribute]) -> list[Attribute]:
    """The attributes of the kinds, that of the cards with the lowest numbers first."""
    return sorted(declarations, key=lambda declaration: layout.cards[declaration.kind].first)
