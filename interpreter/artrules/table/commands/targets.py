"""What the arguments of `check` and `test` name: whole rulesets, or files and folders that lie outside of their games.

A set, an overlay or a file of scenarios names its game itself. That game is read together with the file, and the
command concerns only that file. Files for no known game are read alone, so that the reason can be reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from artrules.table.commands.config import check_not_root
from artrules.table.commands.content_loading import open_content, open_stored, refuse_unknown
from artrules.table.commands.exit import Misuse
from artrules.table.commands.options import OutsidePaths
from artrules.text.garbage import nothing_is_garbage
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.model.catalogue.locations import OutsideContent
    from artrules.play.content import Content
    from artrules.play.stored.content import Programs
    from artrules.play.workspace import Workspace


@dataclass(slots=True)
class Target:
    """A ruleset that a command is about, or some files of it."""

    content: Content
    only: set[str] | None
    """The names (in diagnostics) of the files that the command is about; None for the whole ruleset."""
    called: str = ""
    """The argument, if it lies outside the ruleset's folder; else empty."""
    programs: Programs | None = None
    """The programs of the content, where it may come from the cache."""


def open_targets(
    names: Iterable[str], outside: OutsidePaths, *, to_test: bool = False, workspace: Workspace | None = None
) -> list[Target]:
    """The rulesets that some arguments name, each once, in their order; then libraries, and the rulesets of files from
    outside.

    An argument that is a file in a ruleset's folder stands for that file alone. Where it is a set or an overlay, the
    scenarios in its folder are read and count as named, too. With `to_test` they don't count as named: the command
    itself finds those that concern what is named. Then rules may come from the cache, and some scenarios aren't read.

    With a workspace, what it has read before isn't read again. Raises Misuse for a name with nothing behind it.
    """
    with nothing_is_garbage():
        return _open_targets(names, outside, to_test, workspace)


def _open_targets(
    names: Iterable[str], outside: OutsidePaths, to_test: bool, workspace: Workspace | None
) -> list[Target]:
    from artrules.play.content_search import library_called

    targets: dict[Path, Target] = {}
    paths: list[Path] = []
    for name in names:
        path = Path(name)
        if is_outside(name, path, outside):
            library = library_called(name)
            path = path if library is None else library.folder
            check_not_root(path, "an argument")
            paths.append(path)
            continue
        if to_test:
            content, programs = open_stored(name, outside)
        else:
            content, programs = open_content(name, outside, workspace=workspace), None
        folder = real_path(content.files.folder)
        only = {file} if (file := _file_in(content, path, folder)) else None
        target = targets.get(folder)
        if target is None:
            targets[folder] = Target(content, only, programs=programs)
        else:
            target.only = None if only is None or target.only is None else target.only | only
    return [*targets.values(), *_open_outside(paths, outside, to_test, workspace)]


def _file_in(content: Content, path: Path, folder: Path) -> str | None:
    """The name in diagnostics of a file in a ruleset's folder. None for its main file and for any other path."""
    from artrules.model.catalogue.locations import MAIN

    real = real_path(path)
    if not (path.is_file() and real.is_relative_to(folder)) or real == folder / MAIN:
        return None
    return f"{content.files.shown_as}/{real.relative_to(folder).as_posix()}"


def is_outside(name: str, path: Path, outside: OutsidePaths) -> bool:
    """Whether an argument is a file or folder outside all rulesets' folders, or the name of a library. Raises Misuse if
    it doesn't exist."""
    from artrules.play.content_search import find_ruleset, folder_here, library_called
    from artrules.text.diagnostics.render import ContentError

    content = outside.find()
    try:
        find_ruleset(folder_here(name) or name, content.rulesets)
    except ContentError:
        if path.is_dir() or (path.is_file() and path.suffix == ".yaml") or library_called(name) is not None:
            return True
        refuse_unknown(name, content)
    return False


def _refuse_without_main(paths: list[Path], named: OutsideContent) -> None:
    """Raise Misuse for a folder that holds parts of a ruleset, but no main file."""
    from artrules.model.catalogue.locations import MAIN, is_part
    from artrules.text.source.bounded_file import read_regular_file
    from artrules.text.source.decode import LARGEST_FILE

    for file in named.files:
        if file.path.parent in paths:
            with suppress(OSError):
                if is_part(read_regular_file(file.path, LARGEST_FILE)):
                    text = f"the folder `{file.path.parent}` has no {MAIN}, but {file.path.name} is a part of a ruleset"
                    raise Misuse(text)


def _open_outside(paths: list[Path], outside: OutsidePaths, to_test: bool, workspace: Workspace | None) -> list[Target]:
    """The rulesets that the files under some paths belong to, each read with all its files, and with the scenarios
    beside a set or an overlay. A last target has the files without a known ruleset."""
    from artrules.model.catalogue.scan import distinct_files, group_by_ruleset, libraries_in, scan, scenarios_beside
    from artrules.model.declare.files import read_unowned_files
    from artrules.play.content import Content
    from artrules.play.models import elaborated
    from artrules.play.workspace import Workspace
    from artrules.text.diagnostics.report import Report

    if not paths:
        return []
    workspace = workspace or Workspace()
    extra = outside.find(*paths)
    named = scan(paths)
    called = ", ".join(map(str, paths))
    _refuse_without_main(paths, named)
    targets: list[Target] = []
    libraries, files = libraries_in(named.files)
    targets += [Target(workspace.read(*location, extra=extra), None) for location in libraries]
    groups, strays = group_by_ruleset(files, extra)
    for group in groups:
        more = scenarios_beside(group)
        with_files = replace(extra, files=distinct_files([*extra.files, *more], without=strays))
        content = workspace.read(*group.location, extra=with_files)
        judged = group.files if to_test else [*group.files, *more]
        targets.append(Target(content, {file.shown for file in judged}, called))
    for folder in named.rulesets.values():
        targets.append(Target(workspace.read(folder, str(folder), extra=extra), None))
    if not (named.files or named.rulesets or named.problems):
        raise Misuse(f"there are no files `*.yaml` in {called}")
    if strays or named.problems:
        report = Report()
        report.extend(named.problems)
        unowned = read_unowned_files(strays, extra, report)
        targets.append(Target(Content(lambda: unowned, report, elaborated), None, called))
    return targets
