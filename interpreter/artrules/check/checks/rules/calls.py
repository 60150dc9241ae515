"""Calls: recursion, calls that lie too deep, and code that needs a player where none acts."""

from collections.abc import Iterator, Mapping, Sequence

from artrules.check.checks.check import model_check, precondition
from artrules.model.analyses.calls import CodeSearch, UsesOfMe, called, every, outside_watches
from artrules.model.elaborate.functions import MOST_CALLS
from artrules.model.ir.declarations import Function, Procedure
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import BuiltinCall, Call, Expression, Node, Perform, ScoreOf, children
from artrules.model.ir.types import Card, ListOf, Nothing, Optional, Power, SetOf, Type, Zone
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import CIRCLE, CODE_TOO_DEEP, NO_PLAYER
from artrules.text.diagnostics.report import Report

# Procedures that come to call themselves, and values that depend on themselves.
#
# All code must end, so calls may not go round in a circle. Only using a power may lead back, because a decision or a
# limit lies between, and the depth of powers is bounded. `elaborate/` finds circles of functions, whose types it needs
# in order. This check follows the calls of each procedure until one leads back to a procedure already being followed.
# Other circles, directly or through functions: a part of the score that asks for the score, and a limit or a power's
# condition that asks whether a power is usable.


@model_check(CIRCLE)
def recursion(model: Model, report: Report) -> None:
    _procedures(model, report)
    scoring = CodeSearch(model, lambda node: isinstance(node, ScoreOf))
    for part in model.flow.score:
        if part.value is not None and scoring.among((part.value,)):
            report.add(CIRCLE, f"the part `{part.name}` of the score asks for the score", part.value.at)
    using = CodeSearch(model, lambda node: isinstance(node, BuiltinCall) and node.builtin.traits.tests_usability)
    for limit in model.limits.values():
        if (most := model.at_most.get(limit)) is not None and using.among((most,)):
            what = f"whether a power is usable depends on the limit `{limit.name}`, which asks for it"
            report.add(CIRCLE, what, limit.at)
    for power in model.powers:
        condition = model.conditions.get(power)
        if condition is not None and using.among((condition,)):
            what = "whether this power is usable depends on whether powers are usable"
            report.add(CIRCLE, what, condition.at)


def _procedures(model: Model, report: Report) -> None:
    done: set[Procedure] = set()
    circles: set[frozenset[Procedure]] = set()
    for procedure in model.procedures.values():
        if procedure not in done:
            for circle, last in _circles([procedure], model, done):
                if frozenset(circle) not in circles:
                    circles.add(frozenset(circle))
                    _report(circle, last, report)


def _circles(way: list[Procedure], model: Model, done: set[Procedure]) -> Iterator[tuple[list[Procedure], Perform]]:
    """The circles of calls that begin with some calls, each with the call that closes it. What is done leads to no
    others."""
    for node in outside_watches(model.bodies[way[-1]]):
        if not isinstance(node, Perform):
            continue
        if node.procedure in way:
            yield way[way.index(node.procedure) :], node
        elif node.procedure not in done:
            yield from _circles([*way, node.procedure], model, done)
    done.add(way[-1])


def _report(circle: list[Procedure], last: Perform, report: Report) -> None:
    names = [called(procedure) for procedure in circle]
    through = f" through {', '.join(names[1:])}" if len(circle) > 1 else ""
    report.add(
        CIRCLE,
        f"the {names[0]} comes to call itself{through}",
        last.at,
        related=[(f"the {name} is declared here", p.at) for name, p in zip(names, circle, strict=True)],
    )


# Labels of cards that are made of themselves.
#
# A card's label may name other cards, through an attribute or a function, and these have labels of their own. If one of
# those were made of the first again, its text would never be complete. The check looks at kinds of card, not at cards:
# it refuses a kind whose label names cards of the same kind, even if each card names another one.


@model_check(CIRCLE)
def recursive_labels(model: Model, report: Report) -> None:
    named = {name: _named(model, name) for name in model.kinds}
    for name, label in model.card_labels.items():
        reached: set[str] = set()
        waiting = set(named[name])
        while waiting:
            reached |= waiting
            waiting = {other for kind_name in waiting for other in named[kind_name]} - reached
        if name in reached:
            report.add(CIRCLE, f"the label of a `{name}` is made of such labels", label.at)


def _named(model: Model, kind: str) -> frozenset[str]:
    """The kinds of card that the label of a kind names."""
    label = model.card_labels.get(kind)
    types = [part.type for part in label.parts if isinstance(part, Expression)] if label is not None else []
    return frozenset(other for type_ in types for other in _kinds(type_, model))


def _kinds(type_: Type, model: Model) -> frozenset[str]:
    match type_:
        case Card(kinds) | Zone(_, kinds):
            return kinds & model.kinds.keys()
        case Power():
            return frozenset(model.kinds)
        case Optional(of) | ListOf(of) | SetOf(of):
            return _kinds(of, model)
    return frozenset()


# How deep calls lie in one another.
#
# Generated code runs on Python's own stack, and passes over the IR go down into the code that is called. So the length
# of a chain of calls of procedures is bounded; for functions, `elaborate/` does this. And so is the depth of calls with
# the suites and brackets around each of them: forty calls, each of them in forty suites, would be too deep. No other
# check looks at a model whose code is too deep.

MOST_NESTED = 200
"""Nodes in one another, those of what is called included."""

Callee = Function | Procedure


@precondition(CODE_TOO_DEEP)
def call_depth(model: Model, report: Report) -> bool:
    """Whether procedures nowhere call one another too deep."""
    depths = _depths({procedure: _calls(model, procedure) for procedure in model.procedures.values()})
    for procedure, depth in depths.items():
        if depth == MOST_CALLS:
            message = f"calls lie more than {MOST_CALLS} deep in one another from the {called(procedure)} on"
            report.add(CODE_TOO_DEEP, message, procedure.at)
    return not report.has(CODE_TOO_DEEP)


def _calls(model: Model, procedure: Procedure) -> dict[Callee, int]:
    nodes = outside_watches(model.bodies[procedure])
    return {node.procedure: 1 for node in nodes if isinstance(node, Perform)}


@precondition(CODE_TOO_DEEP)
def call_nesting(model: Model, report: Report) -> bool:
    """Whether code, with what it calls, is nowhere too deep."""
    calls: dict[Callee, dict[Callee, int]] = {f: _nested_calls([model.values.get(f)]) for f in model.functions.values()}
    calls |= {p: _nested_calls(model.bodies[p]) for p in model.procedures.values()}
    depths = _depths(calls)
    for code in calls:
        if depths[code] > MOST_NESTED and all(depths[callee] <= MOST_NESTED for callee in calls[code]):
            name = called(code) if isinstance(code, Procedure) else f"function {code.name}"
            what = f"calls, with the lines and brackets around them, lie too deep in one another from the {name} on"
            report.add(CODE_TOO_DEEP, what, code.at)
            return False
    return True


def _depths(calls: Mapping[Callee, Mapping[Callee, int]]) -> dict[Callee, int]:
    """How deep the deepest call in each piece of code lies: `calls` says how deep in it the code lies that it calls."""
    depths: dict[Callee, int] = {}
    for first in calls:
        way = [] if first in depths else [first]
        while way:
            code = way[-1]
            depths.setdefault(code, 0)  # for circles, which are refused elsewhere
            below = next((callee for callee in calls[code] if callee not in depths), None)
            if below is not None:
                way.append(below)
                continue
            way.pop()
            depths[code] = max((nested + depths[callee] for callee, nested in calls[code].items()), default=0)
    return depths


def _nested_calls(code: Sequence[Node | None]) -> dict[Callee, int]:
    """What a piece of code calls, each with the greatest depth at which it is called."""
    depths: dict[Callee, int] = {}
    waiting = [(node, 1) for node in code if isinstance(node, Node)]
    while waiting:
        node, nested = waiting.pop()
        if isinstance(node, (Call, Perform)):
            callee = node.function if isinstance(node, Call) else node.procedure
            depths[callee] = max(nested, depths.get(callee, 0))
        waiting += [(child, nested + 1) for child in children(node)]
    return depths


# Code that needs a player, called where no player acts.
#
# Setup, final steps, phases of nobody, totals, labels and start values have no `me`. `elaborate/` sees a `my` that is
# written there. But a function or procedure is written as if there always were a player, so calling one that uses `me`,
# itself or in what it calls, would run without one. This check finds that. It also finds decisions in such places,
# because each decision asks `me`.


@model_check(NO_PLAYER)
def missing_player(model: Model, report: Report) -> None:
    using = UsesOfMe(model)
    for _, call in every(model, Call):
        if call.me is None and (place := using.declaration(call.function)) is not None:
            _report_call(f"the function `{call.function.name}`", call, place, report)
    for _, perform in every(model, Perform):
        if perform.me.type == Nothing() and (place := using.declaration(perform.procedure)) is not None:
            _report_call(f"the {called(perform.procedure)}", perform, place, report)
    for _, test in every(model, BuiltinCall):
        if test.me is None and test.builtin.traits.needs_player:
            report.add(NO_PLAYER, "a power is usable by a player, and none acts here", test.at)


def _report_call(what: str, call: Node, place: Span, report: Report) -> None:
    report.add(
        NO_PLAYER,
        f"{what} needs a player, and none acts here",
        call.at,
        expected="`as p:` around it",
        related=[("here it needs one", place)],
    )
