"""Declares the course of a game: setup, the phases of a round, the end and the score."""

from __future__ import annotations

from artrules.content.flow import Flow, Phase, Step
from artrules.content.section import Named
from artrules.declare.declarator import Declarator
from artrules.declare.symbol_table import AuthorPhase, AuthorScorePart, AuthorStep
from artrules.diagnostics.kinds import names as kinds
from artrules.source.lookup import number, word
from artrules.source.node import Scalar


def declare_flow(d: Declarator, section: Flow | None) -> None:
    """The course of the game: setup, the phases of a round, the end and the score."""
    if section is None:
        return
    flow = d.symbols.flow
    flow.setup, flow.final = _steps(section.setup), _steps(section.final)
    flow.until, flow.winners = section.until, section.winners
    flow.last_round = number(section.last_round.number) if section.last_round is not None else None
    for key, part in section.score:
        label = word(part.label, key.text)
        flow.score.append(AuthorScorePart(key.text, key.span, label, part.is_, part.for_, part.line))
    for phase in section.rounds:
        name = phase.name
        if name is None:
            continue
        if any(p.name == name.text for p in flow.phases):
            d.report.add(kinds.NAME_TWICE, f"two phases are called `{name.text}`", name.span)
        flow.phases.append(_phase(d, name, phase))


def _steps(steps: Named[Step]) -> list[AuthorStep]:
    return [AuthorStep(name.text, name.span, step.do) for name, step in steps]


def _phase(d: Declarator, name: Scalar, phase: Phase) -> AuthorPhase:
    who = phase.who or "in_turn"  # a missing or wrong word has had its diagnostic: `me` shall not be another mistake
    ends = tuple(life for named in phase.ends if (life := d.known(named, d.symbols.lives, "life")))
    for life in ends:
        if life in ("game", "round"):
            d.report.add(kinds.BAD_OWNER, f"`{life}` ends by itself, not with a phase", name.span)
    if phase.stop_if is not None and who != "in_turn":
        d.report.add(kinds.BAD_OWNER, "`stop_if` belongs to phases played in turn", phase.stop_if.span)
    return AuthorPhase(name.text, name.span, who, ends, phase.do, phase.from_, phase.if_, phase.stop_if)
