"""Cards: kinds of card with their attributes, and the groups from which they have their powers."""

from __future__ import annotations

from artrules.content.key_values import truth
from artrules.content.plain_values import EXPRESSION, LABEL, LIFE_NAME, NAME, TYPE, ZONE_NAME, Sourced
from artrules.content.section import Named, key, named_sections, nested, section
from artrules.source.node import Scalar


@section("group", "Group")
class Group(Sourced):
    """A place for powers keyed by numbers or names."""

    keyed_by: Scalar | None = key(
        TYPE, "A range of numbers, such as `1..3`, an enum, or `name`.", title="Keyed by", required=True
    )
    chosen_by: Scalar | None = key(NAME, "The setting that chooses the sets that fill the group.", title="Chosen by")
    closed: bool = key(
        truth(otherwise=False),
        "`yes`: no more sets are to come from elsewhere, so `check` points out what only they could use.",
    )


GROUPS = named_sections(NAME, Group).named("groups", "Groups", "Places for powers, filled by sets.")


@section("attribute", "Attribute")
class Attribute(Sourced):
    """Something a card has, such as a number or a colour."""

    type: Scalar | None = key(TYPE, required=True)
    starts: Scalar | None = key(
        EXPRESSION, "The value at the start, over `self`. Without it pieces give the value, or it is the type's first."
    )
    back_when_leaving: Scalar | None = key(
        ZONE_NAME, "It returns to its start when the card leaves a zone of this name."
    )
    lasts: Scalar | None = key(LIFE_NAME, "It returns to its start when this life ends.")


@section("card_powers", "Powers of a card")
class CardPowers(Sourced):
    """Which group gives such cards their powers."""

    from_: Scalar | None = key(NAME, "The group.", title="From", required=True)
    by: Scalar | None = key(NAME, "The printed attribute that is the key within the group.", title="By", required=True)
    back_when_leaving: Scalar | None = key(
        ZONE_NAME, "Powers gained in play are lost when the card leaves a zone of this name."
    )
    lasts: Scalar | None = key(LIFE_NAME, "Powers gained in play are lost when this life ends.")


@section("kind", "Kind of card")
class Kind(Sourced):
    """What every card of this kind has."""

    label: Scalar | None = key(LABEL, "How a card is called, with its attributes in braces: `{self.shade}`.")
    attributes: Named[Attribute] = key(
        named_sections(NAME, Attribute),
        "What such a card has, printed on it or changed by code.",
    )
    powers: CardPowers | None = key(nested(CardPowers))


KINDS = named_sections(NAME, Kind).named(
    "cards", "Kinds of card", "The kinds of card and what each card of a kind has."
)
