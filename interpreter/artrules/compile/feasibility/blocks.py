"""Follows blocks: along the graph, through loops, and into the tests of other blocks, decisions and powers."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from artrules.compile import blocks as b
from artrules.compile.feasibility.moves import MoveFollower
from artrules.compile.feasibility.path import Path
from artrules.compile.feasibility.statements import UNKNOWN, without_domain
from artrules.compile.statements import INDENT
from artrules.ir import nodes as k
from artrules.ir.traits import StatePart


class BlockFollower(MoveFollower):
    """Writes tests of blocks."""

    def _block(self, block: b.Block, scope: int, path: Path) -> list[str]:
        if (block.number, scope) in path.seen:
            return self._call_test(block, scope, path)
        lines: list[str] = []
        if isinstance(block.end, b.Return) and not block.instructions:
            return self._follow(path)
        if not path.tested and not any(self._may_fail(item) for item, _ in [(block, scope), *path.work]):
            lines = ["if safe_below(S, place):", f"{INDENT}return True"]
            path = replace(path, tested=True)
        if block.instructions:
            end = b.Block(block.number, block.code, [], block.end, block.needs, block.may_fail)
            return [*lines, *self._follow(path.then(*block.instructions, end, scope=scope))]
        path = replace(path, seen=path.seen | {(block.number, scope)})
        return [*lines, *self._end(block, scope, path)]

    def _end(self, block: b.Block, scope: int, path: Path) -> list[str]:
        match block.end:
            case b.Return():
                return self._follow(path)
            case b.Jump(target=target):
                return self._follow(path.then(target, scope=scope))
            case b.Fork(condition=condition, then=then, otherwise=otherwise):
                return self._fork(condition, [then], [otherwise], scope, path)
            case b.Iterate(binder=binder, items=items, index=index, after=after):
                if not path.work and not scope:
                    return self._loop(block.end, path)
                rest = path.then(after, scope=scope)
                return self._skip_empty_loop(
                    binder,
                    items,
                    index,
                    scope,
                    rest,
                    lambda here: self._call_test(block, scope, replace(here, work=path.work)),
                )
            case b.Count(left=left, body=body, after=after):
                more = k.Operation(left.at, left.type, ">", (left, k.Constant(left.at, left.type, 0)))
                one = k.Constant(left.at, left.type, 1)
                less = k.Set(left.at, left, k.Operation(left.at, left.type, "-", (left, one)))
                return self._fork(more, [less, body], [after], scope, path)
            case b.CallProcedure(perform=perform, after=after):
                entry = self.codes[perform.procedure.key].entry
                return self._enter_procedure(perform, scope, path.then(after, scope=scope), entry)
            case b.CallWatches(announce=announce, after=after):
                if StatePart.WATCHES in path.changed:
                    return UNKNOWN
                test = ["if S.watches:", f"{INDENT}return None"]
                return [*test, *self._over_announce(announce, scope, path.then(after, scope=scope))]
            case b.CallPower(use=use, after=after):
                return self._use_power(use, scope, path.then(after, scope=scope))
            case b.Decide():
                return self._call_test(block, scope, path)
        assert_never(block.end)

    def _loop(self, end: b.Iterate, path: Path) -> list[str]:
        """Write a `for each` loop as a Python loop. Nothing of the code's own may be left to do after it."""
        binder = end.binder
        # A fresh name, because deferred lines may still use the binder's name for the item of an earlier turn.
        x = self.fresh_name()
        weight = self.work.weights.get(id(binder), 1)

        def count(items: str) -> list[str]:
            return [self.spending(items, weight, binder.at)]

        def powers(here: Path) -> list[str]:
            items, index = self.fresh_name(), self.fresh_name()
            first = [
                f"{items} = {self.value(binder.domain)}",
                f"{index} = {self.plain(end.index)}",
                *count(items),
                f"while {index} < len({items}):",
            ]
            step = [f"{x} = {items}[{index}]", f"{index} += 1"]
            return round_(here.with_name(0, end.index.name, index), first, step)

        def listed(here: Path) -> list[str]:
            items = self.fresh_name()
            first = [f"{items} = {self.value(end.items)}", *count(items), f"while {items}:"]
            step = [f"{x} = {items}[0]", f"{items} = {items}[1:]"]
            return round_(here.with_name(0, end.items.name, items), first, step)

        def round_(here: Path, first: list[str], step: list[str]) -> list[str]:
            own = here.with_name(0, binder.local.name, x)
            self.names = own.scopes[0]
            if binder.condition is not None:
                step += [f"if not {self.plain(binder.condition)}:", f"{INDENT}continue"]
            step += self._follow(own.then(end.body, scope=0))
            return [*first, *(INDENT + line for line in step), *self._follow(here.then(end.after, scope=0))]

        condition = without_domain(binder) if binder.condition is not None else None
        if isinstance(binder.domain, k.PowersOf):
            return self._evaluating([binder.domain, end.index, condition], path, 0, powers)
        return self._evaluating([end.items, condition], path, 0, listed)

    def _frames(self, path: Path) -> str | None:
        """Python text of a tuple of frames for what is left to do, lowest first; None if a value in them isn't
        known."""
        frames = []
        for item, scope in reversed(path.work):
            if not isinstance(item, b.Block):
                return None
            if isinstance(item.end, b.Return) and not item.instructions:
                continue
            values = [path.scopes[scope].get(name) for name in item.needs]
            if any(value is None for value in values):
                return None
            frames.append(f"({', '.join(map(str, [item.number, *values]))},)")
        return f"({', '.join(frames)}{',' if frames else ''})"

    def _call_test(self, block: b.Block, scope: int, path: Path) -> list[str]:
        """Call the test of a block or decision. Frames on the stack stand for what is left to do after it."""
        frames = self._frames(path)
        values = [path.scopes[scope].get(name) for name in block.needs]
        if frames is None or any(value is None for value in values):
            return UNKNOWN
        given = "".join(f", {value}" for value in values)
        return self._apply_deferred(path, lambda _: [f"return continue_at(S, place, {frames}, {block.number}{given})"])

    def _use_power(self, use: k.UsePower, scope: int, path: Path) -> list[str]:
        def onward(here: Path) -> list[str]:
            me, power = self.plain(use.me), self.plain(use.power)
            frames = self._frames(here)
            if frames is None:
                return UNKNOWN
            return self._apply_deferred(here, lambda _: [f"return try_use(S, place, {frames}, {me}, {power})"])

        return self._evaluating([use.me, use.power], path, scope, onward)
