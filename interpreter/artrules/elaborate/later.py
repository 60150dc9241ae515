"""Elaborates what suites have in common that don't run where they stand: those of watches, and of questions that
several players are asked at once. They keep copies of the values that they use from around them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import Elaborator
from artrules.facts.knowledge import LATER
from artrules.ir.nodes import As, Ask, Binder, Body, Expression, Local, Node, Set, Watch, walk
from artrules.ir.types import PLAYER
from artrules.syntax.ast.node import Node as NodeSyntax

MOST_LATER = 8
"""How deep watches and questions may nest. Each keeps the values of all names that those inside it use."""


@contextmanager
def runs_later(elaborator: Elaborator, node: NodeSyntax, question: str | None = None) -> Iterator[None]:
    """Within the `with`, code runs with a `me` of its own, in no loop from outside: in a watch, or in a question with
    an identity."""
    around = elaborator.me, elaborator.loops, elaborator.gaining, elaborator.in_watch
    known = elaborator.scope.known
    asking = elaborator.question, elaborator.answers
    elaborator.me, elaborator.loops, elaborator.gaining = Local(elaborator.at(node), PLAYER, "me"), 0, []
    elaborator.question, elaborator.answers = question, []
    elaborator.in_watch = question is None
    elaborator.later += 1
    elaborator.scope.known = elaborator.scope.known.after(LATER)
    if elaborator.later == MOST_LATER + 1:
        message = f"more than {MOST_LATER} watches and questions lie in one another here"
        elaborator.complain(kinds.TOO_DEEP, message, node, expected="a procedure that has the inner ones")
    yield
    elaborator.later -= 1
    elaborator.me, elaborator.loops, elaborator.gaining, elaborator.in_watch = around
    elaborator.question, elaborator.answers = asking
    elaborator.scope.known = known


def no_changes(elaborator: Elaborator, captured: tuple[Local, ...], body: Body, message: str) -> None:
    """A diagnostic for each of the captured locals that the suite assigns."""
    changed = {n.place.name for n in walk(body) if isinstance(n, Set) and isinstance(n.place, Local)}
    for local in captured:
        if local.name in changed:
            elaborator.complain(kinds.NOT_ASSIGNABLE, message, local.at)


def free_locals(roots: list[Expression | Body | None], bound: set[str]) -> tuple[Local, ...]:
    """The locals that some code uses but doesn't bind, each once, in the order of first use."""
    used: dict[str, Local] = {}
    inside = set(bound)
    for node in (n for root in roots if root is not None for n in walk(root)):
        if isinstance(node, Set) and isinstance(node.place, Local) and node.binds:
            inside.add(node.place.name)
        inside |= {local.name for local in bound_by(node)}
        if isinstance(node, Local):
            used.setdefault(node.name, node)
    return tuple(local for name, local in used.items() if name not in inside)


def bound_by(node: Node) -> list[Local]:
    """The locals that a node itself binds."""
    match node:
        case Binder(local=local) | As(local=local) | Ask(said=Local() as local):
            return [local]
        case Watch(happening=happening):
            return [happening]
    return []
