"""The annotated types of the fields of IR classes, from which printing, verifying and JSON are derived."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast, get_type_hints


def field_types(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass in order, each with its annotated type, in which names are resolved."""
    return _field_types(cast(Hashable, kind))


@cache
def _field_types(kind: Hashable) -> tuple[tuple[str, Any], ...]:
    assert isinstance(kind, type) and is_dataclass(kind)
    hints = get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in fields(kind))
