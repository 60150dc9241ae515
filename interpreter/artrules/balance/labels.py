"""What kinds of option a game has, as its author wrote them."""

from __future__ import annotations

from collections.abc import Container, Iterator

from artrules.analyses.calls import every
from artrules.diagnostics.span import Span
from artrules.ir.model import Model
from artrules.ir.nodes import Choose, Label
from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class Branch:
    """A kind of option: its label as it is written in the rules, and where."""

    label: str
    at: Span


def branches(model: Model, sets: Container[str]) -> dict[str, Branch]:
    """By key, as `watch.py` counts them: the kinds of option of a game with some sets in play."""
    found = {}
    for code, choose in every(model, Choose):
        for branch in choose.branches:
            if any(owner is not None and owner not in sets for owner in (code.owner, branch.owner)):
                continue
            found[f"{choose.site}.{branch.key}"] = Branch("".join(_written(model, branch.label)), branch.at)
    return found


def _written(model: Model, label: Label) -> Iterator[str]:
    for part in label.parts:
        yield part if isinstance(part, str) else f"{{{_text(model, part.at)}}}"


def _text(model: Model, at: Span) -> str:
    """What stands at a place on one line of content."""
    lines = (model.source_text(at.file) or "").replace("\r\n", "\n").split("\n")
    if at.line == at.end_line and at.line <= len(lines):
        return lines[at.line - 1][at.column - 1 : at.end_column - 1]
    return "…"
