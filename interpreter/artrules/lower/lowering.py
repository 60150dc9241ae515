"""What all lowering of expressions shares: the forms of a value, lists in the making, conversions between forms.

A value is a tree of machine code without effects: it can be evaluated later than where it was made, more than once, or
not at all. Whatever may set `status` has been added to the builder before as a statement, with a test of `status`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager

from artrules.analyses.sizes import LONGEST_LIST, UNBOUNDED
from artrules.ir import nodes as k
from artrules.ir.types import ListOf, Nothing, Optional, Type, element, join
from artrules.lower.builder import ONE, STATUS, ZERO, Builder, added, both, compared, negated, one_of
from artrules.lower.context import LoweringContext
from artrules.lower.representation import bare, depth_of, on_heap, same_form
from artrules.machine_code.nodes import (
    Assign,
    Binary,
    Call,
    Code,
    Compare,
    Const,
    Do,
    ForRange,
    If,
    Load,
    Name,
    Return,
    SetRegister,
    Statement,
    Store,
    Value,
    While,
)

Names = Mapping[str, Value]
"""Locals of the IR that are something else in the code in the making: their names → their values."""
NO_NAMES: Names = {}
NOBODY = Name("NONE")


class Lowering(ABC):
    """Lowers expressions of one program. `expressions.py` has the implementation."""

    def __init__(self, context: LoweringContext) -> None:
        self.context = context
        self.model = context.model
        self.layout = context.layout

    # -- expressions

    @abstractmethod
    def value(self, b: Builder, e: k.Expression, names: Names, as_type: Type | None = None) -> Value:
        """The value of an expression: a word, or the index in the heap of a list, wide set or happening that nothing
        keeps. With `as_type` in the form that values of that type have. It may be a constant list: see `kept`."""

    @abstractmethod
    def items(self, b: Builder, e: k.Expression, names: Names) -> Value:
        """The list of the things in a list, zone or set, however many there are."""

    @abstractmethod
    def zone(self, b: Builder, e: k.Expression, names: Names) -> Value:
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
    def condition(self, b: Builder, e: k.Expression, names: Names, refuses: bool = False) -> Value:
        """Whether a condition holds. `refuses` says that an option isn't offered where it doesn't hold."""

    def acting(self, b: Builder, me: k.Expression | None, names: Names) -> Value:
        """The acting player; NONE if there is none."""
        return self.value(b, me, names) if me is not None else NOBODY

    def kept(self, b: Builder, e: k.Expression, names: Names, as_type: Type | None = None) -> Value:
        """The value of an expression in a form that may be stored: no constant list."""
        value = self.value(b, e, names, as_type)
        if not on_heap(self.model, as_type or e.type) or self.makes(e) or _is_stored(e):
            return self.made(b, Call("copy_of", (value,))) if isinstance(value, Const) and self.makes(e) else value
        return self.made(b, Call("kept_list", (value,)))

    @abstractmethod
    def makes(self, e: k.Expression) -> bool:
        """Whether an expression gives a list that isn't stored anywhere: it is made, or a constant."""

    # -- lists

    def made(self, b: Builder, call: Call) -> Value:
        """What a call makes on the heap. Where there is no room, it is an empty list, and a fault has been found that
        remains until `status` is tested."""
        address = b.assign(b.fresh("list"), call)
        b.makes_lists = True
        return address

    def most(self, e: k.Expression) -> int:
        """The most things that there can be in a group."""
        return self.context.work.sizes.of(e)

    def list_of(self, b: Builder, of: Type, fill: Callable[[], object], most: int, then: str = "") -> Value:
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
        start, mark = b.assign(b.fresh("start"), Name("work_top")), b.fresh("mark")
        forgets = others and not on_heap(self.model, of)
        if forgets:
            b.assign(mark, Name("heap_top"))
        b.emit(*with_pushes(code, own, lambda item: (Do(Call("push", (item,))),)))
        if forgets:
            b.emit(SetRegister("heap_top", Name(mark)))
        if then:
            b.call(then, start)
        return self.made(b, Call("finish_list", (start,)))

    def _list_on_heap(self, b: Builder, code: Sequence[Statement], own: str, most: int) -> Value:
        """A list that is made on the heap itself."""
        made = self.made(b, Call("begin_list", (Const(most),)))
        # Where there is no room, a fault has been found, which remains: callers need not test for it.
        b.emit(If(STATUS, (Return(ZERO if b.gives else None),)))
        top = Name("heap_top")
        add_one = SetRegister("heap_top", Binary("+", top, ONE))
        b.emit(*with_pushes(code, own, lambda item: (Store("heap", top, item), add_one)))
        b.emit(Store("heap", made, Binary("-", Binary("-", top, made), ONE)))
        return made

    def forgetting(self, b: Builder, add: Callable[[], object], forget: bool = True) -> None:
        """Add code; what it makes on the heap is dropped behind it, if it isn't needed any more."""
        place, before = b.place, b.makes_lists
        b.makes_lists = False
        add()
        if b.makes_lists and forget:
            mark = b.fresh("mark")
            b.insert(place, Assign(mark, Name("heap_top")))
            b.emit(SetRegister("heap_top", Name(mark)))
            b.makes_lists = False
        b.makes_lists = b.makes_lists or before

    def lazily(self, b: Builder, left: Value, right: Callable[[], Value], is_both: bool) -> Value:
        """Whether both hold, or one of two: `right` adds the code of the second, which runs only where it matters."""
        if isinstance(left, Const):
            return right() if left == Const(int(is_both)) else left
        with b.capture() as code:
            second = right()
        if not code:
            return both(left, second) if is_both else one_of(left, second)
        holds = b.assign(b.fresh("holds"), left)
        b.emit(If(holds if is_both else negated(holds), (*code, Assign(holds.name, second))))
        return holds

    # -- forms

    def converted(self, b: Builder, value: Value, type_: Type, as_type: Type) -> Value:
        """A value of one type in the form that values of another have."""
        if same_form(self.model, type_, as_type):
            return value
        if isinstance(type_, Optional):
            kept = b.assign(b.fresh(), value)
            with b.when(Compare("!=", kept, NOBODY)):
                b.assign(kept.name, self.converted(b, kept, type_.of, as_type))
            return kept
        inner, wanted = element(type_), element(bare(as_type))
        if isinstance(bare(as_type), ListOf) and inner is not None and wanted is not None:
            items = b.keep(value)
            return self.list_of(b, wanted, lambda: self._push_converted(b, items, inner, wanted), UNBOUNDED)
        if on_heap(self.model, type_):
            return Call("narrow_of", (value,))
        return self.made(b, Call("wide_of", (value,)))

    def _push_converted(self, b: Builder, items: Value, inner: Type, wanted: Type) -> None:
        with self.each_item(b, items, b.fresh("item")) as item:
            b.push(self.converted(b, item, inner, wanted))

    @contextmanager
    def each_item(self, b: Builder, items: Value, name: str) -> Iterator[Name]:
        """A loop over the items of a list; gives the local that holds the item."""
        with b.for_range(added(items, ONE), added(added(items, ONE), Load("heap", items))) as place:
            yield b.assign(name, Load("heap", place))

    def same(self, b: Builder, one: Value, type_: Type, other: Value, other_type: Type) -> Value:
        """Whether two values are equal."""
        if not on_heap(self.model, type_) and not on_heap(self.model, other_type):
            return compared("==", one, other)
        if not same_form(self.model, type_, other_type):
            joined = join(type_, other_type)
            assert joined is not None, "the checks refuse to compare what has no values in common"
            one, other = self.converted(b, one, type_, joined), self.converted(b, other, other_type, joined)
            type_ = joined
        known = other_type if isinstance(bare(type_), Nothing) else type_
        if (depth := depth_of(self.model, known)) is not None:
            return Call("same_lists", (one, other, Const(max(1, depth))))
        return Call("same_values", (Const(self.context.shapes.of(known)), one, other))


def _is_stored(e: k.Expression) -> bool:
    """Whether the value of an expression is stored in the position."""
    if isinstance(e, k.AttributeOf):
        return not e.declaration.printed
    if isinstance(e, k.SharedAttribute):
        return not all(declaration.printed for declaration in e.declarations)
    return isinstance(e, k.VariableOf | k.FieldOf)


def with_pushes(code: Sequence[Statement], own: str, push: Callable[[Value], Code]) -> Code:
    """Code with other statements in the place of calls of `own`, which stand for adding an item to a list."""
    found: list[Statement] = []
    for statement in code:
        match statement:
            case Do(call=Call(function=function, arguments=(item,))) if function == own:
                found += push(item)
            case If(condition=condition, then=then, otherwise=otherwise):
                found.append(If(condition, with_pushes(then, own, push), with_pushes(otherwise, own, push)))
            case While(condition=condition, body=body):
                found.append(While(condition, with_pushes(body, own, push)))
            case ForRange(name=name, low=low, high=high, body=body):
                found.append(ForRange(name, low, high, with_pushes(body, own, push)))
            case _:
                found.append(statement)
    return tuple(found)
