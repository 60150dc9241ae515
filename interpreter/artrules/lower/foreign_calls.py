"""Lowers calls of functions that plugins bring: their values go into memory, and the host of the machine calls them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from artrules.diagnostics.span import Span
from artrules.ir.declarations import PluginFunction
from artrules.lower.builder import Builder
from artrules.lower.context import LoweringContext
from artrules.machine_code.nodes import Call, Const, Store, Value

WORDS = "foreign_words"


def call_foreign(
    context: LoweringContext, b: Builder, function: PluginFunction, values: Sequence[Value], at: Span
) -> Value:
    """The result of a function for some values, which are in the forms of its parameters. A function that draws takes
    the number of its stream before them."""
    _put(b, [b.keep(value) for value in values])
    called = Call("call_foreign", (Const(context.foreign(function)),))
    result = b.assign(b.fresh("given"), Call("from_foreign", (called, Const(context.site(at, "")))))
    b.check_status()
    return result


def _put(b: Builder, values: Iterable[Value]) -> None:
    for i, value in enumerate(values):
        b.emit(Store(WORDS, Const(i), value))
