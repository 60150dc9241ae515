"""The catalogue of kinds: each is complete, and those of files are brought about by their own example."""

from __future__ import annotations

import pytest

from artrules.check.checks.catalogue import find, kinds
from artrules.text.diagnostics.explain import explain
from artrules.text.diagnostics.registry import Kind, declare
from artrules.text.diagnostics.report import Report
from artrules.text.schema.validate import validate
from artrules.text.source.read import read

STAGES = {
    1000: "files",
    2000: "names",
    3000: "code",
    4000: "checks",
    5000: "run-time",
    6000: "scenarios",
    7000: "plugins",
    9000: "internal",
}


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.slug)
def test_each_kind_is_explained(kind: Kind) -> None:
    assert kind.code // 1000 * 1000 in STAGES
    assert kind.summary and not kind.summary.endswith(".")
    assert kind.explanation.endswith(".")
    assert kind.explanation in explain(kind)


@pytest.mark.parametrize(
    "kind", [kind for code, kind in kinds().items() if code < 2000 and kind.example], ids=lambda kind: kind.slug
)
def test_examples_of_files(kind: Kind) -> None:
    report = Report()
    node = read(kind.example, "example.yaml", report)
    if node is not None:
        validate(node, report)
    assert kind in [diagnostic.kind for diagnostic in report.diagnostics]


def test_finding() -> None:
    kind = find("unknown-key")
    assert kind is not None
    assert find("1102") is find("ART1102") is find("art1102 ") is find("UNKNOWN-KEY") is kind
    assert find("0000") is find("ART11020") is find("") is find("nothing") is None


@pytest.mark.parametrize(
    ("code", "slug"), [(1102, "a-new-one"), (1999, "unknown-key"), (99, "a-new-one"), (1999, "Bad Slug")]
)
def test_declaring_twice(code: int, slug: str) -> None:
    with pytest.raises(ValueError):
        declare(code, slug, "summary", "Explanation.")
