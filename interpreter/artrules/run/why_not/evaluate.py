"""Evaluates single expressions of the content. It compiles an expression when a question needs it, so games in which
nobody asks pay nothing.

The caller gives the values of names: those of a frame, of binders, of a function's parameters. So any part of a
condition can be evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from artrules.compile.expressions import ExpressionWriter
from artrules.ir import nodes as k
from artrules.run.signals import Fail, Fault
from artrules.run.state import State
from artrules.run.why_not.stand_ins import NotKnown

if TYPE_CHECKING:
    from artrules.run.runtime import Runtime

_WHO_ACTS = re.compile(r"me(_[0-9]+)?")
Names = Mapping[str, Any]
"""The values of the names in a body, a function or a power."""


def is_me(name: str) -> bool:
    """Whether a name is the engine's name for the acting player, which authors don't choose."""
    return _WHO_ACTS.fullmatch(name) is not None


class Undetermined(Exception):
    """The value of an expression can't be known: it reads something hidden, or something that doesn't exist."""


class Failed(Undetermined):
    """Evaluating an expression has failed, as it would in the game. `site` and `names` say where."""

    def __init__(self, site: int, names: Names) -> None:
        super().__init__(site)
        self.site = site
        self.names = names


class Evaluator:
    """Evaluates expressions of one program, in positions as a seat knows them (`observed_position.py`)."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._writer = ExpressionWriter(runtime.layout)
        # New sites continue the program's list, so that each number means one place.
        self._writer.sites = list(runtime.program.sites)
        self._writer.failing_nodes = dict(runtime.program.failing_nodes)
        self._namespace = dict(runtime.functions)
        self._written: dict[tuple[int, bool], tuple[k.Expression, tuple[str, ...], Callable[..., Any]]] = {}
        """By identity of the expression. The expressions are kept, so that no other object gets the same identity."""

    def value(self, S: State, e: k.Expression, names: Names) -> Any:
        """The value in the engine's form. Raises Undetermined."""
        return self._run(S, e, names, going=False)

    def holds(self, S: State, e: k.Expression, names: Names) -> bool | None:
        """Whether a condition holds; None when that can't be known."""
        try:
            return bool(self.value(S, e, names))
        except (Undetermined, NotKnown):
            return None

    def items(self, S: State, e: k.Expression, names: Names) -> Sequence[Any]:
        """The items of a domain, some of which may be stand-ins. Raises Undetermined."""
        found = self._run(S, e, names, going=True)
        try:
            return found if isinstance(found, range) else tuple(found)
        except NotKnown:
            raise Undetermined from None

    def _run(self, S: State, e: k.Expression, names: Names, going: bool) -> Any:
        _, parameters, function = self._function(e, going)
        try:
            return function(S, *(names[name] for name in parameters))
        except Fail as fail:
            raise Failed(fail.site, self.names_at(fail)) from None
        except (NotKnown, Fault):
            raise Undetermined from None
        except (TypeError, IndexError, KeyError):
            # A part may be evaluated although the condition that guards it doesn't hold: of none, or beyond an end.
            raise Undetermined from None

    def site(self, number: int) -> tuple[str, k.Node | None]:
        """The words for a site, and the node that may fail there."""
        if number < 0:
            return "its card has lost the power", None
        return self._writer.sites[number][1], self._writer.failing_nodes.get(number)

    def names_at(self, fail: Fail) -> dict[str, Any]:
        """The names, with values, at the place of a failure: the locals of the innermost generated function."""
        names: dict[str, Any] = {}
        traceback = fail.__traceback__
        while traceback is not None:
            frame = traceback.tb_frame
            if frame.f_globals is self.runtime.functions or frame.f_globals is self._namespace:
                # A comprehension or lambda is a function inside the generated function.
                inner = frame.f_code.co_name.startswith("<")
                names = {**(names if inner else {}), **frame.f_locals}
            traceback = traceback.tb_next
        return names

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
