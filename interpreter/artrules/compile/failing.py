"""Where something may fail: so that looking ahead stops as soon as nothing can.

A choice absorbs failure when one of its branches is always there and can't fail itself. The answer errs on the side of "may": then the engine
looks ahead in vain, but never wrongly.
"""

from __future__ import annotations

from artrules.compile.blocks import (
    Block,
    CallPower,
    CallProcedure,
    CallWatches,
    Code,
    Count,
    Decide,
    Fork,
    Iterate,
    Jump,
)
from artrules.kernel import nodes as k
from artrules.kernel.declarations import Function, Procedure


class Failing:
    """Answers for expressions and statements; procedures that ask are known by their graphs."""

    def __init__(self, codes: dict[str, Code]) -> None:
        self.codes = codes
        self._functions: dict[str, bool] = {}
        self._procedures: dict[str, bool] = {}

    def node(self, node: k.Node | None) -> bool:
        """Whether running or evaluating this, or anything in it, may fail."""
        return node is not None and any(self._fails(n) for n in k.walk(node))

    def _fails(self, node: k.Node) -> bool:
        match node:
            case k.Require() | k.Roll():
                return True
            case k.TopOf(count=None):
                return True
            case k.Fold(kind="max" | "min", otherwise=None):
                return True
            case k.Operation(operator="item"):
                return True
            case k.Operation(operator="/" | "%", operands=[_, divisor]):
                return not (isinstance(divisor, k.Constant) and divisor.value)
            case k.Call(function=function):
                return self.function(function)
            case k.Perform(procedure=procedure):
                return self.procedure(procedure)
        return False

    def function(self, function: Function) -> bool:
        if function.key not in self._functions:
            self._functions[function.key] = False
            self._functions[function.key] = self.node(function.value)
        return self._functions[function.key]

    def procedure(self, procedure: Procedure) -> bool:
        code = self.codes.get(procedure.key)
        if code is not None:
            return code.entry.may_fail
        if procedure.key not in self._procedures:
            self._procedures[procedure.key] = False
            self._procedures[procedure.key] = any(self.node(s) for s in procedure.body or [])
        return self._procedures[procedure.key]


def find_failing(codes: dict[str, Code]) -> None:
    """Fill in `may_fail` of every block of every graph, until nothing changes."""
    failing = Failing(codes)
    blocks = [b for code in codes.values() for b in reversed(code.blocks)]
    straight = {b: any(failing.node(i) for i in b.instructions) for b in blocks}
    changed = True
    while changed:
        changed = False
        for block in blocks:
            if not block.may_fail and (straight[block] or _end(block, failing)):
                block.may_fail = changed = True


def _end(block: Block, failing: Failing) -> bool:
    match block.end:
        case Jump(target=target):
            return target.may_fail
        case Fork(condition=condition, then=a, otherwise=b):
            return failing.node(condition) or a.may_fail or b.may_fail
        case Iterate(binder=binder, body=a, after=b):
            return failing.node(binder) or a.may_fail or b.may_fail
        case Count(body=a, after=b):
            return a.may_fail or b.may_fail
        case Decide(choose=choose, targets=targets):
            return _choice(choose, targets, failing)
        case CallProcedure(perform=perform, after=after):
            return failing.node(perform) or after.may_fail
        case CallPower():
            return True
        case CallWatches(announce=announce, after=after):
            return failing.node(announce) or after.may_fail
    return False


def _choice(choose: k.Choose, targets: list[Block], failing: Failing) -> bool:
    for branch in choose.branches:
        if any(failing.node(p) for p in [*branch.binders, branch.guard]):
            return True
    return not any(
        not b.binders and b.guard is None and b.limit is None and not t.may_fail
        for b, t in zip(choose.branches, targets, strict=True)
    )
