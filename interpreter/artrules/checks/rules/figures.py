"""Figures of the layout that would tell secrets, or that may fail."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.analyses.calls import NodeSearch
from artrules.analyses.dependence import Origin, Situation, Source
from artrules.analyses.failures import Known, failures
from artrules.analyses.information import InformationFlow
from artrules.analyses.information_flow import information_flow
from artrules.analyses.uses_of_me import UsesOfMe
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.declarations import Declaration, ZoneDeclaration
from artrules.ir.layout import Figure
from artrules.ir.model import Model
from artrules.ir.types import Card, Happening, ListOf, Optional, Power, SetOf, Type

FIGURE_REVEALS = declare(
    4174,
    "figure-reveals",
    "a figure tells what not everyone who sees it may know",
    """
    A figure is shown to everyone, or with `seen_by: owner` to its owner. So it may depend only on what they all see:
    open cards, open variables, how many cards lie somewhere. `me` is the player who looks, so what only that player
    sees is allowed, too. What a variable, an attribute or an event says of a card doesn't tell who sees that card, so a
    figure may not follow it.
    """,
    examples=Examples(
        fails=Example(
            "sections",
            """
            layout:
              figures:
                dark: {for: p in players, is: count(c in p.hand where c.shade is blue)}  #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            layout:
              figures:
                dark: {for: p in players, is: count(c in p.hand where c.shade is blue), seen_by: owner}
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                layout:
                  figures:
                    held: {for: p in players, is: size(p.hand) + size(p.deck)}
                    all: {is: "sum(c.printed + left for c in lantern where c.shade is blue)"}
                """,
            ),
            Example(
                "sections",
                """
                layout:
                  figures:
                    alike: {for: s in colour, is: count(c in my hand where c.shade is s)}
                """,
            ),
        ),
    ),
)
FIGURE_FAILS = declare(
    4175,
    "figure-fails",
    "a figure may have no value",
    """
    A figure is asked for whenever somebody looks at the table, so it must have a value in every position. Test before
    what may fail, such as whether a pile is empty, or give `max` and `min` an `else`.
    """,
    examples=Examples(
        fails=Example(
            "sections",
            """
            layout:
              figures:
                open: {for: n in 1..3, is: "(top of stall[n]).printed"}  #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            layout:
              figures:
                open: {for: n in 1..3, is: "(top of stall[n]).printed if size(stall[n]) > 0 else 0"}
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                layout:
                  figures:
                    most: {is: "max(p.coins for p in players)"}
                """,
            ),
        ),
    ),
)


@model_check(FIGURE_REVEALS, FIGURE_FAILS)
def figures(model: Model, report: Report) -> None:
    if not model.layout.figures:
        return
    flow, known, uses = information_flow(model), Known(), UsesOfMe(model)
    refers = NodeSearch(model, _refers_to_cards)
    for figure in model.layout.figures.values():
        hidden = list(_hidden(figure, flow))
        if hidden or refers.among(figure.value):
            looks = "each player" if uses.first(figure.value) is not None else "everyone"
            who = "its owner" if figure.seen_by == "owner" else looks
            report.add(
                FIGURE_REVEALS,
                f"the figure `{figure.name}`, which {who} sees, tells what may be hidden",
                figure.value.at,
                expected="what all who see it may know, such as how many cards lie somewhere",
                related=hidden[:1] if hidden else [("it isn't known who sees this card", figure.value.at)],
            )
        for failure in failures(figure.value, False, model, known):
            report.add(FIGURE_FAILS, f"the figure `{figure.name}` may fail: {failure.why}", failure.at)


def _hidden(figure: Figure, flow: InformationFlow) -> Iterator[tuple[str, Span]]:
    """What a figure tells that somebody who sees it may not know: words, and a place. `me` is who looks."""
    depends = flow.analysis.of(figure.value, Situation())
    seers = {"me"} if figure.seen_by != "owner" or figure.binder is None else {"me", figure.binder.name}
    for source in sorted(flow.resolved(depends.value), key=_place_of):
        if not any(map(source.is_seen_by, seers)):
            match source.what:
                case ZoneDeclaration(name=name, at=at):
                    yield f"not everyone sees all that lies in `{name}`", at
                case Declaration(name=name, at=at):
                    yield f"not everyone sees `{name}`", at
                case Origin():
                    yield "not everyone may know this", figure.value.at


def _place_of(source: Source) -> tuple[str, int, int]:
    at = source.what.at if isinstance(source.what, Declaration) else None
    return (at.file, at.line, at.column) if at is not None else ("", 0, 0)


def _refers_to_cards(node: k.Node) -> bool:
    """Whether a node gives a card that a value keeps: what it says doesn't tell who sees that card."""
    match node:
        case k.VariableOf() | k.AttributeOf() | k.SharedAttribute() | k.FieldOf():
            return _refers(node.type)
    return False


def _refers(type_: Type) -> bool:
    """Whether values of a type are cards, powers or happenings, or hold some."""
    match type_:
        case Optional(of) | SetOf(of) | ListOf(of):
            return _refers(of)
    return isinstance(type_, Card | Power | Happening)
