"""Translates functions: their statements, conditions as branches, and the choice of a function from a table. Values
are in `expressions.py`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from artrules.engine.machine.language import I64
from artrules.engine.machine_code.nodes import (
    Assign,
    Both,
    Break,
    Call,
    CallTable,
    Compare,
    Const,
    Continue,
    Count,
    CountOutcome,
    Do,
    ForRange,
    Function,
    If,
    Not,
    OneOf,
    Return,
    SetRegister,
    Statement,
    Store,
    Value,
    While,
    statements,
)
from artrules.engine.machine_code.nodes import Code as Statements
from artrules.engine.machine_code.signatures import Names, Widths
from artrules.engine.webassembly import code as op
from artrules.engine.webassembly import code as opcodes
from artrules.engine.webassembly.code import NARROW, WIDE, Code, Piece, dispatcher
from artrules.engine.webassembly.expressions import OPPOSITES, ValueTranslator
from artrules.engine.webassembly.meanings import Inlined, Meanings, type_of

# Translates conditions to branches: they go to a label if a condition holds, or if it doesn't.


class ConditionTranslator(ValueTranslator):
    """Translates the conditions of one function."""

    def branch_if(self, condition: Value, label: int) -> None:
        """Go to a label if a condition holds."""
        match condition:
            case Const(value=number):
                if number:
                    self._code.branch(label)
            case Not(value=inner):
                self.branch_unless(inner, label)
            case OneOf(left=left, right=right):
                self.branch_if(left, label)
                self.branch_if(right, label)
            case Both(left=left, right=right):
                past = self._code.block()
                self.branch_unless(left, past)
                self.branch_if(right, label)
                self._code.end()
            case _:
                self.condition(condition)
                self._code.branch_if(label)

    def branch_unless(self, condition: Value, label: int) -> None:
        """Go to a label if a condition doesn't hold."""
        match condition:
            case Const(value=number):
                if not number:
                    self._code.branch(label)
            case Not(value=inner):
                self.branch_if(inner, label)
            case Both(left=left, right=right):
                self.branch_unless(left, label)
                self.branch_unless(right, label)
            case OneOf(left=left, right=right):
                past = self._code.block()
                self.branch_if(left, past)
                self.branch_unless(right, label)
                self._code.end()
            case Compare(operator=operator):
                self.compare(condition, OPPOSITES[operator])
                self._code.branch_if(label)
            case _:
                self.condition(condition)
                self._code.add(opcodes.I32_IS_ZERO)
                self._code.branch_if(label)


# Translates functions: their statements. Values are in `expressions.py`.


def translate_function(
    function: Function, names: Names, inferring: bool = False, inlined: Mapping[str, Inlined] = {}
) -> Piece:
    """Translate a function that the verifier has passed. `inferring` says that it comes from text, which doesn't say
    what is wide (`machine_code/signatures.py`). Statements that count for coverage must have been expanded
    (`machine_code/program.py`) or are left out. `inlined` are functions that are translated wherever they are called
    (`meanings.py`)."""
    meanings = Meanings(names, inlined)
    type_ = meanings.function_type(function.name)
    code = Code(function.name, type_.parameters, type_.result)
    _FunctionTranslator(code, meanings, function, range(len(type_.parameters)), inferring).run()
    return code.piece()


def translate_call(function: str, arguments: Sequence[int], code: Code, meanings: Meanings) -> None:
    """Translate a call of a function whose arguments are in these locals. The function may change them."""
    if function in meanings.inlined:
        inlined = meanings.inlined[function]
        end = code.block(meanings.function_type(function).result)
        _FunctionTranslator(code, meanings, inlined.function, arguments, inlined.inferring).run(end)
        code.end()
    else:
        for argument in arguments:
            code.get(argument)
        code.call(function)


class _FunctionTranslator(ConditionTranslator):
    """Translates a function: its statements. `parameters` are the locals that hold its arguments."""

    _end_of_loop = 0
    """The label to which `break` goes …"""
    _next_round = 0
    """… and that to which `continue` goes."""

    def __init__(
        self, code: Code, meanings: Meanings, function: Function, parameters: Sequence[int], inferring: bool
    ) -> None:
        type_ = meanings.function_type(function.name)
        wide = [name for name, t in zip(function.parameters, type_.parameters, strict=True) if t == WIDE]
        widths = Widths(function, meanings.names, (), wide, inferring)
        locals_ = dict(zip(function.parameters, parameters, strict=True))
        for statement in statements(function.body):
            if isinstance(statement, Assign | ForRange) and statement.name not in locals_:
                locals_[statement.name] = code.local(WIDE if statement.name in widths.locals else NARROW)
        super().__init__(code, meanings, locals_, widths)
        self._function = function
        self._result = type_.result
        self._end: int | None = None
        """The label to which `return` goes in a function that is translated where it is called."""

    def run(self, end: int | None = None) -> None:
        """Translate the function. `end` is the label where it ends, if that is inside of another's code."""
        self._end = end
        body = self._function.body
        self.statements(body)
        if self._result and not (body and isinstance(body[-1], Return)):
            self._code.add(op.UNREACHABLE)

    def inline(self, function: str, arguments: Sequence[Value]) -> None:
        parameters: list[int] = []
        type_ = self._meanings.function_type(function)
        for argument, parameter in zip(arguments, type_.parameters, strict=True):
            self.as_type(argument, parameter)
            parameters.append(self._code.local(parameter))
        for local in reversed(parameters):
            self._code.set(local)
        translate_call(function, parameters, self._code, self._meanings)

    def statements(self, body: Statements) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        code = self._code
        match statement:
            case Assign(name=name, value=value):
                self.as_type(value, WIDE if name in self._wide_locals else NARROW)
                code.set(self._locals[name])
            case SetRegister(name=name, value=value):
                self.as_type(value, WIDE if name in self._meanings.names.wide else NARROW)
                code.set_register(name)
            case Store(region=region, index=index, value=value):
                self._store(region, index, value)
            case If():
                self._if(statement)
            case Do(call=call):
                if isinstance(call, Call):
                    self.call(call.function, call.arguments)
                else:
                    self.call_table(call)
                if self._gives(call):
                    code.add(op.DROP)
            case Return(value=value):
                if value is not None:
                    self.as_type(value, self._result or NARROW)
                if self._end is None:
                    code.return_()
                else:
                    code.branch(self._end)
            case ForRange():
                self._for(statement)
            case While(condition=condition, body=body):
                self._while(condition, body)
            case Break():
                code.branch(self._end_of_loop)
            case Continue():
                code.branch(self._next_round)
            case Count() | CountOutcome():
                pass
            case _:
                assert_never(statement)

    def _gives(self, call: Call | CallTable) -> bool:
        names = self._meanings.names
        return (names.functions[call.function] if isinstance(call, Call) else names.tables[call.table]).gives

    def _store(self, region: str, index: Value, value: Value) -> None:
        """The value is evaluated before the index."""
        code = self._code
        type_ = WIDE if self._meanings.element(region) is I64 else NARROW
        if self._constant(index) is not None or self._is_fixed(value):
            element, plus = self.place(region, index)
            self.as_type(value, type_)
        else:
            value_local = self._spare("stored", type_)
            self.as_type(value, type_)
            code.set(value_local)
            element, plus = self.place(region, index)
            code.get(value_local)
        code.store(element, region, plus)

    def _if(self, statement: If) -> None:
        code = self._code
        if not statement.otherwise:
            end = code.block()
            self.branch_unless(statement.condition, end)
            self.statements(statement.then)
            code.end()
            return
        end = code.block()
        otherwise: Statements = (statement,)
        while len(otherwise) == 1 and isinstance(branch := otherwise[0], If):
            past = code.block()
            self.branch_unless(branch.condition, past)
            self.statements(branch.then)
            if branch.otherwise and not isinstance(branch.then[-1] if branch.then else None, Return | Break | Continue):
                code.branch(end)
            code.end()
            otherwise = branch.otherwise
        self.statements(otherwise)
        code.end()

    def _while(self, condition: Value, body: Statements) -> None:
        code = self._code
        end = code.block()
        again = code.loop()
        self.branch_unless(condition, end)
        self._body(body, end, again)
        code.branch(again)
        code.end()
        code.end()

    def _for(self, loop: ForRange) -> None:
        """Both bounds are evaluated once. What the body does to the loop's own local doesn't change the rounds."""
        code = self._code
        own = self._locals[loop.name]
        assigned = any(isinstance(s, Assign | ForRange) and s.name == loop.name for s in statements(loop.body))
        counter = code.local() if assigned else own
        high = self._constant(loop.high)
        self.narrow(loop.low)
        if high is None:
            kept = code.local()
            self.narrow(loop.high)
            code.set(kept)
        code.set(counter)
        end = code.block()
        again = code.loop()
        code.get(counter)
        if high is None:
            code.get(kept)
        else:
            code.const(high)
        code.add(op.I32_AT_LEAST)
        code.branch_if(end)
        if assigned:
            code.get(counter)
            code.set(own)
        next_round = code.block()
        self._body(loop.body, end, next_round)
        code.end()
        code.get(counter)
        code.const(1)
        code.add(op.I32_ADD)
        code.set(counter)
        code.branch(again)
        code.end()
        code.end()

    def _body(self, body: Statements, end: int, next_round: int) -> None:
        """The body of a loop."""
        around = self._end_of_loop, self._next_round
        self._end_of_loop, self._next_round = end, next_round
        self.statements(body)
        self._end_of_loop, self._next_round = around


# Writes the functions that call the function which a function table has at an index.
#
# They branch on the index, and each branch calls its function directly, or has its code if that is short. WebAssembly's
# own indirect calls take longer: they look at whether the entry is there, and at its type.


def dispatch_pieces(
    tables: Mapping[str, Sequence[str]], names: Names, inlined: Mapping[str, Inlined]
) -> Iterator[Piece]:
    """A function for each table that code may name: it takes an index and the arguments."""
    for table in names.tables:
        yield _dispatch(table, tables.get(table, ()), names, inlined)


def _dispatch(table: str, entries: Sequence[str], names: Names, inlined: Mapping[str, Inlined]) -> Piece:
    type_ = type_of(names.tables[table])
    code = Code(dispatcher(table), (NARROW, *type_.parameters), type_.result)
    functions = {name: place for place, name in enumerate(dict.fromkeys(filter(None, entries)))}
    outside = code.block()
    labels = [code.block() for _ in functions][::-1]
    code.get(0)
    code.branch_by_number([labels[functions[entry]] if entry else outside for entry in entries], outside)
    for function in functions:
        code.end()
        arguments = range(1, len(type_.parameters) + 1)
        translate_call(function, arguments, code, Meanings(names, inlined))
        code.return_()
    code.end()
    code.add(opcodes.UNREACHABLE)
    return code.piece()
