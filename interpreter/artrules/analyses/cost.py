"""How much work code can be, so that long loops are counted as they run, and only these.

A unit is about the evaluation of one node of the IR. An upper bound is found for everything, from the units that
operations state, from the sizes of values (`sizes.py`), and from what content calls, for calls are acyclic.

Where a loop can be more than a GRAIN, it counts its turns as it runs (`run/metering.py`), and costs those around it
little. A function or a block that can be more than a GRAIN without such a loop counts itself too. What is done with
whole lists, such as comparing or joining them, counts by their lengths where that can be more than LONG. The rest of a
block is counted with it, by its bound (`compile/cut_points.py`). So code that can't be long holds no counting, and
nothing goes uncounted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from artrules.analyses.calls import every_body
from artrules.analyses.sizes import FAR, Sizes, holds_lists
from artrules.ir import nodes as k
from artrules.ir.declarations import Function, Procedure
from artrules.ir.traits import traits_of
from artrules.ir.types import ListOf, Number, SetOf, Zone

GRAIN = 8000
"""Units from which on code counts itself as it runs."""
LONG = 500
"""Units from which on what is done with whole lists is counted as it is done."""
MOST_STEPS = 60_000_000
"""Units between two decisions, and of one look ahead: at the worst a second or two."""
COUNTED = 10
"""Units that code which counts itself costs those around it."""
MOVING_A_LIST = 5
"""Units of moving a list of cards, beside those of moving each of them."""
PER_CARD_SHUFFLED = 40
PER_CANDIDATE = 60
"""Units of each candidate of a branch: it is compared with the others."""
PER_LIMIT = 10
PER_THING = {"join": 1, "without": 3, "shares": 2}
"""Units for each thing in a list of making a list of it, or of looking it up, by operator."""
WAYS_OF_TELLING = 4
"""A text may be put in four ways: for all, for one's own seat, for the others, for who sees everything."""


class Work:
    """Bounds for the code of one configuration. Functions and procedures are looked at once."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.model = sizes.model
        self.weights: dict[int, int] = {}
        """For each loop that counts (by the identity of its binder or statement), the units of one turn; for what
        counts on whole lists (by the identity of the node) those for each thing."""
        self._known: dict[Function | Procedure | str, int] = {}
        for code in every_body(self.model):
            for node in code.nodes:
                self.statement(node)

    # -- expressions

    def loop(self, binders: Sequence[k.Binder], inside: int) -> int:
        """The work of going through binders, with so much to do for each way they can be bound."""
        for binder in reversed(binders):
            if binder.condition is not None:
                inside += self.expression(binder.condition)
            inside = self._turns(binder, self.sizes.of(binder.domain), inside) + self.expression(binder.domain)
        return inside

    def _turns(self, loop: k.Binder | k.Statement, turns: int, inside: int) -> int:
        inside = min(FAR, inside + 1)
        if turns * inside <= GRAIN:
            self.weights.pop(id(loop), None)
            return turns * inside
        self.weights[id(loop)] = inside
        return COUNTED

    def expression(self, e: k.Node | None) -> int:
        """The work of evaluating something once."""
        if e is None:
            return 0
        own = traits_of(e).units
        match e:
            case k.Fold(binders=binders, value=value, otherwise=otherwise):
                return own + self.loop(binders, self.expression(value) + 2) + self.expression(otherwise)
            case k.Best(binder=binder, keys=keys):
                # Lists that are keys count themselves: they are compared.
                return own + self.loop([binder], sum(self.expression(key) + 3 for _, key in keys))
            case k.Span_(low=low, high=high):
                return own + self.expression(low) + self.expression(high)
            case k.Call(function=function):
                own += self.function(function)
            case k.ScoreOf():
                own += sum(self.expression(part.value) for part in self.model.flow.score)
            case k.BuiltinCall(builtin=builtin):
                own += self._usable() if builtin.traits.tests_usability else 0
                own += self.sizes.cards // 4 if builtin.traits.scans_cards else 0
            case k.Lookup(table=table):
                own += len(table.steps) // 2
            case k.Operation(operator="=" | "!=" | "in" | "not in" | "join" | "without" | "shares"):
                own += self._on_lists(e)
            case k.TopOf(zone=first):
                own += self._scan(first)
        return min(FAR, own + sum(self.expression(child) for child in k.children(e)))

    def _on_lists(self, e: k.Operation) -> int:
        """The work of what is done with whole lists; it counts itself where that may be much."""
        each = PER_THING.get(e.operator)
        lists = e.operands[1:] if e.operator in ("in", "not in") else e.operands
        units = sum(self._scan(o) if each is None else self._things(o) * each for o in lists)
        if units <= LONG:
            self.weights.pop(id(e), None)
            return units
        self.weights[id(e)] = each or 0
        return COUNTED

    def _things(self, e: k.Expression) -> int:
        return self.sizes.of(e) if isinstance(e.type, (ListOf, Zone, SetOf)) else 0

    def _scan(self, e: k.Expression) -> int:
        """The work of going through all of a value in one instruction of Python."""
        if holds_lists(e.type):
            return FAR  # what lies in them is counted as it is met
        # Sets are numbers: they are compared and searched at once, and so are ranges.
        return 0 if isinstance(e.type, SetOf) or isinstance(e, k.Span_) else self._things(e)

    def function(self, function: Function) -> int:
        """The work of a call."""
        if function not in self._known:
            self._known[function] = COUNTED  # for circles, which elaboration refuses
            self._known[function] = self.expression(self.model.values.get(function))
        return self.outside(self._known[function])

    def outside(self, units: int) -> int:
        """What code of so many units costs those who call it: beyond a GRAIN it counts itself."""
        return units if units <= GRAIN else COUNTED

    def _usable(self) -> int:
        """The work of testing whether a power can be used: all limits at most, and the costliest condition."""
        if "usable" not in self._known:
            self._known["usable"] = COUNTED  # for circles, which the checks refuse
            at_most = [self.model.at_most.get(limit) for limit in self.model.limits.values()]
            limits = sum(self.outside(self.expression(value)) + PER_LIMIT for value in at_most)
            tested = [self.model.conditions.get(power) for power in self.model.powers]
            conditions = [self.outside(self.expression(condition)) for condition in tested]
            self._known["usable"] = 10 + limits + max(conditions, default=0)
        return self._known["usable"]

    # -- statements that ask nothing

    def body(self, body: Iterable[k.Node]) -> int:
        """The work of running statements one after another."""
        return min(FAR, sum(self.statement(s) for s in body))

    def statement(self, s: k.Node) -> int:
        """The work of running a statement, without what it only begins (a power, a watch, a procedure that asks)."""
        own = traits_of(s).units
        match s:
            case k.If(condition=condition, then=then, otherwise=otherwise):
                return own + self.expression(condition) + max(self.body(then), self.body(otherwise))
            case k.ForEach(binder=binder, body=body):
                return own + self.loop([binder], self.body(body))
            case k.Repeat(kind="times", limit=k.ExpressionNode() as limit, body=body):
                turns = limit.type.high if isinstance(limit.type, Number) else FAR
                return own + self.expression(limit) + self._turns(s, max(0, turns), self.body(body))
            case k.Repeat(limit=limit, body=body):
                # Each turn counts itself: `spend_units` tests it.
                inside = min(FAR, self.body(body) + self.expression(limit))
                self.weights[id(s)] = inside
                return COUNTED + inside
            case k.As(body=body, player=player):
                return own + self.expression(player) + self.body(body)
            case k.Move(cards=cards) if isinstance(cards.type, (ListOf, Zone)):
                return MOVING_A_LIST + self._parts(s) + self._turns(s, self.sizes.of(cards), self._move(own))
            case k.Move():
                return self._move(own) + self._parts(s)
            case k.Shuffle(zone=zone):
                return own + self._turns(s, self.sizes.of(zone), PER_CARD_SHUFFLED)
            case k.Roll(binder=binder):
                return own + self.loop([binder], 2)
            case k.Say():
                return own + WAYS_OF_TELLING * self._parts(s)
            case k.Watch(condition=condition, body=body):
                self.expression(condition)
                self.body(body)
                return own
            case k.Choose(branches=branches):
                for branch in branches:
                    self.expression(branch.label)
                    self.branch(branch)
                    self.body(branch.body)
                return own
            case k.UsePower():
                return own + self._usable() + self._parts(s)
            case k.Perform(procedure=procedure):
                return own + self.procedure(procedure) + self._parts(s)
        return own + self._parts(s) if isinstance(s, k.StatementNode) else self.expression(s)

    def branch(self, branch: k.Branch) -> int:
        """The work of finding the candidates of a branch."""
        limit = self.model.at_most.get(branch.limit) if branch.limit is not None else None
        return self.loop(branch.binders, PER_CANDIDATE + self.expression(branch.guard) + self.expression(limit))

    def _move(self, units: int) -> int:
        """The work of moving a card: its zones are made anew, and what starts anew when it leaves is found."""
        if "move" not in self._known:
            self._known["move"] = COUNTED  # for circles: a start is found without moving anything
            starts = [
                sum(
                    self.outside(self.expression(self.model.starts.get(attribute)))
                    for attribute in kind.attributes.values()
                    if attribute.back_when_leaving
                )
                for kind in self.model.kinds.values()
            ]
            self._known["move"] = units + self.sizes.cards // 4 + max(starts, default=0)
        return self._known["move"]

    def _parts(self, s: k.Node) -> int:
        return sum(self.expression(child) for child in k.children(s))

    def procedure(self, procedure: Procedure) -> int:
        """The work of calling a procedure that asks nothing; of one that asks, its blocks count themselves."""
        if procedure not in self._known:
            self._known[procedure] = COUNTED  # for circles, which the checks refuse
            body = self.model.bodies[procedure]
            asks = any(traits_of(node).asks for node in k.walk(body))
            self._known[procedure] = COUNTED if asks else self.body(body)
        return self.outside(self._known[procedure])
