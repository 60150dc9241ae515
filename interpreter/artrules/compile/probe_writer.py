"""A writer that puts probes (`probes.py`) into the code it writes."""

from __future__ import annotations

from artrules.compile.layout import Layout
from artrules.compile.probes import Probes
from artrules.compile.statements import StatementWriter
from artrules.ir import nodes as k


class ProbeWriter(StatementWriter):
    """Writes bodies and expressions that record which code runs and how conditions come out."""

    shortcuts = False

    probes: Probes

    def __init__(self, layout: Layout, probes: Probes) -> None:
        super().__init__(layout, probes)
        self.constants |= {"ran": probes.ran, "held": probes.held, "refused": probes.refused}

    def probe(self, node: k.Node) -> list[str]:
        return self._ran(self.probes.of_statement(node))

    def call_probe(self, e: k.Node) -> list[str]:
        return self._ran(self.probes.of_call(e))

    def _ran(self, number: int | None) -> list[str]:
        return [] if number is None else [f"ran(S, {number})"]

    def plain(self, e: k.Expression) -> str:
        number, text = self.probes.of(e), super().plain(e)
        return text if number is None else f"held(S, {number}, {text})"

    def inside(self, e: k.Call, me: str) -> str:
        value = self.layout.model.values[e.function]
        number, text = self.probes.of_call(value), super().inside(e, me)
        return text if number is None else f"(ran(S, {number}) or {text})"

    def through(self, binder: k.Binder) -> tuple[str, k.Expression | None]:
        """Like `Writer.through`, but the whole condition is evaluated at run time, so that probes see all of it."""
        return self.domain(binder), binder.condition
