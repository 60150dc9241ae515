"""Elaborates suites: statements in a scope of their own, and the player who acts in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.report import Report, ReportFull
from artrules.elaborate.elaborator import Elaborator
from artrules.facts.knowledge import Knowledge
from artrules.ir.nodes import Body, Expression, Local, Statement
from artrules.ir.types import PLAYER
from artrules.syntax.ast import statements as ast
from artrules.syntax.ast.node import Node

DEEPEST = 40
"""How deep suites may nest."""


def suite(elaborator: Elaborator, node: ast.Suite) -> Body:
    """The statements of a suite or an effect, in a scope that the caller has opened."""
    body: list[Statement] = []
    with deeper(elaborator, node) as fits:
        for statement in node.statements if fits else ():
            elaborator.flows = False
            part = elaborator.statement(statement)
            if not elaborator.flows:
                elaborator.follow(part)
            body += part
    elaborator.flows = False
    return tuple(body)


def inner(elaborator: Elaborator, node: ast.Suite | None, known: Knowledge | None = None) -> Body:
    """A suite in a scope of its own, in which other facts may be known."""
    with elaborator.scope.suite(known):
        return suite(elaborator, node) if node is not None else ()


def looped(elaborator: Elaborator, loop: Callable[[], Body]) -> Body:
    """What `loop` gives: statements that run again after they have run, so that nothing is known that they may change.

    What they change is known when they have been elaborated. So first they are elaborated as if they changed nothing of
    what is known, and only if they do, again with what stays known. The loops inside aren't tried the first time: so
    however deep loops nest, a suite is elaborated no more often than there are loops around it, and once.
    """
    scope = elaborator.scope
    if not scope.known.facts:
        return loop()
    if elaborator.tries_loop:
        body = loop()
        left = scope.known.after(elaborator.changes.of(body))
        elaborator.loop_misjudged |= left is not scope.known
        return body
    elaborator.tries_loop = True
    outer, sites, count = elaborator.report, elaborator.sites, scope.count
    offered, answers = len(elaborator.offered), len(elaborator.answers)
    while True:
        elaborator.report, elaborator.loop_misjudged = Report(outer), False
        elaborator.report.accepts = outer.accepts
        try:
            body = loop()
        except ReportFull:
            outer.join(elaborator.report)
            raise
        finally:
            part, elaborator.report = elaborator.report, outer
            tried, elaborator.tries_loop = elaborator.tries_loop, False
        changes = elaborator.changes.of(body)
        if scope.known.after(changes) is scope.known and not (tried and elaborator.loop_misjudged):
            outer.join(part)
            return body
        scope.forget(changes, body[0].at)
        elaborator.sites, scope.count = sites, count
        del elaborator.offered[offered:], elaborator.answers[answers:]


@contextmanager
def deeper(elaborator: Elaborator, node: Node) -> Iterator[bool]:
    """Count one more suite within the `with`. Yields False, after a diagnostic, if suites nest too deep."""
    elaborator.depth += 1
    if elaborator.depth > DEEPEST:
        elaborator.complain(kinds.TOO_DEEP, f"lines below lines are nested more than {DEEPEST} deep", node)
    yield elaborator.depth <= DEEPEST
    elaborator.depth -= 1


def needed_player(elaborator: Elaborator, node: Node) -> Expression:
    """The acting player. A diagnostic if no player acts."""
    if elaborator.me is None:
        elaborator.complain(kinds.NO_PLAYER, "no player acts here: say who with `as p:`", node)
        return elaborator.unknown(node)
    return Local(elaborator.at(node), PLAYER, elaborator.me.name)


def player_if_any(elaborator: Elaborator, node: Node) -> Expression | None:
    """The acting player, in whose name cards are moved and texts are said; None if no player acts."""
    return Local(elaborator.at(node), PLAYER, elaborator.me.name) if elaborator.me is not None else None
