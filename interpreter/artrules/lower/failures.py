"""Finds the blocks from which something may fail, so that looking ahead stops as soon as nothing can.

A choice absorbs failure if one of its branches is always offered and can't fail itself. A choice behind a test that
there is something to choose isn't empty (`offers_where` in `analyses/failures.py`). The analysis is conservative: a
needless "may fail" costs time, a wrong "can't fail" would offer options that can't be completed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from artrules.analyses.failures import MayFail
from artrules.ir import nodes as k
from artrules.ir.declarations import Procedure
from artrules.ir.model import Model
from artrules.ir.powers import PowerDefinition
from artrules.lower.graphs import (
    AskAtOnce,
    Block,
    CallPower,
    CallProcedure,
    CallWatches,
    Count,
    Decide,
    Fork,
    Graph,
    Iterate,
    Jump,
    Return,
)


class FailureAnalysis:
    """Answers whether code may fail. `graphs` are the graphs of procedures that ask, by their keys."""

    def __init__(self, graphs: Mapping[str, Graph], model: Model) -> None:
        self.graphs = graphs
        self.model = model
        self.may_fail = MayFail(model, self._graph)

    def node(self, node: k.Node | None) -> bool:
        """Whether running or evaluating this, or anything in it, may fail."""
        return self.may_fail.node(node)

    def _graph(self, procedure: Procedure) -> bool | None:
        graph = self.graphs.get(procedure.key)
        return graph.entry.may_fail if graph is not None else None

    def known_usable(self, end: CallPower) -> bool:
        """Whether a condition before the use says that the power is usable by the player who uses it."""
        return any(_says_usable(condition, end.use) for condition in end.known)

    def power(self, end: CallPower) -> bool:
        """Whether using a power may fail: it may be unusable, or the code of some power that it can be may fail."""
        power = end.use.power
        if not isinstance(power, k.Local) or not self.known_usable(end):
            return True
        for definition in self.model.powers:
            graph = self.graphs.get(f"power {definition.index}")
            if (
                graph is not None
                and graph.entry.may_fail
                and not any(_rules_out(c, power, definition) for c in end.known)
            ):
                return True
        return False


def _says_usable(condition: k.Expression, use: k.UsePower) -> bool:
    match condition, use.power, use.me:
        case (
            k.BuiltinCall(builtin=builtin, arguments=[k.Local(name=name)], me=k.Local(name=asked)),
            k.Local(name=used),
            k.Local(name=user),
        ):
            return builtin.traits.tests_usability and (name, asked) == (used, user)
    return False


def _rules_out(condition: k.Expression, power: k.Local, definition: PowerDefinition) -> bool:
    """Whether a condition on a power's attributes is false for a definition."""
    match condition:
        case k.PowerAttributeOf(attribute=attribute, power=k.Local(name=name)) if name == power.name:
            return not definition.attributes.get(attribute)
        case k.Operation(
            operator="=",
            operands=[k.PowerAttributeOf(attribute=attribute, power=k.Local(name=name)), k.Constant(value=value)],
        ) if name == power.name:
            return bool(definition.attributes.get(attribute) != value)
        case k.Operation(
            operator="not", operands=[k.PowerAttributeOf(attribute=attribute, power=k.Local(name=name))]
        ) if name == power.name:
            return bool(definition.attributes.get(attribute))
    return False


def mark_failures(graphs: Mapping[str, Graph], model: Model) -> None:
    """Set `may_fail` of every block of every graph: a fixed point, found by iteration."""
    failing = FailureAnalysis(graphs, model)
    blocks = [b for graph in graphs.values() for b in reversed(graph.blocks)]
    straight = {b: any(failing.node(i) for i in b.instructions) for b in blocks}
    changed = True
    while changed:
        changed = False
        for block in blocks:
            if not block.may_fail and (straight[block] or end_may_fail(block, failing)):
                block.may_fail = changed = True


def suite_may_fail(decision: int, target: Block, failing: FailureAnalysis) -> bool:
    """Whether something may fail between a branch's first block and the end of its suite. Choices in between absorb
    nothing here."""
    seen: set[int] = set()
    waiting = [target]
    while waiting:
        block = waiting.pop()
        if block.number in seen:
            continue
        seen.add(block.number)
        if any(failing.node(i) for i in block.instructions) or _own_end(block, failing):
            return True
        last = block.instructions[-1] if block.instructions else None
        if not (isinstance(last, k.EndAction) and decision in last.decisions):
            waiting += block.successors()
    return False


def first_failure(blocks: Iterable[Block], failing: FailureAnalysis) -> k.Node | None:
    """What may fail in some blocks, those behind them and the procedures that they call: the nearest that is found.
    None where nothing may fail."""
    waiting, seen = list(blocks), set[int]()
    for block in waiting:
        if block.number in seen or not block.may_fail:
            continue
        seen.add(block.number)
        for node in block.evaluated():
            graph = failing.graphs.get(node.procedure.key) if isinstance(node, k.Perform) else None
            if graph is not None:
                waiting.append(graph.entry)
            elif not isinstance(node, k.UsePower) and (found := failing.may_fail.first(node)) is not None:
                return found
        if isinstance(block.end, CallPower) and failing.power(block.end):
            return block.end.use
        if isinstance(block.end, Decide) and _own_end(block, failing):
            return block.end.choose
        waiting += block.successors()
    return None


def _own_end(block: Block, failing: FailureAnalysis) -> bool:
    """Whether the end of a block itself may fail, without the blocks after it."""
    match block.end:
        case Fork(condition=condition):
            return failing.node(condition)
        case Iterate(binder=binder):
            return failing.node(binder)
        case Decide(choose=choose, never_empty=never_empty):
            if any(failing.node(p) for b in choose.branches for p in [*b.binders, b.guard]):
                return True
            return not never_empty and not any(
                not b.binders and b.guard is None and b.limit is None for b in choose.branches
            )
        case CallProcedure(perform=perform):
            return failing.node(perform)
        case CallPower():
            return failing.power(block.end)
        case CallWatches(announce=announce):
            return failing.node(announce)
        case AskAtOnce(ask=ask):
            return failing.node(ask.players)
        case Return() | Jump() | Count():
            return False
    assert_never(block.end)


def end_may_fail(block: Block, failing: FailureAnalysis) -> bool:
    """Whether the end of a block may fail, or a block after it."""
    match block.end:
        case Jump(target=target):
            return target.may_fail
        case Fork(condition=condition, then=a, otherwise=b):
            return failing.node(condition) or a.may_fail or b.may_fail
        case Iterate(binder=binder, body=a, after=b):
            return failing.node(binder) or a.may_fail or b.may_fail
        case Count(body=a, after=b):
            return a.may_fail or b.may_fail
        case Decide():
            return _choice(block.end, failing)
        case CallProcedure(perform=perform, after=after):
            return failing.node(perform) or after.may_fail
        case CallPower(after=after):
            return failing.power(block.end) or after.may_fail
        case CallWatches(announce=announce, after=after):
            return failing.node(announce) or after.may_fail
        case AskAtOnce(ask=ask, after=after):
            return failing.node(ask.players) or after.may_fail
        case Return():
            return False
    assert_never(block.end)


def _choice(end: Decide, failing: FailureAnalysis) -> bool:
    choose, targets = end.choose, end.targets
    for branch in choose.branches:
        if any(failing.node(p) for p in [*branch.binders, branch.guard]):
            return True
    if any(
        not b.binders and b.guard is None and b.limit is None and not t.may_fail
        for b, t in zip(choose.branches, targets, strict=True)
    ):
        return False
    return not end.never_empty or any(target.may_fail for target in targets)
