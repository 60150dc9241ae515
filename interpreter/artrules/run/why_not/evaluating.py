"""Evaluates single expressions of content: the compiler's own text of them, made when it is asked for.

Names are given beside the position: those of a frame, of binders, of a function's parameters. So one can ask for any
part of a condition, at no cost to games in which nobody asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from artrules.compile.expressions import ExpressionWriter
from artrules.kernel import nodes as k
from artrules.run.signals import Fail, Fault
from artrules.run.state import State
from artrules.run.why_not.hidden import NotKnown

if TYPE_CHECKING:
    from artrules.run.runtime import Runtime

_WHO_ACTS = re.compile(r"me(_[0-9]+)?")
Names = Mapping[str, Any]
"""Values of the names of a body, a function or a power."""


def is_me(name: str) -> bool:
    """Whether a name is that of who acts: authors don't give it."""
    return _WHO_ACTS.fullmatch(name) is not None


class CantTell(Exception):
    """An expression has no value that can be told: it reads something hidden, or something that isn't there."""


class Evaluator:
    """Evaluates expressions of one program in positions as a seat knows them (`known.py`)."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._writer = ExpressionWriter(runtime.layout)
        self._namespace = dict(runtime.functions)
        self._written: dict[tuple[int, bool], tuple[k.Expression, tuple[str, ...], Callable[..., Any]]] = {}
        """By identity; the expressions are kept, so that none takes another's place."""

    def value(self, S: State, e: k.Expression, names: Names) -> Any:
        """The value as the engine holds it. Raises CantTell."""
        return self._run(S, e, names, going=False)

    def holds(self, S: State, e: k.Expression, names: Names) -> bool | None:
        """Whether a condition holds; None when that can't be told."""
        try:
            return bool(self.value(S, e, names))
        except (CantTell, NotKnown):
            return None

    def items(self, S: State, e: k.Expression, names: Names) -> tuple[Any, ...]:
        """What one meets when going through a domain; some of it may be hidden. Raises CantTell."""
        found = self._run(S, e, names, going=True)
        try:
            return tuple(found)
        except NotKnown:
            raise CantTell from None

    def _run(self, S: State, e: k.Expression, names: Names, going: bool) -> Any:
        _, parameters, function = self._function(e, going)
        try:
            return function(S, *(names[name] for name in parameters))
        except (NotKnown, Fail, Fault):
            raise CantTell from None
        except (TypeError, IndexError, KeyError):
            # A part is looked at where the condition that guards it may not hold: of none, or beyond an end.
            raise CantTell from None

    def _function(self, e: k.Expression, going: bool) -> tuple[k.Expression, tuple[str, ...], Callable[..., Any]]:
        key = (id(e), going)
        if key not in self._written:
            text = self._writer.iterable(e) if going else self._writer.value(e)
            bound = {node.local.name for node in k.walk(e) if isinstance(node, k.Binder)}
            parameters = tuple(sorted({node.name for node in k.walk(e) if isinstance(node, k.Local)} - bound))
            head = f"def asked({', '.join(['S', *parameters])}):"
            source = f"{head}\n    v, z = S.cells, S.zones\n    return {text}\n"
            self._namespace.update(self._writer.constants)
            exec(compile(source, "<why not>", "exec"), self._namespace)
            self._written[key] = (e, parameters, self._namespace["asked"])
        return self._written[key]
