"""Derives the schema of overlays from that of rulesets.

An overlay holds pieces of a ruleset: entries may lack any key, and nothing (`null`) removes. So its sections refer to
definitions of its own, which are those of a ruleset with less demanded.
"""

from __future__ import annotations

from typing import Any

from artrules.content.documents import ChangesOfSets, GameSections, Overlay
from artrules.content.key_values import DEFINITIONS
from artrules.schema.derive import file_schema

_DEMANDS = ("required", "dependentRequired", "x-artrules-one-of", "if", "then", "else", "default")
"""Keywords that ask for other keys, or say what holds without one."""


def overlay_schema(file: str, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of overlays, for a file of this name; `definitions` are the `$defs` that rulesets use."""
    schema = file_schema(file, Overlay)
    changed = {*GameSections.declared.keys, *ChangesOfSets.declared.keys}
    properties = {name: _own(said) if name in changed else said for name, said in schema["properties"].items()}
    return {
        **schema,
        "properties": properties,
        "$defs": {name: _partial(definition) for name, definition in definitions.items()},
    }


def _own(schema: Any) -> Any:
    """The schema with references to this file's definitions; names of keys are written as elsewhere."""
    if not isinstance(schema, dict):
        return schema
    own = {keyword: part if keyword == "propertyNames" else _own(part) for keyword, part in schema.items()}
    if isinstance(reference := own.get("$ref"), str):
        own["$ref"] = reference.removeprefix(DEFINITIONS)
    return own


def _partial(schema: Any) -> Any:
    """The schema with nothing required and `null` allowed."""
    if isinstance(schema, list):
        return [_partial(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    partial: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword == "properties":
            partial[keyword] = {name: _partial(item) for name, item in value.items()}
        elif keyword == "type":
            partial[keyword] = [*([value] if isinstance(value, str) else value), "null"]
        elif keyword == "enum":
            partial[keyword] = [*value, None]
        elif keyword == "required" and "name" in value:
            # What stands in a list is found by its name.
            partial[keyword] = ["name"]
        elif keyword not in _DEMANDS:
            partial[keyword] = _partial(value)
    return partial
