"""Reads rulesets: from the cache, where the same files were read before.

An entry's key names all YAML files with their texts; scenarios by name only, because they change no game. Which tables
(CSV) there are is only known from these. So an entry says which it has read, and is of use while they are unchanged.
"""

from __future__ import annotations

import pickle
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from artrules.cache import store
from artrules.catalogue.locations import OutsideContent
from artrules.pipeline import Content, read_content
from artrules.stored.files import read_files, table_digests
from artrules.stored.pickles import dump_content, load_content
from artrules.stored.programs import Entry, Programs

KIND = "content"


def open_content(folder: Path, shown_as: str, extra: OutsideContent) -> tuple[Content, Programs]:
    """The content of a ruleset without its scenarios, as `read_content` reads it, and its programs."""
    key = _key(folder, shown_as, extra)
    stored = store.find(KIND, key) if key is not None else None
    if stored is not None:
        tables, pickled, files = pickle.loads(stored)
        if tables == table_digests(folder, tables):
            content, shared = load_content(pickled)
            content.read_files = lambda: replace(pickle.loads(files), extra=extra)
            return content, Programs(Entry(_digest(pickled), shared))
    content = read_content(folder, shown_as, scenarios=False, extra=extra)
    # What stands in the files may have changed since the key was made.
    if key is None or not _may_be_kept(content) or key != _key(folder, shown_as, extra):
        return content, Programs()
    pickled, shared = dump_content(content)
    tables = table_digests(folder, content.files.tables)
    files = pickle.dumps(replace(content.files, extra=OutsideContent()), pickle.HIGHEST_PROTOCOL)
    store.keep(KIND, key, pickle.dumps((tables, pickled, files), pickle.HIGHEST_PROTOCOL))
    return content, Programs(Entry(_digest(pickled), shared))


def _key(folder: Path, shown_as: str, extra: OutsideContent) -> str | None:
    """The key of a ruleset's entry; None where nothing can be kept."""
    read = read_files(folder, shown_as, extra)
    return store.key_of(KIND, *read.parts(scenarios=False)) if read is not None else None


def _may_be_kept(content: Content) -> bool:
    """Whether content has no errors, and depends on nothing that its key doesn't name."""
    files = content.files
    return not content.report.has_errors and not files.plugins and not files.extra_tables


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
