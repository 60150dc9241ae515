"""The examples of each kind's page are true: a wrong one brings the diagnostic about, a right one none."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.check.checks.registry import kinds
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.render import page
from check.checks.trying import FENCE, PageExample, diagnostics_of_page, lay, marked, page_examples, places

TRIED = [
    pytest.param(kind, example, id=f"{kind.slug}-{number}")
    for kind in kinds().values()
    for number, example in enumerate(page_examples(kind), 1)
]
UNMARKED = {"empty-file", "table-syntax", "cut-text", "unused-ignore", "bad-ignore", "ignore-without-reason"}
"""Kinds of what a comment at the end of the line would change."""
NOT_SHOWN = {1002, 1005, 1015, 1050, 1112, 1901, 2012, 2015, 2016, 3111, 4050}
"""Kinds of what a small piece of content can't show: files that are too large, missing or given from outside."""


@pytest.mark.parametrize(("kind", "tried"), TRIED)
def test_an_example(kind: Kind, tried: PageExample, tmp_path: Path, usual: set[str]) -> None:
    folder = lay(tmp_path, tried.example)
    found = [d for d in diagnostics_of_page(kind, folder) if d.message not in usual]
    assert {d.slug for d in found} == (set() if tried.is_right else {kind.slug})
    assert bool(marked(folder)) == (not tried.is_right and kind.slug not in UNMARKED)
    if marked(folder):
        assert places(found, kind.slug) == marked(folder)


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.slug)
def test_which_pages_have_examples(kind: Kind) -> None:
    """Only what needs more than a piece of content has none that is tried: many games, say, or a plugin."""
    fences = FENCE.findall(page(kind))
    assert page(kind).count("```") == 2 * len(fences)
    needs_more = kind.code in NOT_SHOWN or kind.code // 1000 in (5, 7)
    if not needs_more:
        assert [example.is_right for example in page_examples(kind)][:1] == [False]
        assert all(verdict for _, verdict, _, _ in fences)
