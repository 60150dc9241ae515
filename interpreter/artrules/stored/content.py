"""Reads rulesets: from the cache, where the same files were read before.

An entry's key names all YAML files with their texts; scenarios by name only, because they change no game. Which tables
(CSV) there are is only known from these. So an entry says which it has read, and is of use while they are unchanged.
"""

from __future__ import annotations

import errno
import pickle
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from artrules.cache import store
from artrules.catalogue.folder import why_not_plain, yaml_files
from artrules.catalogue.head import holds_scenarios
from artrules.catalogue.locations import OutsideContent
from artrules.declare.files import LARGEST
from artrules.declare.piece_tables import SUFFIX
from artrules.diagnostics.report import Report
from artrules.pipeline import Content, read_content
from artrules.source.bounded_file import read_regular_file, real_path
from artrules.stored.pickles import dump_content, load_content
from artrules.stored.programs import Entry, Programs

KIND = "content"
Digests = Mapping[str, bytes]


def open_content(folder: Path, shown_as: str, extra: OutsideContent) -> tuple[Content, Programs]:
    """The content of a ruleset without its scenarios, as `read_content` reads it, and its programs."""
    key = _key(folder, shown_as, extra)
    stored = store.find(KIND, key) if key is not None else None
    if stored is not None:
        tables, pickled, files = pickle.loads(stored)
        if tables == _digests(folder, tables):
            content, shared = load_content(pickled)
            content.read_files = lambda: replace(pickle.loads(files), extra=extra)
            return content, Programs(Entry(_digest(pickled), shared))
    content = read_content(folder, shown_as, scenarios=False, extra=extra)
    # What stands in the files may have changed since the key was made.
    if key is None or not _may_be_kept(content) or key != _key(folder, shown_as, extra):
        return content, Programs()
    pickled, shared = dump_content(content)
    tables = _digests(folder, [name for name in content.files.texts if name.endswith(SUFFIX)])
    files = pickle.dumps(replace(content.files, extra=OutsideContent()), pickle.HIGHEST_PROTOCOL)
    store.keep(KIND, key, pickle.dumps((tables, pickled, files), pickle.HIGHEST_PROTOCOL))
    return content, Programs(Entry(_digest(pickled), shared))


def _key(folder: Path, shown_as: str, extra: OutsideContent) -> str | None:
    """The key of a ruleset's entry; None where nothing can be kept."""
    report = Report()
    paths = yaml_files(folder, shown_as, report)
    if report.diagnostics or extra.problems or not store.is_there():
        return None
    try:
        parts = [*_parts([(path, path.relative_to(folder).as_posix()) for path in paths])]
        if extra.files:
            parts += _parts([(file.path, f"{file.path}\0{file.shown}") for file in extra.files])
            parts += sorted(extra.known())
    except OSError:
        return None
    return store.key_of(KIND, str(folder), shown_as, *parts)


def _parts(files: list[tuple[Path, str]]) -> Iterator[str | bytes]:
    """What files add to a key: the name and the text of each. Raises OSError, also where they are too large."""
    left = LARGEST
    for path, name in files:
        text = read_regular_file(path, left)
        left -= len(text)
        if left < 0:
            raise OSError(errno.EFBIG, "the files together are too large")
        yield name
        yield b"scenarios" if holds_scenarios(text) else text


def _may_be_kept(content: Content) -> bool:
    """Whether content has no errors, and depends on nothing that its key doesn't name."""
    files = content.files
    return not content.report.has_errors and not files.plugins and not files.extra_tables


def _digests(folder: Path, names: Iterable[str]) -> Digests:
    """A digest of each table that can be read, by its path in the folder."""
    home, found = real_path(folder), {}
    for name in names:
        path = folder / name
        if why_not_plain(path, home) is None:
            found[name] = blake2b(read_regular_file(path, LARGEST), digest_size=16).digest()
    return found


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
