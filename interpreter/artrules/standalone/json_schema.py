"""The JSON Schema of a module's description, derived from its classes. `python -m artrules.derive` writes it to
`schemas/module.schema.json`."""

from __future__ import annotations

from artrules.ir.json_schema import Schema, SchemaBuilder, head_of
from artrules.standalone.description import FORMAT, Description


def json_schema() -> Schema:
    """The schema, with a definition for each class."""
    builder = SchemaBuilder()
    description = builder.properties(Description)
    description["properties"]["format"] = {"const": FORMAT}
    used = {name: schema for name, schema in builder.definitions.items() if name not in ("Span", "Reference")}
    return {
        **head_of("module.schema.json"),
        "title": "Description of a module",
        "description": "What hosts must know of a game that `artrules build` has made: see docs/machine.md.",
        **description,
        "$defs": dict(sorted(used.items())),
    }
