"""`python -m tests.tools.lockstep [NAME …] [--decisions N]` plays our games and OpenSpiel's in lockstep.

Every other game is steered to something rare. It needs OpenSpiel (`docs/inside/performance.md`).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import count

from ..benchmarks.open_spiel.theirs import is_installed
from .dou_dizhu import DOU_DIZHU
from .games import GAMES as OTHERS
from .games import Pair
from .klondike import KLONDIKE
from .melds import MELDS
from .play import play_both
from .poker import POKER

GAMES = OTHERS | MELDS | POKER | KLONDIKE | DOU_DIZHU
MOST_TOLD = 5
"""So many differences of a game are told."""
MOST_LONGER = 10
"""So many times the decisions are compared for the sake of what is rare."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.lockstep", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--decisions", type=int, default=100_000, help="at least so many of each game")
    parser.add_argument("--times", type=int, default=1, help="how often all that is rare must have come at least")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.names) - set(GAMES):
        parser.error(f"no game of both engines: {', '.join(sorted(unknown))}")
    if not is_installed():
        parser.error("OpenSpiel isn't installed: pip install -e '.[benchmarks]'")
    return max([play_many(GAMES[name], chosen.decisions, chosen.times) for name in chosen.names or GAMES])


def play_many(pair: Pair, decisions: int, times: int) -> int:
    """Play games until so many decisions were compared, and what is rare has come so many times, and tell what came of
    it; 1 if any game differs, or if something that is rare hasn't come so often in ten times as many decisions."""
    made, differing, events, seeds = 0, 0, Counter[str](dict.fromkeys(pair.rare, 0)), count()
    while made < decisions or (
        made < MOST_LONGER * decisions and min((events[event] for event in pair.rare), default=times) < times
    ):
        seed = next(seeds)
        account = play_both(pair, seed)
        made += account.decisions
        events.update(account.events)
        if account.difference:
            differing += 1
            if differing <= MOST_TOLD:
                print(
                    f"{pair.ours}, seed {seed}, after {account.decisions} decisions: {account.difference}", flush=True
                )
            if differing == MOST_TOLD * 4:
                break
    counts = "".join(f"; {event} {number} times" for event, number in events.items())
    print(f"{pair.ours}: {next(seeds)} games, {made} decisions, {differing} of the games differ{counts}", flush=True)
    missing = [event for event in pair.rare if events[event] < times]
    if missing:
        print(f"{pair.ours}: not often enough: {', '.join(missing)}; more decisions may bring it", flush=True)
    return 1 if differing or missing else 0


if __name__ == "__main__":
    sys.exit(main())
