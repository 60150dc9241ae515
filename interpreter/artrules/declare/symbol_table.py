"""Everything a ruleset declares, and its code as the author wrote it: what declaring makes and elaboration reads.

Names are looked up from the viewpoint of an owner: a set sees its own names, then the game's; the game sees only its
own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import field
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
)
from artrules.ir.flow import Acting
from artrules.ir.layout import Area, FigureSeenBy, MemberLayout, ValueForm, ValueShown, VariableLayout, ZoneLayout
from artrules.ir.powers import PowerDefinition, PowerSet
from artrules.ir.texts import Remark, Ruling, RulingHeading, Text
from artrules.record import dataclass
from artrules.source.node import Scalar

D = TypeVar("D", bound=Declaration)
WithCode = Variable | Attribute | Limit | Function | Procedure | Pieces | Total
"""What one piece of code belongs to."""


@dataclass(frozen=True, slots=True, eq=False)
class AuthorMenuEntry(Declaration):
    """An entry of a menu. `binders`, `condition` and `effect` are code, None where the author writes none."""

    label: Scalar | None
    binders: Scalar | None
    condition: Scalar | None
    effect: Scalar | None


@dataclass(frozen=True, slots=True, eq=False)
class AuthorMenu(Declaration):
    """A menu; sets add entries to it."""

    prompt: str
    entries: list[AuthorMenuEntry]


@dataclass(frozen=True, slots=True)
class PowerCode:
    """The code of a power."""

    condition: Scalar | None
    effect: Scalar | None


@dataclass(frozen=True, slots=True, eq=False)
class AuthorStep(Declaration):
    """A step of the setup or of the end, and its effect."""

    effect: Scalar | None


@dataclass(frozen=True, slots=True, eq=False)
class AuthorPhase(Declaration):
    """A phase of a round; `ir.flow.Phase` says what its code is for."""

    who: Acting
    ends: tuple[str, ...]
    back_to: str
    effect: Scalar | None
    rules: Mapping[str, Scalar]
    """By the name of the phase's rule (`ir.flow.PHASE_RULES`), those that the author gives."""


@dataclass(frozen=True, slots=True, eq=False)
class AuthorScorePart(Declaration):
    """A part of the score; `ir.flow.ScorePart` says what its code is for."""

    label: str
    each: Scalar | None
    binders: Scalar | None
    line: Scalar | None


@dataclasses.dataclass(slots=True)
class AuthorFlow:
    """The course of a game."""

    setup: list[AuthorStep] = field(default_factory=list)
    phases: list[AuthorPhase] = field(default_factory=list)
    until: Scalar | None = None
    last_round: int | None = None
    final: list[AuthorStep] = field(default_factory=list)
    score: list[AuthorScorePart] = field(default_factory=list)
    winners: Scalar | None = None


@dataclass(frozen=True, slots=True, eq=False)
class AuthorOptionHint(Declaration):
    """How much a player likes an option. Its name is the option's label, as the rules write it."""

    value: Scalar | None


@dataclasses.dataclass(slots=True)
class AuthorHints:
    """How much a player likes a position, and options."""

    position: Scalar | None = None
    options: list[AuthorOptionHint] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class AuthorFigure(Declaration):
    """A figure; `ir.layout.Figure` says what its fields are for. `binders` says whose it is, `value` what it is."""

    binders: Scalar | None
    value: Scalar | None
    title: Text | None
    as_: ValueForm | None
    shown: ValueShown | None
    seen_by: FigureSeenBy
    steps: str | None


@dataclass(frozen=True, slots=True, eq=False)
class AuthorCardLayout(Declaration):
    """How cards of a kind are drawn; `ir.layout.CardLayout` says what its fields are for."""

    title: Scalar | None
    colour: str | None
    symbol: str | None
    number: str | None
    picture: Scalar | None


@dataclasses.dataclass(slots=True)
class AuthorLayout:
    """How the table is shown, as `ir.layout.Layout` is, with code as text."""

    areas: list[Area] = field(default_factory=list)
    zones: dict[str, ZoneLayout] = field(default_factory=dict)
    variables: dict[str, VariableLayout] = field(default_factory=dict)
    figures: dict[str, AuthorFigure] = field(default_factory=dict)
    cards: dict[str, AuthorCardLayout] = field(default_factory=dict)
    members: dict[str, dict[str, MemberLayout]] = field(default_factory=dict)
    decisions: dict[str, Text] = field(default_factory=dict)
    phases: dict[str, Text] = field(default_factory=dict)
    about: Text | None = None


@dataclasses.dataclass(slots=True)
class SymbolTable:
    """A ruleset's declarations and their code, with its sets, for one combination of overlays.

    It grows while the ruleset is declared; later stages only read it.
    """

    name: str
    at: Span
    """Where its name stands."""
    title: str
    players: tuple[int, int] = (1, 1)
    overlay_files: frozenset[str] = frozenset()
    """The files of the overlays that are laid over it, by their names in diagnostics."""
    settings: dict[str, Setting] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    members: dict[str, tuple[Enum, int]] = field(default_factory=dict)
    lives: dict[str, Life] = field(default_factory=dict)
    limits: dict[str, Limit] = field(default_factory=dict)
    power_attributes: dict[str, PowerAttribute] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    zones: dict[str, ZoneDeclaration] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    boundaries: dict[str, Event] = field(default_factory=dict)
    """The events of the language, by name."""
    tables: dict[str, Table] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    plugin_functions: dict[str, PluginFunction] = field(default_factory=dict)
    lacks_plugins: bool = False
    """Whether a plugin that the ruleset names isn't there: a name that nobody knows may be one of its functions."""
    procedures: dict[str, Procedure] = field(default_factory=dict)
    menus: dict[str, AuthorMenu] = field(default_factory=dict)
    pieces: dict[str, Pieces] = field(default_factory=dict)
    totals: dict[str, Total] = field(default_factory=dict)
    flow: AuthorFlow = field(default_factory=AuthorFlow)
    hints: AuthorHints = field(default_factory=AuthorHints)
    layout: AuthorLayout = field(default_factory=AuthorLayout)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    ruling_headings: list[RulingHeading] = field(default_factory=list)
    sets: dict[str, PowerSet] = field(default_factory=dict)
    powers: list[PowerDefinition] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    code: dict[WithCode, Scalar] = field(default_factory=dict)
    """The code of what has one piece of it: a function's value, a procedure's body, with what a variable or an
    attribute starts, a limit's bound, the zone in which pieces start, what a total counts."""
    may_be: dict[Variable, Scalar] = field(default_factory=dict)
    """What holds for hidden values, by the variable that says so."""
    power_code: dict[PowerDefinition, PowerCode] = field(default_factory=dict)
    piece_rules: dict[Pieces, Scalar] = field(default_factory=dict)
    """The binders of pieces by rule, for each of which there is a piece."""
    card_labels: dict[str, Scalar] = field(default_factory=dict)
    """By kind what its cards are called: text with code in it."""

    def find(self, table: Mapping[str, D], name: str, owner: str | None) -> D | None:
        """A declaration by name as code of this owner sees it."""
        if owner is not None and (found := table.get(f"{owner}/{name}")) is not None:
            return found
        return table.get(name)

    def visible(self, table: Mapping[str, D], owner: str | None) -> Iterator[D]:
        """All declarations that code of this owner sees."""
        for declaration in table.values():
            if declaration.owner in (None, owner):
                yield declaration
