"""Checks the pieces of a configuration: totals are right, and every piece has its values and a place to start."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from artrules.engine.machine.numbers import MOST_STEPS
from artrules.model.analyses.counted_pieces import NotPlain, counted_totals, lacking, totals_are_right
from artrules.model.ir.declarations import Total
from artrules.model.ir.model import Model
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report

if TYPE_CHECKING:
    from artrules.play.game.runtime import Runtime

MOST_TO_COUNT = 10_000_000
"""Units of work (`machine/signals.py`) for laying out and counting the pieces, for all checked configurations
together."""


def check_pieces(make_runtime: Callable[[], Runtime], model: Model, report: Report, budget: int = MOST_TO_COUNT) -> int:
    """Lay out the pieces of one configuration and count them, with at most `budget` units of work. Gives how many units
    are left. Mistakes go to the report.

    Where it can be seen without a runtime that all is right, none is made, and no units are counted.
    """
    for pieces in model.pieces.values():
        for name, at in lacking(pieces, model.kinds[pieces.kind]):
            expected = f"a column or `has:` with `{name}`"
            report.add(kinds.WRONG_PIECES, f"these pieces have no `{name}`", at, expected=expected)
    if report.has_errors or totals_are_right(model):
        return budget
    from artrules.play.explain.faults import Stopped

    runtime = make_runtime()
    try:
        runtime.load(runtime.start[0])
        runtime.instance.set_register("steps", MOST_STEPS - budget)
        counts = {total.name: runtime.ask("count_total", number) for number, total in enumerate(model.counts)}
    except Stopped as stopped:
        fault = stopped.fault
        why = fault.what if stopped.failed else f"{fault.what} {fault.message}".strip()
        report.add(
            kinds.WRONG_PIECES,
            f"the pieces can't be laid out: {why}".rstrip(": "),
            fault.span if fault.what else model.at,
        )
        return budget
    for name, count in counts.items():
        total = model.totals[name]
        if count != total.expected:
            _wrong_total(total, count, report)
    return MOST_STEPS - runtime.instance.register("steps")


def check_totals(model: Model, report: Report, counts: Callable[[Span], bool]) -> None:
    """Check what can be counted without a runtime of a model that has errors elsewhere. `counts` says whether nothing
    is wrong with the pieces that the total at a place counts."""
    with suppress(NotPlain):
        for total, count in counted_totals(model, [each for each in model.counts if counts(each.at)]):
            if count != total.expected:
                _wrong_total(total, count, report)


def _wrong_total(total: Total, count: int, report: Report) -> None:
    message = f"the total `{total.name}` is not what it says"
    report.add(kinds.WRONG_PIECES, message, total.at, expected=str(total.expected), found=str(count))
