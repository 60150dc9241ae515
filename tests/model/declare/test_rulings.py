"""Rulings are declared, joined and cited; a ruling that isn't there is told of."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.model.declare.prose import citations
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic

LANTERNS = Path(__file__).parent.parent.parent / "rulesets" / "lanterns"
KNOWN = ["1", "2", "3", "4", "C-6", "C-7", "decision 9", "decision 10"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ruling 2", ["2"]),
        ("Rulings 1-3, C-6 and decision 9", ["1", "2", "3", "C-6", "decision 9"]),
        ("rulebook, page 2; C-7", ["C-7"]),
        ("rulebook, 2: three things", []),
        ("decisions 9, 10", ["decision 9", "decision 10"]),
        ("(decision 9) and 4 more", ["decision 9"]),
        ("ruling 77, X-3", ["77", "X-3"]),
        ("rulings 1–2. Fact 3", ["1", "2"]),  # noqa: RUF001  as people write ranges
        ("rulings 1-999999", ["1", "999999"]),
        ("rulings 4-1", ["1", "4"]),
        ("", []),
    ],
)
def test_what_is_cited(text: str, found: list[str]) -> None:
    assert [citation.number for citation in citations(text, KNOWN)] == found


def test_a_citation_knows_its_place() -> None:
    text = "rulebook; rulings 1, C-6"
    assert [text[c.start : c.end] for c in citations(text, KNOWN)] == ["1", "C-6"]


def content(folder: Path, **files: str) -> Content:
    """Lanterns with more files, and without citing rulings of its own."""
    for path in [LANTERNS / "ruleset.yaml", *(LANTERNS / "sets").glob("*.yaml")]:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        (folder / path.name).write_text("".join(line for line in lines if "ruling" not in line), encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return read_content(folder, "lanterns", scenarios=False)


def diagnostics(found: Content) -> list[Diagnostic]:
    """What is wrong; Lanterns declares more than it uses."""
    return [d for d in found.report.diagnostics if d.slug != "never-used"]


def told(found: Content) -> list[tuple[str, str, int]]:
    return [(d.slug, d.message, d.span.line if d.span else 0) for d in diagnostics(found)]


PART = """part_of: lanterns
rulings:
  Playing:
    1: Any lantern may begin a row.
    2: {question: Must one play?, text: "No.", source: "our own", assumed: nobody asked}
"""


def test_rulings_of_parts_are_joined_under_one_heading(tmp_path: Path) -> None:
    more = "part_of: lanterns\nrulings:\n  Playing: {3: Later.}\n  Buying: {about: Of coins., C-1: Never.}\n"
    found = content(tmp_path, rulings=PART, more=more)
    assert told(found) == []
    headings = {h.name: [r.name for r in h.rulings] for h in found.base.ruling_headings}
    assert {name: set(numbers) for name, numbers in headings.items()} == {"Playing": {"1", "2", "3"}, "Buying": {"C-1"}}
    ruling = found.base.rulings["2"]
    assert (ruling.question, ruling.text, ruling.source, ruling.assumed) == (
        "Must one play?",
        "No.",
        "our own",
        "nobody asked",
    )
    assert [h.about for h in found.base.ruling_headings if h.name == "Buying"] == ["Of coins."]


def test_a_number_is_given_once(tmp_path: Path) -> None:
    found = content(tmp_path, rulings=PART + "  Buying:\n    1: Again.\n")
    assert told(found) == [("name-twice", "the ruling 1 is given twice", 7)]


def test_two_sets_may_have_the_same_number(tmp_path: Path) -> None:
    sets = {
        name: f"set: {name}\nof: lanterns\nrulings: {{Of this set: {{7: Some.}}}}\n"
        "guild: {1: {name: Any, text: Nothing., powers: [], source: ruling 7}}\n"
        for name in ("sea", "lake")
    }
    found = content(tmp_path, rulings=PART, **sets)
    assert told(found) == []
    assert {"sea/7", "lake/7"} <= set(found.base.rulings)


def test_a_ruling_that_is_not_there(tmp_path: Path) -> None:
    wrong = (
        "set: sea\nof: lanterns\nguild:\n  1: {name: Any, text: Nothing., powers: [],\n      source: 'rulings 2, 12'}\n"
    )
    found = content(tmp_path, rulings=PART, sea=wrong)
    (diagnostic,) = diagnostics(found)
    assert (diagnostic.slug, diagnostic.severity) == ("unknown-ruling", "warning")
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column, diagnostic.span.end_column) == (5, 27, 29)
    assert diagnostic.found == "`12`"


def test_without_rulings_a_source_may_cite_those_of_a_book(tmp_path: Path) -> None:
    wrong = "set: sea\nof: lanterns\nguild: {1: {name: Any, text: Nothing., powers: [], source: ruling 12}}\n"
    assert told(content(tmp_path, sea=wrong)) == []


def test_an_overlay_may_add_a_ruling(tmp_path: Path) -> None:
    overlay = "overlay: duel\nof: lanterns\napplies: size(players) = 2\nrulings: {Duel: {9: Two play.}}\n"
    found = content(tmp_path, rulings=PART, duel=overlay)
    assert told(found) == []
    assert "9" in found.models[("duel",)].rulings
    assert "9" not in found.base.rulings


@pytest.mark.parametrize("key", ["one", "1.5", "decision", "1234567", "ruling  2"])
def test_a_number_must_look_like_one(tmp_path: Path, key: str) -> None:
    found = content(tmp_path, rulings=f"part_of: lanterns\nrulings: {{Playing: {{{key}: Text.}}}}\n")
    assert [d.span.line for d in found.report.errors if d.span] == [2]
