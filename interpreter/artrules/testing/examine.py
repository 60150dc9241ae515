"""Examines a plugin: whether it keeps to the rules for plugins, and comes to the same each time.

Everything that it adds is tried on a ruleset: bots play, checks judge, reports and exports are written, listeners hear
of a game, sets and overlays are checked in their games. All of it is done twice in one process, and again in another
one, in which Python orders sets and hashes otherwise. What differs is a problem.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from artrules.catalogue.shipped import shipped_rulesets
from artrules.plugins.names import NAMED, NO_AUTOLOAD

_HASH_SEEDS = ("0", "4711")
_MOST_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Examination:
    """What came of it. It is printed as lines of text."""

    problems: tuple[str, ...]
    """Each in a sentence; none if all is well."""
    adds: Mapping[str, Sequence[str]]
    """What the plugin adds: kind of thing -> names."""
    seconds: Mapping[str, float]
    """How long each thing that was tried took: in seconds of processor time, at the first run."""

    def __str__(self) -> str:
        adds = [f"{what}: {', '.join(names)}" for what, names in self.adds.items()]
        took = [f"{what} took {seconds:.3f} s" for what, seconds in self.seconds.items()]
        return "\n".join([*(self.problems or ("nothing is wrong",)), *adds, *took])


def examine(plugin: str, ruleset: str | None = None) -> Examination:
    """Examine a plugin, given by the name of its entry point or module.

    `ruleset` is what it is tried with, a name or a path; by default one that is shipped. No other plugin is active
    meanwhile. Raises ValueError where there is no such ruleset, TimeoutExpired (of
    `subprocess`) when it takes more than ten minutes.
    """
    subject = ruleset or shipped_rulesets()[-1]
    first, other = (_in_a_process(plugin, subject, hash_seed) for hash_seed in _HASH_SEEDS)
    problems = dict.fromkeys(first["problems"])
    for what, said in first["said"].items():
        if said != other["said"].get(what):
            problems[f"{what}: says something else when Python's hash seed is another one"] = None
    problems |= dict.fromkeys(other["problems"])
    return Examination(tuple(problems), first["adds"], first["seconds"])


def _in_a_process(plugin: str, ruleset: str, hash_seed: str) -> dict[str, Any]:
    environment = {**os.environ, NO_AUTOLOAD: "1", NAMED: plugin, "PYTHONHASHSEED": hash_seed}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-m", "artrules.testing.trial", plugin, ruleset]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_MOST_SECONDS, check=False)
    try:
        said: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        return {
            "problems": [f"{plugin} ended the process that tried it: {last}"],
            "said": {},
            "adds": {},
            "seconds": {},
        }
    if "ruleset" in said:
        raise ValueError(said["ruleset"])
    return said
