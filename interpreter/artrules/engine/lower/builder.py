"""Builds the code of one machine function, statement after statement."""

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce

from artrules.engine.machine_code import nodes as m
from artrules.model.ir.types import WIDE

ZERO, ONE = m.Const(0), m.Const(1)
COMPARISONS: dict[m.Comparison, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
STATUS = m.Name("status")


class Builder:
    """The statements of one function so far. `of` is the declaration whose code it has (`Function.of`), `gives` says
    whether it returns a number."""

    def __init__(self, of: str = "", *, gives: bool = False) -> None:
        self.of = of
        self.gives = gives
        self.may_leave = False
        """Whether the code tests `status`, and leaves the function where it can't go on."""
        self.makes_lists = False
        """Whether the code since somebody last set this to False makes lists on the heap."""
        self.pushing = "push"
        """What adds an item to the list in the making: a function, or a name that `lists.list_of` replaces."""
        self._code: list[m.Statement] = []
        self._count = 0

    def inner(self) -> "Builder":
        """A builder of another function that gives a number, whose fresh names are none of this one."""
        inner = Builder(self.of, gives=True)
        inner._count = self._count
        return inner

    def emit(self, *statements: m.Statement) -> None:
        """Add statements."""
        self._code.extend(statements)

    def call(self, function: str, *arguments: m.Value) -> None:
        """Add a call of a function whose result isn't used."""
        self.emit(m.Do(m.Call(function, arguments)))

    def push(self, item: m.Value) -> None:
        """Add code that adds an item to the list in the making."""
        self.call(self.pushing, item)

    def fresh(self, prefix: str = "t") -> str:
        """A name that no other local of the function has. Only these begin with `_`."""
        self._count += 1
        return f"_{prefix}{self._count}"

    def keep(self, value: m.Value, prefix: str = "t") -> m.Value:
        """A value that may be used several times: itself if it is a number or a local, else a new local with it."""
        if isinstance(value, m.Const) or (isinstance(value, m.Name) and is_local(value.name)):
            return value
        return self.assign(self.fresh(prefix), value)

    @property
    def has_left(self) -> bool:
        """Whether the statements so far end with one that leaves the loop, so that nothing after them is reached."""
        return bool(self._code) and isinstance(self._code[-1], m.Break)

    @property
    def place(self) -> int:
        """The place after what has been added so far, for `insert`."""
        return len(self._code)

    def insert(self, place: int, statement: m.Statement) -> None:
        """Add a statement at an earlier place. Both are in the same suite."""
        self._code.insert(place, statement)

    def assign(self, name: str, value: m.Value) -> m.Name:
        """Give a local a value."""
        self.emit(m.Assign(name, value))
        return m.Name(name)

    @contextmanager
    def capture(self) -> Iterator[list[m.Statement]]:
        """Collect what is added inside, instead of adding it."""
        outer, self._code = self._code, []
        try:
            yield self._code
        finally:
            self._code = outer

    @contextmanager
    def when(self, condition: m.Value) -> Iterator[None]:
        """What is added inside runs if a condition holds."""
        with self.capture() as inside:
            yield
        if condition == ONE:
            self.emit(*inside)
        elif inside and condition != ZERO:
            self.emit(m.If(condition, tuple(inside)))

    @contextmanager
    def loop(self, condition: m.Value = ONE) -> Iterator[None]:
        """What is added inside runs while a condition holds."""
        with self.capture() as inside:
            yield
        self.emit(m.While(condition, tuple(inside)))

    @contextmanager
    def for_range(self, low: m.Value, high: m.Value, name: str = "") -> Iterator[m.Name]:
        """What is added inside runs for each number from `low` up to but not including `high`. Gives the local that
        holds it."""
        name = name or self.fresh("i")
        with self.capture() as inside:
            yield m.Name(name)
        self.emit(m.ForRange(name, low, high, tuple(inside)))

    def leave(self) -> m.Return:
        """The statement that leaves the function when something has gone wrong."""
        self.may_leave = True
        return m.Return(ZERO if self.gives else None)

    def check_status(self) -> None:
        """Leave the function if `status` says that it can't go on."""
        self.emit(m.If(STATUS, (self.leave(),)))

    def count_work(self, count: m.Value, weight: int, site: m.Value, few: bool = False) -> None:
        """Count units of work for each of so many things. `few` says that they are at most MOST_UNITS_ADDED,
        which needs no number of 64 bits."""
        if few:
            self.emit(m.SetRegister("steps", added(m.Name("steps"), multiplied(count, m.Const(weight)))))
            self.stop_if(m.Compare(">", m.Name("steps"), m.Name("MOST_STEPS")), _too_long(site))
            return
        units = multiplied(count, m.Const(weight), wide=True)
        self.spend(added(units, ONE) if isinstance(units, m.Const) else m.Binary("+", units, ONE, wide=True), site)

    def spend(self, units: m.Value, site: m.Value) -> None:
        """Count units of work, as the machine's `count_work` does."""
        units, steps = self.keep(units, "units"), m.Name("steps")
        is_much = m.Compare(">", units, m.Binary("-", m.Name("MOST_STEPS"), steps))
        self.stop_if(m.OneOf(is_much, m.Compare(">", m.Name("heap_top"), m.Name("FULL_HEAP"))), _too_long(site))
        self.emit(m.SetRegister("steps", m.Binary("+", steps, units)))

    def check_number(self, value: m.Value, site: m.Value) -> None:
        """Find a fault for a number that is outside of all types of numbers."""
        low, high = m.Const(-WIDE), m.Const(WIDE)
        fault = m.Call("find_fault", (m.Name("OUT_OF_BOUNDS"), site, low, high, value))
        self.stop_if(m.OneOf(m.Compare("<", value, low), m.Compare(">", value, high)), fault)

    def fail_unless(self, condition: m.Value, site: int) -> None:
        """Fail at a site unless a condition holds."""
        self.stop_if(negated(condition), m.Call("fail", (m.Const(site),)))

    def stop_if(self, condition: m.Value, signal: m.Call) -> None:
        """If a condition holds, call what sets `status`, and leave the function."""
        if condition == ZERO:
            return
        self.emit(m.If(condition, (m.Do(signal), self.leave())))

    def change(self, region: str, index: m.Value, value: m.Value) -> None:
        """Change a word of `variables` or `attributes`. Looking ahead notes what it was, to undo it."""
        kind = {"variables": "OF_VARIABLE", "attributes": "OF_ATTRIBUTE"}[region]
        value = self.keep(value)
        place = self.keep(index)
        with self.when(m.Name("looking_ahead")):
            self.call("note_word", m.Name(kind), place, m.Load(region, place))
        self.emit(m.Store(region, place, value))

    @property
    def code(self) -> m.Code:
        return tuple(self._code)

    def function(self, name: str, parameters: tuple[str, ...], about: str = "") -> m.Function:
        """The function with the statements so far."""
        return m.Function(name, parameters, self.gives, self.code, self.of, about)


def _too_long(site: m.Value) -> m.Call:
    return m.Call("find_fault", (m.Name("TOO_LONG"), site, ZERO, ZERO, ZERO))


def is_local(name: str) -> bool:
    """Whether a name is certainly that of a local: only those of content and those that `fresh` makes end in a digit,
    but for the two that content always has."""
    return name[-1].isdigit() or name in ("me", "self")


def within(value: m.Value, low: int, high: int) -> m.Value:
    """Whether a value lies from `low` up to but not including `high`."""
    if high == low + 1:
        return m.Compare("==", value, m.Const(low))
    return m.Both(m.Compare(">=", value, m.Const(low)), m.Compare("<", value, m.Const(high)))


def added(left: m.Value, right: m.Value) -> m.Value:
    """The sum of two numbers that fit 32 bits, as it does."""
    match left, right:
        case m.Const(value=a), m.Const(value=b):
            return m.Const(a + b)
        case (m.Const(value=0), other) | (other, m.Const(value=0)):
            return other
        case m.Const(value=a), other:
            return added(other, left)
        case m.Binary(operator="+", left=inner, right=m.Const(value=a), wide=False), m.Const(value=b):
            return added(inner, m.Const(a + b))
        case other, m.Const(value=a) if a < 0:
            return m.Binary("-", other, m.Const(-a))
    return m.Binary("+", left, right)


def multiplied(left: m.Value, right: m.Value, wide: bool = False) -> m.Value:
    """The product of two numbers."""
    match left, right:
        case m.Const(value=a), m.Const(value=b):
            return m.Const(a * b)
        case (m.Const(value=1), other) | (other, m.Const(value=1)):
            return other
    return m.Binary("*", left, right, wide)


def compared(comparison: m.Comparison, left: m.Value, right: m.Value) -> m.Value:
    """A comparison, decided where both numbers are known."""
    if isinstance(left, m.Const) and isinstance(right, m.Const):
        return m.Const(int(COMPARISONS[comparison](left.value, right.value)))
    return m.Compare(comparison, left, right)


def both(left: m.Value, right: m.Value) -> m.Value:
    """Whether both hold."""
    if isinstance(left, m.Const):
        return right if left.value else ZERO
    return left if right == ONE else m.Both(left, right)


def one_of(left: m.Value, right: m.Value) -> m.Value:
    """Whether one of them holds."""
    if isinstance(left, m.Const):
        return ONE if left.value else right
    return left if right == ZERO else m.OneOf(left, right)


def negated(value: m.Value) -> m.Value:
    """Whether a value is 0."""
    opposite: dict[m.Comparison, m.Comparison] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    match value:
        case m.Not(value=inner):
            return inner
        case m.Compare(operator=compares, left=left, right=right):
            return m.Compare(opposite[compares], left, right)
        case m.Const(value=number):
            return ZERO if number else ONE
    return m.Not(value)


# Names of generated functions and regions, made from names in content.
#
# The schemas allow only lower-case letters, digits and `_` in a name of content. The names made here join parts with a
# capital letter. So two of them can't collide (the phase `if_dark` and the condition of the phase `dark`), and none can
# be a name of the machine or a word of Python. Locals keep the names that they have in the IR, which ends all names
# that code binds with a number.

JOINT = "_X_"


_PREFIXES = (("menu:", "M/"), ("flow: ", "F/"), ("modified: ", "A/"), ("gift: ", "G/"), ("trigger: ", "T/"), (" ", "/"))
"""How keys begin of what no author names, and what stands for it in machine code."""


def generated(what: str, *names: str) -> str:
    """The name of `what` for something in content, such as `generated("start", kind, attribute)`. `names` may also be
    keys, such as `hill/wet` or `menu:market`, or those of what no author names, such as `flow: sides`."""
    plain = [reduce(lambda text, prefix: text.replace(*prefix), _PREFIXES, name) for name in names]
    parts = [part for name in plain for part in name.split("/")]
    return JOINT.join([what, *parts])
