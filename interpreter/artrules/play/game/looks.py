"""How cards and members of enums look on the table on which a runtime plays."""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, get_args

from artrules.model.ir.declarations import Attribute, Enum, KeyedPowers, Kind
from artrules.model.ir.expressions import AttributeOf, Listing, Local
from artrules.model.ir.layout import COLOUR_NAMES, SHAPES
from artrules.model.ir.model import Model
from artrules.model.ir.types import ListOf, Member, Number, SetOf, Type, bare
from artrules.play.explain.text import Words
from artrules.play.game.description import (
    ChangedPart,
    DrawnPart,
    Look,
    MemberDescription,
    Members,
    PrintedValue,
    title_of,
    value_in_words,
)
from artrules.play.game.runtime import Runtime, written
from artrules.text.content.layout import Template

# What is printed on cards: each sort of card once, in the order of the pieces.


def look_of_each(runtime: Runtime, members: Members) -> tuple[tuple[Look, ...], tuple[int, ...]]:
    """All looks, and for each card the index of its look. Cards have the same look if what is printed on them and their
    labels before the setup are the same. Raises Stopped."""
    layout = runtime.layout
    card_texts = _CardTexts(runtime, members)
    numbers: dict[Any, int] = {}
    looks: list[Look] = []
    of_cards: list[int] = []
    for card, name in enumerate(layout.card_kind):
        values = layout.piece_values[card]
        label = runtime.first_card_text(card)
        key = (name, label, tuple(sorted(values.items())))
        if key not in numbers:
            numbers[key] = len(looks)
            looks.append(_look(runtime, card, label, members, card_texts))
        of_cards.append(numbers[key])
    return tuple(looks), tuple(of_cards)


class _CardTexts:
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


def _look(runtime: Runtime, card: int, label: str, members: Members, card_texts: _CardTexts) -> Look:
    """The look of a card with a label before the setup, whose position is in memory."""
    kind = runtime.model.kinds[runtime.layout.card_kind[card]]
    values = runtime.layout.piece_values[card]
    printed = [attribute for attribute in kind.attributes.values() if values.get(attribute.name) is not None]
    said = runtime.model.layout.cards.get(kind.name)
    drawn = _drawn(runtime, kind, printed)
    coloured, marked, numbered, corner = (drawn.get(part) for part in get_args(DrawnPart))
    is_number = corner is not None and corner is numbered and _enum_of(corner.type) is None
    index, pips = (None, None) if corner is None or is_number else _index(runtime, corner, values, members)
    keyed = keyed_powers(runtime, kind, values)
    title = label if said is None or said.title is None else card_texts.title(card)
    return Look(
        kind=kind.name,
        title=title,
        text="" if keyed is None else _text(keyed),
        colour=None if coloured is None else _member(runtime, coloured, values, members).colour,
        symbol=None if marked is None else _member(runtime, marked, values, members).symbol,
        number=None if numbered is None else values[numbered.name],
        picture=None if said is None or said.picture is None else card_texts.picture(card),
        attributes={
            title_of(attribute.name): value_in_words(
                written(runtime, values[attribute.name], attribute.type), attribute.type, members
            )
            for attribute in printed
        },
        index=index,
        pips=pips,
        shows=tuple(
            _shown(runtime, attribute, values[attribute.name], members)
            for name in (said.shows if said is not None else ())
            if (attribute := _named(printed, name)) is not None
        ),
        power="" if keyed is None or keyed.title.casefold() == title.casefold() else keyed.title,
    )


def _drawn(runtime: Runtime, kind: Kind, printed: Sequence[Attribute]) -> dict[DrawnPart, Attribute]:
    """By which of the printed attributes each part of a card's face is drawn, by the layout or by what they are."""
    said = runtime.model.layout.cards.get(kind.name)
    enums = [attribute for attribute in printed if _enum_of(attribute.type) is not None]
    coloured = enums[0] if enums else None
    marked = enums[1] if len(enums) > 1 else coloured
    numbered = next((a for a in printed if isinstance(bare(a.type), Number)), None)
    if said is not None:
        coloured = coloured if said.colour is None else _named(printed, said.colour)
        marked = marked if said.symbol is None else _named(printed, said.symbol)
        numbered = numbered if said.number is None else _named(printed, said.number)
    corner = None if said is None or said.index is None else _named(printed, said.index)
    if corner is None and template_of(runtime, kind) == "playing":
        corner = next((each for each in enums if each.name != _suit_of(runtime, kind)), None)
    found = dict(zip(get_args(DrawnPart), (coloured, marked, numbered, corner), strict=True))
    return {part: attribute for part, attribute in found.items() if attribute is not None}


def changed_parts(runtime: Runtime, kind: Kind) -> dict[str, ChangedPart]:
    """What changed attributes of cards of a kind are drawn as, by their titles: one that starts as a printed attribute
    tells what that is now, and is drawn in its place. Where several start as the same one, none is. So is what an
    attribute with modifiers comes to."""
    cards = runtime.layout.cards[kind.name]
    of_pieces = {name for values in runtime.layout.piece_values[cards.first : cards.last] for name in values}
    modified = [each for each in kind.attributes.values() if each.combines is not None and each.name in of_pieces]
    drawn = _drawn(runtime, kind, [each for each in kind.attributes.values() if each.printed or each in modified])
    of_printed: dict[str, list[Attribute]] = {each.name: [each] for each in modified}
    for attribute in kind.attributes.values():
        start = runtime.model.starts.get(attribute)
        match start.items[0] if isinstance(start, Listing) and len(start.items) == 1 else start:
            case AttributeOf(declaration=printed, card=Local(name="self")):
                of_printed.setdefault(printed.name, []).append(attribute)
    parts: dict[str, ChangedPart] = {}
    for name, attributes in of_printed.items():
        drawn_as = tuple(part for part, attribute in drawn.items() if attribute.name == name)
        if drawn_as and len(attributes) == 1:
            parts[title_of(attributes[0].name)] = ChangedPart(drawn_as, _enum_of(kind.attributes[name].type))
    return parts


def _index(
    runtime: Runtime, attribute: Attribute, values: Mapping[str, Any], members: Members
) -> tuple[str, int | None]:
    """What stands in the corner of a card for an attribute, and how many suit symbols then stand on it, if its member
    says so."""
    value = values[attribute.name]
    enum = _enum_of(attribute.type)
    if enum is None:
        return str(value), None
    name = runtime.model.enums[enum].members[value]
    said = runtime.model.layout.members.get(enum, {}).get(name)
    member = members[enum][name]
    short = member.title if len(member.title) <= LONGEST_INDEX else member.title[:1].upper()
    return member.short or short, None if said is None else said.pips


def _shown(runtime: Runtime, attribute: Attribute, value: Any, members: Members) -> PrintedValue:
    """A printed value as it is drawn: members as symbols, numbers and others as texts."""
    type_ = bare(attribute.type)
    item = bare(type_.of) if isinstance(type_, ListOf | SetOf) else type_
    plain = written(runtime, value, attribute.type)
    title = title_of(attribute.name)
    if isinstance(item, Member):
        names = plain if isinstance(type_, ListOf | SetOf) else [plain]
        return PrintedValue(
            title, "symbols", tuple({"member": [item.enum, name]} for name in names if name is not None)
        )
    if isinstance(type_, Number):
        return PrintedValue(title, "text", ({"number": plain},))
    return PrintedValue(title, "text", ({"text": value_in_words(plain, attribute.type, members)},))


# After which pattern cards of a kind are drawn, where the layout doesn't say.

SUITS = frozenset(("heart", "spade", "club", "diamond"))
LONGEST_INDEX = 3
"""Longer titles of members don't fit into the corner of a card."""


def template_of(runtime: Runtime, kind: Kind) -> Template:
    """The pattern of a kind of card: that of the layout, else it follows from what is printed on such cards."""
    said = runtime.model.layout.cards.get(kind.name)
    if said is not None and said.template is not None:
        return said.template
    printed = [attribute for attribute in kind.attributes.values() if attribute.printed]
    enums = [enum for attribute in printed if (enum := _enum_of(attribute.type)) is not None]
    numbers = [attribute for attribute in printed if isinstance(bare(attribute.type), Number)]
    if _suit_of(runtime, kind) is not None:
        return "playing"
    if kind.powers is not None:
        return "power"
    if len(printed) == len(numbers) <= 1:
        return "token"
    if len(enums) == 1 and "coin" in _symbols_of(runtime, enums[0]):
        return "money"
    zones = [zone for zone in runtime.model.zones.values() if kind.name in zone.kinds]
    if zones and all(zone.per is None and zone.order == "row" for zone in zones):
        return "place"
    return "tile"


def _suit_of(runtime: Runtime, kind: Kind) -> str | None:
    """The attribute that is the suit of a kind of playing card: one of the two enums that are printed on it, with the
    four symbols of suits. None for other kinds."""
    enums = {each.name: _enum_of(each.type) for each in kind.attributes.values() if each.printed}
    named = {name: enum for name, enum in enums.items() if enum is not None}
    suits = [name for name, enum in named.items() if _symbols_of(runtime, enum) == SUITS]
    return suits[0] if len(named) == 2 and len(suits) == 1 else None


def _symbols_of(runtime: Runtime, enum: str) -> Set[str]:
    return {member.symbol for member in _members(runtime.model, runtime.model.enums[enum]).values()}


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


def _text(keyed: KeyedPowers) -> str:
    """What a card can do, as it is printed."""
    texts = keyed.text or " ".join(dict.fromkeys(power.label_text for power in keyed.powers if power.label_text))
    return " ".join(texts.split())


def _member(runtime: Runtime, attribute: Attribute, values: Mapping[str, Any], members: Members) -> MemberDescription:
    enum = _enum_of(attribute.type)
    assert enum is not None
    return members[enum][runtime.model.enums[enum].members[values[attribute.name]]]


def _enum_of(type_: Type | None) -> str | None:
    inner = bare(type_)
    return inner.enum if isinstance(inner, Member) else None


# The colours and symbols that members of enums have where content gives them none.

PALETTE = ("#c0392b", "#2471a3", "#b7950b", "#1e8449", "#7d3c98", "#ca6f1e", "#117a65", "#a04000", "#5d6d7e", "#c2185b")
"""Colours that are told apart at a glance, on light and on dark ground."""
SOFTENED = {
    "red": "#c0392b",
    "blue": "#2471a3",
    "green": "#1e8449",
    "yellow": "#d4ac0d",
    "orange": "#d35400",
    "purple": "#7d3c98",
    "pink": "#d6428c",
    "brown": "#7b4a2b",
    "black": "#2b2b2b",
    "white": "#f4f1e8",
    "grey": "#808b96",
    "gray": "#808b96",
    "gold": "#b8860b",
    "lime": "#7cb518",
    "cyan": "#1a9ba8",
    "magenta": "#a8328c",
}
"""Colours of CSS that are too bright for a whole card, as they look well on a table."""


def colours_of(members: Sequence[str]) -> list[str]:
    """A colour for each member of an enum: that which it is called after, else the next one of the palette."""
    return _given(members, lambda name: SOFTENED.get(name, name) if name in COLOUR_NAMES else None, PALETTE)


def symbols_of(members: Sequence[str]) -> list[str]:
    """A shape for each member of an enum: that which it is called after, else the next one that is free."""
    return _given(members, lambda name: next((s for s in SHAPES if name in (s, f"{s}s")), None), SHAPES)


def _given(members: Sequence[str], own: Callable[[str], str | None], others: Sequence[str]) -> list[str]:
    """For each name its own sign, or else the next one of the others that is free; these come again when all are
    used."""
    own_signs = [own(name) for name in members]
    free = [sign for sign in others if sign not in own_signs] or list(others)
    used = 0
    signs = []
    for sign in own_signs:
        if sign is None:
            sign = free[used % len(free)]
            used += 1
        signs.append(sign)
    return signs


# How members of enums are shown: as the layout says, or by their names.


def describe_members(model: Model) -> Members:
    """By enum and member: title, colour and symbol."""
    return {enum.name: _members(model, enum) for enum in model.enums.values()}


def _members(model: Model, enum: Enum) -> dict[str, MemberDescription]:
    layouts = model.layout.members.get(enum.name, {})
    descriptions = {}
    for name, colour, symbol in zip(enum.members, colours_of(enum.members), symbols_of(enum.members), strict=True):
        said = layouts.get(name)
        if said is None:
            descriptions[name] = MemberDescription(title_of(name), colour, symbol)
        else:
            title = title_of(name) if said.title is None else said.title.text
            descriptions[name] = MemberDescription(
                title,
                said.colour or colour,
                said.symbol or symbol,
                said.short.text if said.short is not None else None,
                said.picture,
            )
    return descriptions
