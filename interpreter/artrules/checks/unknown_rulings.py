"""Rulings that are cited and aren't there.

Whoever wants to know why a rule is as it is follows the citation. A ruleset without rulings may cite those of a book.
"""

from __future__ import annotations

from artrules.diagnostics.kinds.names import UNKNOWN_RULING
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.resolve.citations import citations
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    if not model.rulings:
        return
    known: dict[str | None, set[str]] = {}
    for remark in model.remarks:
        owner = remark.owner
        if owner not in known:
            known[owner] = {ruling.name for ruling in model.visible(model.rulings, owner)}
        for citation in citations(remark.text, known[owner]):
            if citation.number not in known[owner]:
                report.add(
                    UNKNOWN_RULING,
                    f"there is no ruling {citation.number}",
                    remark.scalar.span_of(citation.start, citation.end),
                    expected="the number of a ruling",
                    found=f"`{remark.text[citation.start : citation.end]}`",
                    suggestions=closest(citation.number, sorted(known[owner])),
                )
