"""Maps each form of expression to the function that elaborates it. mypy proves that none is missing."""

from __future__ import annotations

from typing import assert_never

from artrules.elaborate import arithmetic, calls, comparison, folds, literals, logic, members, names, piles
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.nodes import Expression
from artrules.ir.types import Type
from artrules.syntax.ast import expressions as ast


def elaborate_expression(elaborator: Elaborator, node: ast.Expression, wanted: Type | None) -> Expression:
    """The ir of an expression. `wanted` is as in `Elaborator.expression`."""
    match node:
        case ast.Name():
            return names.name(elaborator, node)
        case ast.Member():
            return members.member(elaborator, node)
        case ast.Mine():
            return members.mine(elaborator, node)
        case ast.Index():
            return members.index(elaborator, node)
        case ast.Number():
            return literals.number(elaborator, node)
        case ast.Truth():
            return literals.truth(elaborator, node)
        case ast.NoneLiteral():
            return literals.none(elaborator, node)
        case ast.ListLiteral():
            return literals.listing(elaborator, node, wanted)
        case ast.Call():
            return calls.call(elaborator, node)
        case ast.Equality():
            return comparison.equality(elaborator, node)
        case ast.Ordering():
            return comparison.ordering(elaborator, node)
        case ast.Membership():
            return comparison.membership(elaborator, node)
        case ast.GroupComparison():
            return comparison.groups(elaborator, node)
        case ast.Logic():
            return logic.logic(elaborator, node)
        case ast.Not():
            return logic.negation(elaborator, node)
        case ast.Conditional():
            return logic.conditional(elaborator, node, wanted)
        case ast.Arithmetic():
            return arithmetic.arithmetic(elaborator, node, wanted)
        case ast.Negative():
            return arithmetic.negative(elaborator, node)
        case ast.Range():
            return arithmetic.range_(elaborator, node)
        case ast.PileEnd():
            return piles.pile_end(elaborator, node)
        case ast.Quantified():
            return folds.quantified(elaborator, node)
        case ast.Folded():
            return folds.folded(elaborator, node)
        case ast.Largest():
            return folds.largest(elaborator, node)
        case ast.Best():
            return folds.best(elaborator, node)
        case ast.TheBest():
            return folds.the_best(elaborator, node)
        case ast.Holds():
            return folds.holds(elaborator, node)
    assert_never(node)
