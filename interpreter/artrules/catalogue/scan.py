"""Finds the files and rulesets that lie under some paths.

A set needn't lie in the folder of the game that it is for. Here paths that a person, a save, a configuration or a
plugin names become a list of files; each file says itself, by `of` or `scenarios`, for which game it is. The same holds
as in a ruleset's folder: only ordinary files count, no link may lead out of the folder that is named, and numbers are
bounded.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from artrules.catalogue.folder import MOST_FILES, EntryCount, is_plain, yaml_files
from artrules.catalogue.locations import MAIN, ContentFile, OutsideContent
from artrules.diagnostics.kinds import yaml as kinds
from artrules.diagnostics.report import Report, ReportFull
from artrules.diagnostics.span import Span
from artrules.source.bounded_file import real_path


def scan(paths: Iterable[Path]) -> OutsideContent:
    """The files and rulesets under some paths, each once. A path with nothing there becomes one of the `problems`."""
    scanner = _Scanner()
    for path in paths:
        try:
            scanner.add(path)
        except ReportFull:
            break
    return OutsideContent(tuple(scanner.files.values()), scanner.rulesets, tuple(scanner.report.diagnostics))


class _Scanner:
    def __init__(self) -> None:
        self.files: dict[Path, ContentFile] = {}
        """By their paths without links."""
        self.rulesets: dict[str, Path] = {}
        self.report = Report()
        self._count = EntryCount()

    def add(self, path: Path) -> None:
        try:
            is_folder, is_there = path.is_dir(), os.path.lexists(path)
        except (OSError, ValueError):  # no path at all: too long, or with a zero in it
            is_folder = is_there = False
        if path.name == MAIN and is_there:
            self._add_ruleset(path.parent)
        elif is_folder and (path / MAIN).is_file():
            self._add_ruleset(path)
        elif is_folder:
            self._add_folder(path)
        elif is_there:
            if is_plain(path, shown_path(path), real_path(path.parent), self.report):
                self._add_file(path)
        else:
            message = f"there is no file or folder `{path}`"
            self.report.add(kinds.UNREADABLE_FILE, message, Span(str(path), 1, 1, 1, 1))

    def _add_folder(self, folder: Path) -> None:
        paths = yaml_files(folder, shown_path(folder), self.report, self._count)
        rulesets = [path.parent for path in paths if path.name == MAIN]
        for ruleset in rulesets:
            self._add_ruleset(ruleset)
        for path in paths:
            if not any(path.is_relative_to(ruleset) for ruleset in rulesets):
                self._add_file(path)

    def _add_ruleset(self, folder: Path) -> None:
        self.rulesets.setdefault(real_path(folder).name, folder)

    def _add_file(self, path: Path) -> None:
        shown = shown_path(path)
        if len(self.files) == MOST_FILES:
            message = f"there are more than {MOST_FILES:,} files from outside"
            self.report.add(kinds.TOO_LARGE, message, Span(shown, 1, 1, 1, 1), expected=f"at most {MOST_FILES:,}")
        if len(self.files) < MOST_FILES:
            self.files.setdefault(real_path(path), ContentFile(path, shown))


def shown_path(path: Path) -> str:
    """A path's name in diagnostics: as it was given, but relative where it lies below the current folder."""
    if path.is_absolute():
        here = Path.cwd()
        path = path.relative_to(here) if path.is_relative_to(here) and path != here else path
    return path.as_posix()
