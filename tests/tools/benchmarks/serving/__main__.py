"""`python -m tests.tools.benchmarks.serving`: how long a server lets people wait, idle and with many tables.

The server runs on one core and the players on another. `docs/inside/page.md` says what the figures mean."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # where the tests lie that start servers

from table.browser.served import Served

from . import editing
from .load import Load, measure

RULESET = "avant_carde"
SETUP_LIMITS: tuple[str, ...] = ()
"""Options of `artrules serve` that let one machine open so many tables."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.serving", description=__doc__)
    parser.add_argument("--ruleset", default=RULESET, help="what is played")
    parser.add_argument("--tables", type=int, default=200, help="how many tables play at once")
    parser.add_argument("--players", type=int, default=4, help="how many seats each of them has")
    parser.add_argument("--seconds", type=float, default=30, help="how long they are measured")
    parser.add_argument("--warm-up", type=float, default=30, help="how long they play before that")
    parser.add_argument("--idle", type=int, default=100, help="how many choices one table makes alone")
    parser.add_argument("--asking", action="store_true", help="meanwhile somebody asks why without pause")
    parser.add_argument("--editing", action="store_true", help="how long it takes from saving to the picture, instead")
    parser.add_argument("--edits", type=int, default=5, help="how often rules and layout are edited then")
    parser.add_argument("--most-ratio", type=float, default=10, help="with a larger ratio the exit code is 1")
    parser.add_argument("--json", action="store_true", help="the same for machines")
    chosen = parser.parse_args(arguments)
    if chosen.editing:
        with tempfile.TemporaryDirectory() as folder:
            saved = editing.measured(Path(folder), chosen.ruleset, chosen.players, chosen.idle, chosen.edits).as_data()
        print(
            json.dumps(saved)
            if chosen.json
            else "\n".join(f"{name:16} {value:8.2f} s" for name, value in saved.items())
        )
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = measured(Path(folder), chosen)
    data = found.as_data()
    print(json.dumps(data) if chosen.json else "\n".join(f"{name:16} {value:10.2f}" for name, value in data.items()))
    for text in sorted({*found.refused, *found.refused_questions}):
        print("refused:", text)
    return int(found.ratio > chosen.most_ratio)


def measured(folder: Path, chosen: argparse.Namespace) -> Load:
    """Starts a server on the first core, and plays from the second where there is one."""
    cores = sorted(os.sched_getaffinity(0))
    server = Served(chosen.ruleset, folder, *SETUP_LIMITS)
    try:
        os.sched_setaffinity(server.process.pid, cores[:1])
        os.sched_setaffinity(0, cores[1:2] or cores)
        return asyncio.run(
            measure(
                lambda: server.new_game(chosen.players),
                server.process.pid,
                tables=chosen.tables,
                idle=chosen.idle,
                warm_up=chosen.warm_up,
                seconds=chosen.seconds,
                asking=chosen.asking,
            )
        )
    finally:
        server.end()


if __name__ == "__main__":
    sys.exit(main())
