"""What a section of content says without any change, as fields of the declaration that is made of it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from artrules.content.section import Section
from artrules.ir.declarations import AS_WRITTEN, Declaration


def as_written(section: Section, kind: type[Declaration]) -> dict[str, Any]:
    """The values under the keys of a section, by the fields of a declaration's class that are marked `AS_WRITTEN`.

    Raises:
        AttributeError: the section declares no key with the name of such a field.
    """
    return {field.name: getattr(section, field.name) for field in fields(kind) if field.metadata == AS_WRITTEN}
