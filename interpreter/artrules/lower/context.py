"""What all lowering of one program shares: the layout, and what the code refers to by number or name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from artrules.analyses.cost import METERING_THRESHOLD, Work
from artrules.analyses.power_tests import PowerTests
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.declarations import PluginFunction
from artrules.ir.sets import members
from artrules.ir.types import ListOf, Optional, SetOf, Type, Wording
from artrules.lower.builder import Builder
from artrules.lower.counters import Counters
from artrules.lower.foreign_functions import foreign_function
from artrules.lower.layout import Layout
from artrules.lower.program import Site
from artrules.lower.representation import is_wide
from artrules.lower.shapes import Shapes
from artrules.machine.language import I32, Element
from artrules.machine.numbers import NONE, WIDE_BITS, WIDE_WORDS
from artrules.machine_code.foreign import ForeignFunction
from artrules.machine_code.nodes import Const, Function, Value


class LoweringContext:
    """Collects what the code of a program refers to.

    `sites`, `texts` and `constant_words` are numbered from 0. `regions` are tables of the program's own, by name.
    `functions` are those that expressions need, in the order in which they were needed. `tests` numbers the tests of
    powers. `counters` numbers the nodes whose runs are counted for coverage; None where nobody asks.
    """

    def __init__(self, layout: Layout, counters: Counters | None = None) -> None:
        self.layout = layout
        self.model = layout.model
        self.work = Work(layout.sizes())
        self.tests = PowerTests(self.model.powers)
        self.shapes = Shapes(self.model)
        self.counters = counters
        self.sites: list[Site] = []
        self.texts: dict[str, int] = {}
        self.constant_words: list[int] = [0]
        """What the heap begins with. Index 0 is an empty list."""
        self.regions: dict[str, tuple[Element, Sequence[int]]] = {}
        self.functions: dict[str, Function] = {}
        self._calls_foreign = False
        self.shows_cards = False
        """Whether some code shows cards."""
        self._lists: dict[tuple[int, ...], int] = {(): 0}
        self._enums = {name: number for number, name in enumerate(self.model.enums)}
        self._events = {key: number for number, key in enumerate(self.model.events)}

    def site(self, span: Span, words: str, node: k.Node | None = None) -> int:
        """The number of a new site."""
        self.sites.append(Site(span, words, node))
        return len(self.sites) - 1

    def text(self, text: str) -> int:
        """The number of a text."""
        return self.texts.setdefault(text, len(self.texts))

    def enum(self, name: str) -> int:
        """The number of an enum."""
        return self._enums[name]

    def event(self, key: str) -> int:
        """The number of an event."""
        return self._events[key]

    def foreign(self, function: PluginFunction) -> int:
        """The number of a function that a plugin brings: its place in the model's table."""
        self._calls_foreign = True
        return list(self.model.plugin_functions).index(function.name)

    @property
    def foreign_functions(self) -> tuple[ForeignFunction, ...]:
        """The functions that plugins bring, by number; none where the code calls none of them."""
        return tuple(map(foreign_function, self.model.plugin_functions.values())) if self._calls_foreign else ()

    def constant_list(self, items: Sequence[int]) -> Value:
        """A list that never changes: its index in the heap."""
        key = tuple(items)
        if key not in self._lists:
            self._lists[key] = len(self.constant_words)
            self.constant_words += [len(key), *key]
        return Const(self._lists[key])

    def word(self, value: Any, type_: Type) -> int:
        """A value that is known before the game, in the form that values of a type have in the machine."""
        match type_:
            case _ if value is None:
                return NONE
            case Wording():
                return self.text(value)
            case Optional(of):
                return self.word(value, of)
            case ListOf(of):
                return self._number(self.constant_list([self.word(item, of) for item in value]))
            case SetOf() if is_wide(self.model, type_):
                return self._number(self.constant_list(wide_words(value)))
        return int(value)

    def _number(self, value: Value) -> int:
        assert isinstance(value, Const)
        return value.value

    def table(self, name: str, values: Sequence[int], element: Element = I32) -> str:
        """The name of a region of the program's own that holds a table; made once for each name."""
        self.regions.setdefault(name, (element, values))
        return name

    def count(self, b: Builder, units: int, at: Span) -> None:
        """Count an upper bound of the units of work of code, if it is so much that the code must count itself."""
        if units > METERING_THRESHOLD:
            b.spend(Const(units), Const(self.site(at, "this")))


def wide_words(mask: int) -> list[int]:
    """The words of a wide set, given a bit for each member."""
    words = [0] * WIDE_WORDS
    for member in members(mask):
        words[member // WIDE_BITS] |= 1 << member % WIDE_BITS
    return words
