"""Learns what follows where a condition holds or doesn't, and where a value is assigned."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from artrules.diagnostics.span import Span
from artrules.facts.knowledge import GrowingFacts, Knowledge, Known, Needs, Reason
from artrules.facts.orders import OPPOSITE, ORDERS, TURNED
from artrules.facts.value_sets import NO, NONE, YES, ValueSet, numbers, of_type
from artrules.facts.values import Values
from artrules.ir.nodes import Checked, Constant, Expression, Fold, IsKind, Operation, ZoneOf
from artrules.ir.types import Card, Optional


class Reasoning(Values):
    """Answers for one model, and learns from conditions and assignments."""

    def where(self, condition: Expression, holds: bool, knowledge: Knowledge, *, excluded: bool = False) -> Knowledge:
        """What is known where a condition holds, or doesn't. With `excluded` that follows from what came before."""
        facts: GrowingFacts = dict(knowledge.facts)
        self._assume(condition, holds, knowledge, facts, excluded)
        return Knowledge(facts)

    def given(self, place: Expression, value: Known, at: Span, knowledge: Knowledge) -> Knowledge:
        """What is known after an assignment, which has made forgotten what depended on the place."""
        values = of_type(self.own_type(place), self.enums).both(value.values)
        if values.is_empty or values == of_type(self.own_type(place), self.enums):
            return knowledge
        known = Known(values, (("it gets its value here", at),))
        return Knowledge({**knowledge.facts, self.key(place): (known, self.needs_of(self.key(place), place))})

    def emptied(self, zone: ZoneOf, at: Span, knowledge: Knowledge) -> Knowledge:
        """What is known once all cards of a zone have been moved away."""
        size = self.size_of(zone)
        known = Known(numbers(0, 0), (("its cards are moved away here", at),))
        return Knowledge({**knowledge.facts, self.key(size): (known, self.needs_of(self.key(size), size))})

    def _assume(
        self, condition: Expression, holds: bool, knowledge: Knowledge, facts: GrowingFacts, excluded: bool
    ) -> None:
        """Add to facts what follows where a condition holds, or doesn't."""
        match condition:
            case Operation(operator="not", operands=(inner,)):
                self._assume(inner, not holds, knowledge, facts, excluded)
                return
            case Fold(kind="no"):
                self._assume(self.any_of(condition), not holds, knowledge, facts, excluded)
                return
            case Operation(operator="and" | "or" as joined, operands=operands) if holds == (joined == "and"):
                for operand in operands:
                    self._assume(operand, holds, knowledge, facts, excluded)
                return
            case Operation(operator="and" | "or", operands=(left, right)):
                ways: list[GrowingFacts] = [dict(facts), dict(facts)]
                self._assume(left, holds, knowledge, ways[0], excluded)
                self._assume(right, holds, knowledge, ways[1], excluded)
                facts.update(Knowledge(ways[0]).met_by(Knowledge(ways[1])).facts)
        because = ("this holds here" if holds else "this doesn't hold here", condition.at)
        self._learn(condition, YES if holds else NO, because, facts, excluded)
        match condition:
            case Operation(operator="=" | "!=" | "<" | "<=" | ">" | ">=" as sign, operands=(left, right)):
                said = sign if holds else OPPOSITE[sign]
                self._learn_order(left, right, said, because, facts, excluded)
                for one, other, compared in ((left, right, said), (right, left, TURNED[said])):
                    self._learn_from(one, compared, self.values(other, knowledge), because, facts, excluded)
            case Operation(operator="in" | "not in" as within, operands=(item, group)):
                things = self.things(group, knowledge)
                if things is not None:
                    if holds != (within == "in"):
                        things = of_type(self.own_type(item), self.enums).without(things)
                    self._learn(item, things, because, facts, excluded)

    def _learn_order(
        self, left: Expression, right: Expression, sign: str, because: Reason, facts: GrowingFacts, excluded: bool
    ) -> None:
        key = ("order", self.key(left), self.key(right))
        needs = _together(self.needs_of(self.key(left), left), self.needs_of(self.key(right), right))
        _add(facts, key, Known(ORDERS[sign], (because,), excluded), needs)

    def _learn_from(
        self, e: Expression, sign: str, other: Known, because: Reason, facts: GrowingFacts, excluded: bool
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
        e: Expression,
        values: ValueSet,
        because: Reason,
        facts: GrowingFacts,
        excluded: bool,
        more: Iterable[Reason] = (),
    ) -> None:
        inner = e.value if isinstance(e, Checked) else e
        if not isinstance(inner, Constant):
            _add(facts, self.key(e), Known(values, (because, *more), excluded), self.needs_of(self.key(e), e))


def tells_types(condition: Expression) -> bool:
    """Whether a condition says of something that may be none, or of several kinds, that it is less than that."""
    match condition:
        case Operation(operator="not", operands=(inner,)):
            return tells_types(inner)
        case Operation(operator="and" | "or", operands=operands):
            return any(map(tells_types, operands))
        case Operation(operator="=" | "!=", operands=operands):
            return any(isinstance(operand.type, Optional) for operand in operands)
        case Operation(operator="in" | "not in", operands=(item, _)):
            return isinstance(item.type, Optional)
        case IsKind(card=card):
            return isinstance(card.type, Card) and len(card.type.kinds) > 1
    return False


def _add(facts: GrowingFacts, key: Hashable, known: Known, needs: Needs) -> None:
    before = facts.get(key)
    facts[key] = (before[0].narrowed(known) if before is not None else known, needs)


def _together(one: Needs, other: Needs) -> Needs:
    return Needs(one.state | other.state, one.names | other.names, one.only_names and other.only_names)
