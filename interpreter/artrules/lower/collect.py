"""Collects the code that may ask: which bodies become graphs, and the watches and questions in the code."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from artrules.analyses.decision_points import DecisionAnalysis
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.code import name_of_procedure
from artrules.ir.model import Model
from artrules.lower.graphs import Block, BlockBuilder, Decide, Graph


class CodeInPlay:
    """The code of one configuration. `in_play` are the owners of code that is in play: sets, and None for the game.

    `graphs` are by key: that of a procedure, or what the code belongs to and its name, such as `power 3`. `watches` and
    `asks`, the questions that several players are asked at once, are by number.
    """

    def __init__(self, model: Model, in_play: Container[str | None]) -> None:
        self.model = model
        self.in_play = in_play
        self.graphs: dict[str, Graph] = {}
        self._deciding = DecisionAnalysis(model, lambda owner: owner in in_play)
        self._builder = BlockBuilder(self._deciding)
        self._watches: dict[str, k.Watch] = {}
        self._asks: dict[str, k.Ask] = {}
        self.later_owners: dict[str, str] = {}
        """The declarations that watches and questions belong to, by identity."""
        self._collect()

    @property
    def watches(self) -> list[k.Watch]:
        return list(self._watches.values())

    @property
    def watch_numbers(self) -> dict[str, int]:
        """The numbers of watches, by identity."""
        return {identity: number for number, identity in enumerate(self._watches)}

    @property
    def asks(self) -> list[k.Ask]:
        return list(self._asks.values())

    @property
    def ask_numbers(self) -> dict[str, int]:
        """The numbers of questions, by identity."""
        return {identity: number for number, identity in enumerate(self._asks)}

    @property
    def blocks(self) -> list[Block]:
        return [block for graph in self.graphs.values() for block in graph.blocks]

    @property
    def decisions(self) -> list[tuple[Block, Decide]]:
        return [(block, block.end) for block in self.blocks if isinstance(block.end, Decide)]

    @property
    def block_count(self) -> int:
        """How many numbers of blocks there are, with those of the engine's own frames."""
        return self._builder.next_number

    def _collect(self) -> None:
        model = self.model
        for procedure in model.procedures.values():
            body = self._in_play(model.bodies[procedure])
            if procedure.owner in self.in_play and self._deciding.body(body):
                self._add(
                    procedure.key,
                    name_of_procedure(procedure),
                    procedure.at,
                    [local.name for local in model.locals[procedure]],
                    body,
                )
        for power in model.powers:
            if power.owner in self.in_play:
                self._add(f"power {power.index}", f"power {power.key}", power.at, ["self"], model.bodies[power])
        for phase in model.flow.phases:
            self._add(f"phase {phase.name}", f"phase {phase.name}", phase.at, [], phase.body)
        for when, steps in (("setup", model.flow.setup), ("final", model.flow.final)):
            for step in steps:
                self._add(f"{when} {step.name}", f"{when} {step.name}", step.at, [], step.body)
        for procedure in model.procedures.values():
            if procedure.owner in self.in_play and procedure.key not in self.graphs:
                self._note_watches(name_of_procedure(procedure), model.bodies[procedure])
        waiting: list[k.Watch | k.Ask] = [*self._watches.values(), *self._asks.values()]
        while waiting:
            later = waiting.pop(0)
            known = {*self._watches, *self._asks}
            names = [local.name for local in later.captured]
            what = "ask"
            if isinstance(later, k.Watch):
                what, names = "watch", [later.happening.name, *names, "watch"]
            self._add(f"{what} {later.identity}", self.later_owners[later.identity], later.at, names, later.body)
            waiting += [watch for identity, watch in self._watches.items() if identity not in known]
            waiting += [ask for identity, ask in self._asks.items() if identity not in known]

    def _add(self, key: str, of: str, at: Span, parameters: list[str], body: k.Body) -> None:
        self.graphs[key] = self._builder.build(key, of, at, parameters, body)
        self._note_watches(of, body)

    def _note_watches(self, of: str, body: k.Body) -> None:
        for node in k.walk(body):
            if isinstance(node, k.Watch):
                self._watches.setdefault(node.identity, node)
                self.later_owners.setdefault(node.identity, of)
            if isinstance(node, k.Ask):
                self._asks.setdefault(node.identity, node)
                self.later_owners.setdefault(node.identity, of)

    def _in_play(self, body: k.Body) -> k.Body:
        """A body whose menus lack the entries of sets that aren't in play."""
        return tuple(
            replace(s, branches=tuple(b for b in s.branches if b.owner in self.in_play))
            if isinstance(s, k.Choose) and any(b.owner for b in s.branches)
            else s
            for s in body
        )
