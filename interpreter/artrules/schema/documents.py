"""All derived schemas, as they stand in their files: every schema but `meta.schema.json` and that of the IR."""

from __future__ import annotations

import json
from typing import Any

from artrules.content.files import FILES
from artrules.content.key_values import DEFINITIONS
from artrules.schema.derive import file_schema, shared_definitions
from artrules.schema.load import SCHEMA_OF
from artrules.schema.overlay import overlay_schema


def schemas() -> dict[str, dict[str, Any]]:
    """The derived schemas by the name of their file."""
    shared = shared_definitions(list(FILES.values()))
    return {
        DEFINITIONS: shared,
        **{SCHEMA_OF[kind]: file_schema(SCHEMA_OF[kind], root) for kind, root in FILES.items() if kind != "overlay"},
        SCHEMA_OF["overlay"]: overlay_schema(SCHEMA_OF["overlay"], shared["$defs"]),
    }


def as_text(schema: dict[str, Any]) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
