"""What is known about values at a place in code: a value that never changes. What holds inside a suite is another one.

Knowledge lasts until something that it reads may change, so what code reads and changes is found here too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from artrules.model.facts.value_sets import ValueSet
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Function
from artrules.model.ir.node import Runs, StatePart, state, traits_of
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass

# Finds which parts of the state code reads: variables and attributes one by one, anything else by its kind.
#
# The answers follow from the traits of operations.

Token = str | tuple[str, ...]
"""A part of the state: `("variable", key)`, `("attribute", kind, name)`, another `StatePart`, or EVERYTHING."""
Tokens = frozenset[Token]
NOTHING: Tokens = frozenset()
EVERYTHING = "everything"
"""Stands for unknown parts."""


class StateReads:
    """Answers for one model, by the values of its functions. What these read is remembered."""

    def __init__(self, values: Mapping[Function, k.Expression]) -> None:
        self.values = values
        self._functions: dict[Function, Tokens] = {}

    def of(self, node: k.Node) -> Tokens:
        """The parts of the state that evaluating an expression reads."""
        return frozenset(token for n in k.walk(node) for token in self.of_itself(n))

    def of_itself(self, node: k.Node) -> Tokens:
        """The parts of the state that a node itself reads, without the nodes inside it."""
        traits = traits_of(node)
        match traits.runs:
            case Runs.FUNCTION:
                assert isinstance(node, k.Call)
                return self._function(node.function)
            case Runs.SCORE | Runs.POWER_CONDITIONS:
                return frozenset({EVERYTHING})
        return assigned(node) if isinstance(node, k.VariableOf | k.AttributeOf | k.SharedAttribute) else traits.reads

    def _function(self, function: Function) -> Tokens:
        if function not in self._functions:
            value = self.values.get(function)
            self._functions[function] = self.of(value) if value is not None else frozenset({EVERYTHING})
        return self._functions[function]


# Knowledge. A fact is forgotten where something that it depends on may change.

Reason = tuple[str, Span]
"""Why something is known: words for an author, and the place that says so."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The values that something may have, and why it is known. With `by_exclusion` it is known because a condition
    before didn't hold, as in `else`."""

    values: ValueSet
    because: tuple[Reason, ...] = ()
    by_exclusion: bool = False

    def or_else(self, other: Estimate) -> Estimate:
        """What is known where one of the two is."""
        if self.values == other.values:
            return self
        because = tuple(dict.fromkeys((*self.because, *other.because)))
        return Estimate(self.values.either(other.values), because, self.by_exclusion or other.by_exclusion)

    def narrowed(self, other: Estimate) -> Estimate:
        """What is known from both. Reasons that add nothing are left out."""
        values = self.values.both(other.values)
        if values == self.values:
            return self
        if values == other.values:
            return other
        because = tuple(dict.fromkeys((*self.because, *other.because)))
        return Estimate(values, because, self.by_exclusion or other.by_exclusion)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a condition holds, where that is certain, and why."""

    holds: bool
    because: tuple[Reason, ...] = ()
    by_exclusion: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """What code may change: parts of the state, and names. With `waits` somebody may be asked in between, or code
    elsewhere runs: then a frame keeps the values of names, and nothing else that was found out stays true."""

    state: Tokens = frozenset()
    names: frozenset[str] = frozenset()
    waits: bool = False

    def __bool__(self) -> bool:
        return bool(self.state or self.names or self.waits)

    def and_also(self, other: Changes) -> Changes:
        return Changes(self.state | other.state, self.names | other.names, self.waits or other.waits)


LATER = Changes(names=frozenset({"me"}), waits=True)
"""What is different in a suite that doesn't run where it stands: it keeps copies of names, and has another `me`."""


_MOVES_LATER = state(StatePart.FLOW)
"""What no code changes: the round goes on when all code has run."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a fact depends on. With `only_names` it is about the values of names, whatever they stand for."""

    state: Tokens
    names: frozenset[str]
    only_names: bool = False

    def touched_by(self, changes: Changes) -> bool:
        if self.names & changes.names or (changes.waits and not self.only_names):
            return True
        may_change = self.state - _MOVES_LATER
        if not may_change or not changes.state:
            return False
        if EVERYTHING in changes.state or EVERYTHING in may_change:
            return True
        return any(token in changes.state or _part(token) in changes.state for token in may_change)


def _part(token: object) -> object:
    """The part of the state in which a variable or an attribute lies."""
    return f"{token[0]}s" if isinstance(token, tuple) else token


Facts = Mapping[Hashable, tuple[Estimate, Needs]]
GrowingFacts = dict[Hashable, tuple[Estimate, Needs]]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known about expressions, by their keys."""

    facts: Facts

    def after(self, changes: Changes) -> Knowledge:
        """What is still known after some changes: this same value where that is all."""
        if not self.facts or not changes:
            return self
        remaining_facts = {key: fact for key, fact in self.facts.items() if not fact[1].touched_by(changes)}
        return Knowledge(remaining_facts) if len(remaining_facts) < len(self.facts) else self

    def met_by(self, other: Knowledge) -> Knowledge:
        """What is known in both cases: each value that is possible in one of them is."""
        if self is other:
            return self
        facts: GrowingFacts = {}
        for key, fact in self.facts.items():
            against = other.facts.get(key)
            if against is fact:
                facts[key] = fact
            elif against is not None:
                facts[key] = (fact[0].or_else(against[0]), fact[1])
        return Knowledge(facts)


def met(ends: Iterable[Knowledge | None]) -> Knowledge | None:
    """What is known where several ways meet; None if none of them leads there."""
    after: Knowledge | None = None
    for end in ends:
        if end is not None:
            after = end if after is None else after.met_by(end)
    return after


NOTHING_KNOWN = Knowledge({})


# Finds what a statement may change, from the traits of operations: parts of the state, and names.

ASKING = Changes(state(StatePart.LIMITS), waits=True)
"""What a decision changes before its branches go on."""
_OF_NO_RULE = state(StatePart.LOG, StatePart.CHANCE, StatePart.FLOW)
_RUNS_CODE = (Runs.PROCEDURE, Runs.POWER, Runs.WATCHES)


class ChangeAnalysis:
    """Answers for statements with their suites. Each statement is looked at once."""

    def __init__(self) -> None:
        self._memo: dict[k.Node, Changes] = {}

    def of(self, nodes: Iterable[k.Node]) -> Changes:
        """What some statements may change, with their suites. The suites of watches run later, and don't count."""
        changes = Changes()
        for node in nodes:
            changes = changes.and_also(self._of(node))
        return changes

    def _of(self, node: k.Node) -> Changes:
        if node not in self._memo:
            changes = own_changes(node)
            if not isinstance(node, k.Watch):
                changes = changes.and_also(self.of(k.children(node)))
            self._memo[node] = changes
        return self._memo[node]


def own_changes(node: k.Node) -> Changes:
    """What a node itself changes, without those inside it."""
    match node:
        case k.Set(place=k.Local(name=name)):
            return Changes(names=frozenset({name}))
        case k.Set(place=place):
            return Changes(assigned(place))
        case k.Ask(said=said):
            return Changes(frozenset({EVERYTHING}), frozenset({said.name} if said is not None else ()), waits=True)
        case k.Choose():
            return ASKING
    if not isinstance(node, k.Statement | k.Binder):
        return Changes()
    traits, local = traits_of(node), k.bound_local(node)
    if traits.runs in _RUNS_CODE:
        return Changes(frozenset({EVERYTHING}), waits=True)
    return Changes(traits.writes - _OF_NO_RULE, frozenset({local.name} if local is not None else ()))


def assigned(place: k.Expression) -> Tokens:
    """The part of the state that an assignment to a place changes, and that the place reads where it isn't assigned."""
    match place:
        case k.VariableOf(declaration=variable):
            return frozenset({("variable", variable.key)})
        case k.AttributeOf(declaration=attribute) if not attribute.printed:
            return frozenset({("attribute", attribute.kind, attribute.name)})
        case k.SharedAttribute(declarations=attributes):
            return frozenset(("attribute", each.kind, each.name) for each in attributes if not each.printed)
        case k.FaceOf():
            return state(StatePart.FACES)
        case k.FieldOf():
            return state(StatePart.RECORDS)
    return frozenset()


def leaves(statement: k.Statement) -> bool:
    """Whether a statement leaves the loop around it."""
    match statement:
        case k.Leave():
            return True
        case k.ForEach() | k.Repeat() | k.Watch() | k.Ask():
            return False
        case k.If(then=then, otherwise=otherwise):
            return any(leaves(s) for s in (*then, *otherwise))
        case k.Choose(branches=branches):
            return any(leaves(s) for branch in branches for s in branch.body)
        case k.As(body=body):
            return any(leaves(s) for s in body)
    return False
