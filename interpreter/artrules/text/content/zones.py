"""What types and a setup are made of (settings, enums, lives), and what lies on the table: zones, variables, events
and tables.
"""

from typing import Literal, TypeAlias, get_args

from artrules.text.content.section import (
    CONSTANT,
    EXPRESSION,
    LIFE_NAME,
    NAME,
    NAMES,
    OWNERS,
    PROSE,
    SEEN_BY,
    TABLE_STEPS,
    TYPE,
    TYPED_NAMES,
    Named,
    Section,
    SeenBy,
    Sourced,
    Told,
    Value,
    author_nodes,
    choice,
    key,
    named_sections,
    named_values,
    read,
    section,
    truth,
)
from artrules.text.source.node import Mapping, Node, Scalar, entries, items

# What types and the setup of a game are made of: settings, enums and lives.


@section("setting", "Setting", one_of=("type", "set_of"))
class Setting(Told):
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
class Enum(Told):
    """A list of members, or `has` with properties and `members` with their values."""

    title: Scalar | None = key(PROSE, "What a table of the members is called.")
    has: Named[Scalar | None] = key(TYPED_NAMES, "The properties that each member has, by name, with their types.")
    members: tuple[tuple[Scalar, Member | None], ...] = key(
        MEMBERS,
        "The members: by name with the values of their properties, or a list. Of a range as long as the list they have "
        "the numbers in order.",
        required=True,
    )


ENUMS = named_sections(NAME, Enum).named("enums", "Enums", "Fixed lists of names. A member belongs to one enum.")

EndsFor: TypeAlias = Literal["each_player", "everyone", "every_turn"]
LIFE = choice(*get_args(EndsFor)).named(
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


# What lies on the table: zones, variables, events and tables.

ZoneSeenBy: TypeAlias = Literal["everyone", "others", "owner", "nobody"]
ZONE_SEEN_BY = choice(*get_args(ZoneSeenBy)).named("zone_seen_by", "Cards seen by", "Who may see the cards.")


@section("zone", "Zone")
class Zone(Sourced):
    """A place where cards lie."""

    per: tuple[Scalar, ...] = key(
        OWNERS,
        "There is one for each `player`, each number of a range, or each member of an enum; with a list of two, one "
        "for each pair. Without it there is one, shared.",
        title="Per",
    )
    holds: tuple[Scalar, ...] = key(
        NAMES, "The kind of card it holds, or a list of kinds.", title="Holds", required=True
    )
    order: Literal["pile", "row", "loose", "open"] = key(
        choice("pile", "row", "loose", "open", otherwise="loose"),
        "`pile` has a top, `row` a first and a last, `loose` no order. `open`: loose, unless a set in play requires an "
        "order.",
    )
    seen_by: ZoneSeenBy | None = key(
        ZONE_SEEN_BY, "Who sees the cards in it; `others`: everyone but the owner.", required=True
    )
    shows: Literal["all", "top"] = key(
        choice("all", "top", otherwise="all"), "`all`, or `top`: only the top card is seen."
    )
    face: str = key(choice("up", "down", otherwise="up"), "How a card lies when it arrives.")
    face_down_seen_by: ZoneSeenBy | None = key(
        ZONE_SEEN_BY, "Who sees what a face-down card is. Default: the owner; in a shared zone nobody."
    )
    may_be: Scalar | None = key(
        EXPRESSION, "What everybody knows of a card there, `self`, without seeing it.", title="May be"
    )
    in_play: bool = key(
        truth(otherwise=False),
        "`yes`: a card there is in play. Its powers give what they give, and it keeps what it got.",
    )


ZONES = named_sections(NAME, Zone).named("zones", "Zones", "The places where cards lie.")


@section("variable", "Variable")
class Variable(Sourced):
    """A value that changes in play."""

    of: Scalar | None = key(
        TYPE,
        "Each `player`, or each member of the enum named, has one. Without it there is one for the game.",
        title="Of",
    )
    type: Scalar | None = key(
        TYPE, "A value outside the type stops the game with a diagnostic; it is never clamped.", required=True
    )
    starts: Scalar | None = key(
        EXPRESSION,
        "The value at the start. Default: `no`, the lowest number, the first member, the first player, `none`, empty.",
    )
    lasts: Scalar | None = key(LIFE_NAME, "It returns to its start when this life ends. Default: `game`.")
    seen_by: SeenBy | None = key(SEEN_BY, "Who sees its value. Default: everyone.")
    may_be: Scalar | None = key(
        EXPRESSION,
        "For a value that not everyone sees: what holds for all hidden values, whatever they are. `yes`: it may be any "
        "value of the type.",
        title="May be",
    )


VARIABLES = named_sections(NAME, Variable).named(
    "variables",
    "Variables",
    "Values that change in play: of the game, of each player, or of each member of an enum.",
)


# What a library expects of a game: zones and variables, as far as it matters to its code.


ExpectedOrder: TypeAlias = Literal["pile", "row", "loose"]
EXPECTED_ORDER = choice(*get_args(ExpectedOrder))


@section("expected_zone", "Expected zone", file="library.schema.json")
class ExpectedZone(Section):
    """A zone that a game must have. What isn't said here is as the game has it."""

    per: tuple[Scalar, ...] = key(OWNERS, "What there is one for, as for a zone. Without it there is one.", title="Per")
    holds: tuple[Scalar, ...] = key(NAMES, "The kinds of card that it holds.", title="Holds", required=True)
    order: ExpectedOrder | None = key(EXPECTED_ORDER, "How its cards lie.")
    seen_by: ZoneSeenBy | None = key(ZONE_SEEN_BY, "Who sees the cards in it.")


@section("expected_variable", "Expected variable", file="library.schema.json")
class ExpectedVariable(Section):
    """A variable that a game must have."""

    of: Scalar | None = key(TYPE, "Whose it is, as for a variable. Without it there is one for the game.", title="Of")
    type: Scalar | None = key(
        TYPE, "Its type. Of a number only that it is one: the game says its range.", required=True
    )


OrderOfPowers: TypeAlias = Literal["chosen", "lying"]


@section("event", "Event")
class Event(Sourced):
    """Something that `announce` makes happen."""

    has: Named[Scalar | None] = key(TYPED_NAMES, "Its fields, by name, with their types.", title="Has")
    kept: Scalar | None = key(
        LIFE_NAME, "It is remembered until this life ends; its name is then the list of what happened."
    )
    order: OrderOfPowers = key(
        choice(*get_args(OrderOfPowers), otherwise="chosen"),
        "In which order several powers of a player run that wait for it: `chosen` by the player, or as their cards are "
        "`lying`.",
        title="Order",
    )
    stack: Scalar | None = key(
        NAME,
        "A procedure with a power and this event as parameters, which puts the power aside instead of running it; "
        "`use w for e` runs it later.",
        title="Stack",
    )


EVENTS = named_sections(NAME, Event).named("events", "Events", "What can happen that others may wait for.")


@section("table", "Table", alone="steps")
class Table(Told):
    """Below the first step 0; then the value of the last step reached. In a block after `|`, or under `steps`."""

    title: Scalar | None = key(PROSE, "What the table is called.")
    steps: Scalar | None = key(TABLE_STEPS, required=True)


TABLES = named_sections(NAME, Table).named("tables", "Tables", "Functions of a number, in steps.")
