"""What a plugin brings, for tests of single stages: a pure function and a way to draw."""

from __future__ import annotations

from collections.abc import Callable

from artrules.model.ir.declarations import Parameter, PluginFunction
from artrules.model.ir.types import BOOL, Number
from artrules.text.diagnostics.diagnostic import Span

AT = Span("ruleset.yaml", 1, 1, 1, 1)


def half(n: int, up: bool) -> int:
    return (n + up) // 2


def rolled(below: Callable[[int], int], n: int) -> int:
    return 1 + below(n) if n else 0


_NUMBER = Parameter("n", Number(0, 9), AT)
HALF = PluginFunction(
    "half", AT, "tens", "1.0", (_NUMBER, Parameter("up", BOOL, AT)), Number(0, 5), False, 10, "", half
)
ROLLED = PluginFunction("rolled", AT, "tens", "1.0", (_NUMBER,), Number(0, 9), True, 10, "", rolled)
BROUGHT = {function.name: function for function in (HALF, ROLLED)}
