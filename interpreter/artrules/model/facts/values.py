"""Finds which values an expression may have, and whether a condition holds, with what is known where it stands."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from functools import reduce

from artrules.model.facts.knowledge import Estimate, GrowingFacts, Knowledge, Needs, Reason, StateReads, Verdict
from artrules.model.facts.same_value import key_of
from artrules.model.facts.value_sets import (
    NO,
    NONE,
    OPPOSITE,
    ORDERS,
    TURNED,
    YES,
    ValueSet,
    compared,
    numbers,
    of_type,
    turned,
)
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import SIZE
from artrules.model.ir.declarations import Enum, PowerAttribute
from artrules.model.ir.operators import OPERATORS, NegatedNumber, NumberWithin, OperatorName
from artrules.model.ir.types import WIDE, Card, Number, Optional, Type, element, join, maybe, range_of
from artrules.text.diagnostics.diagnostic import Span


class Values:
    """Answers for the code of a model, by its enums, the attributes of its powers and what its functions read.

    `declared` are the types of names as they were bound.
    """

    def __init__(
        self,
        enums: Mapping[str, Enum],
        power_attributes: Mapping[str, PowerAttribute],
        reads: StateReads,
        declared: dict[str, Type],
    ) -> None:
        self.enums = enums
        self.declared = declared
        self._power_attributes = power_attributes
        self._reads = reads
        self._keys: dict[k.Node, Hashable] = {}
        self._needs: dict[Hashable, Needs] = {}
        self._anys: dict[k.Fold, k.Fold] = {}
        self._sizes: dict[k.ZoneOf, k.BuiltinCall] = {}

    def key(self, e: k.Expression) -> Hashable:
        """The key of an expression; equal for expressions that say the same."""
        if e not in self._keys:
            self._keys[e] = key_of(e)
        return self._keys[e]

    def values(self, e: k.Expression, knowledge: Knowledge) -> Estimate:
        """The values that an expression may have."""
        estimate = self._by_itself(e, knowledge)
        if isinstance(e, k.Constant) or not knowledge.facts:
            return estimate
        fact = knowledge.facts.get(self.key(e))
        return estimate.narrowed(fact[0]) if fact is not None else estimate

    def verdict(self, condition: k.Expression, knowledge: Knowledge) -> Verdict | None:
        """Whether a condition holds, None where that isn't certain. Looks into no `and` and `or`."""
        match condition:
            case k.Operation(operator="not", operands=(inner,)):
                return _opposite(self.verdict(inner, knowledge))
            case k.Fold(kind="no"):
                return _opposite(self.verdict(self.any_of(condition), knowledge))
            case k.Operation(operator="=" | "!=" | "<" | "<=" | ">" | ">=" as sign, operands=(left, right)):
                orders = self._orders(left, right, knowledge)
                return _decided(orders, ORDERS[sign])
            case k.Operation(operator="in" | "not in" as sign, operands=(item, group)):
                things = self.things(group, knowledge)
                if things is None or things.is_empty:  # that it is empty is said where the group stands
                    return None
                verdict = _decided(self.values(item, knowledge), things)
                if verdict is not None:
                    return Verdict(verdict.holds == (sign == "in"), verdict.because, verdict.by_exclusion)
        return _decided(self.values(condition, knowledge), YES)

    def needs_of(self, key: Hashable, e: k.Expression) -> Needs:
        if key not in self._needs:
            nodes = list(k.walk(e))
            names = frozenset(n.name for n in nodes if isinstance(n, k.Local))
            self._needs[key] = Needs(self._reads.of(e), names, all(map(_stays_in_frames, nodes)))
        return self._needs[key]

    def any_of(self, none: k.Fold) -> k.Fold:
        """`any` of what a `no` goes through. The same node for the same `no`, because keys are kept by nodes."""
        if none not in self._anys:
            self._anys[none] = k.Fold(none.at, none.type, "any", none.binders, none.value, none.otherwise)
        return self._anys[none]

    def size_of(self, zone: k.ZoneOf) -> k.BuiltinCall:
        """The number of cards in a zone. The same node for the same zone, because keys are kept by nodes."""
        if zone not in self._sizes:
            self._sizes[zone] = k.BuiltinCall(zone.at, Number(0, WIDE), SIZE, (zone,))
        return self._sizes[zone]

    def own_type(self, e: k.Expression) -> Type:
        """The type that an expression has where nothing is known."""
        type_: Type | None = None
        match e:
            case k.Local(name=name):
                type_ = self.declared.get(name)
            case k.VariableOf(declaration=variable):
                type_ = variable.type
            case k.AttributeOf(declaration=attribute):
                type_ = attribute.type
            case k.SharedAttribute(declarations=attributes):
                type_ = reduce(_joined, (attribute.type for attribute in attributes))
            case k.FieldOf(declaration=field):
                type_ = field.type
            case k.PropertyOf(enum=enum, property=name):
                type_ = self.enums[enum].properties.get(name)
            case k.PowerAttributeOf(attribute=name):
                type_ = self._power_attributes[name].type
            case k.Call(function=function) if function in self._reads.values:
                type_ = self._reads.values[function].type
            case k.Either(then=then, otherwise=otherwise):
                type_ = join(self.own_type(then), self.own_type(otherwise))
            case k.Fold(kind="first" | "last", otherwise=None):
                type_ = maybe(e.type)
            case k.Operation(operator="item", operands=(listed, _)):
                type_ = element(listed.type)
        return type_ or e.type

    def narrowed(self, e: k.Expression, knowledge: Knowledge) -> k.Expression:
        """The expression, of the narrowest type that is certain where it stands: without `none`, of few kinds."""
        match e.type:
            case Optional(of) if (
                not isinstance(e, k.Checked | k.Constant) and not self.values(e, knowledge).values.none
            ):
                return self.narrowed(replace(e, type=of), knowledge)
            case Card(kinds) if len(kinds) > 1:
                certain = {kind: self._is_kind(e, kind, knowledge) for kind in kinds}
                possible_kinds = frozenset(kind for kind in kinds if certain[kind] is not False)
                possible_kinds = frozenset(kind for kind in possible_kinds if certain[kind]) or possible_kinds
                if possible_kinds and possible_kinds != kinds:
                    return replace(e, type=Card(possible_kinds))
        return e

    def _is_kind(self, card: k.Expression, kind: str, knowledge: Knowledge) -> bool | None:
        fact = knowledge.facts.get((k.IsKind, (self.key(card), kind)))
        return None if fact is None or not fact[0].values.is_single else fact[0].values == YES

    def _by_itself(self, e: k.Expression, knowledge: Knowledge) -> Estimate:
        match e:
            case k.Checked(value=value):
                return self.values(value, knowledge)
            case k.Constant(value=None):
                return Estimate(NONE)
            case k.Constant(value=int(value)) if of_type(e.type, self.enums).exact:
                return Estimate(numbers(int(value), int(value)))
            case k.Either(then=then, otherwise=otherwise):
                one, other = self.values(then, knowledge), self.values(otherwise, knowledge)
                return Estimate(one.values.either(other.values), (*one.because, *other.because))
            case k.Operation(operator=operator, operands=operands) if isinstance(e.type, Number):
                return self._calculated(e, operator, operands, knowledge)
        return Estimate(of_type(self.own_type(e), self.enums))

    def _calculated(
        self, e: k.Expression, operator: OperatorName, operands: tuple[k.Expression, ...], knowledge: Knowledge
    ) -> Estimate:
        """The range of the result of an arithmetic operation."""
        estimates = [self.values(operand, knowledge) for operand in operands]
        ranges = [each.values.range for each in estimates]
        result = OPERATORS[operator].result
        because = tuple(reason for each in estimates for reason in each.because)
        excluded = any(each.by_exclusion for each in estimates)
        match result, ranges:
            case NumberWithin(bounds=bounds), [Number() as left, Number() as right]:
                result_range = range_of(bounds, left, right)
                return Estimate(numbers(result_range.low, result_range.high), because, excluded)
            case NegatedNumber(), [Number(low, high)]:
                return Estimate(numbers(-high, -low), because, excluded)
        return Estimate(of_type(self.own_type(e), self.enums))

    def _orders(self, left: k.Expression, right: k.Expression, knowledge: Knowledge) -> Estimate:
        """How two values may compare: -1, 0 and 1, as in `ORDERS`."""
        if self.key(left) == self.key(right):
            return Estimate(ORDERS["="])
        one, other = self.values(left, knowledge), self.values(right, knowledge)
        because = tuple(dict.fromkeys((*one.because, *other.because)))
        orders = Estimate(compared(one.values, other.values), because, one.by_exclusion or other.by_exclusion)
        for key, swapped in (((self.key(left), self.key(right)), False), ((self.key(right), self.key(left)), True)):
            fact = knowledge.facts.get(("order", *key))
            if fact is not None:
                values = turned(fact[0].values) if swapped else fact[0].values
                orders = orders.narrowed(Estimate(values, fact[0].because, fact[0].by_exclusion))
        return orders

    def things(self, group: k.Expression, knowledge: Knowledge) -> ValueSet | None:
        """The things in a group whose things are certain."""
        match group:
            case k.Span_(low=low, high=high):
                least, most = self.values(low, knowledge).values, self.values(high, knowledge).values
                if least.is_single and most.is_single and least.range and most.range:
                    return numbers(least.range.low, most.range.high)
            case k.Listing(items=items):
                things = ValueSet(())
                for item in items:
                    values = self.values(item, knowledge).values
                    if not values.is_single:
                        return None
                    things = things.either(values)
                return things
        return None


def _stays_in_frames(node: k.Node) -> bool:
    """Whether what is known about an expression of such nodes follows from the names' values, which frames keep."""
    return isinstance(node, k.Local | k.Constant | k.IsKind) or (
        isinstance(node, k.Operation) and node.operator != "item"
    )


def _joined(one: Type, other: Type) -> Type:
    return join(one, other) or one


def _decided(estimate: Estimate, wanted: ValueSet) -> Verdict | None:
    """Whether a value is among some, where that is certain."""
    if estimate.values.is_empty or not estimate.values.exact or not wanted.exact:
        return None
    shared = estimate.values.both(wanted)
    if shared.is_empty:
        return Verdict(False, estimate.because, estimate.by_exclusion)
    return Verdict(True, estimate.because, estimate.by_exclusion) if shared == estimate.values else None


def _opposite(verdict: Verdict | None) -> Verdict | None:
    return Verdict(not verdict.holds, verdict.because, verdict.by_exclusion) if verdict is not None else None


# Learns what follows where a condition holds or doesn't, and where a value is assigned.


class Reasoning(Values):
    """Answers for one model, and learns from conditions and assignments."""

    def where(self, condition: k.Expression, holds: bool, knowledge: Knowledge, *, excluded: bool = False) -> Knowledge:
        """What is known where a condition holds, or doesn't. With `excluded` that follows from what came before."""
        facts: GrowingFacts = dict(knowledge.facts)
        self._assume(condition, holds, knowledge, facts, excluded)
        return Knowledge(facts)

    def given(self, place: k.Expression, value: Estimate, at: Span, knowledge: Knowledge) -> Knowledge:
        """What is known after an assignment, which has made forgotten what depended on the place."""
        values = of_type(self.own_type(place), self.enums).both(value.values)
        if values.is_empty or values == of_type(self.own_type(place), self.enums):
            return knowledge
        new_estimate = Estimate(values, (("it gets its value here", at),))
        return Knowledge({**knowledge.facts, self.key(place): (new_estimate, self.needs_of(self.key(place), place))})

    def emptied(self, zone: k.ZoneOf, at: Span, knowledge: Knowledge) -> Knowledge:
        """What is known once all cards of a zone have been moved away."""
        size = self.size_of(zone)
        estimate = Estimate(numbers(0, 0), (("its cards are moved away here", at),))
        return Knowledge({**knowledge.facts, self.key(size): (estimate, self.needs_of(self.key(size), size))})

    def _assume(
        self, condition: k.Expression, holds: bool, knowledge: Knowledge, facts: GrowingFacts, excluded: bool
    ) -> None:
        """Add to facts what follows where a condition holds, or doesn't."""
        match condition:
            case k.Operation(operator="not", operands=(inner,)):
                self._assume(inner, not holds, knowledge, facts, excluded)
                return
            case k.Fold(kind="no"):
                self._assume(self.any_of(condition), not holds, knowledge, facts, excluded)
                return
            case k.Operation(operator="and" | "or" as joined, operands=operands) if holds == (joined == "and"):
                for operand in operands:
                    self._assume(operand, holds, knowledge, facts, excluded)
                return
            case k.Operation(operator="and" | "or", operands=(left, right)):
                ways: list[GrowingFacts] = [dict(facts), dict(facts)]
                self._assume(left, holds, knowledge, ways[0], excluded)
                self._assume(right, holds, knowledge, ways[1], excluded)
                facts.update(Knowledge(ways[0]).met_by(Knowledge(ways[1])).facts)
        because = ("this holds here" if holds else "this doesn't hold here", condition.at)
        self._learn(condition, YES if holds else NO, because, facts, excluded)
        match condition:
            case k.Operation(operator="=" | "!=" | "<" | "<=" | ">" | ">=" as sign, operands=(left, right)):
                said = sign if holds else OPPOSITE[sign]
                self._learn_order(left, right, said, because, facts, excluded)
                for one, other, compared in ((left, right, said), (right, left, TURNED[said])):
                    self._learn_from(one, compared, self.values(other, knowledge), because, facts, excluded)
            case k.Operation(operator="in" | "not in" as within, operands=(item, group)):
                things = self.things(group, knowledge)
                if things is not None:
                    if holds != (within == "in"):
                        things = of_type(self.own_type(item), self.enums).without(things)
                    self._learn(item, things, because, facts, excluded)

    def _learn_order(
        self, left: k.Expression, right: k.Expression, sign: str, because: Reason, facts: GrowingFacts, excluded: bool
    ) -> None:
        key = ("order", self.key(left), self.key(right))
        needs = _together(self.needs_of(self.key(left), left), self.needs_of(self.key(right), right))
        _add(facts, key, Estimate(ORDERS[sign], (because,), excluded), needs)

    def _learn_from(
        self, e: k.Expression, sign: str, other: Estimate, because: Reason, facts: GrowingFacts, excluded: bool
    ) -> None:
        """Learn the values of an expression from a comparison with something that has certain values."""
        own = of_type(self.own_type(e), self.enums)
        within = other.values.range
        match sign:
            case "=":
                values = other.values if own.exact and other.values.exact else own
                if not other.values.none:
                    values = values.without(NONE)
                elif other.values == NONE:
                    values = NONE
            case "!=" if other.values.is_single:
                values = own.without(other.values)
            case "<" | "<=" if within is not None and own.spans:
                values = numbers(own.spans[0][0], within.high - (sign == "<"))
            case ">" | ">=" if within is not None and own.spans:
                values = numbers(within.low + (sign == ">"), own.spans[-1][1])
            case _:
                return
        if values != own:
            self._learn(e, values, because, facts, excluded, other.because)

    def _learn(
        self,
        e: k.Expression,
        values: ValueSet,
        because: Reason,
        facts: GrowingFacts,
        excluded: bool,
        more: Iterable[Reason] = (),
    ) -> None:
        inner = e.value if isinstance(e, k.Checked) else e
        if not isinstance(inner, k.Constant):
            _add(facts, self.key(e), Estimate(values, (because, *more), excluded), self.needs_of(self.key(e), e))


def tells_types(condition: k.Expression) -> bool:
    """Whether a condition says of something that may be none, or of several kinds, that it is less than that."""
    match condition:
        case k.Operation(operator="not", operands=(inner,)):
            return tells_types(inner)
        case k.Operation(operator="and" | "or", operands=operands):
            return any(map(tells_types, operands))
        case k.Operation(operator="=" | "!=", operands=operands):
            return any(isinstance(operand.type, Optional) for operand in operands)
        case k.Operation(operator="in" | "not in", operands=(item, _)):
            return isinstance(item.type, Optional)
        case k.IsKind(card=card):
            return isinstance(card.type, Card) and len(card.type.kinds) > 1
    return False


def _add(facts: GrowingFacts, key: Hashable, estimate: Estimate, needs: Needs) -> None:
    before = facts.get(key)
    facts[key] = (before[0].narrowed(estimate) if before is not None else estimate, needs)


def _together(one: Needs, other: Needs) -> Needs:
    return Needs(one.state | other.state, one.names | other.names, one.only_names and other.only_names)
