"""Splits a body into blocks, which form a control-flow graph.

A block runs without asking. It ends where a player may be asked, or where the code branches. While a block waits, a
frame stands for it on the stack: the values that it still needs, and its number. A loop that asks nothing stays one
instruction and becomes a loop of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from artrules.engine.machine.numbers import FIRST_BLOCK
from artrules.model.analyses.calls import DecisionAnalysis
from artrules.model.analyses.failures import offers_where
from artrules.model.ir import nodes as k
from artrules.model.ir.types import ANY_NUMBER, ListOf, Type
from artrules.text.diagnostics.diagnostic import Span


@dataclass(slots=True)
class Return:
    pass


@dataclass(slots=True)
class Jump:
    target: Block
    back: bool = False
    """Whether the target is the head of a loop. Such a jump pushes a frame: a call would nest in the turn before."""


@dataclass(slots=True)
class Fork:
    condition: k.Expression
    then: Block
    otherwise: Block


@dataclass(slots=True)
class Iterate:
    """The head of a `for each` loop.

    The local `items` holds what is left of the list. For a loop over a card's powers, the local `index` holds the next
    position among them instead. The next item that passes the binder's condition goes to `body`; without one the loop
    ends and `after` follows.
    """

    binder: k.Binder
    items: k.Local
    index: k.Local
    body: Block
    after: Block


@dataclass(slots=True)
class Count:
    """The head of a loop that runs a number of times. The local `left` holds how many turns are left."""

    left: k.Local
    body: Block
    after: Block


@dataclass(slots=True)
class Decide:
    """`never_empty` says that there is always an option."""

    choose: k.Choose
    targets: list[Block]
    never_empty: bool


@dataclass(slots=True)
class CallProcedure:
    perform: k.Perform
    after: Block


@dataclass(slots=True)
class CallPower:
    """`known` are conditions that hold where the power is used. They limit which powers it can be."""

    use: k.UsePower
    after: Block
    proven: list[k.Expression]


@dataclass(slots=True)
class CallWatches:
    announce: k.Announce
    after: Block


@dataclass(slots=True)
class AskAtOnce:
    """Several players run the suite of a question, which is a graph of its own."""

    ask: k.Ask
    after: Block


End = Return | Jump | Fork | Iterate | Count | Decide | CallProcedure | CallPower | CallWatches | AskAtOnce
"""How a block ends."""


@dataclass(slots=True, eq=False)
class Block:
    """A stretch of code that runs without asking.

    `instructions` are statements that ask nothing. `needs` are the locals that must have a value when the block begins.
    """

    number: int
    graph: Graph
    instructions: list[k.Statement] = field(default_factory=list)
    end: End = field(default_factory=Return)
    needs: list[str] = field(default_factory=list)
    may_fail: bool = False
    """Whether something can fail from here to the end of the code. A failure that a choice absorbs doesn't count."""

    def successors(self) -> list[Block]:
        """The blocks of the same graph that may run next."""
        match self.end:
            case Jump(target=target):
                return [target]
            case Fork(then=a, otherwise=b):
                return [a, b]
            case Iterate(body=a, after=b) | Count(body=a, after=b):
                return [a, b]
            case Decide(targets=targets):
                return targets
            case CallProcedure(after=a) | CallPower(after=a) | CallWatches(after=a) | AskAtOnce(after=a):
                return [a]
            case Return():
                return []
        assert_never(self.end)

    def evaluated(self) -> Iterator[k.Node]:
        """The code of the block: its instructions, and what its end evaluates. Bodies of branches are blocks of their
        own."""
        yield from self.instructions
        match self.end:
            case Fork(condition=condition):
                yield condition
            case Iterate(binder=binder):
                yield binder
            case Decide(choose=choose):
                yield choose.me
                for branch in choose.branches:
                    yield from branch.binders
                    if branch.guard is not None:
                        yield branch.guard
            case CallProcedure(perform=perform):
                yield perform
            case CallPower(use=use):
                yield use
            case CallWatches(announce=announce):
                yield announce
            case AskAtOnce(ask=ask):
                yield ask.players
                yield from ask.captured


@dataclass(slots=True, eq=False)
class Graph:
    """The graph of one body. `name` tells it from all others, `of` is the declaration that the body belongs to
    (`Function.of`). The first of `blocks` is the entry; `types` maps names of locals to a node of each."""

    name: str
    of: str
    at: Span
    parameters: list[str]
    blocks: list[Block] = field(default_factory=list)
    types: dict[str, k.Local] = field(default_factory=dict)

    @property
    def entry(self) -> Block:
        return self.blocks[0]


class BlockBuilder:
    """Builds the graphs of a program. Numbers of blocks are unique across all graphs, from FIRST_BLOCK on."""

    def __init__(self, deciding: DecisionAnalysis) -> None:
        self.deciding = deciding
        self.next_number = FIRST_BLOCK
        self.fresh = 0
        self.proven: list[k.Expression] = []
        self.never_empty: set[k.Choose] = set()
        """Choices behind a test that they offer something."""
        self.open: list[list[int]] = [[]]
        """For each loop around the current statement, outermost first: the numbers of the decisions whose branches
        contain it."""

    def build(self, name: str, of: str, at: Span, parameters: list[str], body: k.Body) -> Graph:
        """Build the graph of a body."""
        graph = Graph(name, of, at, parameters)
        entry = self._block(graph)
        last = self._body(graph, body, entry, None)
        if last is not None:
            last.end = Return()
        for node in k.walk(body):
            if isinstance(node, k.Local):
                graph.types.setdefault(node.name, node)
        return graph

    def _block(self, graph: Graph) -> Block:
        block = Block(self.next_number, graph)
        self.next_number += 1
        graph.blocks.append(block)
        return block

    def _body(self, graph: Graph, body: k.Body, block: Block, exit_: Block | None) -> Block | None:
        """Add statements to a block. Returns the block where the code after them goes, or None if no path gets there.

        `exit_` is the block after the loop around, the target of `stop`.
        """
        current: Block | None = block
        for statement in body:
            if current is None:
                return None
            current = self._statement(graph, statement, current, exit_)
            # The statement may have used up a power that was usable before.
            self.proven = [c for c in self.proven if not _tests_usability(c)]
        return current

    def _under(
        self, conditions: list[k.Expression | None], graph: Graph, body: k.Body, block: Block, exit_: Block | None
    ) -> Block | None:
        """Like `_body`, for code that runs only where some conditions hold."""
        outer = self.proven
        self.proven = outer + [c for condition in conditions if condition is not None for c in _conjuncts(condition)]
        last = self._body(graph, body, block, exit_)
        self.proven = outer
        return last

    def _statement(self, graph: Graph, s: k.Statement, block: Block, exit_: Block | None) -> Block | None:
        if isinstance(s, k.Leave) and exit_ is not None:
            if self.open[-1]:
                block.instructions.append(k.EndAction(s.at, tuple(self.open[-1])))
            block.end = Jump(exit_)
            return None
        if not self.deciding.asks(s) and not _leaves(s):
            block.instructions.append(s)
            return block
        match s:
            case k.If():
                return self._if(graph, s, block, exit_)
            case k.ForEach():
                return self._for(graph, s, block)
            case k.Repeat():
                return self._repeat(graph, s, block)
            case k.As():
                block.instructions.append(k.Set(s.at, s.local, s.player))
                return self._body(graph, s.body, block, exit_)
            case k.Choose():
                return self._choose(graph, s, block, exit_)
            case k.Perform():
                after = self._block(graph)
                block.end = CallProcedure(s, after)
                return after
            case k.UsePower():
                after = self._block(graph)
                block.end = CallPower(s, after, self.proven)
                return after
            case k.Announce():
                after = self._block(graph)
                block.end = CallWatches(s, after)
                return after
            case k.Ask():
                after = self._block(graph)
                block.end = AskAtOnce(s, after)
                if s.said is not None:
                    after.instructions.append(k.Hear(s.at, s.identity, s.said))
                return after
        raise AssertionError(type(s).__name__)

    def _test(self, condition: k.Expression | None, body: k.Body) -> None:
        """Note what holds in a suite that runs when a condition has just been tested."""
        if body and isinstance(first := body[0], k.Choose) and offers_where(first, condition, self.deciding.model):
            self.never_empty.add(first)

    def _if(self, graph: Graph, s: k.If, block: Block, exit_: Block | None) -> Block | None:
        self._test(s.condition, s.then)
        then, otherwise = self._block(graph), self._block(graph)
        block.end = Fork(s.condition, then, otherwise)
        ends = [
            self._under([s.condition], graph, s.then, then, exit_),
            self._under([], graph, s.otherwise, otherwise, exit_),
        ]
        return self._meet(graph, ends)

    def _meet(self, graph: Graph, ends: list[Block | None]) -> Block | None:
        open_ = [e for e in ends if e is not None]
        if not open_:
            return None
        after = self._block(graph)
        for end in open_:
            end.end = Jump(after)
        return after

    def _for(self, graph: Graph, s: k.ForEach, block: Block) -> Block:
        items, index = self._local(s, "items", ListOf(s.binder.local.type)), self._local(s, "index", ANY_NUMBER)
        if isinstance(s.binder.domain, k.PowersOf):
            block.instructions.append(k.Set(s.at, index, k.Constant(s.at, ANY_NUMBER, 0)))
        else:
            block.instructions.append(k.Set(s.at, items, s.binder.domain))
            graph.types[items.name] = items
        head, body, after = self._block(graph), self._block(graph), self._block(graph)
        block.end = Jump(head)
        head.end = Iterate(s.binder, items, index, body, after)
        last = self._loop([s.binder.condition], graph, s.body, body, after)
        if last is not None:
            last.end = Jump(head, back=True)
        return after

    def _repeat(self, graph: Graph, s: k.Repeat, block: Block) -> Block | None:
        head, body, after = self._block(graph), self._block(graph), self._block(graph)
        if s.kind == "times":
            assert s.limit is not None
            counter = self._local(s, "left", ANY_NUMBER)
            block.instructions.append(k.Set(s.at, counter, s.limit))
            head.end = Count(counter, body, after)
        elif s.limit is not None:
            targets = (after, body) if s.kind == "until" else (body, after)
            if s.kind == "while":
                self._test(s.limit, s.body)
            head.end = Fork(s.limit, *targets)
        else:
            head.end = Jump(body)
        block.end = Jump(head)
        last = self._loop([s.limit] if s.kind == "while" else [], graph, s.body, body, after)
        if last is not None:
            last.end = Jump(head, back=True)
        return after

    def _loop(
        self, conditions: list[k.Expression | None], graph: Graph, body: k.Body, block: Block, after: Block
    ) -> Block | None:
        """Add a loop's body. Conditions on usability from outside don't hold in it: an earlier turn may use a power
        up."""
        outer = self.proven
        self.proven = [c for c in outer if not _tests_usability(c)]
        self.open.append([])
        last = self._under(conditions, graph, body, block, after)
        self.open.pop()
        self.proven = outer
        return last

    def _choose(self, graph: Graph, s: k.Choose, block: Block, exit_: Block | None) -> Block | None:
        decision = self._block(graph)
        block.end = Jump(decision)
        targets = [self._block(graph) for _ in s.branches]
        decision.end = Decide(s, targets, s.never_empty or s in self.never_empty)
        if not s.has_suites:
            branch, target = s.branches[0], targets[0]
            return self._under([b.condition for b in branch.binders], graph, (), target, exit_)
        ends: list[Block | None] = []
        self.open[-1].append(decision.number)
        for branch, target in zip(s.branches, targets, strict=True):
            conditions = [*(b.condition for b in branch.binders), branch.guard]
            last = self._under(conditions, graph, branch.body, target, exit_)
            if last is not None:
                last.instructions.append(k.EndAction(s.at, (decision.number,)))
            ends.append(last)
        self.open[-1].pop()
        return self._meet(graph, ends)

    def _local(self, s: k.Statement, name: str, type_: Type) -> k.Local:
        self.fresh += 1
        return k.Local(s.at, type_, f"_{name}_{self.fresh}")


def _conjuncts(condition: k.Expression) -> list[k.Expression]:
    if isinstance(condition, k.Operation) and condition.operator == "and":
        return [c for operand in condition.operands for c in _conjuncts(operand)]
    return [condition]


def _tests_usability(condition: k.Expression) -> bool:
    return isinstance(condition, k.BuiltinCall) and condition.builtin.traits.tests_usability


def _leaves(s: k.Statement) -> bool:
    """Whether a statement contains a `stop` that leaves a loop around the statement."""
    match s:
        case k.Leave():
            return True
        case k.If(then=a, otherwise=b):
            return any(_leaves(x) for x in [*a, *b])
        case k.As(body=body):
            return any(_leaves(x) for x in body)
        case k.Choose(branches=branches):
            return any(_leaves(x) for b in branches for x in b.body)
    return False
