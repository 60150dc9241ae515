"""Evaluates single expressions of the content. It lowers an expression when a question needs it, so games in which
nobody asks pay nothing.

The caller gives the values of names: those of a frame, of binders, of a function's parameters. So any part of a
condition can be evaluated. Values are words of the machine, or stand-ins.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from artrules.engine.execute.guarded import NotKnown
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import Counted
from artrules.model.ir.types import Type, Wording, element
from artrules.play.explain.why_not.describe import Describer, Undetermined
from artrules.play.explain.why_not.known_machine import Fail, FoundFault, KnownMachine
from artrules.play.explain.why_not.lowered import lowered_expressions
from artrules.play.position.values import ValueReader

_WHO_ACTS = re.compile(r"me(_[0-9]+)?")
UNTOLD = "…"
"""In place of what can't be known."""
Names = Mapping[str, Any]
"""The values of the names in a body, a function or a power."""


def is_me(name: str) -> bool:
    """Whether a name is the engine's name for the acting player, which authors don't choose."""
    return _WHO_ACTS.fullmatch(name) is not None


class Evaluator:
    """Evaluates expressions in the position that is in a known machine's memory."""

    def __init__(self, machine: KnownMachine, describer: Describer) -> None:
        self.machine = machine
        self.model = machine.program.model
        self.describer = describer
        self._lowered = lowered_expressions(machine)
        self._reader = ValueReader(self.model, machine.region("heap"))

    def value(self, e: k.Expression, names: Names, as_type: Type | None = None) -> Any:
        """The value of an expression; with `as_type` in the form that values of that type have. Raises Undetermined."""
        return self._run(names, *self._lowered.value(e, as_type))

    def holds(self, e: k.Expression, names: Names) -> bool | None:
        """Whether a condition holds; None when that can't be known."""
        try:
            return bool(self.value(e, names))
        except (Undetermined, NotKnown):
            return None

    def items(self, e: k.Expression, names: Names) -> Sequence[Any]:
        """The items of a domain, some of which may be stand-ins. Raises Undetermined."""
        if isinstance(e, k.Span_):
            try:
                return range(self.value(e.low, names), self.value(e.high, names) + 1)
            except NotKnown:
                raise Undetermined from None
        count = self._run(names, *self._lowered.items(e))
        return tuple(self.machine.region("work")[:count])

    def said(self, e: k.Expression, names: Names) -> str:
        """The value of an expression in words. Raises Undetermined."""
        return self.called(e, names) or "nothing"

    def called(self, e: k.Expression, names: Names) -> str:
        """The value of an expression as it stands in a text. Raises Undetermined."""
        heap_top = self.machine["heap_top"]
        try:
            return self.describer.called(self.value(e, names), e.type)
        finally:
            self.machine["heap_top"] = heap_top

    def text(self, label: k.Label, names: Names) -> str:
        """A text of the content with the values at this point; `…` for a part that can't be known."""
        return "".join(part if isinstance(part, str) else self._part(part, names) for part in label.parts)

    def _part(self, part: k.Expression, names: Names) -> str:
        match part:
            case k.Constant(value=str(words)):
                return words
            case k.Either(type=Wording(), condition=condition, then=then, otherwise=otherwise):
                holds = self.holds(condition, names)
                return UNTOLD if holds is None else self._part(then if holds else otherwise, names)
        try:
            if isinstance(part, k.BuiltinCall) and isinstance(part.builtin.lowering, Counted):
                return self._counted(part, names)
            return self.called(part, names)
        except Undetermined:
            return UNTOLD

    def _counted(self, part: k.BuiltinCall, names: Names) -> str:
        """How many there are of each thing in a list. Raises Undetermined."""
        of = element(part.type)
        assert of is not None
        counts = Counter(self.describer.called(item, of) for item in self.items(part, names))
        return ", ".join(f"{count} {thing}" for thing, count in counts.items())

    def plain(self, value: Any, type_: Type) -> Any:
        """A value as the candidate of an option has it (`position/values.py`)."""
        return self._reader.value(value, type_)

    def site(self, number: int) -> tuple[str, k.Node | None]:
        """The words for a site, and the node that may fail there."""
        if number < 0:
            return "its card has lost the power", None
        return self._lowered.site(number)

    def _run(self, names: Names, parameters: Sequence[str], function: Callable[..., Any]) -> Any:
        try:
            return self.machine.run(function, *(names[name] for name in parameters))
        except (NotKnown, Fail, FoundFault):
            raise Undetermined from None
        except (LookupError, ValueError):
            # A part may be evaluated although the condition that guards it doesn't hold: of none, or beyond an end. And
            # names have no value here where the seat may not know it.
            raise Undetermined from None
