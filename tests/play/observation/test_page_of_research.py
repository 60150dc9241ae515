"""The Python of `docs/study/research.md` runs as it stands and prints what is shown there."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from test_examples_of_pages import BLOCK

PAGE = Path(__file__).parents[3] / "docs" / "study" / "research.md"


def test_the_examples_run_and_the_learner_learns() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert text.count("```text") == sum(bool(output) for _, output in blocks) == 3
    names: dict[str, Any] = {}
    for code, output in blocks:
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(code, "docs/study/research.md", "exec"), names)
        if output:
            assert printed.getvalue() == output
