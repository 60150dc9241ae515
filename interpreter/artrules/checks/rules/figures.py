"""Figures of the layout that would tell secrets, or that may fail."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.analyses.disclosure import DisclosureAnalysis, Names, scoped_names
from artrules.analyses.failures import Known, failures
from artrules.analyses.information import AnyCard, CardsIn, Fact, RecordFact, VariableFact
from artrules.analyses.secrets import SecretNames
from artrules.analyses.state_reads import StateReads
from artrules.analyses.uses_of_me import UsesOfMe
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.layout import Figure
from artrules.ir.model import Model
from artrules.ir.traits import StatePart
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
    reading, known, uses = _Disclosure(model), Known(), UsesOfMe(model)
    for figure in model.layout.figures.values():
        reading.found = []
        if reading.reveals(figure.value, _names(figure)):
            looks = "each player" if uses.first(figure.value) is not None else "everyone"
            who = "its owner" if figure.seen_by == "owner" else looks
            report.add(
                FIGURE_REVEALS,
                f"the figure `{figure.name}`, which {who} sees, tells what may be hidden",
                figure.value.at,
                expected="what all who see it may know, such as how many cards lie somewhere",
                related=reading.found[:1],
            )
        for failure in failures(figure.value, False, model, known):
            report.add(FIGURE_FAILS, f"the figure `{figure.name}` may fail: {failure.why}", failure.at)


def _names(figure: Figure) -> Names:
    """What is known of the figure's owner, and of `me`, who looks: who sees the figure sees the card whose it is."""
    own = figure.seen_by == "owner"
    owner = {figure.binder.name: (False, own)} if figure.binder is not None else {}
    return scoped_names({"me": (False, True), **owner})


class _Disclosure(DisclosureAnalysis):
    """Takes for secret also what a value says of a card, wherever that card may lie."""

    def __init__(self, model: Model) -> None:
        reading = SecretNames(model, own=False).reading
        super().__init__(model, reading.turned_in, reading.secret_fields, reading.secret_results)
        self.found: list[tuple[str, Span]] = []
        """What may be hidden in what was judged last: words, and a place."""
        self._state = StateReads(model)
        self._only_printed = False
        """Whether of cards only what is printed on them is asked, so that going through all of them tells nothing."""

    def reveals(self, e: k.Node, names: Names) -> bool:
        match e:
            case k.VariableOf() | k.AttributeOf() | k.SharedAttribute() | k.FieldOf() if _refers(e.type):
                self.found.append(("it isn't known who sees this card", e.at))
                return True
            case k.Fold() | k.Best() if not (self._only_printed or _refers(e.type)) and self._asks_only_printed(e):
                self._only_printed = True
                reveals = super().reveals(e, names)
                self._only_printed = False
                self.forget()
                return reveals
        return super().reveals(e, names)

    def _asks_only_printed(self, e: k.Node) -> bool:
        return all(token == StatePart.FLOW or token[0] == "variable" for token in self._state.of(e))

    def _secret(self, fact: Fact, names: Names) -> bool:
        if self._only_printed and isinstance(fact, AnyCard):
            return False
        if not super()._secret(fact, names):
            return False
        self.found += _said_of(fact)
        return True


def _said_of(fact: Fact) -> Iterator[tuple[str, Span]]:
    match fact:
        case CardsIn(zone=zone):
            yield f"not everyone sees all that lies in `{zone.name}`", zone.at
        case VariableFact(variable=variable):
            yield f"not everyone sees `{variable.name}`", variable.at
        case RecordFact(event=event):
            yield f"not everyone may know this of `{event.name}`", event.at
        case AnyCard():
            return


def _refers(type_: Type) -> bool:
    """Whether values of a type are cards, powers or happenings, or hold some."""
    match type_:
        case Optional(of) | SetOf(of) | ListOf(of):
            return _refers(of)
    return isinstance(type_, Card | Power | Happening)
