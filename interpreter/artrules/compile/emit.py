"""Writes Python functions for graphs of blocks.

`b12(S, …)` runs block 12 and everything after it up to the next wait. A decision has other functions instead: `o12`
lists its candidates, `m12` returns who decides, and for each branch `t12_0` takes a candidate, `l12_0` returns its
label and, where the branch only uses a power, `u12_0` returns this power. `docs/architecture.md` shows one decision at
run time.
"""

from __future__ import annotations

from typing import assert_never

from artrules.analyses.cost import METERING_THRESHOLD
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
    Return,
)
from artrules.compile.cut_points import block_work, decision_work
from artrules.compile.failures import FailureAnalysis
from artrules.compile.references import shape_of
from artrules.compile.statements import INDENT, StatementWriter
from artrules.ir import nodes as k
from artrules.ir.types import Zone


class Emitter:
    """Writes the functions of all graphs. `lines` collects the Python text."""

    def __init__(
        self,
        writer: StatementWriter,
        failing: FailureAnalysis,
        limit_keys: dict[str, int],
        cut_points: frozenset[Block],
        path_work: dict[Block, int],
    ) -> None:
        self.writer = writer
        self.failing = failing
        self.cut_points = cut_points
        self.path_work = path_work
        self.limit_keys = limit_keys
        self.lines: list[str] = []
        self._predecessors: dict[Code, dict[Block, list[Block]]] = {}

    def function(self, name: str, parameters: list[str], body: list[str]) -> None:
        """Write one function. Its body may use the state `S`, its cells `v` and its zones `z`."""
        self.lines.append(f"def {name}(S{''.join(', ' + p for p in parameters)}):")
        text = "\n".join(body)
        if "v[" in text or "(v, " in text:
            self.lines.append(f"{INDENT}v = S.cells")
        if "z[" in text:
            self.lines.append(f"{INDENT}z = S.zones")
        self.lines += [INDENT + line for line in body]
        self.lines.append("")

    def value_function(
        self, name: str, parameters: list[str], e: k.Expression | k.Label, names: str | None = None
    ) -> None:
        """Write a function that returns the value of an expression: for a label its text, for a zone its number.

        `names` is the local that holds the card, if the label is a card's name.
        """
        writer = self.writer
        if isinstance(e, k.Label):
            text = writer.label(e, names)
        else:
            text = writer.zone(e) if isinstance(e.type, Zone) else writer.value(e)
        lines = writer.counted(writer.work.expression(e), e.at, [f"return {text}"])
        self.function(name, parameters, [*writer.call_probe(e), *lines])

    def code(self, code: Code, entry_name: str, entry_parameters: list[str]) -> None:
        """Write all functions of a graph. The function `entry_name` starts it."""
        self.function(entry_name, entry_parameters, self._go(code.entry))
        for block in code.blocks:
            if isinstance(block.end, Decide):
                self._decision(block, block.end)
            elif self.is_function(block):
                self.function(f"b{block.number}", block.needs, self._block(block))

    def is_function(self, block: Block) -> bool:
        """Whether a block has a function of its own, and isn't written into another block's."""
        return block is block.code.entry or not self._inlined(block)

    def _inlined(self, block: Block) -> bool:
        """Whether a block is written into its predecessor: it has only one, which reaches it forwards without a
        wait."""
        before = self._before(block)
        if len(before) != 1 or block is block.code.entry or block in self.cut_points or isinstance(block.end, Decide):
            return False
        end = before[0].end
        return isinstance(end, (Fork, Iterate, Count)) or (isinstance(end, Jump) and not end.back)

    def _before(self, block: Block) -> list[Block]:
        """A block's predecessors. The graph is complete by now, so one pass finds those of all its blocks."""
        code = block.code
        if code not in self._predecessors:
            found = self._predecessors[code] = {b: [] for b in code.blocks}
            for b in code.blocks:
                for successor in b.successors():
                    found[successor].append(b)
        return self._predecessors[code][block]

    def _go(self, block: Block, back: bool = False) -> list[str]:
        """Lines that continue with a block: its code, a call of its function, or a push of its frame."""
        if isinstance(block.end, Decide) or back or block in self.cut_points:
            return [f"S.stack.append({self._frame(block)})", "return"]
        if self._inlined(block):
            return self._block(block)
        if not block.instructions and isinstance(block.end, Return):
            return ["return"]
        return [f"return b{block.number}(S{''.join(', ' + n for n in block.needs)})"]

    def _frame(self, block: Block) -> str:
        return f"({', '.join([str(block.number), *block.needs])}{',' if not block.needs else ''})"

    def _block(self, block: Block) -> list[str]:
        lines = self.writer.body(tuple(block.instructions)) if block.instructions else []
        end = self._end(block)
        at = block.instructions[0].at if block.instructions else block.code.at
        return self.writer.counted(block_work(block, self.writer.work), at, lines + end)

    def _end(self, block: Block) -> list[str]:
        """Lines for a block's end. A decision has none, because it has no function of its own."""
        match block.end:
            case Return():
                return ["return"]
            case Jump(target=target, back=back):
                return self._go(target, back)
            case Fork(condition=condition, then=then, otherwise=otherwise):
                taken = [INDENT + line for line in self._go(then)]
                return [f"if {self.writer.plain(condition)}:", *taken, *self._go(otherwise)]
            case Iterate():
                return self._iterate(block, block.end)
            case Count(left=left, body=body, after=after):
                inner = [f"{left.name} -= 1", *self._go(body)]
                return [f"if {left.name} > 0:", *(INDENT + line for line in inner), *self._go(after)]
            case CallProcedure():
                return self._call_procedure(block, block.end)
            case CallPower():
                return self._call_power(block.end)
            case CallWatches():
                return self._call_watches(block, block.end)
            case Decide():
                raise AssertionError("a decision is no function")
            case _:
                assert_never(block.end)

    def _iterate(self, block: Block, end: Iterate) -> list[str]:
        items, index, x = end.items.name, end.index.name, end.binder.local.name
        if isinstance(end.binder.domain, k.PowersOf):
            card = self.writer.plain(end.binder.domain.card)
            lines = [f"{items} = {self.writer.value(end.binder.domain)}", f"while {index} < len({items}):"]
            if end.binder.condition is not None and self.writer.shortcuts:
                table = self.writer.tests.table(end.binder, self.writer.known())
                lines[:0] = [
                    f"if lacks_powers(S, {card}, {index}, {table}):",
                    *(INDENT + x for x in self._go(end.after)),
                ]
            inner = [f"{x} = {items}[{index}]", f"{index} += 1"]
        else:
            lines = [f"while {items}:"]
            inner = [f"{x} = {items}[0]", f"{items} = {items}[1:]"]
        if (weight := self.writer.work.weights.get(id(end.binder))) is not None:
            lines.insert(-1, self.writer.spending(items, weight, end.binder.at))
        if end.binder.condition is not None:
            inner += [f"if not {self.writer.plain(end.binder.condition)}:", f"{INDENT}continue"]
        inner += [*self._next_round(block, end.body), *self._go(end.body)]
        return [*lines, *(INDENT + line for line in inner), *self._go(end.after)]

    def _next_round(self, head: Block, body: Block) -> list[str]:
        """Lines that skip a turn whose body is a loop over a card's powers, when none of them passes its condition."""
        inner = body.end.target.end if isinstance(body.end, Jump) and not body.end.back else None
        if not isinstance(inner, Iterate) or not isinstance(inner.binder.domain, k.PowersOf):
            return []
        if not self.writer.shortcuts:
            return []
        after, starts = inner.after, all(isinstance(i, k.Set) and i.place is inner.index for i in body.instructions)
        if after.instructions or not starts or not (isinstance(after.end, Jump) and after.end.target is head):
            return []
        table = self.writer.tests.table(inner.binder, self.writer.known())
        card = self.writer.plain(inner.binder.domain.card)
        return [f"if lacks_powers(S, {card}, 0, {table}):", f"{INDENT}continue"]

    def _push(self, after: Block) -> list[str]:
        if not after.instructions and isinstance(after.end, Return):
            return []
        return [f"S.stack.append({self._frame(after)})"]

    def _stop_trial(self, block: Block, rest_fails: bool) -> list[str]:
        """Lines that end a trial (a test of feasibility on a copy) as soon as nothing can fail any more."""
        if rest_fails or not any(self.failing.node(i) for i in block.instructions):
            return []
        return ["if S.probing and nothing_can_fail(S):", f"{INDENT}raise Committed"]

    def _call_procedure(self, block: Block, end: CallProcedure) -> list[str]:
        rest_fails = self.failing.node(end.perform) or end.after.may_fail
        call = self.writer.call(end.perform)
        return [
            *self.writer.probe(end.perform),
            *self._stop_trial(block, rest_fails),
            *self._push(end.after),
            f"return {call}",
        ]

    def _call_power(self, end: CallPower) -> list[str]:
        me, power = self.writer.plain(end.use.me), self.writer.plain(end.use.power)
        site = self.writer.site(end.use.at, "the power can't be used", end.use)
        probes = self.writer.probe(end.use)
        return [*probes, *self._push(end.after), f"use_power(S, {me}, {power}, {site})", "return"]

    def _call_watches(self, block: Block, end: CallWatches) -> list[str]:
        call = end.announce
        me, number = self.writer.plain(call.me), self.writer.event_number(call.event.key)
        stop = self._stop_trial(block, self.failing.node(call) or end.after.may_fail)
        site = self.writer.site(call.at, f"`{call.event.name}`")
        announcing = f"announce(S, {me}, {number}, {self.writer.fields(call)}, {site})"
        return [*self.writer.probe(call), *stop, *self._push(end.after), announcing, "return"]

    # -- decisions

    def _decision(self, block: Block, end: Decide) -> None:
        """Write the functions of a decision (see the module's docstring)."""
        number, needs, writer = block.number, block.needs, self.writer
        me = writer.plain(end.choose.me)
        lines = [*writer.probe(end.choose), "out = []"]
        cards: dict[int, tuple[tuple[int, int], ...]] = {}
        for index, (branch, target) in enumerate(zip(end.choose.branches, end.targets, strict=True)):
            names = [b.local.name for b in branch.binders]
            lines += self._candidates(index, branch, names, me, number)
            shapes = [shape_of(b.local.type, writer.layout.model) for b in branch.binders]
            if places := tuple((i, shape) for i, shape in enumerate(shapes, 1) if isinstance(shape, int)):
                cards[index] = places
            taking = self._go(target)
            if branch.limit is not None:
                key = self.limit_keys[f"{number}/{index}"]
                taking = [f"count_use(S, {me}, {branch.limit.index}, {key})", *taking]
            counting = f"S.steps += {self.path_work[target]}"
            self.function(f"t{number}_{index}", [*needs, *names], [*writer.probe(branch), counting, *taking])
            if isinstance(target.end, CallPower) and not target.instructions:
                power = writer.plain(target.end.use.power)
                self.function(f"u{number}_{index}", [*needs, *names], [f"return {power}"])
            self.function(f"l{number}_{index}", [*needs, *names], [f"return {writer.label(branch.label)}"])
        if cards:
            writer.constants[f"CARDS_IN_{number}"] = cards
        lines.append(f"return distinct(S, out, CARDS_IN_{number}, {me})" if cards else "return out")
        units = decision_work(block, end, writer.work)
        lines = (
            writer.counted(units, end.choose.at, lines)
            if units > METERING_THRESHOLD
            else [f"S.steps += {units}", *lines]
        )
        self.function(f"o{number}", needs, lines)
        self.function(f"m{number}", needs, [f"return {me}"])

    def _candidates(self, index: int, branch: k.Branch, names: list[str], me: str, number: int) -> list[str]:
        """Lines that append a branch's candidates to `out`: tuples of the branch's index and its binders' values."""
        writer = self.writer
        lines: list[str] = []
        depth = 0
        for binder in branch.binders:
            items, condition = writer.through(binder)
            lines.append(f"{INDENT * depth}for {binder.local.name} in {items}:")
            depth += 1
            if condition is not None:
                lines.append(f"{INDENT * depth}if not {writer.plain(condition)}:")
                lines.append(f"{INDENT * (depth + 1)}continue")
        if branch.guard is not None:
            lines.append(f"{INDENT * depth}if {writer.plain(branch.guard)}:")
            depth += 1
        if branch.limit is not None:
            key = self.limit_keys[f"{number}/{index}"]
            lines.append(f"{INDENT * depth}if limit_has_room(S, {me}, {branch.limit.index}, {key}):")
            depth += 1
        values = ", ".join([str(index), *names])
        lines.append(f"{INDENT * depth}out.append(({values}{',' if not names else ''}))")
        return lines
