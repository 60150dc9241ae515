"""The checks stage: what can be wrong with a model although every name and type is right. One check, one file.

To add a check: a module here with a function `check(model, report)`, its kind of diagnostic in
`diagnostics/kinds/checks.py`, an example that it must find in `tests/checks/`, and its line in the list below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from artrules.checks import (
    all_at_once,
    bounds,
    call_depth,
    call_nesting,
    circle,
    failing_watch,
    failure_after_commit,
    group_keys,
    hidden_reads,
    label_circle,
    never_true,
    never_used,
    no_player,
    powers_without_effect,
    sizes,
    text_numbers,
    unbounded_loop,
    unknown_rulings,
    zone_order,
)
from artrules.diagnostics.report import Report
from artrules.resolve.model import Model

BOUNDS: list[Callable[[Model, Report], bool]] = [call_depth.check, call_nesting.check, sizes.check]
"""What must hold before anything else is looked at: each tells whether it does."""

CHECKS: list[Callable[[Model, Report], None]] = [
    circle.check,
    label_circle.check,
    unbounded_loop.check,
    no_player.check,
    zone_order.check,
    failure_after_commit.check,
    failing_watch.check,
    all_at_once.check,
    hidden_reads.check,
    bounds.check,
    group_keys.check,
    never_true.check,
    powers_without_effect.check,
    unknown_rulings.check,
    text_numbers.check,
]

CHECKS_OF_ALL: list[Callable[[Iterable[Model], Report], None]] = [never_used.check_all]
"""Checks that must see the models of all combinations of overlays together."""


def check_model(model: Model, report: Report) -> None:
    """Run all checks of one model; none when it is too large to be looked at."""
    if not all([within(model, report) for within in BOUNDS]):
        return
    for check in CHECKS:
        check(model, report)


def check_models(models: Iterable[Model], report: Report) -> None:
    """Run the checks of all models of a ruleset together; only of use when nothing is wrong with names and types."""
    known = list(models)
    for check in CHECKS_OF_ALL:
        check(known, report)
