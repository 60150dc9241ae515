"""The whole of a ruleset, elaborated: what the checks read and `lower/` makes a program of."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import TypeVar

from artrules.diagnostics.span import Span
from artrules.ir.declarations import (
    Attribute,
    Declaration,
    Enum,
    Event,
    Function,
    Group,
    Kind,
    Life,
    Limit,
    Pieces,
    PluginFunction,
    PowerAttribute,
    Procedure,
    Setting,
    Table,
    Total,
    Variable,
    ZoneDeclaration,
    ZoneOrder,
)
from artrules.ir.expressions import Expression, Local
from artrules.ir.flow import Flow
from artrules.ir.hints import Hints
from artrules.ir.layout import Layout
from artrules.ir.powers import PowerDefinition, PowerSet
from artrules.ir.statements import Body, Label
from artrules.ir.texts import Remark, Ruling, RulingHeading
from artrules.ir.types import FACE
from artrules.record import dataclass

D = TypeVar("D", bound=Declaration)
MENU = "menu:"
"""The name of the procedure that a menu becomes begins so; the menu's name follows."""


@dataclass(frozen=True, slots=True, eq=False)
class MenuEntry(Declaration):
    """An entry of a menu, in the author's own words: its label, and the code of its condition. Empty for none."""

    label: str
    condition: str


@dataclass(frozen=True, slots=True, eq=False)
class Menu(Declaration):
    """A menu as its author sees it. What runs is the procedure of its name with `MENU` before it."""

    entries: Sequence[MenuEntry]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Model:
    """A ruleset with its sets, for one combination of overlays: immutable, and closed over its names.

    First come tables of declarations: by `key` where sets may have names of their own, else by name. Then come tables
    of code, by the declaration that it belongs to; code that couldn't be read is missing there, or is an empty body.
    """

    name: str
    at: Span
    """Where its name stands."""
    title: str
    players: tuple[int, int]
    """The least and the greatest number of players."""

    settings: Mapping[str, Setting]
    enums: Mapping[str, Enum]
    members: Mapping[str, tuple[Enum, int]]
    """By the name of a member: its enum, and its index there."""
    lives: Mapping[str, Life]
    limits: Mapping[str, Limit]
    power_attributes: Mapping[str, PowerAttribute]
    groups: Mapping[str, Group]
    kinds: Mapping[str, Kind]
    zones: Mapping[str, ZoneDeclaration]
    variables: Mapping[str, Variable]
    events: Mapping[str, Event]
    tables: Mapping[str, Table]
    functions: Mapping[str, Function]
    plugin_functions: Mapping[str, PluginFunction]
    """The functions and ways to draw of the plugins that the ruleset names."""
    procedures: Mapping[str, Procedure]
    menus: Mapping[str, Menu]
    pieces: Mapping[str, Pieces]
    totals: Mapping[str, Total]
    flow: Flow
    rulings: Mapping[str, Ruling]
    ruling_headings: Sequence[RulingHeading]
    sets: Mapping[str, PowerSet]
    powers: Sequence[PowerDefinition]
    """All powers of all sets, each at its `index`."""
    remarks: Sequence[Remark]

    values: Mapping[Function, Expression]
    bodies: Mapping[Procedure | PowerDefinition, Body]
    """A body for each procedure and each power."""
    locals: Mapping[Function | Procedure, Sequence[Local]]
    """The locals of the parameters, for each function and each procedure."""
    conditions: Mapping[PowerDefinition, Expression]
    starts: Mapping[Variable | Attribute | Pieces, Expression]
    """With what variables and attributes start, and in which zone pieces do."""
    may_be: Mapping[Variable, Expression]
    """What holds for hidden values, by the variable that says so: all of them hold together."""
    at_most: Mapping[Limit, Expression]
    counts: Mapping[Total, Expression]
    card_labels: Mapping[str, Label]
    """What cards are called, by kind."""
    hints: Hints
    layout: Layout

    overlays: tuple[str, ...]
    """The overlays that were laid over the game."""
    brought: Mapping[str, str]
    """Settings that overlays add, and which one does: they exist whether it applies or not."""
    asked: frozenset[str]
    """Names that stand in the conditions of overlays: settings, and members of enums."""
    source_text: Callable[[str], str | None]
    """The text of a file of content, by the name that spans give: for whoever shows the author's words."""

    def visible(self, table: Mapping[str, D], owner: str | None) -> Iterator[D]:
        """All declarations of a table that this owner sees: the game's, and those of the set itself."""
        return (declaration for declaration in table.values() if declaration.owner in (None, owner))

    def code_of(self, declaration: Function | Procedure) -> Body | tuple[Expression, ...]:
        """The code of a function or of a procedure, as a sequence of nodes."""
        if isinstance(declaration, Procedure):
            return self.bodies[declaration]
        value = self.values.get(declaration)
        return (value,) if value is not None else ()

    def has_meaning(self, setting: str) -> bool:
        """Whether anything depends on a setting: not on that of an overlay that doesn't apply, if none asks for it."""
        return setting in self.asked or self.brought.get(setting) in (None, *self.overlays)

    def order_of(self, zone: ZoneDeclaration, sets: Container[str | None]) -> ZoneOrder:
        """How cards lie in a zone where some sets are in play, or as code of a set sees it."""
        if zone.order != "open":
            return zone.order
        required = (
            each.requires[zone.key] for each in self.sets.values() if each.name in sets and zone.key in each.requires
        )
        return next(required, "loose")

    @property
    def awaits_sets(self) -> bool:
        """Whether sets that nobody here knows may use what the game declares."""
        return any(not group.closed for group in self.groups.values())

    @property
    def face(self) -> Enum:
        return self.enums[FACE.enum]
