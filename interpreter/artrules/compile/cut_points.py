"""Which blocks are not run right away, but put on the stack: where a way through blocks would be too long otherwise.

A block goes on into the next by a call, so that nothing waits in between. But what runs in one piece counts as one
step, and lies on Python's own stack. So a way is cut where more than a GRAIN of work (`analyses/cost.py`) would lie on
it; ordinary content has no such way.
"""

from __future__ import annotations

from artrules.analyses.cost import GRAIN, Work
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
"""Units that a call costs: of these at most GRAIN / CALL lie in one another."""


def block_work(block: Block, work: Work) -> int:
    """The work of a block itself, and of what it decides or calls at its end."""
    own = work.body(block.instructions)
    match block.end:
        case Fork(condition=condition):
            own += work.expression(condition)
        case Iterate(binder=binder):
            # It goes on to the first item that passes: then it waits.
            own += work.loop([binder], 1)
        case CallProcedure(perform=perform):
            own += sum(work.expression(a) for a in perform.arguments)
        case CallPower(use=use):
            own += work.statement(use)
        case CallWatches(announce=announce):
            own += work.statement(announce)
    return own


def find_far(codes: dict[str, Code], work: Work) -> tuple[frozenset[Block], dict[Block, int]]:
    """The blocks of all graphs that are put on the stack; and for each block the work of the way that begins with it,
    at most."""
    far: set[Block] = set()
    total: dict[Block, int] = {}
    for code in _callees_first(codes):
        for block in _last_first(code):
            own = CALL + min(GRAIN, block_work(block, work))
            for after in sorted(_next(block, codes), key=lambda b: (total.get(b, 0), b.number)):
                if after in far or after not in total:
                    continue
                if own + total[after] > GRAIN:
                    far.add(after)
                else:
                    total[block] = max(total.get(block, 0), own + total[after])
            total.setdefault(block, own)
    return frozenset(far), total


def _next(block: Block, codes: dict[str, Code]) -> list[Block]:
    """What a block goes on to without waiting."""
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
    """The blocks of a graph, each before those that go on to it, but for ways back to a loop's head."""
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
    """The graphs, each before those that call it."""
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
    """The work of listing the candidates of a decision."""
    return sum(work.branch(b) for b in end.choose.branches)
