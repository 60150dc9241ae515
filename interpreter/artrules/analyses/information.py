"""Information flow: the facts that the value of an expression reveals.

This module is the only description of how information flows through expressions. Three others build on it.
`disclosure.py` decides which facts may be secret for a seat, a check finds reads of what nobody may know, and
`lower/disclosures.py` finds the cards that a text reveals something about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from artrules.ir import nodes as k
from artrules.ir.declarations import Event, Field, Variable, ZoneDeclaration
from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class CardsIn:
    """Which cards lie in a zone; with `top_only`, which one lies on top."""

    zone: ZoneDeclaration
    owner: k.Expression | None
    top_only: bool = False


@dataclass(frozen=True, slots=True)
class AnyCard:
    """Something about cards, whatever zone they are in."""


@dataclass(frozen=True, slots=True)
class CardFact:
    """Something about one card: its kind, attributes or powers."""

    card: k.Expression


@dataclass(frozen=True, slots=True)
class PowerFact:
    """Something about one power, and so about the card that has it."""

    power: k.Expression


@dataclass(frozen=True, slots=True)
class VariableFact:
    """The value of a variable."""

    variable: Variable
    owner: k.Expression | None


@dataclass(frozen=True, slots=True)
class RecordFact:
    """The value of a field of a happening."""

    event: Event
    field: Field


@dataclass(frozen=True, slots=True)
class Usability:
    """Which powers a player can use."""

    player: k.Expression | None


Fact = CardsIn | AnyCard | CardFact | PowerFact | VariableFact | RecordFact | Usability


class Revealed(NamedTuple):
    """The facts that a node itself reveals, and the nodes inside it whose values its own value depends on."""

    facts: Sequence[Fact]
    below: Sequence[k.Node]


def revealed(node: k.Node) -> Revealed:
    """What a node reveals. The caller must follow calls of functions, the score, names and binders."""
    match node:
        case k.BuiltinCall(builtin=builtin, arguments=[k.ZoneOf() as zone]) if builtin.traits.reads_only_size:
            return Revealed((), k.children(zone))
        case k.BuiltinCall(builtin=builtin, arguments=[k.AllCards()]) if builtin.traits.reads_only_size:
            return Revealed((), ())
        case k.BuiltinCall(builtin=builtin, me=me) if builtin.traits.tests_usability:
            return Revealed((Usability(me),), k.children(node))
        case k.TopOf(zone=k.ZoneOf(declaration=declaration, owner=owner) as zone, count=None, from_bottom=False):
            return Revealed((CardsIn(declaration, owner, top_only=True),), k.children(zone))
        case k.ZoneOf(declaration=declaration, owner=owner):
            return Revealed((CardsIn(declaration, owner),), k.children(node))
        case k.VariableOf(declaration=variable, owner=owner):
            return Revealed((VariableFact(variable, owner),), k.children(node))
        case k.AllCards():
            return Revealed((AnyCard(),), ())
        case k.FieldOf(event=event, declaration=field, happening=happening):
            return Revealed((RecordFact(event, field),), (happening,))
        case k.AttributeOf(card=card) | k.SharedAttribute(card=card) | k.IsKind(card=card) | k.PowersOf(card=card):
            return Revealed((CardFact(card),), (card,))
        case k.PowerAttributeOf(power=power):
            return Revealed((PowerFact(power),), (power,))
    return Revealed((), k.children(node))
