"""Finds what a statement changes and an expression reads that doesn't belong to the acting player.

In a phase that all play at once, players may not do this. The check of such phases (`simultaneous_access.py`) says what
each name stands for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from artrules.analyses.ownership import Names, Ownership, OwnershipAnalysis
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.declarations import Declaration
from artrules.ir.types import PLAYER

OWNER_PHRASES = {Ownership.TABLES: "the table's", Ownership.OTHERS: "another player's"}


@dataclass(slots=True)
class StateAccess:
    """Collects what code changes (`changed`: declarations of the player's own things) and what it reads of others
    (`read`: declarations with places)."""

    follower: OwnershipAnalysis
    changed: set[Declaration] = field(default_factory=set)
    read: list[tuple[Declaration, Span]] = field(default_factory=list)

    def reads(self, node: k.Node, names: Names) -> None:
        """Record what an expression reads of another player's things."""
        match node:
            case k.VariableOf(declaration=declaration, owner=k.ExpressionNode(type=type_) as owner) if type_ == PLAYER:
                source: tuple[Declaration, k.Expression] = declaration, owner
            case k.ZoneOf(declaration=declaration, owner=k.ExpressionNode(type=type_) as owner) if type_ == PLAYER:
                source = declaration, owner
            case k.AttributeOf(declaration=declaration, card=card):
                source = declaration, card
            case k.SharedAttribute(declarations=attributes, card=card):
                if self.follower.value(card, names).whose is Ownership.OTHERS:
                    self.read += [(attribute, node.at) for attribute in attributes]
                return
            case _:
                return
        if self.follower.value(source[1], names).whose is Ownership.OTHERS:
            self.read.append((source[0], node.at))

    def changes(self, node: k.Node, names: Names) -> Iterator[tuple[str, Span]]:
        """The changes of a statement to things that aren't the acting player's: words for a message, and a place.
        Records changes of the player's own things."""
        match node:
            case k.Set(place=k.VariableOf(declaration=variable, owner=owner) as place):
                whose = Ownership.TABLES
                if owner is not None and owner.type == PLAYER:
                    whose = self.follower.value(owner, names).whose
                self._changed(variable, whose)
                yield from _complaint(f"`{variable.name}` that is changed here is", whose, place.at)
            case k.Set(place=k.AttributeOf(declaration=attribute, card=card) as place):
                whose = self.follower.value(card, names).whose
                self._changed(attribute, whose)
                yield from _complaint("this card is", whose, place.at)
            case k.Set(place=k.SharedAttribute(declarations=attributes, card=card) as place):
                whose = self.follower.value(card, names).whose
                for attribute in attributes:
                    self._changed(attribute, whose)
                yield from _complaint("this card is", whose, place.at)
            case k.Set(place=k.FaceOf(card=card) as place):
                yield from _complaint("this card is", self.follower.value(card, names).whose, place.at)
            case k.Set(place=k.FieldOf(event=event) as place):
                yield f"all players' record of `{event.name}` is changed here", place.at
            case k.Move(cards=cards, zone=zone):
                source, target = self.follower.value(cards, names), self.follower.value(zone, names)
                self._changed(source.zone, source.whose)
                self._changed(target.zone, target.whose)
                yield from _complaint("the cards moved here are", source.whose, cards.at)
                yield from _complaint("the zone they go to is", target.whose, zone.at)
            case k.Show(cards=cards):
                whose = self.follower.value(cards, names).whose
                yield from _complaint("the cards shown here are", whose, cards.at)
            case k.Shuffle(zone=zone):
                value = self.follower.value(zone, names)
                self._changed(value.zone, value.whose)
                yield from _complaint("the zone shuffled here is", value.whose, zone.at)
            case k.Gain(card=card):
                whose = self.follower.value(card, names).whose
                yield from _complaint("the card that gains a power here is", whose, card.at)
            case k.Announce(event=event) if event.kept is not None:
                yield f"`{event.name}` is kept in one record for all players", node.at
            case k.EndGame():
                yield "ending the game here would cut off whoever is slower", node.at

    def _changed(self, declaration: Declaration | None, whose: Ownership) -> None:
        """Record a change of the player's own things. Other changes are reported where they happen."""
        if declaration is not None and whose not in OWNER_PHRASES:
            self.changed.add(declaration)


def _complaint(what: str, whose: Ownership, at: Span) -> Iterator[tuple[str, Span]]:
    if whose in OWNER_PHRASES:
        yield f"{what} {OWNER_PHRASES[whose]}", at
