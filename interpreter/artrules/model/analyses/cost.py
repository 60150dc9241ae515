"""Bounds the work of code, so that only code that may run long is metered.

The unit of work is roughly the evaluation of one node of the ir. The analysis finds an upper bound for all code: from
the units that operations declare, from the sizes of values, and from calls, which can't recurse.

- A loop that can take more than METERING_THRESHOLD counts its turns as it runs. For the code
  around, it then costs only METERED_COST.
- In code that runs often, which is whatever stands in such a loop or is called there, loops count their turns from
  FREQUENT_THRESHOLD on. An upper bound takes all cards of a kind to lie in one zone, and a card to have all the powers
  that it may gain. Where such loops nest, the bound would be hundreds of times the work that is done.
- A function or block that can take more than METERING_THRESHOLD without such a loop counts its bound when it begins.
- An operation on whole lists, such as comparing or joining them, counts their lengths if it can take more than
  LIST_METERING_THRESHOLD.
- Everything else counts with its block, by the block's bound (`lower/blocks.py`).

So short code contains no metering, and no work goes uncounted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from artrules.model.analyses.calls import DecisionAnalysis, every_body
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Function, Procedure
from artrules.model.ir.model import Model
from artrules.model.ir.node import traits_of
from artrules.model.ir.operators import OPERATORS
from artrules.model.ir.types import PLAYER, ListOf, Member, Number, Player, SetOf, Type, Zone, bare, element

# Bounds the number of items in a value, from its type and the numbers of cards and players.

UNBOUNDED = 10**12
"""Larger than any bound. The analysis doesn't distinguish larger numbers."""
LONGEST_LIST = 10_000
"""The most items in a list. The engine stops the game if a list grows longer."""
MOST_RECORDS = 10_000
"""The most records of kept events at one time."""
MOST_POWERS = 256
"""The most powers on one card."""
LARGEST_SET = 256
"""The most numbers in a set of numbers."""


def holds_lists(type_: Type | None) -> bool:
    """Whether values of a type are lists that contain lists."""
    if not isinstance(type_, ListOf):
        return False
    return isinstance(bare(type_.of), ListOf)


class Sizes:
    """Sizes in one configuration of a model. `cards_of` is the number of cards of each kind."""

    def __init__(self, model: Model, players: int, cards_of: Mapping[str, int]) -> None:
        self.model = model
        self.players = players
        self.cards_of = cards_of
        self.cards = sum(cards_of.values())

    def of(self, e: k.Expression) -> int:
        """The most items that iterating over a value can meet."""
        return min(UNBOUNDED, max(0, self._of(e)))

    def of_binders(self, binders: Sequence[k.Binder]) -> int:
        """The most combinations of values that binders can have."""
        product = 1
        for binder in binders:
            product = min(UNBOUNDED, product * self.of(binder.domain))
        return product

    def _of(self, e: k.Expression) -> int:
        if isinstance(e.type, SetOf):
            return self._members(e.type.of)
        if isinstance(e.type, Zone):
            return self._cards(e.type.kinds)
        match e:
            case k.Span_(low=low, high=high):
                least = low.type.low if isinstance(low.type, Number) else -UNBOUNDED
                most = high.type.high if isinstance(high.type, Number) else UNBOUNDED
                return most - least + 1
            case k.AllCards(kind=kind):
                return self._cards([kind])
            case k.AllMembers(enum=enum):
                return len(self.model.enums[enum].members)
            case k.AllPlayers():
                return self.players
            case k.Happenings():
                return MOST_RECORDS
            case k.PowersOf():
                return MOST_POWERS
            case k.TopOf(zone=zone):
                return self.of(zone)
            case k.Listing(items=items):
                return len(items)
            case k.Operation(operator=operator, operands=operands) if OPERATORS[operator].gives_group:
                return sum(self.of(o) for o in OPERATORS[operator].sources(operands))
            case k.Either(then=then, otherwise=otherwise):
                return max(self.of(then), self.of(otherwise))
            case k.Fold(binders=binders):
                return self.of_binders(binders)
            case k.Best(binder=binder):
                return self.of(binder.domain)
            case k.Call(function=function) if (value := self.model.values.get(function)) is not None:
                return min(LONGEST_LIST, self.of(value))
            case k.BuiltinCall(type=type_):
                return self.players if element(type_) == PLAYER else self.cards
        return LONGEST_LIST

    def _cards(self, kinds: Iterable[str]) -> int:
        return sum(self.cards_of[kind] for kind in kinds)

    def _members(self, of: Type) -> int:
        match of:
            case Player():
                return self.players
            case Member(enum):
                return len(self.model.enums[enum].members)
        return LARGEST_SET


METERING_THRESHOLD = 8000
"""Code that can take more units than this counts them itself as it runs."""
FREQUENT_THRESHOLD = 200
"""The same for loops in code that may run often, so that it doesn't count far more than it does."""
LIST_METERING_THRESHOLD = 500
"""An operation on whole lists that can take more units than this counts them itself."""
MOST_UNITS_ADDED = 1_000_000
"""So many units are added to those that were counted before, and then compared with MOST_STEPS."""
MOST_STEPS = 60_000_000
"""The most units between two decisions, and in one search ahead: a second or two at worst."""
METERED_COST = 10
"""Units that code which counts itself adds to the bound of the code around it."""
MOVING_A_LIST = 5
"""Units for moving a list of cards, besides those for each card."""
PER_CANDIDATE = 60
"""Units for each candidate of a branch, because it is compared with the others."""
PER_LIMIT = 10
TEXT_VARIANTS = 4
"""Texts in the log have up to four forms: for all, for the acting seat, for the others, for who sees everything."""


@lru_cache(maxsize=8)
def work_of(model: Model, players: int, cards_of: tuple[tuple[str, int], ...]) -> Work:
    """The bounds for the configurations of a model with so many players, and so many cards of each kind."""
    return Work(Sizes(model, players, dict(cards_of)))


class Work:
    """Bounds for the code of one configuration. The bounds of expressions, functions and procedures are remembered."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.model = sizes.model
        self.weights: dict[int, int] = {}
        """What metered code counts. Identity of a loop's binder or statement → units for each turn; identity of an
        operation on lists → units for each item."""
        self.few: set[int] = set()
        """The identities of what in `weights` takes at most MOST_UNITS_ADDED."""
        self._memo: dict[Function | Procedure | k.Node | str, int] = {}
        self._made: list[k.Node] = []
        self._often: set[int] = set()
        """The identities of the nodes of code that may run often: its loops count their turns, even if they are few."""
        self._count_all()
        if frequent := {id(node) for node in self._frequent()}:
            self._often = frequent
            self._memo.clear()
            self._count_all()

    def _count_all(self) -> None:
        for code in every_body(self.model):
            for node in code.nodes:
                self.statement(node)

    def _frequent(self) -> Iterator[k.Node]:
        """The nodes in loops that count their turns, in code that may take long, and in what these call."""
        waiting: list[k.Node | None] = []
        asking = DecisionAnalysis(self.model, lambda owner: True)
        for code in every_body(self.model):
            waiting += [n for n in code.nodes if not asking.asks(n) and self.statement(n) > METERING_THRESHOLD]
            for node in code.every_node:
                match node:
                    case k.Branch(binders=binders, guard=guard, limit=limit):
                        if self._counts(*binders) or self.branch(node) > METERING_THRESHOLD:
                            waiting += [*binders, guard]
                            waiting += [self.model.at_most[limit]] if limit is not None else []
                    case k.ForEach(binder=binder) if asking.asks(node):
                        waiting += [binder] if self._counts(binder) else []
                    case k.Fold(binders=binders) if self._counts(*binders):
                        waiting.append(node)
                    case k.Best(binder=binder) | k.ForEach(binder=binder) | k.Roll(binder=binder):
                        waiting += [node] if self._counts(binder) else []
                    case k.StatementNode() if isinstance(node, k.Repeat) or traits_of(node).moves:
                        waiting += [node] if self._counts(node) and not asking.asks(node) else []
        seen: set[int] = set()
        while waiting:
            frequent = waiting.pop()
            if frequent is None or id(frequent) in seen:
                continue
            seen.add(id(frequent))
            yield frequent
            waiting += k.children(frequent)
            match frequent:
                case k.Call(function=function):
                    waiting.append(self.model.values.get(function))
                case k.Perform(procedure=procedure):
                    waiting += self.model.bodies[procedure]
                case k.ScoreOf():
                    waiting += [part.value for part in self.model.flow.score]
                case k.BuiltinCall(builtin=builtin) if builtin.traits.tests_usability:
                    waiting += [*self.model.conditions.values(), *self.model.at_most.values()]
                case k.StatementNode() if traits_of(frequent).moves:
                    waiting += self.model.starts.values()

    def counts_as(self, one: k.Node, other: k.Node) -> None:
        """Let a node count as much work as another, from which it was made. It is kept, so that no other has its
        identity."""
        self._made.append(one)
        if id(other) in self.weights:
            self.weights[id(one)] = self.weights[id(other)]
        if id(other) in self.few:
            self.few.add(id(one))

    def _counts(self, *loops: k.Node) -> bool:
        """Whether one of some loops counts its turns."""
        return any(id(loop) in self.weights for loop in loops)

    # -- expressions

    def loop(self, binders: Sequence[k.Binder], inside: int) -> int:
        """The units for iterating over binders, where each combination of their values costs `inside` units more."""
        for binder in reversed(binders):
            if binder.condition is not None:
                inside += self.expression(binder.condition)
            inside = self._turns(binder, self.sizes.of(binder.domain), inside) + self.expression(binder.domain)
        return inside

    def _turns(self, loop: k.Node, turns: int, inside: int) -> int:
        inside = min(UNBOUNDED, inside + 1)
        identity, units = id(loop), turns * inside
        if units <= (FREQUENT_THRESHOLD if identity in self._often else METERING_THRESHOLD):
            self.weights.pop(identity, None)
            return units
        self._count(identity, inside, units)
        return METERED_COST

    def _count(self, identity: int, weight: int, units: int) -> None:
        """Let something count `weight` units for each thing as it runs, `units` at most."""
        self.weights[identity] = weight
        (self.few.add if units <= MOST_UNITS_ADDED else self.few.discard)(identity)

    def expression(self, e: k.Node | None) -> int:
        """The units for evaluating an expression once; 0 for None."""
        if e is None:
            return 0
        if e not in self._memo:
            self._memo[e] = self._expression(e)
        return self._memo[e]

    def _expression(self, e: k.Node) -> int:
        own = traits_of(e).units
        match e:
            case k.Fold(binders=binders, value=value, otherwise=otherwise):
                return own + self.loop(binders, self.expression(value) + 2) + self.expression(otherwise)
            case k.Best(binder=binder, keys=keys):
                # Comparing keys that are lists counts itself.
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
            case k.Operation(operator=operator) if OPERATORS[operator].goes_through:
                own += self._on_lists(e)
            case k.TopOf(zone=first):
                own += self._scan(first)
        return min(UNBOUNDED, own + sum(self.expression(child) for child in k.children(e)))

    def _on_lists(self, e: k.Operation) -> int:
        """The units for an operation on whole lists. It counts itself if there may be many."""
        operator = OPERATORS[e.operator]
        each, lists = operator.units_per_thing, [e.operands[at] for at in operator.goes_through]
        units = sum(self._scan(o) if each is None else self._things(o) * each for o in lists)
        if units <= LIST_METERING_THRESHOLD:
            self.weights.pop(id(e), None)
            return units
        self._count(id(e), each or 0, units)
        return METERED_COST

    def _things(self, e: k.Expression) -> int:
        return self.sizes.of(e) if isinstance(e.type, (ListOf, Zone, SetOf)) else 0

    def _scan(self, e: k.Expression) -> int:
        """The units for going through a whole value, where there is nothing to do but to compare what is in it."""
        if holds_lists(e.type):
            return UNBOUNDED  # nested lists are counted as they are iterated over
        # A set is one number, so comparing and searching it takes one step. So does a range.
        return 0 if isinstance(e.type, SetOf) or isinstance(e, k.Span_) else self._things(e)

    def function(self, function: Function) -> int:
        """The units for calling a function."""
        if function not in self._memo:
            self._memo[function] = METERED_COST  # ends a recursion, which elaboration refuses
            self._memo[function] = self.expression(self.model.values.get(function))
        return self.outside(self._memo[function])

    def outside(self, units: int) -> int:
        """The units that called code adds to its caller: its own bound, or METERED_COST if it counts itself."""
        return units if units <= METERING_THRESHOLD else METERED_COST

    def _usable(self) -> int:
        """The units for testing whether a power is usable: all limits, and the costliest condition."""
        if "usable" not in self._memo:
            self._memo["usable"] = METERED_COST  # ends a recursion, which the checks refuse
            at_most = [self.model.at_most.get(limit) for limit in self.model.limits.values()]
            limits = sum(self.outside(self.expression(value)) + PER_LIMIT for value in at_most)
            tested = [self.model.conditions.get(power) for power in self.model.powers]
            conditions = [self.outside(self.expression(condition)) for condition in tested]
            self._memo["usable"] = 10 + limits + max(conditions, default=0)
        return self._memo["usable"]

    # -- statements that ask nothing

    def body(self, body: Iterable[k.Node]) -> int:
        """The units for running statements one after another."""
        return min(UNBOUNDED, sum(self.statement(s) for s in body))

    def statement(self, s: k.Node) -> int:
        """The units for running a statement, without code that it only starts: a power, a watch, a procedure that
        asks."""
        traits = traits_of(s)
        own = traits.units
        match s:
            case k.If(condition=condition, then=then, otherwise=otherwise):
                return own + self.expression(condition) + max(self.body(then), self.body(otherwise))
            case k.ForEach(binder=binder, body=body):
                return own + self.loop([binder], self.body(body))
            case k.Repeat(kind="times", limit=k.ExpressionNode() as limit, body=body):
                turns = limit.type.high if isinstance(limit.type, Number) else UNBOUNDED
                return own + self.expression(limit) + self._turns(s, max(0, turns), self.body(body))
            case k.Repeat(limit=limit, body=body):
                # Each turn counts itself (`lower/builder.py`).
                inside = min(UNBOUNDED, self.body(body) + self.expression(limit))
                self.weights[id(s)] = inside
                return METERED_COST + inside
            case k.As(body=body, player=player):
                return own + self.expression(player) + self.body(body)
            case k.Roll(binder=binder):
                return own + self.loop([binder], 2)
            case k.Say() | k.Pause():
                return own + TEXT_VARIANTS * self._parts(s)
            case k.Ask(players=players, body=body):
                self.body(body)
                return own + self.expression(players) + self.sizes.cards
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
        if not isinstance(s, k.StatementNode):
            return self.expression(s)
        if traits.moves:
            own = sum(self._moving(s, getattr(s, cards), own) for cards, _ in traits.moves)
        elif traits.per_card is not None:
            name, units = traits.per_card
            cards = getattr(s, name)
            own += self._turns(s, self.sizes.of(cards), units) if isinstance(cards.type, (ListOf, Zone)) else 0
        return own + self._parts(s)

    def branch(self, branch: k.Branch) -> int:
        """The units for finding the candidates of a branch."""
        limit = self.model.at_most.get(branch.limit) if branch.limit is not None else None
        return self.loop(branch.binders, PER_CANDIDATE + self.expression(branch.guard) + self.expression(limit))

    def _moving(self, s: k.StatementNode, cards: k.Expression, units: int) -> int:
        """The units for moving a card or several, without those for finding which."""
        if isinstance(cards.type, (ListOf, Zone)):
            return MOVING_A_LIST + self._turns(s, self.sizes.of(cards), self._move(units))
        return self._move(units)

    def _move(self, units: int) -> int:
        """The units for moving a card: both zones are rebuilt, and values that reset when it leaves are computed."""
        if "move" not in self._memo:
            self._memo["move"] = METERED_COST  # ends a recursion: start values don't move cards
            starts = [
                sum(
                    self.outside(self.expression(self.model.starts.get(attribute)))
                    for attribute in kind.attributes.values()
                    if attribute.back_when_leaving
                )
                for kind in self.model.kinds.values()
            ]
            self._memo["move"] = self.sizes.cards // 4 + max(starts, default=0)
        return units + self._memo["move"]

    def _parts(self, s: k.Node) -> int:
        return sum(self.expression(child) for child in k.children(s))

    def procedure(self, procedure: Procedure) -> int:
        """The units for calling a procedure that asks nothing. The blocks of one that asks count themselves."""
        if procedure not in self._memo:
            self._memo[procedure] = METERED_COST  # ends a recursion, which the checks refuse
            body = self.model.bodies[procedure]
            asks = any(traits_of(node).asks for node in k.walk(body))
            self._memo[procedure] = METERED_COST if asks else self.body(body)
        return self.outside(self._memo[procedure])
