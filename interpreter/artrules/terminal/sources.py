"""Finds the text of a ruleset's file by the name that diagnostics show."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from artrules.pipeline import Content


def source_texts(content: Content) -> Callable[[str], str | None]:
    """Gives the text of a file, or None. A file is known by the end of its name: its folder may be shown as another."""
    texts = content.files.texts

    def text_of(shown: str) -> str | None:
        parts = shown.split("/")
        for first in range(len(parts)):
            found = texts.get("/".join(parts[first:]))
            if found is not None:
                return found.decode("utf-8", "replace")
        return None

    return text_of
