"""A small sample of `python -m tests.tools.mutation names`: what check says of slips of the pen."""

from __future__ import annotations

from pathlib import Path

from .names import MUST_BE_FOUND, outcomes, table

LANTERNS = Path(__file__).parents[2] / "rulesets" / "lanterns"


def test_every_slip_is_found_where_it_is_and_told_once() -> None:
    judged = list(outcomes(LANTERNS, 8, 5))
    assert not [str(outcome.slip) for outcome in judged if outcome.error]
    assert not [str(o.slip) for o in judged if o.slip.kind in MUST_BE_FOUND and not o.found]
    found = [outcome for outcome in judged if outcome.found]
    assert sum(outcome.on_line for outcome in found) >= 0.9 * len(found), table(judged)
    # Warnings of other things may stand beside an error.
    errors = [[each for each in outcome.diagnostics if each.severity == "error"] for outcome in found]
    assert sum(map(len, errors)) <= 1.1 * len(found), table(judged)
