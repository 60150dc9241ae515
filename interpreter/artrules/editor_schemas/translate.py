"""Rewrites our schemas for tools that know neither artrules nor our way of reading YAML.

We read every plain scalar as a text and give it a meaning by its key. Other tools decide first: `3` is a number, `yes`
is a text or a truth value, depending on the tool, and a key `3` isn't a text. So a text may be a number here, too. The
keywords of our own become usual ones or go. The dialect is draft 7, which all editors know; in it nothing may stand
beside `$ref`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

TRUTH = {"enum": [True, False, "yes", "no"]}
"""`yes` and `no`, as readers of YAML 1.1 and of YAML 1.2 hand them over."""

Rename = Callable[[str], str]
"""Makes the reference of the new schema from a reference of ours."""
_MAPS = ("properties", "patternProperties", "$defs")
"""Keywords whose value holds schemas by name."""
_DROPPED = ("$schema", "$id", "$comment", "x-artrules-code", "x-artrules-key-code", "x-artrules-prose")
_PLAIN = ("string", "number", "boolean")


def translate(schema: Any, rename: Rename) -> Any:
    """One of our schemas, or a part of it, as other tools need it. `$defs` are translated like any other part."""
    if isinstance(schema, list):
        return [translate(part, rename) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    new: dict[str, Any] = {}
    for keyword, value in schema.items():
        match keyword:
            case "$ref":
                new["$ref"] = rename(value)
            case "type":
                new |= _types(value, schema)
            case "x-artrules-one-of":
                new["oneOf"] = [{"required": [key]} for key in value]
            case "dependentRequired":
                new["dependencies"] = value
            case "propertyNames":
                new[keyword] = _names(translate(value, rename))
            case _ if keyword in _MAPS:
                new[keyword] = {name: translate(part, rename) for name, part in value.items()}
            case _ if keyword not in _DROPPED:
                new[keyword] = translate(value, rename)
    return _apart(new)


def _types(types: str | list[str], schema: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords for what we call a text, a number or a truth value."""
    wanted = [types] if isinstance(types, str) else list(types)
    if wanted == ["boolean"]:
        return TRUTH
    if wanted == ["boolean", "null"]:
        return {"enum": [*TRUTH["enum"], None]}
    if "string" in wanted and "enum" not in schema:
        wanted = [*_PLAIN, *(each for each in wanted if each not in (*_PLAIN, "integer"))]
    return {"type": wanted[0] if len(wanted) == 1 else wanted}


def _names(names: dict[str, Any]) -> dict[str, Any]:
    """What names of keys must be: a key that is a number is one for some tools, and a text for others."""
    return {keyword: value for keyword, value in names.items() if keyword != "type"}


def _apart(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its reference in `allOf` where more stands beside it than what is said about it."""
    if "$ref" not in schema or schema.keys() <= {"$ref"}:
        return schema
    return {
        **{keyword: value for keyword, value in schema.items() if keyword != "$ref"},
        "allOf": [{"$ref": schema["$ref"]}],
    }
