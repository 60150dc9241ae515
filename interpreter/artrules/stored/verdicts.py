"""Judges rulesets, or tells what was found where the same files were judged before.

An entry's key names all YAML files with their texts, and whatever else judges: the JSON Schemas and the libraries that
read YAML and match schemas.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from artrules.cache import store
from artrules.catalogue.locations import Location, OutsideContent
from artrules.stored.files import FilesNow, digest, read_files, read_tables
from artrules.stored.verdict import Summary, Verdict, dump, load, verdict_of

if TYPE_CHECKING:
    from artrules.diagnostics.diagnostic import Diagnostic
    from artrules.pipeline import Content

KIND = "verdict"
LIBRARIES = ("yaml", "jsonschema", "jsonschema_rs", "lark")
"""They judge content beside the engine. Another version may say something else."""


class _Entry(NamedTuple):
    inside: list[str]
    """The paths in the folder of all files that were read there."""
    tables: dict[str, bytes]
    """Digests of the tables among them."""
    outside: list[str]
    """The names in diagnostics of the files from outside that were read."""
    summary: Summary
    found: tuple[Diagnostic, ...]


def judge(location: Location, extra: OutsideContent) -> Verdict:
    """What reading a ruleset with its scenarios finds. No plugin has checks: these aren't run."""
    read = read_files(*location, extra)
    key = _key(read) if read is not None else None
    if read is not None and key is not None and (known := _known(key, read)) is not None:
        return known
    # Here, because this is most of the engine, and not needed where the verdict is known.
    from artrules.pipeline import read_content

    content = read_content(*location, extra=extra)
    verdict = verdict_of(content)
    if key is not None and _may_be_kept(content):
        now = read_files(*location, extra)  # what stands in the files may have changed since the key was made
        if now is not None and key == _key(now):
            files = content.files
            tables = {name: digest(files.texts[name]) for name in files.tables}
            entry = _Entry([*files.texts], tables, [*files.extra_texts], verdict.summary, verdict.found)
            store.keep(KIND, key, dump(tuple(entry)))
    return verdict


def _known(key: str, read: FilesNow) -> Verdict | None:
    """The verdict in the cache, if its tables are unchanged."""
    stored = store.find(KIND, key)
    if stored is None:
        return None
    entry = _Entry(*load(stored))
    try:
        tables = read_tables(read.folder, entry.tables)
    except OSError:
        return None
    if {name: digest(text) for name, text in tables.items()} != entry.tables:
        return None
    inside = {**read.inside, **tables}
    outside = {shown: (path, text) for (path, shown), text in read.outside.items() if shown in entry.outside}
    texts = {f"{read.shown_as}/{name}": inside[name] for name in entry.inside}
    paths = {f"{read.shown_as}/{name}": read.folder / name for name in entry.inside}
    texts |= {shown: text for shown, (_, text) in outside.items()}
    paths |= {shown: path for shown, (path, _) in outside.items()}
    return Verdict(read.folder, entry.summary, entry.found, texts, paths)


def _key(read: FilesNow) -> str | None:
    """The key of an entry; None where a file is too large to be read whole."""
    from artrules.source.decode import LARGEST_FILE

    if any(len(text) > LARGEST_FILE for text in (*read.inside.values(), *read.outside.values())):
        return None
    return store.key_of(KIND, _judges(), *read.parts(scenarios=True))


def _may_be_kept(content: Content) -> bool:
    """Whether what was found depends on nothing that the key doesn't name: not on plugins, on tables from outside, or
    on what may become of a file that can't be read."""
    from artrules.diagnostics.kinds.yaml import UNREADABLE_FILE

    files = content.files
    return (
        files.main is not None
        and files.declared_name != ""
        and files.main.get("plugins") is None
        and not files.extra_tables
        and not content.report.has(UNREADABLE_FILE)
    )


@cache
def _judges() -> str:
    """What tells the schemas and libraries that are there from others: place, size and time of change."""
    from artrules.schema.load import folder

    paths = sorted(path for path in folder().iterdir() if path.suffix == ".json")
    found = [str(path) for path in paths]
    specs = [find_spec(name) for name in LIBRARIES]
    found += [spec.origin for spec in specs if spec is not None and spec.origin is not None]
    states = [(path, os.stat(path)) for path in found]
    return repr([(path, state.st_size, state.st_mtime_ns) for path, state in states])
