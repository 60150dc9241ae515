"""Pieces of code judged inside Lanterns, the ruleset that the examples of the pages on the language make up."""

from __future__ import annotations

from pathlib import Path

from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic
from test_language import write_ruleset

FIRST_LINE = 7
"""The line of the overlay on which an example's first line stands."""


def diagnose(folder: Path, *, effect: str = "skip", sections: str = "") -> list[Diagnostic]:
    """What is found in Lanterns when a procedure with this effect (and perhaps whole sections) is added to it."""
    write_ruleset(folder, combined=False)
    lines = "".join(f"    {line}\n" for line in effect.splitlines())
    text = "overlay: example\nof: lanterns\napplies: size(players) = 3\n" + sections
    if "procedures:" not in sections:
        text += "procedures:\n  example(lantern c, lantern or none maybe, 0..9 n): |\n    skip\n" + lines
    (folder / "overlays" / "example.yaml").write_text(text, encoding="utf-8")
    return read_content(folder).report.diagnostics
