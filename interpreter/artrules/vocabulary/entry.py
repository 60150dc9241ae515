"""The entries of a vocabulary, and how to make one from a declaration."""

from __future__ import annotations

from dataclasses import dataclass, field

from artrules.diagnostics.span import Span
from artrules.ir.declarations import Declaration
from artrules.ir.model import Model
from artrules.source.comments import comment_at, lines_of


@dataclass(slots=True)
class Entry:
    """Something that an author can write. The field names are the keys of the JSON that the command prints."""

    name: str
    written: str
    """How it is written in code, with its type: `my coins: 0..99 = 0`."""
    type: str | None = None
    default: str | None = None
    """Its first value; None for what has none."""
    facts: list[str] = field(default_factory=list)
    """More about it, each fact in a few words."""
    description: str = ""
    """The author's comment beside the declaration, or what the language says about a key or a function of its own."""
    assumed: str | None = None
    """The author's `assumed` about it."""
    file: str | None = None
    """The file that declares it, as diagnostics show its name; None for what the language brings."""
    line: int | None = None
    """The line of the declaration, counted from 1."""
    code: list[str] = field(default_factory=list)
    """The lines of the declaration."""


@dataclass(slots=True)
class Section:
    """Entries of one kind. `note` says what holds for all of them."""

    name: str
    entries: list[Entry]
    note: str = ""


def entry_of(
    model: Model,
    declaration: Declaration,
    written: str,
    *,
    type: str | None = None,
    default: str | None = None,
    facts: list[str] | None = None,
    place: str = "",
) -> Entry:
    """The entry of a declaration, with the author's comment and code if the declaration stands in a file.

    `place` is the path of the declaration in the ruleset, such as `limits.once`, to find the author's `assumed`. Empty
    texts among the facts are dropped.
    """
    found = Entry(declaration.name, written, type, default, [fact for fact in facts or [] if fact])
    found.assumed = next((r.text for r in model.remarks if r.place == place and r.kind == "assumed"), None)
    lines = _lines_at(model, declaration.at)
    if _stands_at(lines, declaration):
        found.file, found.line = declaration.at.file, declaration.at.line
        found.description = comment_at(lines, declaration.at.line)
        found.code = lines_of(lines, declaration.at.line)
    return found


def _lines_at(model: Model, at: Span) -> list[str]:
    return (model.source_text(at.file) or "").split("\n")


def _stands_at(lines: list[str], declaration: Declaration) -> bool:
    """Whether the author wrote the declaration: its name must stand at its place.

    Every game also has declarations that nobody wrote. These carry the place of something else.
    """
    at = declaration.at
    return at.line <= len(lines) and lines[at.line - 1][at.column - 1 :].lstrip("\"'").startswith(declaration.name)
