"""Finds why a condition doesn't hold: the part that fails, with its values, also in functions that the condition calls.

It reports only parts whose outcome the seat can know. For `a and b` it reports the first part that fails, for `a or b`
the whole, and for `no(x in D where c)` one x for which c holds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from artrules.engine.execute.guarded import Hidden, NotKnown
from artrules.engine.machine.numbers import SLOTS
from artrules.model.ir import nodes as k
from artrules.play.explain.why_not.answer import Because, reason_of
from artrules.play.explain.why_not.author import Author
from artrules.play.explain.why_not.describe import Undetermined
from artrules.play.explain.why_not.evaluate import Evaluator, Names
from artrules.play.explain.why_not.known_machine import Fail
from artrules.play.explain.why_not.limits import why_spent
from artrules.play.explain.why_not.parts import Parts
from artrules.play.explain.why_not.phrases import GIVES_BY_ITSELF, RUNS_BY_ITSELF, Phrases

DEEPEST = 3
"""How deep it follows calls of functions."""
MOST_TRIED = 1000


class Conditions:
    """Explains the conditions of one program to one seat."""

    def __init__(self, evaluator: Evaluator, author: Author) -> None:
        self.evaluator = evaluator
        self.author = author
        self.parts = Parts(evaluator, author)
        self.phrases = Phrases(evaluator)

    def why(
        self, e: k.Expression, names: Names, wanted: bool = True, within: str = "", depth: int = 0
    ) -> list[Because]:
        """Why a condition doesn't have the value `wanted`: its failing parts, the outermost first. Empty if the seat
        can't know.

        `within` is the function or power that contains the condition; `depth` counts the calls followed so far.
        """
        if self.evaluator.holds(e, names) is wanted:
            return []
        match e:
            case k.Checked(value=value):
                return self.why(value, names, wanted, within, depth)
            case k.Operation(operator="and" | "or" as operator, operands=operands) if (operator == "and") == wanted:
                # The first part that makes the whole fail by itself. Parts before it may be unknown.
                for operand in operands:
                    if self.evaluator.holds(operand, names) is (not wanted):
                        return self.why(operand, names, wanted, within, depth)
                return []
        if self.evaluator.holds(e, names) is None:
            return []
        because = self.because(e, names, within, self._phrase(e, names, wanted, depth))
        while isinstance(e, k.Operation) and e.operator == "not":
            e, wanted = e.operands[0], not wanted
        match e:
            case k.Call() if depth < DEEPEST:
                if wanted and (reason := self._words_of_function(e, names)):
                    because = replace(because, reason=reason, by_content=True)
                return [because, *self._called_function(e, names, wanted, depth)]
            case k.BuiltinCall(builtin=builtin, arguments=[power], me=me) if (
                me is not None and builtin.traits.tests_usability
            ):
                # The power's own limits and condition explain more than this condition.
                return (self.why_unusable(power, me, names, depth) if wanted else []) or [because]
            case k.Fold(kind="no" | "any", binders=binders):
                return [self._with_witness(binders, names, because)]
            case k.Operation(operands=operands) if depth < DEEPEST:
                return [because, *(b for o in operands for b in self._counted(o, names))]
        return [because]

    def why_unusable(self, power: k.Expression, me: k.Expression, names: Names, depth: int = 0) -> list[Because]:
        """Why the player `me` can't use a power: a limit that is reached, or else its condition. Limits are tested
        first, in order. Empty if the seat can't know."""
        evaluator = self.evaluator
        try:
            value, player = evaluator.value(power, names), evaluator.value(me, names)
            if isinstance(value, Hidden):
                return []
            definition = evaluator.model.powers[evaluator.machine.call("definition_of", value)]
            title = f"{definition.title} ({evaluator.describer.card(value // SLOTS)})"
        except (Undetermined, NotKnown, Fail):
            return []
        for limit in definition.limits:
            spent = why_spent(self.parts, limit, player, value if limit.per_card else definition.index, title)
            if spent is not None:
                return [spent]
        condition = evaluator.model.conditions.get(definition)
        if condition is None:
            return []
        own: dict[str, Any] = {"me": player, "self": value // SLOTS}
        if not definition.is_used:
            return [self.because(condition, own, title, RUNS_BY_ITSELF if definition.waits else GIVES_BY_ITSELF)]
        return self.why(condition, own, within=title, depth=depth)

    def _counted(self, e: k.Expression, names: Names) -> list[Because]:
        """The value of a function whose result the condition compares."""
        while isinstance(e, k.Checked):
            e = e.value
        inner = self.called_with(e, names) if isinstance(e, k.Call) else None
        value = self.evaluator.model.values.get(e.function) if isinstance(e, k.Call) else None
        if inner is None or not isinstance(e, k.Call) or value is None:
            return []
        because = self.because(value, inner, e.function.name)
        return [because] if because.values else []

    def because(self, e: k.Expression, names: Names, within: str = "", reason: str = "") -> Because:
        """One condition with the values of its parts."""
        return Because(self.author.words(e.at), self.parts.values(e, names), e.at, within, reason)

    def _phrase(self, e: k.Expression, names: Names, wanted: bool, depth: int) -> str:
        """Why a condition doesn't have the value `wanted`, for a player. Of several parts that would each do, each
        must have words."""
        match e:
            case k.Operation(operator="not", operands=[operand]):
                return self._phrase(operand, names, not wanted, depth)
            case k.Operation(operator="and" | "or" as operator, operands=operands):
                failing = [each for each in operands if self.evaluator.holds(each, names) is (not wanted)]
                enough = failing[:1] if (operator == "and") == wanted else failing
                reasons = [reason_of(self.why(operand, names, wanted, depth=depth)) for operand in enough]
                return "; and ".join(dict.fromkeys(reasons)) if all(reasons) else ""
        return self.phrases.why_not(e, names, wanted)

    def _called_function(self, e: k.Call, names: Names, wanted: bool, depth: int) -> list[Because]:
        """Why a called function doesn't return `wanted`."""
        function = e.function
        inner = self.called_with(e, names)
        value = self.evaluator.model.values.get(function)
        if inner is None or value is None:
            return []
        return self.why(value, inner, wanted, function.name, depth + 1)

    def _words_of_function(self, e: k.Call, names: Names) -> str:
        """What a called function says of what is lacking; empty if it says nothing, or tells what the seat can't
        know."""
        words, inner = self.evaluator.model.reasons.get(e.function), self.called_with(e, names)
        return self.evaluator.text(words, inner) if words is not None and inner is not None else ""

    def called_with(self, e: k.Call, names: Names) -> dict[str, Any] | None:
        """A called function's parameters with their values; None if an argument can't be known."""
        try:
            inner = {
                local.name: self.evaluator.value(argument, names, local.type)
                for local, argument in zip(self.evaluator.model.locals[e.function], e.arguments, strict=True)
            }
            if e.me is not None:
                inner["me"] = self.evaluator.value(e.me, names)
        except Undetermined:
            return None
        return inner

    def _with_witness(self, binders: Sequence[k.Binder], names: Names, because: Because) -> Because:
        """Add the names' values of the first combination that passes all conditions, for a fold that must find none. If
        there is none, add the domain that was searched."""
        witness = next(self._all(binders, dict(names)), None)
        values = dict(because.values)
        if witness is None:
            self.parts.add(binders[0].domain, names, values)
            return replace(because, values=values)
        for binder in binders:
            self.parts.add(binder.local, witness, values)
            if binder.condition is not None:
                values |= self.parts.values(binder.condition, witness)
        return replace(because, values=values, reason=self.phrases.stands_in_the_way(binders[0].local, witness))

    def _all(self, binders: Sequence[k.Binder], names: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The names for each combination of the binders' values that passes their conditions. Skips what can't be
        known."""
        if not binders:
            yield names
            return
        binder = binders[0]
        try:
            items = self.evaluator.items(binder.domain, names)
        except Undetermined:
            return
        for item in items[:MOST_TRIED]:
            inner = {**names, binder.local.name: item}
            if binder.condition is None or self.evaluator.holds(binder.condition, inner):
                yield from self._all(binders[1:], inner)
