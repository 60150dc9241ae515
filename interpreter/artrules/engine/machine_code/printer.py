"""Prints machine code as Python text, which CPython runs as it stands."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from artrules.engine.machine_code import nodes as m

# how tightly Python's operators bind
_CHOICE, _OR, _AND, _NOT, _COMPARE, _UNARY, _ATOM = 0, 1, 2, 3, 4, 11, 12
_BINARY = {"|": 5, "^": 6, "&": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "//": 10, "%": 10}


def print_functions(functions: Iterable[m.Function]) -> str:
    """The text of a module with the functions."""
    return "\n\n".join(print_function(function) for function in functions)


def print_function(function: m.Function) -> str:
    """The text of a function. Statements that count for coverage must have been expanded (`program.py`) or are left
    out."""
    lines = [f"def {function.name}({', '.join(function.parameters)}):"]
    if comment := ": ".join(part for part in (function.of, function.about) if part):
        lines.append(f"    # {comment}")
    written = sorted({s.name for s in m.statements(function.body) if isinstance(s, m.SetRegister)})
    if written:
        lines.append(f"    global {', '.join(written)}")
    lines += _block(function.body)
    return "\n".join(lines) + "\n"


def print_statement(statement: m.Statement) -> str:
    """The first line of a statement's text; empty for one that only counts for coverage."""
    return next(_statement(statement), "")


def _block(code: m.Code) -> Iterator[str]:
    """The lines of a suite, indented by one step."""
    empty = True
    for statement in code:
        for line in _statement(statement):
            empty = False
            yield "    " + line
    if empty:
        yield "    pass"


def _statement(statement: m.Statement) -> Iterator[str]:
    match statement:
        case m.Assign(name=name, value=value) | m.SetRegister(name=name, value=value):
            yield _assignment(name, value)
        case m.Store(region=region, index=index, value=value):
            yield f"{region}[{print_value(index)}] = {print_value(value)}"
        case m.Do(call=call):
            yield print_value(call)
        case m.If():
            yield from _branches(statement)
        case m.While(condition=condition, body=body):
            yield f"while {print_value(condition)}:"
            yield from _block(body)
        case m.ForRange(name=name, low=low, high=high, body=body):
            start = "" if low == m.Const(0) else print_value(low) + ", "
            yield f"for {name} in range({start}{print_value(high)}):"
            yield from _block(body)
        case m.Break():
            yield "break"
        case m.Continue():
            yield "continue"
        case m.Return(value=value):
            yield "return" if value is None else f"return {print_value(value)}"
        case m.Count() | m.CountOutcome():
            pass
        case _:
            assert_never(statement)


def _assignment(name: str, value: m.Value) -> str:
    if isinstance(value, m.Binary) and value.left == m.Name(name):
        return f"{name} {value.operator}= {print_value(value.right)}"
    return f"{name} = {print_value(value)}"


def _branches(statement: m.If) -> Iterator[str]:
    word = "if"
    while True:
        yield f"{word} {print_value(statement.condition)}:"
        yield from _block(statement.then)
        match statement.otherwise:
            case ():
                return
            case (m.If() as inner,):
                statement, word = inner, "elif"
            case otherwise:
                yield "else:"
                yield from _block(otherwise)
                return


def print_value(value: m.Value, tightness: int = _CHOICE) -> str:
    """The text of a value, in parentheses where what is around it binds more tightly than `tightness` allows."""
    text, own = _value(value)
    return text if own >= tightness else f"({text})"


def _value(value: m.Value) -> tuple[str, int]:
    """The text of a value, and how tightly its outermost operator binds."""
    match value:
        case m.Const(value=number):
            return str(number), _UNARY if number < 0 else _ATOM
        case m.Name(name=name):
            return name, _ATOM
        case m.Load(region=region, index=index):
            return f"{region}[{print_value(index)}]", _ATOM
        case m.Binary(operator=operator, left=left, right=right):
            own = _BINARY[operator]
            return f"{print_value(left, own)} {operator} {print_value(right, own + 1)}", own
        case m.Negative(value=inner):
            return f"-{print_value(inner, _UNARY)}", _UNARY
        case m.Inverted(value=inner):
            return f"~{print_value(inner, _UNARY)}", _UNARY
        case m.Compare(operator=operator, left=left, right=right):
            return f"{print_value(left, _COMPARE + 1)} {operator} {print_value(right, _COMPARE + 1)}", _COMPARE
        case m.Not(value=inner):
            return f"not {print_value(inner, _NOT)}", _NOT
        case m.Both(left=left, right=right):
            return f"{print_value(left, _AND)} and {print_value(right, _AND + 1)}", _AND
        case m.OneOf(left=left, right=right):
            return f"{print_value(left, _OR)} or {print_value(right, _OR + 1)}", _OR
        case m.Choice(condition=condition, then=then, otherwise=otherwise):
            text = f"{print_value(then, _OR)} if {print_value(condition, _OR)} else {print_value(otherwise)}"
            return text, _CHOICE
        case m.Call(function=function, arguments=arguments):
            return f"{function}({', '.join(map(print_value, arguments))})", _ATOM
        case m.CallTable(table=table, index=index, arguments=arguments):
            return f"{table}[{print_value(index)}]({', '.join(map(print_value, arguments))})", _ATOM
    assert_never(value)
