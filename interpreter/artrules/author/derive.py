"""Writes every file of the source tree that is derived from declarations in the code: `python -m
artrules.author.derive`.

These are the JSON Schemas, and the tables in the docs that stand between two comments such as
`<!-- builtins -->` and `<!-- end of builtins -->`. The command names each file that it has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import artrules
from artrules.check.formats.json_schema import json_schema as schema_of_diagnostics
from artrules.lab.balance.report import json_schema as schema_of_balance
from artrules.lab.bots.registry import table_of_bots
from artrules.model.ir.builtins import table_of_builtins
from artrules.model.ir.json_form import json_schema
from artrules.model.ir.operators import table_of_operators
from artrules.play.presentation.json_schema import json_schema as schema_of_messages
from artrules.play.standalone.description import json_schema as schema_of_descriptions
from artrules.text.schema.derive import as_text, schemas, with_key_tables


def derived_files(root: Path) -> dict[Path, str]:
    """The text that each derived file below the root of the source tree must have, by its path.

    Raises:
        ValueError: a page of the docs lacks the comments between which a table stands.
    """
    docs, folder = root / "docs", root / "schemas"
    language = with_key_tables(_page(docs / "language.md"))
    return {
        **{folder / name: as_text(schema) for name, schema in schemas().items()},
        folder / "ir.schema.json": as_text(json_schema()),
        folder / "diagnostics.schema.json": as_text(schema_of_diagnostics()),
        folder / "balance.schema.json": as_text(schema_of_balance()),
        folder / "table_protocol.schema.json": as_text(schema_of_messages()),
        folder / "module.schema.json": as_text(schema_of_descriptions()),
        docs / "bots.md": _with_tables(_page(docs / "bots.md"), {"bots": table_of_bots()}),
        docs / "ir.md": _with_tables(_page(docs / "ir.md"), {"operators": table_of_operators()}),
        docs / "language.md": _with_tables(language, {"builtins": table_of_builtins()}),
    }


def outdated_files(root: Path) -> dict[Path, str]:
    """The derived files whose text is not what it must be, each with the text that it must have."""
    return {path: text for path, text in derived_files(root).items() if _read(path) != text}


def _page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _read(path: Path) -> str | None:
    return _page(path) if path.is_file() else None


def _with_tables(page: str, tables: Mapping[str, str]) -> str:
    """A page of the docs with the tables that it must have, each given by its name in the comments around it."""
    for name, table in tables.items():
        head, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, start, rest = page.partition(head)
        _, stop, after = rest.partition(end)
        if not (start and stop):
            raise ValueError(f"the page lacks the comments of the table `{name}`")
        page = f"{before}{head}{table}{end}{after}"
    return page


def main() -> None:
    """Write the outdated files and print their names."""
    root = Path(artrules.__file__).resolve().parents[2]
    if not (root / "docs" / "language.md").is_file():
        sys.exit("derived files are written in the source tree; this is an installed package")
    outdated = outdated_files(root)
    for path, text in outdated.items():
        path.write_text(text, encoding="utf-8")
        print(f"written: {path.relative_to(root).as_posix()}")
    if not outdated:
        print("all derived files were up to date")


if __name__ == "__main__":
    main()
