"""Finds the parts of the state that can still affect whether an action can be completed.

Looking ahead (`machine/looking_ahead.py`) remembers positions. Those that differ only in parts that don't matter count
as one. A part matters if the code that is still to run reads it before the last operation that can fail. A watch that
nothing triggers before then doesn't matter, nor does money in a phase without prices.

The code is followed from each frame, with what is known of locals: constants, and which definitions a power can have.
Where a frame holds such a value, the answer depends on it. So there is one answer for each combination of the values
that select powers; a power in the frame adds what its definition needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from artrules.engine.lower.graph_analyses import FailureAnalysis, end_may_fail
from artrules.engine.lower.graphs import (
    AskAtOnce,
    Block,
    CallPower,
    CallProcedure,
    CallWatches,
    Decide,
    End,
    Fork,
    Graph,
    Iterate,
)
from artrules.model.analyses.power_tests import PowerTests
from artrules.model.facts.knowledge import EVERYTHING, NOTHING, StateReads, Token, Tokens
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Function, PowerDefinition, Procedure
from artrules.model.ir.node import StatePart, state
from artrules.model.ir.types import Bool, Card, Member, Power, Type, bare
from artrules.text.record import dataclass

_NEVER_TESTED = state(StatePart.FLOW)
"""What no code changes before a commit."""


@dataclass(frozen=True, slots=True)
class FromFrame:
    """The power or card that the frame holds under a name; `of_power` if it is the card of the power in question."""

    name: str
    of_power: bool = False


@dataclass(frozen=True, slots=True)
class Powers:
    """A power that can have some definitions, and its card where the frame holds that."""

    definitions: tuple[PowerDefinition, ...]
    card: FromFrame | None = None


Value = Powers | FromFrame | int | bool
Bindings = tuple[tuple[str, Value], ...]
"""What is known of locals, sorted by name."""
Needed = tuple[str, str]
"""What a power in the frame adds: `tests` (whether it is usable) or `uses`, and its name in the frame."""


@dataclass(frozen=True, slots=True)
class UsesOf:
    """What the powers add that a card in the frame has: those with one of some definitions."""

    card: str
    definitions: tuple[int, ...]


GAINS = "gains"
"""Stands for code that gives powers to cards: then a card may come to have others than it has now."""
TokenSet = frozenset[Token | Needed | UsesOf]
Situation = tuple[Block, Bindings, bool]
"""A block that runs, what is known of its locals, and whether all of its code counts: something after it may fail."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a piece of code reads. `tested` are the powers of which it asks whether they are usable: a local's name, or
    None for any other power."""

    tokens: Tokens = NOTHING
    tested: frozenset[str | None] = frozenset()

    def __or__(self, other: Reading) -> Reading:
        return Reading(self.tokens | other.tokens, self.tested | other.tested)


NO_READING = Reading()


class Relevance:
    """Answers for the graphs of one program. `watches` are all watches that its code can set."""

    def __init__(
        self, graphs: Mapping[str, Graph], failing: FailureAnalysis, tests: PowerTests, watches: Iterable[k.Watch]
    ) -> None:
        self.graphs = graphs
        self.failing = failing
        self.model = failing.model
        self.tests = tests
        self.watches = list(watches)
        self.reads = StateReads(self.model.values)
        self._selecting = _selecting_names(graphs, self.model.locals)
        self._numbers: dict[Situation, int] = {}
        self._token_sets: dict[int, TokenSet] = {}
        """By the number of a situation."""
        self.test_of = cache(self._test_of)
        self._instructions = cache(self._instructions_of)
        self._whole = cache(self._whole_of)
        self._straight = cache(self._straight_of)
        self._assigned = cache(_assigned)
        self._assigned_in = cache(_assigned_in)

    # -- questions

    def selectors(self, block: Block) -> list[tuple[str, Type]]:
        """The values in a block's frame on which the answer depends: names and types."""
        types, changed = block.graph.types, self._assigned(block.graph)
        names = [n for n in block.needs if n in self._selecting[block.graph.name] and n not in changed and n in types]
        return [(n, t) for n in names if isinstance(t := types[n].type, (Power, Member, Bool))]

    def cards(self, block: Block) -> list[str]:
        """The names of cards in a block's frame whose powers may be used."""
        names = [n for n in block.needs if n in self._selecting[block.graph.name] and n in block.graph.types]
        return [n for n in names if _is_card(block.graph.types[n].type)]

    def tokens_at(self, block: Block, bindings: Bindings, whole: bool) -> TokenSet:
        """The parts of the state that matter to a frame, given what is known of its values; with `whole` all that its
        code reads, as something below it may fail."""
        return self._follow((block, self._reduced(block, bindings), whole))

    def needed_by(self, definition: PowerDefinition) -> TokenSet:
        """The parts of the state that matter to the use of a power, while something after it may fail."""
        graph = self.graphs.get(f"power {definition.index}")
        tokens = self.test_of(definition)
        bindings = (("self", FromFrame("self", of_power=True)),)
        return tokens | self.tokens_at(graph.entry, bindings, True) if graph is not None else tokens

    # -- following the code

    def _follow(self, first: Situation) -> TokenSet:
        """All that a situation and those after it read: a fixed point."""
        start = self._number(first)
        if start in self._token_sets:
            return self._token_sets[start]
        order: list[int] = []
        after: dict[int, list[int]] = {}
        tokens: dict[int, TokenSet] = {}
        waiting: list[tuple[int, Situation | None]] = [(start, first)]
        while waiting:
            number, situation = waiting.pop()
            if situation is None:
                order.append(number)
            elif number not in tokens and number not in self._token_sets:
                waiting.append((number, None))
                tokens[number], following = self._one_step(*situation)
                after[number] = [self._number(each) for each in following]
                waiting += zip(after[number], following, strict=True)
        changed = True
        while changed:
            changed = False
            for s in order:
                reached = tokens[s].union(*(tokens.get(a) or self._token_sets.get(a, NOTHING) for a in after[s]))
                if len(reached) > len(tokens[s]):
                    tokens[s], changed = reached, True
        self._token_sets |= tokens
        return tokens[start]

    def _number(self, situation: Situation) -> int:
        """A number for a situation, because numbers are found again faster."""
        return self._numbers.setdefault(situation, len(self._numbers))

    def _one_step(self, block: Block, bindings: Bindings, whole: bool) -> tuple[TokenSet, list[Situation]]:
        if not (whole or block.may_fail):
            return NOTHING, []
        assigned = self._assigned_in(block)
        values = {n: v for n, v in bindings if n not in assigned}
        if not whole and not end_may_fail(block, self.failing):
            return self._with_tests(self._instructions(block, False), values), []
        tokens = self._with_tests(self._whole(block), values)
        if isinstance(block.end, CallPower):
            tokens |= self._powers("uses", block.end.use.power, values)
        if isinstance(block.end, Iterate) and isinstance(powers := block.end.binder.domain, k.PowersOf):
            binder = block.end.binder
            constants = {n: v for n, v in values.items() if isinstance(v, int)}
            passing = tuple(d for d in self.model.powers if self.tests.may_pass(binder, d, constants))
            card = values.get(of.name) if isinstance(of := powers.card, k.Local) else None
            in_frame = card if isinstance(card, FromFrame) and not card.of_power else None
            values[binder.local.name] = Powers(passing, in_frame)
        after = [(b, self._reduced(b, tuple(values.items())), whole) for b in block.successors()]
        called = [(b, self._reduced(b, inner), True) for b, inner in self._called(block.end, values)]
        return tokens, after + called

    def _reduced(self, block: Block, bindings: Bindings) -> Bindings:
        """What matters of what is known when a block begins."""
        selecting = self._selecting[block.graph.name]
        return tuple(
            sorted(((n, v) for n, v in bindings if n in selecting and n in block.needs), key=lambda item: item[0])
        )

    def _called(self, end: End, values: Mapping[str, Value]) -> Iterator[tuple[Block, Bindings]]:
        """The entry blocks of the code that the end of a block calls, each with what is known of its locals. Powers are
        left out that the frame holds."""
        match end:
            case CallProcedure(perform=perform):
                names = [local.name for local in self.model.locals[perform.procedure]]
                bindings = zip(names, (_value(a, values) for a in perform.arguments), strict=True)
                yield self.graphs[perform.procedure.key].entry, tuple((n, v) for n, v in bindings if v is not None)
            case CallPower(use=use):
                for definition in self._definitions(use.power, values):
                    if (graph := self.graphs.get(f"power {definition.index}")) is not None:
                        yield graph.entry, ()
            case CallWatches(announce=announce):
                for watch in self.watches:
                    if watch.event is announce.event:
                        yield self.graphs[f"watch {watch.identity}"].entry, ()

    # -- powers

    def _with_tests(self, reading: Reading, values: Mapping[str, Value]) -> TokenSet:
        tokens: TokenSet = reading.tokens
        for name in reading.tested:
            value = values.get(name) if name is not None else None
            if isinstance(value, FromFrame):
                tokens |= {("tests", value.name)}
            elif isinstance(value, Powers) and value.card is not None:
                tokens |= {_uses(value.card, value)}
            else:
                tokens = tokens.union(*map(self.test_of, self._possible(value)))
        return tokens

    def _powers(self, what: str, power: k.Expression, values: Mapping[str, Value]) -> TokenSet:
        """What using a power adds, beside the code of those that it can be."""
        value = values.get(power.name) if isinstance(power, k.Local) else None
        if isinstance(value, FromFrame):
            return frozenset({(what, value.name)})
        if isinstance(value, Powers) and value.card is not None:
            return frozenset({_uses(value.card, value)})
        return NOTHING.union(*map(self.test_of, self._possible(value)))

    def _definitions(self, power: k.Expression, values: Mapping[str, Value]) -> tuple[PowerDefinition, ...]:
        value = values.get(power.name) if isinstance(power, k.Local) else None
        in_frame = isinstance(value, FromFrame) or (isinstance(value, Powers) and value.card is not None)
        return () if in_frame else self._possible(value)

    def _possible(self, value: Value | None) -> tuple[PowerDefinition, ...]:
        return value.definitions if isinstance(value, Powers) else tuple(self.model.powers)

    def _test_of(self, definition: PowerDefinition) -> Tokens:
        """The parts of the state that decide whether a power is usable."""
        parts = [self.model.conditions.get(definition), *(self.model.at_most.get(n) for n in definition.limits)]
        reading = self._read(*parts)
        tokens = reading.tokens | {StatePart.LIMITS, StatePart.POWERS}
        return tokens | {EVERYTHING} if reading.tested else tokens

    # -- reading

    def _instructions_of(self, block: Block, whole: bool) -> Reading:
        """What a block's instructions read; without `whole` those up to the last that may fail."""
        last = len(block.instructions) - 1
        while not whole and last >= 0 and not self.failing.node(block.instructions[last]):
            last -= 1
        return self._read(*block.instructions[: last + 1])

    def _whole_of(self, block: Block) -> Reading:
        """What all of a block reads."""
        return self._instructions(block, True) | self._end(block.end)

    def _end(self, end: End) -> Reading:
        """What the end of a block reads to decide what runs next."""
        match end:
            case Fork(condition=condition):
                return self._read(condition)
            case Iterate(binder=binder):
                powers = isinstance(binder.domain, k.PowersOf)
                return self._read(binder.condition, binder.domain if powers else None)
            case Decide(choose=choose):
                limits = [b.limit for b in choose.branches if b.limit is not None]
                counted = Reading(frozenset({StatePart.LIMITS})) if limits else NO_READING
                parts = [part for b in choose.branches for part in [*b.binders, b.guard]]
                return counted | self._read(choose.me, *parts, *map(self.model.at_most.get, limits))
            case CallProcedure(perform=perform):
                return self._read(*perform.arguments, perform.me)
            case CallPower(use=use):
                return self._read(use.power)
            case CallWatches(announce=announce):
                return self._read(announce)
            case AskAtOnce(ask=ask):
                return self._read(ask.players)
        return NO_READING

    def _read(self, *nodes: k.Node | None) -> Reading:
        """What running or evaluating nodes reads. Texts don't count: no failure depends on them."""
        tokens, tested = set[Token](), set[str | None]()
        waiting = [*nodes]
        while waiting:
            node = waiting.pop()
            if node is None or isinstance(node, (k.Say, k.Pause, k.Label)):
                continue
            reading = self._itself(node)
            tokens |= reading.tokens
            tested |= reading.tested
            if not isinstance(node, k.Watch | k.Ask):
                waiting += k.children(node)
        return Reading(frozenset(tokens), frozenset(tested))

    def _itself(self, node: k.Node) -> Reading:
        match node:
            case k.Announce(event=event):
                records = {StatePart.RECORDS} if event.kept is not None else NOTHING
                conditions = self._read(*(w.condition for w in self.watches if w.event is event))
                return Reading(conditions.tokens | records | {StatePart.WATCHES}, _elsewhere(conditions))
            case k.Perform(procedure=procedure):
                return NO_READING if procedure.key in self.graphs else self._straight(procedure)
            case k.BuiltinCall(builtin=builtin, arguments=[power]) if builtin.traits.tests_usability:
                return Reading(NOTHING, frozenset({power.name if isinstance(power, k.Local) else None}))
            case k.Gain():
                return Reading(self.reads.of_itself(node) - _NEVER_TESTED | {GAINS})
        return Reading(self.reads.of_itself(node) - _NEVER_TESTED)

    def _straight_of(self, procedure: Procedure) -> Reading:
        """What a procedure reads that asks nothing."""
        reading = self._read(*self.model.bodies[procedure])
        return Reading(reading.tokens, _elsewhere(reading))


def _uses(card: FromFrame, powers: Powers) -> UsesOf:
    return UsesOf(card.name, tuple(d.index for d in powers.definitions))


def _is_card(type_: Type) -> bool:
    return isinstance(bare(type_), Card)


def _elsewhere(reading: Reading) -> frozenset[str | None]:
    """The powers of which other code asks whether they are usable: its locals' names say nothing here."""
    return frozenset({None}) if reading.tested else frozenset()


def _value(argument: k.Expression, values: Mapping[str, Value]) -> Value | None:
    match argument:
        case k.Constant(type=Member() | Bool(), value=int(value)):
            return value
        case k.Local(name=name):
            return values.get(name)
    return None


def _assigned(graph: Graph) -> frozenset[str]:
    """The names of the locals that some block of a graph assigns."""
    statements = (s for b in graph.blocks for i in b.instructions for s in k.walk(i))
    return frozenset(s.place.name for s in statements if isinstance(s, k.Set) and isinstance(s.place, k.Local))


def _assigned_in(block: Block) -> frozenset[str]:
    """The names of the locals that a block assigns."""
    nodes = [node for part in block.evaluated() for node in k.walk(part)]
    sets = {n.place.name for n in nodes if isinstance(n, k.Set) and isinstance(n.place, k.Local)}
    return frozenset(sets | {n.local.name for n in nodes if isinstance(n, k.Binder)})


def _selecting_names(
    graphs: Mapping[str, Graph], locals_: Mapping[Function | Procedure, Sequence[k.Local]]
) -> dict[str, set[str]]:
    """For each graph the locals whose values may select powers, there or in code that it calls."""
    names_by_graph: dict[str, set[str]] = {}
    calls: list[tuple[str, k.Perform]] = []
    for key, graph in graphs.items():
        names = names_by_graph[key] = set()
        for block in graph.blocks:
            match block.end:
                case Iterate(binder=k.Binder(domain=k.PowersOf(card=card), condition=condition)):
                    if condition is not None:
                        names |= {n.name for n in k.walk(condition) if isinstance(n, k.Local)}
                    if isinstance(card, k.Local):
                        names.add(card.name)
                case CallPower(use=k.UsePower(power=k.Local(name=name))):
                    names.add(name)
                case CallProcedure(perform=perform):
                    calls.append((key, perform))
            for node in (n for part in block.evaluated() for n in k.walk(part)):
                if isinstance(node, k.BuiltinCall) and node.builtin.traits.tests_usability:
                    names |= {a.name for a in node.arguments if isinstance(a, k.Local)}
    changed = True
    while changed:
        changed = False
        for key, perform in calls:
            inner = names_by_graph[perform.procedure.key]
            for local, argument in zip(locals_[perform.procedure], perform.arguments, strict=True):
                if local.name in inner and isinstance(argument, k.Local) and argument.name not in names_by_graph[key]:
                    names_by_graph[key].add(argument.name)
                    changed = True
    return names_by_graph
