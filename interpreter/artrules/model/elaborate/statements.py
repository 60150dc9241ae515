"""Elaborates statements, and among them what changes values and cards at once: `let` and assignments, moves, shows,
shuffles, gained powers, chance. Control, choices and what runs later have chapters of their own.
"""

from dataclasses import replace
from typing import assert_never

from artrules.model.elaborate import calls, choices, control, events, modified_attributes, payments, payments_in_units
from artrules.model.elaborate.calls import taken_from
from artrules.model.elaborate.control import player_if_any, suite
from artrules.model.elaborate.elaborator import Elaborator
from artrules.model.elaborate.expressions import combined, together
from artrules.model.elaborate.folds import binder
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import DUE_UNIT, MOST_THINGS, SIZE
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    FACE,
    PLAYER,
    POWER,
    Card,
    ListOf,
    Number,
    Optional,
    SetOf,
    Unknown,
    Zone,
    element,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.suggest import closest
from artrules.text.syntax.ast import statements as ast
from artrules.text.syntax.ast.expressions import Expression as ExpressionSyntax
from artrules.text.syntax.ast.expressions import Name

# Elaborates `let` and assignments.


def let(elaborator: Elaborator, node: ast.Let) -> k.Body:
    """`let name = value`. The value of a zone is copied as a list. If the name is assigned again later, it gets
    the type that the value has where nothing is known of it, and a number the widest type."""
    name, scope = node.name.text, elaborator.scope
    called, value = taken_from(elaborator, node.value) or ((), elaborator.expression(node.value))
    type_ = elaborator.reasoning.own_type(value) if name in elaborator.assigned else value.type
    if isinstance(type_, Zone):
        type_ = ListOf(Card(type_.kinds))
    if name in elaborator.assigned and isinstance(type_, Number):
        type_ = ANY_NUMBER
    if scope.hides(name):
        elaborator.complain(
            kinds.HIDES_NAME,
            f"`{name}` is the name of something else here already",
            node.name,
            expected=f"another name, or to change it: `{name} becomes …`",
        )
    local = scope.bind(name, type_, elaborator.at(node.name), fixed=False)
    return (*called, k.Set(elaborator.at(node), local, value, binds=True))


def becomes(elaborator: Elaborator, node: ast.Becomes) -> k.Body:
    """`place becomes value`. Where the value is what a procedure gives, the place is found after its call."""
    called, result = taken_from(elaborator, node.value) or ((), None)
    elaborator.follow(called)
    place = _place(elaborator, node.place)
    if place is None:
        if result is None:
            elaborator.expression(node.value)
        elaborator.goes_on(elaborator.scope.knowledge)
        return called
    if result is None:
        value = elaborator.demand(node.value, place.type, "the new value")
    else:
        value = elaborator.convert(result, place.type, "the new value", elaborator.at(node.value))
    me = player_if_any(elaborator, node) if isinstance(place, k.FaceOf) else None
    assigned = k.Set(elaborator.at(node), place, value, me=me)
    elaborator.follow((assigned,))
    elaborator.goes_on(elaborator.scope.knowledge)
    return (*called, assigned)


def change(elaborator: Elaborator, node: ast.Change) -> k.Body:
    """`place += value`, `place -= value`, of numbers, lists and sets."""
    place = _place(elaborator, node.place)
    if place is None:
        elaborator.expression(node.value)
        return ()
    at, before = elaborator.at(node), elaborator.narrowed(place)
    if isinstance(before.type, (SetOf, ListOf)):
        result = together(elaborator, at, node.operator, before, elaborator.expression(node.value, before.type))
    else:
        result = combined(elaborator, at, node.operator, before, elaborator.number(node.value, "what is added"))
    return (k.Set(at, place, elaborator.convert(result, place.type, "the new value", at)),)


def _place(elaborator: Elaborator, node: ExpressionSyntax) -> k.Expression | None:
    """The place that an assignment changes. Returns None, after a diagnostic, if the expression isn't assignable.

    The new value may be any value of the place's own type: what is known of it is known of the old value only.
    """
    place = elaborator.expression(node)
    elaborator.changes_at(node)
    if (modified := modified_attributes.modified_attribute(elaborator, place)) is not None:
        place = modified_attributes.own_value(*modified, place.at)
    if (own := elaborator.reasoning.own_type(place)) != place.type:
        place = replace(place, type=own)
    match place:
        case k.Local(name=name):
            suites = elaborator.scope.suites
            binding = next((b for s in suites for b in s.values() if b.unique == name), None)
            if binding is not None and not binding.fixed:
                return place
            message = "this name keeps its value"
            elaborator.complain(kinds.NOT_ASSIGNABLE, message, node, expected="a name given by `let`")
            return None
        case k.AttributeOf(declaration=attribute) if attribute.printed:
            name = attribute.name
            elaborator.complain(
                kinds.NOT_ASSIGNABLE,
                f"`{name}` is printed on the cards: code can't change it",
                node,
                expected=f"an attribute with `starts`, `lasts` or `back_when_leaving`, which `{name}` hasn't",
                related=(("it is declared here", attribute.at),),
            )
            return None
        case k.SharedAttribute(declarations=attributes) if any(a.printed or a.type != place.type for a in attributes):
            elaborator.complain(
                kinds.NOT_ASSIGNABLE,
                f"`{attributes[0].name}` isn't the same for all cards that this may be",
                node,
                expected="an attribute that all of them have, of the same type, and that isn't printed on any",
                related=tuple((f"that of a {a.kind} is declared here", a.at) for a in attributes),
            )
            return None
        case k.VariableOf() | k.AttributeOf() | k.SharedAttribute() | k.FaceOf():
            return place
        case k.FieldOf(event=event):
            if event.kept is not None:
                return place
            message = "only kept events can be changed afterwards"
            elaborator.complain(kinds.NOT_ASSIGNABLE, message, node, expected=f"`kept:` of {event.name}")
            return None
    if not isinstance(place.type, Unknown):
        message = "nothing can be assigned to this"
        expected = "a variable, an attribute or a name given by `let`"
        elaborator.complain(kinds.NOT_ASSIGNABLE, message, node, expected=expected)
    return None


# Elaborates what is done to cards (moves, showing them, shuffles, gained powers), and chance.


def move(elaborator: Elaborator, node: ast.Move) -> k.Body:
    """`move`: one or several cards to a zone. The zone must hold cards of their kinds."""
    cards = elaborator.expression(node.cards)
    zone = _zone(elaborator, node.zone)
    elaborator.changes_at(node.zone)
    moved = cards.type if isinstance(cards.type, (Card, Unknown)) else element(cards.type)
    if not isinstance(moved, (Card, Unknown)):
        message = "only cards can be moved"
        elaborator.complain(kinds.WRONG_TYPE, message, node.cards, expected="a card or cards", found=cards.type)
    elif isinstance(zone.type, Zone) and isinstance(moved, Card) and _refuses(zone.type, moved):
        message = "this zone doesn't hold such cards"
        expected = ", ".join(sorted(zone.type.kinds))
        elaborator.complain(kinds.WRONG_TYPE, message, node.zone, expected=expected, found=moved)
    position = elaborator.number(node.position, "the position") if node.position is not None else None
    face = None
    if node.face is not None:
        value = elaborator.expression(Name(node.start, node.end, node.face.text))
        face = elaborator.convert(value, FACE, "how it lies", elaborator.at(node.face))
    me = player_if_any(elaborator, node)
    return (k.Move(elaborator.at(node), cards, zone, node.which_end, position, face, me),)


def _refuses(zone: Zone, cards: Card) -> bool:
    """Whether a zone doesn't hold cards of some kinds; not where no kind that it names exists, which is reported."""
    return bool(zone.kinds) and not cards.kinds <= zone.kinds


def create(elaborator: Elaborator, node: ast.Create) -> k.Body:
    """`create pieces to zone as name`: the first of those that aren't there comes to a zone. Where none is left, that
    is a fault."""
    at, symbols, scope = elaborator.at(node), elaborator.symbols, elaborator.scope
    zone = _zone(elaborator, node.zone)
    pieces = symbols.pieces.get(node.pieces.text)
    if pieces is not None and pieces.home is None and pieces.exists_in:
        return ()  # what is wrong with where they exist has been said
    if pieces is None or pieces.home is None:
        names = [each.name for each in symbols.pieces.values() if each.home is not None]
        elaborator.complain(
            kinds.UNKNOWN_NAME,
            f"no pieces called `{node.pieces.text}` can be created",
            node.pieces,
            expected="pieces with `exists_in`" if not names else f"one of {', '.join(names)}",
            found=f"`{node.pieces.text}`",
            suggestions=closest(node.pieces.text, names),
        )
        return ()
    elaborator.refers(node.pieces, pieces)
    of_kind, home = Card(frozenset([pieces.kind])), symbols.zones[pieces.home]
    if isinstance(zone.type, Zone) and _refuses(zone.type, of_kind):
        message = "this zone doesn't hold such cards"
        elaborator.complain(kinds.WRONG_TYPE, message, node.zone, expected=", ".join(zone.type.kinds), found=of_kind)
    if isinstance(zone.type, Zone) and zone.type.name not in pieces.exists_in[:-1]:
        message = f"`{pieces.name}` aren't there in this zone"
        elaborator.complain(kinds.WRONG_VALUE, message, node.zone, expected=", ".join(pieces.exists_in[:-1]))
    candidate = scope.unnamed("candidate", Card(home.kinds), at)
    binder = k.Binder(
        at, candidate, k.ZoneOf(at, Zone(home.key, home.kinds), home, None), k.IsOfPieces(at, BOOL, candidate, pieces)
    )
    available = scope.unnamed("available", ListOf(of_kind), at)
    fold = k.Fold(at, ListOf(of_kind), "those", (binder,), None, None)
    size = k.BuiltinCall(at, Number(0, MOST_THINGS), SIZE, (available,))
    checked = k.Checked(at, Number(1, MOST_THINGS), size, 1, MOST_THINGS, f"what is left of `{pieces.name}`")
    number = scope.unnamed("number", ANY_NUMBER, at)
    name = node.name.text if node.name is not None else None
    card = scope.unnamed("created", of_kind, at) if name is None else scope.bind(name, of_kind, elaborator.at(node))
    due = scope.unnamed("due", Optional(of_kind), at)
    one = k.BuiltinCall(at, due.type, DUE_UNIT, (available,))
    me = player_if_any(elaborator, node)
    return (
        k.Set(at, available, fold, binds=True),
        k.Set(at, number, checked, binds=True),
        k.Set(at, due, one, binds=True),
        k.Set(at, card, replace(due, type=of_kind), binds=True),
        k.Move(at, card, zone, node.which_end, None, None, me),
    )


def copies(elaborator: Elaborator, node: ast.Copies) -> k.Body:
    """`card copies original`: it gets the values of attributes that are `copied`, and the powers."""
    at, scope = elaborator.at(node), elaborator.scope
    taken, model = elaborator.expression(node.card), elaborator.expression(node.original)
    for value, syntax in ((taken, node.card), (model, node.original)):
        if not isinstance(value.type, Card):
            if not isinstance(value.type, Unknown):
                message = "only cards copy one another"
                elaborator.complain(kinds.WRONG_TYPE, message, syntax, expected="a card", found=value.type)
            return ()
    kinds_ = {*getattr(taken.type, "kinds", ()), *getattr(model.type, "kinds", ())}
    if len(kinds_) != 1:
        message = "a card copies one of its own kind"
        elaborator.complain(kinds.WRONG_TYPE, message, node, expected="two cards of one kind", found=model.type)
        return ()
    kind = elaborator.symbols.kinds[next(iter(kinds_))]
    card, original = (scope.unnamed(name, value.type, at) for name, value in (("copy", taken), ("original", model)))
    body: list[k.Statement] = [k.Set(at, card, taken, binds=True), k.Set(at, original, model, binds=True)]
    for attribute in kind.attributes.values():
        if attribute.copied:
            place, value = (k.AttributeOf(at, attribute.type, attribute, each) for each in (card, original))
            body.append(k.Set(at, place, value))
    if kind.powers is not None:
        power = scope.unnamed("power", POWER, at)
        binder = k.Binder(at, power, k.PowersOf(at, ListOf(POWER), original), None)
        is_other = k.Operation(at, BOOL, "!=", (card, original))  # else its list would never end
        body.append(k.If(at, is_other, (k.ForEach(at, binder, (k.Gain(at, card, power),)),), ()))
    return tuple(body)


def show(elaborator: Elaborator, node: ast.Show) -> k.Body:
    """`show`: one or several cards, to everyone, to a player, or to several."""
    cards = elaborator.expression(node.cards)
    shown = cards.type if isinstance(cards.type, (Card, Unknown)) else element(cards.type)
    if not isinstance(shown, (Card, Unknown)):
        message = "only cards can be shown"
        elaborator.complain(kinds.WRONG_TYPE, message, node.cards, expected="a card or cards", found=cards.type)
    if node.seats is None:
        return (k.Show(elaborator.at(node), cards, None),)
    seats = elaborator.expression(node.seats)
    if not isinstance(seats.type, Unknown) and PLAYER not in (seats.type, element(seats.type)):
        message = "cards are shown to players"
        expected = "`everyone`, a player or players"
        elaborator.complain(kinds.WRONG_TYPE, message, node.seats, expected=expected, found=seats.type)
    return (k.Show(elaborator.at(node), cards, seats),)


def _zone(elaborator: Elaborator, node: ExpressionSyntax) -> k.Expression:
    """An expression, which must be a zone."""
    zone = elaborator.expression(node)
    if not isinstance(zone.type, (Zone, Unknown)):
        message = "this is no place for cards"
        elaborator.complain(kinds.WRONG_TYPE, message, node, expected="a zone", found=zone.type)
    return zone


def gains(elaborator: Elaborator, node: ast.Gains) -> k.Body:
    """`card gains power`."""
    card, power = _gain(elaborator, node)
    return (k.Gain(elaborator.at(node), card, power),)


def _gain(elaborator: Elaborator, node: ast.Gains | ast.Gaining) -> tuple[k.Expression, k.Expression]:
    """The card that gains a power, and the power."""
    card = elaborator.expression(node.card)
    if not isinstance(card.type, (Card, Unknown)):
        message = "only cards gain powers"
        elaborator.complain(kinds.WRONG_TYPE, message, node.card, expected="a card", found=card.type)
    return card, elaborator.demand(node.power, POWER, "what is gained")


def gaining(elaborator: Elaborator, node: ast.Gaining) -> k.Body:
    """`card gains power` with a suite: the card gains the power, the suite runs, the card loses the power. A local
    holds the new power, which is the last in the card's list."""
    at, scope = elaborator.at(node), elaborator.scope
    taken, gained = _gain(elaborator, node)
    with scope.suite():
        card = scope.unnamed("gaining", taken.type, at)
        power = scope.bind(node.name.text, POWER, elaborator.at(node.name))
        powers = k.PowersOf(at, ListOf(POWER), card)
        size = k.BuiltinCall(at, ANY_NUMBER, SIZE, (powers,))
        newest = k.Operation(at, POWER, "item", (powers, size))
        first = (k.Set(at, card, taken, binds=True), k.Gain(at, card, gained), k.Set(at, power, newest, binds=True))
        elaborator.follow(first)
        elaborator.gaining.append((elaborator.loops, power))
        body = suite(elaborator, node.body)
        elaborator.gaining.pop()
        last = k.Lose(at, power)
        elaborator.follow((last,))
    elaborator.goes_on(scope.at_end)
    return (*first, *body, last)


def shuffle(elaborator: Elaborator, node: ast.Shuffle) -> k.Body:
    """`shuffle zone`."""
    return (k.Shuffle(elaborator.at(node), _zone(elaborator, node.zone)),)


def random(elaborator: Elaborator, node: ast.Random) -> k.Body:
    """`random x in D`: the name stays bound for the rest of the suite."""
    turning = elaborator.scope.turning
    bound = binder(elaborator, node.binder)
    elaborator.scope.turning = turning
    elaborator.goes_on(elaborator.scope.knowledge)
    purpose = f"random {node.binder.name.text} in {elaborator.context.container}"
    return (k.Roll(elaborator.at(node), bound, purpose, player_if_any(elaborator, node)),)


# Maps each form of statement to the function that elaborates it.


def elaborate_statement(elaborator: Elaborator, node: ast.Statement) -> k.Body:
    """The ir of a statement: none, one or several statements. Short forms may need several."""
    if isinstance(node, ast.ControlStatement):
        return control.elaborate_control(elaborator, node)
    if isinstance(node, ast.ChoiceStatement):
        return choices.elaborate_choice(elaborator, node)
    if isinstance(node, ast.LaterStatement):
        return events.elaborate_later(elaborator, node)
    match node:
        case ast.Collect():
            one_cost = node.resource is None
            return payments.collect(elaborator, node) if one_cost else payments_in_units.collect(elaborator, node)
        case ast.Let():
            return let(elaborator, node)
        case ast.Becomes():
            return becomes(elaborator, node)
        case ast.Change():
            return change(elaborator, node)
        case ast.Move():
            return move(elaborator, node)
        case ast.Show():
            return show(elaborator, node)
        case ast.Shuffle():
            return shuffle(elaborator, node)
        case ast.Gains():
            return gains(elaborator, node)
        case ast.Gets():
            return modified_attributes.gets(elaborator, node)
        case ast.Copies():
            return copies(elaborator, node)
        case ast.Create():
            return create(elaborator, node)
        case ast.Gaining():
            return gaining(elaborator, node)
        case ast.Random():
            return random(elaborator, node)
        case ast.RandomBy():
            return calls.random_by(elaborator, node)
        case ast.Perform():
            return calls.perform(elaborator, node)
    assert_never(node)
