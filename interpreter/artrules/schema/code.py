"""Finds the code in a file: the schemas mark which texts are code, and of which kind, so that no tool has to know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from artrules.diagnostics.fix import Edit, Fix
from artrules.diagnostics.kinds import schema as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.schema.load import SCHEMA_OF
from artrules.schema.walk import Schema, walk
from artrules.source.node import Mapping, Node, Scalar


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
    found = []
    for code_string in _marked(node, kind):
        if not code_string.scalar.folded:
            found.append(code_string)
        elif report is not None:
            report.add(
                kinds.FOLDED_CODE,
                "code that stands on several lines belongs in a block after `|`",
                code_string.scalar.span,
                expected="a block after `|`, or one line",
                found="a block after `>`" if code_string.scalar.style == "folded" else "lines that are joined into one",
                fix=_as_lines(code_string.scalar),
            )
    return found


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
