"""What lies on the table: zones, variables, events and tables."""

from __future__ import annotations

from typing import Literal

from artrules.content.key_values import choice
from artrules.content.plain_values import (
    EXPRESSION,
    LIFE_NAME,
    NAME,
    NAMES,
    OWNERS,
    SEEN_BY,
    TABLE_STEPS,
    TYPE,
    TYPED_NAMES,
    SeenBy,
    Sourced,
)
from artrules.content.section import Named, key, named_sections, section
from artrules.source.node import Scalar


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
    seen_by: SeenBy | None = key(SEEN_BY, "Who sees the cards in it.", required=True)
    shows: str = key(choice("all", "top", otherwise="all"), "`all`, or `top`: only the top card is seen.")
    face: str = key(choice("up", "down", otherwise="up"), "How a card lies when it arrives.")
    face_down_seen_by: SeenBy | None = key(
        SEEN_BY, "Who sees what a face-down card is. Default: the owner; in a shared zone nobody."
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


@section("event", "Event")
class Event(Sourced):
    """Something that `announce` makes happen."""

    has: Named[Scalar | None] = key(TYPED_NAMES, "Its fields, by name, with their types.", title="Has")
    kept: Scalar | None = key(
        LIFE_NAME, "It is remembered until this life ends; its name is then the list of what happened."
    )


EVENTS = named_sections(NAME, Event).named("events", "Events", "What can happen that others may wait for.")


@section("table", "Table", alone="steps")
class Table(Sourced):
    """Below the first step 0; then the value of the last step reached. In a block after `|`, or under `steps`."""

    steps: Scalar | None = key(TABLE_STEPS, required=True)


TABLES = named_sections(NAME, Table).named("tables", "Tables", "Functions of a number, in steps.")
