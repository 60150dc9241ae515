"""What all lowering of one program shares: the layout, what the code refers to by number or name, counters, functions
of plugins, and the forms of a value with the conversions between them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from artrules.engine.lower.builder import ONE, STATUS, ZERO, Builder, added, both, compared, negated, one_of
from artrules.engine.lower.layout import Layout
from artrules.engine.lower.program import Counted, Counter, Site
from artrules.engine.lower.representation import Shapes, depth_of, is_wide, on_heap, same_form
from artrules.engine.machine.language import I32, Element
from artrules.engine.machine.numbers import NONE, WIDE_BITS, WIDE_WORDS
from artrules.engine.machine_code import nodes as m
from artrules.engine.machine_code.program import ForeignFunction, ForeignType
from artrules.model.analyses.cost import LONGEST_LIST, METERING_THRESHOLD, UNBOUNDED, work_of
from artrules.model.analyses.power_tests import PowerTests
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import PluginFunction
from artrules.model.ir.nodes import Node
from artrules.model.ir.types import (
    ListOf,
    Nothing,
    Number,
    Optional,
    SetOf,
    Type,
    Wording,
    bare,
    element,
    join,
    members,
)
from artrules.text.diagnostics.diagnostic import Span

# Counters of coverage: a number for each node whose runs or outcomes are counted.


class Counters:
    """The counters of a program that counts. A condition has two: for each time that it held, and that it didn't."""

    def __init__(self) -> None:
        self.all: list[Counter | None] = []
        self._numbers: dict[tuple[Counted, int], int] = {}

    def of(self, what: Counted, node: Node) -> int:
        """The number of the counter of a node; for a condition the first of its two."""
        key = (what, id(node))
        if key not in self._numbers:
            self._numbers[key] = len(self.all)
            self.all += [Counter(what, node)] + ([None] if what == "held" else [])
        return self._numbers[key]


# The functions that plugins bring, in the form in which executors call them.


def foreign_function(function: PluginFunction) -> ForeignFunction:
    """A function that a plugin brings, in the form that executors know."""
    return ForeignFunction(
        f"`{function.name}` of the plugin {function.plugin}",
        tuple(_foreign_type(parameter.type) for parameter in function.parameters),
        _foreign_type(function.result),
        function.draws,
        function.compute,
    )


def _foreign_type(type_: Type) -> ForeignType:
    if isinstance(type_, Number):
        return ForeignType(type_.low, type_.high)
    return ForeignType(0, 1, truth=True)


# What all lowering of one program shares: the layout, and what the code refers to by number or name.


class LoweringContext:
    """Collects what the code of a program refers to.

    `sites`, `texts` and `constant_words` are numbered from 0. `regions` are tables of the program's own, by name.
    `functions` are those that expressions need, in the order in which they were needed. `tests` numbers the tests of
    powers. `counters` numbers the nodes whose runs are counted for coverage; None where nobody asks.
    """

    def __init__(self, layout: Layout, counters: Counters | None = None) -> None:
        self.layout = layout
        self.model = layout.model
        self.work = work_of(layout.model, layout.players, layout.card_counts())
        self.tests = PowerTests(self.model.powers)
        self.shapes = Shapes(self.model)
        self.counters = counters
        self.sites: list[Site] = []
        self.texts: dict[str, int] = {}
        self.constant_words: list[int] = [0]
        """What the heap begins with. Index 0 is an empty list."""
        self.regions: dict[str, tuple[Element, Sequence[int]]] = {}
        self.functions: dict[str, m.Function] = {}
        self._calls_foreign = False
        self.shows_cards = False
        """Whether some code shows cards."""
        self.builtins: set[str] = set()
        """The functions of the machine that code calls as builtins."""
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

    def constant_list(self, items: Sequence[int]) -> m.Value:
        """A list that never changes: its index in the heap."""
        key = tuple(items)
        if key not in self._lists:
            self._lists[key] = len(self.constant_words)
            self.constant_words += [len(key), *key]
        return m.Const(self._lists[key])

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

    def _number(self, value: m.Value) -> int:
        assert isinstance(value, m.Const)
        return value.value

    def table(self, name: str, values: Sequence[int], element: Element = I32) -> str:
        """The name of a region of the program's own that holds a table; made once for each name."""
        self.regions.setdefault(name, (element, values))
        return name

    def count(self, b: Builder, units: int, at: Span) -> None:
        """Count an upper bound of the units of work of code, if it is so much that the code must count itself."""
        if units > METERING_THRESHOLD:
            b.spend(m.Const(units), m.Const(self.site(at, "this")))


def wide_words(mask: int) -> list[int]:
    """The words of a wide set, given a bit for each member."""
    words = [0] * WIDE_WORDS
    for member in members(mask):
        words[member // WIDE_BITS] |= 1 << member % WIDE_BITS
    return words


# What all lowering of expressions shares: the forms of a value, lists in the making, conversions between forms.
#
# A value is a tree of machine code without effects: it can be evaluated later than where it was made, more than once,
# or not at all. Whatever may set `status` has been added to the builder before as a statement, with a test of `status`.

Names = Mapping[str, m.Value]
"""Locals of the IR that are something else in the code in the making: their names → their values."""
NO_NAMES: Names = {}
NOBODY = m.Name("NONE")


class Lowering(ABC):
    """Lowers expressions of one program. `expressions.py` has the implementation."""

    def __init__(self, context: LoweringContext) -> None:
        self.context = context
        self.model = context.model
        self.layout = context.layout

    # -- expressions

    @abstractmethod
    def value(self, b: Builder, e: k.Expression, names: Names, as_type: Type | None = None) -> m.Value:
        """The value of an expression: a word, or the index in the heap of a list, wide set or happening that nothing
        keeps. With `as_type` in the form that values of that type have. It may be a constant list: see `kept`."""

    @abstractmethod
    def items(self, b: Builder, e: k.Expression, names: Names) -> m.Value:
        """The list of the things in a list, zone or set, however many there are."""

    @abstractmethod
    def zone(self, b: Builder, e: k.Expression, names: Names) -> m.Value:
        """The number of a zone."""

    @abstractmethod
    def each(self, b: Builder, binder: k.Binder, names: Names, skips: bool = True) -> AbstractContextManager[None]:
        """Adds a loop: what is added inside runs for each value of a binder that passes its condition. `skips` says
        whether that may have `Continue` in it, or statements; `Break` it may have anyway. It must not change the
        position where the binder goes through anything but a list, a set or a card's powers."""

    @abstractmethod
    def may_stop(self, e: k.Node) -> bool:
        """Whether evaluating an expression, or something in it, may fail or find a fault beside too much work. When
        in doubt, yes."""

    @abstractmethod
    def condition(self, b: Builder, e: k.Expression, names: Names, refuses: bool = False) -> m.Value:
        """Whether a condition holds. `refuses` says that an option isn't offered where it doesn't hold."""

    def acting(self, b: Builder, me: k.Expression | None, names: Names) -> m.Value:
        """The acting player; NONE if there is none."""
        return self.value(b, me, names) if me is not None else NOBODY

    def kept(self, b: Builder, e: k.Expression, names: Names, as_type: Type | None = None) -> m.Value:
        """The value of an expression in a form that may be stored: no constant list."""
        value = self.value(b, e, names, as_type)
        if not on_heap(self.model, as_type or e.type) or self.makes(e) or _is_stored(e):
            return self.made(b, m.Call("copy_of", (value,))) if isinstance(value, m.Const) and self.makes(e) else value
        return self.made(b, m.Call("kept_list", (value,)))

    @abstractmethod
    def makes(self, e: k.Expression) -> bool:
        """Whether an expression gives a list that isn't stored anywhere: it is made, or a constant."""

    # -- lists

    def made(self, b: Builder, call: m.Call) -> m.Value:
        """What a call makes on the heap. Where there is no room, it is an empty list, and a fault has been found that
        remains until `status` is tested."""
        address = b.assign(b.fresh("list"), call)
        b.makes_lists = True
        return address

    def most(self, e: k.Expression) -> int:
        """The most things that there can be in a group."""
        return self.context.work.sizes.of(e)

    def list_of(self, b: Builder, of: Type, fill: Callable[[], object], most: int, then: str = "") -> m.Value:
        """The list of the items that `fill` adds code for, by `Builder.push`, at most so many. `of` is the type of the
        items; `then` is a function that arranges them.

        The list is made at once on the heap, unless other lists are made meanwhile that stay there.
        """
        pushing, b.pushing = b.pushing, b.fresh("push")
        own, before = b.pushing, b.makes_lists
        b.makes_lists = False
        with b.capture() as code:
            fill()
        others, b.makes_lists, b.pushing = b.makes_lists, before, pushing
        if not others and not then and most <= LONGEST_LIST:
            return self._list_on_heap(b, code, own, most)
        start, mark = b.assign(b.fresh("start"), m.Name("work_top")), b.fresh("mark")
        forgets = others and not on_heap(self.model, of)
        if forgets:
            b.assign(mark, m.Name("heap_top"))
        b.emit(*with_pushes(code, own, lambda item: (m.Do(m.Call("push", (item,))),)))
        if forgets:
            b.emit(m.SetRegister("heap_top", m.Name(mark)))
        if then:
            b.call(then, start)
        return self.made(b, m.Call("finish_list", (start,)))

    def _list_on_heap(self, b: Builder, code: Sequence[m.Statement], own: str, most: int) -> m.Value:
        """A list that is made on the heap itself."""
        new_list = self.made(b, m.Call("begin_list", (m.Const(most),)))
        # Where there is no room, a fault has been found, which remains: callers need not test for it.
        b.emit(m.If(STATUS, (m.Return(ZERO if b.gives else None),)))
        top = m.Name("heap_top")
        add_one = m.SetRegister("heap_top", m.Binary("+", top, ONE))
        b.emit(*with_pushes(code, own, lambda item: (m.Store("heap", top, item), add_one)))
        b.emit(m.Store("heap", new_list, m.Binary("-", m.Binary("-", top, new_list), ONE)))
        return new_list

    def forgetting(self, b: Builder, add: Callable[[], object], forget: bool = True) -> None:
        """Add code; what it makes on the heap is dropped behind it, if it isn't needed any more."""
        place, before = b.place, b.makes_lists
        b.makes_lists = False
        add()
        if b.makes_lists and forget:
            mark = b.fresh("mark")
            b.insert(place, m.Assign(mark, m.Name("heap_top")))
            b.emit(m.SetRegister("heap_top", m.Name(mark)))
            b.makes_lists = False
        b.makes_lists = b.makes_lists or before

    def lazily(self, b: Builder, left: m.Value, right: Callable[[], m.Value], is_both: bool) -> m.Value:
        """Whether both hold, or one of two: `right` adds the code of the second, which runs only where it matters."""
        if isinstance(left, m.Const):
            return right() if left == m.Const(int(is_both)) else left
        with b.capture() as code:
            second = right()
        if not code:
            return both(left, second) if is_both else one_of(left, second)
        holds = b.assign(b.fresh("holds"), left)
        b.emit(m.If(holds if is_both else negated(holds), (*code, m.Assign(holds.name, second))))
        return holds

    # -- forms

    def converted(self, b: Builder, value: m.Value, type_: Type, as_type: Type) -> m.Value:
        """A value of one type in the form that values of another have."""
        if same_form(self.model, type_, as_type):
            return value
        if isinstance(type_, Optional):
            stored_value = b.assign(b.fresh(), value)
            with b.when(m.Compare("!=", stored_value, NOBODY)):
                b.assign(stored_value.name, self.converted(b, stored_value, type_.of, as_type))
            return stored_value
        inner, wanted = element(type_), element(bare(as_type))
        if isinstance(bare(as_type), ListOf) and inner is not None and wanted is not None:
            items = b.keep(value)
            return self.list_of(b, wanted, lambda: self._push_converted(b, items, inner, wanted), UNBOUNDED)
        if on_heap(self.model, type_):
            return m.Call("narrow_of", (value,))
        return self.made(b, m.Call("wide_of", (value,)))

    def _push_converted(self, b: Builder, items: m.Value, inner: Type, wanted: Type) -> None:
        with self.each_item(b, items, b.fresh("item")) as item:
            b.push(self.converted(b, item, inner, wanted))

    @contextmanager
    def each_item(self, b: Builder, items: m.Value, name: str) -> Iterator[m.Name]:
        """A loop over the items of a list; gives the local that holds the item."""
        with b.for_range(added(items, ONE), added(added(items, ONE), m.Load("heap", items))) as place:
            yield b.assign(name, m.Load("heap", place))

    def same(self, b: Builder, one: m.Value, type_: Type, other: m.Value, other_type: Type) -> m.Value:
        """Whether two values are equal."""
        if not on_heap(self.model, type_) and not on_heap(self.model, other_type):
            return compared("==", one, other)
        if not same_form(self.model, type_, other_type):
            joined = join(type_, other_type)
            assert joined is not None, "the checks refuse to compare what has no values in common"
            one, other = self.converted(b, one, type_, joined), self.converted(b, other, other_type, joined)
            type_ = joined
        value_type = other_type if isinstance(bare(type_), Nothing) else type_
        if (depth := depth_of(self.model, value_type)) is not None:
            return m.Call("same_lists", (one, other, m.Const(max(1, depth))))
        return m.Call("same_values", (m.Const(self.context.shapes.of(value_type)), one, other))


def _is_stored(e: k.Expression) -> bool:
    """Whether the value of an expression is stored in the position."""
    if isinstance(e, k.AttributeOf):
        return not e.declaration.printed
    if isinstance(e, k.SharedAttribute):
        return not all(declaration.printed for declaration in e.declarations)
    return isinstance(e, k.VariableOf | k.FieldOf)


def with_pushes(code: Sequence[m.Statement], own: str, push: Callable[[m.Value], m.Code]) -> m.Code:
    """Code with other statements in the place of calls of `own`, which stand for adding an item to a list."""
    statements: list[m.Statement] = []
    for statement in code:
        match statement:
            case m.Do(call=m.Call(function=function, arguments=(item,))) if function == own:
                statements += push(item)
            case m.If(condition=condition, then=then, otherwise=otherwise):
                statements.append(m.If(condition, with_pushes(then, own, push), with_pushes(otherwise, own, push)))
            case m.While(condition=condition, body=body):
                statements.append(m.While(condition, with_pushes(body, own, push)))
            case m.ForRange(name=name, low=low, high=high, body=body):
                statements.append(m.ForRange(name, low, high, with_pushes(body, own, push)))
            case _:
                statements.append(statement)
    return tuple(statements)


# Lowers calls of functions that plugins bring: their values go into memory, and the host of the machine calls them.

WORDS = "foreign_words"


def call_foreign(
    context: LoweringContext, b: Builder, function: PluginFunction, values: Sequence[m.Value], at: Span
) -> m.Value:
    """The result of a function for some values, which are in the forms of its parameters. A function that draws takes
    the number of its stream before them."""
    _put(b, [b.keep(value) for value in values])
    called = m.Call("call_foreign", (m.Const(context.foreign(function)),))
    result = b.assign(b.fresh("given"), m.Call("from_foreign", (called, m.Const(context.site(at, "")))))
    b.check_status()
    return result


def _put(b: Builder, values: Iterable[m.Value]) -> None:
    for i, value in enumerate(values):
        b.emit(m.Store(WORDS, m.Const(i), value))
