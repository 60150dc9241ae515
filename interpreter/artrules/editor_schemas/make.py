"""Makes one schema for all kinds of file, or for one kind, of any game or of one."""

from __future__ import annotations

from functools import partial
from typing import Any

from artrules.editor_schemas.of_game import narrow
from artrules.editor_schemas.translate import translate
from artrules.ruleset import Ruleset
from artrules.schema.load import SCHEMA_OF, SHARED, read_schema

DIALECT = "http://json-schema.org/draft-07/schema#"
KINDS = tuple(SCHEMA_OF)
"""The kinds of file, by the key that each begins with."""


def editor_schema(kind: str | None = None, ruleset: Ruleset | None = None) -> dict[str, Any]:
    """A JSON Schema (draft 7) as plain data, with everything that it refers to under `definitions`.

    `kind` is one of `KINDS`; without it, the first key of a file decides which rules hold for it. With `ruleset`, sets,
    overlays and scenarios are those of this game: they have its groups and their keys, its limits, settings and zones.
    """
    definitions = _definitions()
    if ruleset is not None:
        narrow(definitions, ruleset)
    whose = f" of {ruleset.title}" if ruleset is not None else ""
    if kind is not None:
        root = {"title": f"{definitions[kind].get('title', kind)}{whose}", "allOf": [{"$ref": f"#/definitions/{kind}"}]}
    else:
        root = {"title": f"Files{whose or ' of artrules'}", **_by_first_key(definitions)}
    return {"$schema": DIALECT, **root, "definitions": _reached(root, definitions)}


def _definitions() -> dict[str, Any]:
    """All definitions of all kinds of file; each kind's own document is the definition with its name."""
    found: dict[str, Any] = {}
    for kind, file in ((None, SHARED[0]), *SCHEMA_OF.items()):
        schema = translate(read_schema(file), partial(_reference, file))
        for name, definition in schema.pop("$defs", {}).items():
            found[_name(name, file)] = definition
        if kind is not None:
            found[kind] = schema
    return found


def _reference(file: str, reference: str) -> str:
    """A reference within one schema, for one of ours that stands in a file."""
    other, _, name = reference.partition("#/$defs/")
    return f"#/definitions/{_name(name, other or file)}"


def _name(name: str, file: str) -> str:
    """The name of a definition among those of all files. Those of one file alone have its name before theirs."""
    return name if file == SHARED[0] else f"{file.removesuffix('.schema.json')}.{name}"


def _by_first_key(definitions: dict[str, Any]) -> dict[str, Any]:
    """The keywords that choose by a file's first key."""
    heads = {kind: definitions[kind]["properties"][kind] for kind in KINDS}
    return {
        "type": "object",
        "properties": {kind: {"description": definitions[kind].get("description", "")} for kind in heads},
        "anyOf": [{"required": [kind]} for kind in KINDS],
        "allOf": [{"if": {"required": [kind]}, "then": {"$ref": f"#/definitions/{kind}"}} for kind in KINDS],
    }


def _reached(root: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The definitions that a schema refers to, directly or through others, in the order of all of them."""
    reached: set[str] = set()
    waiting: list[Any] = [root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, dict):
            if isinstance(reference := part.get("$ref"), str) and (name := reference.rpartition("/")[2]) not in reached:
                reached.add(name)
                waiting.append(definitions[name])
            waiting += part.values()
    return {name: definition for name, definition in definitions.items() if name in reached}
