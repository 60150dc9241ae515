"""Finds code that may fail: safely for the engine, and with places and reasons for authors.

The traits of operations say which of them may fail, and why. Two analyses use them:

- `MayFail` answers whether code may fail at all. When in doubt it says yes: a needless look ahead costs time,
  a missing one would offer options that can't be completed.
- `failures` lists where an expression may fail without a test around it. When in doubt it leaves a place out: a check
  should rather miss a mistake than report one that isn't there.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from artrules.model.facts.same_value import key_of
from artrules.model.ir.builtins import HowMany
from artrules.model.ir.declarations import Function, Procedure
from artrules.model.ir.model import Model
from artrules.model.ir.node import traits_of
from artrules.model.ir.nodes import (
    AllMembers,
    AllPlayers,
    Binder,
    BuiltinCall,
    Call,
    Choose,
    Constant,
    Either,
    Expression,
    ExpressionNode,
    Fold,
    Local,
    Node,
    Operation,
    Perform,
    Span_,
    TopOf,
    ZoneOf,
    children,
    walk,
)
from artrules.model.ir.operators import OPERATORS
from artrules.model.ir.types import BOOL, Number, Zone
from artrules.text.diagnostics.diagnostic import Span


class MayFail:
    """Answers whether code of one model may fail. The answers for functions and procedures are remembered.

    Decisions and uses of powers don't count here: code that asks is split into blocks, and `lower/graph_analyses.py`
    judges these.
    """

    def __init__(self, model: Model, verdict_of: Callable[[Procedure], bool | None]) -> None:
        """`verdict_of` returns whether a procedure may fail if another analysis has judged it, else None."""
        self._model = model
        self._known = verdict_of
        self._functions: dict[Function, bool] = {}
        self._procedures: dict[Procedure, bool] = {}

    def node(self, node: Node | None) -> bool:
        """Whether running or evaluating a node, or one inside it, may fail."""
        return node is not None and any(self._fails(n) for n in walk(node))

    def first(self, node: Node | None) -> Node | None:
        """The first of a node and those inside it that may fail itself, or in code that it calls."""
        failing_node = next((n for n in walk(node) if self._fails(n)), None) if node is not None else None
        match failing_node:
            case Call(function=function):
                return self.first(self._model.values[function])
            case Perform(procedure=procedure) if self._known(procedure) is None:
                return next((n for n in map(self.first, self._model.bodies[procedure]) if n is not None), failing_node)
        return failing_node

    def _fails(self, node: Node) -> bool:
        traits = traits_of(node)
        if traits.fails is not None and not traits.asks:
            return True
        match node:
            case Call(function=function):
                return self._function(function)
            case Perform(procedure=procedure):
                return self._procedure(procedure)
        return False

    def _function(self, function: Function) -> bool:
        if function not in self._functions:
            self._functions[function] = False  # ends a recursion, which elaboration refuses
            self._functions[function] = self.node(self._model.values.get(function))
        return self._functions[function]

    def _procedure(self, procedure: Procedure) -> bool:
        verdict = self._known(procedure)
        if verdict is not None:
            return verdict
        if procedure not in self._procedures:
            self._procedures[procedure] = False  # ends a recursion, which the checks refuse
            self._procedures[procedure] = any(self.node(s) for s in self._model.bodies[procedure])
        return self._procedures[procedure]


@dataclass(frozen=True, slots=True)
class Failure:
    """A place where something may fail, and why. `zone` is the name of the pile that may be empty, if that is why."""

    at: Span
    why: str
    zone: str | None = None


Known = dict[tuple[Function, bool], tuple[Failure, ...]]
"""Function, and whether the call is guarded → how the function may fail."""


def failures(node: Node, guarded: bool, model: Model, call_failures: Known) -> Iterator[Failure]:
    """Where evaluating a node may fail. A failure in a called function has the place of the call.

    `guarded` says whether a condition around the node may have tested for failure; `call_failures` remembers results.
    """
    if not guarded:
        yield from _itself(node)
    match node:
        case Operation(operator="and" | "or", operands=[first, *rest]):
            yield from failures(first, guarded, model, call_failures)
            for operand in rest:
                yield from failures(operand, True, model, call_failures)
            return
        case Either(condition=condition, then=then, otherwise=otherwise):
            yield from failures(condition, guarded, model, call_failures)
            yield from failures(then, True, model, call_failures)
            yield from failures(otherwise, True, model, call_failures)
            return
        case Fold(binders=binders) if any(b.condition is not None for b in binders):
            guarded = True
        case Call(function=function) if (value := model.values.get(function)) is not None:
            key = (function, guarded)
            if key not in call_failures:
                call_failures[key] = ()  # ends a recursion, which other code reports
                call_failures[key] = tuple(set(failures(value, guarded, model, call_failures)))
            for why, zone in sorted({(f.why, f.zone or "") for f in call_failures[key]}):
                yield Failure(node.at, why, zone or None)
    for child in children(node):
        yield from failures(child, guarded, model, call_failures)


def _itself(node: Node) -> Iterator[Failure]:
    """How an expression may fail itself. Statements aren't judged here: `failures_after_commit.py` follows them."""
    why = traits_of(node).fails
    if why is None or not isinstance(node, ExpressionNode):
        return
    match node:
        case TopOf(zone=ExpressionNode(type=Zone(name))):
            yield Failure(node.at, why, name)
        case Fold(binders=binders) if all(never_empty(b) for b in binders):
            return
        case Operation(operator="item", operands=[_, Operation(operator="place")]):
            return  # such lists have something for each player or member
        case Operation(operator=operator, operands=[_, divisor]) if OPERATORS[operator].fails_by_zero_only:
            if isinstance(divisor.type, Number) and divisor.type.low <= 0 <= divisor.type.high:
                yield Failure(node.at, why)
        case _:
            yield Failure(node.at, why)


def never_empty(binder: Binder) -> bool:
    """Whether a binder certainly has a value."""
    match binder.condition, binder.domain:
        case None, AllPlayers() | AllMembers():
            return True
        case None, Span_(low=ExpressionNode(type=Number(high=low)), high=ExpressionNode(type=Number(low=high))):
            return low <= high
    return False


def may_be_empty(choose: Choose) -> bool:
    """Whether a choice may have no option."""
    return not choose.never_empty and not any(
        b.guard is None and b.limit is None and all(never_empty(binder) for binder in b.binders)
        for b in choose.branches
    )


def offers_where(choose: Choose, condition: Expression | None, model: Model) -> bool:
    """Whether a choice has an option wherever a condition holds that is tested just before it: because the condition
    asks whether there is something that one of the branches offers."""
    free = [b for b in choose.branches if b.guard is None and b.limit is None]
    tested = [_found_by(test, {}, model) for test in _conjuncts(condition)]
    return any(key is not None and key == _key(b.binders, count) for b in free for key, count in tested)


def _conjuncts(condition: Expression | None) -> list[Expression]:
    match condition:
        case None:
            return []
        case Operation(operator="and", operands=operands):
            return [test for operand in operands for test in _conjuncts(operand)]
    return [condition]


def _found_by(test: Expression, names: Mapping[str, Hashable], model: Model) -> tuple[Hashable, int]:
    """A key for what a test says that there is something of, None where it says no such thing, and how many names stood
    for others in it."""
    match test:
        case Fold(kind="any", binders=binders):
            return _key(binders, names), len(names)
        case Operation(operator=">", operands=(Fold(kind="count", binders=binders), Constant(value=0))):
            return _key(binders, names), len(names)
        case Operation(operator=">", operands=(BuiltinCall(builtin=builtin, arguments=(group,)), Constant(value=0))):
            if isinstance(builtin.lowering, HowMany):
                return _key((Binder(test.at, Local(test.at, test.type, ""), group, None),), names), len(names)
        case Call(function=function, arguments=arguments, me=me) if not names and function in model.values:
            arguments_by_name = dict(zip((p.name for p in model.locals[function]), arguments, strict=True))
            arguments_by_name |= {"me": me} if me is not None else {}
            if all(isinstance(argument, Local) for argument in arguments_by_name.values()):
                meaning = {name: each.name for name, each in arguments_by_name.items() if isinstance(each, Local)}
                return _found_by(model.values[function], meaning, model)
    return None, 0


def _key(binders: Sequence[Binder], names: Mapping[str, Hashable] | int) -> Hashable:
    """A key that is equal for binders that say the same. `names` are what names stand for around them, or how many."""
    meanings = {f"{i}": i for i in range(names)} if isinstance(names, int) else names
    return key_of(Fold(binders[0].at, BOOL, "any", tuple(binders), None, None), meanings) if binders else None


def domain_zones(choose: Choose) -> set[str]:
    """The names of the zones whose cards a choice offers."""
    nodes = (node for b in choose.branches for binder in b.binders for node in walk(binder))
    return {node.declaration.key for node in nodes if isinstance(node, ZoneOf)}
