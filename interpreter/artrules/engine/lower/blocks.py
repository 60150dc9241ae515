"""Lowers the blocks of graphs: their code, and the frames that wait on the stack.

A block's code stands in the code of the block before it, where there is only one and control reaches it forwards
without a wait. Any other block has a function: `b12(…)` is called with the values that the block needs, `r12()` takes
them from its frame. Where a block is never called, `r12` has its code.
"""

from collections.abc import Iterable, Mapping
from typing import assert_never

from artrules.engine.lower import graphs as g
from artrules.engine.lower.builder import ONE, ZERO, Builder, added, negated
from artrules.engine.lower.graph_analyses import FailureAnalysis
from artrules.engine.lower.graphs import (
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
)
from artrules.engine.lower.loops import power_count
from artrules.engine.lower.statements import StatementLowering, finish
from artrules.engine.machine.numbers import SLOTS
from artrules.engine.machine_code import nodes as m
from artrules.model.analyses.cost import METERING_THRESHOLD, Work
from artrules.model.ir import nodes as k
from artrules.text.record import dataclass

# Finds cut points: blocks that are pushed as frames instead of being called.
#
# Normally a block calls the next one. A path of such calls runs in one piece: it counts as one step, and its calls
# nest. So a path is cut where its work would exceed METERING_THRESHOLD (`analyses/cost.py`). Ordinary content has no
# path that long.

CALL = 160
"""Units of work that a call costs. So at most METERING_THRESHOLD / CALL calls nest."""


def block_work(block: Block, work: Work) -> int:
    """The units of work of a block's instructions, and of evaluating the condition or call at its end."""
    own = work.body(block.instructions)
    match block.end:
        case Fork(condition=condition):
            own += work.expression(condition)
        case Iterate(binder=binder):
            # A turn stops at the first item that passes.
            own += work.loop([binder], 1)
        case CallProcedure(perform=perform):
            own += sum(work.expression(a) for a in perform.arguments)
        case CallPower(use=use):
            own += work.statement(use)
        case CallWatches(announce=announce):
            own += work.statement(announce)
        case AskAtOnce(ask=ask):
            own += work.statement(ask)
    return own


@dataclass(frozen=True, slots=True)
class CutPoints:
    """The blocks that are cut points, and for each block an upper bound of the units of work on a path from it to the
    next cut points."""

    blocks: frozenset[Block]
    path_work: Mapping[Block, int]


def find_cut_points(graphs: Mapping[str, Graph], work: Work) -> CutPoints:
    """Find the cut points of all graphs, by key."""
    cut: set[Block] = set()
    total: dict[Block, int] = {}
    for graph in callees_first(graphs):
        for block in _last_first(graph):
            own = CALL + min(METERING_THRESHOLD, block_work(block, work))
            for after in sorted(_next(block, graphs), key=lambda b: (total.get(b, 0), b.number)):
                if after in cut or after not in total:
                    continue
                if own + total[after] > METERING_THRESHOLD:
                    cut.add(after)
                else:
                    total[block] = max(total.get(block, 0), own + total[after])
            total.setdefault(block, own)
    return CutPoints(frozenset(cut), total)


def _next(block: Block, graphs: Mapping[str, Graph]) -> list[Block]:
    """The blocks that a block runs next without waiting."""
    match block.end:
        case Jump(target=target, back=back):
            return [] if back else [target]
        case Fork(then=then, otherwise=otherwise):
            return [then, otherwise]
        case Iterate(body=body, after=after) | Count(body=body, after=after):
            return [body, after]
        case CallProcedure(perform=perform):
            graph = graphs.get(perform.procedure.key)
            return [graph.entry] if graph is not None else []
    return []


def _last_first(graph: Graph) -> list[Block]:
    """The blocks of a graph in postorder: successors first. Jumps back to a loop's head are ignored."""
    done: dict[Block, None] = {}
    seen: set[Block] = set()
    for first in graph.blocks:
        way = [] if first in seen else [(first, iter(_next(first, {})))]
        seen.add(first)
        while way:
            block, successors = way[-1]
            after = next(successors, None)
            if after is None:
                done[block] = None
                way.pop()
            elif after not in seen:
                seen.add(after)
                way.append((after, iter(_next(after, {}))))
    return list(done)


def callees_first(graphs: Mapping[str, Graph]) -> list[Graph]:
    """The graphs, sorted so that each one comes before its callers."""
    done: dict[Graph, None] = {}
    waiting = [(graph, False) for graph in reversed(list(graphs.values()))]
    seen: set[Graph] = set()
    while waiting:
        graph, finished = waiting.pop()
        if finished:
            done[graph] = None
        elif graph not in seen:
            seen.add(graph)
            waiting.append((graph, True))
            for block in graph.blocks:
                if isinstance(block.end, CallProcedure):
                    called = graphs.get(block.end.perform.procedure.key)
                    waiting += [(called, False)] if called is not None else []
    return list(done)


def decision_work(end: Decide, work: Work) -> int:
    """The units of work of listing a decision's candidates."""
    return sum(work.branch(b) for b in end.choose.branches)


STACK_TOP = m.Name("stack_top")
WAITS = (g.CallProcedure, g.CallPower, g.CallWatches, g.AskAtOnce)
"""The ends of blocks whose `after` waits on the stack."""


class BlockLowering:
    """Lowers blocks. `functions` collects the functions of blocks, `run_block` the names of those that take a frame, by
    the number of the block."""

    def __init__(
        self,
        statements: StatementLowering,
        failing: FailureAnalysis,
        cut_points: CutPoints,
        graphs: Mapping[str, g.Graph],
    ) -> None:
        self.statements = statements
        self.context = statements.context
        self.failing = failing
        self.cut_points = cut_points
        self.functions: list[m.Function] = []
        self.run_block: dict[int, str] = {}
        self._before: dict[g.Block, list[g.Block]] = {b: [] for graph in graphs.values() for b in graph.blocks}
        for block in list(self._before):
            for successor in block.successors():
                self._before[successor].append(block)

    def graph(self, graph: g.Graph) -> None:
        """Lower the functions of a graph's blocks, but for decisions."""
        for block in graph.blocks:
            if isinstance(block.end, g.Decide) or self._inlined(block) or self._begins(block):
                continue
            called, pushed = self._is_called(block), self._is_pushed(block)
            about = f"block {block.number}"
            b = Builder(graph.of)
            if not called:
                self.take_frame(b, block)
            self._block(b, block)
            name = f"{'b' if called else 'r'}{block.number}"
            self.functions.append(finish(b, name, block.needs if called else (), about))
            if called and pushed:
                b = Builder(graph.of)
                self.take_frame(b, block)
                b.call(name, *map(m.Name, block.needs))
                self.functions.append(finish(b, f"r{block.number}", (), about))
            if pushed:
                self.run_block[block.number] = f"r{block.number}"

    def enter(self, b: Builder, graph: g.Graph) -> None:
        """Lower the beginning of a graph, in a function in which the values that it needs are locals."""
        if self._begins(graph.entry):
            self._block(b, graph.entry)
        else:
            self.go(b, graph.entry)

    # -- where blocks stand

    def _begins(self, block: g.Block) -> bool:
        """Whether a block stands in the function that begins its graph."""
        return (
            block is block.graph.entry
            and not self._before[block]
            and block not in self.cut_points.blocks
            and not isinstance(block.end, g.Decide)
        )

    def _inlined(self, block: g.Block) -> bool:
        """Whether a block stands in the code of the one before it."""
        before = self._before[block]
        if len(before) != 1 or block is block.graph.entry:
            return False
        if block in self.cut_points.blocks or isinstance(block.end, g.Decide):
            return False
        end = before[0].end
        return isinstance(end, (g.Fork, g.Iterate, g.Count, g.Decide)) or (isinstance(end, g.Jump) and not end.back)

    def _is_pushed(self, block: g.Block) -> bool:
        """Whether frames of a block come to lie on the stack."""
        if isinstance(block.end, g.Decide) or block in self.cut_points.blocks:
            return True
        return any(
            end.back if isinstance(end, g.Jump) else isinstance(end, WAITS)
            for end in (before.end for before in self._before[block])
        )

    def _is_called(self, block: g.Block) -> bool:
        """Whether the function of a block is called with the values that it needs."""
        if block in self.cut_points.blocks:
            return False
        ends = [before.end for before in self._before[block]]
        if block is block.graph.entry:
            return True
        return any(not isinstance(end, WAITS) and not (isinstance(end, g.Jump) and end.back) for end in ends)

    # -- frames

    def take_frame(self, b: Builder, block: g.Block, names: Iterable[str] | None = None) -> None:
        """Take a block's frame from the stack: all values in it, or those with some names."""
        wanted = set(block.needs if names is None else names)
        b.emit(m.SetRegister("stack_top", m.Binary("-", STACK_TOP, m.Const(len(block.needs) + 1))))
        for i, name in enumerate(block.needs):
            if name in wanted:
                b.assign(name, m.Load("stack", added(STACK_TOP, m.Const(i))))

    def read_frame(self, b: Builder, block: g.Block, names: Iterable[str]) -> None:
        """Read some of the values in a block's frame, which stays on top of the stack."""
        wanted = set(names)
        words = len(block.needs) + 1
        for i, name in enumerate(block.needs):
            if name in wanted:
                b.assign(name, m.Load("stack", m.Binary("-", STACK_TOP, m.Const(words - i))))

    def push(self, b: Builder, block: g.Block) -> None:
        """Put a frame of a block on the stack."""
        for i, name in enumerate(block.needs):
            b.emit(m.Store("stack", added(STACK_TOP, m.Const(i)), m.Name(name)))
        b.emit(
            m.Store("stack", added(STACK_TOP, m.Const(len(block.needs))), m.Const(block.number)),
            m.SetRegister("stack_top", added(STACK_TOP, m.Const(len(block.needs) + 1))),
        )

    def _push_after(self, b: Builder, after: g.Block) -> None:
        if waits(after):
            self.push(b, after)

    # -- code

    def go(self, b: Builder, block: g.Block, back: bool = False) -> None:
        """Lower what continues with a block: its code, a call of its function, or a push of its frame. It leaves the
        function."""
        if isinstance(block.end, g.Decide) or back or block in self.cut_points.blocks:
            self.push(b, block)
        elif self._inlined(block):
            self._block(b, block)
            return
        elif waits(block):
            b.call(f"b{block.number}", *map(m.Name, block.needs))
        b.emit(m.Return())

    def _block(self, b: Builder, block: g.Block) -> None:
        at = block.instructions[0].at if block.instructions else block.graph.at
        self.context.count(b, block_work(block, self.context.work), at)
        self.statements.body(b, tuple(block.instructions))
        self._end(b, block)

    def _end(self, b: Builder, block: g.Block) -> None:
        """Lower a block's end. A decision has none, because it has no code that runs by itself."""
        match block.end:
            case g.Return():
                b.emit(m.Return())
            case g.Jump(target=target, back=back):
                self.go(b, target, back)
            case g.Fork(condition=condition, then=then, otherwise=otherwise):
                with b.when(self.statements.condition(b, condition)):
                    self.go(b, then)
                self.go(b, otherwise)
            case g.Iterate(binder=binder, after=after):
                if isinstance(binder.domain, k.PowersOf):
                    self._each_power(b, block, block.end, binder.domain)
                else:
                    self._each_item(b, block, block.end)
                self.go(b, after)
            case g.Count(left=left, body=body, after=after):
                with b.when(m.Compare(">", m.Name(left.name), ZERO)):
                    b.assign(left.name, m.Binary("-", m.Name(left.name), ONE))
                    self.go(b, body)
                self.go(b, after)
            case g.CallProcedure(perform=perform, after=after):
                self.statements.count(b, perform)
                self._stop_looking(b, block, self.failing.node(perform) or after.may_fail)
                call = self.statements.procedure_call(b, perform)
                self._push_after(b, after)
                b.emit(m.Do(call), m.Return())
            case g.CallPower(use=use, after=after):
                self.statements.count(b, use)
                me, power = self.statements.value(b, use.me), self.statements.value(b, use.power)
                site = self.context.site(use.at, "the power can't be used", use)
                self._push_after(b, after)
                b.call("use_power", me, power, m.Const(site))
                b.emit(m.Return())
            case g.CallWatches(announce=call_, after=after):
                self.statements.count(b, call_)
                self._stop_looking(b, block, self.failing.node(call_) or after.may_fail)
                happening = self.statements.happening(b, call_)
                self._push_after(b, after)
                b.call("announce", *happening)
                b.emit(m.Return())
            case g.AskAtOnce(ask=ask, after=after):
                self.statements.count(b, ask)
                question = self.statements.question(b, ask)
                self._push_after(b, after)
                b.call("ask_at_once", *question)
                b.emit(m.Return())
            case g.Decide():
                raise AssertionError("a decision has no code of its own")
            case _:
                assert_never(block.end)

    def _each_item(self, b: Builder, block: g.Block, end: g.Iterate) -> None:
        """Lower the head of a loop over the list of what is left."""
        items = m.Name(end.items.name)
        self.statements.count_turns(b, end.binder, m.Load("heap", items))
        place = b.assign(b.fresh("place"), ZERO)
        with b.loop(m.Compare("<", place, m.Load("heap", items))):
            b.assign(place.name, added(place, ONE))
            b.assign(end.binder.local.name, m.Load("heap", m.Binary("+", items, place)))
            if end.binder.condition is not None:
                condition = self.statements.condition(b, end.binder.condition)
                b.emit(m.If(negated(condition), (m.Continue(),)))
            self._skip_turn(b, block, end.body)
            if items.name in end.body.needs:
                b.assign(items.name, m.Call("rest_of", (items, place)))
                b.check_status()
            self.go(b, end.body)

    def _each_power(self, b: Builder, block: g.Block, end: g.Iterate, domain: k.PowersOf) -> None:
        """Lower the head of a loop over a card's powers, with those that it gains meanwhile. The local `index` holds
        where among them it goes on."""
        index, rest = m.Name(end.index.name), end.binder.condition
        card = b.keep(self.statements.value(b, domain.card), "card")
        count = power_count(card)
        self.statements.count_turns(b, end.binder, count)
        with b.loop():
            if rest is None or self.context.counters is not None:
                b.emit(m.If(m.Compare(">=", index, count), (m.Break(),)))
            else:
                test = m.Const(self.context.tests.table(end.binder, {}))
                rest = self.context.tests.rest(end.binder, {})
                b.assign(index.name, m.Call("next_passing", (card, index, test)))
                b.emit(m.If(m.Compare("<", index, ZERO), (m.Break(),)))
            b.assign(end.binder.local.name, added(m.Binary("*", card, m.Const(SLOTS)), index))
            b.assign(index.name, added(index, ONE))
            if rest is not None:
                b.emit(m.If(negated(self.statements.condition(b, rest)), (m.Continue(),)))
            self._skip_turn(b, block, end.body)
            self.go(b, end.body)

    def _skip_turn(self, b: Builder, head: g.Block, body: g.Block) -> None:
        """Skip a turn whose body is a loop over a card's powers, when none of them passes its condition."""
        inner = body.end.target.end if isinstance(body.end, g.Jump) and not body.end.back else None
        if not isinstance(inner, g.Iterate) or not isinstance(inner.binder.domain, k.PowersOf):
            return
        if self.context.counters is not None:
            return
        after, starts = inner.after, all(isinstance(i, k.Set) and i.place is inner.index for i in body.instructions)
        if after.instructions or not starts or not (isinstance(after.end, g.Jump) and after.end.target is head):
            return
        test = m.Const(self.context.tests.table(inner.binder, {}))
        card = self.statements.value(b, inner.binder.domain.card)
        b.emit(m.If(m.Call("lacks_powers", (card, ZERO, test)), (m.Continue(),)))

    def _stop_looking(self, b: Builder, block: g.Block, rest_fails: bool) -> None:
        """End looking ahead where something could fail in a block, but not after it."""
        if not rest_fails and any(self.failing.node(i) for i in block.instructions):
            self.statements.stop_looking(b)


def waits(block: g.Block) -> bool:
    """Whether a block that comes after others has anything to do."""
    return bool(block.instructions) or not isinstance(block.end, g.Return)
