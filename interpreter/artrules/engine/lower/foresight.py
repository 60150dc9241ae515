"""Lowers foresight: whether an option's action can be completed, found out without taking the option.

Looking ahead takes an option, runs what follows, and puts the position back. Much of what it finds could be told in the
position as it is: what is required of a card often depends on nothing that happens before. So the code of a branch is
followed here, from its first statement on, in the hope that it needs no change made: what it changes is only noted.
What is evaluated must not depend on what would have changed. Where a change is of one card alone, the code tests that
the card which is asked about is another one. What the same player chooses further on is tried as looking ahead does:
one candidate with which the action can be completed is enough. Where the way can't be told, because a power runs, a
loop has a turn or somebody else decides, foresight ends, and the option is taken (`machine/looking_ahead.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from artrules.engine.lower import graphs as g
from artrules.engine.lower.blocks import BlockLowering
from artrules.engine.lower.builder import ONE, STATUS, ZERO, Builder, compared, is_local
from artrules.engine.lower.graph_analyses import end_may_fail, free_locals, suite_may_fail
from artrules.engine.lower.statements import finish
from artrules.engine.lower.tables import zones_with_resets
from artrules.engine.machine.numbers import ENDS_SUITE, FAULTY, FINE, NEVER_FAILS, UNFORESEEN
from artrules.engine.machine_code import nodes as m
from artrules.model.facts.knowledge import EVERYTHING, NOTHING, ChangeAnalysis, Changes, Needs, StateReads, Tokens
from artrules.model.ir import nodes as k
from artrules.model.ir.node import Runs, StatePart, field_types, state, traits_of
from artrules.model.ir.types import BOOL, Card, ListOf, SetOf
from artrules.text.record import dataclass

MOST_DECISIONS = 2
"""So many decisions within each other are tried out."""
TRYING = 50
"""Units of work that one candidate of such a decision counts."""
MOST_BLOCKS = 40
"""So many blocks and suites of a branch are followed at most, both ways of each fork."""
MOVED = "_moved"
"""What the cards are called that would have been moved, with a number each."""
N = TypeVar("N", bound=k.Node)
RUNS_CODE = (Runs.PROCEDURE, Runs.POWER)
WHERE_CARDS_LIE = state(StatePart.ZONES, StatePart.FACES)
Values = Mapping[str, m.Value | None]
"""The values of locals, by name; None where one can't be told."""
ValueOf = Callable[[str], m.Value | None]


@dataclass(frozen=True, slots=True)
class Way:
    """How far foresight has come. `names` are the values of locals, None where they can't be told. `changed` are the
    parts of the state that would have changed; `moved` the cards that would have been moved, each with where to."""

    names: Values
    changed: Tokens = NOTHING
    moved: tuple[tuple[m.Value, m.Value], ...] = ()
    result: m.Value | None = None
    """What the procedure has given that was followed last."""

    def bind(self, name: str, value: m.Value | None) -> Way:
        """The way with a local that has a value."""
        return replace(self, names={**self.names, name: value})

    def after(self, changes: Changes) -> Way:
        """The way after some changes."""
        names = {**self.names, **dict.fromkeys(changes.names)}
        return replace(self, names=names, changed=self.changed | changes.state)


@dataclass(frozen=True, slots=True)
class Caller:
    """Where the code goes on that has called: the block, and the values of the locals there."""

    after: g.Block
    names: Values


Callers = tuple[Caller, ...]
"""The innermost first."""


class ForesightLowering:
    """Lowers the foresight of decisions."""

    def __init__(self, blocks: BlockLowering) -> None:
        self.blocks = blocks
        self.failing = blocks.failing
        self.expressions = blocks.statements.expressions
        self.context = blocks.context
        self.model = blocks.context.model
        self.reads = StateReads(self.model.values)
        self.changes = ChangeAnalysis()
        self.resets_cards = bool(zones_with_resets(self.model))
        self.makes_pieces = any(pieces.home is not None for pieces in self.model.pieces.values())
        """Whether cards that are moved may come to lie elsewhere than where the code says."""
        self._decision = 0
        self._me: m.Value | None = None
        self._remaining = 0
        self._decisions = 0
        self._function_count = 0
        self._tells = False
        self._card = Card(frozenset(self.model.kinds))

    def branch(self, b: Builder, decision: g.Block, me: k.Expression, branch: k.Branch, target: g.Block) -> bool:
        """Lower the foresight of one branch of a decision of `me`; binders and frame are in locals. It leaves the
        function. Gives whether it ever tells anything."""
        if self.context.counters is not None or not suite_may_fail(decision.number, target, self.failing):
            return False
        self._decision, self._remaining, self._tells = decision.number, MOST_BLOCKS, False
        counted = state(StatePart.LIMITS) if branch.limit is not None else NOTHING
        names = _copies(b, target.needs)
        self._me = self.expressions.value(b, me, {**names, **_copies(b, free_locals(me) - {*names})})
        self._block(b, target, Way(names, counted), ())
        return self._tells

    # -- code

    def _block(self, b: Builder, block: g.Block, way: Way, callers: Callers) -> None:
        if not block.may_fail and not _callers_may_fail(callers):
            self._tell(b, NEVER_FAILS)
        elif not self._spend():
            self._end(b)
        else:
            calm = not end_may_fail(block, self.failing) and not _callers_may_fail(callers)
            behind = NEVER_FAILS if calm else UNFORESEEN
            self._body(b, block.instructions, way, behind, lambda way: self._end_of_block(b, block.end, way, callers))

    def _spend(self) -> bool:
        """Whether one more block or suite may be followed."""
        self._remaining -= 1
        return self._remaining >= 0

    def _tell(self, b: Builder, what: int) -> None:
        """What is foreseen."""
        self._tells = True
        b.emit(m.Return(m.Const(what)))

    def _end(self, b: Builder) -> None:
        """Nothing more can be foreseen."""
        b.emit(m.Return(m.Const(UNFORESEEN)))

    def _if_nothing_fails(self, body: Sequence[k.Statement], behind: int) -> list[int]:
        """For each statement of a body, what is foreseen before it if nothing fails from there on; then `behind`, what
        is foreseen where the whole body has run."""
        foreseen = [behind]
        for statement in reversed(body):
            if isinstance(statement, k.EndAction) and self._decision in statement.decisions:
                foreseen.append(ENDS_SUITE)
            else:
                foreseen.append(UNFORESEEN if self.failing.node(statement) else foreseen[-1])
        return foreseen[::-1]

    def _body(
        self, b: Builder, body: Sequence[k.Statement], way: Way, behind: int, then: Callable[[Way], None]
    ) -> None:
        """Follow statements, and then what `then` adds."""
        for i, (statement, foreseen) in enumerate(zip(body, self._if_nothing_fails(body, behind), strict=False)):
            if foreseen:
                self._tell(b, foreseen)
                return
            after = self._statement(b, statement, body[i + 1 :], way, behind, then)
            if after is None:
                return
            way = after
        then(way)

    def _statement(
        self,
        b: Builder,
        s: k.Statement,
        rest: Sequence[k.Statement],
        way: Way,
        behind: int,
        then: Callable[[Way], None],
    ) -> Way | None:
        """Follow a statement; None where the code behind it has been followed, too, or can't be."""
        match s:
            case k.Set(place=k.Local() as local, value=k.ResultOf()):
                return way.bind(local.name, way.result)
            case k.Give(value=value):
                return replace(way, result=self._value(b, value, way))
            case k.Set(place=k.Local() as local, value=value):
                new_value = self._value(b, value, way, local)
                if new_value is not None or not self.failing.node(value):
                    return way.bind(local.name, new_value)
            case k.Require(condition=condition):
                holds = self._condition(b, condition, way)
                if holds is not None:
                    self._tells = True
                    b.fail_unless(holds, self.context.site(s.at, "a requirement does not hold", s))
                    return way
            case k.Move(cards=k.ExpressionNode(type=Card())) if (moved := self._move(b, s, way)) is not None:
                return moved
            case k.If(condition=condition) if (
                self._spend() and (holds := self._condition(b, condition, way)) is not None
            ):
                with b.when(holds):
                    self._body(b, (*s.then, *rest), way, behind, then)
                self._body(b, (*s.otherwise, *rest), way, behind, then)
                return None
            case k.Perform(procedure=procedure) if self._spend():
                inner, outer = self._called(b, s, way), way.names
                if inner is not None:
                    after = self._if_nothing_fails(rest, behind)[0]
                    self._body(
                        b,
                        self.model.bodies[procedure],
                        inner,
                        after,
                        lambda way: self._body(b, rest, replace(way, names=outer), behind, then),
                    )
                    return None
            case _ if traits_of(s).commits and not self.failing.node(s):
                self._tell(b, NEVER_FAILS)
                return None
            case _ if self._is_plain(s):
                return way.after(self.changes.of([s]))
        self._end(b)
        return None

    def _is_plain(self, s: k.Statement) -> bool:
        """Whether a statement does nothing but change the state: it can't fail, and neither commits nor asks."""
        if self.failing.node(s):
            return False
        for node in k.walk(s):
            traits = traits_of(node)
            if traits.commits or traits.reveals or traits.asks or traits.runs in RUNS_CODE:
                return False
            if isinstance(node, k.EndGame) or (isinstance(node, k.Set) and isinstance(node.place, k.FaceOf)):
                return False
        return True

    def _move(self, b: Builder, s: k.Move, way: Way) -> Way | None:
        """Follow the move of a card, which commits where somebody comes to see what they haven't seen."""
        me = self._value(b, s.me, way) if s.me is not None else m.Name("NONE")
        card, zone = self._value(b, s.cards, way), self._zone(s.zone, way.names.get)
        if card is None or me is None or zone is None or self._touches(WHERE_CARDS_LIE, way):
            return None
        if self.makes_pieces or any(self.failing.node(e) for e in (s.position, s.face)):
            return None
        zone = b.keep(zone)
        self._unless_equal(b, [(card, moved) for moved, _ in way.moved])
        with b.when(m.Call("shows_something", (me, card))):  # which is seldom so, and by itself worth no foresight
            b.emit(m.Return(m.Const(NEVER_FAILS)))
        if self.resets_cards:
            with b.when(m.Load("resets_cards", m.Load("zone_of", card))):
                self._end(b)
        return replace(way, moved=(*way.moved, (card, zone)))

    def _called(self, b: Builder, s: k.Perform, way: Way) -> Way | None:
        """The way at the beginning of a procedure; None where what is handed over may fail."""
        if any(self.failing.node(argument) for argument in s.arguments):
            return None
        names: dict[str, m.Value | None] = {"me": self._value(b, s.me, way)}
        for argument, parameter in zip(s.arguments, self.model.locals[s.procedure], strict=True):
            names[parameter.name] = self._value(b, argument, way, parameter)
        return replace(way, names=names)

    def _end_of_block(self, b: Builder, end: g.End, way: Way, callers: Callers) -> None:
        match end:
            case g.Return() if callers:
                self._block(b, callers[0].after, replace(way, names=callers[0].names), callers[1:])
            case g.Jump(target=target, back=False):
                self._block(b, target, way, callers)
            case g.Fork(condition=condition, then=one, otherwise=other) if (
                holds := self._condition(b, condition, way)
            ) is not None:
                with b.when(holds):
                    self._block(b, one, way, callers)
                self._block(b, other, way, callers)
            case g.Iterate(binder=binder, index=index, after=after) if isinstance(binder.domain, k.PowersOf):
                card = self._value(b, binder.domain.card, way)
                if card is None or way.names.get(index.name) != ZERO or not self._is_same(b, binder.domain, way):
                    self._end(b)
                    return
                constants = {name: value.value for name, value in way.names.items() if isinstance(value, m.Const)}
                test = m.Const(self.context.tests.table(binder, constants))
                with b.when(m.Not(m.Call("lacks_powers", (card, ZERO, test)))):
                    self._end(b)
                self._block(b, after, way, callers)
            case g.Iterate(items=items, after=after) if (things := way.names.get(items.name)) is not None:
                with b.when(m.Load("heap", things)):
                    self._end(b)
                self._block(b, after, way, callers)
            case g.Count(left=left, after=after) if (times := way.names.get(left.name)) is not None:
                with b.when(m.Compare(">", times, ZERO)):
                    self._end(b)
                self._block(b, after, way, callers)
            case g.CallProcedure(perform=perform, after=after) if (inner := self._called(b, perform, way)) is not None:
                entry = self.failing.graphs[perform.procedure.key].entry
                self._block(b, entry, inner, (Caller(after, way.names), *callers))
            case g.Decide(choose=choose) if self._asks_the_same(choose, way) and self._decisions < MOST_DECISIONS:
                self._decide(b, end, way, callers)
            case g.AskAtOnce():
                self._tell(b, NEVER_FAILS)
            case _:
                self._end(b)

    # -- decisions

    def _asks_the_same(self, choose: k.Choose, way: Way) -> bool:
        """Whether a decision is certainly one of who begins the action."""
        return isinstance(choose.me, k.Local) and way.names.get(choose.me.name) == self._me

    def _decide(self, b: Builder, end: g.Decide, way: Way, callers: Callers) -> None:
        """Try the candidates of a decision: one with which the action can be completed is enough."""
        self._decisions += 1
        unsure = b.assign(b.fresh("unsure"), ZERO)
        for branch, target in zip(end.choose.branches, end.targets, strict=True):
            chosen = [binder.local.name for binder in branch.binders]
            inside = replace(way, names={**way.names, **{name: m.Name(name) for name in chosen}})
            # Before the loop nothing has been chosen: no test may compare it with what would have changed.
            outside = replace(way, names={n: v for n, v in way.names.items() if n not in chosen})
            parts = [*branch.binders, *([branch.guard] if branch.guard is not None else [])]
            if branch.limit is not None or not all([self._is_same(b, part, outside) for part in parts]):
                b.assign(unsure.name, ONE)
                continue
            with self.expressions.each_of(b, branch.binders, _values(way), skips=False):
                guard: m.Value = ONE
                if branch.guard is not None:
                    guard = self.expressions.condition(b, self._without_moved(branch.guard, inside), _values(inside))
                with b.when(guard):
                    b.spend(m.Const(TRYING), m.Const(self.context.site(branch.label.at, "this")))
                    self._try(b, unsure, target, inside, callers)
        self._decisions -= 1
        b.emit(m.If(unsure, (m.Return(m.Const(UNFORESEEN)),)))
        b.call("fail", m.Const(self.context.site(end.choose.at, "there is nothing to choose", end.choose)))
        b.emit(m.Return(m.Const(UNFORESEEN)))

    def _try(self, b: Builder, unsure: m.Name, target: g.Block, way: Way, callers: Callers) -> None:
        """Follow what comes after one candidate, in a function of its own. Leave this one with what is foreseen, unless
        that fails or isn't told."""
        needed = {name: value for name, value in way.names.items() if name in target.needs}
        way = replace(way, names=needed)
        callers = tuple(replace(c, names={n: v for n, v in c.names.items() if n in c.after.needs}) for c in callers)
        values = [*needed.values(), *(v for c in callers for v in c.names.values()), *chain(*way.moved), way.result]
        parameters = tuple(dict.fromkeys(v.name for v in values if isinstance(v, m.Name) and is_local(v.name)))
        inner, tells_before, self._tells = b.inner(), self._tells, False
        self._block(inner, target, way, callers)
        if not self._tells:
            self._tells = tells_before
            b.assign(unsure.name, ONE)
            return
        self._function_count += 1
        name = f"f{self._decision}_{self._function_count}"
        self.blocks.functions.append(finish(inner, name, parameters, f"decision {self._decision}: foresee further"))
        outcome = b.assign(b.fresh("outcome"), m.Call(name, tuple(map(m.Name, parameters))))
        b.emit(m.If(m.Compare("==", STATUS, m.Const(FAULTY)), (b.leave(),)))
        unless_unsure = m.If(outcome, (m.Return(outcome),), (m.Assign(unsure.name, ONE),))
        b.emit(m.If(STATUS, (m.SetRegister("status", m.Const(FINE)),), (unless_unsure,)))

    # -- values

    def _value(self, b: Builder, e: k.Expression, way: Way, place: k.Local | None = None) -> m.Value | None:
        """The value of an expression, in a local; None where it can't be told."""
        if place is not None and isinstance(place.type, ListOf) and isinstance(e.type, SetOf):
            return None
        if not self._is_same(b, e, way):
            return None
        names, e = _values(way), self._without_moved(e, way)
        value = self.expressions.kept(b, e, names, place.type if place is not None else e.type)
        return b.keep(value, "foreseen")

    def _condition(self, b: Builder, e: k.Expression, way: Way) -> m.Value | None:
        if not self._is_same(b, e, way):
            return None
        return self.expressions.condition(b, self._without_moved(e, way), _values(way))

    def _without_moved(self, e: k.Expression, way: Way) -> k.Expression:
        """An expression whose loops through the cards of a zone leave out those that would have been moved."""
        if not way.moved:
            return e
        return self._rebuilt(e, [k.Local(e.at, self._card, f"{MOVED}{i}") for i in range(len(way.moved))])

    def _rebuilt(self, node: N, moved: Sequence[k.Local]) -> N:
        def rebuilt(value: Any) -> Any:
            if isinstance(value, k.ExpressionNode | k.Binder):
                return self._rebuilt(value, moved)
            return tuple(map(rebuilt, value)) if isinstance(value, tuple) else value

        values = {name: getattr(node, name) for name, _ in field_types(type(node))}
        changed = {name: new for name, value in values.items() if (new := rebuilt(value)) != value}
        if isinstance(node, k.Binder) and isinstance(node.domain, k.ZoneOf):
            condition = changed.get("condition", node.condition)
            for local in moved:
                other = k.Operation(node.at, BOOL, "!=", (node.local, local))
                condition = other if condition is None else k.Operation(node.at, BOOL, "and", (other, condition))
            changed["condition"] = condition
        if not changed:
            return node
        new_node = replace(node, **changed)
        self.context.work.counts_as(new_node, node)
        return new_node

    def _touches(self, tokens: Tokens, way: Way) -> bool:
        """Whether parts of the state would have changed."""
        return Needs(tokens, frozenset()).touched_by(Changes(way.changed))

    def _is_same(self, b: Builder, e: k.Expression | k.Binder, way: Way) -> bool:
        """Whether an expression has the value now that it would have then. Adds tests that what it asks about is none
        of the cards and zones that would have changed."""
        if any(
            isinstance(n, k.ResultOf) or (isinstance(n, k.Local) and way.names.get(n.name, ZERO) is None)
            for n in k.walk(e)
        ):
            return False
        gone_through = (
            {id(n.domain) for n in k.walk(e) if isinstance(n, k.Binder)} if not isinstance(e, k.Binder) else ()
        )
        others: list[tuple[m.Value, m.Value]] = []
        for node, value_of in self._nodes(e, way.names.get):
            tokens = self.reads.of_itself(node)
            if self._touches(tokens, way):
                return False
            if not way.moved or tokens.isdisjoint(WHERE_CARDS_LIE | {EVERYTHING}):
                continue
            match node:
                case k.FaceOf(card=k.Local(name=name)) if (card := value_of(name)) is not None:
                    others += [(card, moved) for moved, _ in way.moved]
                case k.ZoneOf() if (zone := self._zone(node, value_of)) is not None:
                    zone = b.keep(zone)
                    others += [(zone, target) for _, target in way.moved]
                    if id(node) not in gone_through:
                        others += [(zone, m.Load("zone_of", moved)) for moved, _ in way.moved]
                case _:
                    return False
        self._unless_equal(b, others)
        return True

    def _unless_equal(self, b: Builder, pairs: Sequence[tuple[m.Value, m.Value]]) -> None:
        """End foresight where two values are equal."""
        for one, other in dict.fromkeys(pairs):
            with b.when(compared("==", one, other)):
                self._end(b)

    def _zone(self, e: k.Expression, value_of: ValueOf) -> m.Value | None:
        """The number of a zone that names alone tell."""
        if not isinstance(e, k.ZoneOf) or e.declaration.key not in self.context.layout.zones:
            return None
        names: dict[str, m.Value] = {}
        for owner in (e.owner, e.second):
            if isinstance(owner, k.Local) and (value := value_of(owner.name)) is not None:
                names[owner.name] = value
            elif owner is not None and not isinstance(owner, k.Constant):
                return None
        return self.expressions.zone(Builder(), e, names)

    def _nodes(self, e: k.Node, value_of: ValueOf) -> Iterator[tuple[k.Node, ValueOf]]:
        """The nodes of an expression and of the functions that it calls, each with what tells the values of the locals
        there; None for those that aren't known before."""
        bound = {n.local.name for n in k.walk(e) if isinstance(n, k.Binder)}

        def unbound(name: str) -> m.Value | None:
            return value_of(name) if name not in bound else None

        for node in k.walk(e):
            value = self.model.values.get(node.function) if isinstance(node, k.Call) else None
            if not isinstance(node, k.Call) or value is None:
                yield node, unbound
                continue
            arguments: dict[str, k.Expression] = {"me": node.me} if node.me is not None else {}
            arguments |= {p.name: a for p, a in zip(self.model.locals[node.function], node.arguments, strict=True)}
            values = {name: unbound(a.name) if isinstance(a, k.Local) else None for name, a in arguments.items()}
            yield from self._nodes(value, values.get)


def _copies(b: Builder, names: Iterable[str]) -> dict[str, m.Value]:
    """The values of locals, in locals that no binder of other code has the name of."""
    return {name: b.assign(b.fresh("foreseen"), m.Name(name)) for name in names}


def _values(way: Way) -> dict[str, m.Value]:
    """The values of locals that can be told, and the cards that would have been moved."""
    moved = {f"{MOVED}{i}": card for i, (card, _) in enumerate(way.moved)}
    return moved | {name: value for name, value in way.names.items() if value is not None}


def _callers_may_fail(callers: Callers) -> bool:
    """Whether something may fail where the code goes on that has called."""
    return any(caller.after.may_fail for caller in callers)
