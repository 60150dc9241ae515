"""Tries checks on Lanterns with something added: a part, a set, a phase.

A line that ends with `#!` is one where the diagnostic is expected.
"""

from __future__ import annotations

from pathlib import Path

from artrules.checks.check import check_models
from artrules.diagnostics.diagnostic import Diagnostic
from artrules.pipeline import read_content

LANTERNS = Path(__file__).parent.parent / "rulesets" / "lanterns"
MARK = "#!"


def written(folder: Path, part: str = "", power_set: str = "", main: tuple[tuple[str, str], ...] = ()) -> Path:
    """A copy of Lanterns without overlays, with these texts added and the main file's edits done."""
    text = (LANTERNS / "ruleset.yaml").read_text(encoding="utf-8")
    for old, new in main:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    for path in sorted((LANTERNS / "sets").glob("*.yaml")):
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    if part:
        (folder / "part.yaml").write_text(f"part_of: lanterns\n{part}", encoding="utf-8")
    if power_set:
        (folder / "sea.yaml").write_text(f"set: sea\nof: lanterns\n{power_set}", encoding="utf-8")
    return folder


def diagnostics(folder: Path) -> list[Diagnostic]:
    """All that is wrong with a ruleset."""
    content = read_content(folder, "lanterns")
    if not content.report.has_errors:
        check_models(content.models.values(), content.report)
    return content.report.diagnostics


def places(found: list[Diagnostic], slug: str) -> list[tuple[str, int]]:
    """Where diagnostics of a kind are."""
    return sorted({(d.span.file, d.span.line) for d in found if d.slug == slug and d.span is not None})


def marked(folder: Path) -> list[tuple[str, int]]:
    """The lines that end with the mark."""
    return sorted(
        (f"lanterns/{path.name}", number)
        for path in folder.glob("*.yaml")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.endswith(MARK)
    )
