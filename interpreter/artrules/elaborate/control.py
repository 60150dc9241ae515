"""Elaborates conditions, loops, `as`, `require`, `say` and `end game`."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate import names
from artrules.elaborate.binders import binders
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.labels import label
from artrules.elaborate.suites import deeper, inner, looped, player_if_any, suite
from artrules.facts.changes import leaves
from artrules.facts.knowledge import Knowledge, met
from artrules.ir.nodes import As, Body, EndGame, ForEach, If, Leave, Local, Lose, Repeat, Require, Say, walk
from artrules.ir.statements import RepeatKind
from artrules.ir.types import PLAYER
from artrules.syntax.ast import statements as ast


def if_(elaborator: Elaborator, node: ast.If) -> Body:
    """`if`, `elif`, `else`."""
    return (_if(elaborator, node, node.elifs, node.otherwise),)


def _if(
    elaborator: Elaborator, node: ast.If | ast.Elif, elifs: tuple[ast.Elif, ...], otherwise: ast.Suite | None
) -> If:
    """One condition with its suite. Each `elif` becomes an `if` in the `else` suite of the one before."""
    condition = elaborator.condition(node.condition)
    scope = elaborator.scope
    then = inner(elaborator, node.then, elaborator.where(condition, True))
    ends = [scope.at_end]
    excluded = elaborator.where(condition, False)
    if elifs:
        other: Body = ()
        with scope.suite(excluded), deeper(elaborator, elifs[0]) as fits:
            if fits:
                other = (_if(elaborator, elifs[0], elifs[1:], otherwise),)
    else:
        other = inner(elaborator, otherwise, excluded)
    ends.append(scope.at_end)
    elaborator.goes_on(met(ends))
    return If(elaborator.at(node), condition, then, other)


def for_(elaborator: Elaborator, node: ast.For) -> Body:
    """`for`: one loop for each binder."""
    domain = names.domain(elaborator, node.binders[0].domain)

    def loop() -> Body:
        with elaborator.scope.suite():
            bound = binders(elaborator, node.binders, domain)
            elaborator.loops += 1
            body = suite(elaborator, node.body)
            elaborator.loops -= 1
        for binder in reversed(bound):
            body = (ForEach(elaborator.at(node), binder, body),)
        return body

    body = looped(elaborator, loop)
    elaborator.goes_on(elaborator.scope.known)
    if len(node.binders) > 1 and any(isinstance(n, Leave) for n in walk(body)):
        message = "`stop` in a loop over two domains is unclear"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, node, expected="two loops")
    return body


def repeat(elaborator: Elaborator, node: ast.Repeat) -> Body:
    """`repeat`, with or without a limit."""
    kind: RepeatKind = node.limit.kind if node.limit is not None else "ever"
    times = elaborator.number(node.limit.value, "how often") if node.limit is not None and kind == "times" else None

    def loop() -> Body:
        limit, known = times, elaborator.scope.known
        if node.limit is not None and limit is None:
            limit = elaborator.condition(node.limit.value)
            known = elaborator.where(limit, kind == "while")
        elaborator.loops += 1
        with elaborator.scope.suite(known):
            elaborator.turn(node)
            body = suite(elaborator, node.body)
        elaborator.loops -= 1
        return (Repeat(elaborator.at(node), kind, limit, body),)

    made = looped(elaborator, loop)
    known: Knowledge | None = elaborator.scope.known
    for each in made:
        if isinstance(each, Repeat) and not any(map(leaves, each.body)):
            if each.limit is not None and kind != "times":
                known = elaborator.where(each.limit, kind == "until")
            elif kind == "ever":
                known = None
    elaborator.goes_on(known)
    return made


def stop(elaborator: Elaborator, node: ast.Stop) -> Body:
    """`stop`: leaves the loop. Before that, cards lose the powers that they have for suites inside the loop."""
    if elaborator.loops == 0:
        elaborator.complain(kinds.NO_LOOP, "`stop` leaves a loop, and there is none here", node)
        return ()
    at = elaborator.at(node)
    ending = [power for loops, power in reversed(elaborator.gaining) if loops == elaborator.loops]
    return (*(Lose(at, power) for power in ending), Leave(at))


def as_(elaborator: Elaborator, node: ast.As) -> Body:
    """`as player:`: another player is `me` in the suite."""
    player = elaborator.demand(node.player, PLAYER, "who acts")
    outer = elaborator.me
    with elaborator.scope.suite():
        elaborator.scope.count += 1
        local = elaborator.me = Local(elaborator.at(node), PLAYER, f"me_{elaborator.scope.count}")
        body = suite(elaborator, node.body)
    elaborator.me = outer
    elaborator.goes_on(elaborator.scope.at_end)
    return (As(elaborator.at(node), local, player, body),)


def require(elaborator: Elaborator, node: ast.Require) -> Body:
    """`require`."""
    condition = elaborator.condition(node.condition)
    reason = label(elaborator, node.reason) if node.reason is not None else None
    return (Require(elaborator.at(node), condition, reason),)


def say(elaborator: Elaborator, node: ast.Say) -> Body:
    """`say "text"`."""
    return (Say(elaborator.at(node), label(elaborator, node.text), player_if_any(elaborator, node)),)


def end_game(elaborator: Elaborator, node: ast.EndGame) -> Body:
    """`end game`."""
    return (EndGame(elaborator.at(node)),)
