"""Lowers the functions that begin graphs: procedures that ask, powers, phases, steps of the setup and of the end,
watches, questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from artrules.lower import graphs as g
from artrules.lower.blocks import BlockLowering, waits
from artrules.lower.builder import Builder
from artrules.lower.collect import CodeInPlay
from artrules.lower.cut_points import callees_first
from artrules.lower.names import generated
from artrules.lower.straight_code import FunctionLowering, take_captured
from artrules.lower.tables import ENGINE_FRAME_WORDS
from artrules.machine.numbers import ASKED
from artrules.machine_code import nodes as m

ROOM_IN_POWERS = 56
"""Words that the machine keeps free on the stack for the code of a power or of a watch (`machine/powers.py`)."""
ROOM_BETWEEN = 4000
"""Words that are certainly free where neither is in progress."""


def lower_entries(functions: FunctionLowering, blocks: BlockLowering, code: CodeInPlay) -> None:
    """Lower them all."""
    Entries(functions, blocks, code).all()


class Entries:
    """The functions that begin graphs."""

    def __init__(self, functions: FunctionLowering, blocks: BlockLowering, code: CodeInPlay) -> None:
        self.functions = functions
        self.blocks = blocks
        self.code = code
        self.words = stack_words(code.graphs)

    def all(self) -> None:
        """Lower them all."""
        model, graphs = self.code.model, self.code.graphs
        for procedure in model.procedures.values():
            if procedure.key in graphs:
                parameters = ["me", *(local.name for local in model.locals[procedure])]
                self._enter(generated("p", procedure.key), parameters, graphs[procedure.key])
        for power in model.powers:
            graph = graphs.get(f"power {power.index}")
            if graph is not None:
                name = self._enter(f"power_{power.index}", ["me", "self"], graph, ROOM_IN_POWERS)
                self.functions.name("run_power", power.index, name)
        flow = model.flow
        for number, phase in enumerate(flow.phases):
            name = generated("phase", phase.name)
            self._enter(name, ["me"], graphs[f"phase {phase.name}"], ROOM_BETWEEN)
            self.functions.name("phase_body", number, name)
        for when, steps in (("setup", flow.setup), ("final", flow.final)):
            for number, step in enumerate(steps):
                name = self._enter(f"{when}_{number}", [], graphs[f"{when} {step.name}"], ROOM_BETWEEN)
                self.functions.name(f"{when}_step", number, name)
        for number, watch in enumerate(self.code.watches):
            graph = graphs[f"watch {watch.identity}"]
            b = Builder(graph.of)
            take_captured(b, watch.captured, graph.entry.needs)
            parameters = ["me", watch.happening.name, "values", "watch"]
            name = self._enter(f"watch_{number}", parameters, graph, ROOM_IN_POWERS, b, f"watch {watch.identity}")
            self.functions.name("run_watch", number, name)

        for number, ask in enumerate(self.code.asks):
            graph = graphs[f"ask {ask.identity}"]
            b = Builder(graph.of)
            take_captured(b, ask.captured, graph.entry.needs)
            name = self._enter(f"ask_{number}", ["me", "values"], graph, ROOM_BETWEEN, b, f"question {ask.identity}")
            self.functions.name("run_question", number, name)

    def _enter(
        self,
        name: str,
        parameters: Sequence[str],
        graph: g.Graph,
        room: int | None = None,
        b: Builder | None = None,
        about: str = "body",
    ) -> str:
        """Lower the function that begins a graph. `room` is how many words are certainly free on the stack; None where
        the caller sees to it. `b` has what the function does first."""
        b = b or Builder(graph.of)
        if room is not None and self.words[graph] > room:
            b.call("check_stack", m.Const(self.words[graph]))
            b.check_status()
        if "me" in graph.entry.needs and "me" not in parameters:
            b.assign("me", m.Name("NONE"))
        self.blocks.enter(b, graph)
        return self.functions.add(b, name, parameters, about)


def stack_words(graphs: Mapping[str, g.Graph]) -> dict[g.Graph, int]:
    """For each graph, the most words that its frames and those of the procedures that it calls may take on a stack."""
    words: dict[g.Graph, int] = {}
    for graph in callees_first(graphs):
        words[graph] = max(len(block.needs) + 1 + _words_above(block, graphs, words) for block in graph.blocks)
    return words


def _words_above(block: g.Block, graphs: Mapping[str, g.Graph], words: Mapping[g.Graph, int]) -> int:
    """The words that lie on the stack while the code runs that a block calls."""
    match block.end:
        case g.CallProcedure(perform=perform, after=after):
            own = len(after.needs) + 1 if waits(after) else 0
            return own + words[graphs[perform.procedure.key]]
        case g.CallPower(after=after) | g.CallWatches(after=after):
            return len(after.needs) + 1
        case g.AskAtOnce(after=after):
            return len(after.needs) + 1 + ENGINE_FRAME_WORDS[ASKED]
    return 0
