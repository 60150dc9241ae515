"""Judges rulesets, or tells what was found where the same files were judged before.

An entry's key names all YAML files with their texts, and whatever else judges: the JSON Schemas and the libraries that
read YAML and match schemas.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from artrules.model.catalogue.locations import Location, OutsideContent, holds_scenarios
from artrules.model.catalogue.scan import (
    LARGEST,
    folders_of_libraries,
    library_files,
    library_location,
    names_of_uses,
    why_not_plain,
    yaml_files,
)
from artrules.play.stored import cache as store
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.report import Report
from artrules.text.source.bounded_file import read_regular_file, real_path

if TYPE_CHECKING:
    from artrules.model.declare.ruleset_files import RulesetFiles
    from artrules.play.content import Content
    from artrules.text.diagnostics.diagnostic import Diagnostic


# What is told of a ruleset that has been judged: its diagnostics, and what its files hold.
#
# It is all that `check` shows, and takes no model, so it can be kept and read in no time.


class Part(NamedTuple):
    """A set, an overlay or some scenarios: the file that holds it, and the number of scenarios."""

    kind: str
    file: str
    scenarios: int = 0


class Summary(NamedTuple):
    """What a ruleset's files hold, as far as it is told."""

    name: str
    is_game: bool
    """Whether there is a game: files that are for no known one have none."""
    is_library: bool
    """Whether it is a library, judged without a game."""
    held: tuple[Part, ...]


@dataclass(slots=True)
class Verdict:
    """What judging a ruleset gave. Files are given by their names in diagnostics."""

    folder: Path
    summary: Summary
    found: tuple[Diagnostic, ...]
    """All diagnostics, also those that comments ignore."""
    texts: Mapping[str, bytes]
    paths: Mapping[str, Path]
    """The paths of the files, without tables from outside."""
    _decoded: dict[str, str] = field(default_factory=dict, repr=False)

    def diagnostics(self, kinds_of_plugins: Iterable[Kind] = ()) -> list[Diagnostic]:
        """What was found, without the warnings that comments in the files ignore."""
        from artrules.check.checks.ignoring import without_ignored
        from artrules.text.source.decode import plain_text

        texts = {shown: plain_text(text) for shown, text in self.texts.items() if text}
        libraries = {part.file for part in self.summary.held if part.kind == "library" and not self.summary.is_library}
        return without_ignored(self.found, texts, kinds_of_plugins, libraries)

    def places(self) -> Iterator[Path]:
        """What to watch for changes: the folder, and the files of the libraries that are used; where one is missing,
        the folder where it would lie."""
        yield real_path(self.folder)
        for part in self.summary.held:
            if part.kind == "library" and part.file in self.paths:
                yield real_path(self.paths[part.file])
        if any(diagnostic.slug == "no-library" for diagnostic in self.found):
            yield folders_of_libraries(self.folder)[0]

    def source_text(self, shown: str) -> str | None:
        """The text of a file; None if there is no such file. It is decoded once."""
        if shown not in self._decoded:
            if shown not in self.texts:
                return None
            self._decoded[shown] = self.texts[shown].decode("utf-8", "replace")
        return self._decoded[shown]


def verdict_of(content: Content) -> Verdict:
    """What is told of content as it is now."""
    from artrules.model.declare.overlay_documents import is_of_set

    files = content.files
    overlays = [document for document in files.overlays if not is_of_set(document)]
    parts = (
        *(Part("set", document.span.file) for document in files.sets),
        *(Part(next(iter(document)).key.text, document.span.file) for document in overlays),
        *(Part("library", file) for file in dict.fromkeys(files.library_names)),
        *(Part("scenarios", d.span.file, size) for d in files.scenarios if (size := d.size_of("list")) is not None),
    )
    texts = {f"{files.shown_as}/{name}": text for name, text in files.texts.items()} | files.extra_texts
    summary = Summary(files.name, files.main is not None, files.is_library, parts)
    return Verdict(files.folder, summary, tuple(content.report.diagnostics), texts, files.paths())


# The files of a ruleset as they are now, read to find out whether the cache has what was made of them.
#
# Which tables (CSV) a ruleset has is only known from its YAML files. So whatever was made of them says which it has
# read, and is of use while these are unchanged.


@dataclass(frozen=True, slots=True)
class FilesNow:
    """The YAML files in a ruleset's folder, those of the libraries that it may use, and the files from outside that may
    be for it."""

    folder: Path
    shown_as: str
    inside: Mapping[str, bytes]
    """Texts by the paths in the folder."""
    outside: Mapping[tuple[Path, str], bytes]
    """Texts by the paths, and the names in diagnostics."""
    libraries: Mapping[tuple[Path, str], bytes]
    """The same for libraries that are found by name. Some of them may not be used."""
    known: tuple[str, ...]
    """The names of all rulesets, where files from outside may be for one of them."""

    def parts(self, *, scenarios: bool) -> Iterator[str | bytes]:
        """What they add to a key: all names and texts; of files with scenarios the text only if these count."""
        yield str(self.folder)
        yield self.shown_as
        yield f"{len(self.inside)} {len(self.outside)} {len(self.libraries)}"
        elsewhere = [*self.outside.items(), *self.libraries.items()]
        named = [*self.inside.items(), *((f"{path}\0{shown}", text) for (path, shown), text in elsewhere)]
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
        libraries = _libraries_now(folder, [*inside.values(), *outside.values()], report)
    except OSError:
        return None
    if report.diagnostics:
        return None
    known = tuple(sorted(extra.known())) if extra.files else ()
    return FilesNow(folder, shown_as, inside, outside, libraries, known)


def _libraries_now(folder: Path, texts: Iterable[bytes], report: Report) -> dict[tuple[Path, str], bytes]:
    """The files of all libraries that files with some texts may use, and that these may use. Raises OSError."""
    folders, files = folders_of_libraries(folder), dict[tuple[Path, str], bytes]()
    waiting = {name for text in texts for name in names_of_uses(text)}
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        location = library_location(name, folders)
        for file in library_files(location, report) if location is not None else ():
            ((path, text),) = _texts([file.path])
            files[path, file.shown] = text
            waiting |= names_of_uses(text) - seen
    return files


def _texts(paths: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    """Files with their texts. Raises OSError, also where they are too large."""
    remaining_bytes = LARGEST
    for path in paths:
        text = read_regular_file(path, remaining_bytes)
        remaining_bytes -= len(text)
        if remaining_bytes < 0:
            raise OSError(errno.EFBIG, "the files together are too large")
        yield path, text


class TableRead(NamedTuple):
    """Where a table lay that was read: a folder and the path in it; and a digest of its text."""

    home: str
    name: str
    digest: bytes


def tables_read(files: RulesetFiles) -> dict[str, TableRead]:
    """The tables that were read, by their keys in the texts of files."""
    texts = {**files.texts, **files.extra_texts}
    return {key: TableRead(str(at.home), at.name, digest(texts[key])) for key, at in files.tables.items()}


def unchanged_tables(tables: Mapping[str, TableRead]) -> dict[str, bytes] | None:
    """The texts of tables that were read, by their keys; None unless all of them are as they were."""
    texts = {}
    for key, table in tables.items():
        home = Path(table.home)
        try:
            if why_not_plain(home / table.name, real_path(home)) is not None:
                return None
            texts[key] = read_regular_file(home / table.name, LARGEST)
        except OSError:
            return None
        if digest(texts[key]) != table.digest:
            return None
    return texts


def digest(data: bytes) -> bytes:
    """A hash of some data (BLAKE2b, 16 bytes)."""
    return blake2b(data, digest_size=16).digest()


KIND = "verdict"


class _Entry(NamedTuple):
    inside: list[str]
    """The paths in the folder of all files that were read there."""
    tables: dict[str, TableRead]
    """The tables among them, and those that lie outside."""
    pictures: dict[str, str]
    """Why each picture that a layout names can't be shown; empty where it can."""
    picture_folders: list[Path]
    """Where pictures were looked for."""
    outside: list[str]
    """The names in diagnostics of the files from outside that were read."""
    summary: Summary
    found: tuple[Diagnostic, ...]


def judge(location: Location, extra: OutsideContent) -> Verdict:
    """What reading a ruleset with its scenarios finds. No plugin has checks: these aren't run."""
    read = read_files(*location, extra)
    key = _key(read) if read is not None else None
    if read is not None and key is not None and (stored_verdict := _known(key, read)) is not None:
        return stored_verdict
    # Here, because this is most of the engine, and not needed where the verdict is known.
    from artrules.play.pipeline import read_content
    from artrules.play.stored.steps import stored_steps

    if read is None:
        content = read_content(*location, extra=extra)
    else:
        with stored_steps(*location) as earlier:
            content = read_content(*location, extra=extra, earlier=earlier)
    verdict = verdict_of(content)
    if key is not None and read is not None and _may_be_kept(content, read):
        now = read_files(*location, extra)  # what stands in the files may have changed since the key was made
        if now is not None and key == _key(now):
            files = content.files
            tables = tables_read(files)
            pictures = files.pictures, files.picture_folders
            entry = _Entry([*files.texts], tables, *pictures, [*files.extra_texts], verdict.summary, verdict.found)
            store.keep(KIND, key, store.dump(tuple(entry)))
    return verdict


def _known(key: str, read: FilesNow) -> Verdict | None:
    """The verdict in the cache, if its tables are unchanged, and as many pictures are there."""
    stored = store.find(KIND, key)
    if stored is None:
        return None
    entry = _Entry(*store.load(stored))
    tables = unchanged_tables(entry.tables)
    if tables is None:
        return None
    if entry.pictures:
        from artrules.check.pictures import fault_of_picture  # much of the engine; few layouts name pictures

        if any(fault_of_picture(entry.picture_folders, path) != fault for path, fault in entry.pictures.items()):
            return None
    inside = {**read.inside, **tables}
    elsewhere = {**read.outside, **read.libraries}
    outside = {shown: (path, text) for (path, shown), text in elsewhere.items() if shown in entry.outside}
    texts = {f"{read.shown_as}/{name}": inside[name] for name in entry.inside}
    paths = {f"{read.shown_as}/{name}": read.folder / name for name in entry.inside}
    texts |= {shown: text for shown, (_, text) in outside.items()}
    texts |= {shown: tables[shown] for shown in entry.outside if shown in tables}
    paths |= {shown: path for shown, (path, _) in outside.items()}
    return Verdict(read.folder, entry.summary, entry.found, texts, paths)


def _key(read: FilesNow) -> str | None:
    """The key of an entry; None where a file is too large to be read whole."""
    from artrules.text.source.decode import LARGEST_FILE

    texts = (*read.inside.values(), *read.outside.values(), *read.libraries.values())
    if any(len(text) > LARGEST_FILE for text in texts):
        return None
    return store.key_of(KIND, store.judges(), *read.parts(scenarios=True))


def names_libraries(read: FilesNow, files: RulesetFiles) -> bool:
    """Whether all libraries that were found by name are among the files that were read."""
    return files.library_paths.keys() <= {shown for _, shown in read.libraries}


def _may_be_kept(content: Content, read: FilesNow) -> bool:
    """Whether what was found depends on nothing that the key doesn't name: not on plugins, or on what may become of a
    file that can't be read."""
    from artrules.text.diagnostics.kinds import UNREADABLE_FILE

    files = content.files
    return (
        files.main is not None
        and files.declared_name != ""
        and files.main.get("plugins") is None
        and not content.report.has(UNREADABLE_FILE)
        and names_libraries(read, files)
    )
