"""What is given from outside of a ruleset's folder: sets, overlays and scenarios that lie anywhere, and whole rulesets.

An author's set needn't lie in the folder of the game that it is for. Here files and folders that somebody names become
a list of files to be read; each says itself, by `of` or `scenarios`, for which game it is. What holds for files of a
ruleset holds for these: they are ordinary files, no link leads out of the folder that was named, and they are bounded.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.kinds import yaml as kinds
from artrules.diagnostics.report import Report, ReportFull
from artrules.diagnostics.span import Span
from artrules.source.bounded_file import read_ordinary, real_path
from artrules.source.folder import MOST_FILES, Looked, is_plain, yaml_files

MAIN = "ruleset.yaml"
_OWNER = re.compile(rb"^(?:of|part_of|scenarios)[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)", re.MULTILINE)
_RULESET = re.compile(rb"^ruleset[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)", re.MULTILINE)
_HEAD = 65_536
"""Bytes at the beginning of a ruleset.yaml in which its name is looked for."""

Games = Mapping[str, tuple[Path, str]]
"""Rulesets by the name they give themselves: the folder, and how diagnostics call it."""


@dataclass(frozen=True, slots=True)
class ExtraFile:
    """A file given from outside, and how diagnostics call it."""

    path: Path
    shown: str


@dataclass(frozen=True, slots=True)
class Provided:
    """What is known of an active plugin: its version (empty where it has none) and the files that it brings."""

    version: str
    files: tuple[ExtraFile, ...]


@dataclass(frozen=True)
class Extra:
    """Files from outside, for whatever games; `rulesets` are whole ones by the names of their folders."""

    files: tuple[ExtraFile, ...] = ()
    rulesets: Mapping[str, Path] = field(default_factory=dict)
    problems: tuple[Diagnostic, ...] = ()
    games: Callable[[], Games] = dict
    """The games that are known. A file for one of them is passed over while another is opened."""
    plugins: Callable[[], Mapping[str, Provided]] = dict
    """The active plugins by name: what a ruleset may say that it needs."""


def gather(paths: Iterable[Path]) -> Extra:
    """The files and rulesets that some paths name, each once; a path with nothing there gets a diagnostic."""
    found = _Found()
    for path in paths:
        try:
            found.take(path)
        except ReportFull:
            break
    return Extra(tuple(found.files.values()), found.rulesets, tuple(found.report.diagnostics))


class _Found:
    def __init__(self) -> None:
        self.files: dict[Path, ExtraFile] = {}
        self.rulesets: dict[str, Path] = {}
        self.report = Report()
        self.looked = Looked()

    def take(self, path: Path) -> None:
        try:
            is_folder, is_there = path.is_dir(), os.path.lexists(path)
        except (OSError, ValueError):  # no path at all: too long, or with a zero in it
            is_folder = is_there = False
        if path.name == MAIN and is_there:
            self._take_ruleset(path.parent)
        elif is_folder and (path / MAIN).is_file():
            self._take_ruleset(path)
        elif is_folder:
            self._take_folder(path)
        elif is_there:
            if is_plain(path, shown(path), real_path(path.parent), self.report):
                self._take_file(path)
        else:
            message = f"there is no file or folder `{path}`"
            self.report.add(kinds.UNREADABLE_FILE, message, Span(str(path), 1, 1, 1, 1))

    def _take_folder(self, folder: Path) -> None:
        paths = yaml_files(folder, shown(folder), self.report, self.looked)
        mains = [path.parent for path in paths if path.name == MAIN]
        for main in mains:
            self._take_ruleset(main)
        for path in paths:
            if not any(path.is_relative_to(main) for main in mains):
                self._take_file(path)

    def _take_ruleset(self, folder: Path) -> None:
        self.rulesets.setdefault(real_path(folder).name, folder)

    def _take_file(self, path: Path) -> None:
        if len(self.files) == MOST_FILES:
            message = f"there are more than {MOST_FILES:,} files from outside"
            self.report.add(kinds.TOO_LARGE, message, Span(shown(path), 1, 1, 1, 1), expected=f"at most {MOST_FILES:,}")
        if len(self.files) < MOST_FILES:
            self.files.setdefault(real_path(path), ExtraFile(path, shown(path)))


def shown(path: Path) -> str:
    """How diagnostics call a path: as it was given, but from here where it lies below."""
    if path.is_absolute():
        here = Path.cwd()
        path = path.relative_to(here) if path.is_relative_to(here) and path != here else path
    return path.as_posix()


def owner_of(content: bytes) -> str:
    """The game that a file is for, as far as that can be seen without reading it; else nothing."""
    match = _OWNER.search(content)
    return match[1].decode() if match else ""


def declared_name(folder: Path) -> str:
    """The name that a ruleset gives itself; nothing where that can't be made out."""
    try:
        match = _RULESET.search(read_ordinary(folder / MAIN, _HEAD))
    except OSError:
        return ""
    return match[1].decode() if match else ""
