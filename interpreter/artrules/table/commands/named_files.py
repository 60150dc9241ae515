"""Files that a command line names: what is read from them, and how they are written, rewritten, or shown as they would
be. What can't be is a wrong use of the command (`Misuse`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import unified_diff
from errno import ENOENT
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from artrules.table.commands.config import check_not_root
from artrules.table.commands.exit import Misuse
from artrules.text.plain_text import output as put
from artrules.text.source.bounded_file import real_path
from artrules.text.source.decode import plain_text

if TYPE_CHECKING:
    from artrules.text.diagnostics.report import Report

F = TypeVar("F", bound=Callable[..., Any])
Contents = Mapping[Path, tuple[bytes, bytes]]
"""Contents of files before and after, by real path."""

# The option `--to`: the file that a command writes.


class OutputPath(click.Path):
    """A file, or with `folder` a folder, that a command writes: what can't be written is refused before any work, and a
    file whose name doesn't end in `suffix`, such as `.svg`."""

    def __init__(self, *, folder: bool = False, suffix: str = "") -> None:
        super().__init__(file_okay=not folder, dir_okay=folder, path_type=Path)
        self._is_folder = folder
        self._suffix = suffix

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not str(value):
            named = "/".join(param.opts) if param is not None else "this"
            raise Misuse(f"{named} needs the name of a {'folder' if self._is_folder else 'file'}")
        path = cast(Path, super().convert(value, param, ctx))
        if not path.name.lower().endswith(self._suffix):
            raise Misuse(f"`{path}` must end in `{self._suffix}`")
        self._check(path)
        return path

    def _check(self, path: Path) -> None:
        """Raises Misuse."""
        from artrules.text.source.written_file import check_writable

        place = real_path(path)
        # Folders that aren't there are made, but not around a file.
        above = next((each for each in place.parents if each.exists()), place) if self._is_folder else place.parent
        try:
            if place.exists():
                check_writable(place)
            elif not above.is_dir():
                raise FileNotFoundError(ENOENT, f"there is no folder {above}")
            else:
                check_writable(above)
        except OSError as problem:
            raise Misuse(f"{path} can't be written: {problem.strerror or problem}") from None


def to_option(function: F) -> F:
    """Add `-o/--to FILE`, whose parameter `file` is None where it isn't given."""
    return click.option("-o", "--to", "file", metavar="FILE", type=OutputPath(), help="Write to a file.")(function)


def read_named_files(paths: Iterable[Path], report: Report) -> dict[Path, bytes]:
    """The contents of the files `*.yaml` that some paths name, each a file or a folder. What can't be read is reported.
    Raises Misuse for a path that is neither."""
    from artrules.model.catalogue.scan import yaml_files
    from artrules.text.source.read import read_bytes

    contents: dict[Path, bytes] = {}
    for path in paths:
        if not path.is_dir() and path.suffix != ".yaml":
            raise Misuse(f"{path} is neither a folder nor a file `*.yaml`")
        check_not_root(path, "an argument")
        for file in yaml_files(path, str(path), report) if path.is_dir() else [path]:
            content = read_bytes(file, str(file), report)
            if content is not None:
                contents[file] = content
    return contents


def write_or_refuse(file: Path, content: str | bytes | Iterable[str]) -> None:
    """Write a file; a text may come in pieces. Raises Misuse where it can't be written."""
    from artrules.text.source.written_file import check_writable, write_file

    try:
        if file.exists():
            check_writable(file)
        write_file(file, content)
    except OSError as problem:
        raise Misuse(f"{file} can't be written: {problem.strerror or problem}") from None


TOO_MUCH = "It may be too much for any browser to print"


def page_in_place(file: Path, problem: Exception, how: str = "", largest_picture: str = "") -> tuple[Path, str]:
    """Where a page goes in place of a PDF that nothing here can print, and a sentence that says so, with how to print
    it. Where Chromium hasn't answered, the page may be too much for any browser: then the sentence promises nothing,
    and names the largest picture, if it is given. Raises Misuse where a file is there that the command line doesn't
    name."""
    from artrules.author.printing import NoAnswer

    page = file.with_suffix(".html")
    if page != file and page.exists():
        raise Misuse(f"{problem}; {page}, the page that prints so, is there already: `-o {page}` writes it anew")
    if isinstance(problem, NoAnswer):
        cause = f"Its pictures may be too much: the largest is {largest_picture}" if largest_picture else TOO_MUCH
        return page, f"{problem}; {page} is the page. {cause}"
    return page, f"{problem}: {page} is a page that any browser prints so{how}"


# Files that are there, with other contents.


def write_changes(changed: Contents, done: str) -> None:
    """Rewrite files, all or none; `done` is a word for what is done to them. Raises Misuse where a file can't be
    written; then none has been, or the message names those that were."""
    from artrules.text.source.written_file import NotRestored, write_files

    try:
        write_files(changed)
    except NotRestored as problem:
        unrestored_files = ", ".join(map(str, problem.paths))
        reason = f"{problem.filename}: {problem.strerror}" if problem.filename else problem.strerror
        raise Misuse(f"{reason}; changed all the same, and not put back: {unrestored_files}") from None
    except OSError as problem:
        raise Misuse(f"nothing was {done}, because of {problem.filename}: {problem.strerror or problem}") from None


def show_changes(changed: Contents) -> None:
    """Show what would change, file by file."""
    for path, (before, after) in sorted(changed.items()):
        old, new = (plain_text(text).splitlines(keepends=True) for text in (before, after))
        for line in unified_diff(old, new, _near(path), _near(path)):
            put(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n", end="")


def _near(path: Path) -> str:
    """A path as people name it who are in this folder."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
