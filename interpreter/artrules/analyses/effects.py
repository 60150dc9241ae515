"""Finds what code reads and what it changes, as precisely as tests of feasibility need it.

A token names a part of the state: `("variable", key)` is a variable, `("attribute", kind, name)` an attribute, and any
other part is a `StatePart`. `EVERYTHING` stands for unknown parts. The answers follow from the traits of operations.
"""

from __future__ import annotations

from artrules.analyses.failures import MayFail
from artrules.ir import nodes as k
from artrules.ir.declarations import Function, Procedure
from artrules.ir.model import Model
from artrules.ir.traits import NOTHING as NO_PARTS
from artrules.ir.traits import Runs, StatePart, state, traits_of

Token = str | tuple[str, ...]
Tokens = frozenset[Token]
NOTHING: Tokens = frozenset()
EVERYTHING = "everything"
NEVER_CHANGED = state(StatePart.FLOW, StatePart.CHANCE, StatePart.LOG)
"""Parts of the state that no code changes during a test of feasibility, or that no rule reads."""
DEFERRABLE = state(
    StatePart.VARIABLES, StatePart.ATTRIBUTES, StatePart.POWERS, StatePart.RECORDS, StatePart.WATCHES, StatePart.LOG
)
"""Parts of the state whose changes a test of feasibility can defer."""


def meet(read: Tokens, changed: Tokens) -> bool:
    """Whether a change of some parts may affect what reads others."""
    return bool(changed) and (EVERYTHING in read or EVERYTHING in changed or not read.isdisjoint(changed))


class Effects:
    """Answers for one model. The effects of functions and procedures are remembered."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._functions: dict[Function, Tokens] = {}
        self._procedures: dict[Procedure, Tokens | None] = {}
        self._sure: dict[Function, bool] = {}

    def sure(self, node: k.Node, may_fail: MayFail) -> bool:
        """Whether evaluating an expression can neither fail nor raise a fault."""
        return not may_fail.node(node) and not any(self._may_fault(n, may_fail) for n in k.walk(node))

    def _may_fault(self, node: k.Node, may_fail: MayFail) -> bool:
        if isinstance(node, k.Call):
            function = node.function
            if function not in self._sure:
                value = self._model.values.get(function)
                self._sure[function] = value is None or self.sure(value, may_fail)
            return not self._sure[function]
        return traits_of(node).faults

    def read(self, node: k.Node) -> Tokens:
        """The parts of the state that evaluating an expression reads."""
        return frozenset(token for n in k.walk(node) for token in self.read_itself(n))

    def read_itself(self, node: k.Node) -> Tokens:
        """The parts of the state that a node itself reads, without the nodes inside it."""
        traits = traits_of(node)
        match traits.runs:
            case Runs.FUNCTION:
                assert isinstance(node, k.Call)
                return self._function(node.function)
            case Runs.SCORE | Runs.POWER_CONDITIONS:
                return frozenset({EVERYTHING})
        return _named(node, traits.reads)

    def _function(self, function: Function) -> Tokens:
        if function not in self._functions:
            value = self._model.values.get(function)
            self._functions[function] = self.read(value) if value is not None else NOTHING
        return self._functions[function]

    def changed(self, statement: k.Statement) -> Tokens | None:
        """The parts of the state that running a statement changes.

        None if its changes can't be deferred: it may move or turn cards, ask, use chance or leave a loop.
        """
        traits = traits_of(statement)
        if traits.asks or traits.commits or not traits.writes <= DEFERRABLE:
            return None
        match statement:
            case k.Set(place=place):
                return _named(place, traits.writes)
            case k.If(then=then, otherwise=otherwise):
                return self._all((*then, *otherwise))
            case k.ForEach(body=body) | k.Repeat(body=body) | k.As(body=body):
                return self._all(body)
            case k.Perform(procedure=procedure):
                return self._procedure(procedure)
        return _named(statement, traits.writes)

    def _procedure(self, procedure: Procedure) -> Tokens | None:
        if procedure not in self._procedures:
            self._procedures[procedure] = self._all(self._model.bodies[procedure])
        return self._procedures[procedure]

    def _all(self, body: k.Body) -> Tokens | None:
        found: Tokens = NOTHING
        for statement in body:
            changed = self.changed(statement)
            if changed is None:
                return None
            found |= changed
        return found


def _named(node: k.Node, parts: frozenset[StatePart]) -> Tokens:
    """The tokens for the parts of the state that a node reads or writes: by name for a variable or attribute."""
    if not parts:
        return NO_PARTS
    match node:
        case k.VariableOf(declaration=variable):
            return frozenset({("variable", variable.key)})
        case k.AttributeOf(declaration=attribute):
            return frozenset({("attribute", attribute.kind, attribute.name)})
    return parts - NEVER_CHANGED
