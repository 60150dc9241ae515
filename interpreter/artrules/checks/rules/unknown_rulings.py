"""Citations of rulings that aren't there.

Whoever wants to know why a rule is as it is follows the citation. A ruleset without rulings may cite those of a book.
"""

from __future__ import annotations

from artrules.checks.check import model_check
from artrules.declare.citations import citations
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.ir.model import Model

UNKNOWN_RULING = declare(
    2017,
    "unknown-ruling",
    "a ruling is cited that isn't there",
    """
    A `source` or `assumed` that says `ruling 21` or `rulings 17-20, C-6` cites rulings. They stand in a section
    `rulings` of the ruleset, or of the same set. `artrules doc NAME --rulings` shows them all.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "sections",
            """
            rulings:
              Play:
                1: Any lantern may begin a row.
                3: Nobody earns twice.
                C-1: Whoever buys nothing may earn.
            totals:
              all: {count: size(lantern), is: 28, source: ruling 2}  #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            rulings:
              Play:
                1: Any lantern may begin a row.
                3: Nobody earns twice.
                C-1: Whoever buys nothing may earn.
            totals:
              all: {count: size(lantern), is: 28, source: ruling 1}
            """,
        ),
    ),
)


@model_check(UNKNOWN_RULING, asks_for_uses=True)
def unknown_rulings(model: Model, report: Report) -> None:
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
                    remark.words.span_of(citation.start, citation.end),
                    expected="the number of a ruling",
                    found=f"`{remark.text[citation.start : citation.end]}`",
                    suggestions=closest(citation.number, sorted(known[owner])),
                )
