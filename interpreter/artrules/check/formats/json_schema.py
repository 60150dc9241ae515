"""The JSON Schema of what `artrules check --format json` writes. `python -m artrules.author.derive` writes it to
`schemas/diagnostics.schema.json`."""

from __future__ import annotations

from artrules.model.ir.json_form import Schema, head_of
from artrules.text.diagnostics.render import FORMAT_VERSION

_TEXT: Schema = {"type": "string"}
_PLACE = {"file": _TEXT, **{key: {"type": "integer"} for key in ("line", "column", "end_line", "end_column")}}


def json_schema() -> Schema:
    """The schema. Nothing may be missing, and nothing else may be there, within one version of the format."""
    diagnostic = _record(
        {
            "code": {"type": "string", "pattern": "^[A-Z]+[0-9]+$"},
            "slug": _TEXT,
            "severity": {"enum": ["error", "warning"]},
            "message": _TEXT,
            **{key: _or_null(schema) for key, schema in _PLACE.items()},
            "expected": _or_null(_TEXT),
            "found": _or_null(_TEXT),
            "suggestions": {"type": "array", "items": _TEXT},
            "related": _list_of({"message": _TEXT, **_PLACE}),
            "fix": {
                "anyOf": [{"type": "null"}, _record({"about": _TEXT, "edits": _list_of({**_PLACE, "text": _TEXT})})]
            },
        }
    )
    return {
        **head_of("diagnostics.schema.json"),
        "title": "What is wrong with content",
        "description": "What `artrules check --format json` writes: see docs/write/checking.md.",
        **_record({"version": {"const": FORMAT_VERSION}, "diagnostics": {"type": "array", "items": diagnostic}}),
    }


def _record(properties: dict[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list_of(properties: dict[str, Schema]) -> Schema:
    return {"type": "array", "items": _record(properties)}


def _or_null(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}
