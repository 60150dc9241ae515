"""The back end's writer with probes in what it writes (`probes.py`)."""

from __future__ import annotations

from artrules.compile.layout import Layout
from artrules.compile.probes import Probes
from artrules.compile.statements import StatementWriter
from artrules.ir import nodes as k


class ProbingWriter(StatementWriter):
    """Writes bodies and expressions that tell what runs and how conditions come out."""

    shortcuts = False

    probes: Probes

    def __init__(self, layout: Layout, probes: Probes) -> None:
        super().__init__(layout, probes)
        self.constants |= {"ran": probes.ran, "held": probes.held, "refused": probes.refused}

    def telling(self, node: k.Node) -> list[str]:
        return self._told(self.probes.of_statement(node))

    def telling_call(self, e: k.Node) -> list[str]:
        return self._told(self.probes.of_call(e))

    def _told(self, number: int | None) -> list[str]:
        return [] if number is None else [f"ran(S, {number})"]

    def plain(self, e: k.Expression) -> str:
        number, text = self.probes.of(e), super().plain(e)
        return text if number is None else f"held(S, {number}, {text})"

    def inside(self, e: k.Call, me: str) -> str:
        value = self.layout.model.values[e.function]
        number, text = self.probes.of_call(value), super().inside(e, me)
        return text if number is None else f"(ran(S, {number}) or {text})"

    def through(self, binder: k.Binder) -> tuple[str, k.Expression | None]:
        """Every condition is asked as it is written, that on powers too."""
        return self.domain(binder), binder.condition
