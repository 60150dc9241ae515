"""What is done to cards: moving, shuffling, gaining powers; and chance."""

from __future__ import annotations

from dataclasses import replace

from lark import Token

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import Syntax
from artrules.elaborate.suites import Suites
from artrules.ir.builtins import BUILTINS
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
    Shuffle,
)
from artrules.ir.types import (
    ANY_NUMBER,
    FACE,
    POWER,
    Card,
    ListOf,
    Unknown,
    Zone,
    element,
)


class Moves(Suites):
    """Statements about cards and zones."""

    def zone(self, tree: Syntax) -> Expression:
        zone = self.expression(tree)
        if not isinstance(zone.type, (Zone, Unknown)):
            self.complain(kinds.WRONG_TYPE, "this is no place for cards", tree, expected="a zone", found=str(zone.type))
        return zone

    def statement_move(self, tree: Syntax) -> Body:
        cards_, end_, zone_, position_, face_ = tree.children
        cards = self.expression(cards_)
        zone = self.zone(zone_)  # type: ignore[arg-type]
        moved = cards.type if isinstance(cards.type, (Card, Unknown)) else element(cards.type)
        if not isinstance(moved, (Card, Unknown)):
            self.complain(
                kinds.WRONG_TYPE, "only cards can be moved", cards_, expected="a card or cards", found=str(cards.type)
            )
        elif isinstance(zone.type, Zone) and isinstance(moved, Card) and not moved.kinds <= zone.type.kinds:
            self.complain(
                kinds.WRONG_TYPE,
                "this zone doesn't hold such cards",
                zone_,
                expected=", ".join(sorted(zone.type.kinds)),
                found=str(moved),
            )
        end = str(end_.children[0]) if isinstance(end_, type(tree)) else None
        position = self.number(position_, "the position") if position_ is not None else None  # type: ignore[arg-type]
        face = None
        if face_ is not None:
            name_tree = type(tree)("name", [face_], tree.meta)
            face = self.convert(self.expression(name_tree), FACE, "how it lies", self.at(face_))
        return [Move(self.at(tree), cards, zone, end, position, face, self.acting(tree))]

    def statement_gains(self, tree: Syntax) -> Body:
        card_, power_ = tree.children
        card = self.expression(card_)
        if not isinstance(card.type, (Card, Unknown)):
            self.complain(kinds.WRONG_TYPE, "only cards gain powers", card_, expected="a card", found=str(card.type))
        return [Gain(self.at(tree), card, self.demand(power_, POWER, "what is gained"))]  # type: ignore[arg-type]

    def statement_gaining(self, tree: Syntax) -> Body:
        """With a suite: gaining, a name for the new power (the last of the card's list), the suite, losing."""
        card_, power_, name_, suite_ = tree.children
        at = self.at(tree)
        (gain,) = self.statement_gains(type(tree)("gains", [card_, power_], tree.meta))
        assert isinstance(gain, Gain) and isinstance(name_, Token)
        with self.scope.suite():
            self.scope.count += 1
            card = Local(at, gain.card.type, f"gaining_{self.scope.count}")
            power = self.scope.bind(str(name_), POWER, self.at(name_))
            powers = PowersOf(at, ListOf(POWER), card)
            newest = Operation(at, POWER, "item", [powers, BuiltinCall(at, ANY_NUMBER, BUILTINS["size"], [powers])])
            self.gaining.append((self.loops, power))
            body = self.inner(suite_)  # type: ignore[arg-type]
            self.gaining.pop()
        return [
            Set(at, card, gain.card, binds=True),
            replace(gain, card=card),
            Set(at, power, newest, binds=True),
            *body,
            Lose(at, power),
        ]

    def statement_shuffle(self, tree: Syntax) -> Body:
        return [Shuffle(self.at(tree), self.zone(tree.children[0]))]  # type: ignore[arg-type]

    def statement_random(self, tree: Syntax) -> Body:
        turning = self.scope.turning
        binder = self.binder(tree.children[0])  # type: ignore[arg-type]
        self.scope.turning = turning
        name = str(tree.children[0].children[0])  # type: ignore[union-attr]
        return [Roll(self.at(tree), binder, f"random {name} in {self.context.container}", self.acting(tree))]
