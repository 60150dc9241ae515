"""Finds a planted power: `python -m tests.tools.planted_balance [--deals K] [--jobs J] [--bot BOT]`.

Six invented patrons are about equally strong. In some trials one of them earns $2 more. Each trial must name that one
as too strong, and nothing else; where none is planted, it must name none. A second run in another number of processes
must give the same figures. Ends with 1 where a trial fails.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import artrules
from artrules.lab.balance.impact import find_impacts
from artrules.lab.balance.make import TOO_STRONG, TOO_WEAK, judge
from artrules.lab.balance.run import Question, find_out
from artrules.lab.parallel.run import run_job

sys.path.insert(0, str(Path(__file__).parents[1]))
from lab.balance.invented import NAMES, write_set

TRIALS = (2, 5, 7, None)
"""The numbers of the patrons that are planted; None for none."""
MARGIN = 0.05


def standing_out(
    folder: Path, planted: int | None, deals: int, jobs: int, bot: str
) -> tuple[list[str], list[str], object]:
    """The titles of the powers that are named as too strong and as too weak, and all figures."""
    ruleset = artrules.load("avant_carde", [write_set(folder, planted)])
    question = Question(2, {"patrons": "invented"}, (bot,) * 2, 0, deals, 0, "powers")
    answer = find_out(ruleset, question, partial(run_job, jobs=jobs))
    impacts = find_impacts(answer.deals, answer.plan, answer.lacked, 0.95, MARGIN)
    strong, weak = ([i.subject.title for i in impacts if judge(i, MARGIN) == word] for word in (TOO_STRONG, TOO_WEAK))
    for impact in impacts:
        print(
            f"    {impact.subject.title}: {100 * impact.share.value:.1f} ({100 * impact.share.low:.1f} to "
            f"{100 * impact.share.high:.1f}), {judge(impact, MARGIN)}"
        )
    return strong, weak, impacts


def main(deals: int, jobs: int, bot: str) -> bool:
    """Whether all trials come out right."""
    right = True
    with TemporaryDirectory() as folder:
        for planted in TRIALS:
            expected = [] if planted is None else [f"{planted}, {NAMES[planted]}"]
            print(f"planted: {expected or 'none'}")
            began = time.process_time()
            strong, weak, figures = standing_out(Path(folder) / str(planted), planted, deals, 1, bot)
            seconds = time.process_time() - began
            good = strong == expected and not weak
            told = f"too strong: {strong or 'none'}, too weak: {weak or 'none'}"
            print(f"    {told}; {seconds:.0f} s: {'right' if good else 'WRONG'}")
            right &= good
            if jobs > 1:
                same = standing_out(Path(folder) / str(planted), planted, deals, jobs, bot)[2] == figures
                print(f"    in {jobs} processes: {'the same figures' if same else 'OTHER FIGURES'}")
                right &= same
    return right


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.tools.planted_balance", description="Finds a planted power.")
    parser.add_argument("--deals", type=int, default=6000, help="how many deals a trial has (default: 6,000)")
    parser.add_argument("--jobs", type=int, default=1, help="in how many processes the second run of a trial is")
    parser.add_argument("--bot", default="uniform", help="who plays (default: uniform)")
    given = parser.parse_args()
    sys.exit(0 if main(given.deals, given.jobs, given.bot) else 1)
