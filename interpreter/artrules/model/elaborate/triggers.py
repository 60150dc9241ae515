"""Elaborates powers that run by themselves when something happens while their cards are in play.

For each event that powers wait for, every player sets a watch before the setup. It collects the powers of the player's
cards in play that the happening concerns, and lets them run one after another, in the order that the player chooses or
in which the cards lie; or it gives each of them to a procedure of the game, which may put it on a stack. What a power
does becomes a procedure of its card and the happening. So nothing after elaboration knows of triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

from artrules.model.declare.symbol_table import SymbolTable, parse_scalar
from artrules.model.elaborate.elaborator import Context, Elaborator
from artrules.model.elaborate.events import HAPPENING, boundary_event, event_named, is_of
from artrules.model.elaborate.names import has_lost_powers
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import BEARER, REMEMBERED, SIZE
from artrules.model.ir.declarations import (
    TRIGGER,
    Event,
    Function,
    Parameter,
    PowerDefinition,
    Procedure,
    ZoneDeclaration,
    card_with_powers,
)
from artrules.model.ir.model import Step
from artrules.model.ir.references import refer
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    PLAYER,
    POWER,
    Card,
    Happening,
    ListOf,
    Number,
    Optional,
    Type,
    Unknown,
    Zone,
)
from artrules.text.content.cards import Power as PowerSection
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Scalar, word
from artrules.text.syntax.ast import statements as ast
from artrules.text.syntax.parse import parse_expression, parse_trigger

POWERS = ListOf(POWER)


@dataclass(frozen=True, slots=True, eq=False)
class Trigger:
    """What a power waits for, and what then happens. Both have the parameters `self`, its card, and the happening."""

    power: PowerDefinition
    event: Event
    at: Span
    holds: Function
    effect: Procedure

    @property
    def number(self) -> k.Constant:
        """What tells its power apart from others."""
        number = self.power.attributes[TRIGGER]
        return k.Constant(self.power.at, Number(number, number), number)


def runner_of(event: Event) -> str:
    """The name of the procedure that lets the player choose one of several powers that wait for an event, and runs it.
    It gives those that are left."""
    return f"trigger: {event.key}"


class ElaborateEffect(Protocol):
    """Elaborates the effect in a string: gives its parameters as locals, and its body."""

    def __call__(
        self, text: Scalar | None, context: Context, parameters: Sequence[Parameter]
    ) -> tuple[list[k.Local], k.Body]: ...


class Triggers:
    """The code of one model that triggers become. It is declared at once, and made when all other code is."""

    def __init__(
        self,
        symbols: SymbolTable,
        report: Report,
        elaborator: Callable[[Scalar, Context], Elaborator],
        effect: ElaborateEffect,
    ) -> None:
        """`elaborator` makes a new elaborator for the code in one string, `effect` elaborates one."""
        self.symbols = symbols
        self.report = report
        self._elaborator = elaborator
        self._effect = effect
        self.values: dict[Function, k.Expression] = {}
        self.locals: dict[Function | Procedure, Sequence[k.Local]] = {}
        self.bodies: dict[Procedure | PowerDefinition, k.Body] = {}
        self._triggers: dict[Event, list[Trigger]] = {}
        self._stacks: dict[Event, Procedure | None] = {}
        self._locals = 0
        """How many locals it has named."""
        self._waiting = [(p, symbols.power_code[p]) for p in symbols.powers if symbols.power_code[p].on is not None]
        self._events: dict[PowerDefinition, tuple[Event, ast.Happens | ast.Reached, Elaborator]] = {}
        for power, section in self._waiting:
            self._declare(power, section)
        for key in symbols.stack_names:
            self._declare_runner(symbols.events[key])

    def _declare(self, power: PowerDefinition, section: PowerSection) -> None:
        """Find the event of a power, and declare what runs powers that wait for it: other code may name that."""
        assert section.on is not None
        if section.gives is not None:
            message = "what a power gives, it gives all the time"
            self.report.add(kinds.WRONG_VALUE, message, section.on.span, expected="`do` in place of `gives`")
            return
        tree = parse_scalar(parse_trigger, section.on, self.report)
        if tree is None:
            return
        elaborator = self._elaborator(section.on, self._context(power))
        event = boundary_event(elaborator, tree.boundary) if isinstance(tree, ast.Reached) else None
        if isinstance(tree, ast.Happens):
            event = event_named(elaborator, tree.event)
        if event is not None:
            self._events[power] = event, tree, elaborator
            self._declare_runner(event)

    def _declare_runner(self, event: Event) -> None:
        name = runner_of(event)
        parameters = (Parameter("powers", POWERS, event.at), Parameter("e", Happening(event.key), event.at))
        if name not in self.symbols.procedures:
            self.symbols.procedures[name] = Procedure(name, event.at, parameters, POWERS, f"event {event.key}")

    def finish(self) -> Step | None:
        """Make all code. Gives the step of the setup in which players set their watches; None where no power waits."""
        for power, section in self._waiting:
            if power in self._events:
                trigger = self._trigger(power, section)
                self._triggers.setdefault(trigger.event, []).append(trigger)
        for event, triggers in self._triggers.items():
            self._runner(event, triggers)
        for key in self.symbols.stack_names:
            event = self.symbols.events[key]
            self._stacks[event] = self._stack(event)
            if event not in self._triggers:  # those of sets and expansions that aren't there may wait for it
                self._runner(event, ())
        if not self._triggers or not any(zone.in_play for zone in self.symbols.zones.values()):
            return None
        at = self.symbols.at
        player = k.Local(at, PLAYER, "player")
        acting_player = k.Local(at, PLAYER, "acting")
        watches = tuple(self._watch(event, triggers, acting_player) for event, triggers in self._triggers.items())
        acting = k.As(at, acting_player, player, watches)
        everybody = k.Binder(at, player, k.AllPlayers(at, ListOf(PLAYER)), None)
        events = f"event {', '.join(event.key for event in self._triggers)}"
        return Step("powers that wait", at, (k.ForEach(at, everybody, (acting,)),), part_of=events)

    def _context(self, power: PowerDefinition) -> Context:
        own = card_with_powers(self.symbols.kinds, power.group)
        title = word(self.symbols.power_code[power].prompt, power.title)
        return Context(f"power {power.key}", title, power.owner, self_card=own)

    # -- a power

    def _trigger(self, power: PowerDefinition, section: PowerSection) -> Trigger:
        event, tree, elaborator = self._events[power]
        context = self._context(power)
        assert context.self_card is not None
        bearer = k.Local(power.at, context.self_card, "self")
        named = tree.name if isinstance(tree, ast.Happens) else None
        name = named.text if named is not None else HAPPENING
        happening = elaborator.scope.bind(name, Happening(event.key), elaborator.at(named or tree))
        conditions: list[k.Expression] = []
        if isinstance(tree, ast.Reached) and (mine := is_of(elaborator, tree.boundary, event, happening)) is not None:
            conditions.append(mine)
        if tree.condition is not None:
            conditions.append(elaborator.condition(tree.condition))
            elaborator.learn(conditions[-1])
        if (
            section.if_ is not None
            and (condition := parse_scalar(parse_expression, section.if_, self.report)) is not None
        ):
            elaborator.scalar = section.if_
            conditions.append(elaborator.condition(condition))
        part_of = f"power {power.key}"
        parameters = (
            Parameter("self", context.self_card, power.at),
            Parameter(name, Happening(event.key), happening.at),
        )
        holds = Function(f"trigger: {power.index}", power.at, parameters, part_of, owner=power.owner)
        self.symbols.functions[holds.key] = holds
        self.values[holds] = _all_of(conditions, power.at)
        self.locals[holds] = [bearer, happening]
        effect = Procedure(f"trigger: {power.index}", power.at, parameters, None, part_of, owner=power.owner)
        self.symbols.procedures[effect.key] = effect
        locals_, self.bodies[effect] = self._effect(section.do, context, parameters[1:])
        self.locals[effect] = [bearer, *(locals_ or [happening])]
        assert section.on is not None
        return Trigger(power, event, section.on.span, holds, effect)

    # -- what runs powers

    def _runner(self, event: Event, triggers: Sequence[Trigger]) -> None:
        procedure = self.symbols.procedures[runner_of(event)]
        at = event.at
        powers, happening = k.Local(at, POWERS, "powers"), k.Local(at, Happening(event.key), "happening")
        me, rest = k.Local(at, PLAYER, "me"), k.Local(at, POWERS, "rest")
        branches, only = list[k.Branch](), list[k.Statement]()
        for trigger in triggers:
            chosen, alone = (self._local(at, POWER, name) for name in ("chosen", "alone"))
            label = k.Label(at, (chosen,))
            binder, body = self._running(trigger, chosen, powers, happening, rest)
            card = self._card(chosen, powers)
            branches.append(
                k.Branch(at, trigger.power.key, label, (binder, card), None, None, body, owner=trigger.power.owner)
            )
            only.append(k.ForEach(at, *self._running(trigger, alone, powers, happening, rest)))
        if not triggers:
            self.locals[procedure], self.bodies[procedure] = [powers, happening], (k.Give(at, powers),)
            return
        choose = k.Choose(at, f"trigger {event.key}", "which power comes first", tuple(branches), me, never_empty=True)
        self.locals[procedure] = [powers, happening]
        run = k.If(at, _are_several(powers), (choose,), tuple(only))
        self.bodies[procedure] = (k.Set(at, rest, powers, binds=True), run, k.Give(at, rest))

    def _running(
        self, trigger: Trigger, power: k.Local, powers: k.Local, happening: k.Local, rest: k.Local
    ) -> tuple[k.Binder, k.Body]:
        """Which of some powers wait as this trigger does, and how one of them runs."""
        at, me = powers.at, k.Local(powers.at, PLAYER, "me")
        binder = k.Binder(at, power, powers, k.Operation(at, BOOL, "=", (self._number(power), trigger.number)))
        others = k.Operation(at, POWERS, "without", (powers, k.Listing(at, POWERS, (power,))))
        run = k.Perform(at, trigger.effect, (bearer_of(self.symbols, power), happening), me)
        return binder, (k.Set(at, rest, others), run)

    def _watch(self, event: Event, triggers: Sequence[Trigger], setter: k.Local) -> k.Watch:
        """A player's watch for an event: it lets all powers run that wait for it."""
        at, identity = triggers[0].at, f"event {event.key}/trigger"
        happening = self._local(at, Happening(event.key), "happening")
        me, waiting = k.Local(at, PLAYER, "me"), self._local(at, POWERS, "waiting")
        zones = [zone for zone in self.symbols.zones.values() if zone.in_play]
        concerned = [k.Fold(at, BOOL, "any", self._binders(zone, triggers, happening), None, None) for zone in zones]
        lists = [self._listed(zone, triggers, happening) for zone in zones]
        body: list[k.Statement] = [k.Set(at, waiting, _joined(lists), binds=True)]
        stack, procedure = self._stacks.get(event), self.symbols.procedures[runner_of(event)]
        if event.order == "lying":
            power = self._local(at, POWER, "power")
            one = k.Listing(at, POWERS, (power,))
            run = (
                k.Perform(at, stack, (power, happening), me)
                if stack is not None
                else k.Perform(at, procedure, (one, happening), me)
            )
            body.append(k.ForEach(at, k.Binder(at, power, waiting, None), (run,)))
        else:
            chosen = (
                self._stacked(event, stack, waiting, happening)
                if stack is not None
                else self._run(procedure, waiting, happening)
            )
            size = k.BuiltinCall(at, ANY_NUMBER, SIZE, (waiting,))
            some = k.Operation(at, BOOL, ">", (size, k.Constant(at, Number(0, 0), 0)))
            body.append(k.Repeat(at, "while", some, chosen))
        return k.Watch(
            at, identity, event, 1, happening, (), _any_of(concerned), "game", tuple(body), setter, of_powers=True
        )

    def _stack(self, event: Event) -> Procedure | None:
        """The procedure that puts powers aside which wait for an event; None after a diagnostic."""
        name = self.symbols.stack_names[event.key]
        procedure = self.symbols.find(self.symbols.procedures, name.text, event.owner)
        wanted = [POWER, Happening(event.key)]
        fitting = [p.name for p in self.symbols.procedures.values() if [each.type for each in p.parameters] == wanted]
        if procedure is None or procedure.name not in fitting:
            self.report.add(
                kinds.WRONG_VALUE,
                f"`{name.text}` can't put powers aside that wait for `{event.name}`",
                name.span,
                expected=f"a procedure `{name.text}(power w, {event.name} e)`",
                suggestions=closest(name.text, fitting) if procedure is None else (),
                related=[(f"`{name.text}` is declared here", procedure.at)] if procedure is not None else (),
                missing=name.text if procedure is None else None,
            )
            return None
        refer(self.report, name.span, procedure)
        return procedure

    def _run(self, procedure: Procedure, waiting: k.Local, happening: k.Local) -> k.Body:
        """Let the player choose one of the powers that wait, and run it."""
        at = waiting.at
        performed = k.Perform(at, procedure, (waiting, happening), k.Local(at, PLAYER, "me"))
        return performed, k.Set(at, waiting, k.ResultOf(at, POWERS, procedure))

    def _stacked(self, event: Event, stack: Procedure, waiting: k.Local, happening: k.Local) -> k.Body:
        """Let the player choose one of the powers that wait, and give it to the game's procedure."""
        at, me = waiting.at, k.Local(waiting.at, PLAYER, "me")
        chosen, only = (self._local(at, POWER, name) for name in ("chosen", "only"))

        def put_aside(power: k.Local) -> k.Body:
            one = k.Listing(at, POWERS, (power,))
            others = k.Operation(at, POWERS, "without", (waiting, one))
            return k.Set(at, waiting, others), k.Perform(at, stack, (power, happening), me)

        binders = (k.Binder(at, chosen, waiting, None), self._card(chosen, waiting))
        branch = k.Branch(at, "1", k.Label(at, (chosen,)), binders, None, None, put_aside(chosen))
        choose = k.Choose(at, f"event {event.key}/1", "which power comes first", (branch,), me, never_empty=True)
        alone = k.ForEach(at, k.Binder(at, only, waiting, None), put_aside(only))
        return (k.If(at, _are_several(waiting), (choose,), (alone,)),)

    def _local(self, at: Span, type_: Type, noun: str) -> k.Local:
        """A local whose name no other one has."""
        self._locals += 1
        return k.Local(at, type_, f"{noun}_{self._locals}")

    def _number(self, power: k.Local) -> k.Expression:
        """What tells a power apart that waits for something."""
        return k.PowerAttributeOf(power.at, self.symbols.power_attributes[TRIGGER].type, TRIGGER, power)

    def _card(self, power: k.Local, powers: k.Local) -> k.Binder:
        """Binds the card of a power that is offered: it tells powers of cards apart that read the same. Of equal powers
        that a card has gained, only the first is offered."""
        at, bearer = power.at, bearer_of(self.symbols, power)
        card, other = self._local(at, bearer.type, "card"), self._local(at, POWER, "power")
        is_equal = k.Operation(at, BOOL, "=", (self._number(other), self._number(power)))
        has_it = k.Operation(at, BOOL, "=", (bearer_of(self.symbols, other), card))
        equal = k.Binder(at, other, powers, k.Operation(at, BOOL, "and", (is_equal, has_it)))
        first = k.Fold(at, Optional(POWER), "first", (equal,), None, None)
        one = k.Listing(at, ListOf(bearer.type), (bearer,))
        return k.Binder(at, card, one, k.Operation(at, BOOL, "=", (first, power)))

    def _listed(self, zone: ZoneDeclaration, triggers: Sequence[Trigger], happening: k.Local) -> k.Expression:
        binders = self._binders(zone, triggers, happening)
        power = k.BuiltinCall(zone.at, POWER, REMEMBERED, (binders[-1].local,))
        return k.Fold(zone.at, POWERS, "list", binders, power, None)

    def _binders(self, zone: ZoneDeclaration, triggers: Sequence[Trigger], happening: k.Local) -> tuple[k.Binder, ...]:
        """The powers of a player's cards in a zone which a happening concerns."""
        at, me = happening.at, k.Local(happening.at, PLAYER, "me")
        bearer = self._local(at, Card(zone.kinds), "bearer")
        power = self._local(at, POWER, "power")
        which = self._number(power)
        listed = k.Listing(at, ListOf(ANY_NUMBER), tuple(trigger.number for trigger in triggers))
        waits = k.Operation(at, BOOL, "in", (which, listed))
        holds: k.Expression = k.Constant(at, BOOL, False)
        for trigger in reversed(triggers):
            is_it = k.Operation(at, BOOL, "=", (which, trigger.number))
            holds = k.Either(at, BOOL, is_it, k.Call(at, BOOL, trigger.holds, (bearer, happening), me), holds)
        lost = has_lost_powers(self.symbols.kinds, self.symbols.modified, bearer, at)
        if lost is not None:
            holds = k.Operation(at, BOOL, "and", (k.Operation(at, BOOL, "not", (lost,)), holds))
        return (
            k.Binder(at, bearer, k.ZoneOf(at, Zone(zone.key, zone.kinds), zone, me), None),
            k.Binder(at, power, k.PowersOf(at, POWERS, bearer), k.Operation(at, BOOL, "and", (waits, holds))),
        )


def bearer_of(symbols: SymbolTable, power: k.Local) -> k.Expression:
    """The card that has a power."""
    kinds_ = frozenset(kind.name for kind in symbols.kinds.values() if kind.powers is not None)
    return k.BuiltinCall(power.at, Card(kinds_), BEARER, (power,))


def use_for(elaborator: Elaborator, node: ast.Use, power: k.Expression, me: k.Expression) -> k.Body:
    """`use power for happening`: run a power that waited for it, which the game has put aside."""
    assert node.happening is not None
    happening = elaborator.expression(node.happening)
    at = elaborator.at(node)
    if not isinstance(happening.type, Happening):
        if not isinstance(happening.type, Unknown):
            message = "a power is used for what has happened"
            elaborator.complain(kinds.WRONG_TYPE, message, node.happening, expected="an event", found=happening.type)
        return ()
    procedure = elaborator.symbols.procedures.get(runner_of(elaborator.symbols.events[happening.type.event]))
    if procedure is None:
        message = f"no power waits for `{happening.type.event}`"
        elaborator.complain(kinds.WRONG_VALUE, message, node, expected="`stack:` at the event, or `on:` in a power")
        return ()
    return (k.Perform(at, procedure, (k.Listing(at, POWERS, (power,)), happening), me),)


def _are_several(powers: k.Local) -> k.Expression:
    """Whether there is anything to choose among powers that wait: nobody is asked about a single one."""
    size = k.BuiltinCall(powers.at, ANY_NUMBER, SIZE, (powers,))
    return k.Operation(powers.at, BOOL, ">", (size, k.Constant(powers.at, Number(1, 1), 1)))


def _all_of(conditions: Sequence[k.Expression], at: Span) -> k.Expression:
    if not conditions:
        return k.Constant(at, BOOL, True)
    return reduce(lambda one, other: k.Operation(at, BOOL, "and", (one, other)), conditions)


def _any_of(conditions: Sequence[k.Expression]) -> k.Expression:
    return reduce(lambda one, other: k.Operation(other.at, BOOL, "or", (one, other)), conditions)


def _joined(lists: Sequence[k.Expression]) -> k.Expression:
    return reduce(lambda one, other: k.Operation(other.at, POWERS, "join", (one, other)), lists)
