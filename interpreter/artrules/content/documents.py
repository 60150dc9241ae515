"""The files of a game as wholes: the ruleset, its parts, sets and overlays."""

from __future__ import annotations

from typing import Literal, TypeAlias

from artrules.content.cards import GROUPS, KINDS, Group, Kind
from artrules.content.flow import FLOW, Flow
from artrules.content.hints import HINTS, Hints
from artrules.content.key_values import choice, text
from artrules.content.language import LANGUAGE
from artrules.content.layout import LAYOUT, Layout
from artrules.content.pieces import PIECES, TOTALS, PieceList, Total
from artrules.content.plain_values import ASSUMED, EXPRESSION, NAME, NAMES, PROSE, SOURCE
from artrules.content.powers import (
    GROUP_KEYS,
    KEYED_POWERS,
    LIMITS,
    POWER_ATTRIBUTES,
    Limit,
    PowerAttribute,
    PowersOfKey,
)
from artrules.content.procedures import FUNCTIONS, MENUS, PROCEDURES, Function, Menu, Procedure
from artrules.content.rulings import RULINGS, RulingsOfHeading
from artrules.content.section import Named, Section, author_keys, key, named_sections, named_values, section
from artrules.content.settings import ENUMS, LIVES, SETTINGS, EndsFor, Enum, Setting
from artrules.content.zones import EVENTS, TABLES, VARIABLES, ZONES, Event, Table, Variable, Zone
from artrules.source.node import Scalar

PLAYERS = text(
    {"type": ["string", "integer"], "minimum": 1, "maximum": 16, "pattern": "^[1-9][0-9]?\\.\\.[1-9][0-9]?$"}
).named("players", "Players", "How many play: a number, or a range such as `2..4`.")

RequiredOrder: TypeAlias = Literal["pile", "row"]
_ORDERS: tuple[RequiredOrder, ...] = ("pile", "row")
REQUIRED_ORDERS = named_values(NAME, choice(*_ORDERS))


@section()
class GameSections(Section):
    """The sections that a ruleset, its parts and its overlays have."""

    settings: Named[Setting] = key(SETTINGS)
    enums: Named[Enum] = key(ENUMS)
    lives: Named[EndsFor | None] = key(LIVES)
    limits: Named[Limit] = key(LIMITS)
    power_has: Named[PowerAttribute] = key(POWER_ATTRIBUTES)
    groups: Named[Group] = key(GROUPS)
    cards: Named[Kind] = key(KINDS)
    zones: Named[Zone] = key(ZONES)
    variables: Named[Variable] = key(VARIABLES)
    events: Named[Event] = key(EVENTS)
    tables: Named[Table] = key(TABLES)
    functions: Named[Function] = key(FUNCTIONS)
    procedures: Named[Procedure] = key(PROCEDURES)
    menus: Named[Menu] = key(MENUS)
    pieces: Named[PieceList] = key(PIECES)
    totals: Named[Total] = key(TOTALS)
    flow: Flow | None = key(FLOW)
    hints: Hints | None = key(HINTS)
    layout: Layout | None = key(LAYOUT)
    rulings: Named[RulingsOfHeading] = key(RULINGS)


@section()
class SetSections(Section):
    """The sections that a set has beside its powers."""

    functions: Named[Function] = key(FUNCTIONS)
    procedures: Named[Procedure] = key(PROCEDURES)
    tables: Named[Table] = key(TABLES)
    events: Named[Event] = key(EVENTS)
    variables: Named[Variable] = key(VARIABLES)
    zones: Named[Zone] = key(ZONES)
    menus: Named[Menu] = key(MENUS)
    rulings: Named[RulingsOfHeading] = key(RULINGS)
    requires: Named[RequiredOrder | None] = key(
        REQUIRED_ORDERS,
        "The order that it needs in zones of the game whose order is `open`, by zone: `pile` or `row`.",
        title="Requires",
    )
    powers: Named[Named[PowersOfKey]] = author_keys(NAME, KEYED_POWERS)


@section()
class RulesetHead(Section):
    """What a ruleset says of itself."""

    ruleset: Scalar | None = key(NAME, "The game's name.", title="Name", required=True)
    language: Scalar | None = key(LANGUAGE)
    title: Scalar | None = key(PROSE, "What the game is called.", required=True)
    players: Scalar | None = key(PLAYERS, required=True)
    plugins: Named[Scalar | None] = key(
        named_values(NAME, PROSE),
        "The plugins that the game needs: for each the package that brings it, with the versions that will do.",
    )
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


@section(title="Ruleset")
class Ruleset(RulesetHead, GameSections):
    """A game, or the main file of one: `ruleset.yaml`."""


@section(title="Part of a ruleset")
class Part(GameSections):
    """More of a game: a part and the ruleset are one document in several files."""

    part_of: Scalar | None = key(NAME, "The name of the game this is a part of.", title="Name", required=True)
    title: Scalar | None = key(PROSE, "What the game is called.")
    players: Scalar | None = key(PLAYERS)
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


@section()
class SetHead(Section):
    """What a set says of itself."""

    set: Scalar | None = key(NAME, "The set's name.", title="Name", required=True)
    of: Scalar | None = key(NAME, "The name of the game it is for.", title="Name", required=True)
    language: Scalar | None = key(LANGUAGE)
    title: Scalar | None = key(PROSE, "What the set is called.")
    leaves_out: tuple[Scalar, ...] = key(
        GROUP_KEYS,
        "The keys of the groups that it fills for which it has nothing on purpose, such as `[5]`.",
        title="Leaves out",
    )
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


@section(title="Set")
class PowerSet(SetHead, SetSections):
    """Powers for the groups of a game. Every key that is not listed here is the name of a group."""


@section()
class OverlayHead(Section):
    """What an overlay says of itself."""

    overlay: Scalar | None = key(NAME, "The overlay's name.", title="Name", required=True)
    of: Scalar | None = key(NAME, "The name of the game it changes.", title="Of", required=True)
    language: Scalar | None = key(LANGUAGE)
    applies: Scalar | None = key(
        EXPRESSION, "When it applies: an expression over settings and `players`.", required=True
    )
    after: tuple[Scalar, ...] = key(
        NAMES, "The overlay, or a list of overlays, after which this one is merged.", title="After"
    )
    players: Scalar | None = key(
        PLAYERS,
        "Numbers of players that the overlay adds to those of the game: a number or a range.",
        title="Players",
    )
    title: Scalar | None = key(PROSE, "What the overlay is called.")
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


@section()
class SetChanges(SetSections):
    """Changes to one set."""


@section()
class ChangesOfSets(Section):
    """What an overlay changes in the sets of the game."""

    sets: Named[SetChanges] = key(named_sections(NAME, SetChanges), "Changes to sets of the game, by name.")


@section(title="Overlay")
class Overlay(OverlayHead, GameSections, ChangesOfSets):
    """Changes to a game under a condition: a variant, a player count. Nothing (`null`) removes."""
