"""The chapters on the course of a game (setup, the phases of a round, the end) and on scoring (points, winners)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from artrules.booklet.document import Block, Code, Heading, Line, Paragraph, Rows, Strong, join_lines
from artrules.booklet.remarks import provenance_within
from artrules.booklet.selection import Subject
from artrules.booklet.words import display_text, join_words, title_of
from artrules.ir.flow import Phase, ScorePart, Step
from artrules.ir.model import Model


def chapter(subject: Subject) -> Iterator[Block]:
    """The chapter "The course of the game"."""
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
    """The chapter "Scoring"."""
    flow = subject.model.flow
    yield Heading(2, "Scoring")
    if flow.final:
        yield Paragraph((Strong("Before scores are counted:"), f" {_steps(flow.final)}."))
    if flow.score:
        rows: list[tuple[Line, ...]] = [((part.label or title_of(part.name),), _points(part)) for part in flow.score]
        yield Rows(("Part of the score", "What each player gets"), tuple(rows))
    if flow.winners_text:
        yield Paragraph((Strong("Who wins:"), " ", *_code(flow.winners_text)))


def _points(part: ScorePart) -> Line:
    each = _code(part.each_text)
    return (*each, " for each ", *_code(part.binders_text)) if part.binders_text else each


def _end(model: Model) -> Iterator[Block]:
    """A paragraph on when the game ends; nothing if the flow doesn't say."""
    flow = model.flow
    ends: list[Line] = []
    if flow.until_text:
        ends.append(("after a round in which this holds: ", *_code(flow.until_text)))
    ends += [(f"in {title_of(p.name)}, when this holds: ", *_code(p.stop_text)) for p in flow.phases if p.stop_text]
    if flow.last_round is not None:
        ends.append((f"at the latest after round {flow.last_round}",))
    if ends:
        yield Paragraph((Strong("The game ends"), " ", *join_lines(ends, "; "), "."))


def _steps(steps: Sequence[Step]) -> str:
    return join_words(display_text(step.name) for step in steps)


def _who(phase: Phase) -> Line:
    match phase.who:
        case "in_turn":
            start: Line = ("one after the other, from ", *_code(phase.first_text)) if phase.first_text else ("in turn",)
            next_: Line = (", then ", *_code(phase.next_text)) if phase.next_text else ()
            until: Line = (", until ", *_code(phase.until_text)) if phase.until_text else ()
            return (*start, *next_, *until, *_taking_part(phase), *_again(phase))
        case "all_at_once":
            return ("all at once", *_taking_part(phase), *_again(phase))
        case "nobody":
            return ("happens by itself", *_again(phase))
        case who:
            assert_never(who)


def _taking_part(phase: Phase) -> Line:
    return ("; only those for whom ", *_code(phase.takes_part_text)) if phase.takes_part_text else ()


def _again(phase: Phase) -> Line:
    where = f"; again from {title_of(phase.back_to)} if " if phase.back_to else "; again if "
    return (where, *_code(phase.again_text)) if phase.again_text else ()


def _only(phase: Phase) -> Line:
    return ("only if ", *_code(phase.condition_text)) if phase.condition_text else ()


def _code(text: str) -> Line:
    return (Code(text.strip()),) if text else ()
