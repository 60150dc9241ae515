"""Shipped content, that of the tests and the examples of pages are in the one style."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest

from artrules.author.formatting.layout import format_text
from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import SCHEMA_OF
from test_examples_of_pages import listings
from test_language import CODE

ROOT = Path(__file__).parents[3]
BEGINS = re.compile(rf"(#.*\n)*({'|'.join(SCHEMA_OF)}):")
FOLDERS = ["rulesets", "tests/rulesets", "tests/expansions"]


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
    examples = [(page, text if BEGINS.match(text) else f"part_of: game\n{text}") for page, text in listings("yaml")]
    tried = 0
    for page, text in examples:
        report = Report()
        assert format_text(text, page, report) == text
        tried += not report.has_errors
    assert tried > 30


def test_examples_of_code_are_formatted() -> None:
    for example in CODE:
        text = f"part_of: game\nprocedures:\n  example: |\n{indent(example, '    ')}"
        report = Report()
        assert format_text(text, "page", report) == text
        assert report.errors == []
