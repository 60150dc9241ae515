"""Elaborates what is done to cards (moves, showing them, shuffles, gained powers), and chance."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.binders import binder
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.suites import player_if_any, suite
from artrules.ir.builtins import SIZE
from artrules.ir.nodes import (
    Body,
    BuiltinCall,
    Expression,
    Gain,
    Local,
    Lose,
    Move,
    Operation,
    PowersOf,
    Roll,
    Set,
    Show,
    Shuffle,
)
from artrules.ir.types import ANY_NUMBER, FACE, PLAYER, POWER, Card, ListOf, Unknown, Zone, element
from artrules.syntax.ast import statements as ast
from artrules.syntax.ast.expressions import Expression as ExpressionSyntax
from artrules.syntax.ast.expressions import Name


def move(elaborator: Elaborator, node: ast.Move) -> Body:
    """`move`: one or several cards to a zone. The zone must hold cards of their kinds."""
    cards = elaborator.expression(node.cards)
    zone = _zone(elaborator, node.zone)
    moved = cards.type if isinstance(cards.type, (Card, Unknown)) else element(cards.type)
    if not isinstance(moved, (Card, Unknown)):
        message = "only cards can be moved"
        elaborator.complain(kinds.WRONG_TYPE, message, node.cards, expected="a card or cards", found=cards.type)
    elif isinstance(zone.type, Zone) and isinstance(moved, Card) and _refuses(zone.type, moved):
        message = "this zone doesn't hold such cards"
        expected = ", ".join(sorted(zone.type.kinds))
        elaborator.complain(kinds.WRONG_TYPE, message, node.zone, expected=expected, found=moved)
    position = elaborator.number(node.position, "the position") if node.position is not None else None
    face = None
    if node.face is not None:
        value = elaborator.expression(Name(node.start, node.end, node.face.text))
        face = elaborator.convert(value, FACE, "how it lies", elaborator.at(node.face))
    me = player_if_any(elaborator, node)
    return (Move(elaborator.at(node), cards, zone, node.which_end, position, face, me),)


def _refuses(zone: Zone, cards: Card) -> bool:
    """Whether a zone doesn't hold cards of some kinds; not where no kind that it names exists, which is reported."""
    return bool(zone.kinds) and not cards.kinds <= zone.kinds


def show(elaborator: Elaborator, node: ast.Show) -> Body:
    """`show`: one or several cards, to everyone, to a player, or to several."""
    cards = elaborator.expression(node.cards)
    shown = cards.type if isinstance(cards.type, (Card, Unknown)) else element(cards.type)
    if not isinstance(shown, (Card, Unknown)):
        message = "only cards can be shown"
        elaborator.complain(kinds.WRONG_TYPE, message, node.cards, expected="a card or cards", found=cards.type)
    if node.seats is None:
        return (Show(elaborator.at(node), cards, None),)
    seats = elaborator.expression(node.seats)
    if not isinstance(seats.type, Unknown) and PLAYER not in (seats.type, element(seats.type)):
        message = "cards are shown to players"
        expected = "`everyone`, a player or players"
        elaborator.complain(kinds.WRONG_TYPE, message, node.seats, expected=expected, found=seats.type)
    return (Show(elaborator.at(node), cards, seats),)


def _zone(elaborator: Elaborator, node: ExpressionSyntax) -> Expression:
    """An expression, which must be a zone."""
    zone = elaborator.expression(node)
    if not isinstance(zone.type, (Zone, Unknown)):
        message = "this is no place for cards"
        elaborator.complain(kinds.WRONG_TYPE, message, node, expected="a zone", found=zone.type)
    return zone


def gains(elaborator: Elaborator, node: ast.Gains) -> Body:
    """`card gains power`."""
    card, power = _gain(elaborator, node)
    return (Gain(elaborator.at(node), card, power),)


def _gain(elaborator: Elaborator, node: ast.Gains | ast.Gaining) -> tuple[Expression, Expression]:
    """The card that gains a power, and the power."""
    card = elaborator.expression(node.card)
    if not isinstance(card.type, (Card, Unknown)):
        message = "only cards gain powers"
        elaborator.complain(kinds.WRONG_TYPE, message, node.card, expected="a card", found=card.type)
    return card, elaborator.demand(node.power, POWER, "what is gained")


def gaining(elaborator: Elaborator, node: ast.Gaining) -> Body:
    """`card gains power` with a suite: the card gains the power, the suite runs, the card loses the power. A local
    holds the new power, which is the last in the card's list."""
    at, scope = elaborator.at(node), elaborator.scope
    taken, gained = _gain(elaborator, node)
    with scope.suite():
        scope.count += 1
        card = Local(at, taken.type, f"gaining_{scope.count}")
        power = scope.bind(node.name.text, POWER, elaborator.at(node.name))
        powers = PowersOf(at, ListOf(POWER), card)
        size = BuiltinCall(at, ANY_NUMBER, SIZE, (powers,))
        newest = Operation(at, POWER, "item", (powers, size))
        first = (Set(at, card, taken, binds=True), Gain(at, card, gained), Set(at, power, newest, binds=True))
        elaborator.follow(first)
        elaborator.gaining.append((elaborator.loops, power))
        body = suite(elaborator, node.body)
        elaborator.gaining.pop()
        last = Lose(at, power)
        elaborator.follow((last,))
    elaborator.goes_on(scope.at_end)
    return (*first, *body, last)


def shuffle(elaborator: Elaborator, node: ast.Shuffle) -> Body:
    """`shuffle zone`."""
    return (Shuffle(elaborator.at(node), _zone(elaborator, node.zone)),)


def random(elaborator: Elaborator, node: ast.Random) -> Body:
    """`random x in D`: the name stays bound for the rest of the suite."""
    turning = elaborator.scope.turning
    bound = binder(elaborator, node.binder)
    elaborator.scope.turning = turning
    elaborator.goes_on(elaborator.scope.known)
    purpose = f"random {node.binder.name.text} in {elaborator.context.container}"
    return (Roll(elaborator.at(node), bound, purpose, player_if_any(elaborator, node)),)
