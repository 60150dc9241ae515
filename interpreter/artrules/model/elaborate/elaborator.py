"""The state while one code string is elaborated: its context, names in scope, numbers used so far.

The other modules hold a function for each form of the language. Each takes an `Elaborator` as its first argument, and
calls its methods for the expressions and statements inside the form. `code.py` joins the two.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.facts.knowledge import NOTHING_KNOWN, ChangeAnalysis, Changes, Knowledge, StateReads, own_changes
from artrules.model.facts.values import Reasoning, tells_types
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Declaration, Function, Parameter
from artrules.model.ir.references import refer
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    PLAYER,
    UNKNOWN,
    Card,
    ListOf,
    Nothing,
    Number,
    Optional,
    SetOf,
    Type,
    Unknown,
    bare,
    fits,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.references import Role
from artrules.text.diagnostics.report import WORDS, Report
from artrules.text.source.node import Scalar
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.node import Node, walk
from artrules.text.syntax.ast.statements import Statement as StatementSyntax

# The context of a code string: its declaration, whether a player acts in it, and which card is `self`.


@dataclass(frozen=True, slots=True)
class Context:
    """What a code string inherits from its declaration."""

    container: str
    """The declaration's full name, such as `procedure draw`. The identities of its decisions begin with it."""
    title: str
    """The prompt of the code's decisions: what players read is being decided."""
    owner: str | None = None
    """The set that declares the code, whose names hide the game's; None for the game's own code."""
    me: bool = True
    """Whether a player acts, so that the code may use `me`."""
    self_card: Card | None = None
    """The type of `self`, if the code belongs to a card."""
    self_is_held: bool = False
    """Whether that card certainly lies in a zone of a player."""
    of_option: bool = False
    """Whether the code speaks of an option, and so can name what that option binds, but no parameters or `let`."""


# Scopes: the names that code can see at a place, and what is known there.


@dataclass(slots=True)
class Binding:
    """A bound name: its unique name in the body, its type, and whether it can be assigned."""

    unique: str
    type: Type
    fixed: bool
    at: Span
    value: ast.Expression | None = None
    """What the name stands for, in an expression below its names; None for what has a value of its own."""
    is_read: bool = False


@dataclass(slots=True)
class Scope:
    """The names of one body, in nested suites, and what is known at the current place."""

    suites: list[dict[str, Binding]] = field(default_factory=lambda: [{}])
    types: dict[str, Type] = field(default_factory=dict)
    """The types of all names as they were bound, by their unique names."""
    count: int = 0
    turning: int = 0
    """The number of loops and binders around the current code."""
    knowledge: Knowledge = NOTHING_KNOWN
    """The facts that narrow types."""
    ended: bool = False
    """Whether the current suite doesn't go on to this place: it has stopped a loop, or the game."""
    at_end: Knowledge | None = None
    """What was known at the end of the suite that was closed last; None if that end is never reached."""
    lost: dict[Hashable, Span] = field(default_factory=dict)
    """The keys of what was known not to be none, each with the place of what may have changed it since."""

    def bind(self, name: str, type_: Type, at: Span, fixed: bool = True) -> k.Local:
        """Bind a name in the innermost suite. It hides outer names of the same spelling."""
        self.count += 1
        unique = f"{name}_{self.count}"
        self.suites[-1][name] = Binding(unique, type_, fixed, at)
        self.types[unique] = type_
        return k.Local(at, type_, unique)

    def unnamed(self, name: str, type_: Type, at: Span) -> k.Local:
        """A local that the author's code can't name. Dumps call it by a name."""
        self.count += 1
        return k.Local(at, type_, f"{name}_{self.count}")

    def find(self, name: str) -> Binding | None:
        """The binding of a name in the innermost suite that binds it; None if no suite does."""
        for suite in reversed(self.suites):
            if name in suite:
                return suite[name]
        return None

    def hides(self, name: str) -> bool:
        """Whether binding a name would hide another one."""
        return self.find(name) is not None or name in ("me", "self", "players")

    def names(self) -> Iterator[str]:
        """All names that are bound here, outer ones first."""
        for suite in self.suites:
            yield from suite

    def bound(self) -> list[Parameter]:
        """The same names with their types and places."""
        return [Parameter(name, each.type, each.at) for suite in self.suites for name, each in suite.items()]

    @contextmanager
    def suite(self, knowledge: Knowledge | None = None) -> Iterator[None]:
        """Open an inner suite for the `with`, in which other facts may be known. Its names and facts end with it."""
        self.suites.append({})
        before, ended, lost, turning = self.knowledge, self.ended, self.lost, self.turning
        self.knowledge, self.ended = before if knowledge is None else knowledge, False
        try:
            yield
        finally:
            self.suites.pop()
            self.at_end = None if self.ended else self.knowledge
            if self.lost is not lost:
                lost = {**lost, **{key: at for key, at in self.lost.items() if key in before.facts}}
            self.knowledge, self.ended, self.lost, self.turning = before, ended, lost, turning

    def forget(self, changes: Changes, at: Span) -> None:
        """Forget what may not be true any more after some changes, which the code at a place makes."""
        knowledge = self.knowledge.after(changes)
        if knowledge is not self.knowledge:
            gone = {
                key: at
                for key, fact in self.knowledge.facts.items()
                if key not in knowledge.facts and not fact[0].values.none
            }
            self.knowledge, self.lost = knowledge, {**self.lost, **gone}


# Converts values to the type that their place needs: lists to sets, numbers to a range.


def convert(
    report: Report,
    value: k.Expression,
    wanted: Type,
    what: str,
    at: Span,
    why_none: tuple[tuple[str, Span], ...] = (),
) -> k.Expression:
    """The value, converted to the type `wanted`; an Unknown and a diagnostic at `at` if that is impossible.

    `what` names the value in the diagnostic, `why_none` what may have made it none. A number that may lie outside the
    wanted range gets a check at run time; where it may be none, none passes it.
    """
    if isinstance(value.type, Unknown) or isinstance(wanted, Unknown):
        return value
    wants_some = not isinstance(wanted, (Optional, Nothing))
    if wants_some and isinstance(value.type, Optional) and fits(value.type.of, wanted):
        message = f"{what} may be none here"
        report.add(
            kinds.MAYBE_NONE, message, at, expected=in_words(wanted), found=in_words(value.type), related=why_none
        )
        return k.Constant(value.at, UNKNOWN, None)
    value = as_set(value, wanted)
    if not fits(value.type, wanted):
        both_numbers = isinstance(value.type, Number) and isinstance(wanted, Number)
        message = f"{what} is out of bounds" if both_numbers else f"{what} is of the wrong type"
        report.add(kinds.WRONG_TYPE, message, at, expected=in_words(wanted), found=in_words(value.type))
        return k.Constant(value.at, UNKNOWN, None)
    target = bare(wanted)
    match target, value.type:
        case Number(low, high), Number(least, most) if least < low or most > high:
            return k.Checked(value.at, target, value, low, high, what)
        case Number(low, high), Optional(Number(least, most)) if least < low or most > high:
            return k.Checked(value.at, wanted, value, low, high, what)
        case SetOf(Number(low, high)), SetOf(Number(least, most)) if least < low or most > high:
            return k.Checked(value.at, target, value, low, high, what)
    return value


def as_set(value: k.Expression, wanted: Type) -> k.Expression:
    """A literal list as a set, if a set is wanted. Applies inside `if … else`, `+` and `-`, too."""
    target = bare(wanted)
    if not isinstance(target, SetOf):
        return value
    if isinstance(value, k.Listing) and isinstance(value.type, ListOf):
        type_ = target if isinstance(value.type.of, Unknown | Nothing) else SetOf(value.type.of)
        return k.Listing(value.at, type_, value.items)
    if isinstance(value, k.Either):
        then, otherwise = as_set(value.then, target), as_set(value.otherwise, target)
        if then.type != value.then.type or otherwise.type != value.otherwise.type:
            return k.Either(value.at, then.type, value.condition, then, otherwise)
    if isinstance(value, k.Operation) and value.operator in ("join", "without") and isinstance(value.type, ListOf):
        operands = tuple(as_set(o, target) for o in value.operands)
        if all(isinstance(o.type, SetOf) for o in operands):
            return k.Operation(value.at, operands[0].type, value.operator, operands)
    return value


@dataclass(frozen=True, slots=True)
class OfferedOption:
    """An option of some branch, as hints and the story speak of it.

    `label` is as the rules write it, `site` the identity of the decision, `branch` the branch's key and `owner` its
    set. `binders` are the names that it binds, with their types as the binders' conditions narrow them.
    """

    label: str
    site: str
    branch: str
    owner: str | None
    binders: tuple[tuple[str, Type, Span], ...]

    def bind(self, elaborator: "Elaborator") -> tuple[k.Local, ...]:
        """Bind its names for code that speaks of it."""
        return tuple(elaborator.scope.bind(bound, type_, at) for bound, type_, at in self.binders)


@dataclass(frozen=True, slots=True)
class PassCount:
    """The locals of a window with the number of players in a row who have no reason to act, `now` and `before` the
    current player was asked."""

    now: k.Local
    before: k.Local


MOST_TURNING = 12
"""How deep loops and binders may nest. Python allows 20 nested loops in generated code."""


class Elaborator(ABC):
    """The state while one code string is elaborated, or several that share names, such as those of a menu's entry."""

    def __init__(
        self, symbols: SymbolTable, report: Report, scalar: Scalar, context: Context, reads: StateReads
    ) -> None:
        self.symbols = symbols
        self.report = report
        self.scalar = scalar
        """The code string, with its place in the author's file."""
        self.context = context
        self.offset = 0
        """The index in the scalar where the current code begins. It isn't 0 for an expression in a label."""
        self.scope = Scope()
        self.reasoning = Reasoning(symbols.enums, symbols.power_attributes, reads, self.scope.types)
        """What follows from conditions and assignments, for the facts in `scope`."""
        self.changes = ChangeAnalysis()
        self.flows = False
        """Whether the statement just elaborated has said itself what is known after it (`goes_on`)."""
        self.tries_loop = False
        """Whether the current code is in a loop that is elaborated as if it made no fact void …"""
        self.loop_misjudged = False
        """… and whether that is wrong for a loop inside it."""
        self.depth = 0
        """The number of suites around the current code."""
        self.loops = 0
        """The number of loops around the current code, inside the innermost watch."""
        self.gaining: list[tuple[int, k.Local]] = []
        """The powers that cards have while suites around the current code run: (number of loops around, power)."""
        self.passes: PassCount | None = None
        """The count of the innermost window around the current code; None outside of one."""
        self.later = 0
        """The number of watches and questions around the current code …"""
        self.in_watch = False
        """… and whether the innermost of them is a watch."""
        self.question: str | None = None
        """The identity of the question in whose suite the current code is; None outside of one …"""
        self.answers: list[k.Answer] = []
        """… and the answers in it so far."""
        self.sites = 0
        """How many decisions, watches and questions have a number so far. Saves and option ids refer to these
        numbers."""
        self.assigned: frozenset[str] = frozenset()
        """The names that the effect assigns after their `let`."""
        self.function_type: Callable[[Function], Type] = lambda function: UNKNOWN
        """Returns the type of a function's value. Elaborates the function first if needed."""
        self.awaited: set[str] = set()
        """The boundaries that code waits for: a set that all code of a model shares."""
        self.offered: list[OfferedOption] = []
        """The options of all branches so far: a list that all code of a model shares."""
        self.me = k.Local(scalar.span, PLAYER, "me") if context.me else None
        """The acting player; None if no player acts."""

    @abstractmethod
    def expression(self, node: ast.Expression, wanted: Type | None = None) -> k.Expression:
        """The ir of an expression. `wanted` is the type that its place needs. Literals use it to find their type; other
        expressions may ignore it."""

    def stands_for(self, value: ast.Expression) -> k.Expression:
        """The ir of what a name stands for. Names that it binds for itself may be bound around the place, too."""
        self.report.spend(WORDS, sum(1 for _ in walk(value)), self.at(value))
        accepts = self.report.accepts
        self.report.accepts = lambda one: one.kind is not kinds.HIDES_NAME and (accepts is None or accepts(one))
        try:
            return self.expression(value)
        finally:
            self.report.accepts = accepts

    @abstractmethod
    def statement(self, node: StatementSyntax) -> k.Body:
        """The ir of a statement: none, one or several statements. Short forms may need several."""

    @property
    def owner(self) -> str | None:
        """The set or expansion whose names the current code sees, besides the game's: that of its declaration, or the
        one in whose file it stands."""
        return self.symbols.owner_at(self.scalar.span, self.context.owner)

    def at(self, node: Node) -> Span:
        """The place of a node of the AST in the author's file."""
        return self.scalar.span_of(node.start + self.offset, node.end + self.offset)

    def complain(
        self,
        kind: Kind,
        message: str,
        at: Node | Span,
        *,
        expected: str | Type | None = None,
        found: str | Type | None = None,
        suggestions: Iterable[str] = (),
        related: tuple[tuple[str, Span], ...] = (),
        missing: str | None = None,
        instead: str | None = None,
    ) -> None:
        """Add a diagnostic to the report. Types that were expected or found are said in words. `instead` is what is
        surely meant by the code at its place."""
        span = at if isinstance(at, Span) else self.at(at)
        self.report.add(
            kind,
            message,
            span,
            expected=in_words(expected) if isinstance(expected, Type) else expected,
            found=in_words(found) if isinstance(found, Type) else found,
            suggestions=suggestions,
            related=related,
            missing=missing,
            fix=Fix(f"write `{instead}`", (Edit(span, instead),)) if instead is not None else None,
        )

    def refers(self, node: Node, to: Declaration | str | None, role: Role = "used") -> None:
        """Note, if somebody asks, that a node of the AST is the name of a declaration, or one with a key."""
        if self.report.references is not None:
            refer(self.report, self.at(node), to, role)

    def changes_at(self, node: Node) -> None:
        """Note, if somebody asks, that what an expression names gets another value."""
        if self.report.references is not None:
            base = node.base if isinstance(node, ast.Index) else node
            self.report.references.note_change(self.at(base))

    def unknown(self, node: Node) -> k.Expression:
        """The expression of type Unknown that replaces code with a mistake."""
        return k.Constant(self.at(node), UNKNOWN, None)

    def turn(self, node: Node) -> None:
        """Record that the rest of the current scope is in a loop or binder. Adds a diagnostic if they nest too deep."""
        self.scope.turning += 1
        if self.scope.turning == MOST_TURNING + 1:
            self.complain(
                kinds.CODE_TOO_DEEP, f"more than {MOST_TURNING} loops and binders lie in one another here", node
            )

    def demand(self, node: ast.Expression, wanted: Type, what: str) -> k.Expression:
        """An expression, converted to the type `wanted`. A number that may be out of range is checked at run time.

        `what` names the expression in diagnostics, such as "the new value".
        """
        value = self.expression(node, wanted)
        return self.convert(value, wanted, what, self.at(node))

    def condition(self, node: ast.Expression) -> k.Expression:
        """An expression that must be `yes` or `no`."""
        return self.demand(node, BOOL, "a condition")

    def number(self, node: ast.Expression, what: str) -> k.Expression:
        """An expression that must be a number."""
        return self.demand(node, ANY_NUMBER, what)

    def convert(self, value: k.Expression, wanted: Type, what: str, at: Span) -> k.Expression:
        """The value, converted to the type `wanted`, or a diagnostic at `at`."""
        return convert(self.report, value, wanted, what, at, self.why_none(value))

    # -- what is known

    def why_none(self, value: k.Expression) -> tuple[tuple[str, Span], ...]:
        """For a diagnostic of a value that may be none: the place since which it may be, after it was tested."""
        changed = self.scope.lost.get(self.reasoning.key(value)) if self.scope.lost else None
        return (("what was tested may be otherwise after this: bind it with `let` before", changed),) if changed else ()

    def narrowed(self, value: k.Expression) -> k.Expression:
        """The expression, of the narrowest type that is certain here."""
        return self.reasoning.narrowed(value, self.scope.knowledge) if self.scope.knowledge.facts else value

    def where(self, condition: k.Expression, holds: bool) -> Knowledge:
        """What is known where a condition holds, or doesn't: of that, what narrows types."""
        knowledge = self.scope.knowledge
        return self.reasoning.where(condition, holds, knowledge) if tells_types(condition) else knowledge

    def learn(self, condition: k.Expression) -> None:
        """From here on a condition holds."""
        self.scope.knowledge = self.where(condition, True)

    def goes_on(self, knowledge: Knowledge | None) -> None:
        """After the current statement this is known; None where nothing comes after it."""
        self.flows = True
        if knowledge is None:
            self.scope.ended = True
        else:
            self.scope.knowledge = knowledge

    def follow(self, body: k.Body) -> None:
        """Learn and forget what some statements say and change, one after another."""
        scope = self.scope
        for statement in body:
            match statement:
                case k.Leave() | k.EndGame():
                    scope.ended = True
                case k.Require(condition=condition):
                    self.learn(condition)
                case k.Set(place=place, value=value):
                    knowledge = scope.knowledge
                    scope.forget(own_changes(statement), statement.at)
                    if isinstance(self.reasoning.own_type(place), Optional) and not isinstance(value.type, Optional):
                        estimate = self.reasoning.values(value, knowledge)
                        scope.knowledge = self.reasoning.given(place, estimate, statement.at, scope.knowledge)
                case k.Watch() | k.Ask():
                    scope.forget(own_changes(statement), statement.at)
                case _ if scope.knowledge.facts:
                    scope.forget(self.changes.of((statement,)), statement.at)
