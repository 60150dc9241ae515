"""Finds code that may fail: safely for the engine, and with places and reasons for authors.

The traits of operations say which of them may fail, and why. Two analyses use them:

- `MayFail` answers whether code may fail at all. When in doubt it says yes: a needless look ahead costs time,
  a missing one would offer options that can't be completed.
- `failures` lists where an expression may fail without a test around it. When in doubt it leaves a place out: a check
  should rather miss a mistake than report one that isn't there.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from artrules.model.analyses.calls import CodeSearch
from artrules.model.facts.same_value import key_of
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import HowMany
from artrules.model.ir.declarations import Function, Procedure
from artrules.model.ir.model import Model
from artrules.model.ir.node import traits_of
from artrules.model.ir.operators import OPERATORS
from artrules.model.ir.types import BOOL, Number, Zone
from artrules.text.diagnostics.diagnostic import Span


class MayFail(CodeSearch):
    """Answers whether code of one model may fail, the suites of watches included.

    Decisions and uses of powers don't count here: code that asks is split into blocks, and `FailureAnalysis` judges
    these.
    """

    def __init__(self, model: Model, verdict_of: Callable[[Procedure], bool | None]) -> None:
        """`verdict_of` returns whether a procedure may fail if another analysis has judged it, else None."""
        super().__init__(model, _may_fail_itself, _without_parts)
        self._verdict_of = verdict_of

    def node(self, node: k.Node | None) -> bool:
        """Whether running or evaluating a node, or one inside it, may fail."""
        return node is not None and self.among((node,))

    def declaration(self, called: Function | Procedure) -> bool:
        verdict = self._verdict_of(called) if isinstance(called, Procedure) else None
        return super().declaration(called) if verdict is None else verdict

    def first(self, node: k.Node | None) -> k.Node | None:
        """The first of a node and those inside it that may fail itself, or in code that it calls."""
        failing_node = next(filter(self.fits, _without_parts((node,))), None) if node is not None else None
        match failing_node:
            case k.Call(function=function):
                return self.first(self._model.values[function])
            case k.Perform(procedure=procedure) if self._verdict_of(procedure) is None:
                return next((n for n in map(self.first, self._model.bodies[procedure]) if n is not None), failing_node)
        return failing_node


def _may_fail_itself(node: k.Node) -> bool:
    traits = traits_of(node)
    match node:
        case k.Operation(operator=operator, operands=[_, k.ExpressionNode(type=Number(low=low, high=high))]):
            if OPERATORS[operator].fails_by_zero_only and not low <= 0 <= high:
                return False
    return traits.fails is not None and not traits.asks


def _without_parts(nodes: Iterable[k.Node]) -> Iterator[k.Node]:
    """Some nodes and all inside them, but for what takes the items of a part of a list: a part reaches only as far as
    there is something, so that never fails. Texts for people don't count: nobody makes them while looking ahead."""
    never = set[int]()
    for node in k.walk(nodes):
        match node:
            case k.Say(label=label) | k.Pause(label=label):
                never |= {id(each) for each in k.walk(label)}
            case k.Fold(binders=binders, value=k.Operation(operator="item", operands=operands) as item):
                if _is_part(binders, *operands):
                    never.add(id(item))
        if id(node) not in never:
            yield node


@dataclass(frozen=True, slots=True)
class Failure:
    """A place where something may fail, and why. `zone` is the name of the pile that may be empty, if that is why."""

    at: Span
    why: str
    zone: str | None = None


FailingCalls = dict[tuple[Function, bool], tuple[Failure, ...]]
"""Function, and whether the call is guarded → how the function may fail."""


def failures(node: k.Node, guarded: bool, model: Model, failing_calls: FailingCalls) -> Iterator[Failure]:
    """Where evaluating a node may fail. A failure in a called function has the place of the call.

    `guarded` says whether a condition around the node may have tested for failure; `failing_calls` remembers results.
    """
    if not guarded:
        yield from _itself(node)
    match node:
        case k.Operation(operator="and" | "or", operands=[first, *rest]):
            yield from failures(first, guarded, model, failing_calls)
            for operand in rest:
                yield from failures(operand, True, model, failing_calls)
            return
        case k.Either(condition=condition, then=then, otherwise=otherwise):
            yield from failures(condition, guarded, model, failing_calls)
            yield from failures(then, True, model, failing_calls)
            yield from failures(otherwise, True, model, failing_calls)
            return
        case k.Fold(binders=binders, value=k.Operation(operator="item", operands=operands)) if _is_part(
            binders, *operands
        ):
            for binder in binders:
                yield from failures(binder, guarded, model, failing_calls)
            return
        case k.Fold(binders=binders) if any(b.condition is not None for b in binders):
            guarded = True
        case k.Call(function=function) if (value := model.values.get(function)) is not None:
            key = (function, guarded)
            if key not in failing_calls:
                failing_calls[key] = ()  # ends a recursion, which other code reports
                failing_calls[key] = tuple(set(failures(value, guarded, model, failing_calls)))
            for why, zone in sorted({(f.why, f.zone or "") for f in failing_calls[key]}):
                yield Failure(node.at, why, zone or None)
    for child in k.children(node):
        yield from failures(child, guarded, model, failing_calls)


def _itself(node: k.Node) -> Iterator[Failure]:
    """How an expression may fail itself. Statements aren't judged here: `failures_after_commit.py` follows them."""
    why = traits_of(node).fails
    if why is None or not isinstance(node, k.ExpressionNode):
        return
    match node:
        case k.TopOf(zone=k.ExpressionNode(type=Zone(name))):
            yield Failure(node.at, why, name)
        case k.Fold(binders=binders) if all(never_empty(b) for b in binders):
            return
        case k.Operation(operator="item", operands=[_, k.Operation(operator="place")]):
            return  # such lists have something for each player or member
        case k.Operation(operator=operator, operands=[_, divisor]) if OPERATORS[operator].fails_by_zero_only:
            if isinstance(divisor.type, Number) and divisor.type.low <= 0 <= divisor.type.high:
                yield Failure(node.at, why)
        case _:
            yield Failure(node.at, why)


def _is_part(binders: Sequence[k.Binder], listed: k.Expression, position: k.Expression) -> bool:
    """Whether items of a list are at positions that the innermost binder gives, from 1 to the list's size at most."""
    match binders[-1].domain, listed:
        case (
            k.Span_(
                low=k.ExpressionNode(type=Number(low=low)),
                high=k.Largest(
                    kind="min", items=[_, k.BuiltinCall(builtin=builtin, arguments=[k.Local(name=counted)])]
                ),
            ),
            k.Local(name=name),
        ):
            is_place = isinstance(position, k.Local) and position.name == binders[-1].local.name
            return is_place and low >= 1 and isinstance(builtin.lowering, HowMany) and counted == name
    return False


def never_empty(binder: k.Binder) -> bool:
    """Whether a binder certainly has a value."""
    match binder.condition, binder.domain:
        case None, k.AllPlayers() | k.AllMembers():
            return True
        case None, k.Span_(low=k.ExpressionNode(type=Number(high=low)), high=k.ExpressionNode(type=Number(low=high))):
            return low <= high
    return False


def may_be_empty(choose: k.Choose) -> bool:
    """Whether a choice may have no option."""
    return not choose.never_empty and not any(
        b.guard is None and b.limit is None and all(never_empty(binder) for binder in b.binders)
        for b in choose.branches
    )


def offers_where(choose: k.Choose, condition: k.Expression | None, model: Model) -> bool:
    """Whether a choice has an option wherever a condition holds that is tested just before it: because the condition
    asks whether there is something that one of the branches offers."""
    free = [b for b in choose.branches if b.guard is None and b.limit is None]
    tested = [_found_by(test, {}, model) for test in _conjuncts(condition)]
    return any(key is not None and key == _key(b.binders, count) for b in free for key, count in tested)


def _conjuncts(condition: k.Expression | None) -> list[k.Expression]:
    match condition:
        case None:
            return []
        case k.Operation(operator="and", operands=operands):
            return [test for operand in operands for test in _conjuncts(operand)]
    return [condition]


def _found_by(test: k.Expression, names: Mapping[str, Hashable], model: Model) -> tuple[Hashable, int]:
    """A key for what a test says that there is something of, None where it says no such thing, and how many names stood
    for others in it."""
    match test:
        case k.Fold(kind="any", binders=binders):
            return _key(binders, names), len(names)
        case k.Operation(operator=">", operands=(k.Fold(kind="count", binders=binders), k.Constant(value=int(least)))):
            return (_key(binders, names), len(names)) if least >= 0 else (None, 0)
        case k.Operation(
            operator=">", operands=(k.BuiltinCall(builtin=builtin, arguments=(group,)), k.Constant(value=int(least)))
        ):
            if isinstance(builtin.lowering, HowMany) and least >= 0:
                return _key((k.Binder(test.at, k.Local(test.at, test.type, ""), group, None),), names), len(names)
        case k.Call(function=function, arguments=arguments, me=me) if not names and function in model.values:
            arguments_by_name = dict(zip((p.name for p in model.locals[function]), arguments, strict=True))
            arguments_by_name |= {"me": me} if me is not None else {}
            if all(isinstance(argument, k.Local) for argument in arguments_by_name.values()):
                meaning = {name: each.name for name, each in arguments_by_name.items() if isinstance(each, k.Local)}
                return _found_by(model.values[function], meaning, model)
    return None, 0


def _key(binders: Sequence[k.Binder], names: Mapping[str, Hashable] | int) -> Hashable:
    """A key that is equal for binders that say the same. `names` are what names stand for around them, or how many."""
    meanings = {f"{i}": i for i in range(names)} if isinstance(names, int) else names
    return key_of(k.Fold(binders[0].at, BOOL, "any", tuple(binders), None, None), meanings) if binders else None


def domain_zones(choose: k.Choose) -> set[str]:
    """The names of the zones whose cards a choice offers."""
    nodes = (node for b in choose.branches for binder in b.binders for node in k.walk(binder))
    return {node.declaration.key for node in nodes if isinstance(node, k.ZoneOf)}
