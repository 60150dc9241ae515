"""Finds which parts of the state code reads: variables and attributes one by one, anything else by its kind.

The answers follow from the traits of operations.
"""

from __future__ import annotations

from collections.abc import Mapping

from artrules.ir import nodes as k
from artrules.ir.declarations import Function
from artrules.ir.traits import Runs, traits_of

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
        match node:
            case k.VariableOf(declaration=variable):
                return frozenset({("variable", variable.key)})
            case k.AttributeOf(declaration=attribute):
                return frozenset({("attribute", attribute.kind, attribute.name)}) if traits.reads else NOTHING
            case k.SharedAttribute(declarations=attributes):
                return frozenset(("attribute", a.kind, a.name) for a in attributes if not a.printed)
        return traits.reads

    def _function(self, function: Function) -> Tokens:
        if function not in self._functions:
            value = self.values.get(function)
            self._functions[function] = self.of(value) if value is not None else frozenset({EVERYTHING})
        return self._functions[function]
