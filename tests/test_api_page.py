"""The Python of `docs/api.md` and the README runs as it stands, each page from top to bottom."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["docs/api.md", "README.md"])
def test_the_examples_run(page: str) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    game = names["game"]
    assert game.finished
    assert game.result is not None
    assert set(game.result) == {"winners", "scores", "stalled", "rounds"}
