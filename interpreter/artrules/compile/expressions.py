"""Kernel expressions to Python text.

In generated functions `S` is the state, `v` its cells, `z` its zones. A value that is kept (assigned, passed, stored
in a frame) is plain data: lists are tuples. A value that is only gone through may be any iterable: `iterable` gives
that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from artrules.compile.layout import Layout
from artrules.compile.names import python_name
from artrules.compile.power_tests import PowerTests
from artrules.compile.work import GRAIN, LONGEST_LIST, Work, holds_lists
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.types import WIDE, ListOf, Number, Optional, SetOf, Zone

ARITHMETIC = {"+": "+", "-": "-", "*": "*"}
COMPARISON = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}


class ExpressionWriter:
    """Writes expressions for one layout; `constants` collects what the generated module needs."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.work = Work(layout)
        self.work.look_at(layout.model)
        self.constants: dict[str, Any] = {}
        self.sites: list[tuple[Span, str]] = []
        self.tests = PowerTests(layout.model.powers)
        self.names: dict[str, str | None] = {}
        """For locals that go by another name in the text that is being written, that name."""
        self.failing_nodes: dict[int, k.Node] = {}

    def site(self, at: Span, what: str, failing: k.Node | None = None) -> int:
        """A number for a place in content that can fail or fault; `failing` is the node that may fail there."""
        self.sites.append((at, what))
        if failing is not None:
            self.failing_nodes[len(self.sites) - 1] = failing
        return len(self.sites) - 1

    # -- the three forms of a value

    def value(self, e: k.Expression) -> str:
        """Python text whose value is plain data."""
        if isinstance(e.type, Zone):
            return f"z[{self.zone(e)}]"
        if isinstance(e.type, ListOf) and not isinstance(e, (k.Local, k.VariableOf, k.AttributeOf, k.FieldOf, k.Call)):
            return self._tuple(e)
        return self._plain(e)

    def _tuple(self, e: k.Expression) -> str:
        text = self.iterable(e)
        if self.work.size(e) > LONGEST_LIST:
            text = f"short({text}, {self.site(e.at, 'this list')})"
        already = isinstance(
            e, (k.AllPlayers, k.Listing, k.TopOf, k.PowersOf, k.Happenings, k.Either, k.Best, k.PropertyOf)
        )
        already = already or (isinstance(e, k.Operation) and e.operator != "item") or isinstance(e, k.BuiltinCall)
        text = text if already else f"tuple({text})"
        # What is in a variable, or was given, was small when it was put together.
        made = holds_lists(e.type) and not isinstance(e, k.Either)
        return f"small(S, {text}, {self.site(e.at, 'this list')})" if made else text

    def iterable(self, e: k.Expression) -> str:
        """Python text of something one can go through once or more."""
        if isinstance(e.type, Zone):
            return f"z[{self.zone(e)}]"
        if isinstance(e.type, SetOf):
            return f"members({self._plain(e)})"
        if isinstance(e, k.Span_) and self.work.size(e) > LONGEST_LIST:
            return f"meter(S, {self._plain(e)}, 1, {self.site(e.at, 'this range')})"
        return self._plain(e)

    def domain(self, binder: k.Binder) -> str:
        """Python text of what a binder goes through; where it may be long, its turns are counted."""
        weight = self.work.weights.get(id(binder))
        if weight is None:
            return self.iterable(binder.domain)
        text = self._plain(binder.domain) if isinstance(binder.domain, k.Span_) else self.iterable(binder.domain)
        return self.spending(text, weight, binder.at)

    def spending(self, items: str, weight: int, at: Span) -> str:
        """Python text of some items whose turns are counted."""
        return f"meter(S, {items}, {weight}, {self.site(at, 'this')})"

    def counted(self, units: int, at: Span, lines: list[str]) -> list[str]:
        """Lines that are so much work, which count it where that is more than a GRAIN."""
        return lines if units <= GRAIN else [f"meter_units(S, {units}, {self.site(at, 'this')})", *lines]

    def zone(self, e: k.Expression) -> str:
        """Python text of a zone's number."""
        if isinstance(e, k.ZoneOf):
            place = self.layout.zones[e.declaration.key]
            if e.owner is None:
                return str(place.first)
            return _added(place.first - place.offset, self._plain(e.owner))
        if isinstance(e, k.Either):
            return f"({self.zone(e.then)} if {self._plain(e.condition)} else {self.zone(e.otherwise)})"
        if isinstance(e, k.Call):
            return self._plain(e)
        raise AssertionError(f"no zone: {type(e).__name__}")

    def _plain(self, e: k.Expression) -> str:
        return getattr(self, f"_{type(e).__name__.lower().strip('_')}")(e)  # type: ignore[no-any-return]

    # -- one method for each kind of node

    def _constant(self, e: k.Constant) -> str:
        return repr(e.value)

    def _local(self, e: k.Local) -> str:
        return self.names.get(e.name) or e.name

    def _variableof(self, e: k.VariableOf) -> str:
        return f"v[{self.variable_cell(e)}]"

    def variable_cell(self, e: k.VariableOf) -> str:
        first = self.layout.variable_cell(e.declaration)
        return str(first) if e.owner is None else _added(first, self._plain(e.owner))

    def _attributeof(self, e: k.AttributeOf) -> str:
        if e.declaration.printed:
            cards = self.layout.cards[e.declaration.kind]
            name = python_name("PRINTED", e.declaration.kind, e.declaration.name)
            values = self.layout.piece_values
            if name not in self.constants:
                self.constants[name] = tuple(
                    values[c].get(e.declaration.name) if cards.first <= c < cards.last else None
                    for c in range(cards.last)
                )
            return f"{name}[{self._plain(e.card)}]"
        return f"v[{self.attribute_cell(e)}]"

    def attribute_cell(self, e: k.AttributeOf) -> str:
        return _added(self.layout.attribute_cell(e.declaration), self._plain(e.card))

    def _faceof(self, e: k.FaceOf) -> str:
        return f"v[{_added(len(self.layout.card_kind), self._plain(e.card))}]"

    def _iskind(self, e: k.IsKind) -> str:
        cards = self.layout.cards[e.kind]
        return f"({cards.first} <= {self._plain(e.card)} < {cards.last})"

    def _fieldof(self, e: k.FieldOf) -> str:
        if e.event.kept is not None:
            site = self.site(e.at, f"this `{e.event.name}`")
            return f"field_of(S, {self._plain(e.happening)}, {e.declaration.index + 2}, {site})"
        return f"{self._plain(e.happening)}[{e.declaration.index}]"

    def _propertyof(self, e: k.PropertyOf) -> str:
        enum = self.layout.model.enums[e.enum]
        name = python_name("PROPERTY", e.enum, e.property)
        self.constants[name] = tuple(enum.values.get(e.property, {}).get(m) for m in enum.members)
        return f"{name}[{self._plain(e.member)}]"

    def _powerattributeof(self, e: k.PowerAttributeOf) -> str:
        name = python_name("POWER", e.attribute)
        self.constants[name] = tuple(p.attributes.get(e.attribute) for p in self.layout.model.powers)
        return f"{name}[definition_of(S, {self._plain(e.power)})]"

    def _powersof(self, e: k.PowersOf) -> str:
        return f"powers_of(S, {self._plain(e.card)})"

    def _settingvalue(self, e: k.SettingValue) -> str:
        return repr(self.layout.configuration.settings[e.declaration.name])

    def _allcards(self, e: k.AllCards) -> str:
        cards = self.layout.cards[e.kind]
        return f"range({cards.first}, {cards.last})"

    def _allmembers(self, e: k.AllMembers) -> str:
        return f"range({len(self.layout.model.enums[e.enum].members)})"

    def _allplayers(self, e: k.AllPlayers) -> str:
        return "PLAYERS"

    def _roundnumber(self, e: k.RoundNumber) -> str:
        return f"v[{self.layout.engine['round']}]"

    def _happenings(self, e: k.Happenings) -> str:
        return f"happenings(S, {self.event_number(e.event.key)})"

    def event_number(self, key: str) -> int:
        return list(self.layout.model.events).index(key)

    def _span(self, e: k.Span_) -> str:
        return f"range({self._plain(e.low)}, {self._plain(e.high)} + 1)"

    def _topof(self, e: k.TopOf) -> str:
        pile = f"z[{self.zone(e.zone)}]"
        if e.count is None:
            return f"end_of({pile}, {-1 if e.from_bottom else 0}, {self.site(e.at, 'there is no card', e)})"
        if e.from_bottom:
            return f"last_of({pile}, {self._plain(e.count)})"
        if isinstance(e.count, k.Constant):
            return f"{pile}[:{e.count.value}]"
        return f"{pile}[:max(0, {self._plain(e.count)})]"

    def _listing(self, e: k.Listing) -> str:
        if isinstance(e.type, SetOf):
            values = {i.value for i in e.items if isinstance(i, k.Constant) and 0 <= i.value < 256}
            if all(isinstance(i, k.Constant) and i.value in values for i in e.items):
                return str(sum(1 << value for value in values))
            return f"({' | '.join(self._bit(i) for i in e.items)})"
        return f"({', '.join(self.value(i) for i in e.items)},)"

    def _bit(self, e: k.Expression) -> str:
        text = self._plain(e)
        if isinstance(e.type, Number) and not 0 <= e.type.low <= e.type.high < 256:
            return f"bit({text}, {self.site(e.at, 'this')})"
        return f"1 << {text}"

    def _operation(self, e: k.Operation) -> str:
        a = e.operands[0]
        b = e.operands[1] if len(e.operands) > 1 else None
        operator = e.operator
        if operator == "not":
            return f"(not {self._plain(a)})"
        if operator == "negative":
            return f"(-{self._plain(a)})"
        assert b is not None
        if operator in ("and", "or"):
            return f"({self._plain(a)} {operator} {self._plain(b)})"
        if operator in ARITHMETIC or operator in COMPARISON:
            return f"({self._plain(a)} {operator} {self._plain(b)})"
        if operator in ("/", "%"):
            site = self.site(e.at, "division by 0", e)
            return f"divided({self._plain(a)}, {self._plain(b)}, {site})[{0 if operator == '/' else 1}]"
        if operator in ("=", "!="):
            return self._same(e, operator, a, b)
        if operator in ("in", "not in"):
            return self._within(e, operator, a, b)
        return getattr(self, f"_on_lists_{operator}")(e, a, b)  # type: ignore[no-any-return]

    def _same(self, e: k.Operation, operator: str, a: k.Expression, b: k.Expression) -> str:
        if isinstance(a, k.Constant) and isinstance(b, k.Constant):
            return repr((a.value == b.value) is (operator == "="))
        if isinstance(b, k.Constant) and b.value is None:
            return f"({self.value(a)} is {'not ' if operator == '!=' else ''}None)"
        sign = "==" if operator == "=" else "!="
        if self._counts(e):
            return f"({self._scanned(self.value(a), e)} {sign} {self._scanned(self.value(b), e)})"
        return f"({self.value(a)} {sign} {self.value(b)})"

    def _counts(self, e: k.Operation) -> bool:
        """Whether an operation on whole lists counts by their lengths."""
        return id(e) in self.work.weights

    def _scanned(self, items: str, e: k.Operation) -> str:
        return f"meter_scan(S, {items}, {self.site(e.at, 'this')})"

    def _things(self, e: k.Operation, operand: k.Expression) -> str:
        """Python text of what is in an operand that is a list, counted where there may be much."""
        items = self.iterable(operand)
        return self.spending(items, self.work.weights[id(e)], e.at) if self._counts(e) else items

    def _within(self, e: k.Operation, operator: str, a: k.Expression, b: k.Expression) -> str:
        wanted = "!= 0" if operator == "in" else "== 0"
        if isinstance(b.type, SetOf):
            item = self._plain(a)
            if isinstance(a.type, Optional) or (isinstance(a.type, Number) and a.type.low < 0):
                test = f"has_member({self._plain(b)}, {item})"
                return test if operator == "in" else f"(not {test})"
            return f"(({self._plain(b)} >> {item}) & 1 {wanted})"
        if isinstance(b, k.Span_) and not isinstance(a.type, Optional):
            test = f"({self._plain(b.low)} <= {self._plain(a)} <= {self._plain(b.high)})"
            return test if operator == "in" else f"(not {test})"
        domain = self._plain(b) if isinstance(b, k.Span_) else self.iterable(b)
        if self._counts(e) and not isinstance(b, k.Span_):
            domain = self._scanned(domain, e)
        return f"({self.value(a)} {operator} {domain})"

    def _on_lists_shares(self, e: k.Operation, a: k.Expression, b: k.Expression) -> str:
        if isinstance(a.type, SetOf) and isinstance(b.type, SetOf):
            return f"({self._plain(a)} & {self._plain(b)} != 0)"
        return f"(not set({self._things(e, a)}).isdisjoint({self._things(e, b)}))"

    def _on_lists_join(self, e: k.Operation, a: k.Expression, b: k.Expression) -> str:
        if isinstance(e.type, SetOf):
            return f"({self._plain(a)} | {self._plain(b)})"
        return f"(*{self._things(e, a)}, *{self._things(e, b)})"

    def _on_lists_without(self, e: k.Operation, a: k.Expression, b: k.Expression) -> str:
        if isinstance(a.type, SetOf) and isinstance(b.type, SetOf):
            return f"({self._plain(a)} & ~{self._plain(b)})"
        if isinstance(a.type, SetOf):
            return f"without_all({self._plain(a)}, {self._things(e, b)})"
        return f"without({self._things(e, a)}, {self._things(e, b)})"

    def _on_lists_item(self, e: k.Operation, a: k.Expression, b: k.Expression) -> str:
        items = self._plain(a) if isinstance(a, k.Span_) else self.value(a)
        return f"item({items}, {self._plain(b)}, {self.site(e.at, 'there is no such position', e)})"

    def _either(self, e: k.Either) -> str:
        return f"({self.value(e.then)} if {self._plain(e.condition)} else {self.value(e.otherwise)})"

    def _call(self, e: k.Call) -> str:
        me = self._plain(e.me) if e.me is not None else "None"
        if self._is_small(e):
            return self._inside(e, me)
        return f"{self.function_name(e.function.key)}(S, {', '.join([me, *(self.value(a) for a in e.arguments)])})"

    def _is_small(self, e: k.Call) -> bool:
        """Whether a call can be replaced by the function's expression: it binds no names, and is given plain ones."""
        value = self.layout.model.values.get(e.function)
        if value is None or isinstance(e.type, Zone):
            return False
        if not all(isinstance(a, (k.Local, k.Constant)) for a in [*e.arguments, e.me] if a is not None):
            return False
        nodes = list(k.walk(value))
        return len(nodes) <= SMALL and not any(isinstance(n, (k.Binder, k.Call, k.Checked)) for n in nodes)

    def _inside(self, e: k.Call, me: str) -> str:
        """The text of a small function's own expression, with what it is given for its parameters."""
        outer, model = self.names, self.layout.model
        given = [self._plain(a) for a in e.arguments]
        self.names = {"me": me, **dict(zip([p.name for p in model.locals[e.function]], given, strict=True))}
        text = self.value(model.values[e.function])
        self.names = outer
        return text

    def function_name(self, key: str) -> str:
        return python_name("f", key)

    def _lookup(self, e: k.Lookup) -> str:
        name = python_name("TABLE", e.table.key)
        self.constants[name] = (tuple(e.table.steps), e.table.slope)
        text = f"look_up({name}, {self._plain(e.argument)})"
        every, more = e.table.slope or (1, 0)
        most = max((abs(value) for _, value in e.table.steps), default=0) + 2 * WIDE // every * abs(more)
        return text if most <= WIDE else f"checked({text}, {-WIDE}, {WIDE}, {self.site(e.at, 'this number')})"

    def _scoreof(self, e: k.ScoreOf) -> str:
        return f"score_of(S, {self._plain(e.player)})"

    def _builtincall(self, e: k.BuiltinCall) -> str:
        codes = [f"z[{self.zone(a)}]" if isinstance(a.type, Zone) else self._plain(a) for a in e.arguments]
        text = e.builtin.python(codes, [a.type for a in e.arguments])
        return text.replace("{me}", self._plain(e.me) if e.me is not None else "None")

    def binder_clauses(self, binders: Sequence[k.Binder]) -> str:
        """`for x in D if cond` for each binder."""
        parts = []
        for binder in binders:
            items, condition = self.through(binder)
            parts.append(f"for {binder.local.name} in {items}")
            if condition is not None:
                parts.append(f"if {self._plain(condition)}")
        return " ".join(parts)

    def through(self, binder: k.Binder) -> tuple[str, k.Expression | None]:
        """Python text of what a binder goes through, and the condition that is left to test. Which powers pass what
        is asked of their attributes is known before."""
        if not isinstance(binder.domain, k.PowersOf) or binder.condition is None:
            return self.domain(binder), binder.condition
        number, rest = self.tests.table(binder, self._constant_of), self.tests.rest(binder, self._constant_of)
        text = f"passing(S, {self._plain(binder.domain.card)}, {number})"
        weight = self.work.weights.get(id(binder))
        return text if weight is None else self.spending(text, weight, binder.at), rest

    def _constant_of(self, name: str) -> Any:
        """The value of a local that is known as the code is written; ValueError where it isn't."""
        raise ValueError(name)

    def _fold(self, e: k.Fold) -> str:
        first = e.binders[0]
        clauses = self.binder_clauses(e.binders)
        plain = len(e.binders) == 1 and first.condition is None
        match e.kind:
            case "count":
                return f"len({self._sized(first.domain)})" if plain else f"sum([1 {clauses}])"
            case "any":
                return f"any([True {clauses}])"
            case "no":
                return f"(not any([True {clauses}]))"
            case "those":
                return f"[{first.local.name} {clauses}]"
            case "first":
                return f"next(({first.local.name} {clauses}), None)"
            case "last":
                return f"last([{first.local.name} {clauses}])"
        assert e.value is not None
        value = self.value(e.value)
        match e.kind:
            case "sum":
                return f"sum([{value} {clauses}])"
            case "max" | "min" as kind:
                if e.otherwise is not None:
                    return f"{kind}([{value} {clauses}], default={self._plain(e.otherwise)})"
                site = self.site(e.at, f"there is nothing to take the {kind} of", e)
                return f"{kind}_of([{value} {clauses}], {site})"
            case "sorted":
                return f"sorted([{value} {clauses}])"
        return f"[{value} {clauses}]"

    def _sized(self, e: k.Expression) -> str:
        return self.iterable(e) if not isinstance(e.type, SetOf) else f"list({self.iterable(e)})"

    def _largest(self, e: k.Largest) -> str:
        return f"{e.kind}({', '.join(self._plain(i) for i in e.items)})"

    def _best(self, e: k.Best) -> str:
        items = f"[{e.binder.local.name} {self.binder_clauses([e.binder])}]"
        keys = ", ".join(f"({way == 'most'}, lambda {e.binder.local.name}: {self.value(key)})" for way, key in e.keys)
        if any(isinstance(key.type, (ListOf, Zone)) for _, key in e.keys):
            return f"best_by_lists(S, {items}, ({keys},), {self.site(e.at, 'this')})"
        return f"best({items}, ({keys},))"

    def _checked(self, e: k.Checked) -> str:
        function = "checked_set" if isinstance(e.type, SetOf) else "checked"
        return f"{function}({self._plain(e.value)}, {e.low}, {e.high}, {self.site(e.at, e.what)})"


SMALL = 40
"""A function of at most so many nodes is written where it is called."""


def _added(offset: int, text: str) -> str:
    """`offset + text`, folded when the text is a number."""
    if text.lstrip("-").isdigit():
        return str(offset + int(text))
    if offset == 0:
        return text
    return f"{offset} + {text}" if offset > 0 else f"{text} - {-offset}"
