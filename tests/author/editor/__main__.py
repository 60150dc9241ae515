"""`python -m tests.author.editor [N] [--neovim PATH]`: random edits, N of them (2,000), then keys in a real Neovim."""

from __future__ import annotations

import argparse
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[3]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "interpreter")]

from author.editor.client import client_in  # noqa: E402
from author.editor.random_edits import trial  # noqa: E402

RULESETS = ROOT / "tests" / "rulesets"
AT_ONCE = 200
"""Edits between two times at which all is put back."""


def random_edits(number: int, folder: Path) -> int:
    """Try edits in all rulesets of the tests, one after the other. Gives how many things went wrong."""
    names = sorted(path.parent.name for path in RULESETS.glob("*/ruleset.yaml"))
    wrong = 0
    with client_in(folder) as client:
        for turn in range(max(1, number // AT_ONCE)):
            game = folder / names[turn % len(names)]
            shutil.copytree(RULESETS / game.name, game, dirs_exist_ok=True)
            files = sorted(game.rglob("*.yaml"))[:4]
            for problem in trial(client, files, min(number, AT_ONCE), seed=turn):
                print(f"{game.name}: {problem}")
                wrong += 1
            print(f"{game.name}: {min(number, AT_ONCE)} edits, seed {turn}", flush=True)
    return wrong


def neovim(program: str, folder: Path) -> int:
    """Type keys into a real Neovim. Gives its exit code."""
    shutil.copytree(RULESETS / "lanterns", folder / "lanterns", dirs_exist_ok=True)
    command = folder / "artrules"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m artrules "$@"\n', encoding="utf-8")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(folder), os.environ["PATH"]]),
        "PYTHONPATH": str(ROOT / "interpreter"),
        **{f"XDG_{kind}_HOME": str(folder / kind) for kind in ("CONFIG", "STATE", "DATA", "CACHE")},
    }
    plugin = ROOT / "editors" / "neovim"
    files = [str(folder / "lanterns" / name) for name in ("ruleset.yaml", "scenarios/base.yaml")]
    arguments = ["--headless", "--clean", "--cmd", f"set rtp^={plugin}", "-c", "runtime! plugin/artrules.lua"]
    script = str(Path(__file__).parent / "neovim.lua")
    return subprocess.run([program, *arguments, "-l", script, *files], env=environment, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", nargs="?", type=int, default=2000)
    parser.add_argument("--neovim", default=shutil.which("nvim"))
    chosen = parser.parse_args()
    with TemporaryDirectory() as scratch:
        wrong = random_edits(chosen.number, Path(scratch)) if chosen.number else 0
        if chosen.neovim:
            wrong += neovim(chosen.neovim, Path(scratch))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
