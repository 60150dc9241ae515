"""Puts values, cards and places into words, as the asker would say them."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from artrules.engine.execute.guarded import Hidden, NotKnown
from artrules.engine.machine.numbers import NONE, SLOTS
from artrules.model.ir.declarations import ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.model.ir.types import (
    Bool,
    Card,
    Happening,
    ListOf,
    Member,
    Nothing,
    Number,
    Optional,
    Player,
    Power,
    SetOf,
    Type,
    Wording,
    Zone,
    members,
)
from artrules.play.explain.faults import Stopped
from artrules.play.explain.text import Words
from artrules.play.explain.why_not.known_machine import Fail, FoundFault, KnownMachine
from artrules.play.game.description import title_of
from artrules.play.position.values import ValueReader

MOST_LISTED = 8


class Undetermined(Exception):
    """The value of an expression can't be known: it reads something hidden, or something that doesn't exist."""


class Describer:
    """Puts the values of a position that a known machine holds into words for a seat (counted from 0). `first_label`
    says what a card is called before anything has happened to it, or raises Stopped."""

    def __init__(self, machine: KnownMachine, seat: int, first_label: Callable[[int], str]) -> None:
        self._machine = machine
        self.seat = seat
        self._first_label = first_label
        self._program = machine.program
        self._reader = ValueReader(machine.program.model, machine.region("heap"))
        self._words = Words(machine.program.texts, machine.program.model)

    def called(self, value: Any, type_: Type) -> str:
        """A value as it stands in a text, where of an empty list nothing is read. A card that the seat can't see is
        named by what is printed on it. Raises Undetermined."""
        try:
            return self._called(value, type_)
        except (NotKnown, LookupError):
            raise Undetermined from None

    def _called(self, value: Any, type_: Type) -> str:
        match type_:
            case Optional(of):
                return "none" if value == NONE else self._called(value, of)
            case ListOf(of):
                return self._listed(self._reader.items(value), of)
            case Zone(_, kinds):
                return self._listed(self._reader.items(value), Card(kinds))
            case SetOf(of):
                return self._listed(members(self._reader.value(value.__index__(), type_)), of)
            case Card() if isinstance(value, Hidden):
                return "a card"
            case Card():
                return self.card(value)
            case Power():
                return self._power(value)
            case Player():
                return f"player {value + 1}"
            case Member(enum):
                return str(self._program.model.enums[enum].members[value]).replace("_", " ")
            case Bool():
                return "yes" if value else "no"
            case Nothing():
                return "none"
            case Wording():
                return str(self._program.texts[value])
            case Happening():
                raise Undetermined
        return str(value)

    def _listed(self, items: Sequence[Any], of: Type) -> str:
        seen = [item for item in items if not isinstance(item, Hidden)]
        hidden = len(items) - len(seen)
        if len(seen) > MOST_LISTED:
            return f"{len(items)} of them"
        parts = [self._called(item, of) for item in seen]
        if hidden:
            parts.append(f"{hidden} that can't be seen")
        return ", ".join(parts)

    def card(self, card: int) -> str:
        """A card, named by its label. Raises Undetermined."""
        kind = self._machine.region("kind_of")[card]
        try:
            self._machine.call_table("card_label", kind, card)
            tokens, end = self._machine.region("text"), self._machine["text_top"]
            return self._words.joined(tokens, 0, end, 1 << self.seat, [])
        except (NotKnown, Fail, FoundFault):
            pass  # everybody knows what is printed on a card, wherever it lies
        try:
            return self._first_label(card)
        except Stopped:
            raise Undetermined from None

    def _power(self, power: int) -> str:
        try:
            definition = self._program.model.powers[self._machine.call("definition_of", power)]
        except Fail:
            raise Undetermined from None
        text = f"{definition.title} ({self.card(power // SLOTS)})"
        return f"{text}: {definition.label_text}" if definition.label_text else text

    def place_of(self, card: Any) -> str | None:
        """Where a card lies; None when the seat can't see the card, or is never shown that place."""
        try:
            number = self._machine.region("zone_of")[card]
        except NotKnown:
            return None
        layout = self._program.layout
        return self.zone(*layout.zone_places[number]) if number < len(layout.zone_places) else None

    def zone(self, zone: ZoneDeclaration, owner: int, second: int) -> str | None:
        """What a zone of some owners, given by their indices, is called; None for one that nobody is ever shown."""
        return zone_in_words(self._program.model, zone, owner, second, self.seat)


def zone_in_words(model: Model, zone: ZoneDeclaration, owner: int, second: int, seat: int) -> str | None:
    """What a zone of some owners, given by their indices, is called by a seat (counted from 0); None for one that
    nobody is ever shown."""
    said = model.layout.zones.get(zone.key)
    if said is not None and said.shown == "never":
        return None
    title = said.title.text if said is not None and said.title is not None else title_of(zone.name)
    title = re.split("[,:;(]", title, maxsplit=1)[0].strip()  # what comes after is a remark
    after = _owner_in_words(model, zone.second, second)
    if isinstance(zone.per, Player):
        return f"your {title}{after}" if owner == seat else f"player {owner + 1}'s {title}{after}"
    if zone.per is None:
        return f"the {title}"
    return f"{title}{_owner_in_words(model, zone.per, owner)}{after}"


def _owner_in_words(model: Model, of: Type | None, index: int) -> str:
    """An owner after the name of a zone, by its index."""
    match of:
        case Player():
            return f" {index + 1}"
        case Number(low, _):
            return f" {low + index}"
        case Member(enum):
            return f" ({title_of(model.enums[enum].members[index])})"
    return ""
