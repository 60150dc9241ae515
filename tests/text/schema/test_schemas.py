"""The schemas themselves: valid, free of unknown keywords and open references, and derived from the declared keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema_specifications import REGISTRY as SPECIFICATIONS  # type: ignore[import-untyped]

from artrules.text.schema.derive import with_key_tables
from artrules.text.schema.load import BASE, SCHEMA_OF, SHARED, folder, read_schema
from artrules.text.schema.validation_errors import registry

FILES = (*SHARED, *SCHEMA_OF.values())


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Every mapping within a schema."""
    if isinstance(schema, dict):
        yield schema
    for value in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from subschemas(value)


def meta() -> Draft202012Validator:
    return Draft202012Validator(read_schema("meta.schema.json"), registry=SPECIFICATIONS)


@pytest.mark.parametrize("file", FILES)
def test_uses_known_keywords_only(file: str) -> None:
    assert [error.message for error in meta().iter_errors(read_schema(file))] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"tpye": "string"},
        {"properties": {"a": {"x-artrules-code": "statement"}}},
        {"x-artrules-key-code": "effect"},
        {"x-artrules-code-kind": "effect"},
        {"items": {"x-artrules-one-of": "a"}},
    ],
)
def test_the_metaschema_refuses(wrong: dict[str, Any]) -> None:
    assert list(meta().iter_errors(wrong))


@pytest.mark.parametrize("file", FILES)
def test_is_fit_for_editors(file: str) -> None:
    schema = read_schema(file)
    assert schema["$id"] == BASE + file
    assert schema["title"] and schema["description"]
    resolver = registry().resolver(schema["$id"])
    for part in subschemas(schema):
        assert not {"oneOf", "anyOf"} & part.keys()
        if isinstance(part.get("$ref"), str):
            resolver.lookup(part["$ref"])
    for name, definition in schema.get("$defs", {}).items():
        assert definition["title"] and definition["description"], name


def test_a_section_that_does_not_exist_has_no_table() -> None:
    with pytest.raises(KeyError):
        with_key_tables("<!-- keys of nothing -->\n<!-- end of keys -->")


def test_all_files_are_listed() -> None:
    others = {f"{name}.schema.json" for name in ("meta", "ir", "module", "diagnostics", "balance", "table_protocol")}
    assert {path.name for path in folder().glob("*.json")} == {*FILES, *others}
    for path in folder().glob("*.json"):
        assert (
            path.read_text(encoding="utf-8")
            == json.dumps(json.loads(path.read_text("utf-8")), indent=2, ensure_ascii=False) + "\n"
        )
