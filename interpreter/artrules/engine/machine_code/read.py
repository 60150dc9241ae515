"""Reads modules of the restricted language: Python text to nodes.

Whatever is outside of the language is an error that says where it is, and what may stand there.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

from artrules.engine.machine_code import nodes as m
from artrules.text.record import dataclass

_ARITHMETIC: dict[type[ast.operator], m.Arithmetic] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_COMPARISONS: dict[type[ast.cmpop], m.Comparison] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
OPERATORS = (*_ARITHMETIC.values(), *_COMPARISONS.values())
_MEANINGS: dict[m.Arithmetic, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "//": int.__floordiv__,
    "%": int.__mod__,
    "&": int.__and__,
    "|": int.__or__,
    "^": int.__xor__,
    "<<": int.__lshift__,
    ">>": int.__rshift__,
}

PACKAGE = "artrules.engine.machine."
NUMBERS = ("int", "Wide")
"""The types of parameters and results."""


class NotInTheLanguage(Exception):
    """A module holds something that isn't in the restricted language."""

    def __init__(self, file: str, line: int, found: str, allowed: str) -> None:
        super().__init__(f"{file}:{line}: {found}; here may stand {allowed}")
        self.file = file
        self.line = line
        self.found = found
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Module:
    """What a module of the language holds: its name, what it imports from which other module, its own constants, and
    its functions."""

    name: str
    imports: dict[str, str]
    constants: dict[str, int]
    functions: tuple[m.Function, ...]


def read_module(text: str, name: str, file: str = "") -> Module:
    """Read a module. Raises `NotInTheLanguage`, or `SyntaxError` for what isn't even Python."""
    return _Reader(file or name).module(ast.parse(text), name)


def read_functions(text: str) -> tuple[m.Function, ...]:
    """Read functions as the printer writes them, without types."""
    return read_module(text, "functions").functions


def constant_of(value: m.Value, constants: Mapping[str, int]) -> int | None:
    """The number that a value always is, given what names mean; None where it depends on anything else."""
    match value:
        case m.Const(value=number):
            return number
        case m.Name(name=name):
            return constants.get(name)
        case m.Negative(value=inner):
            positive = constant_of(inner, constants)
            return None if positive is None else -positive
        case m.Binary(operator=operator, left=left, right=right):
            one, other = constant_of(left, constants), constant_of(right, constants)
            if one is None or other is None or (operator in ("//", "%") and other == 0):
                return None
            return _MEANINGS[operator](one, other)
        case _:
            return None


class _Reader:
    """Reads one file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._registers: frozenset[str] = frozenset()
        """What the function that is being read declares as `global`."""

    def _refuse(self, node: ast.AST, allowed: str) -> NotInTheLanguage:
        source = ast.unparse(node).split("\n")[0]
        return NotInTheLanguage(self._file, getattr(node, "lineno", 0), f"`{source}`", allowed)

    # -- modules

    def module(self, tree: ast.Module, name: str) -> Module:
        imports: dict[str, str] = {}
        constants: dict[str, int] = {}
        functions: list[m.Function] = []
        for node in tree.body:
            match node:
                case ast.Expr(value=ast.Constant(value=str())) | ast.ImportFrom(module="__future__"):
                    pass
                case ast.ImportFrom(module=str(module), names=names, level=0):
                    for alias in names:
                        if alias.asname or alias.name in imports or not module.startswith(PACKAGE):
                            raise self._refuse(node, "imports from modules of the machine, each name once and as it is")
                        imports[alias.name] = module.removeprefix(PACKAGE)
                case ast.Assign(targets=[ast.Name(id=constant)], value=value):
                    number = constant_of(self.value(value), constants)
                    if number is None or constant in constants:
                        raise self._refuse(node, "a constant: a number that gets one name")
                    constants[constant] = number
                case ast.FunctionDef():
                    functions.append(self.function(node))
                case _:
                    raise self._refuse(node, "imports, constants and functions")
        return Module(name, imports, constants, tuple(functions))

    def function(self, node: ast.FunctionDef) -> m.Function:
        """A function, whose parameters are numbers, or regions in intrinsics."""
        a = node.args
        others = [*a.posonlyargs, *a.kwonlyargs, *a.defaults, a.vararg, a.kwarg]
        if any(others) or node.decorator_list:
            raise self._refuse(node, "a function with plain parameters, and without decorators")
        gives = self.gives(node)
        body = list(node.body)
        about = ""
        match body[0]:
            case ast.Expr(value=ast.Constant(value=str(text))):
                about = " ".join(text.split())
                del body[0]
        registers: set[str] = set()
        while body and isinstance(body[0], ast.Global):
            registers.update(body[0].names)
            del body[0]
        self._registers = frozenset(registers)
        return m.Function(node.name, tuple(argument.arg for argument in a.args), gives, self.code(body), about=about)

    def gives(self, node: ast.FunctionDef) -> bool:
        """Whether a function gives a number: as its types say, or where it has none, its `return`."""
        annotations = [argument.annotation for argument in node.args.args]
        match node.returns:
            case None if not any(annotations):
                return any(isinstance(inner, ast.Return) and inner.value for inner in ast.walk(node))
            case ast.Constant(value=None) | ast.Name(id="int" | "Wide") as returns:
                if all(isinstance(annotation, ast.Name) and annotation.id in NUMBERS for annotation in annotations):
                    return isinstance(returns, ast.Name)
        raise self._refuse(node, "a function of ints that returns int or None")

    # -- statements

    def code(self, body: Sequence[ast.stmt]) -> m.Code:
        return tuple(statement for node in body for statement in self.statement(node))

    def statement(self, node: ast.stmt) -> Iterator[m.Statement]:
        match node:
            case ast.Assign(targets=[target], value=value):
                yield self.assignment(target, self.value(value))
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
                yield self.assignment(target, m.Binary(self.arithmetic(op, node), m.Name(name), self.value(value)))
            case ast.Expr(value=value):
                call = self.value(value)
                if not isinstance(call, m.Call | m.CallTable):
                    raise self._refuse(node, "a call or an assignment")
                yield m.Do(call)
            case ast.If(test=test, body=then, orelse=otherwise):
                yield m.If(self.value(test), self.code(then), self.code(otherwise))
            case ast.While(test=test, body=body, orelse=[]):
                yield m.While(self.value(test), self.code(body))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=limits), orelse=[]):
                if not 1 <= len(limits) <= 2 or name in self._registers:
                    raise self._refuse(node.iter, "range(HIGH) or range(LOW, HIGH), into a local")
                low = self.value(limits[0]) if len(limits) == 2 else m.Const(0)
                yield m.ForRange(name, low, self.value(limits[-1]), self.code(node.body))
            case ast.Break():
                yield m.Break()
            case ast.Continue():
                yield m.Continue()
            case ast.Return(value=value):
                yield m.Return(None if value is None else self.value(value))
            case ast.Pass():
                pass
            case _:
                raise self._refuse(node, "an assignment, a call, if, while, for … in range, break, continue or return")

    def assignment(self, target: ast.expr, value: m.Value) -> m.Statement:
        match target:
            case ast.Name(id=name):
                return m.SetRegister(name, value) if name in self._registers else m.Assign(name, value)
            case ast.Subscript(value=ast.Name(id=region), slice=index):
                return m.Store(region, self.value(index), value)
        raise self._refuse(target, "a local, a register or an element of a region")

    # -- values

    def arithmetic(self, operator: ast.operator, node: ast.AST) -> m.Arithmetic:
        if type(operator) not in _ARITHMETIC:
            raise self._refuse(node, f"one of the operators {' '.join(_ARITHMETIC.values())}")
        return _ARITHMETIC[type(operator)]

    def value(self, node: ast.expr) -> m.Value:
        match node:
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                return m.Const(number)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return m.Const(-number)
            case ast.Name(id=name):
                return m.Name(name)
            case ast.Subscript(value=ast.Name(id=region), slice=index):
                return m.Load(region, self.value(index))
            case ast.BinOp(left=left, op=operator, right=right):
                return m.Binary(self.arithmetic(operator, node), self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return m.Negative(self.value(operand))
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return m.Inverted(self.value(operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return m.Not(self.value(operand))
            case ast.BoolOp(op=operator, values=values):
                joined = self.value(values[0])
                for value in values[1:]:
                    make = m.Both if isinstance(operator, ast.And) else m.OneOf
                    joined = make(joined, self.value(value))
                return joined
            case ast.Compare(left=left, ops=[comparison], comparators=[right]) if type(comparison) in _COMPARISONS:
                return m.Compare(_COMPARISONS[type(comparison)], self.value(left), self.value(right))
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return m.Choice(self.value(test), self.value(then), self.value(otherwise))
            case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]):
                return m.Call(function, tuple(map(self.value, arguments)))
            case ast.Call(func=ast.Subscript(value=ast.Name(id=table), slice=index), args=arguments, keywords=[]):
                return m.CallTable(table, self.value(index), tuple(map(self.value, arguments)))
        raise self._refuse(node, "a number, a name, an element of a region, an operation on two numbers, or a call")
