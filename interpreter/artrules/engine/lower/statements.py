"""Lowers statements that ask nothing."""

from collections.abc import Sequence
from typing import assert_never

from artrules.engine.lower.builder import STATUS, ZERO, Builder, added, generated, negated
from artrules.engine.lower.expressions import ExpressionLowering
from artrules.engine.lower.lookups import shared_index
from artrules.engine.lower.lowering import NO_NAMES, LoweringContext, call_foreign
from artrules.engine.lower.representation import on_heap
from artrules.engine.machine.numbers import COMMITTED, GAME_ENDS
from artrules.engine.machine_code import nodes as m
from artrules.model.ir import nodes as k
from artrules.model.ir.node import Runs, StatePart, traits_of
from artrules.model.ir.types import PLAYER, Card, ListOf, Player, SetOf, Type, Zone

UNREAD = frozenset([StatePart.LOG, StatePart.FLOW])
"""Parts of the state on which no loop's domain depends."""
AS_FOUND = k.Fold | k.TopOf | k.BuiltinCall | k.ZoneOf | k.Either | k.Call
"""Domains whose things loops find one after another, instead of making a list first."""


class StatementLowering:
    """Lowers bodies. `watch_numbers` has the number of each watch in the code, by its identity, `ask_numbers` those of
    the questions that several players are asked at once."""

    def __init__(self, context: LoweringContext, watch_numbers: dict[str, int], ask_numbers: dict[str, int]) -> None:
        self.context = context
        self.expressions = ExpressionLowering(context)
        self.watch_numbers = watch_numbers
        self.ask_numbers = ask_numbers
        results = [procedure.result for procedure in context.model.procedures.values()]
        self.gives_lists = any(type_ is not None and on_heap(context.model, type_) for type_ in results)
        """Whether a procedure gives lists: then each must say whether it does."""

    def body(self, b: Builder, body: k.Body) -> None:
        """Lower statements one after another."""
        for statement in body:
            self.count(b, statement)
            self._statement(b, statement)

    def _statement(self, b: Builder, s: k.Statement) -> None:
        match s:
            case k.Set():
                self._assign(b, s)
            case k.Move():
                self._move(b, s)
            case k.Show():
                self._show(b, s)
            case k.Gain(card=card, power=power):
                site = self.context.site(s.at, "the powers that a card gains")
                b.call("gain", self.value(b, card), self.value(b, power), m.Const(site))
                b.check_status()
            case k.Lose(power=power):
                b.call("lose", self.value(b, power))
            case k.Shuffle():
                self._shuffle(b, s)
            case k.Roll():
                self._roll(b, s)
            case k.Draw():
                self._draw(b, s)
            case k.Require(condition=condition):
                site = self.context.site(s.at, "a requirement does not hold", s)
                b.fail_unless(self.condition(b, condition, refuses=True), site)
            case k.If():
                self._if(b, s)
            case k.ForEach():
                self._for_each(b, s)
            case k.Repeat():
                self._repeat(b, s)
            case k.Leave():
                b.emit(m.Break())
            case k.Perform():
                b.emit(m.Do(self.procedure_call(b, s)))
                b.check_status()
            case k.Give(value=value):
                self._give(b, value)
            case k.Announce():
                self._announce(b, s)
            case k.Watch():
                self._watch(b, s)
            case k.StopWatching():
                b.call("stop_watching", m.Name("watch"))
            case k.As(local=local, player=player, body=body):
                b.assign(local.name, self.value(b, player))
                self.body(b, body)
            case k.Say() | k.Pause():
                self._log(b, s)
            case k.EndAction(decisions=decisions):
                for decision in decisions:
                    b.call("end_suite", m.Const(decision))
                b.check_status()
            case k.EndGame():
                b.emit(m.SetRegister("status", m.Const(GAME_ENDS)), b.leave())
            case k.Answer(identity=identity, value=value, me=me):
                variable = self.context.layout.answers[identity]
                place = added(m.Const(self.context.layout.variable(variable)), self.value(b, me))
                b.change("variables", place, self.kept(b, value, variable.type))
            case k.Hear(identity=identity, said=said):
                first = self.context.layout.variable(self.context.layout.answers[identity])
                b.assign(said.name, m.Call("hear", (m.Const(first),)))
                b.check_status()
            case k.Choose() | k.UsePower() | k.Ask():
                raise AssertionError("what asks a player ends a block")
            case _:
                assert_never(s)

    # -- values

    def value(self, b: Builder, e: k.Expression) -> m.Value:
        """A value that isn't kept."""
        return self.expressions.value(b, e)

    def kept(self, b: Builder, e: k.Expression, wanted: Type | None = None) -> m.Value:
        """A value that is kept, in the form of type `wanted`; by default in that of its own type."""
        return self.expressions.kept(b, e, NO_NAMES, wanted)

    def acting(self, b: Builder, me: k.Expression | None) -> m.Value:
        """The acting player; NONE if there is none."""
        return self.expressions.acting(b, me, NO_NAMES)

    def condition(self, b: Builder, e: k.Expression, refuses: bool = False) -> m.Value:
        """A truth value. `refuses` says that an option isn't offered where it is false."""
        return self.expressions.condition(b, e, NO_NAMES, refuses)

    def items(self, b: Builder, e: k.Expression) -> m.Value:
        """A list that may be kept, of what a list, zone or set holds."""
        return self.expressions.items(b, e) if isinstance(e.type, Zone | SetOf) else self.kept(b, e)

    def values(self, b: Builder, values: Sequence[m.Value]) -> m.Value:
        """A new list of values."""
        items = [b.keep(value) for value in values]
        new_list = b.assign(b.fresh("made"), m.Call("new_list", (m.Const(len(items)),)))
        b.check_status()
        for i, value in enumerate(items, 1):
            b.emit(m.Store("heap", added(new_list, m.Const(i)), value))
        return new_list

    # -- work and coverage

    def count(self, b: Builder, node: k.Node) -> None:
        """Coverage: count that a statement or option runs, if anybody asks."""
        if self.context.counters is not None:
            b.emit(m.Count(self.context.counters.of("ran", node)))

    def count_units(self, b: Builder, units: m.Value, node: k.Node, words: str = "this") -> None:
        """Count units of work, and leave the function if they are too many."""
        b.call("count_work", units, m.Const(self.context.site(node.at, words)))
        b.check_status()

    def count_turns(self, b: Builder, loop: k.Node, turns: m.Value) -> None:
        """Count the turns of a loop, if there may be many."""
        weight = self.context.work.weights.get(id(loop))
        if weight is not None:
            site = m.Const(self.context.site(loop.at, "this"))
            b.count_work(turns, weight, site, id(loop) in self.context.work.few)

    # -- statements

    def _assign(self, b: Builder, s: k.Set) -> None:
        if isinstance(s.place, k.Local) and isinstance(s.place.type, ListOf) and isinstance(s.value.type, SetOf):
            value = self.items(b, s.value)
        else:
            value = self.kept(b, s.value, s.place.type)
        match s.place:
            case k.Local(name=name):
                b.assign(name, value)
            case k.VariableOf() as place:
                b.change("variables", self.variable_index(b, place), value)
            case k.AttributeOf() as place:
                b.change("attributes", self.attribute_index(b, place), value)
            case k.SharedAttribute(card=card) as shared:
                index = shared_index(self.context.layout, shared, b.keep(self.value(b, card)))
                b.change("attributes", index, value)
            case k.FaceOf(card=card):
                b.call("turn_over", self.acting(b, s.me), self.value(b, card), value)
                b.check_status()
            case k.FieldOf(event=event, declaration=field, happening=happening):
                site = self.context.site(s.at, f"this `{event.name}`")
                b.call("set_field", self.value(b, happening), m.Const(field.index), value, m.Const(site))
                b.check_status()
            case _:
                raise AssertionError(type(s.place).__name__)

    def variable_index(self, b: Builder, place: k.VariableOf) -> m.Value:
        """The index of a variable's word in `variables`."""
        first = self.context.layout.variable(place.declaration)
        return m.Const(first) if place.owner is None else added(m.Const(first), self.value(b, place.owner))

    def attribute_index(self, b: Builder, place: k.AttributeOf) -> m.Value:
        """The index of an attribute's word in `attributes`."""
        return added(m.Const(self.context.layout.attribute(place.declaration)), self.value(b, place.card))

    def _move(self, b: Builder, s: k.Move) -> None:
        many = not isinstance(s.cards.type, Card)
        cards = self.items(b, s.cards) if isinstance(s.cards.type, Zone) else self.value(b, s.cards)
        if many:
            cards = b.keep(cards)
            self.count_turns(b, s, m.Load("heap", cards))
        zone = self.expressions.zone(b, s.zone)
        end = m.Name({None: "USUAL_END", "top": "TOP", "bottom": "BOTTOM"}[s.end])
        position = self.value(b, s.position) if s.position is not None else m.Name("NONE")
        face = self.value(b, s.face) if s.face is not None else m.Name("NONE")
        b.call("move_cards" if many else "move_card", self.acting(b, s.me), cards, zone, end, position, face)
        b.check_status()

    def _show(self, b: Builder, s: k.Show) -> None:
        self.context.shows_cards = True
        many = not isinstance(s.cards.type, Card)
        cards = self.items(b, s.cards) if isinstance(s.cards.type, Zone) else self.value(b, s.cards)
        cards = b.keep(cards)
        if many:
            self.count_turns(b, s, m.Load("heap", cards))
        seats: m.Value
        if s.seats is None:
            seats = m.Const((1 << self.context.layout.players) - 1)
        elif s.seats.type == PLAYER:
            seats = m.Call("seat_bit", (self.value(b, s.seats),))
        else:
            seats = m.Call("seat_bits", (self.items(b, s.seats),))
        b.call("show_cards" if many else "show_card", cards, seats)
        b.check_status()

    def _shuffle(self, b: Builder, s: k.Shuffle) -> None:
        assert isinstance(s.zone.type, Zone)
        name = s.zone.type.name
        of_players = isinstance(self.context.model.zones[name].per, Player)
        stream = self.context.layout.stream(f"shuffle {name}", of_players=of_players)
        zone = b.keep(self.expressions.zone(b, s.zone))
        self.count_turns(b, s, m.Load("cards_in_zone", zone))
        b.call("shuffle", zone, m.Const(stream))
        b.check_status()

    def _roll(self, b: Builder, s: k.Roll) -> None:
        local, stream = s.binder.local, self.context.layout.stream(s.purpose, of_players=s.me is not None)
        items = self.kept(b, k.Fold(s.at, ListOf(local.type), "those", (s.binder,), None, None))
        site = self.context.site(s.at, "there is nothing to choose from by chance", s)
        b.assign(local.name, m.Call("roll", (self.acting(b, s.me), items, m.Const(stream), m.Const(site))))
        b.check_status()

    def _draw(self, b: Builder, s: k.Draw) -> None:
        pairs = zip(s.arguments, s.function.parameters, strict=True)
        arguments = [b.keep(self.expressions.value(b, a, NO_NAMES, p.type)) for a, p in pairs]
        streams = m.Const(self.context.layout.stream(s.purpose, of_players=s.me is not None))
        stream = b.assign(b.fresh("stream"), m.Call("begin_draw", (self.acting(b, s.me), streams)))
        b.check_status()
        b.assign(s.local.name, call_foreign(self.context, b, s.function, [stream, *arguments], s.at))

    def _if(self, b: Builder, s: k.If) -> None:
        condition = self.condition(b, s.condition)
        with b.capture() as then:
            self.body(b, s.then)
        with b.capture() as otherwise:
            self.body(b, s.otherwise)
        b.emit(m.If(condition, tuple(then), tuple(otherwise)))

    def _for_each(self, b: Builder, s: k.ForEach) -> None:
        binder = s.binder
        if isinstance(binder.domain, AS_FOUND) and (_changes_state(s.body) or _assigns(s.body, binder.domain)):
            # What is gone through is what is there at the beginning.
            items = b.assign(b.fresh("items"), self.items(b, binder.domain))
            self.count_turns(b, binder, m.Load("heap", items))
            domain = k.Local(binder.at, ListOf(binder.local.type), items.name)
            binder = k.Binder(binder.at, binder.local, domain, binder.condition)
        with self.expressions.each(b, binder):
            self.body(b, s.body)

    def _repeat(self, b: Builder, s: k.Repeat) -> None:
        if s.kind == "times":
            assert s.limit is not None
            times = b.keep(self.value(b, s.limit), "times")
            self.count_turns(b, s, m.Choice(m.Compare(">", times, ZERO), times, ZERO))
            with b.capture() as body:
                self.body(b, s.body)
            b.emit(m.ForRange(b.fresh("turn"), ZERO, times, tuple(body)))
            return
        with b.loop():
            if s.limit is not None:
                condition = self.condition(b, s.limit)
                b.emit(m.If(condition if s.kind == "until" else negated(condition), (m.Break(),)))
            self.count_units(b, m.Const(self.context.work.weights[id(s)]), s, "this loop")
            self.body(b, s.body)

    def procedure_call(self, b: Builder, s: k.Perform) -> m.Call:
        """The call of a procedure."""
        parameters = self.context.model.locals[s.procedure]
        arguments = [self.kept(b, e, p.type) for e, p in zip(s.arguments, parameters, strict=True)]
        return m.Call(generated("p", s.procedure.key), (self.acting(b, s.me), *arguments))

    def _give(self, b: Builder, value: k.Expression) -> None:
        b.emit(m.SetRegister("given_result", self.kept(b, value)))
        if self.gives_lists:
            b.emit(m.SetRegister("given_shape", m.Const(self.context.shapes.of(value.type))))

    def _announce(self, b: Builder, s: k.Announce) -> None:
        if s.event.kept is None:
            return  # nothing watches this event, and the machine keeps no record of it
        b.call("remember", *self.happening(b, s))
        b.check_status()

    def happening(self, b: Builder, s: k.Announce) -> list[m.Value]:
        """What is told of a happening: its player, its event, the list of its fields, the place."""
        declared = s.event.fields.values()
        fields = self.values(b, [self.kept(b, e, f.type) for e, f in zip(s.fields, declared, strict=True)])
        site = self.context.site(s.at, f"`{s.event.name}`")
        return [self.acting(b, s.me), m.Const(self.context.event(s.event.key)), fields, m.Const(site)]

    def _watch(self, b: Builder, s: k.Watch) -> None:
        values = self.values(b, [m.Name(local.name) for local in s.captured])
        site = self.context.site(s.at, f"watching `{s.event.name}`")
        number = m.Const(self.watch_numbers[s.identity])
        b.call("set_watch", self.value(b, s.me), number, values, m.Const(site))
        b.check_status()

    def question(self, b: Builder, s: k.Ask) -> list[m.Value]:
        """What several players are asked: the number of its code, the list of the players, that of the values that it
        keeps, the place."""
        players = b.keep(self.items(b, s.players))
        values = self.values(b, [m.Name(local.name) for local in s.captured])
        site = self.context.site(s.at, "this question")
        return [m.Const(self.ask_numbers[s.identity]), players, values, m.Const(site)]

    def _log(self, b: Builder, s: k.Say | k.Pause) -> None:
        pauses = isinstance(s, k.Pause)
        is_told: m.Value = m.Both(m.Name("logging"), m.Not(m.Name("looking_ahead")))
        if pauses:  # of what players do at the same time there is no moment that all have in common
            is_told = m.Both(is_told, m.Not(m.Name("all_at_once")))
        with b.when(is_told):
            kind = m.Name("PAUSED" if pauses else "SAID")
            place = b.assign(b.fresh("entry"), m.Call("open_entry", (kind, self.acting(b, s.me))))
            self.expressions.label(b, s.label, NO_NAMES, None)
            b.call("close_part", place)
            if pauses:
                b.call("pause")
                b.check_status()

    def stop_looking(self, b: Builder) -> None:
        """Looking ahead ends here as soon as nothing can fail any more."""
        with b.when(m.Both(m.Name("looking_ahead"), m.Call("nothing_can_fail", ()))):
            b.emit(m.SetRegister("status", m.Const(COMMITTED)), b.leave())


def _changes_state(body: k.Body) -> bool:
    """Whether running a body may change what an expression depends on, apart from locals."""
    traits = [traits_of(node) for node in k.walk(body)]
    return any(each.writes - UNREAD or each.runs == Runs.PROCEDURE for each in traits)


def _assigns(body: k.Body, domain: k.Expression) -> bool:
    """Whether running a body may change a local that an expression depends on."""
    assigned = {n.place.name for n in k.walk(body) if isinstance(n, k.Set) and isinstance(n.place, k.Local)}
    return any(isinstance(node, k.Local) and node.name in assigned for node in k.walk(domain))


def finish(b: Builder, name: str, parameters: Sequence[str], about: str) -> m.Function:
    """The function with the statements so far, without what does nothing at its end."""
    code = list(b.code)
    while code and (code[-1] == m.Return() or code[-1] == m.If(STATUS, (m.Return(),))):
        code.pop()
    return m.Function(name, tuple(parameters), b.gives, tuple(code), b.of, about)
