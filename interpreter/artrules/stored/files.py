"""The files of a ruleset as they are now, read to find out whether the cache has what was made of them.

Which tables (CSV) a ruleset has is only known from its YAML files. So whatever was made of them says which it has read,
and is of use while these are unchanged.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from artrules.cache import store
from artrules.catalogue.folder import LARGEST, why_not_plain, yaml_files
from artrules.catalogue.head import holds_scenarios
from artrules.catalogue.locations import OutsideContent
from artrules.diagnostics.report import Report
from artrules.source.bounded_file import read_regular_file, real_path

Digests = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class FilesNow:
    """The YAML files in a ruleset's folder, and the files from outside that may be for it."""

    folder: Path
    shown_as: str
    inside: Mapping[str, bytes]
    """Texts by the paths in the folder."""
    outside: Mapping[tuple[Path, str], bytes]
    """Texts by the paths, and the names in diagnostics."""
    known: tuple[str, ...]
    """The names of all rulesets, where files from outside may be for one of them."""

    def parts(self, *, scenarios: bool) -> Iterator[str | bytes]:
        """What they add to a key: all names and texts; of files with scenarios the text only if these count."""
        yield str(self.folder)
        yield self.shown_as
        yield f"{len(self.inside)} {len(self.outside)}"
        named = [*self.inside.items(), *((f"{path}\0{shown}", text) for (path, shown), text in self.outside.items())]
        for name, text in named:
            yield name
            yield text if scenarios or not holds_scenarios(text) else b"scenarios"
        yield from self.known


def read_files(folder: Path, shown_as: str, extra: OutsideContent) -> FilesNow | None:
    """The files of a ruleset. None where nothing can be kept, and where one can't be read or they are too large."""
    report = Report()
    paths = yaml_files(folder, shown_as, report)
    if report.diagnostics or extra.problems or not store.is_there():
        return None
    try:
        inside = {path.relative_to(folder).as_posix(): text for path, text in _texts(paths)}
        named = zip(extra.files, _texts(file.path for file in extra.files), strict=True)
        outside = {(path, file.shown): text for file, (path, text) in named}
    except OSError:
        return None
    return FilesNow(folder, shown_as, inside, outside, tuple(sorted(extra.known())) if extra.files else ())


def _texts(paths: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    """Files with their texts. Raises OSError, also where they are too large."""
    left = LARGEST
    for path in paths:
        text = read_regular_file(path, left)
        left -= len(text)
        if left < 0:
            raise OSError(errno.EFBIG, "the files together are too large")
        yield path, text


def read_tables(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """The texts of tables by their paths in the folder; without those that aren't plain files. Raises OSError."""
    home, found = real_path(folder), {}
    for name in names:
        path = folder / name
        if why_not_plain(path, home) is None:
            found[name] = read_regular_file(path, LARGEST)
    return found


def table_digests(folder: Path, names: Iterable[str]) -> Digests:
    """A digest of each table that can be read, by its path in the folder. Raises OSError."""
    return {name: digest(text) for name, text in read_tables(folder, names).items()}


def digest(data: bytes) -> bytes:
    """A hash of some data (BLAKE2b, 16 bytes)."""
    return blake2b(data, digest_size=16).digest()
