"""Elaborates suites: statements in a scope of their own, and the player who acts in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.nodes import Body, Expression, Local, Statement
from artrules.ir.types import PLAYER, Type
from artrules.syntax.ast import statements as ast
from artrules.syntax.ast.node import Node

DEEPEST = 40
"""How deep suites may nest."""


def suite(elaborator: Elaborator, node: ast.Suite) -> Body:
    """The statements of a suite or an effect, in a scope that the caller has opened."""
    body: list[Statement] = []
    with deeper(elaborator, node) as fits:
        for statement in node.statements if fits else ():
            body += elaborator.statement(statement)
    return tuple(body)


def inner(elaborator: Elaborator, node: ast.Suite | None, known: Mapping[str, Type] | None = None) -> Body:
    """A suite in a scope of its own. `known` are the narrowed types of names in it, by their unique names."""
    if node is None:
        return ()
    with elaborator.scope.suite(known):
        return suite(elaborator, node)


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
