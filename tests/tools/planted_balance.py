"""Finds a planted power: `python -m tests.tools.planted_balance [--trials N] [--deals K] [--jobs J] [--bot BOT]`.

Six invented patrons are about equally strong. In half of the trials one of them earns $4 more: each trial must name
that one as too strong, and nothing else. In the other half none is planted, and none may be named. Every trial has a
seed of its own. Ends with 1 where more than one trial in ten misses what is planted, or any names something else.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import artrules
from artrules.lab.balance.impact import find_impacts
from artrules.lab.balance.make import TOO_STRONG, TOO_WEAK, judge
from artrules.lab.balance.run import Question, find_out
from artrules.lab.parallel.run import run_job

sys.path.insert(0, str(Path(__file__).parents[1]))
from lab.balance.invented import NAMES, write_set

MARGIN = 0.05


def standing_out(folder: Path, planted: int | None, seed: int, deals: int, jobs: int, bot: str) -> list[str]:
    """The titles of the powers that are named as too strong, and as too weak with that before them."""
    ruleset = artrules.load("avant_carde", [write_set(folder, planted)])
    question = Question(2, {"patrons": "invented"}, (bot,) * 2, seed, deals, 0, "powers")
    answer = find_out(ruleset, question, partial(run_job, jobs=jobs))
    impacts = find_impacts(answer.deals, answer.plan, answer.lacked, 0.95, MARGIN)
    for impact in impacts:
        share = impact.share
        print(f"    {impact.subject.title}: {100 * share.value:.1f} ({100 * share.low:.1f} to {100 * share.high:.1f})")
    words = [(judge(impact, MARGIN), impact.subject.title) for impact in impacts]
    return [
        *(title for word, title in words if word == TOO_STRONG),
        *(f"too weak: {title}" for word, title in words if word == TOO_WEAK),
    ]


def main(trials: int, deals: int, jobs: int, bot: str) -> bool:
    """Whether the trials come out right."""
    right = {True: 0, False: 0}
    wrong_names = 0
    numbers = cycle(NAMES)
    with TemporaryDirectory() as folder:
        for trial in range(2 * trials):
            planted = next(numbers) if trial % 2 == 0 else None
            expected = [] if planted is None else [f"{planted}, {NAMES[planted]}"]
            began = time.perf_counter()
            named = standing_out(Path(folder) / str(trial), planted, trial, deals, jobs, bot)
            seconds = time.perf_counter() - began
            print(f"planted: {expected or 'none'}; named: {named or 'none'}; {seconds:.0f} s", flush=True)
            right[planted is not None] += named == expected
            wrong_names += any(name not in expected for name in named)
    print(
        f"found alone in {right[True]} of {trials}, nothing named in {right[False]} of {trials} where none is planted"
    )
    return 10 * right[True] >= 9 * trials and not wrong_names


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.tools.planted_balance", description="Finds a planted power.")
    parser.add_argument("--trials", type=int, default=10, help="with a planted power, and without (default: 10)")
    parser.add_argument("--deals", type=int, default=4000, help="how many deals a trial has (default: 4,000)")
    parser.add_argument("--jobs", type=int, default=1, help="in how many processes")
    parser.add_argument("--bot", default="learned", help="who plays (default: learned)")
    given = parser.parse_args()
    sys.exit(0 if main(given.trials, given.deals, given.jobs, given.bot) else 1)
