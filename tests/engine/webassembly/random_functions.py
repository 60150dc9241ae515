"""Makes random functions of the restricted language. What they compute keeps to its bounds, whatever memory holds and
whatever they are called with."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from artrules.engine.machine.language import Element
from artrules.engine.machine_code.nodes import (
    Arithmetic,
    Assign,
    Binary,
    Both,
    Break,
    Call,
    CallTable,
    Choice,
    Code,
    Compare,
    Comparison,
    Const,
    Continue,
    Do,
    ForRange,
    Function,
    If,
    Inverted,
    Load,
    Name,
    Negative,
    Not,
    OneOf,
    Return,
    SetRegister,
    Statement,
    Store,
    Value,
    While,
)
from engine.webassembly.small_modules import LENGTH, NUMBERS, REGIONS

NARROW = (-(1 << 31), (1 << 31) - 1)
WIDE = (-(1 << 63), (1 << 63) - 1)
SMALL, LARGE = (-1000, 1000), (-(1 << 40), 1 << 40)
"""What narrow and wide locals and registers hold."""
COMPARISONS: tuple[Comparison, ...] = ("==", "!=", "<", "<=", ">", ">=")
OPERATORS: tuple[Arithmetic, ...] = ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>")
CONSTANTS = (
    0,
    1,
    2,
    3,
    7,
    8,
    30,
    255,
    256,
    1000,
    65_535,
    -1,
    -2,
    -7,
    -8,
    -1000,
    NARROW[0],
    NARROW[1],
    1 << 31,
    1 << 45,
)
VALUES = ("binary",) * 3 + ("load", "not", "compare", "both", "or", "choice", "call", "sign", "table")
LEAVES = ("const", "local", "local", "wide", "register", "found", "number", "named")
NARROW_LOCALS, WIDE_LOCAL = ("a", "b", "c", "d"), "w"
TABLES = {"total": ("count_up", "read_row"), "score_part": ("touch", "", "half")}


def helpers() -> list[Function]:
    """Functions that the others call; most of them change something."""
    x, row = Name("x"), Name("row_count")
    changed = Binary("-", Binary("%", Binary("+", row, x), Const(2001)), Const(1000))
    place = Binary("%", x, Const(LENGTH))
    return [
        Function("read_row", (), True, (Return(row),)),
        Function("half", ("x",), True, (Return(Binary("//", x, Const(2))),)),
        Function("count_up", (), True, (SetRegister("row_count", changed_by_one()), Return(row))),
        Function(
            "touch",
            ("x",),
            True,
            (
                SetRegister("row_count", changed),
                Store("offered_first", place, row),
                Return(Binary("-", Const(0), row)),
            ),
        ),
        Function("write", ("x", "y"), False, (Store("order", place, Binary("&", Name("y"), Const(65_535))),)),
    ]


def changed_by_one() -> Value:
    return Binary("-", Binary("%", Binary("+", Name("row_count"), Const(1001)), Const(2001)), Const(1000))


@dataclass(frozen=True)
class Bounded:
    """A value, the numbers that it lies between, and whether the language sees it as wide."""

    value: Value
    low: int
    high: int
    wide: bool = False


class FunctionMaker:
    """Makes one function. Its loops all end: how often they run is bounded by locals that nothing else writes."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._loops: list[str] = []
        """The locals of the loops around the code."""
        self._inside = 0
        """How many loops are around it, `while` among them."""
        self._loop_count = 0

    def function(self, name: str) -> Function:
        """A function with two parameters."""
        start: list[Statement] = [Assign("c", Const(3)), Assign("d", Name("a"))]
        start.append(Assign(WIDE_LOCAL, self._within(Bounded(Load("stream_key", Const(3)), *WIDE, True), LARGE).value))
        body = (*start, *self._suite(3), Return(self._narrow(self._value(3)).value))
        return Function(name, ("a", "b"), True, body)

    # -- statements

    def _suite(self, depth: int) -> Code:
        return tuple(self._statement(depth) for _ in range(self._random.randint(1, 4)))

    def _statement(self, depth: int) -> Statement:
        kinds = ["assign", "assign", "wide", "register", "store", "store", "do", "region"]
        if depth:
            kinds += ["if", "if", "while", "for"]
        match self._random.choice(kinds):
            case "assign":
                return Assign(self._random.choice(NARROW_LOCALS), self._within(self._value(3), SMALL).value)
            case "wide":
                return Assign(WIDE_LOCAL, self._within(self._value(3), LARGE).value)
            case "register":
                name = self._random.choice(["row_count", "positions", "fault_found"])
                return SetRegister(name, self._within(self._value(3), LARGE if name == "fault_found" else SMALL).value)
            case "store":
                region, element = self._random.choice([*REGIONS.items()])
                return Store(region, self._index(), self._fitting(self._value(3), element).value)
            case "do":
                return self._do()
            case "region":
                return self._whole_region()
            case "if":
                return self._if(depth)
            case "while":
                return self._while(depth)
            case _:
                return self._for(depth)

    def _do(self) -> Statement:
        x, y = self._narrow(self._value(2)).value, self._narrow(self._value(2)).value
        call = self._random.choice([
            Call("write", (x, y)),
            Call("touch", (self._small(2),)),
            Call("memo_add_number", (x,)),
            Call("memo_clear", ()),
            CallTable("score_part", Const(0), (self._small(2),)),
        ])  # fmt: skip
        return Do(call)

    def _whole_region(self) -> Statement:
        region, element = self._random.choice([*REGIONS.items()])
        name, count = Name(region), Binary("&", self._small(1), Const(3))
        place, other = (Binary("&", self._small(1), Const(3)) for _ in range(2))
        match self._random.choice(["copy", "fill", "key"]):
            case "copy":
                return Do(Call("copy_words", (name, place, other, count)))
            case "fill":
                value = self._fitting(self._narrow(self._value(2)), element).value
                return Do(Call("fill_words", (name, place, count, value)))
            case _:
                return Do(Call("memo_add", (Name("order"), place, count)))

    def _if(self, depth: int) -> Statement:
        then = self._suite(depth - 1)
        kind = self._random.randrange(3)
        if kind == 0:
            leaving: list[Statement] = [Return(self._narrow(self._value(2)).value)]
            if self._inside:
                leaving += [Break(), Continue()]
            return If(self._value(3).value, (*then, self._random.choice(leaving)))
        return If(self._value(3).value, then, self._suite(depth - 1) if kind == 1 else ())

    def _loop_local(self) -> str:
        self._loop_count += 1
        return f"n{self._loop_count}"

    def _while(self, depth: int) -> Statement:
        """A loop that ends with `break`, unless it may go on for ever; then a loop over a range."""
        self._inside += 1
        body = (If(Compare(">", Name("row_count"), Const(990)), (Break(),)), *self._suite(depth - 1), Break())
        self._inside -= 1
        if any(isinstance(s, Continue) for s in _all(body)):
            return ForRange(self._loop_local(), Const(0), Const(2), body[:-1])
        return While(self._value(2).value, body)

    def _for(self, depth: int) -> Statement:
        name = self._loop_local()
        low = self._random.choice([Const(0), Const(2), Binary("&", self._small(2), Const(1))])
        high = self._random.choice([Const(3), Const(0), Binary("&", self._small(2), Const(3))])
        self._loops.append(name)
        self._inside += 1
        body = self._suite(depth - 1)
        self._inside -= 1
        self._loops.pop()
        if self._random.random() < 0.3:
            body = (Assign(name, self._small(1)), *body)
        use = Assign("d", self._within(Bounded(Binary("+", Name("d"), Name(name)), -3000, 3000), SMALL).value)
        return ForRange(name, low, high, (use, *body))

    # -- values

    def _small(self, depth: int) -> Value:
        return self._within(self._value(depth), SMALL).value

    def _index(self) -> Value:
        if self._random.random() < 0.4:
            return Const(self._random.randrange(LENGTH))
        return Binary("%", self._narrow(self._value(2)).value, Const(LENGTH))

    def _narrow(self, value: Bounded) -> Bounded:
        return self._within(value, SMALL) if value.wide else value

    def _within(self, value: Bounded, bounds: tuple[int, int]) -> Bounded:
        """A value within bounds: the same, where it is within them for certain."""
        low, high = bounds
        if low <= value.low and value.high <= high and (not value.wide or high > NARROW[1]):
            return value
        count = high - low + 1
        wide = value.wide and count > NARROW[1]
        if count > NARROW[1]:
            return Bounded(
                Binary("-", Binary("%", value.value, Const(count), True), Const(high), True), low, high, True
            )
        return Bounded(Binary("-", Binary("%", value.value, Const(count), wide), Const(high), wide), low, high, wide)

    def _fitting(self, value: Bounded, element: Element) -> Bounded:
        if element is Element.I64:
            return value
        if element is Element.I32:
            return self._narrow(value)
        return Bounded(Binary("&", value.value, Const(element.highest)), 0, element.highest)

    def _value(self, depth: int) -> Bounded:
        if depth == 0 or self._random.random() < 0.15:
            return self._leaf()
        depth -= 1
        match self._random.choice(
            ["binary", "binary", "binary", "load", "not", "compare", "both", "or", "choice", "call", "sign", "table"]
        ):
            case "binary":
                return self._binary(depth)
            case "load":
                region, element = self._random.choice([*REGIONS.items()])
                value = Load(region, self._index())
                return Bounded(value, element.lowest, element.highest, element is Element.I64)
            case "not":
                return Bounded(Not(self._value(depth).value), 0, 1)
            case "compare":
                sides = self._value(depth).value, self._value(depth).value
                return Bounded(Compare(self._random.choice(COMPARISONS), *sides), 0, 1)
            case "both":
                return self._joined(lambda x, y: Both(x, y), depth)
            case "or":
                return self._joined(lambda x, y: OneOf(x, y), depth)
            case "choice":
                condition = self._value(depth).value
                return self._joined(lambda x, y: Choice(condition, x, y), depth)
            case "call":
                return self._call(depth)
            case "sign":
                return self._sign(depth)
            case _:
                index, argument = Binary("*", Binary("&", self._small(depth), Const(1)), Const(2)), self._small(depth)
                if self._random.random() < 0.5:
                    return Bounded(CallTable("total", Binary("&", self._small(depth), Const(1)), ()), *SMALL)
                return Bounded(CallTable("score_part", index, (argument,)), *SMALL)

    def _leaf(self) -> Bounded:
        names = [*NARROW_LOCALS, *self._loops]
        match self._random.choice(LEAVES):
            case "const":
                number = self._random.choice(CONSTANTS)
                return Bounded(Const(number), number, number, not NARROW[0] <= number <= NARROW[1])
            case "local":
                return Bounded(Name(self._random.choice(names)), *SMALL)
            case "wide":
                return Bounded(Name(WIDE_LOCAL), *LARGE, True)
            case "register":
                return Bounded(Name(self._random.choice(["row_count", "positions"])), *SMALL)
            case "found":
                return Bounded(Name("fault_found"), *LARGE, True)
            case "number":
                return Bounded(Name("PLAYERS"), NUMBERS["PLAYERS"], NUMBERS["PLAYERS"])
            case _:
                return Bounded(Name("MOST_POWERS"), 256, 256)

    def _joined(self, make: object, depth: int) -> Bounded:
        assert callable(make)
        one, other = self._value(depth), self._value(depth)
        low, high = min(one.low, other.low, 0), max(one.high, other.high, 0)
        return Bounded(make(one.value, other.value), low, high, one.wide or other.wide)

    def _call(self, depth: int) -> Bounded:
        wide = self._value(depth)
        x = self._small(depth)
        return self._random.choice([
            Bounded(Call("touch", (x,)), *SMALL),
            Bounded(Call("half", (x,)), *SMALL),
            Bounded(Call("popcount", (Binary("&", x, Const(65_535)),)), 0, 16),
            Bounded(Call("lowest_bit", (Binary("|", x, Const(64)),)), 0, 6),
            Bounded(Call("mixed_below", (wide.value, x, Binary("+", Binary("&", x, Const(255)), Const(1)))), -1, 255),
            Bounded(Call("memo_id", ()), -1, 1000),
            Bounded(Call("wrapping_sum", (wide.value, Name(WIDE_LOCAL))), *WIDE, True),
            Bounded(Call("rotated", (wide.value, Binary("&", x, Const(63)))), *WIDE, True),
        ])  # fmt: skip

    def _sign(self, depth: int) -> Bounded:
        value = self._value(depth)
        if self._random.random() < 0.5:
            return Bounded(Inverted(value.value), ~value.high, ~value.low, value.wide)
        if -value.low > (WIDE if value.wide else NARROW)[1]:
            value = self._within(value, SMALL)
        return Bounded(Negative(value.value), -value.high, -value.low, value.wide)

    def _binary(self, depth: int) -> Bounded:
        operator = self._random.choice(OPERATORS)
        one, other = self._value(depth), self._value(depth)
        match operator:
            case "//" | "%":
                if other.low <= 0 <= other.high:
                    number = self._random.choice([1, 2, 3, 8, 1000, -3, -8])
                    other = Bounded(Const(number), number, number)
                if self._random.random() < 0.3 and not other.wide:
                    other = Bounded(Binary("|", other.value, Const(1)), *NARROW)
                if -one.low > (WIDE if one.wide else NARROW)[1]:
                    one = self._within(one, SMALL)
            case "<<":
                one = self._within(one, SMALL)
                other = Bounded(Binary("&", self._small(0), Const(15)), 0, 15)
            case ">>":
                count = self._random.choice([Const(0), Const(3), Const(40), Binary("&", self._small(0), Const(63))])
                other = Bounded(count, 0, 63)
            case _:
                pass
        low, high = bounds_of(operator, one, other)
        wide = self._is_wide(operator, one, other)
        if not ((WIDE if wide else NARROW)[0] <= low and high <= (WIDE if wide else NARROW)[1]):
            one, other = self._within(one, SMALL), self._within(other, SMALL)
            low, high = bounds_of(operator, one, other)
            wide = self._is_wide(operator, one, other)
        return Bounded(Binary(operator, one.value, other.value, wide), low, high, wide)

    def _is_wide(self, operator: Arithmetic, one: Bounded, other: Bounded) -> bool:
        """Whether arithmetic in text is wide (`machine_code/signatures.py`)."""
        bound = other.value.value if isinstance(other.value, Const) else -1
        if operator in ("&", "%") and 0 <= bound <= NARROW[1]:
            return False
        return one.wide or other.wide


def bounds_of(operator: Arithmetic, one: Bounded, other: Bounded) -> tuple[int, int]:
    """The numbers between which the result of arithmetic lies."""
    corners = [(x, y) for x in (one.low, one.high) for y in (other.low, other.high)]
    most = max(abs(one.low), abs(one.high))
    match operator:
        case "+":
            found = [x + y for x, y in corners]
        case "-":
            found = [x - y for x, y in corners]
        case "*":
            found = [x * y for x, y in corners]
        case "<<":
            found = [x << y for x, y in corners]
        case "//":
            found = [-most - 1, most]
        case ">>":
            found = [one.low, one.high, 0, -1]
        case "%":
            found = [min(other.low, 0), max(other.high, 0)]
        case _:
            bits = max(x.bit_length() for x in (one.low, one.high, other.low, other.high))
            found = [-(1 << bits), (1 << bits) - 1]
    return min(found), max(found)


def _all(code: Code) -> list[Statement]:
    """The statements of a suite, but not those of loops in it."""
    found: list[Statement] = []
    for statement in code:
        found.append(statement)
        if isinstance(statement, If):
            found += [*_all(statement.then), *_all(statement.otherwise)]
    return found
