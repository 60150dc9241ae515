"""The JSON Schema of what `artrules check --format json` writes. `python -m artrules.author.derive` writes it to
`schemas/diagnostics.schema.json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from artrules.model.ir.json_form import Schema, document_schema
from artrules.text.diagnostics.render import FORMAT_VERSION


class _Place(TypedDict):
    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class _Related(_Place):
    message: str


class _Edit(_Place):
    text: str


class _Fix(TypedDict):
    about: str
    edits: Sequence[_Edit]


class _Diagnostic(TypedDict):
    code: Annotated[str, {"pattern": "^[A-Z]+[0-9]+$"}]
    slug: str
    severity: Literal["error", "warning"]
    message: str
    file: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    expected: str | None
    found: str | None
    suggestions: Sequence[str]
    related: Sequence[_Related]
    fix: _Fix | None


class _Diagnostics(TypedDict):
    diagnostics: Sequence[_Diagnostic]


def json_schema() -> Schema:
    """The schema. Nothing may be missing, and nothing else may be there, within one version of the format."""
    title, about = (
        "What is wrong with content",
        "What `artrules check --format json` writes: see docs/write/checking.md.",
    )
    return document_schema("diagnostics.schema.json", title, about, _Diagnostics, {"version": FORMAT_VERSION})
