"""The course of a game: setup, the phases of a round, the end, scores and winners."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.document import Block, Code, Heading, Line, Paragraph, Rows, Strong, joined
from artrules.booklet.remarks import provenance_within
from artrules.booklet.wanted import Subject
from artrules.booklet.words import listed, spoken, title_of
from artrules.kernel.declarations import Phase, ScorePart, Step
from artrules.resolve.model import Model
from artrules.source.node import Scalar


def chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    flow = model.flow
    yield Heading(2, "The course of the game")
    if flow.setup:
        yield Paragraph((Strong("Setup:"), f" {_steps(flow.setup)}."))
    if flow.phases:
        yield Paragraph((Strong("Each round"), " has these phases:"))
        rows = [((title_of(phase.name),), _who(phase), _only(phase)) for phase in flow.phases]
        yield Rows(("Phase", "Who", "Unless it is passed over"), tuple(rows))
    yield from _end(model)
    yield from provenance_within(model, "flow")


def scoring(subject: Subject) -> Iterator[Block]:
    flow = subject.model.flow
    yield Heading(2, "Scoring")
    if flow.final:
        yield Paragraph((Strong("Before scores are counted:"), f" {_steps(flow.final)}."))
    if flow.score:
        rows: list[tuple[Line, ...]] = [((part.label or title_of(part.name),), _points(part)) for part in flow.score]
        yield Rows(("Part of the score", "What each player gets"), tuple(rows))
    if flow.winners_code is not None:
        yield Paragraph((Strong("Who wins:"), " ", *_code(flow.winners_code)))


def _points(part: ScorePart) -> Line:
    return (*_code(part.code), " for each ", *_code(part.for_code)) if part.for_code is not None else _code(part.code)


def _end(model: Model) -> Iterator[Block]:
    """When the game ends."""
    flow = model.flow
    ends: list[Line] = []
    if flow.until_code is not None:
        ends.append(("after a round in which this holds: ", *_code(flow.until_code)))
    ends += [(f"in {title_of(p.name)}, when this holds: ", *_code(p.stop_code)) for p in flow.phases if p.stop_code]
    if flow.last_round is not None:
        ends.append((f"at the latest after round {flow.last_round}",))
    if ends:
        yield Paragraph((Strong("The game ends"), " ", *joined(ends, "; "), "."))


def _steps(steps: list[Step]) -> str:
    return listed(spoken(step.name) for step in steps)


def _who(phase: Phase) -> Line:
    match phase.who:
        case "in_turn":
            return ("one after the other, from ", *_code(phase.from_code)) if phase.from_code else ("in turn",)
        case "all_at_once":
            return ("all at once",)
    return ("happens by itself",)


def _only(phase: Phase) -> Line:
    return ("only if ", *_code(phase.if_code)) if phase.if_code is not None else ()


def _code(scalar: Scalar | None) -> Line:
    return (Code(scalar.text.strip()),) if scalar is not None else ()
