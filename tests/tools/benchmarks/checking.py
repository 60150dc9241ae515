"""`python -m tests.tools.benchmarks.checking REVISION`: how long `check` takes, beside an earlier revision.

Four figures, all as ratios in one run, both sides in turns: a whole process that checks all shipped rulesets, with
grammars stored and modules compiled but nothing cached; the same with a cache that has the verdicts; a whole process
that checks the largest game after an edit to one file, with a cache; and in one process the diagnostics after an edit
to one file, beside a fresh reading by the earlier revision.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time

from .figures.alternating import ratio
from .table import rounded, table

ROOT = Path(__file__).parents[3]
RULESETS = ("art_decko", "avant_carde", "bioutifoul", "crazy_eights", "hearts", "vintage")
EDITS = {
    "a comment behind the last line": lambda text, n: f"{text}# {n}\n",
    "lines before the first": lambda text, n: "#\n" * n + text,
}
KINDS = {
    "main file": "ruleset.yaml",
    "part": "*.yaml",
    "set": "sets/*.yaml",
    "overlay": "overlays/*.yaml",
    "scenarios": "scenarios/*.yaml",
}
LARGEST = "avant_carde"
IN_ONE_LINE = {
    "a title of the layout": ("layout.yaml", "title: deck,", "title: deck {n},"),
    "a line of code": ("buy.yaml", "my change becomes yes", "my change becomes my money > -{n}"),
    "a line of code, which is wrong then": ("buy.yaml", "my change becomes yes", "my chance becomes {n}"),
    "a scenario": ("scenarios/awards.yaml", "{income: 5}", "{income: 5{n}}"),
}
"""Edits of the largest game: the file, what stands there, and what takes its place."""
FRESH = """
import sys
from pathlib import Path
from time import process_time
from artrules.play.pipeline import read_content
folder = Path(sys.argv[1])
def timed():
    begun = process_time()
    read_content(folder, folder.name)
    return process_time() - begun
timed()
print(min(timed() for _ in range(3)))
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.checking", description=__doc__)
    parser.add_argument("revision", help="the earlier revision, such as v1 or 4fca8b4")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--edited", metavar="RULESET", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.edited:
        print(json.dumps(after_edits(Path(chosen.edited))))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        earlier = Path(folder) / "earlier"
        subprocess.run(["git", "worktree", "add", "--detach", earlier, chosen.revision], cwd=ROOT, check=True)
        try:
            cache = Path(folder) / "cache"
            rows = [
                *whole(earlier, chosen.runs, cache),
                *after_one_line(earlier, chosen.runs, Path(folder)),
                *warm(earlier, chosen.runs, Path(folder)),
            ]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", earlier], cwd=ROOT, check=True)
    print(table(("what", "earlier, s", "now, s", "ratio"), rows, left=frozenset([0])))
    return 0


def whole(earlier: Path, runs: int, cache: Path) -> list[tuple[str, ...]]:
    """The whole process, in seconds of processor time: without a cache, and now with one that knows the verdicts."""
    for tree in (earlier, ROOT):
        run(tree, "-m", "artrules.text.syntax.grammars")
        run(tree, "-m", "compileall", "-q", "interpreter")
        run(tree, "-m", "artrules", "check")
    before, now, known = [], [], []
    seconds(ROOT, cache)
    for _ in range(runs):
        before.append(seconds(earlier))
        now.append(seconds(ROOT))
        known.append(seconds(ROOT, cache))
    what = "`artrules check`, a whole process"
    return [row(what, before, now), row(f"{what}, of files that it knows", before, known)]


def after_one_line(earlier: Path, runs: int, folder: Path) -> list[tuple[str, ...]]:
    """The whole process after each edit of the largest game, each time of a text that wasn't there before."""
    copy = Path(shutil.copytree(ROOT / "rulesets" / LARGEST, folder / LARGEST))
    caches = {tree: folder / f"cache of {number}" for number, tree in enumerate((earlier, ROOT))}
    rows = []
    for what, (file, old, new) in IN_ONE_LINE.items():
        path = copy / file
        before: list[float] = []
        now: list[float] = []
        text = path.read_text(encoding="utf-8")
        for number in range(1, runs + 1):
            path.write_text(text.replace(old, new.replace("{n}", str(number)), 1), encoding="utf-8")
            for tree, times in ((earlier, before), (ROOT, now)):
                times.append(seconds(tree, caches[tree], str(copy)))
        path.write_text(text, encoding="utf-8")
        rows.append(row(f"`artrules check {LARGEST}` after an edit: {what}", before, now))
    return rows


def seconds(tree: Path, cache: Path | None = None, *arguments: str) -> float:
    """Processor time of a check, by default of all shipped rulesets."""
    command = repr(["-m", "artrules", "check", *arguments])
    code = f"import resource, subprocess, sys; subprocess.run([sys.executable, *{command}], "
    code += "stdout=subprocess.DEVNULL); used = resource.getrusage(resource.RUSAGE_CHILDREN); "
    code += "print(used.ru_utime + used.ru_stime)"
    return float(run(tree, "-c", code, cache=cache))


def warm(earlier: Path, runs: int, folder: Path) -> list[tuple[str, ...]]:
    """Diagnostics after each kind of edit: the sums of all rulesets that have such a file."""
    before: dict[str, list[float]] = {}
    now: dict[str, list[float]] = {}
    for number in range(runs):
        sums: dict[str, list[float]] = {}
        for name in RULESETS:
            copy = folder / f"{number}" / name
            shutil.copytree(ROOT / "rulesets" / name, copy)
            fresh = float(run(earlier, "-c", FRESH, str(copy)))
            text = run(ROOT, "-m", "tests.tools.benchmarks.checking", "now", "--edited", str(copy))
            for what, took in json.loads(text).items():
                both = sums.setdefault(what, [0.0, 0.0])
                both[0], both[1] = both[0] + fresh, both[1] + took
        for what, (fresh, took) in sums.items():
            before.setdefault(what, []).append(fresh)
            now.setdefault(what, []).append(took)
    return [row(what, before[what], now[what]) for what in now]


def after_edits(folder: Path) -> dict[str, float]:
    """Seconds for diagnostics after each kind of edit to the largest file of each kind."""
    from artrules.play.workspace import Workspace

    workspace, found = Workspace(), {}
    workspace.read(folder, folder.name)
    for kind, pattern in KINDS.items():
        paths = [p for p in folder.glob(pattern) if kind != "part" or p.name != "ruleset.yaml"]
        if not paths:
            continue
        path = max(paths, key=lambda each: each.stat().st_size)
        text = path.read_text(encoding="utf-8")
        for what, edit in EDITS.items():
            times = []
            for number in range(1, 4):
                path.write_text(edit(text, number), encoding="utf-8")
                begun = process_time()
                workspace.read(folder, folder.name)
                times.append(process_time() - begun)
            found[f"after an edit to {kind}: {what}"] = min(times)
            path.write_text(text, encoding="utf-8")
            workspace.read(folder, folder.name)
    return found


def row(what: str, before: list[float], now: list[float]) -> tuple[str, ...]:
    return what, rounded(median(before)), rounded(median(now)), f"{ratio(now, before):.2f}"


def run(tree: Path, *arguments: str, cache: Path | None = None) -> str:
    """What Python prints, with the modules of a tree, and no cache unless one is given."""
    path, folder = f"{tree / 'interpreter'}{os.pathsep}{tree}", str(cache or "")
    environment = {**os.environ, "PYTHONPATH": path, "ARTRULES_CACHE": folder}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=tree, env=environment, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
