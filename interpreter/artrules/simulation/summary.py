"""Sums up many games. Except for the speed, the sum is the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from statistics import fmean, median
from typing import Any

from artrules.bots.registry import thinks_by_time
from artrules.simulation.game import Outcome
from artrules.simulation.plan import Plan


@dataclass(frozen=True)
class Rounds:
    """How many rounds games took. Nine games in ten took at most `ninth_decile` rounds."""

    min: int
    median: float
    mean: float
    ninth_decile: int
    max: int


@dataclass(frozen=True)
class PlayerResult:
    """How one seat did. `wins` are those alone, `shared` those with others; a game without a winner is neither."""

    player: int
    wins: int
    shared: int
    mean_score: float


@dataclass(frozen=True)
class Summary:
    """The sum of a simulation. `digest` is a hash of all final positions, in the order of the games."""

    ruleset: str
    content: str
    players: int
    settings: dict[str, Any]
    bots: list[str]
    seed: int
    games: int
    decisions: int
    decisions_per_second: int
    rounds: Rounds
    results: list[PlayerResult]
    won_by_nobody: int
    """In how many games nobody wins."""
    stalled: int
    digest: str
    reproducible: bool
    """Whether the same arguments give the same games again: not where a bot thinks for a time."""

    def as_data(self) -> dict[str, Any]:
        """The summary as plain data. Its keys are a promise."""
        return asdict(self)


def sum_up(
    ruleset: str, content: str, plan: Plan, settings: dict[str, Any], outcomes: Sequence[Outcome], seconds: float
) -> Summary:
    """Sum up games that were played in some seconds."""
    decisions = sum(o.decisions for o in outcomes)
    rounds = sorted(o.rounds for o in outcomes)
    digest = blake2b(digest_size=16)
    for outcome in outcomes:
        digest.update(outcome.digest.encode())
    return Summary(
        ruleset,
        content,
        plan.players,
        settings,
        list(plan.bots),
        plan.seed,
        len(outcomes),
        decisions,
        round(decisions / seconds) if seconds > 0 else 0,
        Rounds(rounds[0], median(rounds), round(fmean(rounds), 2), rounds[(len(rounds) * 9 - 1) // 10], rounds[-1]),
        [_of_player(p, outcomes) for p in range(1, plan.players + 1)],
        sum(not o.winners for o in outcomes),
        sum(o.stalled for o in outcomes),
        digest.hexdigest(),
        not any(map(thinks_by_time, plan.bots)),
    )


def _of_player(player: int, outcomes: Sequence[Outcome]) -> PlayerResult:
    won = [o for o in outcomes if player in o.winners]
    alone = sum(len(o.winners) == 1 for o in won)
    mean = round(fmean(o.scores[player - 1] for o in outcomes), 2)
    return PlayerResult(player, alone, len(won) - alone, mean)
