"""Translates values. Each is left on the stack in the width that its place asks for."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import assert_never

from artrules.engine.machine.language import I64, Element
from artrules.engine.machine_code import nodes as m
from artrules.engine.machine_code.signatures import Widths
from artrules.engine.webassembly import code as op
from artrules.engine.webassembly.code import NARROW, WIDE, Code, ValueType, dispatcher
from artrules.engine.webassembly.intrinsics import (
    INSTRUCTIONS,
    WITH_REGION,
    call_with_region,
    divide_down,
    operate,
    operate_with_constant,
)
from artrules.engine.webassembly.meanings import SHIFTS, Meanings, scale

COMPARISONS: dict[m.Comparison, tuple[int, int]] = {
    "==": (op.I32_EQUAL, op.I64_EQUAL),
    "!=": (op.I32_NOT_EQUAL, op.I64_NOT_EQUAL),
    "<": (op.I32_LESS, op.I64_LESS),
    "<=": (op.I32_AT_MOST, op.I64_AT_MOST),
    ">": (op.I32_GREATER, op.I64_GREATER),
    ">=": (op.I32_AT_LEAST, op.I64_AT_LEAST),
}
OPPOSITES: dict[m.Comparison, m.Comparison] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class ValueTranslator(ABC):
    """Translates the values of one function. `locals` are the function's own names, with their indices."""

    def __init__(self, code: Code, meanings: Meanings, locals_: Mapping[str, int], widths: Widths) -> None:
        self._code = code
        self._meanings = meanings
        self._locals = locals_
        self._is_wide = widths.is_wide
        self._wide_locals = widths.locals
        self._spares: dict[tuple[str, ValueType], int] = {}

    def _spare(self, purpose: str, type_: ValueType) -> int:
        """A local that any number of values may use for one purpose, one after another."""
        if (purpose, type_) not in self._spares:
            self._spares[purpose, type_] = self._code.local(type_)
        return self._spares[purpose, type_]

    def as_type(self, value: m.Value, type_: ValueType) -> None:
        """Leave a value in a width."""
        if type_ == NARROW:
            self.narrow(value)
        else:
            self.wide(value)

    def narrow(self, value: m.Value) -> None:
        """Leave a value as 32 bits. A wide one has been compared with bounds before, so that it fits."""
        code = self._code
        match value:
            case m.Name(name=name):
                self._name(name)
                if name in self._wide_locals or name in self._meanings.names.wide:
                    code.add(op.WRAP)
            case m.Const(value=number):
                code.const(number)
            case m.Load(region=region, index=index):
                if self._load(region, index) is I64:
                    code.add(op.WRAP)
            case m.Binary(operator=operator, left=left, right=right):
                if self._computed_wide(value):
                    self.wide(value)
                    code.add(op.WRAP)
                else:
                    self.narrow(left)
                    self._operate(operator, right, NARROW)
            case m.Call(function=function, arguments=arguments):
                self.call(function, arguments)
                if self._is_wide(value):
                    code.add(op.WRAP)
            case m.Compare(operator=operator):
                self.compare(value, operator)
            case m.Both() | m.OneOf():
                self._logic(value, NARROW)
            case m.Not(value=inner):
                self._is_zero(inner)
            case m.Choice():
                self._choice(value, NARROW)
            case m.CallTable():
                self.call_table(value)
            case m.Negative(value=inner):
                code.const(0)
                self.narrow(inner)
                code.add(op.I32_SUBTRACT)
            case m.Inverted(value=inner):
                self.narrow(inner)
                code.const(-1)
                code.add(op.I32_XOR)
            case _:
                assert_never(value)

    def wide(self, value: m.Value) -> None:
        """Leave a value as 64 bits."""
        code = self._code
        match value:
            case m.Const(value=number):
                code.const_wide(number)
            case m.Name(name=name) if name in self._wide_locals or name in self._meanings.names.wide:
                self._name(name)
            case m.Load(region=region, index=index) if self._meanings.element(region) is I64:
                self._load(region, index)
            case m.Binary(operator=operator, left=left, right=right) if self._computed_wide(value):
                self.wide(left)
                self._operate(operator, right, WIDE)
            case m.Call(function=function, arguments=arguments) if self._is_wide(value):
                self.call(function, arguments)
            case m.Both() | m.OneOf():
                self._logic(value, WIDE)
            case m.Choice():
                self._choice(value, WIDE)
            case m.Negative(value=inner) if self._is_wide(inner):
                code.const_wide(0)
                self.wide(inner)
                code.add(op.I64_SUBTRACT)
            case m.Inverted(value=inner) if self._is_wide(inner):
                self.wide(inner)
                code.const_wide(-1)
                code.add(op.I64_XOR)
            case _:
                self.narrow(value)
                code.add(op.EXTEND)

    def condition(self, value: m.Value) -> None:
        """Leave a narrow number that is 0 if a condition doesn't hold."""
        if self._is_wide(value):
            self.wide(value)
            self._code.const_wide(0)
            self._code.add(op.I64_NOT_EQUAL)
        else:
            self.narrow(value)

    def compare(self, value: m.Compare, operator: m.Comparison) -> None:
        """Compare the two sides of a comparison, by its operator or by another."""
        narrow, wide = COMPARISONS[operator]
        if self._is_wide(value.left) or self._is_wide(value.right):
            self.wide(value.left)
            self.wide(value.right)
            self._code.add(wide)
        else:
            self.narrow(value.left)
            self.narrow(value.right)
            self._code.add(narrow)

    def place(self, region: str, index: m.Value) -> tuple[Element, int]:
        """Leave the place of an element in its region, but for the part that is added when memory is accessed: given
        beside the element's type."""
        element = self._meanings.element(region)
        constant = self._constant(index)
        if constant is not None:
            self._code.const(0)
            return element, constant << SHIFTS[element]
        self.narrow(index)
        scale(self._code, element)
        return element, 0

    # -- parts

    def _name(self, name: str) -> None:
        if name in self._locals:
            self._code.get(self._locals[name])
        else:
            self._meanings.read(name, self._code)

    def _constant(self, value: m.Value) -> int | None:
        match value:
            case m.Const(value=number):
                return number
            case m.Name(name=name) if name not in self._locals:
                return self._meanings.names.constants.get(name)
            case _:
                return None

    def _is_program_number(self, value: m.Value) -> bool:
        """Whether a value is a program number; those that code divides by are above 0."""
        return (
            isinstance(value, m.Name) and value.name not in self._locals and value.name in self._meanings.names.numbers
        )

    def _load(self, region: str, index: m.Value) -> Element:
        element, plus = self.place(region, index)
        self._code.load(element, region, plus)
        return element

    def _computed_wide(self, value: m.Binary) -> bool:
        """Whether arithmetic is done in 64 bits."""
        return value.wide or self._is_wide(value.left) or self._is_wide(value.right)

    def _is_zero(self, value: m.Value) -> None:
        if self._is_wide(value):
            self.wide(value)
            self._code.add(op.I64_IS_ZERO)
        else:
            self.narrow(value)
            self._code.add(op.I32_IS_ZERO)

    def _logic(self, value: m.Both | m.OneOf, type_: ValueType) -> None:
        """The left side decides whether the right one is evaluated."""
        code = self._code
        if isinstance(value, m.Both):
            self.condition(value.left)
            code.if_(type_)
            self.as_type(value.right, type_)
            code.else_()
            self.as_type(m.Const(0), type_)
        else:
            kept = self._spare("or", type_)  # it is read before the other side is evaluated
            self.as_type(value.left, type_)
            code.tee(kept)
            if type_ == WIDE:
                code.const_wide(0)
                code.add(op.I64_NOT_EQUAL)
            code.if_(type_)
            code.get(kept)
            code.else_()
            self.as_type(value.right, type_)
        code.end()

    def _choice(self, value: m.Choice, type_: ValueType) -> None:
        code = self._code
        if self._is_fixed(value.then) and self._is_fixed(value.otherwise):
            self.as_type(value.then, type_)
            self.as_type(value.otherwise, type_)
            self.condition(value.condition)
            code.add(op.SELECT)
            return
        self.condition(value.condition)
        code.if_(type_)
        self.as_type(value.then, type_)
        code.else_()
        self.as_type(value.otherwise, type_)
        code.end()

    def _is_fixed(self, value: m.Value) -> bool:
        """Whether a value doesn't depend on when it is evaluated."""
        match value:
            case m.Const():
                return True
            case m.Name(name=name):
                return name in self._locals or name not in self._meanings.names.registers
            case _:
                return False

    def _operate(self, operator: m.Arithmetic, right: m.Value, type_: ValueType) -> None:
        """Do arithmetic with the number on the stack and another value."""
        constant = self._constant(right)
        if operator in ("//", "%") and type_ == NARROW and self._is_program_number(right):
            divide_down(self._code, operator, partial(self.narrow, right))
        elif constant is None or not operate_with_constant(self._code, operator, constant, type_):
            self.as_type(right, type_)
            operate(self._code, operator, type_)

    # -- calls

    def call(self, function: str, arguments: Sequence[m.Value]) -> None:
        """Call a function or an intrinsic."""
        if function in WITH_REGION:
            call_with_region(function, arguments, self._code, self._meanings, self.as_type)
            return
        if function in self._meanings.inlined:
            self.inline(function, arguments)
            return
        type_ = self._meanings.function_type(function)
        for argument, parameter in zip(arguments, type_.parameters, strict=True):
            self.as_type(argument, parameter)
        if function in INSTRUCTIONS:
            self._code.add(*INSTRUCTIONS[function])
        else:
            self._code.call(function)

    @abstractmethod
    def inline(self, function: str, arguments: Sequence[m.Value]) -> None:
        """Translate a function where it is called."""

    def call_table(self, value: m.CallTable) -> None:
        """Call a function of a function table. Its index is evaluated before the arguments."""
        type_ = self._meanings.table_type(value.table)
        self.narrow(value.index)
        for argument, parameter in zip(value.arguments, type_.parameters, strict=True):
            self.as_type(argument, parameter)
        self._code.call(dispatcher(value.table))
