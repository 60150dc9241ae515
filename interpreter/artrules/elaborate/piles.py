"""Elaborates `top of` and `bottom of`: the cards at the ends of a zone."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.nodes import Expression, TopOf
from artrules.ir.types import Card, ListOf, Unknown, Zone
from artrules.syntax.ast import expressions as ast


def pile_end(elaborator: Elaborator, node: ast.PileEnd) -> Expression:
    """One card, or a list of cards if there is a count."""
    pile = elaborator.expression(node.zone)
    if isinstance(pile.type, Unknown):
        return pile
    if not isinstance(pile.type, Zone):
        message = "only zones have a top and a bottom"
        elaborator.complain(kinds.WRONG_TYPE, message, node.zone, expected="a zone", found=pile.type)
        return elaborator.unknown(node)
    card, from_bottom = Card(pile.type.kinds), node.which == "bottom"
    if node.count is None:
        return TopOf(elaborator.at(node), card, pile, None, from_bottom)
    count = elaborator.number(node.count, "how many")
    return TopOf(elaborator.at(node), ListOf(card), pile, count, from_bottom)
