"""Assignments and moves that change nothing, and values that nothing ever reads because others replace them at once.

A value is replaced at once if another one is assigned to the same place with nothing in between that could read it:
no condition, no call, no decision. Cards that are moved to where they lie already stay as they are in a zone without
order, and so do all cards of a row; in a pile, or if they are some of a row, they come to lie at another place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from artrules.analyses.calls import every, every_body
from artrules.analyses.certain.findings import Sort
from artrules.analyses.certain.overwriting import overwritten, suites
from artrules.analyses.certainties import certain_in_all
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.facts.same_value import key_of
from artrules.facts.state_reads import StateReads
from artrules.ir.model import Model
from artrules.ir.nodes import As, Expression, FaceOf, Fold, ForEach, Local, Move, Repeat, Set, Watch, ZoneOf

NO_EFFECT = declare(
    4103,
    "no-effect",
    "a statement that changes nothing",
    """
    What is assigned is what is there already, or the cards lie already where they are moved to. Mostly another name or
    another number is meant: `my coins += left`, not `my coins += 0`. A loop with nothing but `skip` changes nothing,
    either.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            my coins becomes my coins  #!
            my coins += 0  #!
            if left = 3:
                left becomes 3  #!
            for c in my hand where c.printed = 1:
                move c to my hand  #!
            for p in players:  #!
                skip
            """,
        ),
        repaired=Example(
            "procedure",
            """
            my coins becomes my coins + 1
            my coins += 2
            if left = 3:
                left becomes 2
            for c in my hand where c.printed = 1:
                move c to my row
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for c in my row where c.printed = 1:
                    move c to my row
                move top 1 of my deck to bottom of my deck
                if left = 3:
                    buy(1)
                    left becomes 3
                """,
            ),
        ),
    ),
)
OVERWRITTEN = declare(
    4104,
    "overwritten",
    "a value that another one replaces at once",
    """
    Before anything can read the value, the same place gets another one. Remove one of the two assignments; or one of
    them is meant for another place, or was to add to the value (`+=`) instead of replacing it (`becomes`).
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            my coins becomes 3  #!
            my coins becomes 4
            """,
        ),
        repaired=Example(
            "procedure",
            """
            my coins becomes 3
            my coins += 4
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                my coins becomes 3
                if left = 2:
                    my coins becomes 4
                red.price becomes 3
                blue.price becomes 4
                left becomes red.price + blue.price
                """,
            ),
        ),
    ),
)


@ruleset_check(NO_EFFECT, OVERWRITTEN)
def assignments_without_effect(models: Sequence[Model], report: Report) -> None:
    for certainty in certain_in_all(models, Sort.ASSIGNED):
        report.add(
            NO_EFFECT, "this changes nothing: the value is there already", certainty.at, related=certainty.because
        )
    for model in models:
        _moves_in_place(model, report)
        _empty_suites(model, report)
        _overwritten_values(model, report)


def _moves_in_place(model: Model, report: Report) -> None:
    if any(isinstance(s.place, FaceOf) for _, s in every(model, Set)) or any(m.face for _, m in every(model, Move)):
        return  # a card that arrives may be turned over
    from_loops = {id(move): zone for _, loop in every(model, ForEach) for move, zone in _moves_in(loop)}
    for _, move in every(model, Move):
        source = from_loops.get(id(move)) or _zone_of(move.cards)
        if source is not None and move.end is None and move.position is None and _stays(move, source, model):
            report.add(
                NO_EFFECT,
                f"this changes nothing: the cards are in `{source.declaration.name}` already",
                move.at,
                related=[("they are taken from here", source.at)],
            )


def _overwritten_values(model: Model, report: Report) -> None:
    reads = StateReads(model.values)
    for code in every_body(model):
        for suite in suites(code.nodes):
            for first, second in overwritten(suite, reads):
                report.add(
                    OVERWRITTEN,
                    "nothing ever reads this value: another one replaces it at once",
                    first.at,
                    related=[("it is replaced here", second.at)],
                )


def _zone_of(cards: Expression) -> ZoneOf | None:
    """The zone that cards lie in for sure, as the expression that names them says it."""
    match cards:
        case ZoneOf():
            return cards
        case Fold(kind="those" | "first" | "last", binders=(binder,)):
            return _zone_of(binder.domain)
    return None


def _moves_in(loop: ForEach) -> Iterator[tuple[Move, ZoneOf]]:
    """The move of the loop's card that comes first in a loop, with the zone that the loop goes through."""
    zone = _zone_of(loop.binder.domain)
    match loop.body:
        case (Move(cards=Local(name=name)) as move, *_) if zone is not None and name == loop.binder.local.name:
            yield move, zone


def _stays(move: Move, source: ZoneOf, model: Model) -> bool:
    """Whether cards that are moved from a zone to the same one stay as they are."""
    zone = source.declaration
    leaving = {a.back_when_leaving for kind in zone.kinds for a in model.kinds[kind].attributes.values()}
    in_order = zone.order == "loose" or (zone.order == "row" and move.cards is source)
    return in_order and zone.name not in leaving and key_of(move.zone) == key_of(source)


def _empty_suites(model: Model, report: Report) -> None:
    for of_sort in (every(model, ForEach), every(model, Repeat), every(model, As), every(model, Watch)):
        for _, statement in of_sort:
            if not statement.body:
                report.add(NO_EFFECT, "this changes nothing: nothing stands below it but `skip`", statement.at)
