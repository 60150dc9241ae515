"""What the value of an expression tells: the facts that it is made from.

This is the one description of how information flows through expressions. `disclosure.py` asks which of the facts may be
secret for a seat, the check of hidden reads which of them nobody may know, and the compiler of labels which cards a
text tells something about (`compile/disclosures.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from artrules.ir import nodes as k
from artrules.ir.declarations import Event, Field, Variable, ZoneDeclaration


@dataclass(frozen=True, slots=True)
class CardsIn:
    """Which cards lie in a zone; with `top_only`, which one lies on top."""

    zone: ZoneDeclaration
    owner: k.Expression | None
    top_only: bool = False


@dataclass(frozen=True, slots=True)
class AnyCard:
    """Something of cards wherever they lie."""


@dataclass(frozen=True, slots=True)
class OfCard:
    """What can be read off a card: its kind, attributes and powers."""

    card: k.Expression


@dataclass(frozen=True, slots=True)
class OfPower:
    """What can be read off a power, and so off the card that has it."""

    power: k.Expression


@dataclass(frozen=True, slots=True)
class ValueOf:
    """The value of a variable."""

    variable: Variable
    owner: k.Expression | None


@dataclass(frozen=True, slots=True)
class RecordedIn:
    """The value of a field of an event's happening."""

    event: Event
    field: Field


@dataclass(frozen=True, slots=True)
class Usability:
    """Which powers a player can use."""

    player: k.Expression | None


Fact = CardsIn | AnyCard | OfCard | OfPower | ValueOf | RecordedIn | Usability


class Told(NamedTuple):
    """What a node itself tells, and the nodes below it whose values it tells something about."""

    facts: Sequence[Fact]
    below: Sequence[k.Node]


def told(node: k.Node) -> Told:
    """What a node tells. What functions, the score, names and binders tell is for those to follow who ask."""
    match node:
        case k.BuiltinCall(builtin=builtin, arguments=[k.ZoneOf(owner=owner)]) if builtin.traits.reads_only_size:
            return Told((), _given(owner))
        case k.BuiltinCall(builtin=builtin, arguments=[k.AllCards()]) if builtin.traits.reads_only_size:
            return Told((), ())
        case k.BuiltinCall(builtin=builtin, me=me) if builtin.traits.tests_usability:
            return Told((Usability(me),), k.children(node))
        case k.TopOf(zone=k.ZoneOf(declaration=zone, owner=owner), count=None, from_bottom=False):
            return Told((CardsIn(zone, owner, top_only=True),), _given(owner))
        case k.ZoneOf(declaration=zone, owner=owner):
            return Told((CardsIn(zone, owner),), _given(owner))
        case k.VariableOf(declaration=variable, owner=owner):
            return Told((ValueOf(variable, owner),), _given(owner))
        case k.AllCards():
            return Told((AnyCard(),), ())
        case k.FieldOf(event=event, declaration=field, happening=happening):
            return Told((RecordedIn(event, field),), (happening,))
        case k.AttributeOf(card=card) | k.IsKind(card=card) | k.PowersOf(card=card):
            return Told((OfCard(card),), (card,))
        case k.PowerAttributeOf(power=power):
            return Told((OfPower(power),), (power,))
    return Told((), k.children(node))


def _given(node: k.Expression | None) -> Sequence[k.Node]:
    return (node,) if node is not None else ()
