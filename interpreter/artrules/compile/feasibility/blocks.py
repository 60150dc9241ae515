"""Over blocks: along their graph, through loops, and on into the functions of other blocks, of decisions and powers."""

from __future__ import annotations

from dataclasses import replace

from artrules.compile import blocks as b
from artrules.compile.feasibility.moves import MoveFollower
from artrules.compile.feasibility.path import Way
from artrules.compile.feasibility.statements import UNKNOWN, without_domain
from artrules.compile.statements import INDENT
from artrules.ir import nodes as k
from artrules.ir.traits import StatePart


class BlockFollower(MoveFollower):
    """Follows blocks."""

    def _block(self, block: b.Block, scope: int, way: Way) -> list[str]:
        if (block.number, scope) in way.seen:
            return self._handed_on(block, scope, way)
        lines: list[str] = []
        if isinstance(block.end, b.Return) and not block.instructions:
            return self._follow(way)
        if not way.tested and not any(self._may_fail(item) for item, _ in [(block, scope), *way.work]):
            lines = ["if safe_below(S, place):", f"{INDENT}return True"]
            way = replace(way, tested=True)
        if block.instructions:
            end = b.Block(block.number, block.code, [], block.end, block.needs, block.may_fail)
            return [*lines, *self._follow(way.then(*block.instructions, end, scope=scope))]
        way = replace(way, seen=way.seen | {(block.number, scope)})
        return [*lines, *self._end(block, scope, way)]

    def _end(self, block: b.Block, scope: int, way: Way) -> list[str]:
        match block.end:
            case b.Return():
                return self._follow(way)
            case b.Jump(target=target):
                return self._follow(way.then(target, scope=scope))
            case b.Fork(condition=condition, then=then, otherwise=otherwise):
                return self._fork(condition, [then], [otherwise], scope, way)
            case b.Iterate(binder=binder, items=items, index=index, after=after):
                if not way.work and not scope:
                    return self._loop(block.end, way)
                rest = way.then(after, scope=scope)
                return self._unless_it_runs(
                    binder,
                    items,
                    index,
                    scope,
                    rest,
                    lambda w: self._handed_on(block, scope, replace(w, work=way.work)),
                )
            case b.Count(left=left, body=body, after=after):
                more = k.Operation(left.at, left.type, ">", (left, k.Constant(left.at, left.type, 0)))
                one = k.Constant(left.at, left.type, 1)
                less = k.Set(left.at, left, k.Operation(left.at, left.type, "-", (left, one)))
                return self._fork(more, [less, body], [after], scope, way)
            case b.CallProcedure(perform=perform, after=after):
                entry = self.codes[perform.procedure.key].entry
                return self._called(perform, scope, way.then(after, scope=scope), entry)
            case b.CallWatches(announce=announce, after=after):
                if StatePart.WATCHES in way.changed:
                    return UNKNOWN
                test = ["if S.watches:", f"{INDENT}return None"]
                return [*test, *self._over_announce(announce, scope, way.then(after, scope=scope))]
            case b.CallPower(use=use, after=after):
                return self._used(use, scope, way.then(after, scope=scope))
            case b.Decide():
                return self._handed_on(block, scope, way)
        return UNKNOWN

    def _loop(self, end: b.Iterate, way: Way) -> list[str]:
        """A loop with nothing after it but what lies on the stack: it is written out."""
        binder = end.binder
        # Not the binder's own name: lines that were put off may still mean what it was in the round before.
        x = self.fresh_name()
        weight = self.work.weights.get(id(binder), 1)

        def count(items: str) -> list[str]:
            return [self.spending(items, weight, binder.at)]

        def powers(w: Way) -> list[str]:
            items, index = self.fresh_name(), self.fresh_name()
            first = [
                f"{items} = {self.value(binder.domain)}",
                f"{index} = {self.plain(end.index)}",
                *count(items),
                f"while {index} < len({items}):",
            ]
            step = [f"{x} = {items}[{index}]", f"{index} += 1"]
            return round_(w.naming(0, end.index.name, index), first, step)

        def listed(w: Way) -> list[str]:
            items = self.fresh_name()
            first = [f"{items} = {self.value(end.items)}", *count(items), f"while {items}:"]
            step = [f"{x} = {items}[0]", f"{items} = {items}[1:]"]
            return round_(w.naming(0, end.items.name, items), first, step)

        def round_(w: Way, first: list[str], step: list[str]) -> list[str]:
            own = w.naming(0, binder.local.name, x)
            self.names = own.scopes[0]
            if binder.condition is not None:
                step += [f"if not {self.plain(binder.condition)}:", f"{INDENT}continue"]
            step += self._follow(own.then(end.body, scope=0))
            return [*first, *(INDENT + line for line in step), *self._follow(w.then(end.after, scope=0))]

        condition = without_domain(binder) if binder.condition is not None else None
        if isinstance(binder.domain, k.PowersOf):
            return self._with([binder.domain, end.index, condition], way, 0, powers)
        return self._with([end.items, condition], way, 0, listed)

    def _frames(self, way: Way) -> str | None:
        """The frames of what is left to do, undermost first; None when they can't be written."""
        frames = []
        for item, scope in reversed(way.work):
            if not isinstance(item, b.Block):
                return None
            if isinstance(item.end, b.Return) and not item.instructions:
                continue
            values = [way.scopes[scope].get(name) for name in item.needs]
            if any(value is None for value in values):
                return None
            frames.append(f"({', '.join(map(str, [item.number, *values]))},)")
        return f"({', '.join(frames)}{',' if frames else ''})"

    def _handed_on(self, block: b.Block, scope: int, way: Way) -> list[str]:
        """Go on in the function of a block or a decision; what is left lies on the stack meanwhile."""
        frames = self._frames(way)
        values = [way.scopes[scope].get(name) for name in block.needs]
        if frames is None or any(value is None for value in values):
            return UNKNOWN
        given = "".join(f", {value}" for value in values)
        return self._made(way, lambda w: [f"return onward(S, place, {frames}, {block.number}{given})"])

    def _used(self, use: k.UsePower, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            me, power = self.plain(use.me), self.plain(use.power)
            frames = self._frames(w)
            if frames is None:
                return UNKNOWN
            return self._made(w, lambda _: [f"return use_ahead(S, place, {frames}, {me}, {power})"])

        return self._with([use.me, use.power], way, scope, onward)
