"""Edits of content at random, as somebody types them: right ones, and many that break something."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

Lines = list[str]


def edit(folder: Path, random: Random, only_scenarios: bool = False) -> str:
    """Change one file of a ruleset; gives what was done, for messages."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".csv"))
    # Files that hold rules are edited more often than the many with scenarios.
    rules = [path for path in files if path.parent.name != "scenarios"]
    scenarios = [path for path in files if path not in rules]
    path = random.choice(scenarios if only_scenarios else rules if random.random() < 0.7 else files)
    lines = path.read_text(encoding="utf-8").split("\n")
    name = random.choice(list(EDITS))
    at = random.randrange(len(lines))
    EDITS[name](lines, at, random)
    path.write_text("\n".join(lines), encoding="utf-8")
    return f"{name} in line {at + 1} of {path.relative_to(folder)}"


def _number(lines: Lines, at: int, random: Random) -> None:
    near = [i for i in (*range(at, len(lines)), *range(at)) if re.search(r"\d", lines[i])]
    for i in near[:1]:
        found = random.choice(list(re.finditer(r"\d", lines[i])))
        lines[i] = f"{lines[i][: found.start()]}{random.randrange(10)}{lines[i][found.end() :]}"


def _word(lines: Lines, at: int, random: Random) -> None:
    words = re.findall(r"[a-z_]+", lines[at])
    if words:
        other = random.choice(re.findall(r"[a-z_]+", "\n".join(lines)))
        lines[at] = lines[at].replace(random.choice(words), other, 1)


def _letter(lines: Lines, at: int, random: Random) -> None:
    if lines[at].strip():
        i = random.randrange(len(lines[at]))
        lines[at] = lines[at][:i] + random.choice("aezx :'\"#[") + lines[at][i + random.randrange(2) :]


def _move(lines: Lines, at: int, random: Random) -> None:
    lines.insert(random.randrange(len(lines)), lines.pop(at))


EDITS: dict[str, Callable[[Lines, int, Random], None]] = {
    "another number": _number,
    "another word": _word,
    "another letter": _letter,
    "a line moved": _move,
    "a line deleted": lambda lines, at, _: lines.__delitem__(at),
    "a line twice": lambda lines, at, _: lines.insert(at, lines[at]),
    "a comment of its own": lambda lines, at, _: lines.insert(at, "# a remark"),
    "a comment behind": lambda lines, at, _: lines.__setitem__(at, f"{lines[at]} #so"),
    "a line at the end": lambda lines, _at, _random: lines.append("# the end"),
    "more indentation": lambda lines, at, _: lines.__setitem__(at, f" {lines[at]}"),
    "a second colon": lambda lines, at, _: lines.__setitem__(at, f"{lines[at]} a: b"),
    "a colon less": lambda lines, at, _: lines.__setitem__(at, lines[at].replace(":", "", 1)),
    "a tab": lambda lines, at, _: lines.__setitem__(at, f"{lines[at]}\t"),
}
