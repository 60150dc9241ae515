"""Resumes saved games and replays games in a process of its own: `python -m artrules.author.conformance.other_process
FOLDER [FILE…]`, where the files are those from outside.

It reads one task a line from standard input, as JSON, and writes one answer a line.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import artrules
from artrules.play.game.game import Game
from artrules.play.ruleset import Ruleset, load

PACKAGES = Path(artrules.__file__).parents[1]
"""The folder that holds the package."""


class ProcessFailed(Exception):
    """The other process has failed; the text is the last line of its errors."""


def ask(
    ruleset: Ruleset,
    tasks: Iterable[Mapping[str, Any]],
    *,
    python: str = sys.executable,
    packages: Path = PACKAGES,
    hash_seed: str = "random",
) -> list[dict[str, Any]]:
    """The answers of a fresh process to tasks, in order. Raises ProcessFailed."""
    inherited_path = os.environ.get("PYTHONPATH", "") if python == sys.executable else ""
    path = os.pathsep.join(filter(None, [str(packages), inherited_path]))
    files = ruleset.content.files
    paths = [str(path) for path in (files.folder, *files.extra_rules.values())]
    run = subprocess.run(
        [python, "-m", "artrules.author.conformance.other_process", *paths],
        input="".join(json.dumps(task) + "\n" for task in tasks),
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
    )
    if run.returncode:
        raise ProcessFailed((run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1])
    return [json.loads(line) for line in run.stdout.splitlines()]


def resume_task(ruleset: Ruleset, task: Mapping[str, Any]) -> dict[str, Any]:
    """Resume a saved game: its save, its hash, and what it asks."""
    game = ruleset.resume(task["save"])
    return {"save": game.to_json(), "digest": game.digest(), "asked": offered_ids(game)}


def offered_ids(game: Game) -> list[list[str]]:
    """The ids of all options, by decision."""
    return [[option.id for option in decision.options] for decision in game.decisions]


def replay_task(ruleset: Ruleset, task: Mapping[str, Any]) -> dict[str, Any]:
    """Replay choices: the outcome of the game."""
    game = ruleset.new_game(task["players"], task["seed"], task["settings"])
    for choice in task["choices"]:
        game.choose(choice)
    return outcome(game)


def outcome(game: Game) -> dict[str, Any]:
    """A game in a form that processes can compare: the hash of its position, and a hash of all bytes of its save."""
    return {"digest": game.digest(), "bytes": blake2b(game.to_json().encode(), digest_size=16).hexdigest()}


TASKS = {"resume": resume_task, "replay": replay_task}


def main() -> None:
    ruleset = load(Path(sys.argv[1]), extra=sys.argv[2:])
    for line in sys.stdin:
        task = json.loads(line)
        print(json.dumps(TASKS[task["task"]](ruleset, task)), flush=True)


if __name__ == "__main__":
    main()
