"""`top of` and `bottom of`."""

from __future__ import annotations

from lark import Token

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import ElaboratorBase, Syntax
from artrules.ir.nodes import Expression, TopOf
from artrules.ir.types import (
    Card,
    ListOf,
    Type,
    Unknown,
    Zone,
)


class Piles(ElaboratorBase):
    """What lies at the ends of a zone."""

    def expression_top(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._end(tree, from_bottom=False)

    def expression_bottom(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._end(tree, from_bottom=True)

    def _end(self, tree: Syntax, from_bottom: bool) -> Expression:
        _, count_, pile_ = tree.children
        assert not isinstance(pile_, Token)
        pile = self.expression(pile_)
        if isinstance(pile.type, Unknown):
            return pile
        if not isinstance(pile.type, Zone):
            self.complain(
                kinds.WRONG_TYPE, "only zones have a top and a bottom", pile_, expected="a zone", found=str(pile.type)
            )
            return self.unknown(tree)
        card = Card(pile.type.kinds)
        if count_ is None:
            return TopOf(self.at(tree), card, pile, None, from_bottom)
        count = self.number(count_, "how many")  # type: ignore[arg-type]
        return TopOf(self.at(tree), ListOf(card), pile, count, from_bottom)
