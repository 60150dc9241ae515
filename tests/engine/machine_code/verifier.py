"""Verifies that functions keep to the restricted language.

What must hold: every name means something, and locals have a value wherever they are read; calls fit what they call;
registers are only written as such, tables never; constants fit what they are stored in; functions that give a number
always return one; no code is out of reach; values that may need 64 bits only go where there is room for them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from artrules.engine.machine.language import I64, Kept
from artrules.engine.machine_code.nodes import (
    Assign,
    Binary,
    Break,
    Call,
    CallTable,
    Code,
    Compare,
    Const,
    Continue,
    Count,
    CountOutcome,
    Do,
    ForRange,
    Function,
    If,
    Load,
    Name,
    Return,
    SetRegister,
    Statement,
    Store,
    Value,
    While,
    own_values,
    parts,
    statements,
    values,
)
from artrules.engine.machine_code.printer import print_statement, print_value
from artrules.engine.machine_code.signatures import NARROWING, Names, Signature, Widths
from artrules.text.record import dataclass

WRITERS = ("copy_words", "fill_words", "reserve")
"""Intrinsics that change the region that they take."""

Locals = frozenset[str]


@dataclass(frozen=True, slots=True)
class Violation:
    """Where code doesn't keep to the language: the function, what is wrong, and the statement's text."""

    function: str
    message: str
    text: str

    def __str__(self) -> str:
        return f"{self.function}: {self.message} in `{self.text}`" if self.text else f"{self.function}: {self.message}"


def verify_functions(functions: Sequence[Function], names: Names, inferring: bool = False) -> list[Violation]:
    """Everything in functions that isn't in the language. `inferring` says that they come from text, which doesn't say
    what is wide (`machine_code/signatures.py`)."""
    wide = wide_functions(functions, names, inferring)
    return [violation for f in functions for violation in _Verifier(f, names, wide, inferring).run()]


def wide_functions(functions: Iterable[Function], names: Names, inferring: bool = False) -> set[str]:
    """The functions that may give a number of 64 bits."""
    return {function.name for function in functions if _Verifier(function, names, (), inferring).gives_wide()}


def _widths(function: Function, names: Names, wide: Collection[str], inferring: bool) -> Widths:
    signature = names.functions.get(function.name)
    types = signature.parameters if signature else ()
    wide_parameters = [p for p, type_ in zip(function.parameters, types, strict=False) if type_ == "Wide"]
    return Widths(function, names, wide, wide_parameters, inferring)


class _Verifier:
    """Verifies one function, statement after statement."""

    def __init__(self, function: Function, names: Names, wide: Collection[str], inferring: bool) -> None:
        self._function = function
        self._names = names
        self._inferring = inferring
        self._widths = _widths(function, names, wide, inferring)
        self._locals = {s.name for s in statements(function.body) if isinstance(s, Assign | ForRange)}
        self._narrowed: set[str] = set()
        """Wide locals that have been compared with bounds, so that they fit 32 bits from there on."""
        self._breaks: list[list[Locals]] = []
        """For each loop around the code: the locals that have a value at each `break`."""
        self._gives_wide = False
        self._text = ""
        self._violations: list[Violation] = []

    def gives_wide(self) -> bool:
        """Whether the function may give a number of 64 bits."""
        self.run()
        return self._gives_wide

    def run(self) -> list[Violation]:
        f = self._function
        for name in f.parameters:
            if f.parameters.count(name) > 1:
                self._report(f"two parameters have the name {name}")
            self._own_name(name)
        end = self._code(f.body, frozenset(f.parameters))
        self._text = ""
        if f.gives and end is not None:
            self._report("it can end without returning a number")
        return self._violations

    def _report(self, message: str) -> None:
        self._violations.append(Violation(self._function.name, message, self._text))

    def _declared_wide(self) -> bool:
        signature = self._names.functions.get(self._function.name)
        return signature is None or signature.wide

    def _own_name(self, name: str) -> None:
        """A name that a local gets. It may be that of a function, which this one can't call then."""
        for meaning in self._names.meanings(name):
            if meaning != "a function":
                self._report(f"the local {name} has the name of {meaning}")

    # -- statements: each gives the locals that have a value after it, or None when it never comes to its end

    def _code(self, code: Code, known: Locals | None) -> Locals | None:
        for statement in code:
            self._text = print_statement(statement)
            if known is None:
                self._report("this can't be reached")
                return None
            known = self._statement(statement, known)
        return known

    def _statement(self, statement: Statement, known: Locals) -> Locals | None:
        for value in own_values(statement):
            self._value(value, known, used=not isinstance(statement, Do))
        match statement:
            case Assign(name=name, value=value):
                self._own_name(name)
                if self._widths.is_wide(value, self._narrowed):
                    self._narrowed.discard(name)
                else:
                    self._narrowed.add(name)
                return known | {name}
            case SetRegister(name=name, value=value):
                if name not in self._names.registers:
                    self._report(f"{name} isn't a register")
                elif name not in self._names.wide:
                    self._narrow(value, f"the register {name}")
            case Store(region=region, index=index, value=value):
                self._store(region, index, value)
            case If():
                return self._if(statement, known)
            case While(condition=condition, body=body):
                after = self._loop(body, known)
                return after if isinstance(condition, Const) and condition.value else known
            case ForRange(name=name, low=low, high=high, body=body):
                self._own_name(name)
                self._narrow(low, "a loop")
                self._narrow(high, "a loop")
                self._loop(body, known | {name})
            case Return(value=given):
                if given is not None and self._widths.is_wide(given, self._narrowed):
                    self._gives_wide = True
                    if self._inferring and not self._declared_wide():
                        self._report("it isn't declared to give a number that may need 64 bits")
                if (given is not None) != self._function.gives:
                    self._report("it must return a number" if self._function.gives else "it gives no number")
                return None
            case Break():
                if self._breaks:
                    self._breaks[-1].append(known)
                else:
                    self._report("there is no loop here")
                return None
            case Continue():
                if not self._breaks:
                    self._report("there is no loop here")
                return None
            case CountOutcome(name=name):
                self._name(name, known)
            case Do() | Count():
                pass
        return known

    def _if(self, statement: If, known: Locals) -> Locals | None:
        before = set(self._narrowed)
        then = self._code(statement.then, known)
        narrowed, self._narrowed = self._narrowed, before
        otherwise = self._code(statement.otherwise, known)
        if otherwise is None:
            self._narrowed = narrowed
        elif then is not None:
            self._narrowed &= narrowed
        if then is None and not statement.otherwise:
            self._narrowed |= {
                side.name
                for value in values(statement.condition)
                if isinstance(value, Compare)
                for side in (value.left, value.right)
                if isinstance(side, Name)
            }
        if then is None or otherwise is None:
            return otherwise if then is None else then
        return then & otherwise

    def _loop(self, body: Code, known: Locals) -> Locals | None:
        """Verify a loop's body. Gives what has a value after a loop without end: None if nothing leaves it."""
        self._breaks.append([])
        self._narrowed -= {s.name for s in statements(body) if isinstance(s, Assign | ForRange)}
        before = set(self._narrowed)
        self._code(body, known)
        self._narrowed &= before
        left = self._breaks.pop()
        return frozenset.intersection(*left) if left else None

    def _store(self, name: str, index: Value, value: Value) -> None:
        self._region(name, index)
        region = self._names.regions.get(name)
        if region is None:
            return
        if region.kept is Kept.TABLE:
            self._report(f"{name} is a table")
        if isinstance(value, Const) and not region.element.lowest <= value.value <= region.element.highest:
            self._report(f"{name} can't hold {value.value}")
        if region.element is not I64:
            self._narrow(value, name)

    # -- values

    def _value(self, value: Value, known: Locals, used: bool = True) -> None:
        match value:
            case Name(name=name):
                self._name(name, known)
            case Load(region=region, index=index):
                self._region(region, index)
            case Binary(operator=operator, left=left, right=right, wide=wide):
                if not wide and not self._inferring and operator not in NARROWING:
                    self._narrow(left, f"{operator} that isn't wide")
                    self._narrow(right, f"{operator} that isn't wide")
            case Call(function=function, arguments=arguments):
                self._call(function, self._names.functions.get(function), arguments, used)
                signature = self._names.functions.get(function)
                types = signature.parameters if signature else ()
                for argument, type_ in zip(arguments, types, strict=False):
                    if type_ != "Region":
                        self._value(argument, known)
                return
            case CallTable(table=table, index=index, arguments=arguments):
                self._call(table, self._names.tables.get(table), arguments, used)
                self._narrow(index, table)
            case _:
                pass
        for part in parts(value):
            self._value(part, known)

    def _name(self, name: str, known: Locals) -> None:
        meanings = self._names.meanings(name)
        if name in known or (meanings and meanings[0] in ("a register", "a program number", "a constant")):
            return
        if meanings:
            self._report(f"{name} is {meanings[0]}, not a number")
        elif name in self._locals:
            self._report(f"{name} may have no value yet")
        else:
            self._report(f"nothing has the name {name}")

    def _region(self, name: str, index: Value) -> None:
        if name not in self._names.regions:
            self._report(f"there is no region {name}")
        length = self._names.lengths.get(name)
        if isinstance(index, Const) and not 0 <= index.value < (index.value + 1 if length is None else length):
            self._report(f"{name} has no element {index.value}")
        self._narrow(index, name)

    def _call(self, name: str, signature: Signature | None, arguments: Sequence[Value], used: bool) -> None:
        if signature is None:
            self._report(f"there is no function {name}")
            return
        if name in self._locals:
            self._report(f"{name} is a local here")
        if len(arguments) != len(signature.parameters):
            self._report(f"{name} takes {len(signature.parameters)} values, not {len(arguments)}")
        if used and not signature.gives:
            self._report(f"{name} gives no number")
        for argument, type_ in zip(arguments, signature.parameters, strict=False):
            if type_ == "Region":
                region = self._names.regions.get(argument.name) if isinstance(argument, Name) else None
                if region is None:
                    self._report(f"{name} takes a region, not {print_value(argument)}")
                elif name in WRITERS and region.kept is Kept.TABLE:
                    self._report(f"{print_value(argument)} is a table")
            elif type_ != "Wide":
                self._narrow(argument, name)

    def _narrow(self, value: Value, where: str) -> None:
        """See that a value fits 32 bits."""
        if self._widths.is_wide(value, self._narrowed):
            self._report(f"{print_value(value)} may need more than the 32 bits that {where} has room for")
