"""`python -m tests.tools.benchmarks.agreement`: the engine written by hand and artrules play many games in lockstep."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache

import artrules
from artrules.play.ruleset import Ruleset

from .lockstep import Disagreement, play_both

Job = tuple[int, int, bool, int]
"""Players, seed, whether they are eager, and at each how many decisions the labels are compared."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and say whether they agree; 1 if any doesn't."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.agreement", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="so many seeds, each for every number of players")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5], choices=range(2, 6))
    parser.add_argument("--eager", action="store_true", help="players seldom stop, so that powers meet more often")
    parser.add_argument("--labels", type=int, default=1, help="compare labels at every so many decisions")
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args(arguments)
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    jobs = [(players, seed, chosen.eager, chosen.labels) for seed in seeds for players in chosen.players]
    made = failed = 0
    for number, outcome in enumerate(_outcomes(jobs, chosen.processes), 1):
        if isinstance(outcome, str):
            failed += 1
            print(outcome, flush=True)
        else:
            made += outcome
        if number % 100 == 0 or number == len(jobs):
            print(f"{number} of {len(jobs)} games, {made} choices, {failed} disagreements", file=sys.stderr, flush=True)
    print(f"{len(jobs)} games, {made} choices: {failed or 'no'} disagreements")
    return 1 if failed else 0


def _outcomes(jobs: list[Job], processes: int) -> Iterator[int | str]:
    if processes == 1:
        yield from map(_play, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_play, jobs, chunksize=10)


def _play(job: Job) -> int | str:
    """How many choices were made, or the disagreement."""
    players, seed, eager, labels = job
    try:
        return play_both(_ruleset(), players, seed, eager=eager, labels_each=labels)
    except Disagreement as found:
        return str(found)


@lru_cache
def _ruleset() -> Ruleset:
    return artrules.load("avant_carde")


if __name__ == "__main__":
    sys.exit(main())
