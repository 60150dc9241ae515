"""Finds why a condition doesn't hold: the part that fails, with its values, also in functions that the condition calls.

It reports only parts whose outcome the seat can know. For `a and b` it reports the first part that fails, for `a or b`
the whole, and for `no(x in D where c)` one x for which c holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from artrules.ir import nodes as k
from artrules.run.why_not.answer import Because
from artrules.run.why_not.author import Author
from artrules.run.why_not.evaluate import Evaluator, Names, Undetermined
from artrules.run.why_not.parts import Parts
from artrules.run.why_not.powers import why_unusable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from artrules.run.state import State

DEEPEST = 3
"""How deep it follows calls of functions."""
MOST_TRIED = 1000


class Conditions:
    """Explains the conditions of one program to one seat (counted from 0)."""

    def __init__(self, evaluator: Evaluator, author: Author, seat: int) -> None:
        self.evaluator = evaluator
        self.author = author
        self.seat = seat
        self.parts = Parts(evaluator, author)

    def why(
        self, S: State, e: k.Expression, names: Names, wanted: bool = True, within: str = "", depth: int = 0
    ) -> list[Because]:
        """Why a condition doesn't have the value `wanted`: its failing parts, the outermost first. Empty if the seat
        can't know.

        `within` is the function or power that contains the condition; `depth` counts the calls followed so far.
        """
        if self.evaluator.holds(S, e, names) is wanted:
            return []
        match e:
            case k.Checked(value=value):
                return self.why(S, value, names, wanted, within, depth)
            case k.Operation(operator="and" | "or" as operator, operands=operands) if (operator == "and") == wanted:
                # The first part that makes the whole fail by itself. Parts before it may be unknown.
                for operand in operands:
                    if self.evaluator.holds(S, operand, names) is (not wanted):
                        return self.why(S, operand, names, wanted, within, depth)
                return []
        if self.evaluator.holds(S, e, names) is None:
            return []
        because = self.because(S, e, names, within)
        while isinstance(e, k.Operation) and e.operator == "not":
            e, wanted = e.operands[0], not wanted
        match e:
            case k.Call() if depth < DEEPEST:
                return [because, *self._called_function(S, e, names, wanted, depth)]
            case k.BuiltinCall(builtin=builtin, arguments=[power], me=me) if (
                me is not None and builtin.traits.tests_usability
            ):
                # The power's own limits and condition explain more than this condition.
                return (why_unusable(self, S, power, me, names, depth) if wanted else []) or [because]
            case k.Fold(kind="no" | "any", binders=binders):
                return [self._with_witness(S, binders, names, because)]
            case k.Operation(operands=operands) if depth < DEEPEST:
                return [because, *(b for o in operands for b in self._counted(S, o, names))]
        return [because]

    def _counted(self, S: State, e: k.Expression, names: Names) -> list[Because]:
        """The value of a function whose result the condition compares."""
        while isinstance(e, k.Checked):
            e = e.value
        inner = self.called_with(S, e, names) if isinstance(e, k.Call) else None
        value = S.runtime.program.model.values.get(e.function) if isinstance(e, k.Call) else None
        if inner is None or not isinstance(e, k.Call) or value is None:
            return []
        said = self.because(S, value, inner, e.function.name)
        return [replace(said, reason="")] if said.values else []

    def because(self, S: State, e: k.Expression, names: Names, within: str = "") -> Because:
        """One condition with the values of its parts."""
        text = self.author.words(e.at)
        reason = f"`{text}` does not hold" + (f" for {within}" if within else "")
        return Because(text, self.parts.values(S, e, names), e.at, within, reason)

    def _called_function(self, S: State, e: k.Call, names: Names, wanted: bool, depth: int) -> list[Because]:
        """Why a called function doesn't return `wanted`."""
        function = e.function
        inner = self.called_with(S, e, names)
        value = S.runtime.program.model.values.get(function)
        if inner is None or value is None:
            return []
        return self.why(S, value, inner, wanted, function.name, depth + 1)

    def called_with(self, S: State, e: k.Call, names: Names) -> dict[str, Any] | None:
        """A called function's parameters with their values; None if an argument can't be known."""
        try:
            inner = {
                local.name: self.evaluator.value(S, argument, names)
                for local, argument in zip(S.runtime.program.model.locals[e.function], e.arguments, strict=True)
            }
            if e.me is not None:
                inner["me"] = self.evaluator.value(S, e.me, names)
        except Undetermined:
            return None
        return inner

    def _with_witness(self, S: State, binders: Sequence[k.Binder], names: Names, because: Because) -> Because:
        """Add the names' values of the first combination that passes all conditions, for a fold that must find none. If
        there is none, add the domain that was searched."""
        found = next(self._all(S, binders, dict(names)), None)
        values = dict(because.values)
        if found is None:
            self.parts.add(S, binders[0].domain, names, values)
            return replace(because, values=values)
        for binder in binders:
            self.parts.add(S, binder.local, found, values)
            if binder.condition is not None:
                values |= self.parts.values(S, binder.condition, found)
        return replace(because, values=values)

    def _all(self, S: State, binders: Sequence[k.Binder], names: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The names for each combination of the binders' values that passes their conditions. Skips what can't be
        known."""
        if not binders:
            yield names
            return
        binder = binders[0]
        try:
            items = self.evaluator.items(S, binder.domain, names)
        except Undetermined:
            return
        for item in items[:MOST_TRIED]:
            inner = {**names, binder.local.name: item}
            if binder.condition is None or self.evaluator.holds(S, binder.condition, inner):
                yield from self._all(S, binders[1:], inner)
