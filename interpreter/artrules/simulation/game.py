"""Plays one game of a simulation and reduces it to what is counted."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.bots.playout import run_playout
from artrules.bots.registry import any_thinks, make_bots
from artrules.diagnostics.diagnostic import Diagnostic
from artrules.game.decision import GameFault
from artrules.game.game import Game
from artrules.ruleset import Ruleset
from artrules.simulation.dearest import Costs, DearDecision, NotingBot, dearest
from artrules.simulation.plan import Plan, game_seed


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game. Players count from 1; `scores` and `parts` (points by label) are in the order of seats."""

    index: int
    seed: int
    decisions: int
    rounds: int
    stalled: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    digest: str
    parts: tuple[dict[str, int], ...] = ()
    dearest: tuple[DearDecision, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that a mistake of the content ended."""

    index: int
    seed: int
    diagnostics: tuple[Diagnostic, ...]


def play_one(ruleset: Ruleset, plan: Plan, index: int) -> Outcome | Failure:
    """Play the game of a plan with a number, counted from 0."""
    seed = game_seed(plan.seed, index)
    costs = Costs(seed)
    try:
        knowledge = any_thinks(plan.bots)
        game = ruleset.new_game(plan.players, seed, plan.settings, log=False, knowledge=knowledge)
        decisions = _play(game, plan, costs)
    except GameFault as fault:
        return Failure(index, seed, tuple(fault.diagnostics))
    result = game.result
    assert result is not None
    return Outcome(
        index,
        seed,
        decisions,
        result["rounds"],
        result["stalled"],
        tuple(result["winners"]),
        tuple(score["total"] for score in result["scores"]),
        game.digest(),
        tuple(score["parts"] for score in result["scores"]),
        tuple(dearest(costs.noted.values(), plan.dearest)),
    )


def _play(game: Game, plan: Plan, costs: Costs) -> int:
    """Play a game to its end; gives the number of decisions made."""
    if set(plan.bots) == {"uniform"} and not plan.dearest:
        return game.play("uniform", seed=costs.seed)
    bots = make_bots(plan.bots, costs.seed)
    return run_playout(game, [NotingBot(bot, costs.note) for bot in bots] if plan.dearest else bots)
