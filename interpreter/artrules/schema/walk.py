"""Follows a file's nodes and its schema side by side: which schemas speak about which node."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from artrules.schema.load import SCHEMA_OF, referred, schema_of
from artrules.source.node import Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Schema:
    """A schema with the file that its references are relative to."""

    content: dict[str, Any]
    file: str

    def parts(self) -> tuple[Schema, ...]:
        """The schema itself and those it refers to."""
        # Schemas are loaded once and stay: their identity stands for them.
        known = _PARTS.get(id(self.content))
        if known is None:
            reference = self.content.get("$ref")
            others = Schema(*referred(reference, self.file)).parts() if reference is not None else ()
            known = _PARTS[id(self.content)] = (self, *others)
        return known

    def find(self, keyword: str) -> Any:
        """A keyword's value, here or in what is referred to."""
        return next((part.content[keyword] for part in self.parts() if keyword in part.content), None)

    def under_key(self, key: str) -> Schema | None:
        """The schema of the value under a key."""
        for part in self.parts():
            content = part.content
            found = content.get("properties", {}).get(key)
            if found is None:
                patterns = content.get("patternProperties", {}).items()
                found = next((schema for pattern, schema in patterns if re.search(pattern, key)), None)
            if found is None:
                found = content.get("additionalProperties")
            if isinstance(found, dict):
                return Schema(found, part.file)
        return None

    def of_items(self) -> Schema | None:
        """The schema of a list's items."""
        for part in self.parts():
            if isinstance(part.content.get("items"), dict):
                return Schema(part.content["items"], part.file)
        return None


_PARTS: dict[int, tuple[Schema, ...]] = {}


def root_schema(kind: str) -> Schema:
    """The schema of a kind of file."""
    return Schema(schema_of(kind), SCHEMA_OF[kind])


def walk(node: Node, kind: str) -> Iterator[tuple[Node, Schema, Scalar | None]]:
    """Every node that a schema speaks about, in the order of the file, with the key it stands under."""
    yield from _walk(node, root_schema(kind), None)


def _walk(node: Node, schema: Schema, key: Scalar | None) -> Iterator[tuple[Node, Schema, Scalar | None]]:
    yield node, schema, key
    if isinstance(node, Mapping):
        for entry in node:
            below = schema.under_key(entry.key.text)
            if below is not None:
                yield from _walk(entry.value, below, entry.key)
    elif isinstance(node, Sequence):
        below = schema.of_items()
        if below is not None:
            for item in node:
                yield from _walk(item, below, None)
