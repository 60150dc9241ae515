"""The example of the page on scenarios has the shape of scenarios."""

from __future__ import annotations

import re
from pathlib import Path

from artrules.text.diagnostics.report import Report
from artrules.text.schema.validate import validate
from artrules.text.source.read import read

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"


def test_the_example() -> None:
    for text in re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        report = Report()
        node = read(text, "scenarios.md", report)
        assert report.diagnostics == []
        assert node is not None and validate(node, report) == "scenarios"
        assert report.diagnostics == []
