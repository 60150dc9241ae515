"""Takes one file of content from the version in which it is written to the newest version of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from artrules.check.migrate.names import declared_names, rename_words
from artrules.text.content.section import NEWEST
from artrules.text.diagnostics.diagnostic import Edit, apply_edits, insertion
from artrules.text.diagnostics.report import Report
from artrules.text.record import dataclass
from artrules.text.schema.load import SCHEMA_OF
from artrules.text.source.node import Mapping, Node, Scalar, entries, get, number, scalar
from artrules.text.source.read import read
from artrules.text.syntax.words import NEW_WORDS

# Writes down with what a variable starts where that went without saying, but no longer does: ranges around 0.

_RANGE = re.compile(r" *(-[0-9]+) *\.\. *([0-9]+) *")
_SECTIONS = ("variables",)


def write_starts(document: Node) -> Iterator[Edit]:
    """The edits that add `starts:` to variables of a range from below 0 to 0 or above that have none. Their value at
    the start was the lowest of the range."""
    for section in _SECTIONS:
        for _, variable in entries(get(document, section)):
            type_ = scalar(get(variable, "type"))
            if isinstance(variable, Mapping) and type_ is not None and variable.get("starts") is None:
                found = _RANGE.fullmatch(type_.text)
                if found:
                    yield _added(variable, type_, f"starts: {found[1]}")


def _added(variable: Mapping, type_: Scalar, entry: str) -> Edit:
    end = type_.span
    if variable.in_flow:
        return insertion(end.end_line, end.end_column, f", {entry}")
    key = next(e.key for e in variable if e.value is type_)
    return insertion(end.end_line + 1, 1, " " * (key.span.column - 1) + entry + "\n")


@dataclass(frozen=True, slots=True)
class Migrated:
    """What has become of a file: its text now, the names that were given another one, and how many starts were added.

    `before` is the version that the file said it was written in; 1 where it said nothing.
    """

    text: str
    before: int
    renamed: dict[str, str]
    starts: int


def names_of_file(content: bytes) -> set[str]:
    """The names that a file may declare; none where it can't be read."""
    document = read(content, "", Report())
    kind = _kind(document)
    return declared_names(document, kind) if document is not None and kind in SCHEMA_OF else set()


def migrate_file(content: bytes, shown: str, report: Report, declared: Set[str]) -> Migrated | None:
    """Bring a file to the newest version, or None where it can't be read: then the report says why.

    `declared` are the names that this file and those that belong to it may declare (`names_of_file`). A file that
    doesn't say its version may be one of the newest: there, only these are renamed.

    A file that is no content of a game, or is of the newest version already, comes back as it is. Reading what comes
    out again must not find more wrong with the file's YAML than before.
    """
    document = read(content, shown, report)
    if document is None or report.has_errors:
        return None
    text = content.decode("utf-8")
    kind = _kind(document)
    first = next(iter(document), None) if isinstance(document, Mapping) else None
    if not isinstance(document, Mapping) or first is None or kind not in SCHEMA_OF:
        return Migrated(text, NEWEST, {}, 0)
    language = document.get("language")
    before = number(language) or 1
    if before >= NEWEST:
        return Migrated(text, before, {}, 0)
    words = {word for version, words in NEW_WORDS.items() if version > before for word in words}
    if language is None:
        words &= declared
    names = {word: f"{word}_" for word in sorted(words)}
    renaming = list(rename_words(document, kind, names))
    starts = list(write_starts(document))
    edits = [*renaming, *starts]
    if language is not None:
        edits.append(Edit(language.span, str(NEWEST)))
    elif kind != "part_of":
        edits.append(_language_line(document, first.value.span.end_line, first.value.span.end_column))
    used = {edit.text for edit in renaming}
    renamed = {word: name for word, name in names.items() if name in used}
    return Migrated(apply_edits(text, edits), before, renamed, len(starts))


def _kind(document: Node | None) -> str:
    """What a file is, by its first key."""
    first = next(iter(document), None) if isinstance(document, Mapping) else None
    return first.key.text if first is not None else ""


def _language_line(document: Mapping, line: int, column: int) -> Edit:
    """The edit that writes the version after a document's first entry, which ends at a line and column."""
    if document.in_flow:
        return insertion(line, column, f", language: {NEWEST}")
    return insertion(line + 1, 1, f"language: {NEWEST}\n")
