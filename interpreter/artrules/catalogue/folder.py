"""Lists the YAML files of a folder, safely: the folder and its files may come from anywhere.

Only plain files inside the folder count. Links that lead out of it, pipes, sockets and devices are refused before they
are opened; folders that are links are not entered. The numbers of files, folders and levels are bounded. What is
hidden, such as the lock files of editors, is passed over.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from artrules.diagnostics.kinds import yaml as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.source.bounded_file import real_path

MOST_FILES = 500
"""YAML files that are read together."""
LARGEST = 2 * 1024 * 1024
"""Bytes of all files of a ruleset together."""
MOST_ENTRIES = 100_000
"""Files and folders of any kind: a folder with more is not read."""
DEEPEST_FOLDER = 16
"""Levels of folders in one another."""


@dataclass
class EntryCount:
    """Counts the entries that were listed. Folders that are named together share one, and so one bound."""

    entries: int = 0


def yaml_files(folder: Path, shown_as: str, report: Report, count: EntryCount | None = None) -> list[Path]:
    """The paths of all plain files `*.yaml` in a folder, at any depth, sorted.

    `shown_as` is the folder's name in diagnostics. Entries `*.yaml` that are no plain files are reported.
    """
    found: list[Path] = []
    waiting = [(folder, 0)]
    count = count or EntryCount()
    home = real_path(folder)
    while waiting:
        here, depth = waiting.pop()
        inside = _inside(here, _shown(folder, here, shown_as), report)
        count.entries += len(inside)
        if count.entries > MOST_ENTRIES:
            # What was found by then is chance: nothing is said of it.
            _too_many(report, shown_as, "files and folders of any kind", MOST_ENTRIES)
            return []
        for entry in inside:
            if is_hidden(entry.name):
                continue
            path = here / entry.name
            shown = _shown(folder, path, shown_as)
            if entry.is_dir(follow_symlinks=False):
                if depth == DEEPEST_FOLDER:
                    _too_many(report, shown, "folders in one another", DEEPEST_FOLDER)
                else:
                    waiting.append((path, depth + 1))
            elif entry.name.endswith(".yaml") and is_plain(path, shown, home, report):
                found.append(path)
    found.sort()
    if len(found) > MOST_FILES:
        _too_many(report, _shown(folder, found[MOST_FILES], shown_as), "files `*.yaml`", MOST_FILES)
    return found[:MOST_FILES]


def is_hidden(name: str) -> bool:
    """Whether a name is that of a hidden file or folder. These are of editors and other tools, and hold no content."""
    return name.startswith(".")


def _inside(folder: Path, shown: str, report: Report) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            # One more than allowed is enough to see that there are too many.
            return [entry for entry, _ in zip(entries, range(MOST_ENTRIES + 1), strict=False)]
    except OSError as error:
        _refuse(report, shown, f"this folder can't be read: {(error.strerror or 'it fails').lower()}")
        return []


def is_plain(path: Path, shown: str, home: Path, report: Report) -> bool:
    """Whether a path leads to an ordinary file inside `home`, a path without links; what doesn't is reported."""
    reason = why_not_plain(path, home)
    if reason is not None:
        message, expected = reason
        _refuse(report, shown, message, expected)
    return reason is None


def why_not_plain(path: Path, home: Path) -> tuple[str, str | None] | None:
    """None for a path that leads to an ordinary file inside `home`; else the reason why not, and what was expected."""
    try:
        real = path.resolve(strict=True)
        plain = stat.S_ISREG(real.stat().st_mode)
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        if isinstance(error, ValueError):
            reason = "this is no name of a file"
        return f"this file can't be read: {(reason or 'the link leads in a circle').lower()}", None
    if not real.is_relative_to(home):
        return "this link leads out of the folder that is read", "a file in it"
    return None if plain else ("this is no file that can be read", "a plain file")


def _shown(folder: Path, path: Path, shown_as: str) -> str:
    return shown_as if path == folder else f"{shown_as}/{path.relative_to(folder).as_posix()}"


def _refuse(report: Report, shown: str, message: str, expected: str | None = None) -> None:
    report.add(kinds.UNREADABLE_FILE, message, Span(shown, 1, 1, 1, 1), expected=expected)


def _too_many(report: Report, shown: str, what: str, most: int) -> None:
    message = f"there are more than {most:,} {what}"
    report.add(kinds.TOO_LARGE, message, Span(shown, 1, 1, 1, 1), expected=f"at most {most:,}")
