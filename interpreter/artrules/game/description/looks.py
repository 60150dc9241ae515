"""What is printed on cards: each sort of card once, in the order of the pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from artrules.explain.text import Words
from artrules.game.description.table import Look, MemberDescription
from artrules.game.description.titles import title_of
from artrules.game.description.words import Members, value_in_words
from artrules.game.encode import written
from artrules.game.runtime import Runtime
from artrules.ir.declarations import Attribute, Kind
from artrules.ir.powers import KeyedPowers
from artrules.ir.types import Member, Number, Optional, Type


def look_of_each(runtime: Runtime, members: Members) -> tuple[tuple[Look, ...], tuple[int, ...]]:
    """All looks, and for each card the index of its look. Cards have the same look if what is printed on them and their
    labels before the setup are the same. Raises Stopped."""
    layout = runtime.layout
    told = _Told(runtime, members)
    numbers: dict[Any, int] = {}
    looks: list[Look] = []
    of_cards: list[int] = []
    for card, name in enumerate(layout.card_kind):
        values = layout.piece_values[card]
        label = runtime.first_card_text(card)
        key = (name, label, tuple(sorted(values.items())))
        if key not in numbers:
            numbers[key] = len(looks)
            looks.append(_look(runtime, card, label, members, told))
        of_cards.append(numbers[key])
    return tuple(looks), tuple(of_cards)


class _Told:
    """The titles and pictures that the layout gives cards. Titles call members by their titles, pictures by their
    names."""

    def __init__(self, runtime: Runtime, members: Members) -> None:
        texts, model = runtime.program.texts, runtime.model
        self._runtime = runtime
        self._titles = Words(texts, model, lambda enum, member: members[enum][member].title)
        self._pictures = Words(texts, model, lambda _, member: member)

    def title(self, card: int) -> str:
        """The title of a card. Raises Stopped."""
        return self._words("write_title", self._titles, card)

    def picture(self, card: int) -> str:
        """The path of a card's picture. Raises Stopped."""
        return self._words("write_picture", self._pictures, card)

    def _words(self, function: str, words: Words, card: int) -> str:
        tokens = self._runtime.tokens(function, card)
        return words.joined(tokens, 0, len(tokens), None, [])


def _look(runtime: Runtime, card: int, label: str, members: Members, told: _Told) -> Look:
    """The look of a card with a label before the setup, whose position is in memory."""
    kind = runtime.model.kinds[runtime.layout.card_kind[card]]
    values = runtime.layout.piece_values[card]
    printed = [attribute for attribute in kind.attributes.values() if values.get(attribute.name) is not None]
    said = runtime.model.layout.cards.get(kind.name)
    enums = [attribute for attribute in printed if _enum_of(attribute.type) is not None]
    coloured = enums[0] if enums else None
    marked = enums[1] if len(enums) > 1 else coloured
    numbered = next((a for a in printed if isinstance(_inner(a.type), Number)), None)
    if said is not None:
        coloured = coloured if said.colour is None else _named(printed, said.colour)
        marked = marked if said.symbol is None else _named(printed, said.symbol)
        numbered = numbered if said.number is None else _named(printed, said.number)
    keyed = keyed_powers(runtime, kind, values)
    title = label if said is None or said.title is None else told.title(card)
    return Look(
        kind=kind.name,
        title=title,
        text=_text(keyed, title),
        colour=None if coloured is None else _member(runtime, coloured, values, members).colour,
        symbol=None if marked is None else _member(runtime, marked, values, members).symbol,
        number=None if numbered is None else values[numbered.name],
        picture=None if said is None or said.picture is None else told.picture(card),
        attributes={
            title_of(attribute.name): value_in_words(
                written(runtime, values[attribute.name], attribute.type), attribute.type, members
            )
            for attribute in printed
        },
    )


def _named(printed: Sequence[Attribute], name: str) -> Attribute | None:
    """The printed attribute with a name, where the card has a value for it."""
    return next((attribute for attribute in printed if attribute.name == name), None)


def keyed_powers(runtime: Runtime, kind: Kind, values: Mapping[str, Any]) -> KeyedPowers | None:
    """What the sets in play give for the key that is printed on a card."""
    source = kind.powers
    if source is None or (value := values.get(source.by)) is None:
        return None
    enum = _enum_of(kind.attributes[source.by].type)
    key = value if enum is None else runtime.model.enums[enum].members[value]
    name = runtime.layout.configuration.chosen.get(source.group, {}).get(key)
    return None if name is None else runtime.model.sets[name].fills[source.group].get(key)


def _text(keyed: KeyedPowers | None, title: str) -> str:
    """The name and the text of what a card can do, as it is printed; without the name where it is the card's title."""
    if keyed is None:
        return ""
    texts = keyed.text or " ".join(dict.fromkeys(power.label_text for power in keyed.powers if power.label_text))
    name = "" if keyed.title.casefold() == title.casefold() else keyed.title
    return ": ".join(part for part in (name, " ".join(texts.split())) if part)


def _member(runtime: Runtime, attribute: Attribute, values: Mapping[str, Any], members: Members) -> MemberDescription:
    enum = _enum_of(attribute.type)
    assert enum is not None
    return members[enum][runtime.model.enums[enum].members[values[attribute.name]]]


def _inner(type_: Type | None) -> Type | None:
    return type_.of if isinstance(type_, Optional) else type_


def _enum_of(type_: Type | None) -> str | None:
    inner = _inner(type_)
    return inner.enum if isinstance(inner, Member) else None
