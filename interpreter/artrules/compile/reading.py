"""Which cards a text tells something of without naming them: `{c.shade}`, `{sum(c.n for c in my hand)}`.

Where a seat can't see one of them, that part of the text isn't told (`said_of`). Cards that are named themselves
(`{c}`) are left out: those hide their own names. A function counts as reading the cards it is given.

What is looked at here is looked at in the order of the expression itself, and only where that looks: an expression that
asks first whether there is a card never fails here for want of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from artrules.kernel import nodes as k
from artrules.kernel.type import Card, ListOf, Optional, Type, Zone

if TYPE_CHECKING:
    from artrules.compile.expressions import ExpressionWriter


def cards_read(writer: ExpressionWriter, e: k.Node) -> list[str]:
    """Python texts of lists of the cards of which an expression reads more than where they lie."""
    match e:
        case k.AttributeOf(card=card) | k.FaceOf(card=card) | k.IsKind(card=card) | k.PowersOf(card=card):
            return [*cards_read(writer, card), f"({writer.value(card)},)"]
        case k.Call(arguments=arguments):
            given = [_cards(writer, a) for a in arguments if _holds_cards(a.type)]
            return [text for a in arguments for text in cards_read(writer, a)] + given
        case k.Either(condition=condition, then=then, otherwise=otherwise):
            test = writer.value(condition)
            return [
                *cards_read(writer, condition),
                *(f"({text} if {test} else ())" for text in cards_read(writer, then)),
                *(f"(() if {test} else {text})" for text in cards_read(writer, otherwise)),
            ]
        case k.Operation(operator="and" | "or" as operator, operands=[first, second]):
            test = writer.value(first)
            test = test if operator == "and" else f"not {test}"
            return [*cards_read(writer, first), *(f"({t} if {test} else ())" for t in cards_read(writer, second))]
        case k.Fold(binders=binders, value=value, otherwise=otherwise):
            inside = [value] if value is not None else []
            below = cards_read(writer, otherwise) if otherwise is not None else []
            return _under(writer, binders, inside) + below
        case k.Best(binder=binder, keys=keys):
            return _under(writer, [binder], [key for _, key in keys])
    return [text for child in k.children(e) for text in cards_read(writer, child)]


def _under(writer: ExpressionWriter, binders: list[k.Binder], inside: Iterable[k.Node]) -> list[str]:
    """What binders read themselves, and what is read for each of the values they let through."""
    found: list[str] = []
    clauses = ""
    for binder in binders:
        found += [_each(text, clauses) for text in cards_read(writer, binder.domain)]
        clauses += f" for {binder.local.name} in {writer.iterable(binder.domain)}"
        if binder.condition is not None:
            found += [_each(text, clauses) for text in cards_read(writer, binder.condition)]
            clauses += f" if {writer.value(binder.condition)}"
    return found + [_each(text, clauses) for node in inside for text in cards_read(writer, node)]


def _each(text: str, clauses: str) -> str:
    return f"[card_{clauses} for card_ in {text}]" if clauses else text


def _cards(writer: ExpressionWriter, e: k.Expression) -> str:
    value = writer.value(e)
    return value if isinstance(e.type, (Zone, ListOf)) else f"({value},)"


def _holds_cards(type_: Type) -> bool:
    if isinstance(type_, (Optional, ListOf)):
        return _holds_cards(type_.of)
    return isinstance(type_, (Card, Zone))
