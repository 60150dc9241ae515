"""`python -m tests.tools.benchmarks`: takes all figures in one run and prints them as a table.

`docs/inside/performance.md` says what each line means."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from typing import Any

from . import profile_play
from .figures import commands, copying, dealing, hands, open_spiel, payments, playing, plugins
from .figures.figure import Effort, Figure
from .open_spiel.theirs import is_installed
from .table import table_of_figures

MEASURES: dict[str, Callable[[Effort], list[Figure]]] = {
    "play": playing.measure,
    "copy": copying.measure,
    "deal": dealing.measure,
    "commands": commands.measure,
    "hands": hands.measure,
    "payments": payments.measure,
    "plugins": plugins.measure,
    "open_spiel": open_spiel.measure,
}
ALWAYS_THERE = [name for name in MEASURES if name != "open_spiel"]
"""What needs no other package."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="the same for machines")
    parser.add_argument("--profile", action="store_true", help="where the time of one decision goes, instead")
    parser.add_argument("--only", choices=MEASURES, nargs="+", default=ALWAYS_THERE, help="some of the figures")
    parser.add_argument("--slices", type=int, default=Effort().slices, help="slices of each contender")
    parser.add_argument("--seconds", type=float, default=Effort().seconds, help="seconds of a slice, at least")
    parser.add_argument("--runs", type=int, default=Effort().runs, help="runs of each command")
    chosen = parser.parse_args(arguments)
    if min(chosen.slices, chosen.runs) < 1:
        parser.error("at least one slice and one run are needed")
    if "open_spiel" in chosen.only and not is_installed():
        parser.error("OpenSpiel isn't installed: pip install -e '.[benchmarks]'")
    effort = Effort(chosen.slices, chosen.seconds, chosen.runs)
    if chosen.profile:
        profile = profile_play.measure(effort)
        heading = f"one decision takes {profile.microseconds:.0f} us; {profile.samples} samples"
        show(chosen.json, {"profile": profile.as_data()}, f"{heading}\n\n{profile_play.table_of(profile)}")
    else:
        figures = [figure for name in chosen.only for figure in MEASURES[name](effort)]
        show(chosen.json, {"figures": [f.as_data() for f in figures]}, table_of_figures(figures))
    return 0


def show(as_json: bool, data: dict[str, Any], text: str) -> None:
    """For machines or for people, with what it was measured on."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = {"python": python, "system": platform.system(), "machine": platform.machine(), "cores": os.cpu_count()}
    if as_json:
        print(json.dumps({"measured_on": machine, **data}, indent=2))
    else:
        print(f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores\n\n{text}")


if __name__ == "__main__":
    sys.exit(main())
