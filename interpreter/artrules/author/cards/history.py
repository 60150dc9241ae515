"""The content of a ruleset as it was at a revision that git knows, so that what is new can be told from what isn't."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from artrules.text.source.bounded_file import real_path
from artrules.text.source.revision import GitFails, ask_git, line_of, write_files_of


class NoRevision(Exception):
    """The content at a revision can't be had; the text says why."""


@contextmanager
def folder_at(folder: Path, revision: str) -> Iterator[Path]:
    """A copy of a folder as it was at a revision, to the end of the `with`. Raises NoRevision."""
    folder = real_path(folder)
    with tempfile.TemporaryDirectory(prefix="artrules-") as place:
        copy = Path(place) / folder.name
        try:
            _write_as_it_was(folder, revision, copy)
        except (GitFails, OSError) as problem:
            raise NoRevision(f"{folder.name} can't be read as it was at {revision}: {problem}") from None
        yield copy


def _write_as_it_was(folder: Path, revision: str, into: Path) -> None:
    """Raises NoRevision, GitFails, OSError."""
    top = ask_git(folder, "rev-parse", "--show-toplevel")
    if top is None:
        raise NoRevision(f"{folder} isn't kept by git")
    wanted = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    commit = ask_git(folder, *wanted)
    if commit is None:
        raise NoRevision(f"git knows no revision `{revision}` of {folder.name}")
    if not write_files_of(folder, line_of(commit), into):
        path = folder.relative_to(real_path(Path(line_of(top))))
        raise NoRevision(f"{path.as_posix()} wasn't there at {revision}")
