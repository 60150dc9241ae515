"""A ruleset's files as they are sent to processes that may run elsewhere, and how these open the ruleset.

Where the same files lie at the same place, as on this machine or on a shared disk, they are read there. Else those that
were sent are written to a temporary folder and read from it.
"""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from artrules.catalogue.find import find_outside
from artrules.diagnostics.errors import ContentError
from artrules.parallel.problems import ContentChanged
from artrules.ruleset import Ruleset
from artrules.stored.content import open_content


@dataclass(frozen=True)
class SentFiles:
    """A ruleset's files: those in its folder by their paths in it, and those from outside by their whole paths."""

    folder: str
    shown_as: str
    inside: Mapping[str, bytes]
    outside: Mapping[str, bytes]
    tables_outside: bool
    """Whether files from outside name tables: then they can be read in their own place only."""
    content_hash: str


def files_of(ruleset: Ruleset) -> SentFiles:
    """The files of a ruleset as they were read."""
    files = ruleset.content.files
    outside = {str(path.absolute()): files.extra_texts[shown] for shown, path in files.extra_rules.items()}
    inside = {name: text for name, text in files.texts.items() if name in files.rules}
    folder = str(files.folder.absolute())
    return SentFiles(folder, files.shown_as, inside, outside, bool(files.extra_tables), ruleset.content_hash)


def open_sent(sent: SentFiles) -> Ruleset:
    """The ruleset of these files, in whatever process. Raises ContentChanged where it can't be read the same."""
    here = _opened(Path(sent.folder), [Path(path) for path in sent.outside], sent)
    if here is not None:
        return here
    if not sent.tables_outside:
        home = TemporaryDirectory(prefix="artrules-")
        atexit.register(home.cleanup)
        folder, outside = _write(Path(home.name), sent)
        there = _opened(folder, outside, sent)
        if there is not None:
            return there
    raise ContentChanged


def _opened(folder: Path, outside: list[Path], sent: SentFiles) -> Ruleset | None:
    """The ruleset in a folder, if it has this content."""
    if not folder.is_dir() or not all(path.is_file() for path in outside):
        return None
    try:
        content, programs = open_content(folder, sent.shown_as, find_outside(outside))
    except (OSError, ContentError):
        return None
    same = not content.report.has_errors and content.hash == sent.content_hash
    return Ruleset(content, programs=programs) if same else None


def _write(home: Path, sent: SentFiles) -> tuple[Path, list[Path]]:
    """Write all files below a folder; gives the ruleset's folder and the paths of those from outside."""
    folder = home / "ruleset"
    for name, text in sent.inside.items():
        path = folder / PurePosixPath(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    outside = []
    for number, (name, text) in enumerate(sent.outside.items()):
        path = home / f"outside{number}" / Path(name).name
        path.parent.mkdir(parents=True)
        path.write_bytes(text)
        outside.append(path)
    return folder, outside
