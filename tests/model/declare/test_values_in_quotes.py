"""A number, or `yes` or `no`, in quotes: the message says what is meant, and a fix takes the quotes away."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.text.diagnostics.diagnostic import apply_edits
from lantern_examples import diagnose


@pytest.mark.parametrize(
    ("starts", "type_", "suggestions", "mended"),
    [
        ('"3"', "1..9", ("3",), "3"),
        ("'yes'", "bool", ("yes",), "yes"),
        ('"Yes"', "bool", ("yes",), None),
        ("03", "1..9", ("3",), None),
        ('"12"', "1..9", (), None),
        ('"many"', "1..9", (), None),
    ],
)
def test_a_value_in_quotes(
    starts: str, type_: str, suggestions: tuple[str, ...], mended: str | None, tmp_path: Path
) -> None:
    sections = f"settings:\n  odd: {{type: {type_}, starts: {starts}}}\n"
    (diagnostic,) = [d for d in diagnose(tmp_path, sections=sections) if d.severity == "error"]
    assert (diagnostic.slug, diagnostic.suggestions) == ("wrong-value", suggestions)
    assert (diagnostic.fix is not None) == (mended is not None)
    if diagnostic.fix is not None:
        text = (tmp_path / "overlays" / "example.yaml").read_text(encoding="utf-8")
        assert f"starts: {mended}}}" in apply_edits(text, diagnostic.fix.edits)


@pytest.mark.parametrize("starts", ["3", "yes"])
def test_a_value_without_quotes(starts: str, tmp_path: Path) -> None:
    sections = f"settings:\n  odd: {{type: {'bool' if starts == 'yes' else '1..9'}, starts: {starts}}}\n"
    assert [d.message for d in diagnose(tmp_path, sections=sections) if d.severity == "error"] == []
