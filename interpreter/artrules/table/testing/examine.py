"""Examines a plugin: does it keep to the rules for plugins, and is it deterministic?

It tries everything that the plugin adds on a ruleset: bots play, checks run, reports and exports are written, listeners
follow a game, sets and overlays are checked in their games. Each trial runs twice in one process, and again in another
process with another hash seed, so that Python's sets have another order. Different results are a problem.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.plugins import NO_AUTOLOAD, PLUGINS

_HASH_SEEDS = ("0", "4711")
_MOST_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Examination:
    """The result of an examination. `str` gives it as lines of text."""

    problems: tuple[str, ...]
    """The problems found, each as a sentence; empty if there are none."""
    adds: Mapping[str, Sequence[str]]
    """What the plugin adds: names by kind of thing, such as `bots`."""
    seconds: Mapping[str, float]
    """The processor time of each trial at its first run, in seconds."""

    def __str__(self) -> str:
        adds = [f"{what}: {', '.join(names)}" for what, names in self.adds.items()]
        took = [f"{what} took {seconds:.3f} s" for what, seconds in self.seconds.items()]
        return "\n".join([*(self.problems or ("nothing is wrong",)), *adds, *took])


def examine(plugin: str, ruleset: str | None = None) -> Examination:
    """Examine the plugin with this name of an entry point or module.

    `ruleset` is the name or path of the ruleset for the trials; by default one that is shipped. No other plugin is
    active meanwhile. Raises ValueError if the ruleset can't be opened, and `subprocess.TimeoutExpired` if one of the
    two processes takes more than ten minutes.
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
    environment = {**os.environ, NO_AUTOLOAD: "1", PLUGINS: plugin, "PYTHONHASHSEED": hash_seed}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-m", "artrules.table.testing.plugin_process", plugin, ruleset]
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
