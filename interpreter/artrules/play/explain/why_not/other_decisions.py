"""Recognises a question about something that only another decision offers."""

from collections.abc import Sequence

from artrules.engine.lower.program import DecisionTable, Program
from artrules.play.explain.why_not.hypothetical_options import HypotheticalOptions
from artrules.play.game.description import title_of_decision
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class OtherDecision:
    """Something that another decision of the content could offer."""

    label: str
    title: str
    """The heading of that decision."""
    source: Span
    like: float


def elsewhere(
    program: Program, here: DecisionTable, imagination: HypotheticalOptions, beginning: Sequence[str], at_least: float
) -> OtherDecision | None:
    """What the other decisions of the program could offer that begins with some words and is most similar to the
    question; None if nothing has `at_least` this similarity."""
    best: OtherDecision | None = None
    for table in program.decisions.values():
        if table is here:
            continue
        for option in imagination.best(table.choose, None, beginning)[:1]:
            if option.like >= at_least and (best is None or option.like > best.like):
                title = title_of_decision(program.model, table.site, table.prompt)
                branch = table.choose.branches[option.branch]
                best = OtherDecision(option.label, title, branch.at, option.like)
    return best
