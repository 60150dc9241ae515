"""The closed unions name every class of node: else a `match` that mypy proves complete would miss one."""

from __future__ import annotations

from types import ModuleType
from typing import get_args

import pytest

from artrules.model.ir import expressions, statements
from artrules.model.ir.node import Node


@pytest.mark.parametrize(
    ("module", "base", "union"),
    [
        (expressions, expressions.ExpressionNode, expressions.Expression),
        (statements, statements.StatementNode, statements.Statement),
    ],
)
def test_a_union_names_every_class(module: ModuleType, base: type[Node], union: object) -> None:
    classes = {c for c in vars(module).values() if isinstance(c, type) and issubclass(c, base) and c is not base}
    assert set(get_args(union)) == classes - {expressions.ExpressionNode}
