"""What all writers of expressions share: the forms of a value, places in content, metering.

In generated functions `S` is the state, `v` its cells, `z` its zones. A value that is stored (assigned, passed, kept in
a frame) is plain data, with lists as tuples: `value` writes that. A value that is only iterated over may be any
iterable: `iterable` writes that. `expressions.py` writes each kind of expression.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from artrules.analyses.cost import METERING_THRESHOLD, Work
from artrules.analyses.power_tests import NO_CONSTANTS, Constants, PowerTests
from artrules.analyses.sizes import LONGEST_LIST, holds_lists
from artrules.compile.layout import Layout
from artrules.compile.names import python_name
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.operators import OPERATORS
from artrules.ir.types import ListOf, SetOf, Zone


class Writer(ABC):
    """Writes expressions for one layout.

    `constants` collects the constants of the generated module, by name. `sites` collects the places in content where
    code can fail or find a fault, each with the words for it; generated code refers to them by index.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.work = Work(layout.sizes())
        self.constants: dict[str, Any] = {}
        self.sites: list[tuple[Span, str]] = []
        self.tests = PowerTests(layout.model.powers)
        self.names: dict[str, str | None] = {}
        """Locals that have another name in the text being written → that name (None: the value isn't known)."""
        self.failing_nodes: dict[int, k.Node] = {}

    def site(self, at: Span, what: str, failing: k.Node | None = None) -> int:
        """Register a place in content where code can fail or find a fault, and return its index in `sites`.

        `what` begins the message; `failing` is the node that may fail there.
        """
        self.sites.append((at, what))
        if failing is not None:
            self.failing_nodes[len(self.sites) - 1] = failing
        return len(self.sites) - 1

    def value(self, e: k.Expression) -> str:
        """Python text whose value is plain data."""
        if isinstance(e.type, Zone):
            return f"z[{self.zone(e)}]"
        if isinstance(e.type, ListOf) and not isinstance(e, (k.Local, k.VariableOf, k.AttributeOf, k.FieldOf, k.Call)):
            return self._tuple(e)
        return self.plain(e)

    def _tuple(self, e: k.Expression) -> str:
        text = self.iterable(e)
        if self.work.sizes.of(e) > LONGEST_LIST:
            text = f"short({text}, {self.site(e.at, 'this list')})"
        already = isinstance(
            e, (k.AllPlayers, k.Listing, k.TopOf, k.PowersOf, k.Happenings, k.Either, k.Best, k.PropertyOf)
        )
        already = already or (isinstance(e, k.Operation) and OPERATORS[e.operator].gives_group)
        already = already or isinstance(e, k.BuiltinCall)
        text = text if already else f"tuple({text})"
        # A list in a variable or a parameter was checked when it was made.
        made = holds_lists(e.type) and not isinstance(e, k.Either)
        return f"small(S, {text}, {self.site(e.at, 'this list')})" if made else text

    def iterable(self, e: k.Expression) -> str:
        """Python text of something that can be iterated over, more than once."""
        if isinstance(e.type, Zone):
            return f"z[{self.zone(e)}]"
        if isinstance(e.type, SetOf):
            return f"members({self.plain(e)})"
        if isinstance(e, k.Span_) and self.work.sizes.of(e) > LONGEST_LIST:
            return f"meter(S, {self.plain(e)}, 1, {self.site(e.at, 'this range')})"
        return self.plain(e)

    def domain(self, binder: k.Binder) -> str:
        """Python text of a binder's values. If there may be many, the text meters each turn."""
        weight = self.work.weights.get(id(binder))
        if weight is None:
            return self.iterable(binder.domain)
        text = self.plain(binder.domain) if isinstance(binder.domain, k.Span_) else self.iterable(binder.domain)
        return self.spending(text, weight, binder.at)

    def spending(self, items: str, weight: int, at: Span) -> str:
        """Python text that iterates over `items` and counts `weight` units of work for each."""
        return f"meter(S, {items}, {weight}, {self.site(at, 'this')})"

    def counted(self, units: int, at: Span, lines: list[str]) -> list[str]:
        """Some lines, with a line before them that counts their `units` of work if that is more than
        METERING_THRESHOLD."""
        return lines if units <= METERING_THRESHOLD else [f"meter_units(S, {units}, {self.site(at, 'this')})", *lines]

    def zone(self, e: k.Expression) -> str:
        """Python text of a zone's number."""
        if isinstance(e, k.ZoneOf):
            place = self.layout.zones[e.declaration.key]
            if e.owner is None:
                return str(place.first)
            return added(place.first - place.offset, self.plain(e.owner))
        if isinstance(e, k.Either):
            return f"({self.zone(e.then)} if {self.plain(e.condition)} else {self.zone(e.otherwise)})"
        if isinstance(e, k.Call):
            return self.plain(e)
        raise AssertionError(f"no zone: {type(e).__name__}")

    def variable_cell(self, e: k.VariableOf) -> str:
        first = self.layout.variable_cell(e.declaration)
        return str(first) if e.owner is None else added(first, self.plain(e.owner))

    def attribute_cell(self, e: k.AttributeOf) -> str:
        return added(self.layout.attribute_cell(e.declaration), self.plain(e.card))

    def event_number(self, key: str) -> int:
        return list(self.layout.model.events).index(key)

    def function_name(self, key: str) -> str:
        return python_name("f", key)

    def binder_clauses(self, binders: Sequence[k.Binder]) -> str:
        """`for x in D if cond` for each binder."""
        parts = []
        for binder in binders:
            items, condition = self.through(binder)
            parts.append(f"for {binder.local.name} in {items}")
            if condition is not None:
                parts.append(f"if {self.plain(condition)}")
        return " ".join(parts)

    def through(self, binder: k.Binder) -> tuple[str, k.Expression | None]:
        """Python text of a binder's values, and the part of its condition that must still be tested.

        Attributes of powers never change, so a table made in advance tests those of powers.
        """
        if not isinstance(binder.domain, k.PowersOf) or binder.condition is None:
            return self.domain(binder), binder.condition
        number, rest = self.tests.table(binder, self.known()), self.tests.rest(binder, self.known())
        text = f"passing(S, {self.plain(binder.domain.card)}, {number})"
        weight = self.work.weights.get(id(binder))
        return text if weight is None else self.spending(text, weight, binder.at), rest

    def known(self) -> Constants:
        """The locals whose values are known at compile time."""
        return NO_CONSTANTS

    @abstractmethod
    def plain(self, e: k.Expression) -> str:
        """Python text of an expression's value in whatever form is cheapest: a list may be any iterable."""


def added(offset: int, text: str) -> str:
    """`offset + text`, folded when the text is a number."""
    if text.lstrip("-").isdigit():
        return str(offset + int(text))
    if offset == 0:
        return text
    return f"{offset} + {text}" if offset > 0 else f"{text} - {-offset}"
