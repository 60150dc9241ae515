"""Expressions to Python text: one case for each kind of expression. `writer.py` says what forms a value has."""

from __future__ import annotations

from typing import assert_never

from artrules.compile.folds import best, fold
from artrules.compile.lookups import attribute, field_of, look_up, power_attribute, property_of, top_of
from artrules.compile.operations import operation
from artrules.compile.writer import Writer, added
from artrules.ir import nodes as k
from artrules.ir.builtins import HowMany, NeighbouringSeat, RuntimeCall, SeatTable
from artrules.ir.types import Number, SetOf, Zone

SMALL = 40
"""A function of at most so many nodes is written where it is called."""


class ExpressionWriter(Writer):
    """Writes expressions for one layout."""

    def plain(self, e: k.Expression) -> str:
        match e:
            case k.Constant(value=value):
                return repr(value)
            case k.Local(name=name):
                return self.names.get(name) or name
            case k.VariableOf():
                return f"v[{self.variable_cell(e)}]"
            case k.AttributeOf():
                return attribute(self, e)
            case k.FaceOf(card=card):
                return f"v[{added(len(self.layout.card_kind), self.plain(card))}]"
            case k.IsKind(card=card, kind=kind):
                cards = self.layout.cards[kind]
                return f"({cards.first} <= {self.plain(card)} < {cards.last})"
            case k.FieldOf():
                return field_of(self, e)
            case k.PropertyOf():
                return property_of(self, e)
            case k.PowerAttributeOf():
                return power_attribute(self, e)
            case k.PowersOf(card=card):
                return f"powers_of(S, {self.plain(card)})"
            case k.ZoneOf():
                raise AssertionError("a zone is written by its number or as a list")
            case k.SettingValue(declaration=setting):
                return repr(self.layout.configuration.settings[setting.name])
            case k.AllCards(kind=kind):
                cards = self.layout.cards[kind]
                return f"range({cards.first}, {cards.last})"
            case k.AllMembers(enum=enum):
                return f"range({len(self.layout.model.enums[enum].members)})"
            case k.AllPlayers():
                return "PLAYERS"
            case k.RoundNumber():
                return f"v[{self.layout.engine['round']}]"
            case k.Happenings(event=event):
                return f"happenings(S, {self.event_number(event.key)})"
            case k.Span_(low=low, high=high):
                return f"range({self.plain(low)}, {self.plain(high)} + 1)"
            case k.TopOf():
                return top_of(self, e)
            case k.Listing():
                return self._listing(e)
            case k.Operation():
                return operation(self, e)
            case k.Either(condition=condition, then=then, otherwise=otherwise):
                return f"({self.value(then)} if {self.plain(condition)} else {self.value(otherwise)})"
            case k.Call():
                return self._call(e)
            case k.Lookup():
                return look_up(self, e)
            case k.ScoreOf(player=player):
                return f"score_of(S, {self.plain(player)})"
            case k.BuiltinCall():
                return self._builtin(e)
            case k.Fold():
                return fold(self, e)
            case k.Largest(kind=kind, items=items):
                return f"{kind}({', '.join(self.plain(i) for i in items)})"
            case k.Best():
                return best(self, e)
            case k.Checked(value=value, low=low, high=high, what=what):
                function = "checked_set" if isinstance(e.type, SetOf) else "checked"
                return f"{function}({self.plain(value)}, {low}, {high}, {self.site(e.at, what)})"
            case _:
                assert_never(e)

    def _listing(self, e: k.Listing) -> str:
        if isinstance(e.type, SetOf):
            values = {i.value for i in e.items if isinstance(i, k.Constant) and 0 <= i.value < 256}
            if all(isinstance(i, k.Constant) and i.value in values for i in e.items):
                return str(sum(1 << value for value in values))
            return f"({' | '.join(self._bit(i) for i in e.items)})"
        return f"({', '.join(self.value(i) for i in e.items)},)"

    def _bit(self, e: k.Expression) -> str:
        text = self.plain(e)
        if isinstance(e.type, Number) and not 0 <= e.type.low <= e.type.high < 256:
            return f"bit({text}, {self.site(e.at, 'this')})"
        return f"1 << {text}"

    def _builtin(self, e: k.BuiltinCall) -> str:
        (argument,) = e.arguments
        text = f"z[{self.zone(argument)}]" if isinstance(argument.type, Zone) else self.plain(argument)
        match e.builtin.lowering:
            case HowMany():
                return f"({text}).bit_count()" if isinstance(argument.type, SetOf) else f"len({text})"
            case NeighbouringSeat(steps=steps):
                return f"(({text}) {'+' if steps > 0 else '-'} {abs(steps)}) % N"
            case SeatTable(table=table):
                return f"{table}[{text}]"
            case RuntimeCall(function=function, with_player=with_player):
                me = [self.plain(e.me) if e.me is not None else "None"] if with_player else []
                return f"{function}({', '.join(['S', *me, text])})"
            case lowering:
                assert_never(lowering)

    # -- calls of functions

    def _call(self, e: k.Call) -> str:
        me = self.plain(e.me) if e.me is not None else "None"
        if self._is_small(e):
            return self.inside(e, me)
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

    def inside(self, e: k.Call, me: str) -> str:
        """The text of a small function's own expression, with what it is given for its parameters."""
        outer, model = self.names, self.layout.model
        given = [self.plain(a) for a in e.arguments]
        self.names = {"me": me, **dict(zip([p.name for p in model.locals[e.function]], given, strict=True))}
        text = self.value(model.values[e.function])
        self.names = outer
        return text
