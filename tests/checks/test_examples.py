"""Each kind's examples are true: one brings the diagnostic about at its marked lines, the others don't."""

from __future__ import annotations

from pathlib import Path

import pytest
from trying import diagnostics, lay, marked, places

from artrules.check.checks.catalogue import kinds
from artrules.text.diagnostics.example import Example
from artrules.text.diagnostics.registry import Kind

TRIED = [
    (kind, example, fails)
    for kind in kinds().values()
    if kind.examples is not None
    for example, fails in [
        (kind.examples.fails, True),
        *((example, False) for example in (kind.examples.repaired, *kind.examples.near_misses)),
    ]
]


@pytest.mark.parametrize(("kind", "example", "fails"), TRIED, ids=lambda value: getattr(value, "slug", ""))
def test_an_example(kind: Kind, example: Example, fails: bool, tmp_path: Path, usual: set[str]) -> None:
    folder = lay(tmp_path, example)
    found = [d for d in diagnostics(folder) if d.message not in usual]
    assert bool(marked(folder)) == fails
    assert places(found, kind.slug) == marked(folder)
    assert [d for d in found if d.slug != kind.slug] == []
