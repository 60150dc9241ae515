"""Finds the JSON Schemas and loads them once, from this installation alone: no reference is ever fetched."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import artrules

BASE: Final = "https://artrules.invalid/schemas/1/"
SCHEMA_OF: Final = {
    "ruleset": "ruleset.schema.json",
    "part_of": "part.schema.json",
    "set": "set.schema.json",
    "overlay": "overlay.schema.json",
    "scenarios": "scenarios.schema.json",
}
"""The schema's file by a file's first key, which is also the name of the kind of file."""
SHARED: Final = ("definitions.schema.json",)


@cache
def folder() -> Path:
    """Where the schemas lie: inside the installed package, else at the top of the source tree."""
    package = Path(artrules.__file__).resolve().parent
    for candidate in (package / "schemas", package.parents[1] / "schemas"):
        if (candidate / SHARED[0]).is_file():
            return candidate
    raise FileNotFoundError("the JSON Schemas are missing from this installation")


@cache
def read_schema(file: str) -> dict[str, Any]:
    """One schema as data."""
    data: dict[str, Any] = json.loads((folder() / file).read_text(encoding="utf-8"))
    return data


def schema_of(kind: str) -> dict[str, Any]:
    """The schema for a kind of file, named by its first key."""
    return read_schema(SCHEMA_OF[kind])


def referred(reference: str, file: str) -> tuple[dict[str, Any], str]:
    """What a reference in a schema's file leads to, and the file that it lies in. Ours lead to definitions alone."""
    other, _, path = reference.partition("#/")
    found: Any = read_schema(other or file)
    for step in path.split("/"):
        found = found[step]
    return found, other or file
