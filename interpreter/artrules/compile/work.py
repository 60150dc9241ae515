"""How much work code can be: so that long loops are counted, and only these.

A unit is about one node of the kernel, evaluated once. For everything an upper bound is reckoned from types and from
how many cards there are; what content calls is added up, for calls are acyclic. A loop that can be more than a GRAIN
counts its turns as it runs (`run/metering.py`), and is then nothing more to what is around it; so is a function or a
block that can be more than a GRAIN without such a loop. What is done with whole lists, such as comparing or joining
them, counts by their lengths where these can be more than LONG. The rest of a block is counted with it, by its bound
(`far.py`): so code that can't be long holds no counting, and nothing goes uncounted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from artrules.checks.calls import every_body
from artrules.compile.layout import Layout
from artrules.compile.references import SLOTS
from artrules.ir import nodes as k
from artrules.ir.declarations import Function, Procedure
from artrules.ir.model import Model
from artrules.ir.types import ListOf, Member, Number, Optional, Player, SetOf, Type, Zone

GRAIN = 8000
LONG = 500
"""Units from which on what is done with whole lists is counted as it is done."""
FAR = 10**12
"""More than anything that is let through: bounds need not be exact beyond."""
MOST_STEPS = 60_000_000
"""Units between two decisions, and of one look ahead: at the worst a second or two."""
LONGEST_LIST = 10_000
MOST_RECORDS = 10_000
COUNTED = 10
"""What something costs those around it that counts itself."""
PER_MOVE = 200
PER_SHUFFLE = 40
PER_TURNING = 60
SAYING = 1000
PER_THING = {"join": 1, "without": 3, "shares": 2}
"""What it costs for each thing in a list to make a list of it, or to look it up."""


def holds_lists(type_: Type | None) -> bool:
    """Whether a value of a type is a list with lists in it."""
    if not isinstance(type_, ListOf):
        return False
    return isinstance(type_.of.of if isinstance(type_.of, Optional) else type_.of, ListOf)


class Work:
    """Bounds for the code of one layout. Functions and procedures are looked at once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.cards = len(layout.card_kind)
        self.weights: dict[int, int] = {}
        """For each loop that counts (by the identity of its binder or statement), the units of one turn; for what
        counts on whole lists (by the identity of the node) those for each thing."""
        self._known: dict[Function | Procedure | str, int] = {}

    def look_at(self, model: Model) -> None:
        """Find all loops that count, in all code."""
        for code in every_body(model):
            for node in code.nodes:
                self.statement(node)

    # -- how many things there are to go through

    def size(self, e: k.Expression) -> int:
        """At most so many items are in a value that can be gone through."""
        return min(FAR, max(0, self._size(e)))

    def _size(self, e: k.Expression) -> int:
        if isinstance(e.type, SetOf):
            return self._members(e.type.of)
        if isinstance(e.type, Zone):
            return self._cards(e.type.kinds)
        match e:
            case k.Span_(low=low, high=high):
                least = low.type.low if isinstance(low.type, Number) else -FAR
                most = high.type.high if isinstance(high.type, Number) else FAR
                return most - least + 1
            case k.AllCards(kind=kind):
                return self._cards([kind])
            case k.AllMembers(enum=enum):
                return len(self.layout.model.enums[enum].members)
            case k.AllPlayers():
                return self.layout.players
            case k.Happenings():
                return MOST_RECORDS
            case k.PowersOf():
                return SLOTS
            case k.TopOf(zone=zone):
                return self.size(zone)
            case k.Listing(items=items):
                return len(items)
            case k.Operation(operator="join", operands=operands):
                return sum(self.size(o) for o in operands)
            case k.Operation(operator="without", operands=[first, *_]):
                return self.size(first)
            case k.Either(then=then, otherwise=otherwise):
                return max(self.size(then), self.size(otherwise))
            case k.Fold(binders=binders):
                return self._product(binders)
            case k.Best(binder=binder):
                return self.size(binder.domain)
            case k.Call(function=function) if (value := self.layout.model.values.get(function)) is not None:
                return min(LONGEST_LIST, self.size(value))
            case k.BuiltinCall(builtin=builtin) if builtin.name in ("others", "from_seat"):
                return self.layout.players
            case k.BuiltinCall():
                return self.cards
        return LONGEST_LIST

    def _cards(self, kinds: Iterable[str]) -> int:
        return sum(self.layout.cards[kind].last - self.layout.cards[kind].first for kind in kinds)

    def _members(self, of: Type) -> int:
        match of:
            case Player():
                return self.layout.players
            case Member(enum):
                return len(self.layout.model.enums[enum].members)
        return 256

    def _product(self, binders: Sequence[k.Binder]) -> int:
        product = 1
        for binder in binders:
            product = min(FAR, product * self.size(binder.domain))
        return product

    # -- how much work there is

    def loop(self, binders: Sequence[k.Binder], inside: int) -> int:
        """The work of going through binders, with so much to do for each way they can be bound."""
        for binder in reversed(binders):
            if binder.condition is not None:
                inside += self.expression(binder.condition)
            inside = self._turns(binder, self.size(binder.domain), inside) + self.expression(binder.domain)
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
        match e:
            case k.Fold(binders=binders, value=value, otherwise=otherwise):
                return 1 + self.loop(binders, self.expression(value) + 2) + self.expression(otherwise)
            case k.Best(binder=binder, keys=keys):
                # Lists that are keys count themselves: they are compared.
                return 1 + self.loop([binder], sum(self.expression(key) + 3 for _, key in keys))
            case k.Span_(low=low, high=high):
                return 1 + self.expression(low) + self.expression(high)
        own = 1
        match e:
            case k.Call(function=function):
                own += 4 + self.function(function)
            case k.ScoreOf():
                own += sum(self.expression(part.value) for part in self.layout.model.flow.score)
            case k.BuiltinCall(builtin=builtin) if builtin.name == "usable":
                own += self._usable()
            case k.BuiltinCall(builtin=builtin) if builtin.name in ("position", "before"):
                own += 3 + self.cards // 4
            case k.Happenings():
                own += COUNTED
            case k.PowersOf():
                own += 20
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
        return self.size(e) if isinstance(e.type, (ListOf, Zone, SetOf)) else 0

    def _scan(self, e: k.Expression) -> int:
        """The work of going through all of a value in one instruction of Python."""
        if holds_lists(e.type):
            return FAR  # what lies in them is counted as it is met
        # Sets are numbers: they are compared and searched at once, and so are ranges.
        return 0 if isinstance(e.type, SetOf) or isinstance(e, k.Span_) else self._things(e)

    def function(self, function: Function) -> int:
        """The work of a call."""
        if function not in self._known:
            self._known[function] = COUNTED  # for circles, which the types stage refuses
            self._known[function] = self.expression(self.layout.model.values.get(function))
        return self.outside(self._known[function])

    def outside(self, units: int) -> int:
        """What code of so many units costs those who call it: beyond a GRAIN it counts itself."""
        return units if units <= GRAIN else COUNTED

    def _usable(self) -> int:
        if "usable" not in self._known:
            self._known["usable"] = COUNTED  # for circles, which the checks refuse
            model = self.layout.model
            limits = sum(
                self.outside(self.expression(model.at_most.get(limit))) + 10 for limit in model.limits.values()
            )
            conditions = [self.outside(self.expression(model.conditions.get(power))) for power in model.powers]
            self._known["usable"] = 10 + limits + max(conditions, default=0)
        return self._known["usable"]

    # -- statements that ask nothing

    def body(self, body: Iterable[k.Node]) -> int:
        return min(FAR, sum(self.statement(s) for s in body))

    def statement(self, s: k.Node) -> int:
        """The work of running a statement, without what it only begins (a power, a watch, a procedure that asks)."""
        match s:
            case k.If(condition=condition, then=then, otherwise=otherwise):
                return 1 + self.expression(condition) + max(self.body(then), self.body(otherwise))
            case k.ForEach(binder=binder, body=body):
                return 2 + self.loop([binder], self.body(body))
            case k.Repeat(kind="times", limit=k.ExpressionNode() as limit, body=body):
                turns = limit.type.high if isinstance(limit.type, Number) else FAR
                return 2 + self.expression(limit) + self._turns(s, max(0, turns), self.body(body))
            case k.Repeat(limit=limit, body=body):
                # Each turn counts itself: `spend_units` tests it.
                inside = min(FAR, self.body(body) + self.expression(limit))
                self.weights[id(s)] = inside
                return COUNTED + inside
            case k.As(body=body, player=player):
                return 1 + self.expression(player) + self.body(body)
            case k.Move(cards=cards) if isinstance(cards.type, (ListOf, Zone)):
                return 5 + self._parts(s) + self._turns(s, self.size(cards), self.move())
            case k.Move():
                return self.move() + self._parts(s)
            case k.Gain() | k.Lose():
                return PER_MOVE + self._parts(s)
            case k.Shuffle(zone=zone):
                return 5 + self._turns(s, self.size(zone), PER_SHUFFLE)
            case k.Roll(binder=binder):
                return 10 + self.loop([binder], 2)
            case k.Say():
                # It may be put in four ways: for all, for one's own seat, for the others, for who sees everything.
                return SAYING + 4 * self._parts(s)
            case k.Watch(condition=condition, body=body):
                self.expression(condition)
                self.body(body)
                return 100
            case k.Announce():
                return 100 + self._parts(s)
            case k.Choose(branches=branches):
                for branch in branches:
                    self.expression(branch.label)
                    self.branch(branch)
                    self.body(branch.body)
                return COUNTED
            case k.UsePower():
                return 50 + self._usable() + self._parts(s)
            case k.Perform(procedure=procedure):
                return 5 + self.procedure(procedure) + self._parts(s)
            case k.Set(place=k.FaceOf()):
                return PER_TURNING + self._parts(s)
            case k.Set():
                return 2 + self._parts(s)
        return 1 + self._parts(s) if isinstance(s, k.StatementNode) else self.expression(s)

    def branch(self, branch: k.Branch) -> int:
        """The work of finding the candidates of a branch; each is then compared with the others."""
        limit = self.layout.model.at_most.get(branch.limit) if branch.limit is not None else None
        return self.loop(branch.binders, 60 + self.expression(branch.guard) + self.expression(limit))

    def move(self) -> int:
        """The work of moving a card: its zones are made anew, and what goes back when it leaves is reckoned."""
        if "move" not in self._known:
            self._known["move"] = COUNTED  # for circles: a start is reckoned without moving anything
            model = self.layout.model
            starts = [
                sum(
                    self.outside(self.expression(model.starts.get(attribute)))
                    for attribute in kind.attributes.values()
                    if attribute.back_when_leaving
                )
                for kind in model.kinds.values()
            ]
            self._known["move"] = PER_MOVE + self.cards // 4 + max(starts, default=0)
        return self._known["move"]

    def _parts(self, s: k.Node, but: type[k.Node] | None = None) -> int:
        return sum(self.expression(child) for child in k.children(s) if but is None or not isinstance(child, but))

    def procedure(self, procedure: Procedure) -> int:
        """The work of calling a procedure that asks nothing; of one that asks, its blocks count themselves."""
        if procedure not in self._known:
            self._known[procedure] = COUNTED  # for circles, which the checks refuse
            body = self.layout.model.bodies[procedure]
            asks = any(isinstance(node, (k.Choose, k.UsePower)) for node in k.walk(body))
            self._known[procedure] = COUNTED if asks else self.body(body)
        return self.outside(self._known[procedure])
