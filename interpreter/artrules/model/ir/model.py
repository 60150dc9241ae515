"""The whole of a ruleset, elaborated: what the checks read and `lower/` makes a program of."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Literal, TypeVar

from artrules.model.ir.declarations import (
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
    PowerDefinition,
    PowerSet,
    Procedure,
    Remark,
    Ruling,
    RulingHeading,
    Setting,
    Table,
    Total,
    Variable,
    ZoneDeclaration,
    ZoneOrder,
)
from artrules.model.ir.expressions import Binder, Expression, Local
from artrules.model.ir.layout import Layout
from artrules.model.ir.statements import Body, Label
from artrules.model.ir.types import BOOL, FACE, PLAYER, Optional, Type
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass

# The course of a game, with its code: setup, the phases of a round, the end, the score.


@dataclass(frozen=True, slots=True, eq=False)
class Step(Declaration):
    """Something done once, in the setup or when the game ends."""

    body: Body


Acting = Literal["in_turn", "all_at_once", "nobody"]
"""Who acts in a phase: the players one after another, all of them at the same time, or only the game itself."""


@dataclass(frozen=True, slots=True, eq=False)
class PhaseRule:
    """An expression that says how a phase runs.

    `name` is the field of Phase that holds it. `me` tells whether a player acts in it, `type` is what it must be, and
    `words` name it in diagnostics.
    """

    name: str
    me: bool
    type: Type
    words: str


PHASE_RULES = (
    PhaseRule("first", False, PLAYER, "the first player of a phase"),
    PhaseRule("condition", False, BOOL, "a phase's condition"),
    PhaseRule("takes_part", True, BOOL, "whether a player takes part"),
    PhaseRule("next", True, Optional(PLAYER), "the player whose turn is next"),
    PhaseRule("until", True, BOOL, "when a phase is over"),
    PhaseRule("stop", True, BOOL, "when a phase stops"),
    PhaseRule("again", False, BOOL, "whether a phase is entered again"),
)
"""The player who begins; whether the phase takes place; whether a player takes part in it; after a turn, whose turn is
next, or none when the phase is over; after a turn, whether the phase is over, and whether the game is; after the phase,
whether it is entered again."""


@dataclass(frozen=True, slots=True, eq=False)
class Phase(Declaration):
    """A part of each round, in which `who` acts: everybody in turn, all at once, the first player, or nobody.

    `ends` are the lives that end with it. `back_to` names the phase that is entered again when `again` holds: it or an
    earlier one; where it is empty, it is this one. PHASE_RULES says what its expressions are for; each is None where
    the author says nothing. The texts are the expressions as the author wrote them, empty for none.
    """

    who: Acting
    ends: Sequence[str]
    back_to: str
    body: Body
    first: Expression | None
    condition: Expression | None
    takes_part: Expression | None
    next: Expression | None
    until: Expression | None
    stop: Expression | None
    again: Expression | None
    first_text: str
    condition_text: str
    takes_part_text: str
    next_text: str
    until_text: str
    stop_text: str
    again_text: str

    @property
    def is_open(self) -> bool:
        """Whether its own rules say when play in turn is over, not that everybody has had a turn."""
        return self.next is not None or self.until is not None

    @property
    def rules(self) -> Iterator[tuple[PhaseRule, Expression]]:
        """Its expressions, each with what it is for."""
        for rule in PHASE_RULES:
            value = getattr(self, rule.name)
            if value is not None:
                yield rule, value


@dataclass(frozen=True, slots=True, eq=False)
class ScorePart(Declaration):
    """A part of a player's score.

    `value` is the part's sum, None where its code can't be read. Several numbers may make it, one `each` for the values
    of `binders`; every one is told in the words of `line`. The texts are `each` and `binders` as the author wrote them.
    """

    label: str
    value: Expression | None
    binders: Sequence[Binder]
    each: Expression | None
    line: Label | None
    each_text: str
    binders_text: str


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """The course of a game. `last_round` is the number of the last round, None where only `until` ends the game.

    `until_text` and `winners_text` are code as the author wrote it, empty for none.
    """

    setup: Sequence[Step]
    phases: Sequence[Phase]
    until: Expression | None
    last_round: int | None
    final: Sequence[Step]
    score: Sequence[ScorePart]
    winners: Expression | None
    until_text: str
    winners_text: str


# Hints in the IR: how much a player likes a position or an option.


@dataclass(frozen=True, slots=True, eq=False)
class OptionHint(Declaration):
    """How much a player likes an option: `value`, of which larger is better, for the options of one branch.

    `label` is the option's label as the rules write it. `site` and `branch` say where the option is offered: the
    identity of the decision, and the key of its branch. `owner` is the set of an entry that a set adds to a menu.
    `locals` stand for the branch's binders, in their order. The name is the label, with the place where it isn't the
    first branch of this label.
    """

    label: str
    site: str
    branch: str
    locals: Sequence[Local]
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Hints:
    """How much `me` likes a position, None where content says nothing; and the options that content speaks of.

    `position_text` is the code as the author wrote it, empty for none.
    """

    position: Expression | None = None
    options: Sequence[OptionHint] = ()
    position_text: str = ""

    @property
    def exist(self) -> bool:
        """Whether content says anything."""
        return self.position is not None or bool(self.options)


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
