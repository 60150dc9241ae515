"""Liveness: which locals a block needs from the blocks before it.

A frame holds these locals and no others. So two positions that go on alike are equal as data.
"""

from __future__ import annotations

from artrules.ir import nodes as k
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
)


def compute_liveness(graph: Graph) -> None:
    """Set `needs` of every block: a fixed point, found by going backwards."""
    own = {b: _own(b) for b in graph.blocks}
    needs: dict[Block, set[str]] = {b: set() for b in graph.blocks}
    changed = True
    while changed:
        changed = False
        for block in reversed(graph.blocks):
            used, bound = own[block]
            new = used | (set().union(*(_from(block, s, needs[s]) for s in block.successors())) - bound)
            if new != needs[block]:
                needs[block], changed = new, True
    order = {name: i for i, name in enumerate(["me", "self", *graph.parameters])}
    for block in graph.blocks:
        block.needs = sorted(needs[block], key=lambda name: (order.get(name, len(order)), name))


def _from(block: Block, successor: Block, needs: set[str]) -> set[str]:
    """The names that a successor needs, without those that are bound between the blocks."""
    if isinstance(block.end, Decide):
        branch = block.end.choose.branches[block.end.targets.index(successor)]
        return needs - {b.local.name for b in branch.binders}
    return needs


def _own(block: Block) -> tuple[set[str], set[str]]:
    """Two sets of names: locals that a block uses before it binds them, and locals that it binds."""
    used: set[str] = set()
    bound: set[str] = set()
    for statement in block.instructions:
        used |= free_locals(statement) - bound
        bound |= bound_locals(statement)
    end_used, end_bound = _end(block)
    return used | (end_used - bound), bound | end_bound


def _end(block: Block) -> tuple[set[str], set[str]]:
    match block.end:
        case Fork(condition=condition):
            return free_locals(condition), set()
        case Iterate(binder=binder, items=items, index=index):
            inside = {binder.local.name}
            used = free_locals(binder.condition) - inside if binder.condition is not None else set()
            if isinstance(binder.domain, k.PowersOf):
                return used | free_locals(binder.domain) | {index.name}, inside
            return used | {items.name}, inside
        case Count(left=left):
            return {left.name}, set()
        case Decide(choose=choose):
            used = free_locals(choose.me) | {local.name for local in (choose.cost, choose.left) if local is not None}
            for branch in choose.branches:
                binders = {b.local.name for b in branch.binders}
                parts = [*branch.binders, branch.guard, branch.label]
                used |= set().union(*(free_locals(p) for p in parts if p is not None)) - binders
            return used, set()
        case CallProcedure(perform=call):
            return set().union(*(free_locals(a) for a in [*call.arguments, call.me])), set()
        case CallPower(use=use):
            return free_locals(use.power) | free_locals(use.me), set()
        case CallWatches(announce=call):
            return set().union(*(free_locals(a) for a in [*call.fields, call.me])), set()
        case AskAtOnce(ask=ask):
            return free_locals(ask.players) | {local.name for local in ask.captured}, set()
    return set(), set()


def bound_locals(statement: k.Statement) -> set[str]:
    """Names of the locals that a statement binds and that still hold their value after it."""
    match statement:
        case k.Set(place=k.Local(name=name)):
            return {name}
        case k.Roll(binder=binder):
            return {binder.local.name}
        case k.Hear(said=said):
            return {said.name}
        case k.Draw(local=local):
            return {local.name}
    return set()


def free_locals(node: k.Node) -> set[str]:
    """Names of the locals that a node uses but doesn't bind."""
    match node:
        case k.Local(name=name):
            return {name}
        case k.Set(place=k.Local(), value=value):
            return free_locals(value)
        case k.Draw(arguments=arguments, me=me):
            return set().union(*(free_locals(part) for part in (*arguments, me) if part is not None))
        case k.Watch(captured=captured, me=me):
            return {c.name for c in captured} | free_locals(me)
        case k.StopWatching():
            return {"watch"}
        case k.Hear():
            return set()
    bound: set[str] = set()
    used: set[str] = set()
    for child in k.children(node):
        used |= free_locals(child)
        match child:
            case k.Binder(local=local):
                bound.add(local.name)
    if isinstance(node, k.Binder):
        return used - {node.local.name}
    if isinstance(node, k.As):
        bound.add(node.local.name)
    if isinstance(node, k.ExpressionNode):
        return used - bound  # no statement is in it, which alone can bind more
    inner = {n.place.name for n in k.walk(node) if isinstance(n, k.Set) and isinstance(n.place, k.Local) and n.binds}
    rolled = {n.binder.local.name for n in k.walk(node) if isinstance(n, k.Roll)}
    drawn = {n.local.name for n in k.walk(node) if isinstance(n, k.Draw)}
    return used - bound - inner - rolled - drawn
