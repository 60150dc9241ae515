"""What the arguments of `check` and `test` name: whole rulesets, and files and folders that lie outside of their games.

A set, an overlay or a file of scenarios finds its game by itself: it says for which it is. Such a game is opened with
it, and only what concerns these files is wanted of it. Where no game is found the files are read alone, so that it is
told what is wrong with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from artrules.commands.config import see_no_root
from artrules.commands.exit import Misuse
from artrules.commands.open import open_content, refuse_unknown
from artrules.commands.with_option import Given
from artrules.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.declare.extra import Extra, ExtraFile
    from artrules.pipeline import Content


@dataclass(slots=True)
class Opened:
    """A ruleset, of which only some files are wanted, by the names that diagnostics show; None for all."""

    content: Content
    only: set[str] | None
    called: str = ""
    """What was named, if that lies outside of the game."""


def open_each(names: Iterable[str], given: Given, *, beside: bool = False) -> list[Opened]:
    """Each ruleset once, in the order in which they are named.

    A file in a ruleset's folder stands for that ruleset, with that file alone wanted. `beside` also reads scenarios
    that lie in one folder with a set or an overlay that is named.
    """
    inside: dict[Path, Opened] = {}
    outside: list[Path] = []
    for name in names:
        path = Path(name)
        if _lies_outside(name, path, given):
            see_no_root(path, "an argument")
            outside.append(path)
            continue
        content = open_content(name, given)
        folder = real_path(content.files.folder)
        only = {file} if (file := _file_in(content, path, folder)) else None
        known = inside.get(folder)
        if known is None:
            inside[folder] = Opened(content, only)
        else:
            known.only = None if only is None or known.only is None else known.only | only
    return [*inside.values(), *_open_outside(outside, given, beside)]


def _file_in(content: Content, path: Path, folder: Path) -> str | None:
    """A file of a ruleset as diagnostics call it."""
    real = real_path(path)
    if not (path.is_file() and real.is_relative_to(folder)) or real == folder / "ruleset.yaml":
        return None
    return f"{content.files.shown_as}/{real.relative_to(folder).as_posix()}"


def _lies_outside(name: str, path: Path, given: Given) -> bool:
    """Whether a name is that of a file or folder which no ruleset's folder holds."""
    from artrules.catalogue import find_ruleset
    from artrules.diagnostics.errors import ContentError

    extra = given.extra()
    try:
        find_ruleset(name, extra.rulesets)
    except ContentError:
        if path.is_dir() or (path.is_file() and path.suffix == ".yaml"):
            return True
        refuse_unknown(name, extra)
    return False


def _open_outside(paths: list[Path], given: Given, beside: bool) -> list[Opened]:
    """The games of files from outside, each with all of these; at last the files that no game was found for."""
    from artrules.declare.extra import gather
    from artrules.declare.files import read_strays
    from artrules.diagnostics.report import Report
    from artrules.pipeline import Content, read_content

    if not paths:
        return []
    extra = given.extra(*paths)
    named = gather(paths)
    called = ", ".join(map(str, paths))
    opened: list[Opened] = []
    by_game, strays = _by_game(named.files, extra)
    for game, files in by_game.items():
        folder, shown_as = extra.games()[game]
        more = _scenarios_beside(files, game) if beside else []
        content = read_content(folder, shown_as, extra=replace(extra, files=_once([*extra.files, *more], strays)))
        opened.append(Opened(content, {file.shown for file in files}, called))
    for folder in named.rulesets.values():
        opened.append(Opened(read_content(folder, str(folder), extra=extra), None))
    if not (named.files or named.rulesets or named.problems):
        raise Misuse(f"there are no files `*.yaml` in {called}")
    if strays or named.problems:
        report = Report()
        report.extend(named.problems)
        opened.append(Opened(Content(read_strays(strays, extra, report), report), None, called))
    return opened


def _by_game(files: Iterable[ExtraFile], extra: Extra) -> tuple[dict[str, list[ExtraFile]], list[ExtraFile]]:
    """Files by the game that they are for, and those that are for none that is known."""
    by_game: dict[str, list[ExtraFile]] = {}
    strays: list[ExtraFile] = []
    for file in files:
        owner = _owner(file)
        if owner in extra.games():
            by_game.setdefault(owner, []).append(file)
        else:
            strays.append(file)
    return by_game, strays


def _owner(file: ExtraFile) -> str:
    from artrules.declare.extra import owner_of
    from artrules.diagnostics.report import Report
    from artrules.source.read import read_bytes

    return owner_of(read_bytes(file.path, file.shown, Report()) or b"")


def _once(files: Iterable[ExtraFile], without: list[ExtraFile]) -> tuple[ExtraFile, ...]:
    left_out = {real_path(file.path) for file in without}
    return tuple({real: file for file in files if (real := real_path(file.path)) not in left_out}.values())


def _scenarios_beside(files: list[ExtraFile], game: str) -> list[ExtraFile]:
    """Files of scenarios for a game that lie in one folder with some files."""
    from artrules.declare.extra import ExtraFile, owner_of, shown
    from artrules.declare.files import holds_scenarios
    from artrules.diagnostics.report import Report
    from artrules.source.folder import MOST_ENTRIES, MOST_FILES, is_plain
    from artrules.source.read import read_bytes

    found = []
    for folder in dict.fromkeys(file.path.parent for file in files):
        for path in sorted(islice(folder.glob("*.yaml"), MOST_ENTRIES))[:MOST_FILES]:
            if is_plain(path, shown(path), real_path(folder), Report()):
                content = read_bytes(path, shown(path), Report()) or b""
                if holds_scenarios(content) and owner_of(content) == game:
                    found.append(ExtraFile(path, shown(path)))
    return found
