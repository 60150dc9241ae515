"""Every operation states its traits, and the entries of builtins are true."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.model.ir import expressions, statements
from artrules.model.ir.builtins import BUILTINS, Builtin
from artrules.model.ir.expressions import Constant, Fold, Operation
from artrules.model.ir.node import Node, has_traits, traits_of
from artrules.model.ir.types import ANY_NUMBER, Number
from artrules.text.diagnostics.diagnostic import Span
from play.game.tiny import tiny, told

NODES = {
    kind
    for module in (expressions, statements)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Node)
} - {Node, expressions.ExpressionNode, statements.StatementNode}


@pytest.mark.parametrize("kind", sorted(NODES, key=lambda kind: kind.__name__))
def test_every_node_class_has_traits(kind: type[Node]) -> None:
    assert has_traits(kind)


AT = Span("ruleset.yaml", 1, 1, 1, 2)


def number(value: int) -> Constant:
    return Constant(AT, Number(value, value), value)


def test_traits_may_depend_on_operands() -> None:
    quotients = [Operation(AT, ANY_NUMBER, "/", (number(1), number(by))) for by in (0, 2)]
    assert [bool(traits_of(quotient).fails) for quotient in quotients] == [True, False]
    largest = [Fold(AT, ANY_NUMBER, "max", (), number(1), otherwise) for otherwise in (None, number(0))]
    assert [bool(traits_of(fold).fails) for fold in largest] == [True, False]


@pytest.mark.parametrize("builtin", BUILTINS.values(), ids=BUILTINS)
def test_the_example_of_a_builtin_holds(builtin: Builtin, tmp_path: Path) -> None:
    act = f"""
    move pool to my row
    let p = me
    let d = my row
    let c = d[2]
    let w = d[1].powers[1]
    if {builtin.example}:
        say "it holds"
    else:
        say "it does not hold"
    choose one:
        "one": skip
        "two": skip
    """
    game = tiny(tmp_path, act, gifts={1: "- {when: now, do: my x += 1}"}).new_game()
    assert told(game) == ["it holds"]
