"""The Python of the README and of two pages of the docs runs as it stands, and prints what is shown there."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
"""An example and, where it is shown, what it prints."""


@pytest.mark.parametrize(("page", "shown"), [("docs/api.md", 6), ("docs/bots.md", 0), ("README.md", 0)])
def test_the_examples_run(page: str, shown: int) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    assert text.count("```text") == sum(bool(output) for _, output in blocks) == shown
    names: dict[str, Any] = {}
    for code, output in blocks:
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(code, page, "exec"), names)
        if output:
            assert printed.getvalue() == output
    game = names["game"]
    assert game.finished
    assert game.result is not None
    assert set(game.result) == {"winners", "tie_break", "scores", "stalled", "rounds"}
