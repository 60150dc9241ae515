"""The rules of expressions: names are bound, operands fit their operation, and a node's type is what comes of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from artrules.model.ir import expressions as e
from artrules.model.ir import types as t
from artrules.model.ir.operators import (
    OPERATORS,
    BothTogether,
    Compares,
    ItemOfFirst,
    NegatedNumber,
    NumberWithin,
    PartOfFirst,
    PlaceAmongAll,
    TruthValue,
)
from artrules.model.ir.print_code import Members
from artrules.model.ir.types import range_of
from model.ir.verify.context import Context
from model.ir.verify.names import Names


def verify_expression(context: Context, node: e.Expression, names: Names) -> None:
    """Verify an expression and all below it, with the names that are bound where it stands."""
    require = context.require

    def below(*operands: e.Expression | None) -> None:
        for operand in operands:
            if operand is not None:
                verify_expression(context, operand, names)

    def of_type(wanted: t.Type) -> None:
        require(_is_narrowed(node.type, wanted), node, f"the type is {node.type}, not {wanted}")

    model, type_ = context.model, node.type
    require(not t.is_unknown(type_), node, "the type is unknown")
    match node:
        case e.Constant(value=value):
            require(is_value(value, type_, context.members), node, f"{value!r} is no value of type {type_}")
        case e.Local(name=name):
            bound = names.types.get(name)
            require(bound is not None, node, f"`{name}` is not bound here")
            require(bound is None or t.within(type_, bound), node, f"`{name}` is bound as {bound}, not as {type_}")
        case e.VariableOf(declaration=variable, owner=owner):
            context.declared(variable, model.variables, node)
            below(owner)
            _owned(context, node, owner, variable.of)
            of_type(variable.type or t.UNKNOWN)
        case e.ZoneOf(declaration=zone, owner=owner, second=second):
            context.declared(zone, model.zones, node)
            below(owner)
            below(second)
            _owned(context, node, owner, zone.per)
            _owned(context, node, second, zone.second)
            of_type(t.Zone(zone.key, zone.kinds))
        case e.AttributeOf(declaration=attribute, card=card):
            kind = model.kinds.get(attribute.kind)
            known = kind.attributes.get(attribute.name) if kind is not None else None
            require(known is attribute, node, f"the model doesn't declare `{attribute.name}`")
            below(card)
            require(card.type == t.Card(frozenset([attribute.kind])), node, f"`{card.type}` has no such attribute")
            of_type(attribute.type or t.UNKNOWN)
        case e.SharedAttribute(declarations=attributes, card=card):
            for attribute in attributes:
                kind = model.kinds.get(attribute.kind)
                known = kind.attributes.get(attribute.name) if kind is not None else None
                require(known is attribute, node, f"the model doesn't declare `{attribute.name}`")
                require(t.within(attribute.type, type_), node, f"`{attribute.type}` is no {type_}")
            below(card)
            kinds = frozenset(attribute.kind for attribute in attributes)
            require(card.type == t.Card(kinds), node, f"`{card.type}` has no such attribute")
        case e.FaceOf(card=card):
            below(card)
            require(isinstance(card.type, t.Card), node, "only cards have a face")
            of_type(t.FACE)
        case e.IsOfPieces(card=card, pieces=pieces):
            below(card)
            require(model.pieces.get(pieces.name) is pieces, node, f"the model doesn't declare `{pieces.name}`")
            possible = isinstance(card.type, t.Card) and pieces.kind in card.type.kinds
            require(possible, node, f"{card.type} is never one of {pieces.name}")
        case e.IsKind(card=card, kind=name):
            below(card)
            require(name in model.kinds, node, f"the model doesn't declare `{name}`")
            possible = isinstance(card.type, t.Card) and name in card.type.kinds
            require(possible, node, f"{card.type} is never a {name}")
            of_type(t.BOOL)
        case e.FieldOf(event=event, declaration=field, happening=happening):
            context.declared(event, model.events, node)
            require(event.fields.get(field.name) is field, node, f"`{event.key}` has no field `{field.name}`")
            below(happening)
            require(happening.type == t.Happening(event.key), node, f"{happening.type} is no `{event.key}`")
            of_type(field.type or t.UNKNOWN)
        case e.PropertyOf(enum=name, property=property_, member=member):
            enum = model.enums.get(name)
            require(enum is not None and property_ in enum.properties, node, f"`{name}` has no `{property_}`")
            below(member)
            require(member.type == t.Member(name), node, f"{member.type} is no member of `{name}`")
            of_type(enum.properties.get(property_, t.UNKNOWN) if enum is not None else t.UNKNOWN)
        case e.PowerAttributeOf(attribute=name, power=power):
            declared = model.power_attributes.get(name)
            require(declared is not None, node, f"powers have no `{name}`")
            below(power)
            require(power.type == t.POWER, node, f"{power.type} is no power")
            of_type(declared.type or t.UNKNOWN if declared is not None else t.UNKNOWN)
        case e.PowersOf(card=card):
            below(card)
            require(isinstance(card.type, t.Card), node, "only cards have powers")
            of_type(t.ListOf(t.POWER))
        case e.SettingValue(declaration=setting):
            context.declared(setting, model.settings, node)
            of_type(setting.type or t.UNKNOWN)
        case e.AllCards(kind=name):
            require(name in model.kinds, node, f"the model doesn't declare `{name}`")
            of_type(t.ListOf(t.Card(frozenset([name]))))
        case e.AllMembers(enum=name):
            require(name in model.enums, node, f"the model doesn't declare `{name}`")
            of_type(t.ListOf(t.Member(name)))
        case e.AllPlayers():
            of_type(t.ListOf(t.PLAYER))
        case e.RoundNumber():
            require(isinstance(type_, t.Number) and type_.low >= 0, node, "this is no count")
        case e.Happenings(event=event):
            context.declared(event, model.events, node)
            require(event.kept is not None, node, f"no happenings of `{event.key}` are kept")
            of_type(t.ListOf(t.Happening(event.key)))
        case e.Span_(low=low, high=high):
            below(low, high)
            match low.type, high.type, t.element(type_):
                case t.Number(least), t.Number(_, most), t.Number(first, last):
                    # A range from 1 to something that may be 0 is empty there: what it holds is never 0.
                    require(first <= least and most <= last, node, f"{least}..{most} is not in {type_}")
                case _:
                    require(False, node, "a range is a list of numbers")
        case e.TopOf(zone=pile, count=count):
            below(pile, count)
            card_type = t.element(pile.type)
            require(isinstance(pile.type, t.Zone), node, f"{pile.type} is no zone")
            require(count is None or isinstance(count.type, t.Number), node, "the count is no number")
            of_type(t.UNKNOWN if card_type is None else card_type if count is None else t.ListOf(card_type))
        case e.Listing(items=items):
            below(*items)
            inner = t.element(type_)
            require(isinstance(type_, t.ListOf | t.SetOf) and inner is not None, node, f"{type_} is no list or set")
            for item in items:
                require(inner is not None and t.within(item.type, inner), node, f"{item.type} is not in {type_}")
        case e.Operation():
            below(*node.operands)
            _operation(context, node)
        case e.Either(condition=condition, then=then, otherwise=otherwise):
            below(condition, then, otherwise)
            require(condition.type == t.BOOL, node, "the condition is no truth value")
            joined = t.join(then.type, otherwise.type) or t.UNKNOWN
            require(_is_narrowed(type_, joined) or t.within(joined, type_), node, f"the type is {type_}, not {joined}")
        case e.Call(function=function, arguments=arguments, me=me):
            context.declared(function, model.functions, node)
            below(*arguments, me)
            context.arguments(node, arguments, [(p.name, p.type) for p in function.parameters])
            if any(function in gift.functions for gift in model.gifts.values()):
                require(me is not None and me.type == t.PLAYER, node, "it isn't said in whose zone the card lies")
            elif function is model.flow.sides and me is not None and names.me != getattr(me, "name", None):
                require(me.type == t.PLAYER, node, "it isn't said whose side it is")  # that of any player
            else:
                context.acting(node, me, names, needed=function.attribute is None)
            value = model.values.get(function)
            gives = value is not None and _is_narrowed(type_, value.type)
            require(gives, node, f"it gives {value.type if value is not None else 'nothing'}")
        case e.ResultOf(procedure=procedure):
            context.declared(procedure, model.procedures, node)
            require(context.performed is procedure, node, f"`{procedure.key}` hasn't been called just before")
            of_type(procedure.result or t.UNKNOWN)
        case e.PluginCall(function=function, arguments=arguments):
            context.declared(function, model.plugin_functions, node)
            require(not function.draws, node, "a way to draw has no value of its own")
            below(*arguments)
            context.arguments(node, arguments, [(p.name, p.type) for p in function.parameters])
            of_type(function.result)
        case e.Lookup(table=table, argument=argument):
            context.declared(table, model.tables, node)
            below(argument)
            context.arguments(node, [argument], [("n", t.ANY_NUMBER)])
            require(isinstance(type_, t.Number), node, "tables give numbers")
        case e.ScoreOf(player=player):
            below(player)
            context.arguments(node, [player], [("p", t.PLAYER)])
            require(isinstance(type_, t.Number), node, "a score is a number")
        case e.BuiltinCall(builtin=builtin, arguments=arguments, me=me):
            below(*arguments, me)
            context.acting(node, me, names, needed=builtin.traits.needs_player)
            wanted, types = len(builtin.parameters), [argument.type for argument in arguments]
            require(len(types) == wanted, node, f"{wanted} values are wanted")
            if len(types) == wanted:
                expected = builtin.wrong_argument(types)
                require(expected is None, node, f"expected {expected}")
                if expected is None:
                    result = builtin.result(types)
                    if builtin.name == "size" and isinstance(arguments[0], e.AllPlayers):
                        result = t.Number(*context.model.players)
                    held = builtin.traits.tells_place and type_ == t.PLAYER  # where it lies with a player
                    require(held or t.within(result, type_), node, f"the result is {result}")
        case e.Fold():
            _fold(context, node, names)
        case e.Largest(kind=kind, items=items):
            below(*items)
            ranges = [item.type for item in items if isinstance(item.type, t.Number)]
            require(bool(items) and len(ranges) == len(items), node, "some value is no number")
            if ranges:
                pick = max if kind == "max" else min
                span = t.Number(pick(r.low for r in ranges), pick(r.high for r in ranges))
                require(t.within(span, type_), node, f"the result is {span}, outside of {type_}")
        case e.Best(binder=binder, keys=keys):
            inside = verify_binders(context, [binder], names)
            for way, key in keys:
                verify_expression(context, key, inside)
                compared = key.type.of if isinstance(key.type, t.ListOf) else key.type
                require(way in ("most", "least") and isinstance(compared, t.Number), node, "numbers are compared")
            element = t.element(type_)
            narrowed = element is not None and t.within(element, binder.local.type)
            require(isinstance(type_, t.ListOf) and narrowed, node, f"{type_} is no list of what is gone through")
        case e.Checked(value=value, low=low, high=high):
            below(value)
            _checked(context, node)
        case _:
            assert_never(node)


def verify_binders(context: Context, binders: Iterable[e.Binder], names: Names) -> Names:
    """Verify binders, each of which sees those before it. Gives the names bound after them."""
    for binder in binders:
        verify_expression(context, binder.domain, names)
        inner = t.element(binder.domain.type)
        context.require(inner is not None, binder, f"one can't go through {binder.domain.type}")
        context.require(inner in (None, binder.local.type), binder, f"what is gone through is of type {inner}")
        names = context.bind(names, binder.local)
        if binder.condition is not None:
            verify_condition(context, binder.condition, names)
    return names


def verify_condition(context: Context, condition: e.Expression, names: Names) -> None:
    """Verify an expression that must be a truth value."""
    verify_expression(context, condition, names)
    context.require(condition.type == t.BOOL, condition, f"a condition is a truth value, not {condition.type}")


def _owned(context: Context, node: e.Expression, owner: e.Expression | None, of: t.Type | None) -> None:
    """What belongs to owners of a type needs one; what belongs to nobody has none."""
    context.require((owner is None) == (of is None), node, "an owner is missing" if of else "this belongs to nobody")
    if owner is not None and of is not None:
        context.converted(owner, of, node, "the owner")


def _operation(context: Context, node: e.Operation) -> None:
    """Operands must suit the operator, and the node's type what comes of them."""
    require, types, result = context.require, [operand.type for operand in node.operands], node.type
    operator = OPERATORS[node.operator]
    if not operator.suits(types):
        found = ", ".join(map(str, types))
        require(False, node, f"`{node.operator}` can't be used on {found}")
        return
    match operator.result:
        case TruthValue(compares=compares):
            _compared(context, node, compares)
            require(result == t.BOOL, node, "the result is a truth value")
        case NumberWithin(bounds=bounds):
            left, right = (type_ for type_ in types if isinstance(type_, t.Number))
            possible = range_of(bounds, left, right)
            require(t.within(possible, result), node, f"the result lies in {possible}, not in {result}")
        case NegatedNumber():
            (number,) = (type_ for type_ in types if isinstance(type_, t.Number))
            low, high = -number.high, -number.low
            require(result == t.Number(low, high), node, f"the result lies in {low}..{high}")
        case BothTogether():
            inner = t.element(result) or t.UNKNOWN
            fits = all(t.within(_things(type_), inner) for type_ in types)
            require(fits, node, f"{' and '.join(map(str, types))} don't make {result}")
            require(isinstance(result, t.ListOf | t.SetOf), node, f"{result} is no list or set")
        case PartOfFirst():
            _compared(context, node, Compares.CONTENTS)
            inner = t.element(result) or t.UNKNOWN
            require(t.within(_things(types[0]), inner), node, f"{types[0]} holds more than {result}")
            require(isinstance(result, t.ListOf | t.SetOf), node, f"{result} is no list or set")
        case ItemOfFirst():
            item = _things(types[0])
            require(_is_narrowed(result, item), node, f"an item is of type {item}")
        case PlaceAmongAll():
            most = context.model.players[1]
            if isinstance(types[0], t.Member):
                most = len(context.model.enums[types[0].enum].members)
            require(result == t.Number(1, most), node, f"the result lies in 1..{most}")
        case rule:
            assert_never(rule)


def _is_narrowed(type_: t.Type, wanted: t.Type) -> bool:
    """Whether a type is the one that is wanted, or narrower: a condition has excluded `none`, or kinds of cards."""
    match type_, wanted:
        case t.Card(kinds), t.Card(others):
            return kinds <= others
        case t.Optional(inner), t.Optional(of):
            return _is_narrowed(inner, of)
        case _, t.Optional(of):
            return type_ == wanted or _is_narrowed(type_, of)
    return type_ == wanted


def _things(type_: t.Type) -> t.Type:
    """The type of the things in a list, set or zone."""
    return t.element(type_) or t.UNKNOWN


def _compared(context: Context, node: e.Operation, compares: Compares) -> None:
    """Between what is compared some values must be able to be equal."""
    types = [operand.type for operand in node.operands]
    match compares:
        case Compares.NOTHING:
            pass
        case Compares.VALUES:
            context.comparable(types[0], types[1], node)
        case Compares.MEMBERSHIP:
            context.comparable(types[0], _things(types[1]), node)
        case Compares.CONTENTS:
            context.comparable(_things(types[0]), _things(types[1]), node)
        case _:
            assert_never(compares)


def _fold(context: Context, node: e.Fold, names: Names) -> None:
    """Binders see the names outside and one another, the value sees them all, what stands after `else` sees none."""
    require, kind, value = context.require, node.kind, node.value
    inside = verify_binders(context, node.binders, names)
    if value is not None:
        verify_expression(context, value, inside)
    if node.otherwise is not None:
        verify_expression(context, node.otherwise, names)
    require(bool(node.binders), node, "nothing is gone through")
    may_be_empty = kind in ("sum", "max", "min", "first", "last", "latest")
    require(node.otherwise is None or may_be_empty, node, f"`{kind}` has no `else`")
    first = node.binders[0].local.type if node.binders else t.UNKNOWN
    match kind:
        case "count":
            require(value is None and isinstance(node.type, t.Number), node, "a count is a number")
        case "any" | "no":
            require(value is None and node.type == t.BOOL, node, "the result is a truth value")
        case "those":
            fits = isinstance(node.type, t.ListOf) and t.within(node.type.of, first)
            require(value is None and fits and len(node.binders) == 1, node, f"the result is a list of {first}")
        case "first" | "last" if node.otherwise is not None:
            require(value is None and len(node.binders) == 1, node, "one domain is gone through")
            within = t.within(first, node.type) and t.within(node.otherwise.type, node.type)
            require(within, node, f"{first} or {node.otherwise.type} lies outside of {node.type}")
        case "first" | "last":
            fits = _is_narrowed(node.type, t.maybe(first))
            require(value is None and fits and len(node.binders) == 1, node, f"the result is {first} or none")
        case "list":
            require(value is not None and node.type == t.ListOf(value.type), node, "the result is a list of values")
        case "sorted":
            numbers = value is not None and isinstance(value.type, t.Number) and node.type == t.ListOf(value.type)
            require(numbers, node, "the result is a list of numbers")
        case "sum":
            require(value is not None and isinstance(value.type, t.Number), node, "numbers are added up")
            require(isinstance(node.type, t.Number), node, "the result is a number")
        case "max" | "min":
            require(value is not None and isinstance(value.type, t.Number), node, "numbers are compared")
            context.joined([v for v in (value, node.otherwise) if v is not None], node)
        case "union":
            fits = isinstance(node.type, t.SetOf) and value is not None and t.within(value.type, node.type)
            require(fits, node, "sets are joined")
        case "latest":
            values = [v for v in (value, node.otherwise) if v is not None]
            fits = len(values) == 2 and all(t.within(v.type, node.type) for v in values)
            require(fits, node, "the last value, or the one after `else`, is the result")
        case _:
            assert_never(kind)


def _checked(context: Context, node: e.Checked) -> None:
    """What remains of the value's range between the bounds must be the node's type."""
    found, wanted = node.value.type, node.type
    match found, wanted:
        case (t.SetOf(found_of), t.SetOf(wanted_of)) | (t.Optional(found_of), t.Optional(wanted_of)):
            found, wanted = found_of, wanted_of
    context.require(node.low <= node.high, node, "no number lies between the bounds")
    if not (isinstance(found, t.Number) and isinstance(wanted, t.Number)):
        context.require(False, node, "only numbers, perhaps none, and sets of them, are checked")
        return
    left = t.Number(max(found.low, node.low), min(found.high, node.high))
    context.require(t.within(left, wanted), node, f"{left} passes the check, which is not in {wanted}")


def is_value(value: object, type_: t.Type, members: Members) -> bool:
    """Whether plain data is a value of a type."""
    match type_, value:
        case ((t.Optional() | t.Nothing()), None):
            return True
        case t.Optional(of), _:
            return is_value(value, of, members)
        case (t.Bool(), bool()) | (t.Wording(), str()):
            return True
        case _, bool():
            return False
        case t.Number(low, high), int():
            return low <= value <= high
        case t.Member(enum), int():
            return value in range(len(members.get(enum, ())))
        case ((t.Player() | t.SetOf()), int()):
            return value >= 0
        case t.ListOf(of), tuple():
            return all(is_value(item, of, members) for item in value)
    return False
