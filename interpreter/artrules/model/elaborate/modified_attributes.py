"""Elaborates attributes with modifiers where code meets them: what reads them, the card's own value, and `gets`.

Such an attribute is read through a function of the card (`modifiers.py`). What statements have given stands in
attributes that no code can name, one for each life: they return to nothing when it ends, or when the card leaves play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, assert_never

from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.elaborate.control import player_if_any
from artrules.model.elaborate.elaborator import Elaborator
from artrules.model.elaborate.events import known_life
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import (
    IN_PLAY,
    Attribute,
    ModifiedAttribute,
    Parameter,
    Procedure,
)
from artrules.model.ir.operators import OperatorName
from artrules.model.ir.references import attribute_key, refer
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    NOTHING,
    WIDE,
    Card,
    Number,
    SetOf,
    Type,
    Unknown,
    bare,
    maybe,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.suggest import closest
from artrules.text.syntax.ast import statements
from artrules.text.syntax.ast.node import Node

SUM = Number(-WIDE, WIDE)
LIFE_IN_PLAY = "game"
"""The life of what lasts as long as the card is in play: it ends as the card leaves."""


# What code reads: what the attribute comes to, the card's own value, and what is printed on it.


def modified_attribute(elaborator: Elaborator, e: k.Expression) -> tuple[ModifiedAttribute, k.Expression] | None:
    """The attribute that an expression reads with all that is given to it, and the card; None for any other one."""
    if isinstance(e, k.Call) and len(e.arguments) == 1:
        for attribute in elaborator.symbols.modified.values():
            if attribute.value is e.function:
                return attribute, e.arguments[0]
    return None


def own_value(attribute: ModifiedAttribute, card: k.Expression, at: Span, printed: bool = False) -> k.Expression:
    """The value that a card has of its own, which is also the place that assignments change. With `printed` the one
    that pieces give it, whatever has been assigned."""
    of_kinds = [attribute.of_kinds[kind] for kind in sorted(_kinds(card, attribute))]
    if printed:
        of_kinds = [replace(each, printed=True) for each in of_kinds]
    return _attribute_of(of_kinds, attribute.type, card, at)


def _attribute_of(of_kinds: Sequence[Attribute], type_: Type, card: k.Expression, at: Span) -> k.Expression:
    if len(of_kinds) == 1:
        return k.AttributeOf(at, type_, of_kinds[0], card)
    return k.SharedAttribute(at, type_, tuple(of_kinds), card)


def _kinds(card: k.Expression, attribute: ModifiedAttribute) -> Iterable[str]:
    return card.type.kinds if isinstance(card.type, Card) else attribute.of_kinds


# `gets`: what a statement gives until a life ends, or as long as the card is in play.


def gets(elaborator: Elaborator, node: statements.Gets) -> k.Body:
    """`card gets attribute value, … until life ends`."""
    at, scope = elaborator.at(node), elaborator.scope
    value = elaborator.expression(node.card)
    life = LIFE_IN_PLAY
    if node.life is not None and node.how is not None:
        life = known_life(elaborator, node.life, node.how)
    else:
        elaborator.symbols.needs_zone_in_play("nothing says until when this lasts", at, elaborator.report)
    if not isinstance(value.type, Card):
        if not isinstance(value.type, Unknown):
            message = "only cards get something"
            elaborator.complain(kinds.WRONG_TYPE, message, node.card, expected="a card", found=value.type)
        return ()
    card, body = value, list[k.Statement]()
    if not isinstance(value, k.Local):
        card = scope.unnamed("getting", value.type, at)
        body.append(k.Set(at, card, value, binds=True))
    for gift in node.gifts:
        attribute = attribute_named(elaborator, gift.attribute.text, gift.attribute, card)
        if attribute is None:
            continue
        place = temporary_place(elaborator.symbols, attribute, card, life, at)
        contribution = _given(elaborator, gift, attribute, place)
        if attribute.combines == "last":
            me = player_if_any(elaborator, gift) or k.Constant(at, NOTHING, None)
            procedure = _giving_last(elaborator.symbols, attribute, life)
            body.append(k.Perform(elaborator.at(gift), procedure, (card, contribution), me))
        else:
            body.append(k.Set(elaborator.at(gift), place, contribution))
    return tuple(body)


def _giving_last(symbols: SymbolTable, attribute: ModifiedAttribute, life: str) -> Procedure:
    """The procedure that gives a card something which counts last, until a life ends. What it does can be said only
    when all statements are known (`modifiers.py`)."""
    key = (attribute.name, life)
    if key not in symbols.giving_last:
        card = Parameter("card", Card(frozenset(attribute.of_kinds)), attribute.at)
        value = Parameter("value", bare(attribute.type), attribute.at)
        name, part_of = f"{attribute.value.name} until {life} ends", attribute.value.part_of
        symbols.giving_last[key] = Procedure(name, attribute.at, (card, value), None, part_of)
    return symbols.giving_last[key]


def _given(
    elaborator: Elaborator, gift: statements.Gift, attribute: ModifiedAttribute, place: k.Expression
) -> k.Expression:
    """What a place holds that had something already, once more is given."""
    at, what = elaborator.at(gift), f"what `{attribute.name}` gets"
    # Where nothing has been given, none stands in the place of what counts last.
    wanted = bare(attribute.type) if attribute.combines == "last" else wanted_type(attribute)
    if gift.value is None:
        if wanted != BOOL:
            message = f"nothing says what `{attribute.name}` gets"
            elaborator.complain(kinds.MISSING, message, gift, expected=f"a value: {in_words(wanted)}")
        value: k.Expression = k.Constant(at, BOOL, True)
    else:
        value = elaborator.demand(gift.value, wanted, what)
    match attribute.combines:
        case "add":
            return k.Checked(at, SUM, operation("+", SUM, place, value), -WIDE, WIDE, what)
        case "union":
            return operation("join", attribute.type, place, value)
        case "any":
            return k.Either(at, BOOL, replace(place, at=at), k.Constant(at, BOOL, True), value)
        case "most" | "least":
            is_none = k.Operation(at, BOOL, "=", (place, k.Constant(at, place.type, None)))
            number = replace(place, type=attribute.type)
            more = k.Largest(at, attribute.type, pick_of(attribute), (number, value))
            return k.Either(at, attribute.type, is_none, value, more)
        case "last":
            return value
    assert_never(attribute.combines)


def wanted_type(attribute: ModifiedAttribute) -> Type:
    """The type of what an attribute gets. Of those that count last none would be nothing."""
    match attribute.combines:
        case "add":
            return ANY_NUMBER
        case "last":
            return bare(attribute.type)
    return attribute.type


def pick_of(attribute: ModifiedAttribute) -> Literal["max", "min"]:
    return "max" if attribute.combines == "most" else "min"


def attribute_named(
    elaborator: Elaborator, name: str, node: Node | Span, card: k.Expression
) -> ModifiedAttribute | None:
    """The attribute with modifiers that a card gets something to; None after a diagnostic."""
    symbols, attribute = elaborator.symbols, elaborator.symbols.modified.get(name)
    if attribute is None:
        declared = [a for kind in symbols.kinds.values() for a in kind.attributes.values() if a.name == name]
        message = f"`{name}` can't get anything" if declared else f"no card has `{name}`"
        expected = f"`combines: add`, or another way, where `{name}` is declared" if declared else None
        elaborator.complain(
            kinds.UNKNOWN_NAME,
            message,
            node,
            expected=expected,
            found=f"`{name}`",
            suggestions=() if declared else closest(name, list(symbols.modified)),
            related=tuple(("it is declared here", each.at) for each in declared[:1]),
            missing=None if declared else name,
        )
        return None
    lacking = sorted({*_kinds(card, attribute)} - attribute.of_kinds.keys())
    if lacking:
        elaborator.complain(
            kinds.WRONG_TYPE,
            f"a {lacking[0]} has no `{name}`",
            node,
            expected=f"a card of one kind: test `.kind is {next(iter(attribute.of_kinds))}` first",
            found=card.type,
        )
        return None
    if elaborator.report.references is not None:
        at = node if isinstance(node, Span) else elaborator.at(node)
        refer(elaborator.report, at, attribute_key(name), "changed")
    return attribute


def temporary_place(
    symbols: SymbolTable, attribute: ModifiedAttribute, card: k.Expression, life: str, at: Span
) -> k.Expression:
    """The place of what statements have given to an attribute of a card until a life ends."""
    lasting = [_lasting(symbols, attribute, kind, life) for kind in sorted(_kinds(card, attribute))]
    return _attribute_of(lasting, lasting[0].type, card, at)


def _lasting(symbols: SymbolTable, attribute: ModifiedAttribute, kind: str, life: str) -> Attribute:
    key = (kind, attribute.name, life)
    if key not in symbols.temporary:
        type_ = SUM if attribute.combines == "add" else attribute.type
        type_ = maybe(type_) if attribute.combines in ("most", "least", "last") else type_
        words = "in play" if life == LIFE_IN_PLAY else f"until {life} ends"
        leaves = IN_PLAY if any(zone.in_play for zone in symbols.zones.values()) else None
        symbols.temporary[key] = replace(
            attribute.of_kinds[kind],
            name=f"{attribute.name} {words}",
            type=type_,
            back_when_leaving=leaves,
            lasts=life,
            printed=False,
            starts_text="",
            combines=None,
            part_of=attribute.name,
        )
    return symbols.temporary[key]


def nothing_given(attribute: Attribute) -> k.Expression:
    """What such a place holds at the start."""
    match attribute.type:
        case SetOf():
            return k.Listing(attribute.at, attribute.type, ())
        case Number():
            return k.Constant(attribute.at, attribute.type, 0)
    return k.Constant(attribute.at, attribute.type, False if attribute.type == BOOL else None)


def operation(operator: OperatorName, type_: Type, left: k.Expression, right: k.Expression) -> k.Expression:
    return k.Operation(right.at, type_, operator, (left, right))
