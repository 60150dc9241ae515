"""Builds the code of one machine function, statement after statement."""

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from artrules.engine.machine_code.nodes import (
    Assign,
    Binary,
    Both,
    Call,
    Code,
    Compare,
    Comparison,
    Const,
    Do,
    ForRange,
    Function,
    If,
    Load,
    Name,
    Not,
    OneOf,
    Return,
    SetRegister,
    Statement,
    Store,
    Value,
    While,
)
from artrules.model.ir.types import WIDE

ZERO, ONE = Const(0), Const(1)
COMPARISONS: dict[Comparison, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
STATUS = Name("status")


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
        self._code: list[Statement] = []
        self._count = 0

    def emit(self, *statements: Statement) -> None:
        """Add statements."""
        self._code.extend(statements)

    def call(self, function: str, *arguments: Value) -> None:
        """Add a call of a function whose result isn't used."""
        self.emit(Do(Call(function, arguments)))

    def push(self, item: Value) -> None:
        """Add code that adds an item to the list in the making."""
        self.call(self.pushing, item)

    def fresh(self, prefix: str = "t") -> str:
        """A name that no other local of the function has. Only these begin with `_`."""
        self._count += 1
        return f"_{prefix}{self._count}"

    def keep(self, value: Value, prefix: str = "t") -> Value:
        """A value that may be used several times: itself if it is a number or a local, else a new local with it."""
        if isinstance(value, Const) or (isinstance(value, Name) and is_local(value.name)):
            return value
        return self.assign(self.fresh(prefix), value)

    @property
    def place(self) -> int:
        """The place after what has been added so far, for `insert`."""
        return len(self._code)

    def insert(self, place: int, statement: Statement) -> None:
        """Add a statement at an earlier place. Both are in the same suite."""
        self._code.insert(place, statement)

    def assign(self, name: str, value: Value) -> Name:
        """Give a local a value."""
        self.emit(Assign(name, value))
        return Name(name)

    @contextmanager
    def capture(self) -> Iterator[list[Statement]]:
        """Collect what is added inside, instead of adding it."""
        outer, self._code = self._code, []
        try:
            yield self._code
        finally:
            self._code = outer

    @contextmanager
    def when(self, condition: Value) -> Iterator[None]:
        """What is added inside runs if a condition holds."""
        with self.capture() as inside:
            yield
        if condition == ONE:
            self.emit(*inside)
        elif inside and condition != ZERO:
            self.emit(If(condition, tuple(inside)))

    @contextmanager
    def loop(self, condition: Value = ONE) -> Iterator[None]:
        """What is added inside runs while a condition holds."""
        with self.capture() as inside:
            yield
        self.emit(While(condition, tuple(inside)))

    @contextmanager
    def for_range(self, low: Value, high: Value, name: str = "") -> Iterator[Name]:
        """What is added inside runs for each number from `low` up to but not including `high`. Gives the local that
        holds it."""
        name = name or self.fresh("i")
        with self.capture() as inside:
            yield Name(name)
        self.emit(ForRange(name, low, high, tuple(inside)))

    def leave(self) -> Return:
        """The statement that leaves the function when something has gone wrong."""
        self.may_leave = True
        return Return(ZERO if self.gives else None)

    def check_status(self) -> None:
        """Leave the function if `status` says that it can't go on."""
        self.emit(If(STATUS, (self.leave(),)))

    def count_work(self, count: Value, weight: int, site: Value, few: bool = False) -> None:
        """Count units of work for each of so many things. `few` says that they are at most MOST_UNITS_ADDED,
        which needs no number of 64 bits."""
        if few:
            self.emit(SetRegister("steps", added(Name("steps"), multiplied(count, Const(weight)))))
            self.stop_if(Compare(">", Name("steps"), Name("MOST_STEPS")), _too_long(site))
            return
        units = multiplied(count, Const(weight), wide=True)
        self.spend(added(units, ONE) if isinstance(units, Const) else Binary("+", units, ONE, wide=True), site)

    def spend(self, units: Value, site: Value) -> None:
        """Count units of work, as the machine's `count_work` does."""
        units, steps = self.keep(units, "units"), Name("steps")
        is_much = Compare(">", units, Binary("-", Name("MOST_STEPS"), steps))
        self.stop_if(OneOf(is_much, Compare(">", Name("heap_top"), Name("FULL_HEAP"))), _too_long(site))
        self.emit(SetRegister("steps", Binary("+", steps, units)))

    def check_number(self, value: Value, site: Value) -> None:
        """Find a fault for a number that is outside of all types of numbers."""
        low, high = Const(-WIDE), Const(WIDE)
        fault = Call("find_fault", (Name("OUT_OF_BOUNDS"), site, low, high, value))
        self.stop_if(OneOf(Compare("<", value, low), Compare(">", value, high)), fault)

    def fail_unless(self, condition: Value, site: int) -> None:
        """Fail at a site unless a condition holds."""
        self.stop_if(negated(condition), Call("fail", (Const(site),)))

    def stop_if(self, condition: Value, signal: Call) -> None:
        """If a condition holds, call what sets `status`, and leave the function."""
        if condition == ZERO:
            return
        self.emit(If(condition, (Do(signal), self.leave())))

    def change(self, region: str, index: Value, value: Value) -> None:
        """Change a word of `variables` or `attributes`. Looking ahead notes what it was, to undo it."""
        kind = {"variables": "OF_VARIABLE", "attributes": "OF_ATTRIBUTE"}[region]
        value = self.keep(value)
        place = self.keep(index)
        with self.when(Name("looking_ahead")):
            self.call("note_word", Name(kind), place, Load(region, place))
        self.emit(Store(region, place, value))

    @property
    def code(self) -> Code:
        return tuple(self._code)

    def function(self, name: str, parameters: tuple[str, ...], about: str = "") -> Function:
        """The function with the statements so far."""
        return Function(name, parameters, self.gives, self.code, self.of, about)


def _too_long(site: Value) -> Call:
    return Call("find_fault", (Name("TOO_LONG"), site, ZERO, ZERO, ZERO))


def is_local(name: str) -> bool:
    """Whether a name is certainly that of a local: only those of content and those that `fresh` makes end in a digit,
    but for the two that content always has."""
    return name[-1].isdigit() or name in ("me", "self")


def added(left: Value, right: Value) -> Value:
    """The sum of two numbers that fit 32 bits, as it does."""
    match left, right:
        case Const(value=a), Const(value=b):
            return Const(a + b)
        case (Const(value=0), other) | (other, Const(value=0)):
            return other
        case Const(value=a), other:
            return added(other, left)
        case Binary(operator="+", left=inner, right=Const(value=a), wide=False), Const(value=b):
            return added(inner, Const(a + b))
        case other, Const(value=a) if a < 0:
            return Binary("-", other, Const(-a))
    return Binary("+", left, right)


def multiplied(left: Value, right: Value, wide: bool = False) -> Value:
    """The product of two numbers."""
    match left, right:
        case Const(value=a), Const(value=b):
            return Const(a * b)
        case (Const(value=1), other) | (other, Const(value=1)):
            return other
    return Binary("*", left, right, wide)


def compared(comparison: Comparison, left: Value, right: Value) -> Value:
    """A comparison, decided where both numbers are known."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(int(COMPARISONS[comparison](left.value, right.value)))
    return Compare(comparison, left, right)


def both(left: Value, right: Value) -> Value:
    """Whether both hold."""
    if isinstance(left, Const):
        return right if left.value else ZERO
    return left if right == ONE else Both(left, right)


def one_of(left: Value, right: Value) -> Value:
    """Whether one of them holds."""
    if isinstance(left, Const):
        return ONE if left.value else right
    return left if right == ZERO else OneOf(left, right)


def negated(value: Value) -> Value:
    """Whether a value is 0."""
    opposite: dict[Comparison, Comparison] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    match value:
        case Not(value=inner):
            return inner
        case Compare(operator=compares, left=left, right=right):
            return Compare(opposite[compares], left, right)
        case Const(value=number):
            return ZERO if number else ONE
    return Not(value)


# Names of generated functions and regions, made from names in content.
#
# The schemas allow only lower-case letters, digits and `_` in a name of content. The names made here join parts with a
# capital letter. So two of them can't collide (the phase `if_dark` and the condition of the phase `dark`), and none can
# be a name of the machine or a word of Python. Locals keep the names that they have in the IR, which ends all names
# that code binds with a number.

JOINT = "_X_"


def generated(what: str, *names: str) -> str:
    """The name of `what` for something in content, such as `generated("start", kind, attribute)`. `names` may also be
    keys, such as `hill/wet` or `menu:market`."""
    parts = [part for name in names for part in name.replace("menu:", "M/").split("/")]
    return JOINT.join([what, *parts])
