"""What types and the setup of a game are made of: settings, enums and lives."""

from __future__ import annotations

from typing import Literal, TypeAlias

from artrules.content.key_values import Value, choice
from artrules.content.plain_values import CONSTANT, NAME, PROSE, TYPE, TYPED_NAMES, Sourced
from artrules.content.section import Named, author_nodes, key, named_sections, named_values, read, section
from artrules.source.lookup import entries, items
from artrules.source.node import Mapping, Node, Scalar


@section("setting", "Setting", one_of=("type", "set_of"))
class Setting(Sourced):
    """A choice made before the game: a value of a type, or sets of powers for a group."""

    title: Scalar | None = key(PROSE, "What the setting is called.")
    type: Scalar | None = key(TYPE, "The type of its value.")
    set_of: Scalar | None = key(
        NAME, "The group for which a set is chosen; its values are the sets found.", title="Set of"
    )
    starts: Node | None = key(CONSTANT, "The value when nothing is chosen.")


SETTINGS = named_sections(NAME, Setting).named(
    "settings", "Settings", "What is chosen when a game is set up. In code a setting is a constant."
)


@section("member", "Member")
class Member(Sourced):
    """The values of a member's properties."""

    values: Named[Node] = author_nodes(NAME, CONSTANT)


def _members(node: Node | None) -> tuple[tuple[Scalar, Member | None], ...]:
    if isinstance(node, Mapping) and node.entries:
        return tuple((name, read(Member, value)) for name, value in entries(node))
    return tuple((item, None) for item in items(node) if isinstance(item, Scalar))


_LIST = {"items": NAME, "minItems": 1, "uniqueItems": True}
MEMBERS = Value(
    {"type": ["array", "object"], **_LIST, "minProperties": 1, "propertyNames": NAME, "additionalProperties": Member},
    _members,
)
"""Members by name, with their values, or without any where they are only listed."""


@section("enum", "Enum", alone="members", alone_value=Value({"type": "array", **_LIST}, _members))
class Enum(Sourced):
    """A list of members, or `has` with properties and `members` with their values."""

    has: Named[Scalar | None] = key(TYPED_NAMES, "The properties that each member has, by name, with their types.")
    members: tuple[tuple[Scalar, Member | None], ...] = key(
        MEMBERS, "The members: a list, or by name with the values of their properties.", required=True
    )


ENUMS = named_sections(NAME, Enum).named("enums", "Enums", "Fixed lists of names. A member belongs to one enum.")

EndsFor: TypeAlias = Literal["each_player", "everyone", "every_turn"]
_ENDS_FOR: tuple[EndsFor, ...] = ("each_player", "everyone", "every_turn")
LIFE = choice(*_ENDS_FOR).named(
    "",
    "Life",
    "`each_player`: ends for one player at a time; `everyone`: for all, when a phase is over; "
    "`every_turn`: for all, after each turn of a phase played in turn.",
)
LIVES = named_values(NAME, LIFE).named(
    "lives",
    "Lives",
    "How long things last, besides `game`, `round` and `next_turn`, which exist in every game. "
    "A phase names the lives that end with it.",
)
