"""Declares the course of a game: setup, the phases of a round, the end and the score."""

from __future__ import annotations

from artrules.content.flow import Flow, Phase, Step
from artrules.content.section import Named
from artrules.declare.declarator import Declarator
from artrules.declare.symbol_table import AuthorPhase, AuthorScorePart, AuthorStep
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.suggest import closest
from artrules.ir.boundaries import all_boundaries
from artrules.ir.declarations import OWN_LIVES
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
    boundaries = all_boundaries([phase.name for phase in flow.phases], d.symbols.at)
    d.symbols.boundaries = {boundary.name: boundary for boundary in boundaries}


def _steps(steps: Named[Step]) -> list[AuthorStep]:
    return [AuthorStep(name.text, name.span, step.do) for name, step in steps]


def _phase(d: Declarator, name: Scalar, phase: Phase) -> AuthorPhase:
    who = phase.who or "in_turn"  # a missing or wrong word has had its diagnostic: `me` shall not be another mistake
    ends = tuple(life for named in phase.ends if (life := d.known(named, d.symbols.lives, "life")))
    for life in ends:
        if life in OWN_LIVES:
            d.report.add(kinds.BAD_OWNER, f"`{life}` ends by itself, not with a phase", name.span)
    for key, value in (("next", phase.next), ("until", phase.until), ("stop_if", phase.stop_if)):
        if value is not None and who != "in_turn":
            d.report.add(kinds.BAD_OWNER, f"`{key}` belongs to phases played in turn", value.span)
    if phase.takes_part is not None and who == "nobody":
        d.report.add(kinds.BAD_OWNER, "in a phase of `nobody` no player takes part", phase.takes_part.span)
    rules = {
        "first": phase.from_,
        "condition": phase.if_,
        "takes_part": phase.takes_part,
        "next": phase.next,
        "until": phase.until,
        "stop": phase.stop_if,
        "again": phase.again,
    }
    given = {rule: value for rule, value in rules.items() if value is not None}
    return AuthorPhase(name.text, name.span, who, ends, _back_to(d, name, phase), phase.do, given)


def _back_to(d: Declarator, name: Scalar, phase: Phase) -> str:
    """The phase that is entered again after one, as the author names it: itself or an earlier phase; empty for none."""
    named, earlier = phase.back_to, [before.name for before in d.symbols.flow.phases]
    if named is None:
        return ""
    if named.text not in (*earlier, name.text):
        d.report.add(
            kinds.UNKNOWN_NAME,
            f"no phase `{named.text}` comes before `{name.text}`",
            named.span,
            expected=", ".join([*earlier, name.text]),
            found=f"`{named.text}`",
            suggestions=closest(named.text, earlier),
        )
        return ""
    return named.text
