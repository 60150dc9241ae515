"""Finds the files and rulesets that lie under some paths, safely: folders and files may come from anywhere."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from artrules.model.catalogue.locations import (
    LIBRARIES,
    MAIN,
    ContentFile,
    Location,
    OutsideContent,
    declared_library,
    holds_scenarios,
    shipped_libraries,
    target_ruleset,
    target_ruleset_of_file,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report, ReportFull
from artrules.text.source.bounded_file import is_file, matching_files, missing_files, read_regular_file, real_path
from artrules.text.source.decode import LARGEST_FILE

# Lists the YAML files of a folder, safely: the folder and its files may come from anywhere.
#
# Only plain files inside the folder count. Links that lead out of it, pipes, sockets and devices are refused before
# they are opened; folders that are links are not entered. The numbers of files, folders and levels are bounded. What is
# hidden, such as the lock files of editors, is passed over.

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
    paths: list[Path] = []
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
                paths.append(path)
    for path in missing_files(folder):
        names = path.relative_to(folder).parts
        if path.suffix == ".yaml" and len(names) <= DEEPEST_FOLDER + 1 and not any(map(is_hidden, names)):
            paths.append(path)
    paths.sort()
    if len(paths) > MOST_FILES:
        _too_many(report, _shown(folder, paths[MOST_FILES], shown_as), "files `*.yaml`", MOST_FILES)
    return paths[:MOST_FILES]


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
        real = real_path(path) if is_file(path) else path.resolve(strict=True)
        plain = is_file(real)
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


# Finds the files and rulesets that lie under some paths.
#
# A set needn't lie in the folder of the game that it is for. Here paths that a person, a save, a configuration or a
# plugin names become a list of files; each file says itself, by `of` or `scenarios`, for which game it is. The same
# holds as in a ruleset's folder: only ordinary files count, no link may lead out of the folder that is named, and
# numbers are bounded.


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


# For which rulesets some files from outside are: a set, an overlay or a file of scenarios names its game itself.


class FilesOfRuleset(NamedTuple):
    """Files from outside that are for one ruleset."""

    name: str
    location: Location
    files: list[ContentFile]


def group_by_ruleset(
    files: Iterable[ContentFile], outside: OutsideContent
) -> tuple[list[FilesOfRuleset], list[ContentFile]]:
    """Files by the known ruleset that they are for, and those that are for none. Raises PluginProblem."""
    groups: dict[str, FilesOfRuleset] = {}
    strays: list[ContentFile] = []
    for file in files:
        owner = target_ruleset_of_file(file.path)
        location = outside.known().get(owner)
        if location is None:
            strays.append(file)
        else:
            groups.setdefault(owner, FilesOfRuleset(owner, location, [])).files.append(file)
    return list(groups.values()), strays


def distinct_files(files: Iterable[ContentFile], without: Iterable[ContentFile]) -> tuple[ContentFile, ...]:
    """Each of some files once, whatever links lead to it, and none of those in `without`."""
    left_out = {real_path(file.path) for file in without}
    return tuple({real: file for file in files if (real := real_path(file.path)) not in left_out}.values())


def scenarios_beside(group: FilesOfRuleset) -> list[ContentFile]:
    """The files of scenarios for a ruleset that lie in the same folder as one of its files from outside."""
    files = []
    for folder in dict.fromkeys(file.path.parent for file in group.files):
        home = real_path(folder)
        for path in sorted(islice(matching_files(folder, "*.yaml"), MOST_ENTRIES))[:MOST_FILES]:
            if not is_hidden(path.name) and why_not_plain(path, home) is None:
                try:
                    content = read_regular_file(path, LARGEST_FILE)
                except OSError:
                    continue
                if holds_scenarios(content) and target_ruleset(content) == group.name:
                    files.append(ContentFile(path, shown_path(path)))
    return files


# Where libraries lie. A game names those that it uses; the library `tricks` is the file `tricks.yaml`, or all files in
# the folder `tricks`, in a folder of libraries: that beside the game, or that of the shipped ones.

_LIBRARY_NAME = re.compile(r"[a-z][a-z0-9_]*")
_USES = re.compile(rb"\buses\b[\"']?[ \t]*:(.*?)(?=^[a-z\"']|\Z)", re.DOTALL | re.MULTILINE)
_WORD = re.compile(rb"[a-z][a-z0-9_]*")


def folders_of_libraries(place: Path) -> tuple[Path, ...]:
    """The folders in which the libraries are looked for that a ruleset or a library uses, which lies at a place."""
    above = Path(os.path.abspath(place)).parent
    beside = above / LIBRARIES if is_file(place / MAIN) else above
    return tuple(dict.fromkeys([beside, shipped_libraries()]))


def library_location(name: str, folders: Iterable[Path]) -> Location | None:
    """Where the library of a name lies: in the first of some folders that has it."""
    for folder in folders if _LIBRARY_NAME.fullmatch(name) else ():
        for path in (folder / f"{name}.yaml", folder / name):
            if is_file(path) if path.suffix else _is_library_folder(path):
                return Location(path, shown_library(path))
    return None


def is_library(path: Path) -> bool:
    """Whether a path leads to a library and to no game: a file that holds one, or a folder of its files."""
    if os.path.isdir(path):
        is_game = os.path.lexists(path / MAIN) or is_file(path / MAIN)
        return not is_game and any(map(declared_library, matching_files(path, "*.yaml")))
    return bool(declared_library(path))


def _is_library_folder(path: Path) -> bool:
    return os.path.isdir(path) and any(matching_files(path, "*.yaml"))


def shown_library(path: Path) -> str:
    """The name in diagnostics of a library's file or folder."""
    shipped = shipped_libraries()
    if path.is_relative_to(shipped):
        return f"rulesets/{LIBRARIES}/{path.relative_to(shipped).as_posix()}"
    return shown_path(path)


def library_files(location: Location, report: Report) -> list[ContentFile]:
    """The files of a library. Those that are no plain files are reported."""
    path, shown = location
    if os.path.isdir(path):
        files = yaml_files(path, shown, report)
        return [ContentFile(file, f"{shown}/{file.relative_to(path).as_posix()}") for file in files]
    return [ContentFile(path, shown)] if is_plain(path, shown, real_path(path.parent), report) else []


def library_names(folders: Iterable[Path]) -> list[str]:
    """The names of the libraries in some folders, sorted."""
    paths = [path for folder in folders for path in islice(matching_files(folder, "*"), MOST_ENTRIES)]
    names = {path.stem for path in paths if path.suffix == ".yaml" or _is_library_folder(path)}
    return sorted(name for name in names if _LIBRARY_NAME.fullmatch(name))


def names_of_uses(content: bytes) -> set[str]:
    """The names of the libraries that a file may use, found without parsing it; other words may be among them."""
    return {word.decode() for used in _USES.findall(content) for word in _WORD.findall(used)}


def libraries_in(files: Iterable[ContentFile]) -> tuple[list[Location], list[ContentFile]]:
    """The libraries among some files, and the other files."""
    libraries: dict[Path, Location] = {}
    others: list[ContentFile] = []
    for file in files:
        name = declared_library(file.path)
        if not name:
            others.append(file)
            continue
        path = file.path.parent if file.path.parent.name == name else file.path
        libraries.setdefault(real_path(path), Location(path, shown_library(path)))
    return list(libraries.values()), others
