"""Shipped content, that of the tests and the examples of pages are in the one style."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest

from artrules.author.formatting.style import format_text
from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import SCHEMA_OF
from test_examples_of_pages import listings
from test_language import CODE

ROOT = Path(__file__).parents[3]
BEGINS = re.compile(rf"(#.*\n)*({'|'.join(SCHEMA_OF)}):")
DIAGNOSTICS = ROOT / "interpreter" / "artrules" / "text" / "diagnostics" / "pages"
EXAMPLE = re.compile(r"^```yaml[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOLDERS = ["rulesets", "plugins", "tests/rulesets", "tests/expansions"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_content_is_formatted(folder: str) -> None:
    """`artrules fmt` mends what is named here."""
    files = sorted((ROOT / folder).rglob("*.yaml"))
    assert files
    report = Report()
    texts = {path: path.read_bytes().decode("utf-8") for path in files}
    assert [str(path) for path, text in texts.items() if format_text(text, str(path), report) != text] == []
    assert report.errors == []


def test_examples_of_pages_are_formatted() -> None:
    examples = list(listings("yaml"))
    for page in sorted(DIAGNOSTICS.glob("*.md")):
        examples += [(page.name, text) for text in EXAMPLE.findall(page.read_text(encoding="utf-8"))]
    tried = 0
    for page_name, example in examples:
        text = example if BEGINS.match(example) else f"part_of: game\n{example}"
        report = Report()
        assert format_text(text, page_name, report) == text
        tried += not report.has_errors
    assert tried > 300


def test_examples_of_code_are_formatted() -> None:
    for example in CODE:
        text = f"part_of: game\nprocedures:\n  example: |\n{indent(example, '    ')}"
        report = Report()
        assert format_text(text, "page", report) == text
        assert report.errors == []
