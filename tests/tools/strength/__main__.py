"""`python -m tests.tools.strength`: plays bots against each other in every shipped game, and remakes the table in
`docs/study/bots.md`.

What was played is kept, so the work can be done in portions: `--budget` says how many minutes there are now. Rows that
are finished aren't played again, unless the content has changed or `--anew` says so.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import artrules
from artrules.lab.matches.match import play_match
from artrules.play.ruleset import Ruleset

from .keep import FILE, Budget, Keeper, KeptRun
from .rows import Row, shipped, usual_rows
from .table import PAGE, put_into_page, table


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.strength", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="shipped rulesets (default: all)")
    parser.add_argument("--bot", metavar="BOT", help="only the rows of this bot")
    parser.add_argument("--budget", type=float, default=60, metavar="MINUTES", help="minutes there are (default: 60)")
    parser.add_argument("--long", action="store_true", help="also 20 games each at half a second a decision")
    parser.add_argument("--anew", action="store_true", help="play finished rows again")
    parser.add_argument("--kept", type=Path, default=FILE, metavar="FILE", help="where to keep what was played")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page with the table")
    chosen = parser.parse_args(arguments)
    unknown = set(chosen.names) - set(shipped())
    if unknown:
        parser.error(f"no shipped ruleset: {', '.join(sorted(unknown))}")
    if not chosen.budget > 0:
        parser.error("--budget is a number of minutes above 0")
    rulesets = {name: artrules.load(name) for name in shipped()}
    counts = {name: list(ruleset.player_counts) for name, ruleset in rulesets.items()}
    keeper, budget, everything = Keeper(chosen.kept), Budget(chosen.budget), usual_rows(counts, long=True)
    rows = [row for row in usual_rows(counts, long=chosen.long) if not chosen.names or row.game in chosen.names]
    if chosen.bot is not None:
        rows = [row for row in rows if row.bot == chosen.bot]
        if not rows:
            parser.error(
                f"no row is of the bot {chosen.bot}: there are {', '.join(sorted({row.bot for row in everything}))}"
            )
    if chosen.anew:
        for row in rows:
            keeper.forget(row)
    try:
        missing = sum(not play(rulesets[row.game], row, keeper, budget) for row in rows)
    except KeyboardInterrupt:
        print("interrupted: what is done is kept", file=sys.stderr)
        return 130
    finally:
        put_into_page(table(everything, keeper), chosen.page)
    if missing:
        print(f"{missing} of {len(rows)} rows aren't finished: the same command goes on")
    return int(missing > 0)


def play(ruleset: Ruleset, row: Row, keeper: Keeper, budget: Budget) -> bool:
    """Play a row, unless it is finished; gives whether it is now."""
    if keeper.result(row, ruleset.content_hash) is not None:
        return True
    if budget.used_up:
        return False
    run, plan = KeptRun(keeper, row, budget), row.plan(ruleset)
    try:
        result = play_match(ruleset, plan, row.question(plan), run=run)
    except ValueError:  # no deal was played
        return False
    if run.broken_off:
        print(f"{row.name}: broken off after {result.summary.deals} deals", flush=True)
        return False
    keeper.finish(row, ruleset.content_hash, result.as_data())
    print(f"{row.name}: {result.summary.share:.3f}, {result.verdict.value}", flush=True)
    return True


if __name__ == "__main__":
    raise SystemExit(main())
