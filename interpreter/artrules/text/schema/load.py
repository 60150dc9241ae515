"""The JSON Schemas: finds and loads them, and follows them beside the nodes of a file.

They are loaded once, from this installation alone: no reference is ever fetched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import artrules
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics import kinds as yaml_kinds
from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Mapping, Node, Scalar, Sequence, every_node, outline

# Finds the JSON Schemas and loads them once, from this installation alone: no reference is ever fetched.

BASE: Final = "https://artrules.invalid/schemas/1/"
SCHEMA_OF: Final = {
    "ruleset": "ruleset.schema.json",
    "part_of": "part.schema.json",
    "set": "set.schema.json",
    "overlay": "overlay.schema.json",
    "expansion": "expansion.schema.json",
    "library": "library.schema.json",
    "scenarios": "scenarios.schema.json",
}
"""The schema's file by a file's first key, which is also the name of the kind of file."""
SHARED: Final = ("definitions.schema.json",)


@cache
def folder() -> Path:
    """Where the schemas lie: inside the installed package, else at the top of the source tree."""
    package = Path(artrules.__file__).resolve().parent
    for candidate in (package / "schemas", package.parents[1] / "schemas"):
        if (candidate / SHARED[0]).is_file():
            return candidate
    raise FileNotFoundError("the JSON Schemas are missing from this installation")


@cache
def read_schema(file: str) -> dict[str, Any]:
    """One schema as data."""
    data: dict[str, Any] = json.loads((folder() / file).read_text(encoding="utf-8"))
    return data


def schema_of(kind: str) -> dict[str, Any]:
    """The schema for a kind of file, named by its first key."""
    return read_schema(SCHEMA_OF[kind])


def referred(reference: str, file: str) -> tuple[dict[str, Any], str]:
    """What a reference in a schema's file leads to, and the file that it lies in. Ours lead to definitions alone."""
    other, _, path = reference.partition("#/")
    schema: Any = read_schema(other or file)
    for step in path.split("/"):
        schema = schema[step]
    return schema, other or file


# Follows a file's nodes and its schema side by side: which schemas speak about which node.


@dataclass(frozen=True, slots=True)
class Schema:
    """A schema with the file that its references are relative to."""

    content: dict[str, Any]
    file: str

    def parts(self) -> tuple[Schema, ...]:
        """The schema itself and those it refers to."""
        # Schemas are loaded once and stay: their identity stands for them.
        parts = _PARTS.get(id(self.content))
        if parts is None:
            reference = self.content.get("$ref")
            others = Schema(*referred(reference, self.file)).parts() if reference is not None else ()
            parts = _PARTS[id(self.content)] = (self, *others)
        return parts

    def find(self, keyword: str) -> Any:
        """A keyword's value, here or in what is referred to."""
        return next((part.content[keyword] for part in self.parts() if keyword in part.content), None)

    def under_key(self, key: str) -> Schema | None:
        """The schema of the value under a key."""
        for part in self.parts():
            content = part.content
            value_schema = content.get("properties", {}).get(key)
            if value_schema is None:
                patterns = content.get("patternProperties", {}).items()
                value_schema = next((schema for pattern, schema in patterns if re.search(pattern, key)), None)
            if value_schema is None:
                value_schema = content.get("additionalProperties")
            if isinstance(value_schema, dict):
                return Schema(value_schema, part.file)
        return None

    def of_items(self) -> Schema | None:
        """The schema of a list's items."""
        for part in self.parts():
            if isinstance(part.content.get("items"), dict):
                return Schema(part.content["items"], part.file)
        return None


_PARTS: dict[int, tuple[Schema, ...]] = {}


def root_schema(kind: str) -> Schema:
    """The schema of a kind of file."""
    return Schema(schema_of(kind), SCHEMA_OF[kind])


def walk(node: Node, kind: str) -> Iterator[tuple[Node, Schema, Scalar | None]]:
    """Every node that a schema speaks about, in the order of the file, with the key it stands under."""
    yield from _walk(node, root_schema(kind), None)


def _walk(node: Node, schema: Schema, key: Scalar | None) -> Iterator[tuple[Node, Schema, Scalar | None]]:
    yield node, schema, key
    if isinstance(node, Mapping):
        for entry in node:
            below = schema.under_key(entry.key.text)
            if below is not None:
                yield from _walk(entry.value, below, entry.key)
    elif isinstance(node, Sequence):
        below = schema.of_items()
        if below is not None:
            for item in node:
                yield from _walk(item, below, None)


# Finds the code in a file: the schemas mark which texts are code, and of which kind, so that no tool has to know.


@dataclass(frozen=True, slots=True)
class CodeString:
    """A text that is code; `code` is its kind, such as `effect` or `signature`."""

    scalar: Scalar
    code: str
    path: str


def code_strings(node: Node, kind: str, report: Report | None = None) -> list[CodeString]:
    """All code of a file of this kind, keys included, in the order of the file.

    Code whose lines YAML has joined is left out, with a diagnostic if there is a report.
    """
    strings = []
    for code_string in _marked(node, kind):
        if not code_string.scalar.folded:
            strings.append(code_string)
        elif report is not None:
            report.add(
                kinds.FOLDED_CODE,
                "code that stands on several lines belongs in a block after `|`",
                code_string.scalar.span,
                expected="a block after `|`, or one line",
                found="a block after `>`" if code_string.scalar.style == "folded" else "lines that are joined into one",
                fix=_as_lines(code_string.scalar),
            )
    return strings


def _as_lines(scalar: Scalar) -> Fix | None:
    """The fix of a block after `>`."""
    start = scalar.span
    if scalar.style != "folded":
        return None
    sign = Span(start.file, start.line, start.column, start.line, start.column + 1)
    return Fix("write `|` instead of `>`", (Edit(sign, "|"),))


def _marked(node: Node, kind: str) -> Iterator[CodeString]:
    if kind not in SCHEMA_OF:
        return
    waiting: dict[Scalar, str] = {}
    for place, schema, key in walk(node, kind):
        if key is not None and key in waiting:
            yield CodeString(key, waiting.pop(key), key.path)
        if isinstance(place, Mapping):
            waiting |= _code_keys(place, schema)
        if isinstance(place, Scalar) and place.value is not None and (code := schema.find("x-artrules-code")):
            yield CodeString(place, code, place.path)


def _code_keys(mapping: Mapping, schema: Schema) -> dict[Scalar, str]:
    """Keys of a mapping that are code. They are given out when the walk comes to them, to keep the file's order."""
    code = schema.find("x-artrules-key-code")
    return {entry.key: code for entry in mapping} if code else {}


# What a file says to the engine, without words that only people read.

_SECTIONS_OF_WORDS = frozenset({"rulings", "terms"})
_WITH_WORDS = "layout"


def outline_of_code(document: Mapping) -> bytes:
    """The `outline` of a file without its rulings and terms, and without the words for people in its layout."""
    kind = next(iter(document.entries), "")
    layout = document.entries.get(_WITH_WORDS)
    words: set[int] = set()
    if layout is not None and kind in SCHEMA_OF:
        for node, schema, _ in walk(Mapping({_WITH_WORDS: layout}, document.span), kind):
            if isinstance(node, Scalar) and schema.find("x-artrules-prose"):
                words.add(id(node))
    entries = {name: entry for name, entry in document.entries.items() if name not in _SECTIONS_OF_WORDS}
    return outline(Mapping(entries, document.span, document.path), words)


# Texts for people that YAML has cut: ` #` begins a comment, also in what was meant as a sentence.

_COMMENT = re.compile(r"\s#")


def check_truncated_text(node: Node, kind: str, report: Report) -> None:
    """Tell of each text for people behind which a comment stands that reads like its end."""
    cut = {id(n): at for n in every_node(node) if isinstance(n, Scalar) and (at := n.cut_at()) is not None}
    if not cut:
        return
    for place, schema, _ in walk(node, kind):
        for_people = schema.find("x-artrules-prose") or schema.find("x-artrules-code") == "label"
        if isinstance(place, Scalar) and id(place) in cut and for_people:
            _tell(place, cut[id(place)], report)


def _tell(scalar: Scalar, column: int, report: Report) -> None:
    line = scalar.span.end_line
    report.add(
        yaml_kinds.CUT_TEXT,
        f"the text ends here: what comes after `{scalar.text[-20:]}` is a comment",
        Span(scalar.span.file, line, column, line, column + 1),
        expected="quotes around the text, or two blanks before the comment and one behind its `#`",
        found="` #`",
        fix=_in_quotes(scalar),
    )


def _in_quotes(scalar: Scalar) -> Fix | None:
    """The fix that puts quotes around a text of one line and what comes after it; None where a second ` #` may begin a
    real comment."""
    whole = f"{scalar.text}{scalar.behind()}".rstrip()
    quote = next((mark for mark in "\"'" if mark not in whole and "\\" not in whole), None)
    start = scalar.span
    if (
        quote is None
        or scalar.in_flow
        or len(_COMMENT.findall(scalar.behind())) > 1
        or start.end_column - start.column != len(scalar.text)
    ):
        return None
    span = Span(start.file, start.line, start.column, start.line, start.column + len(whole))
    return Fix("put quotes around the text", (Edit(span, f"{quote}{whole}{quote}"),))
