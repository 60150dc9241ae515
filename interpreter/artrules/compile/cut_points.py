"""Finds cut points: blocks that are pushed as frames instead of being called.

Normally a block calls the next one. A path of such calls runs in one piece: it counts as one step, and it deepens
Python's own stack. So a path is cut where its work would exceed METERING_THRESHOLD (`analyses/cost.py`). Ordinary
content has no path that long.
"""

from __future__ import annotations

from artrules.analyses.cost import METERING_THRESHOLD, Work
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

CALL = 160
"""Units of work that a call costs. So at most METERING_THRESHOLD / CALL calls nest on Python's stack."""


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
    return own


def find_cut_points(codes: dict[str, Code], work: Work) -> tuple[frozenset[Block], dict[Block, int]]:
    """Find the cut points of all graphs.

    Returns the blocks that are cut points, and for each block an upper bound of the units of work on a path from it to
    the next cut points.
    """
    cut: set[Block] = set()
    total: dict[Block, int] = {}
    for code in _callees_first(codes):
        for block in _last_first(code):
            own = CALL + min(METERING_THRESHOLD, block_work(block, work))
            for after in sorted(_next(block, codes), key=lambda b: (total.get(b, 0), b.number)):
                if after in cut or after not in total:
                    continue
                if own + total[after] > METERING_THRESHOLD:
                    cut.add(after)
                else:
                    total[block] = max(total.get(block, 0), own + total[after])
            total.setdefault(block, own)
    return frozenset(cut), total


def _next(block: Block, codes: dict[str, Code]) -> list[Block]:
    """The blocks that a block runs next without waiting."""
    match block.end:
        case Jump(target=target, back=back):
            return [] if back else [target]
        case Fork(then=then, otherwise=otherwise):
            return [then, otherwise]
        case Iterate(body=body, after=after) | Count(body=body, after=after):
            return [body, after]
        case CallProcedure(perform=perform):
            code = codes.get(perform.procedure.key)
            return [code.entry] if code is not None else []
    return []


def _last_first(code: Code) -> list[Block]:
    """The blocks of a graph in postorder: successors first. Jumps back to a loop's head are ignored."""
    done: dict[Block, None] = {}
    seen: set[Block] = set()
    for first in code.blocks:
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


def _callees_first(codes: dict[str, Code]) -> list[Code]:
    """The graphs, sorted so that each one comes before its callers."""
    done: dict[Code, None] = {}
    waiting = [(code, False) for code in reversed(list(codes.values()))]
    seen: set[Code] = set()
    while waiting:
        code, finished = waiting.pop()
        if finished:
            done[code] = None
        elif code not in seen:
            seen.add(code)
            waiting.append((code, True))
            for block in code.blocks:
                if isinstance(block.end, CallProcedure):
                    called = codes.get(block.end.perform.procedure.key)
                    waiting += [(called, False)] if called is not None else []
    return list(done)


def decision_work(block: Block, end: Decide, work: Work) -> int:
    """The units of work of listing a decision's candidates."""
    return sum(work.branch(b) for b in end.choose.branches)
