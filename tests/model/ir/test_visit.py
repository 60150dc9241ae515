"""The visitor: what lies directly below a node, and everything below it, in the order of the source."""

from __future__ import annotations

from artrules.model.ir import expressions as e
from artrules.model.ir import statements as s
from artrules.model.ir import types as t
from artrules.model.ir.node import children, walk
from ir_nodes import AT, ME, YES, N, branch, choose, number, operation, over_three, say, text


def test_children_are_those_of_all_fields_in_order() -> None:
    best = e.Best(AT, t.ListOf(t.Number(1, 3)), over_three(), (("most", N), ("least", YES)))
    assert children(best) == [best.binder, N, YES]
    decision = choose(branch("1"), branch("2"))
    assert children(decision) == [*decision.branches, ME]
    label = text("take ", N, " of them")
    assert children(label) == [N]


def test_declarations_are_not_followed() -> None:
    assert children(number(3)) == []
    assert children(s.Leave(AT)) == []


def test_walking_gives_outer_nodes_first() -> None:
    sum_ = operation("+", t.Number(1, 10), N, number(1))
    statement, leave = say(sum_), s.Leave(AT)
    assert list(walk((statement, leave))) == [statement, statement.label, sum_, *sum_.operands, ME, leave]
