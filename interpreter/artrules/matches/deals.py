"""The deals of a plan in order, wherever they are played."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NoReturn

from artrules.diagnostics.errors import ContentError
from artrules.game.decision import GameFault
from artrules.matches.deal import game_from, play_deal, play_game
from artrules.matches.plan import MatchPlan, deal_seed
from artrules.matches.summary import Deal
from artrules.parallel.job import Job
from artrules.parallel.run import Run, run_job
from artrules.record import dataclass
from artrules.ruleset import Ruleset


class MatchFault(ContentError):
    """The content made a mistake in one of the games: `seed` is that game's, `bots` are who played, in the order of
    seats."""

    def __init__(self, fault: ContentError, seed: int, bots: Sequence[str]) -> None:
        super().__init__(fault.diagnostics)
        self.seed = seed
        self.bots = bots


class UnrepeatedFault(Exception):
    """A game failed that doesn't fail when it is played again: its bots look at the clock."""


def deals_of(ruleset: Ruleset, plan: MatchPlan, count: int, run: Run = run_job) -> Generator[Deal, None, None]:
    """So many parts of a plan, in order, played by `run`; fewer where it ends early. Closing the iterator ends the
    work. Raises MatchFault, and PluginProblem."""
    for index, part in enumerate(run(ruleset, Job(play_deal, plan, count, _read))):
        if isinstance(part, _Fault):
            _fail(ruleset, plan, index, part.seat)
        yield part


def _read(data: Any) -> Deal | _Fault:
    """The games of a deal, out of what `play_deal` gives. Raises ValueError, TypeError or LookupError for anything
    else."""
    for game in data:
        if "fault" in game:
            return _Fault(game["seat"])
    if not data:
        raise ValueError("a deal has games")
    return [game_from(game) for game in data]


@dataclass(frozen=True, slots=True)
class _Fault:
    """A game failed in which the bot had this seat."""

    seat: int


def _fail(ruleset: Ruleset, plan: MatchPlan, index: int, seat: int) -> NoReturn:
    """Raise MatchFault for a game that has failed, perhaps in another process: it is played again for the
    diagnostics."""
    deal, pairing = plan.part(index)
    seed, bots = deal_seed(plan.seed, deal), plan.bots(pairing, seat)
    try:
        play_game(ruleset, plan, index, seat)
    except GameFault as fault:
        raise MatchFault(fault, seed, bots) from None
    raise UnrepeatedFault(f"the game with seed {seed} failed, and didn't when it was played again ({', '.join(bots)})")
