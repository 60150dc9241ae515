"""What can be covered: statements that run, options that are chosen, conditions that come out both ways.

The same code in several models (with and without an overlay) is one unit: units are told apart by their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from artrules.model.analyses.calls import every
from artrules.model.ir import nodes as k
from artrules.model.ir.code import is_written
from artrules.model.ir.declarations import Function
from artrules.model.ir.model import MENU, Model
from artrules.model.ir.types import BOOL
from artrules.text.diagnostics.diagnostic import Span

What = Literal["statement", "function", "option", "declined", "condition"]
Cause = Literal["body", "yes", "no", "loop", "option", "watch", "question"]


@dataclass(eq=False)
class Body:
    """A piece of code with a name: a power, a procedure, a menu, a function, a phase, a step."""

    kind: str
    name: str
    """The name that people and exceptions use: `draw`, `river/guild.3.1`, `setup deal`."""
    owner: str | None
    """The set that it belongs to; None for the game's own."""
    callers: list[Unit] = field(default_factory=list)
    """For a procedure: the statements that call it."""
    waits: bool = False
    """For a power: whether it waits for something to happen."""

    @property
    def title(self) -> str:
        return f"{self.kind} {self.name}"


@dataclass(eq=False)
class Suite:
    """Statements that run one after another, and what leads to them."""

    body: Body
    cause: Cause
    """What leads to it: its body begins, a condition is true or false, a loop runs, an option is chosen, or a watch is
    triggered."""
    by: Unit | None = None
    """The condition, the option, or the statement that sets the watch."""
    asked: Unit | None = None
    """The condition of a loop's binder or of a watch."""
    within: Suite | None = None
    before: Unit | None = None
    """The last unit before the statement to which this suite belongs, in the suite around it."""
    units: list[Unit] = field(default_factory=list)


@dataclass(eq=False)
class Unit:
    """Something that can be covered."""

    number: int
    what: What
    at: Span
    suite: Suite
    before: Unit | None
    """The unit before it in its suite."""
    guard: Unit | None = None
    """For an option: the condition under which it is offered."""

    @property
    def outcomes(self) -> tuple[bool | None, ...]:
        """The outcomes that must be seen: of a condition both, of anything else only that it ran (None)."""
        return (True, False) if self.what == "condition" else (None,)


# The numbers of the units of a model, by the nodes of its intermediate representation.

Place = tuple[str, int, int]


def place_of(span: Span) -> Place:
    """Where a span begins."""
    return span.file, span.line, span.column


@dataclass
class UnitNumbers:
    """The numbers of the units of one model. Its keys are identities of nodes."""

    nodes: dict[int, int] = field(default_factory=dict)
    """Statements and options, which run, and conditions, which come out in some way."""
    places: dict[Place, int] = field(default_factory=dict)
    """Where statements begin. Lowering replaces some statements by new nodes at the same place."""
    calls: dict[int, int] = field(default_factory=dict)
    """Functions, which are called, by the expressions that are their values."""

    def of(self, what: str, node: k.Node) -> int | None:
        """The number of the unit that a counter counts (`lower/program.py`, `Counter`), if it is one."""
        if what == "called":
            return self.calls.get(id(node))
        number = self.nodes.get(id(node))
        return self.places.get(place_of(node.at)) if number is None and what == "ran" else number

    def all(self) -> set[int]:
        """The numbers of all units."""
        return {*self.nodes.values(), *self.places.values(), *self.calls.values()}


# Lists the units of a model, and their numbers.

COUNTED_BY_THEIR_CONDITIONS = (k.If, k.ForEach, k.Repeat, k.As, k.Require, k.Leave)
"""Statements that do nothing themselves. Their conditions count instead."""


class Units:
    """All units of the models of a ruleset."""

    def __init__(self) -> None:
        self.all: list[Unit] = []
        self._memo: dict[tuple[Place, What, int, int], Unit] = {}

    def unit(self, what: What, at: Span, suite: Suite, before: Unit | None) -> Unit:
        """The unit of a kind at a place; a new one if there is none."""
        key = (place_of(at), what, at.end_line, at.end_column)
        unit = self._memo.get(key)
        if unit is None:
            unit = self._memo[key] = Unit(len(self.all), what, at, suite, before)
            self.all.append(unit)
            suite.units.append(unit)
        return unit


def collect(model: Model, units: Units, numbers: UnitNumbers, requirements: dict[int, list[int]]) -> None:
    """List all code of a model that runs in a game. `requirements` gets the conditions of `require`, each with the
    conditions that are false with it."""
    lister = _Lister(model, units, numbers, requirements)
    for power in model.powers:
        body = Body("power", power.key, power.owner)
        suite = Suite(body, "body")
        if (tested := model.conditions.get(power)) is not None:
            lister.condition(tested, suite, None)
        lister.statements(model.bodies[power], suite)
    procedures: dict[str, Body] = {}
    for procedure in filter(is_written, model.procedures.values()):
        is_menu = MENU in procedure.key
        body = Body("menu" if is_menu else "procedure", procedure.key.replace(MENU, ""), procedure.owner)
        if procedure.part_of is not None:
            body = _part(model, procedure.part_of, procedure.owner)
        procedures[procedure.key] = body
        # A procedure with a result begins and ends with a statement that isn't the author's.
        own = model.bodies[procedure][1:-1] if procedure.result is not None else model.bodies[procedure]
        lister.statements(own, Suite(body, "body"))
    unplayed = _functions_not_in_play(model)
    for function in model.functions.values():
        is_authors = function.attribute is None  # what attributes with modifiers come to is no author's code
        if is_authors and function not in unplayed and (value := model.values.get(function)) is not None:
            body = Body("function", function.key, function.owner)
            if function.part_of is not None:
                body = _part(model, function.part_of, function.owner)
            suite = Suite(body, "body")
            called = lister.function(value, suite)
            lister.conditions([value], suite, called)
    _flow(model, lister)
    for limit, at_most in model.at_most.items():
        lister.conditions([at_most], Suite(Body("limit", limit.key, limit.owner), "body"), None)
    for key, callers in lister.callers.items():
        if key in procedures:
            procedures[key].callers = callers
    for unit, value in lister.required:
        if (number := numbers.nodes.get(id(value))) is not None:
            requirements[unit.number].append(number)


def _part(model: Model, of: str, owner: str | None) -> Body:
    """The body of a declaration, such as `power KEY`, of whose code a function or a procedure is a part."""
    what, _, name = of.partition(" ")
    waits = what == "power" and any(power.key == name and power.waits for power in model.powers)
    return Body(what, name or "sides", owner, waits=waits)


def _functions_not_in_play(model: Model) -> set[Function]:
    """Functions that only start values call, what hidden values and cards may be, hints, figures, looks of cards and
    the story, perhaps by way of others: all that no scenario runs. Of a library also those that the game leaves
    alone."""
    functions = model.functions.values()
    callers: dict[Function, set[str]] = {each: set() for each in functions if each.at.file in model.libraries}
    for code, call in every(model, k.Call):
        callers.setdefault(call.function, set()).add(code.name)
    declarations = {f"variable {key}" for key in model.variables} | {f"zone {key}" for key in model.zones}
    declarations |= {"hints", *(f"hint {hint.key}" for hint in model.hints.options)}
    declarations |= {f"figure {name}" for name in model.layout.figures}
    declarations |= {f"layout of card {name}" for name in model.layout.cards}
    declarations |= {f"layout of option {look.key}" for look in model.layout.options}
    declarations |= {f"story {story.key}" for story in model.layout.story}
    unplayed: set[Function] = set()
    while True:
        quiet = declarations | {f"function {function.key}" for function in unplayed}
        more = {function for function, names in callers.items() if names <= quiet}
        if more <= unplayed:
            return unplayed
        unplayed |= more


def _flow(model: Model, lister: _Lister) -> None:
    flow = model.flow
    for phase in flow.phases:
        suite = Suite(Body("phase", phase.name, phase.owner), "body")
        for rule, value in phase.rules:
            if rule.type == BOOL:
                lister.condition(value, suite, None)
            else:
                lister.conditions([value], suite, None)
        lister.statements(phase.body, suite)
    for when, steps in (("setup", flow.setup), ("final", flow.final)):
        for step in filter(is_written, steps):
            lister.statements(step.body, Suite(Body(when, step.name, step.owner), "body"))
    if flow.until is not None:
        lister.condition(flow.until, Suite(Body("flow", "until", None), "body"), None)
    values = [part.value for part in flow.score if part.value is not None]
    lister.conditions(values, Suite(Body("flow", "score", None), "body"), None)
    if flow.winners is not None:
        lister.conditions([flow.winners], Suite(Body("flow", "winners", None), "body"), None)


class _Lister:
    def __init__(self, model: Model, units: Units, numbers: UnitNumbers, requirements: dict[int, list[int]]) -> None:
        self.model = model
        self.units, self.numbers, self.requirements = units, numbers, requirements
        self.callers: dict[str, list[Unit]] = {}
        """By procedure: the statements that call it."""
        self.required: list[tuple[Unit, k.Expression]] = []
        """Requirements that call a function, and the function's value."""

    # -- expressions

    def function(self, value: k.Expression, suite: Suite) -> Unit:
        unit = self.units.unit("function", value.at, suite, None)
        self.numbers.calls[id(value)] = unit.number
        return unit

    def condition(self, e: k.Expression, suite: Suite, before: Unit | None) -> Unit | None:
        """List a condition and the conditions in it. None for one with a constant outcome: `yes` and `no`, and a
        function that is one of these."""
        value = self.model.values.get(e.function) if isinstance(e, k.Call) else e
        if isinstance(value, k.Constant):
            return None
        unit = self.units.unit("condition", e.at, suite, before)
        self.numbers.nodes[id(e)] = unit.number
        operands = _operands(e)
        self.conditions(operands if operands != [e] else k.children(e), suite, unit)
        return unit

    def conditions(self, nodes: Iterable[k.Node], suite: Suite, before: Unit | None) -> None:
        """List the conditions in expressions: of choices between two values, of loops over values, of `and` and
        `or`."""
        for node in nodes:
            if isinstance(node, (k.Label, k.Statement)):
                continue
            if isinstance(node, k.Expression) and _joins(node):
                self.condition(node, suite, before)
                continue
            own = node.condition if isinstance(node, (k.Either, k.Binder)) else None
            if own is not None and own.at != node.at:  # else it isn't the author's own
                self.condition(own, suite, before)
            elif own is not None:
                self.conditions(k.children(own), suite, before)
            self.conditions([child for child in k.children(node) if child is not own], suite, before)

    # -- statements

    def statements(self, body: k.Body, suite: Suite, before: Unit | None = None) -> None:
        for statement in body:
            if isinstance(statement, k.Set) and isinstance(statement.value, k.ResultOf):
                continue  # the call of the procedure, which comes before it, is the statement
            before = self._statement(statement, suite, before) or before

    def _statement(self, s: k.Statement, suite: Suite, before: Unit | None) -> Unit | None:
        unit = None
        if not isinstance(s, COUNTED_BY_THEIR_CONDITIONS):
            unit = self._ran(s, suite, before)
        match s:
            case k.If(condition=condition, then=then, otherwise=otherwise):
                # The condition under which `copies` copies powers is not the author's own.
                unit = self.condition(condition, suite, before) if condition.at != s.at else None
                self._into("yes", then, suite, unit or before, unit)
                self._into("no", otherwise, suite, unit or before, unit)
            case k.ForEach(binder=binder, body=body):
                self.conditions([binder.domain], suite, before)
                asked = self.condition(binder.condition, suite, before) if binder.condition is not None else None
                self._into("loop", body, suite, before, None, asked)
                return None
            case k.Repeat(limit=limit, body=body, kind=kind):
                if limit is not None and kind != "times":
                    unit = self.condition(limit, suite, before)
                elif limit is not None:
                    self.conditions([limit], suite, before)
                self._into("loop", body, suite, before, None, unit)
            case k.As(player=player, body=body):
                self.conditions([player], suite, before)
                self.statements(body, suite, before)
            case k.Choose():
                self._choose(s, suite, unit)
            case k.Ask(players=players, body=body):
                self.conditions([players], suite, unit)
                self._into("question", body, suite, unit, unit)
            case k.Watch(condition=condition, body=body, event=event):
                # The condition of a boundary is not the author's own.
                tested = condition if not event.boundary else None
                asked = self.condition(tested, suite, unit) if tested is not None else None
                self._into("watch", body, suite, unit, unit, asked)
            case k.Require(condition=condition):
                unit = self.condition(condition, suite, before)
                if unit is not None:
                    self.requirements[unit.number] = [unit.number]
                    called = self.model.values.get(condition.function) if isinstance(condition, k.Call) else None
                    if called is not None:
                        self.required.append((unit, called))
            case _:
                self.conditions(k.children(s), suite, unit)
        return unit

    def _ran(self, s: k.Statement, suite: Suite, before: Unit | None) -> Unit:
        unit = self.units.unit("statement", s.at, suite, before)
        self.numbers.nodes[id(s)] = unit.number
        if isinstance(s, k.Perform):
            self.callers.setdefault(s.procedure.key, []).append(unit)
        self.numbers.places.setdefault(place_of(s.at), unit.number)
        return unit

    def _into(
        self,
        cause: Cause,
        body: k.Body,
        within: Suite,
        before: Unit | None,
        by: Unit | None,
        asked: Unit | None = None,
    ) -> None:
        self.statements(body, Suite(within.body, cause, by, asked, within, before))

    def _choose(self, s: k.Choose, suite: Suite, unit: Unit | None) -> None:
        for branch in s.branches:
            self.conditions(branch.binders, suite, unit)
            # The guard of `may use` is not the author's own: it has the statement's place.
            guard = None
            if branch.guard is not None and branch.guard.at != branch.at:
                guard = self.condition(branch.guard, suite, unit)
            if not s.has_suites:
                continue
            option = self.option(s, branch, suite, unit)
            option.guard = guard
            inner = Suite(suite.body, "option", option, None, suite, unit)
            # What `may use` does is the option itself.
            self.statements(tuple(b for b in branch.body if b.at != s.at), inner)

    def option(self, s: k.Choose, branch: k.Branch, suite: Suite, before: Unit | None) -> Unit:
        """List an option. The second option of `may`, which declines, has the place of the first."""
        unit = self.units.unit("declined" if branch.declines else "option", branch.at, suite, before)
        self.numbers.nodes[id(branch)] = unit.number
        return unit


def _joins(e: k.Node) -> bool:
    return isinstance(e, k.Operation) and e.operator in ("and", "or")


def _operands(e: k.Node) -> Sequence[k.Node]:
    """The operands of a row of `and`, `or` and `not`: only the whole row is a condition."""
    if isinstance(e, k.Operation) and e.operator in ("and", "or", "not"):
        return [inner for operand in e.operands for inner in _operands(operand)]
    return [e]
