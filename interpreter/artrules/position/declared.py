"""The values that content declares, one by one: variables, and the attributes that aren't printed on cards."""

from __future__ import annotations

from typing import NamedTuple

from artrules.ir.declarations import Attribute, Variable
from artrules.ir.types import Type
from artrules.lower.layout import Layout


class Declared(NamedTuple):
    """One declared value: its place in its region, its type, its declaration, and the card or the index of the owner
    to whom it belongs."""

    place: int
    type: Type
    declaration: Variable | Attribute
    owner: int

    @property
    def name(self) -> str:
        """What it is called in messages."""
        declared = self.declaration
        return f"{declared.key if isinstance(declared, Variable) else declared.name} {self.owner}"


def declared_variables(layout: Layout) -> list[Declared]:
    """The variables of a game, each owner's by itself."""
    return [
        Declared(first + owner, variable.type, variable, owner)
        for variable, first, owners in layout.declared_variables()
        for owner in range(owners)
    ]


def declared_attributes(layout: Layout) -> list[Declared]:
    """The attributes of all cards that can change."""
    return [
        Declared(offset + card, attribute.type, attribute, card)
        for attribute, offset, cards in layout.changing_attributes()
        for card in range(cards.first, cards.last)
    ]
