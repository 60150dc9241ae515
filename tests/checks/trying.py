"""Lays pieces of content into Lanterns, a small game of the tests, and runs the stages on it up to the checks.

A line that ends with `#!` is one where a diagnostic is expected.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from typing import assert_never

from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.example import MARK, Example

LANTERNS = Path(__file__).parent.parent / "rulesets" / "lanterns"
Edits = tuple[tuple[str, str], ...]
"""Texts of the main file, each with what replaces it."""

AT_ONCE: Edits = (("do: play_turn()}", "do: try_it()}"),)
HOLDER = "set: sea\nof: lanterns\nguild:\n  1:\n    name: The Gull\n    text: Any.\n    powers:\n"
"""A set up to the powers of its only key."""


def lay(folder: Path, example: Example, main: Edits = ()) -> Path:
    """Write Lanterns with an example in its place, and with the main file edited; return the folder."""
    text, sections = (f"{part}\n" if part else "" for part in (example.text, example.sections))
    procedure = f"procedures:\n  try_it: |\n{indent(text, '    ')}"
    match example.place:
        case "sections":
            return written(folder, sections + text, main=main)
        case "procedure":
            return written(folder, sections + procedure, main=main)
        case "all at once":
            return written(folder, sections + procedure, main=(*AT_ONCE, *main))
        case "setup step":
            step = f"    trying: |\n{indent(text, '      ')}"
            return written(folder, sections, main=(("    first: |\n", f"{step}    first: |\n"), *main))
        case "power":
            return written(folder, sections, f"{HOLDER}{indent(text, '      ')}", main)
        case "set":
            return written(folder, sections, text, main)
        case "overlay":
            (folder / "storm.yaml").write_text(text, encoding="utf-8")
            return written(folder, sections, main=main)
        case "scenarios":
            (folder / "trying.yaml").write_text(text, encoding="utf-8")
            return written(folder, sections, main=main)
        case _:
            assert_never(example.place)


def written(folder: Path, part: str = "", power_set: str = "", main: Edits = ()) -> Path:
    """Write Lanterns without its overlays, with these sections and this set added and the main file edited."""
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
        (folder / "sea.yaml").write_text(power_set, encoding="utf-8")
    return folder


def diagnostics(folder: Path) -> list[Diagnostic]:
    """Everything that the stages report of a ruleset."""
    return read_content(folder, "lanterns").report.diagnostics


def places(found: list[Diagnostic], slug: str) -> list[tuple[str, int]]:
    """The files and lines of the diagnostics of one kind."""
    return sorted({(d.span.file, d.span.line) for d in found if d.slug == slug and d.span is not None})


def marked(folder: Path) -> list[tuple[str, int]]:
    """The files and lines that end with the mark."""
    return sorted(
        (f"lanterns/{path.name}", number)
        for path in folder.glob("*.yaml")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.endswith(MARK)
    )
