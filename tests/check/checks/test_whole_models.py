"""The checks over whole models: shipped ones, which are clean, and broken ones, which they survive."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from artrules.check.checks.ignoring import without_ignored
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.content_search import find_ruleset
from artrules.play.pipeline import read_content
from check.checks.trying import diagnostics, written


@pytest.mark.parametrize("name", shipped_rulesets())
def test_shipped_rulesets_are_clean(name: str) -> None:
    content = read_content(find_ruleset(name)[0], name)
    found = content.report.diagnostics
    texts = {each.span.file: content.source_text(each.span.file) or "" for each in found if each.span is not None}
    assert without_ignored(found, texts) == []


def test_what_gives_waits_and_is_lost_is_no_mystery() -> None:
    """No check takes powers that give, wait or may be lost for something else: texts are compared with their code, they
    are offered, gifts to a hand tell nothing of it, and a table says what creatures begin with."""
    assert diagnostics(Path(__file__).parents[2] / "rulesets" / "moors") == []


def test_a_table_that_only_a_layout_names_is_used() -> None:
    found = diagnostics(Path(__file__).parents[2] / "rulesets" / "caravans")
    assert [each.message for each in found if each.slug == "never-used"] == []


@pytest.mark.parametrize("seed", range(60))
def test_no_check_minds_what_is_broken(seed: int, tmp_path: Path) -> None:
    """Names exchanged at random break code in all ways; the checks get models with holes and say what they can."""
    chance = random.Random(seed)
    written(tmp_path)
    path = tmp_path / "ruleset.yaml"
    parts = re.split(r"(\b[a-z_]+\b)", path.read_text(encoding="utf-8"))
    first = next(i for i, part in enumerate(parts) if part == "functions")
    for _ in range(3):
        changed, taken = chance.randrange(first // 2 + 1, len(parts) // 2), chance.randrange(len(parts) // 2)
        parts[2 * changed + 1] = parts[2 * taken + 1]
    path.write_text("".join(parts), encoding="utf-8")
    assert diagnostics(tmp_path)
