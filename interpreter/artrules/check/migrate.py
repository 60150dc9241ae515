"""Brings content to the newest version of the language: texts of files → the same texts with small edits.

`migrate` takes one file; a step for each version names what has changed and edits it. Comments and everything else stay
as they are.
"""

import re
from collections.abc import Iterator, Set
from collections.abc import Mapping as MappingOf

from artrules.text.content.section import NEWEST
from artrules.text.diagnostics.diagnostic import Edit, apply_edits, insertion
from artrules.text.diagnostics.report import Report
from artrules.text.record import dataclass
from artrules.text.schema.load import SCHEMA_OF, Schema, walk
from artrules.text.source.node import Mapping, Node, Scalar, entries, get, number, scalar
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.read import read
from artrules.text.syntax.words import NEW_WORDS

# Brings content to the newest version of the language: texts of files → the same texts with small edits.
#
# It renames what has become a word of the language, and writes down starts that went without saying. Comments and
# everything else stay as they are. Start with `migrate_file`.


# Renames what an author has called by a word that has become one of the language.

_TOKEN = re.compile(r'#[^\n]*|"[^"\n]*"|[a-z][a-z0-9_]*')
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_IN_BRACES = re.compile(r"\{[^{}]*\}")


_DECLARING = re.compile(r"\b(?:let|as|random|choose|for) +([a-z][a-z0-9_]*)|([a-z][a-z0-9_]*) +in\b")


def declared_names(document: Node, kind: str) -> set[str]:
    """The names that a file may declare: keys that are the author's, plain values (members of enums among them), words
    of signatures, and what code binds. `kind` is what the file is."""
    names: set[str] = set()
    for node, schema, _ in walk(document, kind):
        if isinstance(node, MappingNode):
            if schema.find("x-artrules-key-code"):
                names |= {word for entry in node for word in _WORD.findall(entry.key.text)}
            else:
                names |= {entry.key.text for entry in node} - _fixed_keys(schema)
        elif isinstance(node, Scalar) and schema.find("x-artrules-code"):
            names |= {first or second for first, second in _DECLARING.findall(node.text)}
        elif isinstance(node, Scalar) and not schema.find("x-artrules-prose"):
            names.add(node.text)
    return names


def rename_words(document: Node, kind: str, names: MappingOf[str, str]) -> Iterator[Edit]:
    """The edits that give words another name wherever they can be a name: in code, in the braces of labels and texts,
    as keys that are the author's, and as plain values.

    `kind` is what the file is, such as `set`; `names` maps each word to its new name. Prose stays as it is.
    """
    signatures: set[Scalar] = set()
    for node, schema, key in walk(document, kind):
        if isinstance(node, MappingNode):
            if schema.find("x-artrules-key-code"):
                signatures |= {entry.key for entry in node}
            yield from _keys(node, schema, names)
        elif isinstance(node, Scalar):
            yield from _scalar(node, schema, names)
        if key in signatures:
            yield from _tokens(key, 0, key.text, names)


def _keys(mapping: MappingNode, schema: Schema, names: MappingOf[str, str]) -> Iterator[Edit]:
    if schema.find("x-artrules-key-code"):
        return
    fixed = _fixed_keys(schema)
    for entry in mapping:
        if entry.key.text in names and entry.key.text not in fixed:
            yield Edit(entry.key.span, names[entry.key.text])


def _fixed_keys(schema: Schema) -> set[str]:
    """The keys of a mapping that the language gives."""
    return {key for part in schema.parts() for key in part.content.get("properties", {})}


def _scalar(node: Scalar, schema: Schema, names: MappingOf[str, str]) -> Iterator[Edit]:
    code = schema.find("x-artrules-code")
    if code == "label":
        yield from _braces(node, 0, node.text, names)
    elif code:
        yield from _tokens(node, 0, node.text, names)
    elif node.text in names and not schema.find("x-artrules-prose") and not schema.find("enum"):
        yield Edit(node.span, names[node.text])


def _tokens(node: Scalar, offset: int, code: str, names: MappingOf[str, str]) -> Iterator[Edit]:
    """Renames in a stretch of code that begins at an offset of a scalar. Comments and texts stay, but for the
    expressions in the braces of texts."""
    for token in _TOKEN.finditer(code):
        word, start = token[0], offset + token.start()
        if word in names:
            yield Edit(node.span_of(start, start + len(word)), names[word])
        elif word.startswith('"'):
            yield from _braces(node, start, word, names)


def _braces(node: Scalar, offset: int, text: str, names: MappingOf[str, str]) -> Iterator[Edit]:
    for braces in _IN_BRACES.finditer(text):
        for token in _WORD.finditer(braces[0]):
            if token[0] in names:
                start = offset + braces.start() + token.start()
                yield Edit(node.span_of(start, start + len(token[0])), names[token[0]])


# Writes down with what a variable starts where that went without saying, but no longer does: ranges around 0.

_RANGE = re.compile(r" *(-[0-9]+) *\.\. *([0-9]+) *")
_SECTIONS = ("variables",)


def write_starts(document: Node) -> Iterator[Edit]:
    """The edits that add `starts:` to variables of a range from below 0 to 0 or above that have none. In version 1
    their value at the start was the lowest of the range."""
    for section in _SECTIONS:
        for _, variable in entries(get(document, section)):
            type_ = scalar(get(variable, "type"))
            if isinstance(variable, Mapping) and type_ is not None and variable.get("starts") is None:
                match = _RANGE.fullmatch(type_.text)
                if match:
                    yield _added(variable, type_, f"starts: {match[1]}")


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
    starts = list(write_starts(document)) if before < 2 else []
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
