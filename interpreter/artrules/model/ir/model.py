"""The whole of a ruleset, elaborated: what the checks read and `lower/` makes a program of."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum as Enumeration
from functools import wraps
from typing import Any, TypeVar, cast

from artrules.model.ir.declarations import (
    Attribute,
    Declaration,
    Enum,
    Event,
    Function,
    Gift,
    Group,
    Kind,
    Life,
    Limit,
    ModifiedAttribute,
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
    Term,
    Total,
    Variable,
    ZoneDeclaration,
    ZoneOrder,
)
from artrules.model.ir.expressions import Binder, Expression, Local
from artrules.model.ir.layout import Layout, OptionReference
from artrules.model.ir.statements import Body, Label
from artrules.model.ir.types import BOOL, FACE, PLAYER, ListOf, Optional, Type
from artrules.text.content.flow import Acting
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass

# The course of a game, with its code: setup, the phases of a round, the end, the score.


@dataclass(frozen=True, slots=True, eq=False)
class Step(Declaration):
    """Something done once, in the setup or when the game ends."""

    body: Body
    part_of: str | None = None
    """As that of functions; None for a step of the author's."""


class Role(Enumeration):
    """What a condition decides. The values say what follows where it never holds, and where it always does."""

    SUITE = ("what stands below this never runs", "what stands below this always runs")
    FILTER = ("nothing is ever found here", "this leaves nothing out")
    OPTION = ("this is never offered", "this is always offered")
    REQUIREMENT = ("this always fails", "this is always met")
    POWER = ("this power is never usable", "this power is always usable")
    WHILE = ("what stands below this never runs", "this loop doesn't end here")
    UNTIL = ("this loop doesn't end here", "what stands below this never runs")
    EITHER = ("this value is never taken", "the value after `else` is never taken")
    PHASE = ("this phase never takes place", "this phase always takes place")
    PART = ("nobody ever takes part", "everybody always takes part")
    PHASE_ENDS = ("this never ends the phase", "this ends the phase after the first turn")
    GAME_ENDS = ("this never ends the game", "this ends the game the first time that it is tested")
    AGAIN = ("the phase is never entered again", "the phase is entered again for ever")
    VALUE = ("this is always `no`", "this is always `yes`")

    @property
    def never(self) -> str:
        return self.value[0]

    @property
    def always(self) -> str:
        return self.value[1]


ALL_PHASES: tuple[Acting, ...] = ("in_turn", "all_at_once", "nobody")


@dataclass(frozen=True, slots=True, eq=False)
class PhaseRule:
    """A key of a phase whose expression says how the phase runs.

    `name` is the key. `has_me` tells whether a player acts in the expression, `type` is what it must be, `words` name
    it in diagnostics, and `decides` says what follows from a condition. `phases` are those in which it may stand, by
    who acts. `comes_first` tells whether it is evaluated before what happens in the phase. `told` is what a booklet
    says before the expression, empty where it is told in a way of its own.
    """

    name: str
    has_me: bool
    type: Type
    words: str
    decides: Role = Role.VALUE
    phases: tuple[Acting, ...] = ALL_PHASES
    comes_first: bool = False
    told: str = ""


FROM = PhaseRule("from", False, PLAYER, "the first player of a phase", comes_first=True)
IF = PhaseRule("if", False, BOOL, "a phase's condition", Role.PHASE, comes_first=True)
NEXT = PhaseRule("next", True, Optional(PLAYER), "the player whose turn is next", phases=("in_turn",), told=", then ")
UNTIL = PhaseRule("until", True, BOOL, "when a phase is over", Role.PHASE_ENDS, phases=("in_turn",), told=", until ")
TAKES_PART = PhaseRule(
    "takes_part",
    True,
    BOOL,
    "whether a player takes part",
    Role.PART,
    phases=("in_turn", "all_at_once"),
    comes_first=True,
    told="; only those for whom ",
)
STOP_IF = PhaseRule("stop_if", True, BOOL, "when a phase stops", Role.GAME_ENDS, phases=("in_turn",))
AGAIN = PhaseRule("again", False, BOOL, "whether a phase is entered again", Role.AGAIN)
PHASE_RULES = (FROM, IF, NEXT, UNTIL, TAKES_PART, STOP_IF, AGAIN)
"""Every one. A new one needs its key in `text/content/flow.py`, which says what it means, a row here, and its number
and use in `engine/machine/rules/flow.py`; all else goes through this list."""


@dataclass(frozen=True, slots=True, eq=False)
class Phase(Declaration):
    """A part of each round, in which `who` acts: everybody in turn, all at once, the first player, or nobody.

    `ends` are the lives that end with it. `back_to` names the phase that is entered again when `again` holds: it or an
    earlier one; where it is empty, it is this one. `code` has the expressions that say how it runs, by the names of
    their PHASE_RULES, and `code_text` the same as the author wrote them.
    """

    who: Acting
    ends: Sequence[str]
    back_to: str
    body: Body = ()
    code: Mapping[str, Expression] = field(default_factory=dict)
    code_text: Mapping[str, str] = field(default_factory=dict)

    def rule(self, rule: PhaseRule) -> Expression | None:
        """One of its expressions; None where the author says nothing."""
        return self.code.get(rule.name)

    @property
    def rules(self) -> Iterator[tuple[PhaseRule, Expression]]:
        """Its expressions, each with what it is for, in the order of PHASE_RULES."""
        return ((rule, self.code[rule.name]) for rule in PHASE_RULES if rule.name in self.code)

    @property
    def is_open(self) -> bool:
        """Whether its own rules say when play in turn is over, not that everybody has had a turn."""
        return NEXT.name in self.code or UNTIL.name in self.code


@dataclass(frozen=True, slots=True, eq=False)
class ScorePart(Declaration):
    """A part of a player's score.

    `value` is the part's sum, None where its code can't be read. Several numbers may make it, one `each` for the values
    of `binders`; every one is told in the words of `line`. The texts are `each` and `binders` as the author wrote them.
    Where `is_of_side`, all players of a side have the same part together.
    """

    label: str
    is_of_side: bool
    value: Expression | None
    binders: Sequence[Binder]
    each: Expression | None
    line: Label | None
    each_text: str
    binders_text: str


WINNERS = Optional(ListOf(PLAYER))
"""The type of who wins; none where nobody does."""


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """The course of a game. `last_round` is the number of the last round, None where only `until` ends the game.

    `sides` is the function that tells the side of `me`, None where each player is a side. `winners` are completed by
    all others of their sides. `until_text`, `sides_text` and `winners_text` are code as the author wrote it, empty for
    none.
    """

    setup: Sequence[Step] = ()
    phases: Sequence[Phase] = ()
    until: Expression | None = None
    last_round: int | None = None
    final: Sequence[Step] = ()
    score: Sequence[ScorePart] = ()
    sides: Function | None = None
    winners: Expression | None = None
    until_text: str = ""
    sides_text: str = ""
    winners_text: str = ""


# Hints in the IR: how much a player likes a position or an option.


@dataclass(frozen=True, slots=True, eq=False)
class OptionHint(OptionReference):
    """How much a player likes an option: `value`, of which larger is better."""

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

    label_text: str
    if_text: str


@dataclass(frozen=True, slots=True, eq=False)
class Menu(Declaration):
    """A menu as its author sees it: what the player is asked, empty where the author doesn't say, and the entries.

    What runs is the procedure of its name with `MENU` before it.
    """

    prompt: str
    entries: Sequence[MenuEntry] = ()


class _Keeper:
    """Holds what was found out of it. That is no part of its value: it isn't copied, written or compared."""

    __slots__ = ("_kept",)
    _kept: dict[Callable[..., Any], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Model(_Keeper):
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
    terms: Mapping[str, Term]
    sets: Mapping[str, PowerSet]
    powers: Sequence[PowerDefinition]
    """All powers of all sets, each at its `index`."""
    remarks: Sequence[Remark]

    values: Mapping[Function, Expression]
    reasons: Mapping[Function, Label]
    """What is lacking where a function doesn't hold, for functions that say so."""
    bodies: Mapping[Procedure | PowerDefinition, Body]
    """A body for each procedure and each power."""
    locals: Mapping[Function | Procedure, Sequence[Local]]
    """The locals of the parameters, for each function and each procedure."""
    conditions: Mapping[PowerDefinition, Expression]
    modified: Mapping[str, ModifiedAttribute]
    """The attributes with modifiers, by name."""
    gifts: Mapping[PowerDefinition, Gift]
    """What powers give, for those that give something."""
    starts: Mapping[Variable | Attribute | Pieces, Expression]
    """With what variables and attributes start, and in which zone pieces do."""
    may_be: Mapping[Variable | ZoneDeclaration, Expression]
    """What everybody knows of what somebody doesn't see. By variable: what holds for hidden values, for all of them
    together. By zone: what holds for each card there."""
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
    libraries: Mapping[str, str]
    """The libraries that it uses, by the names of their files in diagnostics."""
    expected: frozenset[str]
    """The names of all that these expect: the game has it for their sake."""
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

    def code_of_power(self, power: PowerDefinition) -> list[Expression | Body]:
        """The code of a power, as it is written: what it does, its condition, what it gives, and what it waits for."""
        code: list[Expression | Body] = [self.bodies[power]]
        if power in self.conditions:
            code.append(self.conditions[power])
        if not power.is_used:
            name = f"power {power.key}"
            functions = (each for each in self.functions.values() if each.part_of == name and each in self.values)
            procedures = (each for each in self.procedures.values() if each.part_of == name and each in self.bodies)
            code += [*(self.values[each] for each in functions), *(self.bodies[each] for each in procedures)]
        return code

    def attributes_of_power(self, power: PowerDefinition) -> Iterator[tuple[object, Type | None]]:
        """The values of what powers have by the game's own words, each with its type."""
        for name, attribute in self.power_attributes.items():
            if attribute.is_written:
                yield power.attributes.get(name), attribute.type

    def has_meaning(self, setting: str) -> bool:
        """Whether anything depends on a setting: not on that of an overlay that doesn't apply, if none asks for it."""
        return setting in self.asked or self.brought.get(setting) in (None, *self.overlays)

    def in_play(self, chosen: frozenset[str]) -> frozenset[str]:
        """The names of the sets in play, of which some are chosen: expansions always are."""
        return chosen | {each.name for each in self.sets.values() if each.is_expansion}

    def order_of(self, zone: ZoneDeclaration, sets: Container[str | None]) -> ZoneOrder:
        """How cards lie in a zone where some sets are in play, or as code of a set sees it."""
        if zone.order != "open":
            return zone.order
        required = (
            each.requires[zone.key] for each in self.sets.values() if each.name in sets and zone.key in each.requires
        )
        return next(required, "loose")

    def title_of_phase(self, name: str) -> str:
        """What players read for a phase: the title that the layout gives it, else its name."""
        said, words = self.layout.phases.get(name), name.replace("_", " ")
        return words[:1].upper() + words[1:] if said is None else said.text

    @property
    def awaits_sets(self) -> bool:
        """Whether sets that nobody here knows may use what the game declares."""
        return any(not group.closed for group in self.groups.values())

    @property
    def face(self) -> Enum:
        return self.enums[FACE.enum]


R = TypeVar("R")


def kept_with_model(find: Callable[[Model], R]) -> Callable[[Model], R]:
    """Decorates a function that finds something out of a model: it does so once, and the result lives as long as the
    model. A table of models by weak references would keep those for ever whose results refer to them."""

    @wraps(find)
    def result_of(model: Model) -> R:
        results = _kept_with(model)
        if find not in results:
            results[find] = find(model)
        return cast(R, results[find])

    return result_of


def share_what_is_kept(find: Callable[[Model], object], source: Model, target: Model) -> None:
    """Let a `kept_with_model` function say of one model what it says of another."""
    _kept_with(target)[cast(Any, find).__wrapped__] = find(source)


def _kept_with(model: Model) -> dict[Callable[..., Any], Any]:
    try:
        return model._kept
    except AttributeError:
        object.__setattr__(model, "_kept", {})
        return model._kept


def forget_what_is_kept(model: Model) -> None:
    """Let go of all that was found out of a model that hardly anybody needs any more. It refers to the model, so both
    would wait for Python's search for garbage. So it is with models that were made of it."""
    for each in _kept_with(model).values():
        if isinstance(each, Model):
            forget_what_is_kept(each)
    object.__setattr__(model, "_kept", {})
