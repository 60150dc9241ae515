"""Lays pieces of content into Lanterns, a small game of the tests, and runs the stages on it up to the checks.

A line that ends with one of `MARKS` is one where a diagnostic is expected.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

from artrules.check.checks.ignoring import without_ignored
from artrules.check.scenario_files.scenario import read_scenarios
from artrules.play.pipeline import read_content
from artrules.play.ruleset import Ruleset
from artrules.table.commands.test import with_coverage
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.render import page

LANTERNS = Path(__file__).parent.parent.parent / "rulesets" / "lanterns"
Edits = tuple[tuple[str, str], ...]
"""Texts of the main file, each with what replaces it."""

MARKS = ("#!", "# <- here")
"""To YAML and to code both are comments. The first stands in tests, the second on the pages of diagnostics."""
AT_ONCE: Edits = (("do: play_turn()}", "do: try_it()}"),)
HOLDER = "set: sea\nof: lanterns\nguild:\n  1:\n    name: The Gull\n    text: Any.\n    powers:\n"
"""A set up to the powers of its only key."""
FENCE = re.compile(r"^```(\w+)(?: (wrong|right|beside) (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A piece of content, where it belongs, and pieces that it needs beside it."""

    place: str
    """One of the words that `artrules.text.diagnostics.render.page` lists."""
    text: str
    beside: tuple[Example, ...] = ()


class PageExample(NamedTuple):
    """An example of a page, and whether it is right, so that nothing is reported."""

    example: Example
    is_right: bool


def page_examples(kind: Kind) -> list[PageExample]:
    """The examples of a kind's page that can be run, in their order."""
    examples: list[PageExample] = []
    for _, verdict, place, text in FENCE.findall(page(kind)):
        piece = Example(place, text.removesuffix("\n"))
        if verdict == "beside":
            example, is_right = examples.pop()
            examples.append(PageExample(example._replace(beside=(*example.beside, piece)), is_right))
        elif verdict:
            examples.append(PageExample(piece, verdict == "right"))
    return examples


def lay(folder: Path, example: Example, main: Edits = ()) -> Path:
    """Write Lanterns with an example in its place, and with the main file edited; return the folder."""
    sections, code = "", ""
    for number, (place, piece, _) in enumerate((example, *example.beside)):
        text = f"{piece}\n" if piece else ""
        match place:
            case "sections":
                sections += text
            case "procedure" | "all-at-once":
                code = f"procedures:\n  try_it: |\n{indent(text, '    ')}"
                main = (*AT_ONCE, *main) if place == "all-at-once" else main
            case "setup-step":
                step = f"    trying: |\n{indent(text, '      ')}"
                main = (("    first: |\n", f"{step}    first: |\n"), *main)
            case "power":
                (folder / "sea.yaml").write_text(f"{HOLDER}{indent(text, '      ')}", encoding="utf-8")
            case "head":
                main = (("players: 2..4\n", f"players: 2..4\n{text}"), *main)
            case "set" | "overlay" | "library" | "scenarios":
                (folder / f"{place}_{number}.yaml").write_text(text, encoding="utf-8")
            case table:
                assert table.endswith(".csv"), table
                (folder / table).write_text(text, encoding="utf-8")
    return written(folder, sections + code, main=main)


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


def diagnostics_of_page(kind: Kind, folder: Path) -> list[Diagnostic]:
    """Everything that is reported where the example of a kind's page was laid, but for what comments ignore. Scenarios
    are run only for kinds that say what comes of it."""
    content = read_content(folder, "lanterns")
    found = content.report.diagnostics
    if kind.code // 1000 == 6 and not content.report.has_errors:
        run = with_coverage(Ruleset(content), read_scenarios(content.files))
        found += [diagnostic for result in run.results for diagnostic in result.diagnostics] + run.wrong_exceptions
    texts = {f"lanterns/{path.name}": path.read_text(encoding="utf-8") for path in folder.glob("*.yaml")}
    return without_ignored(found, texts)


def places(found: list[Diagnostic], slug: str) -> list[tuple[str, int]]:
    """The files and lines of the diagnostics of one kind."""
    return sorted({(d.span.file, d.span.line) for d in found if d.slug == slug and d.span is not None})


def marked(folder: Path) -> list[tuple[str, int]]:
    """The files and lines that end with the mark."""
    return sorted(
        (f"lanterns/{path.name}", number)
        for path in folder.glob("*.yaml")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.endswith(MARKS)
    )
