"""`python -m tests.tools.benchmarks.editing [RULESET]`: how soon a workspace tells what an edit has broken.

Somebody types in an editor: a letter more, less or another one, at a random place of a section or a file, or a whole
statement, letter by letter. After each key a workspace judges the unsaved text in stages. The table says for each kind
of edit how long it takes until names and types are known, and until all is, beside a fresh reading; in milliseconds of
processor time, because others use the machine too. `--memory N` says instead how much is held after N edits.
"""

from __future__ import annotations

import argparse
import gc
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from resource import getpagesize
from statistics import median
from time import process_time
from typing import NamedTuple

from artrules.model.catalogue.locations import shipped_folder
from artrules.play.pipeline import read_content
from artrules.play.workspace import Workspace
from artrules.text.garbage import no_search_for_garbage

from .table import table

STATEMENT = '\n      for p in players where p is not me:\n          say "{p} waits"'
"""What is typed letter by letter, after the first line of a procedure."""


class Place(NamedTuple):
    """Where somebody types: in lines of some files, those below one key, or those that match a pattern."""

    files: str
    section: str = ""
    lines: str = r"[a-z]"


PLACES = {
    "a letter in a procedure": Place("*.yaml", "procedures"),
    "a letter in a function": Place("*.yaml", "functions"),
    "a letter in a set": Place("sets/*.yaml"),
    "a letter in an overlay": Place("overlays/*.yaml"),
    "a letter in a text": Place("*.yaml", "", r"^ *(?:title|says|text|source|about): "),
    "a letter in the layout": Place("*.yaml", "layout"),
    "a letter in a ruling": Place("*.yaml", "rulings"),
    "a letter in a scenario": Place("scenarios/*.yaml"),
}
Texts = dict[Path, str]


class Took(NamedTuple):
    """Seconds of processor time: until names and types were known, and until everything was."""

    first: float
    whole: float


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.editing", description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="avant_carde", help="a shipped game (default: the largest)")
    parser.add_argument("--edits", type=int, default=50, help="edits of each kind")
    parser.add_argument("--memory", type=int, metavar="N", help="how much is held after N edits")
    chosen = parser.parse_args(arguments)
    folder = shipped_folder() / chosen.ruleset
    if chosen.memory:
        for count, size in memory(folder, chosen.memory):
            print(f"{count:6,} edits: {size / 1e6:.0f} MB", flush=True)
        return 0
    fresh = fresh_reading(folder)
    rows = [row(what, times, fresh) for what, times in measured(folder, chosen.edits)]
    heads = ("what", "names and types", "99 of 100", "everything", "99 of 100", "beside fresh")
    print(table(heads, rows, left=frozenset([0])), f"\na fresh reading: {1000 * fresh:.0f}")
    return 0


def measured(folder: Path, count: int) -> Iterator[tuple[str, list[Took]]]:
    """The times of each kind of edit."""
    workspace = Workspace()
    for what, place in PLACES.items():
        edits = random_edits(folder, place, count, Random(what))
        times = []
        for texts in edits:
            workspace.read(folder, folder.name)
            times.append(timed(workspace, folder, texts))
        if times:
            yield what, times
    workspace.read(folder, folder.name)
    yield "a statement, letter by letter", [timed(workspace, folder, texts) for texts in typed(folder)]


def random_edits(folder: Path, place: Place, count: int, random: Random) -> Iterator[Texts]:
    """Texts of one file each in which one letter is more, less or another one."""
    lines = [(path, at) for path in sorted(folder.glob(place.files)) for at in lines_of(path, place)]
    for _ in range(count if lines else 0):
        path, at = random.choice(lines)
        text = path.read_text(encoding="utf-8").split("\n")
        i = random.choice([i for i, letter in enumerate(text[at]) if letter.isalpha()])
        text[at] = text[at][:i] + random.choice(["", "x", "e", text[at][i] * 2]) + text[at][i + 1 :]
        yield {path: "\n".join(text)}


def lines_of(path: Path, place: Place) -> Iterator[int]:
    """The numbers of the lines of a file in which somebody types."""
    section = ""
    for at, line in enumerate(path.read_text(encoding="utf-8").split("\n")):
        section = key[1] if (key := re.match(r"([a-z_]+):", line)) else section
        if place.section in ("", section) and not line.startswith("#") and re.search(place.lines, line):
            yield at


def typed(folder: Path) -> Iterator[Texts]:
    """The texts of a file while a statement is typed into a procedure."""
    opened = re.compile(r"^procedures:\n(?:.*\n)*?(?:    do|  [a-z_(),. 0-9]+): \|\n.*", re.MULTILINE)
    path, begun = next(
        (path, match.end())
        for path in sorted(folder.glob("*.yaml"))
        if (match := opened.search(path.read_text(encoding="utf-8")))
    )
    text = path.read_text(encoding="utf-8")
    indent = re.search(r"\n( *)[^\n]*$", text[:begun])
    statement = STATEMENT.replace("\n      ", f"\n{indent[1] if indent else ''}")
    for end in range(1, len(statement) + 1):
        yield {path: text[:begun] + statement[:end] + text[begun:]}


def timed(workspace: Workspace, folder: Path, texts: Texts) -> Took:
    """How long a reading takes; Python searches for garbage before it, as a server does while nobody types."""
    gc.collect()
    with no_search_for_garbage():
        begun, first = process_time(), 0.0
        for stage in workspace.stages(folder, folder.name, texts=texts):
            if not first:
                assert stage.content.report.diagnostics is not None
                first = process_time() - begun
        return Took(first, process_time() - begun)


def fresh_reading(folder: Path, runs: int = 5) -> float:
    def seconds() -> float:
        begun = process_time()
        read_content(folder, folder.name)
        return process_time() - begun

    return median(seconds() for _ in range(runs))


def row(what: str, times: Sequence[Took], fresh: float) -> tuple[str, ...]:
    def both(value: Callable[[Took], float]) -> tuple[str, str]:
        values = sorted(map(value, times))
        return f"{1000 * median(values):.0f}", f"{1000 * values[len(values) * 99 // 100]:.0f}"

    ratio = median(each.whole for each in times) / fresh
    return (what, *both(lambda each: each.first), *both(lambda each: each.whole), f"{ratio:.2f}")


def memory(folder: Path, count: int) -> Iterator[tuple[int, int]]:
    """Bytes of memory that the process holds after some numbers of edits. Like a server it does a little of something
    else between stages."""
    workspace, random = Workspace(), Random(1)
    workspace.read(folder, folder.name)
    edits = [texts for place in PLACES.values() for texts in random_edits(folder, place, count // 8 + 1, random)]
    random.shuffle(edits)
    for number, texts in enumerate(edits[:count], start=1):
        sent = [list(stage.name) for stage in workspace.stages(folder, folder.name, texts=texts)]
        assert sent
        if number in {1, count // 10, count // 4, count // 2, count}:
            yield number, int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * getpagesize()


if __name__ == "__main__":
    raise SystemExit(main())
