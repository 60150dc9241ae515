"""Recognises a question about something that only another decision offers."""

from collections.abc import Callable, Sequence

from artrules.engine.lower.program import DecisionTable, Program
from artrules.model.analyses.option_things import BranchThings
from artrules.model.ir import nodes as k
from artrules.play.explain.why_not.evaluate import Evaluator
from artrules.play.explain.why_not.hypothetical_options import HypotheticalOptions, zones_meant
from artrules.play.explain.why_not.meant import Meant
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


def elsewhere_about(
    program: Program,
    here: DecisionTable,
    evaluator: Evaluator,
    meant: Meant,
    things: Callable[[k.Choose, k.Branch], BranchThings],
) -> str | None:
    """The heading of another decision of the program in which something may be done with a thing; None if there is
    none. Decisions that the game always has come before those of powers."""
    tables = sorted(program.decisions.values(), key=lambda table: table.site.startswith("power "))
    for table in tables:
        for branch in table.choose.branches if table is not here else ():
            if may_be_about(evaluator, branch, meant, things(table.choose, branch)):
                return title_of_decision(program.model, table.site, table.prompt)
    return None


def may_be_about(evaluator: Evaluator, branch: k.Branch, meant: Meant, things: BranchThings) -> bool:
    """Whether options of a branch may be about a thing where it lies, as far as the code tells."""
    if meant.value is not None:
        return any(binder.local.type == meant.value[0] for binder in branch.binders)
    return any(True for _ in zones_meant(evaluator, meant, (*things.origins, *things.tops, *things.sources)))
