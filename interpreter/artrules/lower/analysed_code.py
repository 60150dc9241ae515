"""What is known of the code in play before any of it is lowered. It depends on the sets in play alone, so programs for
other numbers of players and other settings share it."""

from __future__ import annotations

from functools import lru_cache

from artrules.analyses.power_tests import PowerTests
from artrules.ir.model import Model
from artrules.lower.collect import CodeInPlay
from artrules.lower.failures import FailureAnalysis, mark_failures
from artrules.lower.liveness import compute_liveness
from artrules.lower.relevance import Relevance


class AnalysedCode:
    """The code in play as graphs of blocks, each with what its frame must hold and whether it may fail; what of the
    state can still affect whether something fails. Nothing here changes once it is made."""

    def __init__(self, model: Model, in_play: frozenset[str]) -> None:
        self.code = CodeInPlay(model, {None, *in_play})
        for graph in self.code.graphs.values():
            compute_liveness(graph)
        mark_failures(self.code.graphs, model)
        self.failing = FailureAnalysis(self.code.graphs, model)
        self.relevance = Relevance(self.code.graphs, self.failing, PowerTests(model.powers), self.code.watches)


@lru_cache(maxsize=4)  # who lowers many programs rarely comes back to sets that were in play long ago
def analyse_code(model: Model, in_play: frozenset[str]) -> AnalysedCode:
    """What is known of the code of some sets."""
    return AnalysedCode(model, in_play)
