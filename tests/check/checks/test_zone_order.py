"""What is said of the order that code asks of zones, beyond what the pages of diagnostics show."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from play.game.tiny import tiny


@pytest.mark.parametrize(("zone", "is_row"), [("my row", True), ("pool", False)])
def test_the_top_of_a_row_is_told_in_words_of_a_row(zone: str, is_row: bool, tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as problem:
        tiny(tmp_path, f"move top 1 of {zone} to my hand")
    (expected,) = [each.expected or "" for each in problem.value.diagnostics if each.slug == "not-a-pile"]
    assert ("`…[1..n]`" in expected) is is_row


def test_what_is_told_of_a_row_can_be_written(tmp_path: Path) -> None:
    tiny(tmp_path, "move my row[1..2] to pool\nfor c in my row:\n    move my row[1] to pool")
