"""Numbers and counts that can't be right, and words that look like those of the language: one diagnostic each."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from artrules.play.pipeline import read_content

LANTERNS = Path(__file__).parents[2] / "rulesets" / "lanterns"


@pytest.mark.parametrize(
    ("right", "wrong", "slug", "message", "suggestions"),
    [
        ("last_round: {number: 50,", "last_round: {number: 0,", "number-outside-bounds", "`number` is too small", ()),
        ("is: 28", f"is: {'9' * 23}", "number-outside-bounds", "`is` is too large", ()),
        ("players: 2..4", "players: 4..2", "bad-type", "the smaller number of players stands first", ()),
        ("players: 2..4", "players: 2..40", "bad-type", "a game has 1 to 16 players", ()),
        (
            "{round_number}",
            "{round_numbr}",
            "unknown-name",
            "nothing is called `round_numbr` here",
            ("round_number",),
        ),
    ],
)
def test_one_diagnostic_that_says_it(
    right: str, wrong: str, slug: str, message: str, suggestions: tuple[str, ...], tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(LANTERNS, tmp_path / "lanterns"))
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count(right) == 1
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    found = read_content(folder).report.errors
    assert [(d.slug, d.message, tuple(d.suggestions)) for d in found] == [(slug, message, suggestions)]
