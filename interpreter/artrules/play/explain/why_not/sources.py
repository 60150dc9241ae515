"""Answers what attributes with modifiers are made of on a card: what is printed there, what powers of other cards give,
what statements have given until something ends.

As all answers, it depends on what the asker may know, and on nothing else: what powers give is asked of each card in
play that the asker sees.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from artrules.engine.execute.guarded import Hidden
from artrules.model.elaborate.names import has_lost_powers
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import GIVES, NEXT_TURN, Attribute, Gift, Kind, ModifiedAttribute
from artrules.model.ir.types import PLAYER, POWER, Card, ListOf, Zone
from artrules.play.explain.why_not.describe import Describer, Undetermined
from artrules.play.explain.why_not.evaluate import Evaluator
from artrules.play.explain.why_not.known_machine import known_machine
from artrules.play.explain.why_not.observed_position import observe
from artrules.play.explain.why_not.question import Question
from artrules.play.game.description import title_of


@dataclass(frozen=True, slots=True)
class SourcePart:
    """What one source gives: the value in words, and where it comes from, such as `printed` or `from Warchief`."""

    value: str
    source: str

    def __str__(self) -> str:
        return f"{self.value} {self.source}"


@dataclass(frozen=True, slots=True)
class AttributeSources:
    """What an attribute of a card comes to, in words, and its sources: first the card's own value, then what powers
    give, then what statements have given."""

    attribute: str
    value: str
    parts: tuple[SourcePart, ...]

    @property
    def text(self) -> str:
        return f"{title_of(self.attribute)} {self.value} = {', '.join(map(str, self.parts))}"


def sources_of(question: Question, card: int) -> tuple[AttributeSources, ...]:
    """The sources of all attributes of a card that have another one than what they start with. The asker sees the
    card."""
    machine, seat = known_machine(question.program), question.player - 1
    observe(machine, question.instance, seat, question.stacks[0] if question.stacks else 0)
    evaluator = Evaluator(machine, Describer(machine, seat, question.first_label))
    asked = _Sources(evaluator, question, card)
    attributes = (asked.attribute(each) for each in evaluator.model.modified.values())
    return tuple(each for each in attributes if each is not None)


class _Sources:
    def __init__(self, evaluator: Evaluator, question: Question, card: int) -> None:
        self.evaluator = evaluator
        self.model = evaluator.model
        self.layout = question.program.layout
        self.card = card
        self.kind: Kind = self.model.kinds[self.layout.card_kind[card]]
        self._numbers = {power.attributes.get(GIVES): gift for power, gift in self.model.gifts.items()}
        self._given = list(self._all_given())

    def attribute(self, attribute: ModifiedAttribute) -> AttributeSources | None:
        """The sources of an attribute; None where the card hasn't got it, or nothing but what it starts with, or where
        something of it can't be known."""
        own = attribute.of_kinds.get(self.kind.name)
        if own is None:
            return None
        try:
            parts = [self._own(own), *self._from_powers(attribute), *self._from_statements(attribute)]
            if len(parts) == 1 and parts[0].source != OWN:
                return None
            local = k.Local(own.at, Card(frozenset([own.kind])), "card")
            total = k.Call(own.at, attribute.type, attribute.value, (local,))
            return AttributeSources(attribute.name, self._said(total), tuple(parts))
        except Undetermined:
            return None

    def _own(self, own: Attribute) -> SourcePart:
        value = self._said(_read(own))
        if own.starts_text:
            start = self._start(own)
            return SourcePart(value, "at the start" if value == start else OWN)
        return SourcePart(value, "printed" if value == self._said(_read(replace(own, printed=True))) else OWN)

    def _start(self, own: Attribute) -> str | None:
        """What an attribute starts with that isn't printed, in words; None where that can't be said."""
        start = self.model.starts.get(own)
        return None if start is None else self.evaluator.said(start, {"self": self.card})

    def _from_powers(self, attribute: ModifiedAttribute) -> Iterator[SourcePart]:
        for giver, gift, names in self._given:
            function = gift.values.get(attribute.name)
            if function is not None:
                value = self.evaluator.said(self.model.values[function], self._names(gift, giver, names))
                yield SourcePart(value, f"from {self.evaluator.describer.card(giver)}")

    def _from_statements(self, attribute: ModifiedAttribute) -> Iterator[SourcePart]:
        for each in self.kind.attributes.values():
            if each.part_of == attribute.name:
                value = self._said(_read(each))
                if value not in ("0", "no", "none", "nothing"):
                    yield SourcePart(value, _until(each.lasts))

    def _all_given(self) -> Iterator[tuple[int, Gift, int]]:
        """The cards in play that give something to the card, what, and the players in whose zones they lie, as far as
        the asker may know."""
        for zone in self.model.zones.values() if self.model.gifts else ():
            if zone.in_play and zone.key in self.layout.zones and zone.per == PLAYER:
                cards = k.ZoneOf(zone.at, Zone(zone.key, zone.kinds), zone, k.Local(zone.at, PLAYER, "player"))
                for player in range(self.layout.players):
                    for giver in self.evaluator.items(cards, {"player": player}):
                        if not isinstance(giver, Hidden):
                            for gift in self._gifts(giver, zone.kinds, player):
                                yield giver, gift, player

    def _gifts(self, giver: int, kinds: frozenset[str], player: int) -> Iterator[Gift]:
        at = self.model.at
        lost = has_lost_powers(self.model.kinds, self.model.modified, k.Local(at, Card(kinds), "giver"), at)
        if lost is not None and self.evaluator.holds(lost, {"giver": giver}):
            return
        powers = k.PowersOf(at, ListOf(POWER), k.Local(at, Card(kinds), "giver"))
        for power in self.evaluator.items(powers, {"giver": giver}):
            attribute = self.model.power_attributes[GIVES]
            number = k.PowerAttributeOf(at, attribute.type, GIVES, k.Local(at, POWER, "power"))
            gift = self._numbers.get(self.evaluator.value(number, {"power": power}))
            if gift is not None and self.evaluator.holds(
                self.model.values[gift.is_for], self._names(gift, giver, player)
            ):
                yield gift

    def _names(self, gift: Gift, giver: int, player: int) -> dict[str, Any]:
        giver_local, getter = self.model.locals[gift.is_for]
        return {giver_local.name: giver, getter.name: self.card, "me": player}

    def _said(self, e: k.Expression) -> str:
        return self.evaluator.said(e, {"card": self.card})


OWN = "of its own"


def _read(attribute: Attribute) -> k.Expression:
    card = k.Local(attribute.at, Card(frozenset([attribute.kind])), "card")
    return k.AttributeOf(attribute.at, attribute.type, attribute, card)


def _until(life: str) -> str:
    if life == "game":
        return "while it is in play"
    return "until the next turn begins" if life == NEXT_TURN else f"until the {title_of(life)} ends"
