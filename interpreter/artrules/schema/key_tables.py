"""The tables of keys in the docs: a row for each key of a section, between two comments that name the section.

<!-- keys of Zone -->
…
<!-- end of keys -->
"""

from __future__ import annotations

import re
from typing import Any

from artrules.content.documents import OverlayHead, PowerSet, Ruleset
from artrules.content.files import FILES
from artrules.content.key_values import DEFINITIONS, Value
from artrules.content.plain_values import Sourced
from artrules.content.section import Key, Section
from artrules.schema.derive import Part, definitions

_TABLE = re.compile(r"<!-- keys of (\w+) -->\n.*?<!-- end of keys -->", re.DOTALL)
_DOCUMENTS: dict[str, Part] = {"ruleset": Ruleset, "set": PowerSet, "overlay": OverlayHead}
_SHAPES = {"string": "text", "integer": "number", "boolean": "`yes` or `no`"}


def with_key_tables(page: str) -> str:
    """A page of the docs with its tables of keys as they must be. Raises KeyError for a section that doesn't exist."""
    known = {**definitions(DEFINITIONS, list(FILES.values())), **_DOCUMENTS}
    return _TABLE.sub(lambda found: f"<!-- keys of {found[1]} -->\n{_table(known[found[1]])}<!-- end of keys -->", page)


def _table(section: Part) -> str:
    if isinstance(section, Value):
        raise KeyError(f"{section.definition} has no keys")
    declared = section.declared
    rows = [_row(key, declared.one_of) for name, key in declared.keys.items() if name not in Sourced.declared.keys]
    return "".join(["| key | value | default | meaning |\n", "|---|---|---|---|\n", *rows])


def _row(key: Key, one_of: tuple[str, ...]) -> str:
    cells = (f"`{key.name}`", value_in_words(key.value), _where_absent(key, one_of), key.meaning)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def _where_absent(key: Key, one_of: tuple[str, ...]) -> str:
    if key.required:
        return "required"
    if key.required_if is not None:
        return "required where `{}` is `{}`".format(*key.required_if)
    if key.name in one_of:
        return f"this or {' or '.join(f'`{other}`' for other in one_of if other != key.name)} is required"
    match key.value.shape.get("default"):
        case None:
            return ""
        case bool(truth):
            return "`yes`" if truth else "`no`"
        case word:
            return f"`{word}`"


def value_in_words(value: Value[Any]) -> str:
    """What may stand under a key, in a few words."""
    shape = value.shape
    if isinstance(words := shape.get("enum"), list):
        return ", ".join(f"`{word}`" for word in words)
    if (inner := shape.get("additionalProperties")) is not None:
        key = shape.get("propertyNames")
        return f"{_title(inner)}, by {_title(key)}"
    if shape.get("type") == "array":
        return f"list, each item: {_title(shape['items'])}"
    if value.title:
        return value.title.lower()
    if "$ref" in shape:
        return _title(shape["$ref"])
    return _SHAPES.get(str(shape.get("type")), "")


def _title(part: object) -> str:
    if isinstance(part, Value):
        return part.title.lower() or value_in_words(part)
    return part.declared.title.lower() if isinstance(part, type) and issubclass(part, Section) else "value"
