"""`python -m tests.tools.same_games`: records what the engine plays, plays it again, and shows a game.

`docs/inside/properties.md` says what for."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from time import perf_counter

from artrules.model.catalogue.locations import shipped_rulesets

from .compare import differences
from .fingerprint import Fingerprint
from .plan import plan, spread
from .play_all import loaded, play_all
from .recording import FOLDER, Recorded, recorded, write
from .show import show

MOST_TOLD = 10
"""So many games that differ are told of each ruleset."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.same_games", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, help_ in (("record", "record anew what the engine plays"), ("replay", "play recorded games again")):
        command = commands.add_parser(name, help=help_)
        command.add_argument("names", nargs="*", metavar="NAME", help="shipped rulesets (default: all)")
        command.add_argument("--jobs", type=int, default=1, help="in how many processes (default: 1)")
        if name == "replay":
            command.add_argument("--games", type=int, metavar="N", help="so many of each, spread (default: all)")
    command = commands.add_parser("show", help="print a recorded game as it is played now")
    command.add_argument("name", metavar="NAME", choices=shipped_rulesets())
    command.add_argument("game", metavar="GAME", type=int, help="its number")
    command.add_argument("--from", dest="first", metavar="N", type=int, default=0, help="from so many decisions on")
    command.add_argument("--to", dest="last", metavar="N", type=int, help="up to so many decisions")
    command.add_argument("--views", action="store_true", help="also what all see, where that is looked at")
    chosen = parser.parse_args(arguments)
    if chosen.command == "show":
        return show_game(chosen.name, chosen.game, chosen.first, chosen.last, views=chosen.views)
    unknown = set(chosen.names) - set(shipped_rulesets())
    if unknown:
        parser.error(f"no shipped ruleset: {', '.join(sorted(unknown))}")
    names = chosen.names or shipped_rulesets()
    if chosen.command == "record":
        return max([record(name, chosen.jobs) for name in names])
    return max([replay(name, chosen.games, chosen.jobs) for name in names])


def record(name: str, jobs: int) -> int:
    """Record the games of a ruleset, and say which of them are not as they were recorded before."""
    began = perf_counter()
    games = []
    for table, print_ in play_all(name, plan(loaded(name)), jobs):
        if not isinstance(print_, Fingerprint):
            print(f"{name} {table.number} ({table}) was broken off: {print_}. Nothing is recorded.")
            return 1
        games.append(Recorded(table, print_))
    before = recorded(name) if (FOLDER / f"{name}.jsonl").exists() else []
    new = [str(game.table.number) for game in games if game not in before]
    write(name, games)
    told = f": {', '.join(new)}" if before and new else ""
    print(f"{name}: {_counted(games)}, {len(new)} not as before{told} ({perf_counter() - began:.0f} s)", flush=True)
    return 0


def replay(name: str, wanted: int | None, jobs: int) -> int:
    """Play recorded games of a ruleset again, and tell those that differ; 1 if there are any."""
    began = perf_counter()
    games = recorded(name)
    games = [games[i] for i in spread(len(games), wanted or len(games))]
    found = [account for account in differences(name, games, jobs) if account is not None]
    for account in found[:MOST_TOLD]:
        print(account)
    if len(found) > MOST_TOLD:
        print(f"{name}: … and {len(found) - MOST_TOLD} more")
    outcome = f"{len(found)} NOT THE SAME" if found else "the same"
    print(f"{name}: {_counted(games)}, {outcome} ({perf_counter() - began:.0f} s)", flush=True)
    return int(bool(found))


def _counted(games: Sequence[Recorded]) -> str:
    return f"{len(games)} games, {sum(game.fingerprint.decisions for game in games):,} decisions"


def show_game(name: str, number: int, first: int, last: int | None, *, views: bool) -> int:
    """Print a game as it is played now."""
    table = next((game.table for game in recorded(name) if game.table.number == number), None)
    if table is None:
        print(f"there is no game {number} of {name}", file=sys.stderr)
        return 2
    try:
        for line in show(loaded(name), table, first, last, views=views):
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
