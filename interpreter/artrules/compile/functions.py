"""Writes the Python functions of code that asks nothing: the content's functions and procedures, conditions, start
values, the score."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from artrules.compile.disclosures import together
from artrules.compile.emit import Emitter
from artrules.compile.names import python_name
from artrules.compile.score_lines import score_lines
from artrules.compile.statements import INDENT
from artrules.compile.tie_breaks import best_so_far
from artrules.ir import nodes as k
from artrules.ir.model import Model
from artrules.ir.powers import PowerDefinition
from artrules.ir.types import Number


class FunctionEmitter:
    """Writes these functions with an emitter.

    `plays` says whether code is in play, given the set that declares it. `watches` are all watches of the program.
    `in_graphs` are the keys of procedures that ask, which `emit.py` writes.
    """

    def __init__(
        self,
        model: Model,
        emitter: Emitter,
        plays: Callable[[str | None], bool],
        watches: Sequence[k.Watch],
        in_graphs: Container[str],
    ) -> None:
        self.model = model
        self.emitter = emitter
        self.writer = emitter.writer
        self.plays = plays
        self.watches = watches
        self.codes = in_graphs

    def write(self) -> None:
        """Write all of them."""
        model, writer, emitter = self.model, self.writer, self.emitter
        for function in model.functions.values():
            if self.plays(function.owner) and (value := model.values.get(function)) is not None:
                names = [local.name for local in model.locals[function]]
                emitter.value_function(writer.function_name(function.key), ["me", *names], value)
        for procedure in model.procedures.values():
            if self.plays(procedure.owner) and procedure.key not in self.codes:
                names = [local.name for local in model.locals[procedure]]
                name = writer.procedure_name(procedure.key)
                units = writer.work.body(model.bodies[procedure])
                lines = writer.counted(units, procedure.at, writer.body(model.bodies[procedure]))
                emitter.function(name, ["me", *names], lines)
        for power in model.powers:
            if self.plays(power.owner):
                emitter.function(f"power_usable_{power.index}", ["me", "power", "self"], self._usable(power))
        for limit, at_most in model.at_most.items():
            emitter.value_function(f"limit_{limit.index}", ["me"], at_most)
        for watch in {w.identity: w for w in self.watches}.values():
            if watch.condition is not None:
                number = writer.constants["WATCH_NUMBERS"][watch.identity]
                names = [watch.happening.name, *(c.name for c in watch.captured)]
                emitter.value_function(f"watch_if_{number}", ["me", *names], watch.condition)
        self._values()
        self._flow()
        for name, (parameters, texts) in writer.reading.functions.items():
            if texts:
                emitter.function(name, parameters, [f"return {together(texts)}"])

    def _usable(self, power: PowerDefinition) -> list[str]:
        """The body of a function that returns whether a power is usable: all its limits have room, and its condition
        holds."""
        lines = ["uses = S.uses"] if power.limits else []
        for limit in power.limits:
            at_most = self.model.at_most[limit]
            key = f"{limit.index << 48} | me << 40 | {'power' if limit.per_card else power.index}"
            test = f"uses.get({key}, 0) >= {self.writer.plain(at_most)}"
            # Most limits allow at least one use. Then `uses and` skips the test while nothing has been used.
            type_ = at_most.type
            roomy = isinstance(type_, Number) and type_.low >= 1
            lines += [f"if {'uses and ' if roomy else ''}{test}:", f"{INDENT}return False"]
        condition = self.model.conditions.get(power)
        if condition is None:
            return [*lines, "return True"]
        text = self.writer.plain(condition)
        lines = self.writer.counted(self.writer.work.expression(condition), power.at, lines)
        return [*lines, f"return {text}"]

    def _values(self) -> None:
        """Write start values, labels of cards, the zones where pieces start, and totals."""
        model, emitter = self.model, self.emitter
        for kind in model.kinds.values():
            if (label := model.card_labels.get(kind.name)) is not None:
                emitter.value_function(python_name("call", kind.name), ["self"], label, names="self")
            for attribute in kind.attributes.values():
                if (starts := model.starts.get(attribute)) is not None:
                    emitter.value_function(python_name("start", kind.name, attribute.name), ["self"], starts)
        for variable in model.variables.values():
            if self.plays(variable.owner) and (starts := model.starts.get(variable)) is not None:
                emitter.value_function(python_name("start_of", variable.key), [], starts)
        for pieces in model.pieces.values():
            if (zone := model.starts.get(pieces)) is not None:
                emitter.value_function(python_name("place", pieces.name), ["self"], zone)
        for total, count in model.counts.items():
            emitter.value_function(python_name("total", total.name), [], count)

    def _flow(self) -> None:
        """Write the conditions of phases, the end of the game, and the score."""
        flow, emitter = self.model.flow, self.emitter
        for phase in flow.phases:
            for what, expression in (("from", phase.first), ("if", phase.condition)):
                if expression is not None:
                    emitter.value_function(python_name(f"phase_{what}", phase.name), [], expression)
            if phase.stop is not None:
                emitter.value_function(python_name("phase_stop", phase.name), ["me"], phase.stop)
        if flow.until is not None:
            emitter.value_function("until", [], flow.until)
        if flow.winners is not None:
            emitter.value_function("winners", [], flow.winners)
            for number, first in enumerate(best_so_far(flow.winners), 1):
                emitter.value_function(f"best_by_{number}", [], first)
        for i, part in enumerate(flow.score):
            if part.value is not None:
                emitter.value_function(f"score_{i}", ["me"], part.value)
                emitter.function(f"score_lines_{i}", ["me"], score_lines(self.writer, part))
