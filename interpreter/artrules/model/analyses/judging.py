"""Judges conditions and expressions with what is known where they stand, and says in words what is certain of them."""

from collections.abc import Sequence
from enum import Enum

from artrules.model.facts.knowledge import Knowledge, Reason, StateReads, Verdict, own_changes
from artrules.model.facts.value_sets import in_words, numbers
from artrules.model.facts.values import Reasoning
from artrules.model.ir import nodes as k
from artrules.model.ir.model import Model, Role
from artrules.model.ir.types import Bool
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass

# What may be certain about a place in code, and the words for it.


class Sort(Enum):
    """What may be certain about a place in code."""

    HOLDS = "a condition always or never holds"
    REACHED = "a statement is never reached"
    EMPTY = "there is nothing to go through"
    TIMES = "something is done 0 times"
    DIVISOR = "a divisor is always 0"
    ITEM = "there never is an item at this position"
    CARD = "there are no cards in a zone"
    INDEX = "a number goes beyond the numbers of which each has a zone"
    BOUNDS = "a number never lies in the bounds of its place"
    ASSIGNED = "what is assigned is the value that is there already"


@dataclass(frozen=True, slots=True)
class Certainty:
    """Something certain about a place in code, and why.

    For a condition, `holds` says whether it holds, and `whole` what follows for the whole condition around it: None if
    that isn't certain. In an author's words, or empty, `found` are the values that are possible, and `expected` those
    that would do.
    """

    sort: Sort
    at: Span
    because: tuple[Reason, ...] = ()
    found: str = ""
    expected: str = ""
    role: Role = Role.VALUE
    holds: bool = False
    whole: bool | None = None


@dataclass(frozen=True, slots=True)
class Certainties:
    """All that is certain about the code of a model; and the places where nothing is, each with what was asked."""

    certain: Sequence[Certainty]
    uncertain: frozenset[tuple[Sort, Span]]


# Finds what an author wrote at a place, to be quoted in messages.


def source_line(model: Model, at: Span) -> str:
    """The text of a span within one line; empty if it goes on to another line, or the text isn't known."""
    text = model.source_text(at.file)
    if text is None or at.line != at.end_line:
        return ""
    lines = text.split("\n")
    return lines[at.line - 1][at.column - 1 : at.end_column - 1] if at.line <= len(lines) else ""


# Judges conditions and expressions with what is known where they stand.


class ExpressionJudge:
    """Judges the expressions of one model, and collects what is certain."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.reasoning = Reasoning(model.enums, model.power_attributes, StateReads(model.values), {})
        self.certain: list[Certainty] = []
        self.uncertain: set[tuple[Sort, Span]] = set()
        self.stated: set[str] = set()
        """Names whose values an author states as a range: parameters, and names that go through one."""

    def condition(self, condition: k.Expression, role: Role, knowledge: Knowledge) -> bool | None:
        """Judge a condition and its parts. Returns whether it holds where that is certain."""
        decided: list[tuple[k.Expression, Verdict]] = []
        holds = self._judge(condition, knowledge, decided)
        for leaf, verdict in decided:
            if isinstance(leaf, k.Constant) and leaf is not condition:
                continue
            self.certain.append(
                Certainty(
                    Sort.HOLDS,
                    leaf.at,
                    verdict.because,
                    self._found(leaf, knowledge) if not verdict.because else "",
                    role=role,
                    holds=verdict.holds,
                    whole=holds,
                )
            )
        return holds

    def _judge(
        self, condition: k.Expression, knowledge: Knowledge, decided: list[tuple[k.Expression, Verdict]]
    ) -> bool | None:
        match condition:
            case k.Operation(operator="not", operands=(k.Operation(operator="and" | "or") as inner,)):
                inner_truth = self._judge(inner, knowledge, decided)
                return None if inner_truth is None else not inner_truth
            case k.Operation(operator="and" | "or" as sign, operands=(left, right)):
                whole_verdict = self.reasoning.verdict(condition, knowledge)
                if whole_verdict is not None:
                    self._leaf(condition, whole_verdict, decided)
                    return whole_verdict.holds
                ends = sign == "or"
                first = self._judge(left, knowledge, decided)
                if first is ends:
                    return ends
                excluded = ends and isinstance(right, k.Operation) and right.operator in ("and", "or")
                second = self._judge(right, self.reasoning.where(left, not ends, knowledge, excluded=excluded), decided)
                if second is ends:
                    return ends
                return None if first is None or second is None else not ends
        self._operands(condition, knowledge)
        verdict = self.reasoning.verdict(condition, knowledge)
        return self._leaf(condition, verdict, decided)

    def _leaf(
        self, leaf: k.Expression, verdict: Verdict | None, decided: list[tuple[k.Expression, Verdict]]
    ) -> bool | None:
        if verdict is None or (isinstance(leaf, k.IsKind) and not verdict.because):
            self.uncertain.add((Sort.HOLDS, leaf.at))
            return None
        if verdict.holds and verdict.by_exclusion:
            self.uncertain.add((Sort.HOLDS, leaf.at))  # the last of several cases, said for clearness
            return None
        decided.append((leaf, verdict))
        return verdict.holds

    def _found(self, leaf: k.Expression, knowledge: Knowledge) -> str:
        """The values of what a condition compares, in an author's words."""
        match leaf:
            case k.Operation(operands=(k.Constant(), _)):
                return ""
            case k.Operation(operands=(compared, _)):
                words = in_words(self.reasoning.values(compared, knowledge).values, compared.type, self.model.enums)
                text = source_line(self.model, compared.at)
                return f"`{text}` is {words}" if words and text else ""
        return ""

    def expression(self, e: k.Expression, knowledge: Knowledge) -> None:
        """Judge an expression whose value isn't a condition of anything, and all inside it."""
        if isinstance(e.type, Bool) and isinstance(e, k.Operation):
            self.condition(e, Role.VALUE, knowledge)
        else:
            self._operands(e, knowledge)

    def _operands(self, e: k.Node, knowledge: Knowledge) -> None:
        """Judge what is inside a node, and its numbers."""
        match e:
            case k.Either(condition=condition, then=then, otherwise=otherwise):
                self.condition(condition, Role.EITHER, knowledge)
                self.expression(then, self.reasoning.where(condition, True, knowledge))
                self.expression(otherwise, self.reasoning.where(condition, False, knowledge, excluded=True))
                return
            case k.Fold(binders=binders, value=value, otherwise=instead):
                inside = knowledge
                for binder in binders:
                    inside = self.binder(binder, inside)
                if value is not None:
                    self.expression(value, inside)
                if instead is not None:
                    self.expression(instead, knowledge)
                return
            case k.Best(binder=binder, keys=keys):
                inside = self.binder(binder, knowledge)
                for _, key in keys:
                    self.expression(key, inside)
                return
            case k.Span_(low=low, high=high):
                first, last = self.reasoning.values(low, knowledge), self.reasoning.values(high, knowledge)
                least, most = first.values.range, last.values.range
                empty = least is not None and most is not None and least.low > most.high
                self._note(Sort.EMPTY, e.at, (*first.because, *last.because) if empty else None)
            case k.TopOf(zone=zone, count=count):
                self.cards_in(zone, knowledge)
                if count is not None:
                    self.how_many(count, knowledge)
            case k.ZoneOf(owner=owner, second=second):
                self._index(owner, knowledge)
                self._index(second, knowledge)
            case k.Operation(operator="/" | "%", operands=(_, divisor)):
                by = self.reasoning.values(divisor, knowledge)
                zero = by.values.is_single and by.values.range is not None and by.values.range.low == 0
                self._note(Sort.DIVISOR, divisor.at, by.because if zero else None)
            case k.Operation(operator="item", operands=(listed, position)):
                self._item(listed, position, knowledge)
            case k.Checked(value=value, low=low_, high=high_):
                inner = self.reasoning.values(value, knowledge)
                within = inner.values.range
                if within is None or (within.low <= high_ and within.high >= low_):
                    self._note(Sort.BOUNDS, value.at, None)
                else:
                    actual = in_words(inner.values, value.type, self.model.enums)
                    expected = in_words(numbers(low_, high_), value.type, self.model.enums)
                    self._note(Sort.BOUNDS, value.at, inner.because, actual, expected)
        self.inside(e, knowledge)

    def how_many(self, count: k.Expression, knowledge: Knowledge) -> None:
        """Judge how often something is done, or how many cards there are."""
        estimate = self.reasoning.values(count, knowledge)
        within = estimate.values.range
        self._note(Sort.TIMES, count.at, estimate.because if within is not None and within.high <= 0 else None)

    def cards_in(self, cards: k.Expression, knowledge: Knowledge) -> None:
        """Judge whether there are cards where some are taken from, or gone through."""
        if isinstance(cards, k.ZoneOf):
            because = None
            if knowledge.facts:
                size = self.reasoning.values(self.reasoning.size_of(cards), knowledge)
                because = size.because if size.values == numbers(0, 0) else None
            self._note(Sort.CARD, cards.at, because)

    def _index(self, number: k.Expression | None, knowledge: Knowledge) -> None:
        if not (
            isinstance(number, k.Checked) and isinstance(number.value, k.Local) and number.value.name in self.stated
        ):
            return
        estimate = self.reasoning.values(number.value, knowledge)
        within = estimate.values.range
        beyond = within is not None and (within.low < number.low or within.high > number.high)
        actual = in_words(estimate.values, number.value.type, self.model.enums)
        expected = in_words(numbers(number.low, number.high), number.value.type, self.model.enums)
        self._note(Sort.INDEX, number.value.at, estimate.because if beyond else None, actual, expected)

    def _item(self, listed: k.Expression, position: k.Expression, knowledge: Knowledge) -> None:
        estimate = self.reasoning.values(position, knowledge)
        within = estimate.values.range
        most = None
        match listed:
            case k.Listing(items=items):
                most = len(items)
            case k.TopOf(count=k.ExpressionNode() as count):
                count_range = self.reasoning.values(count, knowledge).values.range
                most = count_range.high if count_range is not None else None
        missing = within is not None and (within.high < 1 or (most is not None and within.low > most))
        self._note(
            Sort.ITEM, position.at, estimate.because if missing else None, expected=f"1 to {most}" if most else ""
        )

    def _note(
        self, sort: Sort, at: Span, because: tuple[Reason, ...] | None, actual: str = "", expected: str = ""
    ) -> None:
        """Note whether something is certain (with reasons) or not (None)."""
        if because is None:
            self.uncertain.add((sort, at))
        else:
            self.certain.append(Certainty(sort, at, tuple(dict.fromkeys(because)), actual, expected))

    def inside(self, node: k.Node, knowledge: Knowledge) -> None:
        for child in k.children(node):
            self.any_node(child, knowledge)

    def any_node(self, node: k.Node, knowledge: Knowledge) -> None:
        if isinstance(node, k.Expression):
            self.expression(node, knowledge)
        else:
            self.inside(node, knowledge)

    def binder(self, binder: k.Binder, knowledge: Knowledge, before: Knowledge | None = None) -> Knowledge:
        """Judge a binder. Returns what is known inside: its condition holds. Its domain is judged with what is known
        before, where that isn't the same."""
        first = before if before is not None else knowledge
        self.expression(binder.domain, first)
        self.cards_in(binder.domain, first)
        self.reasoning.declared[binder.local.name] = binder.local.type
        match binder.domain:
            case k.Span_(low=k.Constant(), high=k.Constant()):
                self.stated.add(binder.local.name)
            case _:
                self.stated.discard(binder.local.name)
        inside = knowledge.after(own_changes(binder))
        if binder.condition is None:
            return inside
        self.condition(binder.condition, Role.FILTER, inside)
        return self.reasoning.where(binder.condition, True, inside)
