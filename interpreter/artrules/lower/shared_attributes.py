"""Attributes of cards that may be of several kinds, of which each has one with the same name."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.ir import nodes as k
from artrules.ir.declarations import Attribute
from artrules.lower.builder import Builder, added
from artrules.lower.layout import Layout
from artrules.lower.lookups import read_attribute
from artrules.lower.lowering import Lowering, Names
from artrules.lower.names import generated
from artrules.machine_code.nodes import Assign, Choice, Code, Compare, Const, If, Load, Name, Value


def shared_attribute(lower: Lowering, b: Builder, e: k.SharedAttribute, names: Names) -> Value:
    """The attribute of a card. If all kinds print it, it is read from one table."""
    layout, printed = lower.layout, [declaration.printed for declaration in e.declarations]
    card = b.keep(lower.value(b, e.card, names))
    if all(printed):
        return Load(_table(lower, e), card)
    if not any(printed):
        return Load("attributes", shared_index(layout, e, card))
    *others, last = _in_order(layout, e.declarations)
    result = b.fresh("shared")
    code: Code = (Assign(result, read_attribute(lower, last, card)),)
    for declaration in reversed(others):
        of_it = Compare("<", card, Const(layout.cards[declaration.kind].last))
        code = (If(of_it, (Assign(result, read_attribute(lower, declaration, card)),), code),)
    b.emit(*code)
    return Name(result)


def shared_index(layout: Layout, e: k.SharedAttribute, card: Value) -> Value:
    """The index in `attributes` of an attribute that no kind prints. `card` is a name."""
    *others, last = _in_order(layout, e.declarations)
    plus: Value = Const(layout.attribute(last))
    for declaration in reversed(others):
        of_it = Compare("<", card, Const(layout.cards[declaration.kind].last))
        plus = Choice(of_it, Const(layout.attribute(declaration)), plus)
    return added(plus, card)


def _table(lower: Lowering, e: k.SharedAttribute) -> str:
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
