"""Finds cut points: blocks that are pushed as frames instead of being called.

Normally a block calls the next one. A path of such calls runs in one piece: it counts as one step, and its calls nest.
So a path is cut where its work would exceed METERING_THRESHOLD (`analyses/cost.py`). Ordinary content has no path that
long.
"""

from __future__ import annotations

from collections.abc import Mapping

from artrules.analyses.cost import METERING_THRESHOLD, Work
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
)
from artrules.record import dataclass

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
            block, left = way[-1]
            after = next(left, None)
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
