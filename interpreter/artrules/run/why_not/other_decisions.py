"""Recognises a question about something that only another decision offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from artrules.diagnostics.span import Span

if TYPE_CHECKING:
    from artrules.compile.program import DecisionTable
    from artrules.run.runtime import Runtime
    from artrules.run.why_not.hypothetical_options import HypotheticalOptions


@dataclass(frozen=True, slots=True)
class OtherDecision:
    """Something that another decision of the content could offer."""

    label: str
    prompt: str
    source: Span
    like: float


def elsewhere(
    runtime: Runtime, here: DecisionTable, imagination: HypotheticalOptions, at_least: float
) -> OtherDecision | None:
    """What the other decisions of the program could offer that is most similar to the question; None if nothing has
    `at_least` this similarity."""
    best: OtherDecision | None = None
    for table in runtime.decisions.values():
        if table is here:
            continue
        for found in imagination.best(table.choose, None)[:1]:
            if found.like >= at_least and (best is None or found.like > best.like):
                branch = table.choose.branches[found.branch]
                best = OtherDecision(found.label, table.prompt, branch.at, found.like)
    return best
