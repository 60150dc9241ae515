"""Elaborates `collect cost for resource:`, where several resources are paid, one unit with each thing.

The machine says what is missing, what it costs at least, and which units may be taken next
(`machine/rules/payments.py`).

A unit is what the binders of a branch give together. The thing that it is, for telling whether it has been taken, is
the last card among these, else all of them. A thing that several branches have belongs to the first of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod
from typing import Literal

from artrules.model.elaborate.choices import new_site, note_option, values_label
from artrules.model.elaborate.control import inner, looped, needed_player
from artrules.model.elaborate.elaborator import Binding, Elaborator
from artrules.model.elaborate.folds import binder as one_binder
from artrules.model.elaborate.folds import binders
from artrules.model.elaborate.payments import becomes, constant, every, less, let, same_code, silently
from artrules.model.facts.knowledge import ASKING
from artrules.model.ir import builtins
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import Builtin
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    NOTHING,
    UNKNOWN,
    WIDE,
    Card,
    ListOf,
    Member,
    Number,
    Optional,
    Player,
    SetOf,
    Type,
    Unknown,
    alike,
    bare,
    element,
    fits,
    join,
    of_difference,
    of_product,
    of_sum,
    range_of,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.syntax.ast import statements as ast
from artrules.text.syntax.ast.expressions import Binder, Expression

MOST_RESOURCES = 31
MOST_PRICE = 100_000
COVERS, COSTS = "covers", "costs"
"""The words before the resources and the price of a unit. They aren't reserved."""


@dataclass(frozen=True, slots=True)
class _UnitBranch:
    """One branch. `thing` is the type of its things."""

    node: ast.Collected | ast.Counted
    measure: ast.Covers
    thing: Type
    is_code: bool
    """Whether its things are numbers that stand for several values each."""


@dataclass(frozen=True, slots=True)
class _Paying:
    """What the branches of one `collect` have in common: the type of a set of resources, and the new locals."""

    node: ast.Collect
    at: Span
    resources: SetOf
    branches: Sequence[_UnitBranch]
    demand: k.Local
    """The resources that are demanded, one for each unit."""
    fixed: k.Local
    """What the units stand for that count by themselves or have been taken."""
    missing: k.Local
    """The part of the demand that these leave open."""
    budget: k.Expression
    """What may still be spent: a local, or as much as one likes."""
    passed: k.Local
    """The units that aren't offered any more, because later ones have been taken."""
    next_units: k.Local
    """The units that may be taken next."""
    used: Sequence[k.Local]
    """By branch: the things of such a type that have been taken."""
    due: Sequence[k.Local]
    """By branch: the thing that is taken next because every payment takes all of its like."""

    @property
    def asked(self) -> Sequence[tuple[int, _UnitBranch, ast.Collected]]:
        """The branches that the player is asked about, with their numbers among all."""
        return [
            (number, branch, branch.node)
            for number, branch in enumerate(self.branches)
            if isinstance(branch.node, ast.Collected)
        ]

    @property
    def has_prices(self) -> bool:
        return any(branch.measure.price is not None for branch in self.branches)


def collect(elaborator: Elaborator, node: ast.Collect) -> k.Body:
    """`collect cost for resource:` becomes locals, what is required, and a loop around a choice."""
    at = elaborator.at(node)
    assert node.resource is not None
    demand, resources = _demand(elaborator, node, node.resource)
    budget = elaborator.number(node.budget, "what may be spent") if node.budget is not None else None
    elaborator.scope.forget(ASKING, at)
    if resources is None:
        return ()
    body = looped(elaborator, lambda: _paying(elaborator, node, demand, resources, budget))
    elaborator.goes_on(elaborator.scope.knowledge)
    return body


def _demand(elaborator: Elaborator, node: ast.Collect, resource: Binder) -> tuple[k.Expression, SetOf | None]:
    """What is demanded, and the type of a set of its resources; None, after a diagnostic, if they aren't such."""
    at = elaborator.at(node.cost)
    with elaborator.scope.suite():
        bound = one_binder(elaborator, resource)
        amount = elaborator.number(node.cost, "how much of it is paid")
        high = amount.type.high if isinstance(amount.type, Number) else WIDE
        if high <= 0:
            elaborator.complain(kinds.WRONG_TYPE, "nothing is paid here", node.cost, expected="an amount above 0")
        unit = elaborator.scope.unnamed("unit", Number(1, max(1, high)), at)
    units = k.Binder(at, unit, k.Span_(at, ListOf(unit.type), constant(at, 1), amount), None)
    type_ = bound.local.type
    demand = k.Fold(at, ListOf(type_), "list", (bound, units), bound.local, None)
    match type_:
        case Member(enum) if len(elaborator.symbols.enums[enum].members) <= MOST_RESOURCES:
            return demand, SetOf(type_)
        case Player():
            return demand, SetOf(type_)
        case Number(low, high) if low >= 0 and high < MOST_RESOURCES:
            return demand, SetOf(Number(0, MOST_RESOURCES - 1))
        case Unknown():
            return demand, None
    expected = (
        f"members of an enum that has at most {MOST_RESOURCES}, players, or numbers from 0 to {MOST_RESOURCES - 1}"
    )
    elaborator.complain(kinds.WRONG_TYPE, "this can't be paid in units", resource, expected=expected, found=type_)
    return demand, None


def _paying(
    elaborator: Elaborator, node: ast.Collect, demand: k.Expression, resources: SetOf, budget: k.Expression | None
) -> k.Body:
    at, scope = elaborator.at(node), elaborator.scope
    branches = [_check_branch(elaborator, node, branch, resources) for branch in node.ways]
    known = [branch for branch in branches if branch is not None]
    if len(known) < len(branches):
        return ()
    if (
        budget is not None
        and not isinstance(budget.type, Unknown)
        and all(branch.measure.price is None for branch in known)
    ):
        expected = f"`{COSTS}` and a number after what a unit covers"
        elaborator.complain(kinds.WRONG_ARGUMENTS, "nothing here costs anything", budget.at, expected=expected)
    used = _locals_of_taken(elaborator, known, at)
    codes = ListOf(ANY_NUMBER)
    paying = _Paying(
        node,
        at,
        resources,
        known,
        scope.unnamed("demand", demand.type, at),
        scope.unnamed("fixed", ListOf(resources), at),
        scope.unnamed("missing", demand.type, at),
        scope.unnamed("budget", ANY_NUMBER, at) if budget is not None else constant(at, WIDE),
        scope.unnamed("passed", codes, at),
        scope.unnamed("next", codes, at),
        used,
        [scope.unnamed("due", Optional(bare(branch.thing)), at) for branch in known],
    )
    start = [
        let(paying.demand, demand),
        *[let(each, k.Constant(at, each.type, ())) for each in dict.fromkeys(used)],
        let(paying.fixed, _by_themselves(elaborator, paying)),
        let(paying.passed, k.Constant(at, codes, ())),
        *([let(paying.budget, budget)] if budget is not None and isinstance(paying.budget, k.Local) else []),
        *_require_enough(elaborator, paying),
        let(paying.missing, _missing(paying) if len(paying.asked) < len(known) else paying.demand),
    ]
    if not paying.asked:
        return tuple(start)
    me, site = needed_player(elaborator, node), new_site(elaborator)
    asked = [_offer_units(elaborator, site, paying, *each) for each in paying.asked]
    branch_nodes = tuple(branch for branch, _ in asked)
    choose = k.Choose(
        at, site, elaborator.context.title, branch_nodes, me, never_empty=True, cost=paying.demand, left=paying.missing
    )
    units = _units_and_prices(elaborator, paying)
    next_units = _asks(at, builtins.NEXT_UNITS, paying.demand, paying.fixed, *units, paying.passed, paying.budget)
    wanted = k.Operation(at, BOOL, ">", (_asks(at, builtins.SIZE, paying.missing), constant(at, 0)))
    loop: k.Body = (let(paying.next_units, next_units), *[due for _, due in asked], choose)
    return (*start, k.Repeat(at, "while", wanted, loop))


def _check_branch(
    elaborator: Elaborator, around: ast.Collect, node: ast.Collected | ast.Counted, resources: SetOf
) -> _UnitBranch | None:
    """One branch, with all diagnostics of what it says of its units; None if it can't pay in units."""
    measure = node.measure
    if not isinstance(measure, ast.Covers):
        message = "where several resources are paid, a branch says which of them a unit pays"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, measure, expected=f"`{COVERS}` and a resource or several")
        return None
    for word, right in ((measure.word, COVERS), (measure.second_word, COSTS)):
        if word is not None and word.text != right:
            message = f"`{word.text}` can't stand here"
            elaborator.complain(
                kinds.BAD_SYNTAX, message, word, expected=f"`{right}`", found=f"`{word.text}`", instead=right
            )
    with elaborator.scope.suite():
        bound = binders(elaborator, node.binders)
        _covered(elaborator, measure, resources)
        if measure.price is not None:
            _price(elaborator, measure, measure.price)
        thing = _thing(elaborator, bound)
        after_card = bool(_cards(bound)) and thing is not bound[-1].local
    if measure.price is not None and (around.budget is None or isinstance(node, ast.Counted)):
        asked = around.budget is not None
        message = "what counts by itself costs nothing" if asked else f"`{COSTS}` needs to be told what may be spent"
        expected = None if asked else "`collect … for …, at most BUDGET:`"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, measure.price, expected=expected)
    if isinstance(node, ast.Collected) and (thing is None or after_card):
        message = "which units have been taken can't be told by these names"
        expected = "a card as the last of them, or only members, players and numbers"
        if not any(isinstance(each.local.type, Unknown) for each in bound):
            elaborator.complain(kinds.WRONG_ARGUMENTS, message, node.binders[-1], expected=expected)
        return None
    is_code = len(node.binders) > 1 and not _cards(bound)
    return _UnitBranch(node, measure, thing.type if thing is not None else UNKNOWN, is_code)


def _covered(elaborator: Elaborator, measure: ast.Covers, resources: SetOf) -> k.Expression:
    """The set of the resources of which a unit pays one."""
    at, what = elaborator.at(measure.resources), "what a unit covers"
    value = elaborator.expression(measure.resources, resources.of)
    inside = element(value.type)
    if inside is None or isinstance(inside, Unknown):
        value = elaborator.convert(value, resources.of, what, at)
        return k.Listing(at, resources, (value,))
    if isinstance(value, k.Listing) or isinstance(value.type, SetOf):
        return elaborator.convert(value, resources, what, at)
    if not fits(inside, resources.of):
        return elaborator.convert(value, ListOf(resources.of), what, at)
    everything = k.Constant(at, resources, (1 << MOST_RESOURCES) - 1)
    if isinstance(resources.of, Member):
        everything = k.Constant(at, resources, (1 << len(elaborator.symbols.enums[resources.of.enum].members)) - 1)
    if isinstance(value, k.AllMembers):
        return everything
    others = k.Operation(at, resources, "without", (everything, value))
    return k.Operation(at, resources, "without", (everything, others))


def _price(elaborator: Elaborator, measure: ast.Covers, price: Expression) -> k.Expression:
    return elaborator.demand(price, Number(0, MOST_PRICE), "what a unit costs")


def _thing(elaborator: Elaborator, bound: Sequence[k.Binder]) -> k.Expression | None:
    """What the values of some binders are together; None where there is no value for that."""
    cards = _cards(bound)
    if cards or len(bound) == 1:
        return cards[-1] if cards else bound[0].local
    numbers = [_numbered(elaborator, binder.local) for binder in bound]
    if any(count is None for _, count in numbers) or prod(count or 0 for _, count in numbers) > WIDE:
        return None
    (code, _), *others = numbers
    for number, count in others:
        code = _combined("+", _combined("*", code, constant(number.at, count or 0)), number)
    return code


def _combined(operator: Literal["+", "-", "*"], one: k.Expression, other: k.Expression) -> k.Expression:
    """What comes of two numbers, with all values that it may have as its type."""
    bounds = {"+": of_sum, "-": of_difference, "*": of_product}[operator]
    assert isinstance(one.type, Number) and isinstance(other.type, Number)
    return k.Operation(other.at, range_of(bounds, one.type, other.type), operator, (one, other))


def _cards(bound: Sequence[k.Binder]) -> list[k.Local]:
    return [binder.local for binder in bound if isinstance(bare(binder.local.type), Card)]


def _numbered(elaborator: Elaborator, local: k.Local) -> tuple[k.Expression, int | None]:
    """A number from 0 on for a value, and below which all of them are; None where values have no numbers."""
    at = local.at
    match local.type:
        case Member(enum):
            count = len(elaborator.symbols.enums[enum].members)
        case Player():
            _, count = elaborator.symbols.players
        case Number(low, high):
            return _combined("-", local, constant(at, low)), high - low + 1
        case _:
            return local, None
    place = k.Operation(at, Number(1, count), "place", (local,))
    return _combined("-", place, constant(at, 1)), count


def _locals_of_taken(elaborator: Elaborator, branches: Sequence[_UnitBranch], at: Span) -> list[k.Local]:
    """By branch: the local for the things that have been taken. Branches with things of one type share it."""
    types: list[Type] = []
    shared: list[int] = []
    places: list[int] = []
    for branch in branches:
        alike_places = [place for place in shared if join(types[place], branch.thing) and not branch.is_code]
        place = alike_places[0] if alike_places else len(types)
        if not alike_places:
            types.append(branch.thing)
            shared += [] if branch.is_code else [place]
        types[place] = join(types[place], branch.thing) or branch.thing
        places.append(place)
    locals_ = [elaborator.scope.unnamed("used", ListOf(type_), at) for type_ in types]
    return [locals_[place] for place in places]


# The units of a branch as code: it is elaborated wherever it is needed.


@dataclass(frozen=True, slots=True)
class _Unit:
    """The names of a branch, and what they say of a unit. `free` are the conditions on which it may be taken."""

    binders: Sequence[k.Binder]
    thing: k.Expression | None
    resources: k.Expression
    price: k.Expression
    free: Sequence[k.Expression]

    def listed(self, at: Span, value: k.Expression, more: Sequence[k.Expression] = ()) -> k.Expression:
        """The list of a value for all free units."""
        *others, last = self.binders
        conditions = [*([last.condition] if last.condition is not None else []), *self.free, *more]
        last = k.Binder(last.at, last.local, last.domain, every(at, conditions) if conditions else None)
        return k.Fold(at, ListOf(value.type), "list", (*others, last), value, None)


def _unit(elaborator: Elaborator, paying: _Paying, number: int, at_first: bool = False) -> _Unit:
    """Bind the names of a branch in the scope that the caller has opened. With `at_first` nothing has been taken."""
    branch, at = paying.branches[number], paying.at
    with silently(elaborator):
        bound = binders(elaborator, branch.node.binders)
        thing, free = _thing(elaborator, bound), list[k.Expression]()
        if thing is not None and isinstance(branch.node, ast.Collected) and not at_first:
            free.append(k.Operation(at, BOOL, "not in", (thing, paying.used[number])))
        for earlier in range(number):
            if thing is not None and (belongs := _belongs(elaborator, paying, earlier, number, thing)) is not None:
                free.append(k.Operation(at, BOOL, "not", (belongs,)))
        resources = _covered(elaborator, branch.measure, paying.resources)
        price = constant(at, 0)
        if branch.measure.price is not None:
            price = _price(elaborator, branch.measure, branch.measure.price)
    return _Unit(bound, thing, resources, price, free)


def _belongs(
    elaborator: Elaborator, paying: _Paying, earlier: int, number: int, thing: k.Expression
) -> k.Expression | None:
    """Whether an earlier branch has a thing of another one, too; None where it never has."""
    one, other, at = paying.branches[earlier], paying.branches[number], paying.at
    if one.is_code or other.is_code or not alike(one.thing, other.thing):
        return None
    with elaborator.scope.suite():
        if len(one.node.binders) > 1:
            bound = binders(elaborator, one.node.binders)
            same = k.Operation(at, BOOL, "=", (_thing(elaborator, bound) or thing, thing))
            *others, last = bound
            conditions = [*([last.condition] if last.condition is not None else []), same]
            last = k.Binder(at, last.local, last.domain, every(at, conditions))
            return k.Fold(at, BOOL, "any", (*others, last), None, None)
        [binder], conditions = one.node.binders, []
        if not (len(other.node.binders) == 1 and same_code(binder.domain, other.node.binders[0].domain)):
            conditions.append(k.Operation(at, BOOL, "in", (thing, elaborator.expression(binder.domain))))
        if binder.condition is not None and isinstance(thing, k.Local):
            elaborator.scope.suites[-1][binder.name.text] = Binding(thing.name, thing.type, True, thing.at)
            conditions.append(elaborator.condition(binder.condition))
        return every(at, conditions) if conditions else k.Constant(at, BOOL, True)


def _by_themselves(elaborator: Elaborator, paying: _Paying) -> k.Expression:
    """What the units stand for that count without anybody being asked."""
    type_, lists = ListOf(paying.resources), list[k.Expression]()
    for number, branch in enumerate(paying.branches):
        if isinstance(branch.node, ast.Counted):
            with elaborator.scope.suite():
                unit = _unit(elaborator, paying, number)
            lists.append(unit.listed(paying.at, unit.resources))
    if not lists:
        return k.Constant(paying.at, type_, ())
    return reduce(lambda one, other: k.Operation(paying.at, type_, "join", (one, other)), lists)


def _units_and_prices(
    elaborator: Elaborator, paying: _Paying, at_first: bool = False
) -> tuple[k.Expression, k.Expression]:
    """By branch that the player is asked about: what each of its units stands for, and in the same order what each
    costs; no prices where no unit has one."""
    at, prices_type = paying.at, ListOf(ListOf(Number(0, MOST_PRICE)))
    units = []
    for number, _, _ in paying.asked:
        with elaborator.scope.suite():
            units.append(_unit(elaborator, paying, number, at_first))
    resources = tuple(unit.listed(at, unit.resources) for unit in units)
    prices: k.Expression = k.Constant(at, prices_type, ())
    if paying.has_prices:
        prices = k.Listing(at, prices_type, tuple(unit.listed(at, unit.price) for unit in units))
    return k.Listing(at, ListOf(ListOf(paying.resources)), resources), prices


def _missing(paying: _Paying) -> k.Expression:
    """The part of the demand that fixed units leave open."""
    no_units = k.Constant(paying.at, ListOf(ListOf(paying.resources)), ())
    return _asks(paying.at, builtins.MISSING_UNITS, paying.demand, paying.fixed, no_units)


def _require_enough(elaborator: Elaborator, paying: _Paying) -> k.Body:
    """What is required before anything is paid."""
    at, unnamed = elaborator.at(paying.node.cost), elaborator.scope.unnamed
    all_units, prices = _units_and_prices(elaborator, paying, at_first=True)
    units, least = unnamed("units", all_units.type, at), unnamed("least", Number(-1, WIDE), at)
    missing = _asks(at, builtins.MISSING_UNITS, paying.demand, paying.fixed, units)
    lacking, demanded = (_asks(at, builtins.COUNTED, each) for each in (missing, paying.demand))
    can_be_paid = k.Operation(at, BOOL, ">=", (least, constant(at, 0)))
    enough: k.Body = (
        let(units, all_units),
        let(least, _asks(at, builtins.LEAST_PRICE, paying.demand, paying.fixed, units, prices)),
        k.Require(at, can_be_paid, k.Label(at, ("lacking: ", lacking, "; it costs ", demanded))),
    )
    if not paying.has_prices:
        return enough
    affordable = k.Operation(at, BOOL, "<=", (least, paying.budget))
    reason = k.Label(at, ("it costs at least ", least, ", and ", paying.budget, " is all that may be spent"))
    return (*enough, k.Require(at, affordable, reason))


def _offer_units(
    elaborator: Elaborator, site: str, paying: _Paying, number: int, branch: _UnitBranch, node: ast.Collected
) -> tuple[k.Branch, k.Set]:
    """The option to take one of the units of a branch, and what finds the unit that is due."""
    at, here, due = paying.at, elaborator.at(node), paying.due[number]
    way = constant(at, [each for each, _, _ in paying.asked].index(number))
    with elaborator.scope.suite():
        unit = _unit(elaborator, paying, number)
        thing = unit.thing or due
        may_take = _asks(at, builtins.MAY_TAKE, paying.next_units, way, unit.resources, unit.price)
        those = unit.listed(at, thing, (may_take,))
    first = _asks(at, builtins.DUE_UNIT, those)
    takes_all = _asks(at, builtins.TAKES_ALL, paying.next_units, way)
    find_due = let(due, k.Either(at, due.type, takes_all, first, k.Constant(at, due.type, None)))
    with elaborator.scope.suite():
        unit = _unit(elaborator, paying, number)
        thing = unit.thing or due
        label = values_label(elaborator, node.label, unit.binders, node)
        note_option(elaborator, site, str(number + 1), node.label, unit.binders)
        nothing_due = k.Operation(here, BOOL, "=", (due, k.Constant(here, NOTHING, None)))
        is_due = k.Operation(here, BOOL, "or", (nothing_due, k.Operation(here, BOOL, "=", (thing, due))))
        lot = (way, unit.resources, unit.price)
        guards = [*unit.free, _asks(here, builtins.MAY_TAKE, paying.next_units, *lot), is_due]
        taken = k.Listing(at, ListOf(thing.type), (thing,))
        covered = k.Listing(at, ListOf(paying.resources), (unit.resources,))
        used, fixed, budget = paying.used[number], paying.fixed, paying.budget
        body: list[k.Statement] = [
            becomes(paying.passed, _asks(at, builtins.PASSED_UNITS, paying.passed, paying.next_units, *lot)),
            becomes(used, k.Operation(at, used.type, "join", (used, taken))),
            becomes(fixed, k.Operation(at, fixed.type, "join", (fixed, covered))),
            becomes(paying.missing, _missing(paying)),
        ]
        if branch.measure.price is not None and isinstance(budget, k.Local):
            body.append(becomes(budget, less(at, budget, unit.price)))
        body += inner(elaborator, node.body)
    reason = k.Label(here, (thing, " isn't needed now") if not branch.is_code else ("this isn't needed now",))
    names, guard = tuple(unit.binders), every(here, guards)
    return k.Branch(here, str(number + 1), label, names, guard, None, tuple(body), reason=reason), find_due


def _asks(at: Span, builtin: Builtin, *arguments: k.Expression) -> k.Expression:
    return k.BuiltinCall(at, builtin.result([argument.type for argument in arguments]), builtin, arguments)
