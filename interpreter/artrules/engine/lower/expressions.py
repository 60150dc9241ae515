"""Lowers expressions: one case for each kind of expression. `lowering.py` says what forms a value has."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import assert_never

from artrules.engine.lower.builder import ONE, ZERO, Builder, added, generated, multiplied, within
from artrules.engine.lower.folds import best, fold, fold_to_list, size_of
from artrules.engine.lower.labels import Disclosures, write_label
from artrules.engine.lower.lookups import (
    attribute,
    field_of,
    look_up,
    power_attribute,
    property_of,
    shared_attribute,
    top_of,
)
from artrules.engine.lower.loops import checked_list, each_of, made_list
from artrules.engine.lower.lowering import NO_NAMES, Lowering, LoweringContext, Names, call_foreign
from artrules.engine.lower.operations import checked, largest, listed_set, operation
from artrules.engine.lower.representation import is_wide_sum, on_heap
from artrules.engine.machine_code import nodes as m
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import Counted, EarlierCards, HowMany, MachineCall, NeighbouringSeat, SeatTable
from artrules.model.ir.declarations import Function
from artrules.model.ir.model import ScorePart
from artrules.model.ir.node import traits_of
from artrules.model.ir.operators import OPERATORS
from artrules.model.ir.types import Bool, ListOf, SetOf, Type, Zone, bare
from artrules.text.record import dataclass

Branch = tuple[Sequence[m.Statement], m.Value]
"""Statements, and the value after them."""
OF_ITS_OWN = k.Binder | k.Call | k.PluginCall | k.Checked
"""A function with one of these isn't written where it is called."""
SMALL = 40
"""A function of at most so many nodes is written where it is called."""


@dataclass(frozen=True, slots=True)
class ContentFunction:
    """A function of content that has been lowered: its name, and what calling it may do."""

    name: str
    may_set_status: bool


class ExpressionLowering(Lowering):
    """Lowers expressions of one program."""

    def __init__(self, context: LoweringContext) -> None:
        super().__init__(context)
        self._functions: dict[Function, ContentFunction] = {}
        self._stopping: dict[Function, bool] = {}
        self._disclosures = Disclosures(self)
        self._refusing: k.Expression | None = None
        """A condition that refuses an option where it doesn't hold."""
        owners = {None, *context.layout.in_play}
        self._powers_in_play = [power for power in context.model.powers if power.owner in owners]

    def value(self, b: Builder, e: k.Expression, names: Names = NO_NAMES, as_type: Type | None = None) -> m.Value:
        if on_heap(self.model, e.type):
            value = checked_list(self, b, e, names) if isinstance(e.type, ListOf | Zone) else self._plain(b, e, names)
        else:
            value = self._word(b, e, names)
        return value if as_type is None else self.converted(b, value, e.type, as_type)

    def _word(self, b: Builder, e: k.Expression, names: Names) -> m.Value:
        """The value of an expression that is a word. Lists that it makes are dropped."""
        place, before = b.place, b.makes_lists
        b.makes_lists = False
        value = self._plain(b, e, names)
        if b.makes_lists:
            mark = b.fresh("mark")
            value = b.keep(value)
            b.insert(place, m.Assign(mark, m.Name("heap_top")))
            b.emit(m.SetRegister("heap_top", m.Name(mark)))
        b.makes_lists = before
        return value

    def items(self, b: Builder, e: k.Expression, names: Names = NO_NAMES) -> m.Value:
        if not isinstance(e.type, SetOf):
            match e:
                case _ if not self.makes(e):
                    return self._plain(b, e, names)
                case k.Fold():
                    return fold_to_list(self, b, e, names)
                case k.Best():
                    return best(self, b, e, names)
                case k.BuiltinCall():
                    return self._builtin(b, e, names)
        return made_list(self, b, e, names)

    def condition(self, b: Builder, e: k.Expression, names: Names = NO_NAMES, refuses: bool = False) -> m.Value:
        if refuses:
            self._refusing = e
        return self.value(b, e, names)

    def _plain(self, b: Builder, e: k.Expression, names: Names) -> m.Value:
        value, counters = self._lowered(b, e, names), self.context.counters
        if counters is None or not isinstance(e.type, Bool) or isinstance(e, k.Constant):
            return value
        outcome = b.assign(b.fresh("outcome"), value)
        b.emit(m.CountOutcome(counters.of("held", e), outcome.name, e is self._refusing))
        return outcome

    def _lowered(self, b: Builder, e: k.Expression, names: Names) -> m.Value:
        match e:
            case k.Constant(value=value):
                return m.Name("NONE") if value is None else m.Const(self.context.word(value, e.type))
            case k.Local(name=name):
                return names.get(name) or m.Name(name)
            case k.VariableOf(declaration=variable, owner=owner):
                first = m.Const(self.layout.variable(variable))
                return m.Load("variables", first if owner is None else added(first, self.value(b, owner, names)))
            case k.AttributeOf():
                return attribute(self, b, e, names)
            case k.SharedAttribute():
                return shared_attribute(self, b, e, names)
            case k.FaceOf(card=card):
                return m.Load("face_of", self.value(b, card, names))
            case k.IsKind(card=card, kind=kind):
                return self._is_kind(b, self.value(b, card, names), kind)
            case k.IsOfPieces(card=card, pieces=pieces):
                numbers = [c for c, source in enumerate(self.layout.piece_source) if source.name == pieces.name]
                return within(b.keep(self.value(b, card, names)), numbers[0], numbers[-1] + 1) if numbers else ZERO
            case k.FieldOf():
                return field_of(self, b, e, names)
            case k.PropertyOf():
                return property_of(self, b, e, names)
            case k.PowerAttributeOf():
                return power_attribute(self, b, e, names)
            case k.ZoneOf():
                raise AssertionError("a zone is lowered to its number or to a list")
            case k.SettingValue(declaration=setting):
                return m.Const(self.context.word(self.layout.configuration.settings[setting.name], e.type))
            case k.RoundNumber():
                return m.Load("clock", m.Name("ROUND_NUMBER"))
            case k.TopOf(count=None):
                return top_of(self, b, e, names)
            case k.Listing():
                return listed_set(self, b, e, names)
            case k.Operation():
                return operation(self, b, e, names)
            case k.Either(condition=condition, otherwise=otherwise) if self._is_of_no_power(condition):
                return self.value(b, otherwise, names, e.type)
            case k.Either(condition=condition, then=then, otherwise=otherwise):
                test = self.condition(b, condition, names)
                with b.capture() as one:
                    if_true = self.value(b, then, names, e.type)
                with b.capture() as other:
                    if_false = self.value(b, otherwise, names, e.type)
                return self._either(b, test, (one, if_true), (other, if_false))
            case k.Call():
                return self._call(b, e, names)
            case k.ResultOf():
                return m.Name("given_result")
            case k.PluginCall(function=function, arguments=arguments):
                pairs = zip(arguments, function.parameters, strict=True)
                argument_values = [b.keep(self.value(b, a, names, p.type)) for a, p in pairs]
                return call_foreign(self.context, b, function, argument_values, e.at)
            case k.Lookup():
                return look_up(self, b, e, names)
            case k.ScoreOf(player=player):
                return self.score_of(b, self.value(b, player, names))
            case k.BuiltinCall():
                return self._builtin(b, e, names)
            case k.Fold():
                return fold(self, b, e, names)
            case k.Largest():
                return largest(self, b, e, names)
            case k.Checked():
                return checked(self, b, e, names)
            case (
                k.PowersOf()
                | k.AllCards()
                | k.AllMembers()
                | k.AllPlayers()
                | k.Happenings()
                | k.Span_()
                | k.TopOf()
                | k.Best()
            ):
                return self.items(b, e, names)
            case _:
                assert_never(e)

    def _is_of_no_power(self, condition: k.Expression) -> bool:
        """Whether a condition asks for powers none of which is in play. The code for them may name what isn't there."""
        match condition:
            case k.Operation(
                operator="=", operands=(k.PowerAttributeOf(attribute=attribute), k.Constant(value=int(value)))
            ):
                return all(power.attributes.get(attribute) != value for power in self._powers_in_play)
        return False

    def _evaluated(self, e: k.Node) -> Iterator[k.Node]:
        """The nodes of an expression without those that are for powers none of which is in play."""
        waiting = [e]
        while waiting:
            node = waiting.pop()
            yield node
            if isinstance(node, k.Either) and self._is_of_no_power(node.condition):
                waiting.append(node.otherwise)
            else:
                waiting += reversed(k.children(node))

    def _is_kind(self, b: Builder, card: m.Value, kind: str) -> m.Value:
        cards = self.layout.cards[kind]
        tests: list[m.Value] = []
        card = b.keep(card)
        if cards.first > 0:
            tests.append(m.Compare(">=", card, m.Const(cards.first)))
        if cards.last < len(self.layout.card_kind):
            tests.append(m.Compare("<", card, m.Const(cards.last)))
        if not tests:
            return ONE
        return tests[0] if len(tests) == 1 else m.Both(tests[0], tests[1])

    def _either(self, b: Builder, test: m.Value, one: Branch, other: Branch) -> m.Value:
        if isinstance(test, m.Const):
            code, value = one if test.value else other
            b.emit(*code)
            return value
        if not one[0] and not other[0]:
            return m.Choice(test, one[1], other[1])
        result = b.fresh("either")
        b.emit(m.If(test, (*one[0], m.Assign(result, one[1])), (*other[0], m.Assign(result, other[1]))))
        return m.Name(result)

    def zone(self, b: Builder, e: k.Expression, names: Names = NO_NAMES) -> m.Value:
        match e:
            case k.ZoneOf(declaration=declaration, owner=owner, second=second):
                place = self.layout.zones[declaration.key]
                number: m.Value = m.Const(place.first - place.offset)
                if owner is not None:
                    number = added(number, multiplied(self.value(b, owner, names), m.Const(place.of_each)))
                return number if second is None else added(number, self.value(b, second, names))
            case k.Either(condition=condition, then=then, otherwise=otherwise):
                test = self.condition(b, condition, names)
                with b.capture() as one:
                    if_true = self.zone(b, then, names)
                with b.capture() as other:
                    if_false = self.zone(b, otherwise, names)
                return self._either(b, test, (one, if_true), (other, if_false))
            case k.Call():
                return self._call(b, e, names)
            case k.Local(name=name):
                return names.get(name) or m.Name(name)
        raise AssertionError(f"no zone: {type(e).__name__}")

    def label(self, b: Builder, label: k.Label, names: Names = NO_NAMES, own: str | None = None) -> None:
        """Add code that writes the tokens of a label. `own` is the local that holds the card, if it is a card's own."""
        write_label(self, self._disclosures, b, label, names, own)

    # -- loops

    @contextmanager
    def each(self, b: Builder, binder: k.Binder, names: Names = NO_NAMES, skips: bool = True) -> Iterator[None]:
        with each_of(self, b, binder, names, skips):
            yield

    @contextmanager
    def each_of(
        self, b: Builder, binders: Sequence[k.Binder], names: Names = NO_NAMES, skips: bool = True
    ) -> Iterator[None]:
        """Adds nested loops: what is added inside runs for each combination of values of some binders that passes
        their conditions. `Break` and `Continue` inside are those of the innermost loop."""
        with ExitStack() as loops:
            for binder in binders:
                loops.enter_context(self.each(b, binder, names, skips))
            yield

    # -- calls

    def _builtin(self, b: Builder, e: k.BuiltinCall, names: Names) -> m.Value:
        *before, argument = e.arguments
        lowering = e.builtin.lowering
        match lowering:
            case HowMany():
                return size_of(self, b, argument, names)
            case NeighbouringSeat(steps=steps):
                seat = added(self.value(b, argument, names), m.Const(steps % self.layout.players))
                return m.Binary("%", seat, m.Name("PLAYERS"))
            case SeatTable(skips_itself=skips_itself):
                return m.Load(self._seats(skips_itself), self.value(b, argument, names))
            case EarlierCards():
                return made_list(self, b, e, names)
            case Counted():
                return self.value(b, argument, names)
            case MachineCall(function=function):
                self.context.builtins.add(function)
                traits = e.builtin.traits
                me = (self.acting(b, e.me, names),) if traits.needs_player else ()
                first = [b.keep(self.value(b, each, names)) for each in before]
                call = m.Call(function, (*me, *first, self.value(b, argument, names)))
                if on_heap(self.model, e.type):
                    return self.made(b, call)
                return self._tested(b, call) if traits.runs is not None else call
            case _:
                assert_never(lowering)

    def _tested(self, b: Builder, call: m.Call | m.CallTable) -> m.Value:
        """The result of a call that may set `status`."""
        result = b.assign(b.fresh(), call)
        b.check_status()
        return result

    def _seats(self, skips_itself: bool) -> str:
        """A table that has a list of seats for each seat."""
        players, skipped = self.layout.players, int(skips_itself)
        lists = [
            self.context.constant_list([(seat + i) % players for i in range(skipped, players)])
            for seat in range(players)
        ]
        return self.context.table(
            "others" if skips_itself else "from_seat", [each.value for each in lists if isinstance(each, m.Const)]
        )

    def score_of(self, b: Builder, player: m.Value, parts: Callable[[ScorePart], bool] = lambda part: True) -> m.Value:
        """The sum of the parts of a player's score, or of some of these parts."""
        player = b.keep(player)
        total: m.Value = m.Const(0)
        for i, part in enumerate(self.model.flow.score):
            if part.value is not None and parts(part):
                total = added(total, self._tested(b, m.CallTable("score_part", m.Const(i), (player,))))
        return total

    def _call(self, b: Builder, e: k.Call, names: Names) -> m.Value:
        parameters = self.model.locals[e.function]
        me = self.acting(b, e.me, names)
        argument_values = [self.value(b, a, names, p.type) for a, p in zip(e.arguments, parameters, strict=True)]
        if self._is_small(e):
            inside = {"me": me, **{p.name: value for p, value in zip(parameters, argument_values, strict=True)}}
            value = self.model.values[e.function]
            self._count_call(b, value)
            return self.value(b, value, inside)
        function = self.function(e.function)
        call = m.Call(function.name, (me, *argument_values))
        if on_heap(self.model, e.type) and not isinstance(e.type, Zone):
            b.makes_lists = True
        if function.may_set_status or on_heap(self.model, e.type):
            return self._tested(b, call) if function.may_set_status else b.assign(b.fresh(), call)
        return call

    def _is_small(self, e: k.Call) -> bool:
        """Whether a call can be replaced by the function's expression: it binds no names, and is given plain ones."""
        value = self.model.values.get(e.function)
        if value is None or isinstance(e.type, Zone):
            return False
        if not all(isinstance(a, k.Local | k.Constant) for a in [*e.arguments, e.me] if a is not None):
            return False
        nodes = list(k.walk(value))
        return len(nodes) <= SMALL and not any(isinstance(n, OF_ITS_OWN) for n in nodes)

    def _count_call(self, b: Builder, value: k.Expression) -> None:
        """Coverage: count that the function with a value is called, if that was asked for."""
        if self.context.counters is not None:
            b.emit(m.Count(self.context.counters.of("called", value)))

    def function(self, function: Function) -> ContentFunction:
        """A function of content, lowered when it is first needed."""
        if function not in self._functions:
            value, name = self.model.values[function], generated("f", function.key)
            # First, so that Python's stack needn't hold brackets in functions in brackets.
            for node in self._evaluated(value):
                if isinstance(node, k.Call) and not self._is_small(node):
                    self.function(node.function)
            b = Builder(f"function {function.key}", gives=True)
            self._count_call(b, value)
            self.context.count(b, self.context.work.expression(value), value.at)
            result = self.zone(b, value) if isinstance(value.type, Zone) else self.value(b, value)
            b.emit(m.Return(result))
            parameters = ("me", *(local.name for local in self.model.locals[function]))
            self.context.functions[name] = b.function(name, parameters, "value")
            self._functions[function] = ContentFunction(name, b.may_leave)
        return self._functions[function]

    def makes(self, e: k.Expression) -> bool:
        match e:
            case _ if isinstance(e.type, Zone):
                return True
            case k.AllCards() | k.AllMembers() | k.AllPlayers() | k.Span_() | k.PowersOf() | k.Happenings() | k.Best():
                return True
            case k.Listing() | k.TopOf():
                return isinstance(bare(e.type), ListOf)
            case k.Operation(operator=operator):
                return OPERATORS[operator].gives_group
            case k.Fold(kind=kind):
                return kind in ("those", "list", "sorted")
            case k.BuiltinCall(builtin=builtin):
                return on_heap(self.model, e.type) and isinstance(builtin.lowering, EarlierCards | MachineCall)
        return False

    def may_stop(self, e: k.Node) -> bool:
        return any(self._stops(node) for node in k.walk(e))

    def _stops(self, node: k.Node) -> bool:
        traits = traits_of(node)
        if traits.fails is not None or traits.faults:
            return True
        match node:
            case k.Call(function=function):
                if function not in self._stopping:
                    self._stopping[function] = self.may_stop(self.model.values[function])
                return self._stopping[function]
            case k.ScoreOf() | k.Lookup() | k.PowerAttributeOf():
                return True
            case k.Fold(kind="sum"):
                return is_wide_sum(node)
            case k.BuiltinCall(builtin=builtin):
                return builtin.traits.runs is not None
        return False
