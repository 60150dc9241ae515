"""The JSON Schema of a report, derived from its classes. `python -m artrules.derive` writes it to
`schemas/balance.schema.json`."""

from __future__ import annotations

from artrules.balance.report import FORMAT, Report
from artrules.ir.json_schema import Schema, SchemaBuilder, head_of


def json_schema() -> Schema:
    """The schema, with a definition for each class."""
    builder = SchemaBuilder()
    report = builder.properties(Report)
    report["properties"]["format"] = {"const": FORMAT}
    used = {name: schema for name, schema in builder.definitions.items() if name not in ("Span", "Reference")}
    return {
        **head_of("balance.schema.json"),
        "title": "Report of balance",
        "description": "What `artrules balance --format json` writes: see docs/balance.md.",
        **report,
        "$defs": dict(sorted(used.items())),
    }
