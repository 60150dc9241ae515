"""Analyses of graphs: which bodies become graphs, which locals a block needs, and from where something may fail."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from artrules.engine.lower.graphs import (
    AskAtOnce,
    Block,
    BlockBuilder,
    CallPower,
    CallProcedure,
    CallWatches,
    Count,
    Decide,
    Fork,
    Graph,
    Iterate,
    Jump,
    Return,
)
from artrules.model.analyses.calls import DecisionAnalysis
from artrules.model.analyses.failures import MayFail
from artrules.model.ir import nodes as k
from artrules.model.ir.code import name_of_procedure
from artrules.model.ir.declarations import PowerDefinition, Procedure
from artrules.model.ir.model import Model
from artrules.text.diagnostics.diagnostic import Span

# Collects the code that may ask: which bodies become graphs, and the watches and questions in the code.


class CodeInPlay:
    """The code of one configuration. `in_play` are the owners of code that is in play: sets, and None for the game.

    `graphs` are by key: that of a procedure, or what the code belongs to and its name, such as `power 3`. `watches` and
    `asks`, the questions that several players are asked at once, are by number.
    """

    def __init__(self, model: Model, in_play: Container[str | None]) -> None:
        self.model = model
        self.in_play = in_play
        self.graphs: dict[str, Graph] = {}
        self._deciding = DecisionAnalysis(model, lambda owner: owner in in_play)
        self._builder = BlockBuilder(self._deciding)
        self._watches: dict[str, k.Watch] = {}
        self._asks: dict[str, k.Ask] = {}
        self.later_owners: dict[str, str] = {}
        """The declarations that watches and questions belong to, by identity."""
        self._collect()

    @property
    def watches(self) -> list[k.Watch]:
        return list(self._watches.values())

    @property
    def watch_numbers(self) -> dict[str, int]:
        """The numbers of watches, by identity."""
        return {identity: number for number, identity in enumerate(self._watches)}

    @property
    def asks(self) -> list[k.Ask]:
        return list(self._asks.values())

    @property
    def ask_numbers(self) -> dict[str, int]:
        """The numbers of questions, by identity."""
        return {identity: number for number, identity in enumerate(self._asks)}

    @property
    def blocks(self) -> list[Block]:
        return [block for graph in self.graphs.values() for block in graph.blocks]

    @property
    def decisions(self) -> list[tuple[Block, Decide]]:
        return [(block, block.end) for block in self.blocks if isinstance(block.end, Decide)]

    @property
    def block_count(self) -> int:
        """How many numbers of blocks there are, with those of the engine's own frames."""
        return self._builder.next_number

    def _collect(self) -> None:
        model = self.model
        for procedure in model.procedures.values():
            if procedure.owner in self.in_play and self._deciding.procedure(procedure):
                self._add(
                    procedure.key,
                    name_of_procedure(procedure),
                    procedure.at,
                    [local.name for local in model.locals[procedure]],
                    self._in_play(model.bodies[procedure]),
                )
        for power in model.powers:
            if power.owner in self.in_play:
                self._add(f"power {power.index}", f"power {power.key}", power.at, ["self"], model.bodies[power])
        for phase in model.flow.phases:
            self._add(f"phase {phase.name}", f"phase {phase.name}", phase.at, [], phase.body)
        for when, steps in (("setup", model.flow.setup), ("final", model.flow.final)):
            for step in steps:
                self._add(f"{when} {step.name}", f"{when} {step.name}", step.at, [], step.body)
        for procedure in model.procedures.values():
            if procedure.owner in self.in_play and procedure.key not in self.graphs:
                self._note_watches(name_of_procedure(procedure), model.bodies[procedure])
        waiting: list[k.Watch | k.Ask] = [*self._watches.values(), *self._asks.values()]
        while waiting:
            later = waiting.pop(0)
            earlier_identities = {*self._watches, *self._asks}
            names = [local.name for local in later.captured]
            what = "ask"
            if isinstance(later, k.Watch):
                what, names = "watch", [later.happening.name, *names, "watch"]
            self._add(f"{what} {later.identity}", self.later_owners[later.identity], later.at, names, later.body)
            waiting += [watch for identity, watch in self._watches.items() if identity not in earlier_identities]
            waiting += [ask for identity, ask in self._asks.items() if identity not in earlier_identities]

    def _add(self, key: str, of: str, at: Span, parameters: list[str], body: k.Body) -> None:
        self.graphs[key] = self._builder.build(key, of, at, parameters, body)
        self._note_watches(of, body)

    def _note_watches(self, of: str, body: k.Body) -> None:
        for node in k.walk(body):
            if isinstance(node, k.Watch):
                self._watches.setdefault(node.identity, node)
                self.later_owners.setdefault(node.identity, of)
            if isinstance(node, k.Ask):
                self._asks.setdefault(node.identity, node)
                self.later_owners.setdefault(node.identity, of)

    def _in_play(self, body: k.Body) -> k.Body:
        """A body without what belongs to sets that aren't in play: options, and calls of their procedures. A choice
        without any other options is left out."""
        present: list[k.Statement] = []
        for statement in body:
            match statement:
                case k.Choose(branches=all_branches) if any(branch.owner for branch in all_branches):
                    branches = tuple(branch for branch in all_branches if branch.owner in self.in_play)
                    present += [replace(statement, branches=branches)] if branches else []
                case k.If(then=then, otherwise=otherwise):
                    ways = self._in_play(then), self._in_play(otherwise)
                    is_whole = ways == (then, otherwise)
                    present.append(statement if is_whole else replace(statement, then=ways[0], otherwise=ways[1]))
                case k.ForEach(body=inner):
                    inner_in_play = self._in_play(inner)
                    is_whole = inner_in_play == inner
                    present.append(statement if is_whole else replace(statement, body=inner_in_play))
                case k.Perform(procedure=procedure) if procedure.owner not in self.in_play:
                    pass
                case _:
                    present.append(statement)
        return tuple(present)


# Liveness: which locals a block needs from the blocks before it.
#
# A frame holds these locals and no others. So two positions that go on alike are equal as data.


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
    local = statement.place if isinstance(statement, k.Set) else k.bound_local(statement)
    return {local.name} if isinstance(local, k.Local) else set()


def free_locals(node: k.Node) -> set[str]:
    """Names of the locals that a node uses but doesn't bind."""
    match node:
        case k.Local(name=name):
            return {name}
        case k.Set(place=k.Local(), value=value):
            return free_locals(value)
        case k.Watch(captured=captured, me=me):
            return {c.name for c in captured} | free_locals(me)
        case k.StopWatching():
            return {"watch"}
    parts = k.children(node)
    used = set().union(*map(free_locals, parts))
    # In an expression there is no statement, which alone can bind more than the binders of the expression itself.
    inside = [node, *parts] if isinstance(node, k.ExpressionNode | k.Binder) else k.walk(node)
    return used - {local.name for part in inside if (local := k.bound_local(part)) is not None}


# Finds the blocks from which something may fail, so that looking ahead stops as soon as nothing can.
#
# A choice absorbs failure if one of its branches is always offered and can't fail itself. A choice behind a test that
# there is something to choose isn't empty (`offers_where` in `analyses/failures.py`). The analysis is conservative: a
# needless "may fail" costs time, a wrong "can't fail" would offer options that can't be completed.


class FailureAnalysis:
    """Answers whether code may fail. `graphs` are the graphs of procedures that ask, by their keys."""

    def __init__(self, graphs: Mapping[str, Graph], model: Model) -> None:
        self.graphs = graphs
        self.model = model
        self.may_fail = MayFail(model, self._graph)

    def node(self, node: k.Node | None) -> bool:
        """Whether running or evaluating this, or anything in it, may fail."""
        return self.may_fail.node(node)

    def _graph(self, procedure: Procedure) -> bool | None:
        graph = self.graphs.get(procedure.key)
        return graph.entry.may_fail if graph is not None else None

    def known_usable(self, end: CallPower) -> bool:
        """Whether a condition before the use says that the power is usable by the player who uses it."""
        return any(_says_usable(condition, end.use) for condition in end.proven)

    def power(self, end: CallPower) -> bool:
        """Whether using a power may fail: it may be unusable, or the code of some power that it can be may fail."""
        power = end.use.power
        if not isinstance(power, k.Local) or not self.known_usable(end):
            return True
        for definition in self.model.powers:
            graph = self.graphs.get(f"power {definition.index}")
            if (
                graph is not None
                and graph.entry.may_fail
                and not any(_rules_out(c, power, definition) for c in end.proven)
            ):
                return True
        return False


def _says_usable(condition: k.Expression, use: k.UsePower) -> bool:
    match condition, use.power, use.me:
        case (
            k.BuiltinCall(builtin=builtin, arguments=[k.Local(name=name)], me=k.Local(name=asked)),
            k.Local(name=used),
            k.Local(name=user),
        ):
            return builtin.traits.tests_usability and (name, asked) == (used, user)
    return False


def _rules_out(condition: k.Expression, power: k.Local, definition: PowerDefinition) -> bool:
    """Whether a condition on a power's attributes is false for a definition."""
    match condition:
        case k.PowerAttributeOf(attribute=attribute, power=k.Local(name=name)) if name == power.name:
            return not definition.attributes.get(attribute)
        case k.Operation(
            operator="=",
            operands=[k.PowerAttributeOf(attribute=attribute, power=k.Local(name=name)), k.Constant(value=value)],
        ) if name == power.name:
            return bool(definition.attributes.get(attribute) != value)
        case k.Operation(
            operator="not", operands=[k.PowerAttributeOf(attribute=attribute, power=k.Local(name=name))]
        ) if name == power.name:
            return bool(definition.attributes.get(attribute))
    return False


def mark_failures(graphs: Mapping[str, Graph], model: Model) -> None:
    """Set `may_fail` of every block of every graph: a fixed point, found by iteration."""
    failing = FailureAnalysis(graphs, model)
    blocks = [b for graph in graphs.values() for b in reversed(graph.blocks)]
    straight = {b: any(failing.node(i) for i in b.instructions) for b in blocks}
    changed = True
    while changed:
        changed = False
        for block in blocks:
            if not block.may_fail and (straight[block] or end_may_fail(block, failing)):
                block.may_fail = changed = True


def suite_may_fail(decision: int, target: Block, failing: FailureAnalysis) -> bool:
    """Whether something may fail between a branch's first block and the end of its suite. Choices in between absorb
    nothing here."""
    seen: set[int] = set()
    waiting = [target]
    while waiting:
        block = waiting.pop()
        if block.number in seen:
            continue
        seen.add(block.number)
        if any(failing.node(i) for i in block.instructions) or _own_end(block, failing):
            return True
        last = block.instructions[-1] if block.instructions else None
        if not (isinstance(last, k.EndAction) and decision in last.decisions):
            waiting += block.successors()
    return False


def first_failure(blocks: Iterable[Block], failing: FailureAnalysis) -> k.Node | None:
    """What may fail in some blocks, those behind them and the procedures that they call: the nearest that is found.
    None where nothing may fail."""
    waiting, seen = list(blocks), set[int]()
    for block in waiting:
        if block.number in seen or not block.may_fail:
            continue
        seen.add(block.number)
        for node in block.evaluated():
            graph = failing.graphs.get(node.procedure.key) if isinstance(node, k.Perform) else None
            if graph is not None:
                waiting.append(graph.entry)
            elif not isinstance(node, k.UsePower) and (failing_node := failing.may_fail.first(node)) is not None:
                return failing_node
        if isinstance(block.end, CallPower) and failing.power(block.end):
            return block.end.use
        if isinstance(block.end, Decide) and _own_end(block, failing):
            return block.end.choose
        waiting += block.successors()
    return None


def _own_end(block: Block, failing: FailureAnalysis) -> bool:
    """Whether the end of a block itself may fail, without the blocks after it."""
    match block.end:
        case Fork(condition=condition):
            return failing.node(condition)
        case Iterate(binder=binder):
            return failing.node(binder)
        case Decide(choose=choose, never_empty=never_empty):
            if any(failing.node(p) for b in choose.branches for p in [*b.binders, b.guard]):
                return True
            return not never_empty and not any(
                not b.binders and b.guard is None and b.limit is None for b in choose.branches
            )
        case CallProcedure(perform=perform):
            return failing.node(perform)
        case CallPower():
            return failing.power(block.end)
        case CallWatches(announce=announce):
            return failing.node(announce)
        case AskAtOnce(ask=ask):
            return failing.node(ask.players)
        case Return() | Jump() | Count():
            return False
    assert_never(block.end)


def end_may_fail(block: Block, failing: FailureAnalysis) -> bool:
    """Whether the end of a block may fail, or a block after it."""
    match block.end:
        case Jump(target=target):
            return target.may_fail
        case Fork(condition=condition, then=a, otherwise=b):
            return failing.node(condition) or a.may_fail or b.may_fail
        case Iterate(binder=binder, body=a, after=b):
            return failing.node(binder) or a.may_fail or b.may_fail
        case Count(body=a, after=b):
            return a.may_fail or b.may_fail
        case Decide():
            return _choice(block.end, failing)
        case CallProcedure(perform=perform, after=after):
            return failing.node(perform) or after.may_fail
        case CallPower(after=after):
            return failing.power(block.end) or after.may_fail
        case CallWatches(announce=announce, after=after):
            return failing.node(announce) or after.may_fail
        case AskAtOnce(ask=ask, after=after):
            return failing.node(ask.players) or after.may_fail
        case Return():
            return False
    assert_never(block.end)


def _choice(end: Decide, failing: FailureAnalysis) -> bool:
    choose, targets = end.choose, end.targets
    for branch in choose.branches:
        if any(failing.node(p) for p in [*branch.binders, branch.guard]):
            return True
    if any(
        not b.binders and b.guard is None and b.limit is None and not t.may_fail
        for b, t in zip(choose.branches, targets, strict=True)
    ):
        return False
    return not end.never_empty or any(target.may_fail for target in targets)
