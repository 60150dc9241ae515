"""`python -m tests.tools.open_spiel_interface.equal_time [NAME …]`: a bot of ours against OpenSpiel's search at equal
processor time, in games that both engines have.

Each game is played in lockstep (`tests/tools/lockstep`): our bot sees our game, and OpenSpiel's information set Monte
Carlo tree search its own, in C++, through its interface for bots. So each thinks as fast as it can. Each deal is played
twice, with seats exchanged; our bot has every other seat. Its share of the wins and how many points it is ahead by are
one observation for a deal. Settings are the first of those that vary in lockstep: in Hearts no cards are passed, for
there their search crashes when they are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from time import thread_time

import pyspiel

import artrules
from artrules.lab.bots.registry import make_bot, prepare_thinking
from artrules.lab.matches.deal import ClockedBot
from artrules.lab.matches.sequential import confidence_interval
from artrules.play.game.decision import Decision
from artrules.play.game.seat import Seat

from ..lockstep.games import GAMES as OTHERS
from ..lockstep.games import Pair
from ..lockstep.melds import MELDS
from ..lockstep.play import Played, loaded

SPREADS = {"hearts": 10.0, "gin_rummy": 30.0}
"""By game how much is explored: the constant of UCT, about the spread of what players get there."""
FIRST_SIMULATIONS = 50
NORMAL = 1.96
"""Within so many standard errors 95 % of a normal distribution lie."""


class Timed:
    """Their search, which takes a number of simulations: as many as would have taken the time at its decision before,
    but at most twice as many as there: in a game the times of simulations differ."""

    def __init__(self, game: pyspiel.Game, explored: float, seconds: float, seed: int) -> None:
        self.explored, self.allowed, self.seed = explored, seconds, seed
        self.by_observation = not game.get_type().provides_information_state_string
        self.decisions, self.simulations, self.seconds = 0, 0, 0.0
        self._at_once = FIRST_SIMULATIONS

    def choose(self, state: pyspiel.State) -> int:
        """Its action in a state in which there are several."""
        self.decisions += 1
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed + self.decisions)
        bot = pyspiel.ISMCTSBot(
            self.seed + self.decisions,
            evaluator,
            self.explored,
            self._at_once,
            final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            use_observation_string=self.by_observation,
            allow_inconsistent_action_sets=self.by_observation,  # an observation doesn't say all that is offered
        )
        before = thread_time()
        action = int(bot.step(state))
        took = thread_time() - before
        self.seconds += took
        self.simulations += self._at_once
        self._at_once = max(1, round(self._at_once * min(2, self.allowed / took)))
        return action


class Rivals(Played):
    """A game between our bot, which has every other of their players from `first` on, and their search."""

    part_steered = 0.0

    def __init__(self, pair: Pair, deal: int, first: int, spec: str, theirs: Timed) -> None:
        self.first, self.theirs, self.bots = first, theirs, {}
        for player in range(1, max(pair.players) + 1):
            self.bots[player] = ClockedBot(make_bot(spec, deal, player))
        super().__init__(pair, deal)

    def _dealt(self, deal: int) -> artrules.Game:
        return loaded(self.pair.ours).new_game(
            players=self.players, seed=deal, settings=self.settings, log=False, knowledge=True, single_options=True
        )

    def preferred(self, number: int, decision: Decision, options: Mapping[int, Sequence[str]]) -> int:
        """The action of whoever has the player."""
        if len(options) == 1:
            return next(iter(options))
        if number % 2 != self.first:
            action = self.theirs.choose(self.state)
            return action if action in options else self.chance.choice(sorted(options))
        by_label = {labels[0]: action for action, labels in options.items()}
        among = [option.index for option in decision.options if option.label in by_label]
        offered = decision if len(among) == len(decision.options) else decision.narrowed(among)
        return by_label[self.bots[decision.player].choose(offered, Seat(self.game, decision.player)).label]


@dataclass
class Result:
    """What has come of some deals."""

    pair: Pair
    spec: str
    shares: list[float] = field(default_factory=list)
    """By deal: the part of the wins that our bot has, ½ where both are as good."""
    leads: list[float] = field(default_factory=list)
    """By deal: how many points more a player of our bot has got, on average."""
    decisions: int = 0
    seconds: float = 0.0

    def play(self, deal: int, theirs: Timed) -> str:
        """Play a deal with seats exchanged. Gives how the engines differ, where they do; then it doesn't count."""
        shares, leads = [], []
        seed = deal * len(self.pair.players) * len(self.pair.varying)  # these have the first settings
        for first in (0, 1):
            game = Rivals(self.pair, seed, first, self.spec, theirs)
            if game.account.difference:
                return game.account.difference
            got = game.state.returns()
            ours, others = got[first::2], got[1 - first :: 2]
            best = max(got)
            shares.append(ours.count(best) / got.count(best))
            leads.append(fmean(ours) - fmean(others))
            self.decisions += sum(bot.decisions for bot in game.bots.values())
            self.seconds += sum(bot.seconds for bot in game.bots.values())
        self.shares.append(fmean(shares))
        self.leads.append(fmean(leads))
        return ""

    def row(self, theirs: Timed) -> str:
        """The line of the table in `docs/study/bots.md`."""
        share, interval = fmean(self.shares), confidence_interval(self.shares, 2)
        error = NORMAL * stdev(self.leads) / sqrt(len(self.leads))
        cells = [
            self.pair.ours,
            f"`{self.spec}`",
            str(2 * len(self.shares)),
            f"{100 * share:.0f} % ({100 * interval.low:.0f} % to {100 * interval.high:.0f} %)",
            f"{fmean(self.leads):+.1f} ± {error:.1f}",
            f"{1000 * self.seconds / self.decisions:.0f}",
            f"{1000 * theirs.seconds / theirs.decisions:.0f}",
            f"{theirs.simulations / theirs.decisions:,.0f}",
        ]
        return f"| {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.open_spiel_interface.equal_time", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SPREADS)} (default: all)")
    parser.add_argument("--bot", default="search", help="our bot, which takes `time` (default: search)")
    parser.add_argument("--time", type=float, default=0.05, metavar="SECONDS", help="for a decision (default: 0.05)")
    parser.add_argument("--deals", type=int, default=20, help="so many deals, each played twice (default: 20)")
    parser.add_argument("--explored", type=float, help="the constant of UCT (default: one that suits the game)")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.names) - set(SPREADS):
        parser.error(f"no game of both engines: {', '.join(sorted(unknown))}")
    for name in chosen.names or SPREADS:
        pair = (OTHERS | MELDS)[name]
        result = Result(pair, f"{chosen.bot}:time={chosen.time:g}")
        settings = {**pair.settings, **pair.varying[0]}
        game = loaded(name).new_game(pair.players[0], 0, settings=settings, log=False, knowledge=True)
        prepare_thinking(game, [result.spec])
        there = pyspiel.load_game(pair.theirs(pair.players[0], settings))
        theirs = Timed(there, chosen.explored or SPREADS[name], chosen.time, 1)
        for deal in range(chosen.deals):
            if difference := result.play(deal, theirs):
                print(f"{name}, deal {deal}: {difference}", file=sys.stderr)
        print(result.row(theirs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
