"""A name that two things of different kinds have: one diagnostic at the second, which shows the first, and none where
it is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.play.pipeline import read_content
from lab.simulation.small_ruleset import write_ruleset

ROW = "  row: {per: player"
PROCEDURES = "procedures:\n"


@pytest.mark.parametrize(
    ("before", "added", "name"),
    [
        (ROW, "  coins: {per: player, holds: lantern, seen_by: everyone}\n", "coins"),
        (ROW, "  first_player: {holds: lantern, seen_by: everyone}\n", "first_player"),
        (ROW, "  refill: {holds: lantern, seen_by: everyone}\n", "refill"),
        ("settings:\n", "enums:\n  hand: [left, right]\n", "hand"),
        (PROCEDURES, "events:\n  row: {}\n", "row"),
        (PROCEDURES, "functions:\n  refill(): 3\n", "refill"),
        (PROCEDURES, "functions:\n  coins(): 3\n", "coins"),
        ("  coins: {of", "  hand: {of: player, type: 0..9}\n", "hand"),
    ],
)
def test_it_is_told_once_at_the_second(tmp_path: Path, before: str, added: str, name: str) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace("enums:\n", added) if added.startswith("enums:") else text.replace(before, added + before)
    file.write_text(text, encoding="utf-8")
    (diagnostic,) = read_content(folder).report.errors
    assert (diagnostic.slug, diagnostic.message) == ("name-twice", f"the name `{name}` is given twice")
    ((_, first),) = diagnostic.related
    assert diagnostic.span is not None and first.line < diagnostic.span.line
