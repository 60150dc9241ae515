"""Elaborates modifiers: what an attribute comes to, given what a card has of its own, what powers give as long as their
cards are in play, and what statements have given until something ends.

What a power gives becomes two functions of the power's card and another one: whether that one gets it, and how much.
What it all comes to is a function of the card, through which code reads the attribute (`modified_attributes.py`). So
nothing after elaboration knows of modifiers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import assert_never

from artrules.model.declare.symbol_table import SymbolTable, parse_scalar
from artrules.model.elaborate import names
from artrules.model.elaborate.elaborator import Context, Elaborator, convert
from artrules.model.elaborate.folds import summed
from artrules.model.elaborate.modified_attributes import (
    SUM,
    attribute_named,
    operation,
    own_value,
    pick_of,
    temporary_place,
    wanted_type,
)
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import (
    GIVES,
    Function,
    Gift,
    ModifiedAttribute,
    Parameter,
    PowerDefinition,
    Procedure,
    ZoneDeclaration,
    card_with_powers,
)
from artrules.model.ir.layout import Figure
from artrules.model.ir.types import (
    BOOL,
    PLAYER,
    POWER,
    UNKNOWN,
    Card,
    ListOf,
    Number,
    Unknown,
    Zone,
    bare,
    element,
    join,
)
from artrules.text.content.cards import Gift as GiftSection
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Scalar
from artrules.text.syntax.parse import parse_bindings, parse_expression

# What powers give as long as their cards are in play.


class Modifiers:
    """The functions of one model that modifiers become: their values, and the locals of their parameters."""

    def __init__(
        self, symbols: SymbolTable, report: Report, elaborator: Callable[[Scalar, Context], Elaborator]
    ) -> None:
        """`elaborator` makes a new elaborator for the code in one string."""
        self.symbols = symbols
        self.report = report
        self.elaborator = elaborator
        self.values: dict[Function, k.Expression] = {}
        self.locals: dict[Function | Procedure, Sequence[k.Local]] = {}
        self.bodies: dict[Procedure | PowerDefinition, k.Body] = {}
        self.gifts = {
            power: gift
            for power in symbols.powers
            if (section := symbols.power_code[power].gives) is not None
            and (gift := self._gift(power, section)) is not None
        }

    def finish(self, values: Mapping[Function, k.Expression]) -> None:
        """Make the functions that tell what attributes come to, and the procedures that give what counts last, once all
        statements are known that give something. `values` are those of all other functions. What depends on itself gets
        a diagnostic."""
        for (name, life), procedure in self.symbols.giving_last.items():
            self._give_last(self.symbols.modified[name], life, procedure)
        for attribute in self.symbols.modified.values():
            card = k.Local(attribute.at, Card(frozenset(attribute.of_kinds)), "card")
            self.locals[attribute.value] = [card]
            self.values[attribute.value] = self._value(attribute, card)
        all_values = {**values, **self.values}
        for attribute in self.symbols.modified.values():
            gift = _way_back(attribute.value, all_values)
            if gift is not None:
                message = f"what `{attribute.name}` gets here depends on `{attribute.name}` itself"
                expected = f"`base(c.{attribute.name})`, or another condition"
                self.report.add(kinds.CIRCLE, message, all_values[gift].at, expected=expected)
                all_values[attribute.value] = self.values[attribute.value] = k.Constant(attribute.at, UNKNOWN, None)

    def figures(self) -> dict[str, Figure]:
        """What cards show of what their attributes come to."""
        figures = {}
        for attribute in self.symbols.modified.values():
            at, name = attribute.at, attribute.value.name
            card = k.Local(at, Card(frozenset(attribute.of_kinds)), "card")
            value = k.Call(at, attribute.type, attribute.value, (card,))
            figures[name] = Figure(
                name,
                at,
                title=None,
                short=None,
                of=card.type,
                binder=card,
                value=value,
                as_=None,
                shown="never",
                seen_by="everyone",
                steps=None,
                gives=None,
                attribute=attribute.name,
            )
        return figures

    # -- the gifts of powers

    def _gift(self, power: PowerDefinition, section: GiftSection) -> Gift | None:
        own = card_with_powers(self.symbols.kinds, power.group)
        at = section.to.span if section.to is not None else power.at
        context = Context(f"power {power.key}", power.title, power.owner, self_card=own)
        anchor = section.to or next((value for _, value in section.values if value is not None), None)
        if not section.values:
            expected = "the name of an attribute, and what it gets"
            self.report.add(kinds.MISSING, "this power gives nothing", section.node.span, expected=expected)
        if anchor is None or not section.values:
            return None
        elaborator = self.elaborator(anchor, context)
        giver = k.Local(at, own, "self")
        conditions = list[k.Expression]()
        if (condition := self.symbols.power_code[power].if_) is not None:
            tree = parse_scalar(parse_expression, condition, self.report)
            if tree is not None:
                elaborator.scalar = condition
                conditions.append(elaborator.condition(tree))
                elaborator.learn(conditions[0])
        if section.to is None:
            getter = elaborator.scope.unnamed("getter", own, at)
            conditions.append(k.Operation(at, BOOL, "=", (getter, giver)))
            getter_of_values = giver
        else:
            elaborator.scalar = section.to
            bound = self._getter(elaborator, section.to)
            if bound is None:
                return None
            getter, more = bound
            conditions += more
            getter_of_values = getter
        # One after another, so that each counts by itself for coverage.
        is_for: k.Expression = k.Constant(at, BOOL, True)
        for each in reversed(conditions):
            is_for = k.Either(at, BOOL, each, is_for, k.Constant(at, BOOL, False))
        values = dict[str, Function]()
        gift = Gift(self._function(power, "", giver, getter, is_for), values)
        for name, scalar in section.values:
            attribute = attribute_named(elaborator, name.text, name.span, getter_of_values)
            tree = parse_scalar(parse_expression, scalar, self.report) if scalar is not None else None
            if attribute is not None and scalar is not None and tree is not None:
                elaborator.scalar = scalar
                value = elaborator.demand(tree, wanted_type(attribute), f"what `{name.text}` gets")
                values[name.text] = self._function(power, f"/{name.text}", giver, getter, value)
        return gift

    def _getter(self, elaborator: Elaborator, to: Scalar) -> tuple[k.Local, list[k.Expression]] | None:
        """The local that holds the card which may get something, and the conditions that tell whether it does."""
        bindings = parse_scalar(parse_bindings, to, self.report)
        if bindings is None:
            return None
        first, *others = bindings.binders
        if others:
            message = "what a power gives goes to the cards of one domain"
            elaborator.complain(kinds.WRONG_VALUE, message, others[0], expected="one binder, and `where`")
        domain = names.domain(elaborator, first.domain)
        cards = element(domain.type)
        if not isinstance(cards, Card):
            if not isinstance(domain.type, Unknown):
                message = "only cards get something"
                elaborator.complain(kinds.WRONG_TYPE, message, first.domain, expected="cards", found=domain.type)
            return None
        getter = elaborator.scope.bind(first.name.text, cards, elaborator.at(first.name))
        conditions = [_membership(getter, domain, to.span)]
        if first.condition is not None:
            conditions.append(elaborator.condition(first.condition))
            elaborator.learn(conditions[-1])
        return getter, conditions

    def _function(
        self, power: PowerDefinition, about: str, giver: k.Local, getter: k.Local, value: k.Expression
    ) -> Function:
        parameters = tuple(Parameter(local.name, local.type, local.at) for local in (giver, getter))
        name, part_of = f"gift: {power.index}{about}", f"power {power.key}"
        function = Function(name, value.at, parameters, part_of, owner=power.owner)
        self.symbols.functions[function.key] = function
        self.values[function], self.locals[function] = value, [giver, getter]
        return function

    # -- what an attribute comes to

    def _value(self, attribute: ModifiedAttribute, card: k.Local) -> k.Expression:
        own = own_value(attribute, card, attribute.at)
        temporary = [self._temporary(attribute, card, life) for life in self._lives(attribute)]
        gifts = {power: gift for power, gift in self.gifts.items() if attribute.name in gift.values}
        folds = [self._fold(attribute, gifts, zone, number, card) for number, zone in enumerate(self._zones(gifts))]
        at = attribute.at
        match attribute.combines:
            case "add":
                total = reduce(lambda one, other: operation("+", SUM, one, other), [own, *temporary, *folds])
                if len(temporary) + len(folds) == 0:
                    return own
                return convert(self.report, total, attribute.type, f"what `{attribute.name}` comes to", at)
            case "union":
                return reduce(lambda one, other: operation("join", own.type, one, other), [own, *temporary, *folds])
            case "any":
                return reduce(lambda one, other: operation("or", BOOL, one, other), [own, *temporary, *folds])
            case "most" | "least":
                numbers = [own, *(_some(each, own) for each in temporary), *(_else(each, own) for each in folds)]
                return k.Largest(at, attribute.type, pick_of(attribute), tuple(numbers)) if len(numbers) > 1 else own
            case "last":
                for fold in folds:
                    own = _else(fold, own)
                for each in temporary:
                    own = _some(each, own)
                return own
        assert_never(attribute.combines)

    def _give_last(self, attribute: ModifiedAttribute, life: str, procedure: Procedure) -> None:
        """What a statement gives hides all that was given before. Of that, only what lasts until lives which are
        declared earlier, the longer ones, comes back when it ends; the rest is gone."""
        at, order = attribute.at, list(self.symbols.lives)
        card, value = (k.Local(at, parameter.type, parameter.name) for parameter in procedure.parameters)
        later_lives = [each for each in self._lives(attribute) if order.index(each) > order.index(life)]
        later = [self._temporary(attribute, card, each) for each in later_lives]
        self.symbols.procedures[procedure.key] = procedure
        self.locals[procedure] = [card, value]
        self.bodies[procedure] = (
            k.Set(at, self._temporary(attribute, card, life), value),
            *(k.Set(at, place, k.Constant(at, place.type, None)) for place in later),
        )

    def _lives(self, attribute: ModifiedAttribute) -> list[str]:
        """The lives until whose end some statement gives something to an attribute, in the order of declaration."""
        lives = {life for _, name, life in self.symbols.temporary if name == attribute.name}
        return [life for life in self.symbols.lives if life in lives]

    def _temporary(self, attribute: ModifiedAttribute, card: k.Local, life: str) -> k.Expression:
        return temporary_place(self.symbols, attribute, card, life, attribute.at)

    def _zones(self, powers: Iterable[PowerDefinition]) -> Iterator[ZoneDeclaration]:
        """The zones of cards in play that may have powers which give something."""
        groups = {power.group for power in powers}
        giving = {kind.name for kind in self.symbols.kinds.values() if kind.powers and kind.powers.group in groups}
        for zone in self.symbols.zones.values():
            if zone.in_play and zone.per == PLAYER and giving & zone.kinds:
                yield zone

    def _fold(
        self,
        attribute: ModifiedAttribute,
        gifts: Mapping[PowerDefinition, Gift],
        zone: ZoneDeclaration,
        number: int,
        card: k.Local,
    ) -> k.Expression:
        """What cards in the zones of a declaration give. Of those that give nothing, no power is looked at."""
        at = attribute.at
        player = k.Local(at, PLAYER, f"player_{number}")
        giver = k.Local(at, Card(zone.kinds), f"giver_{number}")
        power = k.Local(at, POWER, f"power_{number}")
        which = k.PowerAttributeOf(at, self.symbols.power_attributes[GIVES].type, GIVES, power)
        listed = k.Listing(at, ListOf(which.type), tuple(_number(each) for each in gifts))
        gives = operation("in", BOOL, which, listed)

        def is_it(definition: PowerDefinition) -> k.Expression:
            return operation("=", BOOL, which, _number(definition))

        def of(function: Function) -> k.Expression:
            return k.Call(at, self.values[function].type, function, (giver, card), player)

        is_given: k.Expression = k.Constant(at, BOOL, False)
        value: k.Expression | None = None
        for definition, gift in reversed(list(gifts.items())):
            is_given = k.Either(at, BOOL, is_it(definition), of(gift.is_for), is_given)
            each = of(gift.values[attribute.name])
            if value is None:
                value = each
            else:
                type_ = join(each.type, value.type) or attribute.type
                value = k.Either(at, type_, is_it(definition), each, value)
        assert value is not None
        lost = names.has_lost_powers(self.symbols.kinds, self.symbols.modified, giver, at)
        if lost is not None and not self._tells_lost_powers(attribute):
            is_given = operation("and", BOOL, k.Operation(at, BOOL, "not", (lost,)), is_given)
        if attribute.combines == "any":
            is_given = operation("and", BOOL, is_given, value)
        binders = (
            k.Binder(at, player, k.AllPlayers(at, ListOf(PLAYER)), None),
            k.Binder(at, giver, k.ZoneOf(at, Zone(zone.key, zone.kinds), zone, player), None),
            k.Binder(at, power, k.PowersOf(at, ListOf(POWER), giver), operation("and", BOOL, gives, is_given)),
        )
        match attribute.combines:
            case "add":
                return summed(at, binders, value)
            case "any":
                return k.Fold(at, BOOL, "any", binders, None, None)
            case "union":
                return k.Fold(at, attribute.type, "union", binders, value, None)
            case "most" | "least":
                return k.Fold(at, attribute.type, pick_of(attribute), binders, value, None)
            case "last":
                return k.Fold(at, attribute.type, "latest", binders, value, None)
        assert_never(attribute.combines)

    def _tells_lost_powers(self, attribute: ModifiedAttribute) -> bool:
        """Whether an attribute says that cards have no powers. What powers give to it counts in any case: else it would
        depend on itself."""
        return any(kind.powers and kind.powers.unless == attribute.name for kind in self.symbols.kinds.values())


def _way_back(first: Function, values: Mapping[Function, k.Expression]) -> Function | None:
    """The function that another one calls on a way on which that comes to be called again; None if it never is."""
    for called in _called(first, values):
        waiting, seen = [called], set[Function]()
        while waiting:
            function = waiting.pop()
            if function is first:
                return called
            if function not in seen:
                seen.add(function)
                waiting += _called(function, values)
    return None


def _called(function: Function, values: Mapping[Function, k.Expression]) -> list[Function]:
    value = values.get(function)
    return [node.function for node in k.walk(value) if isinstance(node, k.Call)] if value is not None else []


def _membership(card: k.Local, domain: k.Expression, at: Span) -> k.Expression:
    """Whether a card is among those of a domain."""
    if isinstance(domain, k.AllCards):
        return k.IsKind(at, BOOL, card, domain.kind)
    return k.Operation(at, BOOL, "in", (card, domain))


def _number(power: PowerDefinition) -> k.Constant:
    """What tells a power that gives something apart from others."""
    number = power.attributes[GIVES]
    return k.Constant(power.at, Number(number, number), number)


def _some(value: k.Expression, otherwise: k.Expression) -> k.Expression:
    """A value that may be none, and another one in its place where it is."""
    is_none = operation("=", BOOL, value, k.Constant(value.at, value.type, None))
    return k.Either(value.at, otherwise.type, is_none, otherwise, replace(value, type=bare(value.type)))


def _else(fold: k.Expression, otherwise: k.Expression) -> k.Expression:
    assert isinstance(fold, k.Fold)
    return replace(fold, otherwise=otherwise)
