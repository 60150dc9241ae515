"""Everything a ruleset declares, and its code as the author wrote it: what declaring makes and elaboration reads.

The code stays in scalars of YAML until it is parsed; what is wrong with it becomes a diagnostic in the author's file.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, TypeVar

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
)
from artrules.model.ir.layout import Layout
from artrules.model.ir.model import PHASE_RULES, Menu, MenuEntry, Phase
from artrules.text.content.cards import Power
from artrules.text.content.flow import Entry, Flow, Hints, expression_of
from artrules.text.content.flow import Phase as PhaseSection
from artrules.text.content.layout import CardLayout, Figure, OptionLayout
from artrules.text.content.section import Named, value_under
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.diagnostics.report import WORDS, Report
from artrules.text.record import dataclass
from artrules.text.source.look_alikes import report_look_alikes_in_code
from artrules.text.source.node import Scalar
from artrules.text.syntax.parse import parse_bindings, parse_signature, size
from artrules.text.syntax.problem import Replacement, SyntaxProblem

# Names are looked up from the viewpoint of an owner: a set sees its own names, then the game's; the game sees only its
# own.

D = TypeVar("D", bound=Declaration)
WithCode = Variable | Attribute | Limit | Function | Procedure | Pieces | Total
"""What one piece of code belongs to."""


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
    expansion_files: Mapping[str, str] = field(default_factory=dict)
    """The expansions that are laid over it, by the names of their files in diagnostics."""
    required: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The expansions whose names each expansion may use besides its own."""
    libraries: Mapping[str, str] = field(default_factory=dict)
    """The libraries that it uses, by the names of their files in diagnostics."""
    expected: frozenset[str] = frozenset()
    """The names of all that these expect."""
    stand_ins: dict[Function, Variable] = field(default_factory=dict)
    """The functions that a library expects where it is judged without a game, each with a variable that has its
    value."""
    settings: dict[str, Setting] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    members: dict[str, tuple[Enum, int]] = field(default_factory=dict)
    lives: dict[str, Life] = field(default_factory=dict)
    limits: dict[str, Limit] = field(default_factory=dict)
    power_attributes: dict[str, PowerAttribute] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    groups_of_unknown_keys: set[str] = field(default_factory=set)
    """Those whose keys have an error: what would be their keys isn't judged again."""
    kinds: dict[str, Kind] = field(default_factory=dict)
    modified: dict[str, ModifiedAttribute] = field(default_factory=dict)
    """The attributes with modifiers, by name."""
    temporary: dict[tuple[str, str, str], Attribute] = field(default_factory=dict)
    """By kind, attribute and life: what holds what statements have given to it until then."""
    giving_last: dict[tuple[str, str], Procedure] = field(default_factory=dict)
    """By attribute and life: what gives a card something that counts last."""
    zones: dict[str, ZoneDeclaration] = field(default_factory=dict)
    names_of_several: set[str] = field(default_factory=set)
    """Names that are given to several things: nobody knows what code means by them."""
    lacks_zone_in_play: bool = False
    """Whether it has been said that no zone is in play, though something depends on it."""
    variables: dict[str, Variable] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    stack_names: dict[str, Scalar] = field(default_factory=dict)
    """By key of an event the procedure that puts the powers aside which wait for it."""
    boundaries: dict[str, Event] = field(default_factory=dict)
    """The events of the language, by name."""
    tables: dict[str, Table] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    plugin_functions: dict[str, PluginFunction] = field(default_factory=dict)
    lacks_plugins: bool = False
    """Whether a plugin that the ruleset names isn't there: a name that nobody knows may be one of its functions."""
    procedures: dict[str, Procedure] = field(default_factory=dict)
    menus: dict[str, Menu] = field(default_factory=dict)
    """Without their entries, which sets add to."""
    menu_entries: dict[str, dict[MenuEntry, Entry]] = field(default_factory=dict)
    """By menu the entries, with the sections that have their code."""
    pieces: dict[str, Pieces] = field(default_factory=dict)
    totals: dict[str, Total] = field(default_factory=dict)
    flow: Flow | None = None
    phases: dict[Phase, PhaseSection] = field(default_factory=dict)
    """The phases without their code, with the sections that have it."""
    hints: Hints | None = None
    layout: Layout = field(default_factory=Layout)
    """Without the figures, and without the code of cards."""
    figures: dict[str, tuple[Span, Figure]] = field(default_factory=dict)
    """By name, with their places."""
    card_layouts: dict[str, CardLayout] = field(default_factory=dict)
    """By kind the sections that have the titles and pictures of cards."""
    story: Named[Scalar | None] = ()
    option_layouts: Named[OptionLayout] = ()
    """By the labels of options, what the log tells of them."""
    rulings: dict[str, Ruling] = field(default_factory=dict)
    ruling_headings: list[RulingHeading] = field(default_factory=list)
    terms: dict[str, Term] = field(default_factory=dict)
    sets: dict[str, PowerSet] = field(default_factory=dict)
    powers: list[PowerDefinition] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    code: dict[WithCode, Scalar] = field(default_factory=dict)
    """The code of what has one piece of it: a function's value, a procedure's body, with what a variable or an
    attribute starts, a limit's bound, the zone in which pieces start, what a total counts."""
    may_be: dict[Variable | ZoneDeclaration, Scalar] = field(default_factory=dict)
    """What holds for hidden values and for the cards in zones, by what says so."""
    power_code: dict[PowerDefinition, Power] = field(default_factory=dict)
    piece_rules: dict[Pieces, Scalar] = field(default_factory=dict)
    """The binders of pieces by rule, for each of which there is a piece."""
    card_labels: dict[str, Scalar] = field(default_factory=dict)
    reasons: dict[Function, Scalar] = field(default_factory=dict)
    """What is lacking where a function doesn't hold."""
    """By kind what its cards are called: text with code in it."""

    def needs_zone_in_play(self, otherwise: str, at: Span, report: Report) -> None:
        """Complain at a place, once for all of them, if no zone is in play. `otherwise` is what follows from that."""
        if not self.lacks_zone_in_play and not any(zone.in_play for zone in self.zones.values()):
            self.lacks_zone_in_play = True
            message = f"no zone is in play, so {otherwise}"
            report.add(kinds.MISSING, message, at, expected="`in_play: yes` in a zone of players")

    def owner_at(self, at: Span, owner: str | None = None) -> str | None:
        """Whose code stands at a place: that of an expansion in its file, whatever it is the code of."""
        return self.expansion_files.get(at.file) if owner is None else owner

    def key_of(self, table: Mapping[str, D], name: str, owner: str | None) -> str:
        """The key in a table of what code of this owner calls by a name, whether or not it is there."""
        for each in (owner, *self.required.get(owner, ())) if owner is not None else ():
            if f"{each}/{name}" in table:
                return f"{each}/{name}"
        return name

    def find(self, table: Mapping[str, D], name: str, owner: str | None) -> D | None:
        """A declaration by name as code of this owner sees it; None for a name of several things, too: whoever then
        complains that it is missing isn't heard, because it has been reported."""
        return table.get(self.key_of(table, name, owner)) if name not in self.names_of_several else None

    def visible(self, table: Mapping[str, D], owner: str | None) -> Iterator[D]:
        """All declarations that code of this owner sees."""
        seen = (None, owner, *self.required.get(owner or "", ()))
        for declaration in table.values():
            if declaration.owner in seen:
                yield declaration


# All code of a symbol table as its author wrote it, by the names that `ir/code.py` gives what becomes of it.

Grammar = Literal["expression", "effect", "bindings", "trigger", "template"]


@dataclass(frozen=True, slots=True)
class CodeText:
    """One text of code. `role` says what it is for, as `ir.code.Part` does, and `grammar` how it is to be read."""

    role: str
    grammar: Grammar
    scalar: Scalar


def author_code(symbols: SymbolTable) -> dict[str, list[CodeText]]:
    """The texts of each declaration with code, by a name such as `procedure draw`."""
    texts: dict[str, list[CodeText]] = {}
    for name, role, grammar, scalar in _every_text(symbols):
        if scalar is not None:
            texts.setdefault(name, []).append(CodeText(role, grammar, scalar))
    return texts


def _every_text(symbols: SymbolTable) -> Iterator[tuple[str, str, Grammar, Scalar | None]]:
    code = symbols.code
    for variable in symbols.variables.values():
        yield f"variable {variable.key}", "start", "expression", code.get(variable)
    for kind in symbols.kinds.values():
        yield f"card {kind.name}", "label", "template", symbols.card_labels.get(kind.name)
        for attribute in kind.attributes.values():
            yield f"card {kind.name}", f"start of {attribute.name}", "expression", code.get(attribute)
    for limit in symbols.limits.values():
        yield f"limit {limit.name}", "at most", "expression", code.get(limit)
    for function in symbols.functions.values():
        yield f"function {function.key}", "value", "expression", code.get(function)
        yield f"function {function.key}", "reason", "template", symbols.reasons.get(function)
    for procedure in symbols.procedures.values():
        yield f"procedure {procedure.key}", "body", "effect", code.get(procedure)
    for menu, entries in symbols.menu_entries.items():
        for entry, section in entries.items():
            yield f"menu {menu}", f"label of {entry.name}", "template", section.label
            yield f"menu {menu}", f"binders of {entry.name}", "bindings", section.for_
            yield f"menu {menu}", f"condition of {entry.name}", "expression", section.if_
            yield f"menu {menu}", f"reason of {entry.name}", "template", section.else_
            yield f"menu {menu}", f"body of {entry.name}", "effect", section.do
    for power in symbols.powers:
        yield f"power {power.key}", "condition", "expression", symbols.power_code[power].if_
        yield f"power {power.key}", "trigger", "trigger", symbols.power_code[power].on
        yield f"power {power.key}", "body", "effect", symbols.power_code[power].do
        if (gift := symbols.power_code[power].gives) is not None:
            yield f"power {power.key}", "to", "bindings", gift.to
            for attribute_name, value in gift.values:
                yield f"power {power.key}", f"gives {attribute_name.text}", "expression", value
    for pieces in symbols.pieces.values():
        yield f"pieces {pieces.name}", "binders", "bindings", symbols.piece_rules.get(pieces)
        yield f"pieces {pieces.name}", "start", "expression", code.get(pieces)
    for total in symbols.totals.values():
        yield f"total {total.name}", "count", "expression", code.get(total)
    yield from _flow(symbols)
    if symbols.hints is not None:
        yield "hints", "position", "expression", symbols.hints.position
        for label, hint in symbols.hints.options:
            yield f"hint {label.text}", "value", "expression", hint
    for name, (_, figure) in symbols.figures.items():
        yield f"figure {name}", "value", "expression", figure.is_
    for kind_name, card in symbols.card_layouts.items():
        yield f"layout of card {kind_name}", "title", "template", card.title
        yield f"layout of card {kind_name}", "picture", "template", card.picture
    for label, look in symbols.option_layouts:
        for part, things in (("about", look.about), ("to", look.to)):
            for number, thing in enumerate(things, 1):
                yield f"layout of option {label.text}", f"{part} {number}", "expression", thing
    for label, sentence in symbols.story:
        yield f"story {label.text}", "sentence", "template", sentence


def _flow(symbols: SymbolTable) -> Iterator[tuple[str, str, Grammar, Scalar | None]]:
    flow = symbols.flow
    if flow is None:
        return
    for name, step in flow.setup:
        yield f"setup {name.text}", "body", "effect", step.do
    for phase, section in symbols.phases.items():
        for rule in PHASE_RULES:
            yield f"phase {phase.name}", rule.name, "expression", expression_of(value_under(section, rule.name))
        yield f"phase {phase.name}", "body", "effect", section.do
    for name, step in flow.final:
        yield f"final {name.text}", "body", "effect", step.do
    yield "flow", "until", "expression", expression_of(flow.until)
    yield "flow", "winners", "expression", expression_of(flow.winners)
    for name, part in flow.score:
        yield f"score {name.text}", "binders", "bindings", part.for_
        yield f"score {name.text}", "value", "expression", part.is_
        yield f"score {name.text}", "line", "template", part.line


# Parses a YAML scalar that holds code; what is wrong with it becomes a diagnostic in the author's file.

T = TypeVar("T")
_PLAIN = re.compile(r"[a-z0-9_ .()<>=+*/-]*")
"""Text that can stand in any YAML scalar, in quotes or not; at its beginning, if it begins with a letter."""
_DECLARES: tuple[Callable[[str], Any], ...] = (parse_bindings, parse_signature)
"""What makes trees of code whose names are used elsewhere."""


def parse_scalar(parse: Callable[[str], T], scalar: Scalar, report: Report) -> T | None:
    """The syntax tree that `parse` (one of the entry points of `syntax/parse.py`) makes of a scalar's text.

    None, after a diagnostic, when it can't be parsed. Raises ReportFull when more code is judged than may be.
    """
    report.spend(WORDS, size(scalar.text), scalar.span)
    try:
        return parse(scalar.text)
    except SyntaxProblem as problem:
        if parse in _DECLARES:
            report.leave_unread([scalar.text])
        if not report.has_error_at(scalar.span):
            report_syntax(report, scalar, problem)
        return None


def report_syntax(report: Report, scalar: Scalar, problem: SyntaxProblem) -> None:
    """Add a syntax problem in a code string, at its place in the author's file."""
    if report_look_alikes_in_code(scalar, problem.start, report):
        return
    report.add(
        kinds.BAD_SYNTAX,
        problem.message,
        scalar.span_of(problem.start, problem.end),
        expected=problem.expected,
        found=problem.found,
        suggestions=problem.suggestions,
        fix=_fix(scalar, problem.fix),
    )


def _fix(scalar: Scalar, replacement: Replacement | None) -> Fix | None:
    """A replacement in code as an edit of the author's file; None where YAML would read its text differently."""
    if replacement is None:
        return None
    span = scalar.span_of(replacement.start, replacement.end)
    as_written = (span.end_line, span.end_column - span.column) == (span.line, replacement.end - replacement.start)
    harmless = replacement.start > 0 or replacement.text[:1].isalpha()
    if not as_written or not (scalar.style == "literal" or (harmless and _PLAIN.fullmatch(replacement.text))):
        return None
    about = f"write `{replacement.text.strip()}`" if replacement.text.strip() else "remove it"
    return Fix(about, (Edit(span, replacement.text),))
