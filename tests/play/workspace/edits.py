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


def _swap(lines: Lines, at: int, random: Random) -> None:
    other = random.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _rename(lines: Lines, at: int, random: Random) -> None:
    """Another name for a key: on its line only, or on all lines."""
    key = re.match(r"\s*([a-z_]\w*):", lines[at])
    if key is not None:
        name = rf"\b{key[1]}\b"
        everywhere = random.random() < 0.5
        for i in range(len(lines)) if everywhere else (at,):
            lines[i] = re.sub(name, f"{key[1]}_", lines[i])


def _type(lines: Lines, at: int, random: Random) -> None:
    """What is on the screen while somebody writes a word, a call or a new line of code."""
    i = random.randrange(len(lines[at]) + 1)
    word = random.choice(["c", "cho", "choose", "me.", "size(", '"', " and ", " = ", ", ", "{", "- ", "|"])
    lines[at] = lines[at][:i] + word + lines[at][i:]


def _erase(lines: Lines, at: int, random: Random) -> None:
    i = random.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:i] + lines[at][i + random.randrange(1, 6) :]


def _cut(lines: Lines, at: int, _random: Random) -> None:
    del lines[at + 1 :]


EDITS: dict[str, Callable[[Lines, int, Random], None]] = {
    "another number": _number,
    "another word": _word,
    "another letter": _letter,
    "a line moved": _move,
    "two lines swapped": _swap,
    "a key renamed": _rename,
    "letters typed": _type,
    "letters deleted": _erase,
    "the rest deleted": _cut,
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
