"""Elaborates conditions, loops, `as`, `require`, `say` and `end game`."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.binders import binders
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.labels import label
from artrules.elaborate.scope import facts
from artrules.elaborate.suites import deeper, inner, player_if_any, suite
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
    then = inner(elaborator, node.then, facts(condition, True))
    other: Body = ()
    if elifs:
        with elaborator.scope.suite(facts(condition, False)), deeper(elaborator, elifs[0]) as fits:
            if fits:
                other = (_if(elaborator, elifs[0], elifs[1:], otherwise),)
    elif otherwise is not None:
        other = inner(elaborator, otherwise, facts(condition, False))
    return If(elaborator.at(node), condition, then, other)


def for_(elaborator: Elaborator, node: ast.For) -> Body:
    """`for`: one loop for each binder."""
    with elaborator.scope.suite():
        bound = binders(elaborator, node.binders)
        elaborator.loops += 1
        body = suite(elaborator, node.body)
        elaborator.loops -= 1
    for binder in reversed(bound):
        body = (ForEach(elaborator.at(node), binder, body),)
    if len(bound) > 1 and any(isinstance(n, Leave) for n in walk(body)):
        message = "`stop` in a loop over two domains is unclear"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, node, expected="two loops")
    return body


def repeat(elaborator: Elaborator, node: ast.Repeat) -> Body:
    """`repeat`, with or without a limit."""
    kind: RepeatKind = "ever"
    limit = None
    if node.limit is not None:
        kind, value = node.limit.kind, node.limit.value
        limit = elaborator.number(value, "how often") if kind == "times" else elaborator.condition(value)
    elaborator.loops += 1
    with elaborator.scope.suite():
        elaborator.turn(node)
        body = suite(elaborator, node.body)
    elaborator.loops -= 1
    return (Repeat(elaborator.at(node), kind, limit, body),)


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
    return (As(elaborator.at(node), local, player, body),)


def require(elaborator: Elaborator, node: ast.Require) -> Body:
    """`require`: its condition narrows types for the rest of the suite."""
    condition = elaborator.condition(node.condition)
    reason = label(elaborator, node.reason) if node.reason is not None else None
    elaborator.scope.learn(facts(condition, True))
    return (Require(elaborator.at(node), condition, reason),)


def say(elaborator: Elaborator, node: ast.Say) -> Body:
    """`say "text"`."""
    return (Say(elaborator.at(node), label(elaborator, node.text), player_if_any(elaborator, node)),)


def end_game(elaborator: Elaborator, node: ast.EndGame) -> Body:
    """`end game`."""
    return (EndGame(elaborator.at(node)),)
