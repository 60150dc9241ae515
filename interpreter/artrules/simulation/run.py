"""Plays the games of a plan and sums them up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

from artrules.bots.registry import plugin_of, thinks_by_time
from artrules.diagnostics.errors import ContentError
from artrules.parallel.job import Job
from artrules.parallel.run import Run, run_job
from artrules.plugins.problem import PluginProblem
from artrules.ruleset import Ruleset
from artrules.simulation.game import Failure, Outcome, play_one
from artrules.simulation.outcome_data import outcome_from, play_as_data
from artrules.simulation.plan import Plan
from artrules.simulation.summary import Summary, sum_up

Each = Callable[[Outcome], None]
"""Called with the result of each game, in order."""


class SimulationFault(ContentError):
    """The content made a mistake in one of the games: `seed` is that game's seed, `index` its number, counted from
    0."""

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
    run: Run = run_job,
    each: Each | None = None,
    dearest: int = 0,
) -> Summary:
    """Play games and sum them up; `bots` names one for each seat, `each` is called with the result of every game, which
    holds so many of its `dearest` decisions (`dearest.py`).

    `run` plays them: `partial(run_job, jobs=2)`, say, in two processes. Where it ends early, the sum is of fewer games.
    Raises SimulationFault for the first game that fails. Raises PluginProblem for a plugin's bot that fails, or that
    plays the first game differently when it is played again. Raises ValueError where there is no game at all.
    """
    plan = Plan(players, seed, dict(settings or {}), tuple(bots or ["uniform"] * players), dearest)
    began = perf_counter()
    outcomes: list[Outcome] = []
    for outcome in run(ruleset, Job(play_as_data, plan, games, outcome_from)):
        if isinstance(outcome, Failure):
            raise SimulationFault(outcome)
        if not outcomes:
            _see_if_bots_repeat(ruleset, plan, outcome)
        outcomes.append(outcome)
        if each is not None:
            each(outcome)
    if not outcomes:
        raise ValueError("no game was played")
    chosen = ruleset.settings_told(players, plan.settings)
    return sum_up(ruleset.name, ruleset.content_hash, plan, chosen, outcomes, perf_counter() - began)


def _see_if_bots_repeat(ruleset: Ruleset, plan: Plan, first: Outcome) -> None:
    """See that plugins' bots play the first game the same again. A bot might depend on time or on the order of a set;
    then no result could be repeated. Where a bot thinks for a time, none can."""
    if any(map(thinks_by_time, plan.bots)):
        return
    plugins = {name: plugin for name in plan.bots if (plugin := plugin_of(name)) is not None}
    if plugins and play_one(ruleset, plan, first.index) != first:
        bots = " or ".join(f"the bot `{name}` of {plugin.label}" for name, plugin in plugins.items())
        raise PluginProblem(f"{bots} is not deterministic: the first game ends otherwise when it is played again")
