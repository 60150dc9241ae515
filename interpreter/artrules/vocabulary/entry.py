"""One thing that can be written, and where an entry of it comes from."""

from __future__ import annotations

from dataclasses import dataclass, field

from artrules.diagnostics.span import Span
from artrules.ir.declarations import Declaration
from artrules.ir.model import Model
from artrules.source.comments import comment_at, lines_of


@dataclass(slots=True)
class Entry:
    """A word of a game. `written` is how it is used in code, with its type; `facts` say more in a few words.

    `file` and `line` (from 1) say where it is declared, none for what the language brings; `code` are the lines there.
    """

    name: str
    written: str
    type: str | None = None
    default: str | None = None
    facts: list[str] = field(default_factory=list)
    description: str = ""
    assumed: str | None = None
    file: str | None = None
    line: int | None = None
    code: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Section:
    """Entries of one sort; `note` says what holds for all of them."""

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
    """The entry of a declaration; `place` is its path in the ruleset, by which remarks go."""
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
    """Whether an author has declared it: what every game has by itself stands nowhere."""
    at = declaration.at
    return at.line <= len(lines) and lines[at.line - 1][at.column - 1 :].lstrip("\"'").startswith(declaration.name)
