"""Writes what is derived from the declared keys: `python -m artrules.schema.write`, in the source tree.

That is every schema but `meta.schema.json`, and the tables of keys in `docs/language.md`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from artrules.content.files import FILES
from artrules.content.value import DEFINITIONS
from artrules.schema.derive import file_schema, shared_definitions
from artrules.schema.key_tables import with_key_tables
from artrules.schema.load import SCHEMA_OF, folder
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


def main() -> None:
    """Write the files anew."""
    for name, schema in schemas().items():
        (folder() / name).write_text(as_text(schema), encoding="utf-8")
    page: Path = folder().parent / "docs" / "language.md"
    page.write_text(with_key_tables(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
