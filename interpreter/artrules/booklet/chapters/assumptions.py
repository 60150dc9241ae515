"""The chapter of assumptions: every `assumed` of the ruleset that no other chapter shows."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.document import Block, Heading, Points, Strong
from artrules.booklet.selection import Subject

_IN_OTHER_CHAPTERS = ("settings.", "pieces.", "flow", "limits.", "tables.", "rulings.")
"""The beginnings of places whose assumptions other chapters show."""


def chapter(subject: Subject) -> Iterator[Block]:
    sets = tuple(f"{name}." for name in subject.model.sets)
    left = [
        remark
        for remark in subject.model.remarks
        if remark.kind == "assumed" and not remark.place.startswith((*_IN_OTHER_CHAPTERS, *sets))
    ]
    left = [remark for remark in left if remark.place not in subject.model.sets]
    if left:
        yield Heading(2, "What else is assumed")
        yield Points(tuple((Strong(r.place or "the game"), f" {r.text}") for r in left))
