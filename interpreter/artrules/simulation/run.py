"""Plays the games of a plan and sums them up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

from artrules.diagnostics.errors import ContentError
from artrules.ruleset import Ruleset
from artrules.simulation.jobs import play_all
from artrules.simulation.one_game import Failure, Outcome
from artrules.simulation.plan import Plan
from artrules.simulation.summary import Summary, sum_up

Progress = Callable[[int], None]
"""Told after each game how many are done."""


class SimulationFault(ContentError):
    """The content was at fault in one of the games: `seed` is that game's, `index` counts it from 0."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.diagnostics)
        self.index = failure.index
        self.seed = failure.seed


def simulate(
    ruleset: Ruleset,
    players: int,
    games: int,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    *,
    bots: Sequence[str] | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Summary:
    """Play games and sum them up; `bots` names one for each seat.

    Raises SimulationFault for the first game that fails.
    """
    plan = Plan(players, games, seed, dict(settings or {}), tuple(bots or ["uniform"] * players))
    began = perf_counter()
    outcomes: list[Outcome] = []
    for outcome in play_all(ruleset, plan, jobs):
        if isinstance(outcome, Failure):
            raise SimulationFault(outcome)
        outcomes.append(outcome)
        if progress is not None:
            progress(len(outcomes))
    _, chosen = ruleset.runtime(players, plan.settings)
    return sum_up(ruleset.name, ruleset.content_hash, plan, chosen, outcomes, perf_counter() - began)
