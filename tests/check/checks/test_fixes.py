"""Each fix that the example of a kind's page brings about repairs it: the diagnostic is gone, and nothing new comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.check.checks.registry import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic, apply_edits
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.report import Report
from artrules.text.schema.validate import validate
from artrules.text.source.read import read
from check.checks.trying import Example, diagnostics_of_page, lay, page_examples

TRIED = [
    pytest.param(kind, tried.example, id=kind.slug)
    for kind in kinds().values()
    for tried in page_examples(kind)
    if not tried.is_right
]

CODE = "ruleset: x\nprocedures:\n  a: "
LIMIT = "ruleset: x\nlimits:\n  often: {per: round, default: "


def counted(found: list[Diagnostic]) -> list[str]:
    return sorted(diagnostic.slug for diagnostic in found)


@pytest.mark.parametrize(("kind", "example"), TRIED)
def test_the_fixes_of_an_example(kind: Kind, example: Example, tmp_path: Path, usual: set[str]) -> None:
    folder = lay(tmp_path, example)
    before = [d for d in diagnostics_of_page(kind, folder) if d.message not in usual]
    left = list(before)
    for diagnostic in before:
        if diagnostic.slug == kind.slug and diagnostic.fix is not None:
            left.remove(diagnostic)
            for edit in reversed(sorted(diagnostic.fix.edits, key=lambda e: (e.span.line, e.span.column))):
                path = folder / edit.span.file.removeprefix("lanterns/")
                path.write_text(apply_edits(path.read_text(encoding="utf-8"), [edit]), encoding="utf-8")
            break
    if len(left) < len(before):
        after = [d for d in diagnostics_of_page(kind, folder) if d.message not in usual]
        assert counted(after) == counted(left)


def reported(text: str) -> list[Diagnostic]:
    report = Report()
    node = read(text, "example.yaml", report)
    if node is not None:
        validate(node, report)
    return report.diagnostics


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("ruleset: x\ntitel: T\n", "ruleset: x\ntitle: T\n"),
        ('ruleset: x\ntitle: "a\tb"\n', 'ruleset: x\ntitle: "a b"\n'),
        ("ruleset: x\n\ttitle: T\n", None),
        ('ruleset: x\ntitle: Draw #2 of "it"\n', "ruleset: x\ntitle: 'Draw #2 of \"it\"'\n"),
        ('ruleset: x\ntitle: Draw it\'s #2 "now"\n', None),
        ("ruleset: x\ntitle: {a: Draw #2}\n", None),
        (
            "ruleset: x\nprocedures:\n  a: >-\n    stop\n    stop\n",
            "ruleset: x\nprocedures:\n  a: |-\n    stop\n    stop\n",
        ),
        (f"{CODE}stop\n    stop\n", None),
        (f"{LIMIT}'True'}}\n", f"{LIMIT}yes}}\n"),
    ],
)
def test_the_edits_of_files(text: str, after: str | None) -> None:
    fixes = [diagnostic.fix for diagnostic in reported(text) if diagnostic.fix is not None]
    assert [apply_edits(text, fix.edits) for fix in fixes] == ([after] if after is not None else [])
