"""The notebook of the documentation runs, and comes to what it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from waiting import PATIENCE

NOTEBOOK = Path(__file__).parents[3] / "docs" / "study" / "decisions.ipynb"
PLOTS = 3


def said(cell: Any) -> list[str]:
    """The words that a cell shows, however they are spaced."""
    texts = (output.get("text") or output["data"]["text/plain"] for output in cell.get("outputs", ()))
    return [word for text in texts for word in text.split()]


def drawn(notebook: Any) -> int:
    return sum("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ()))


def test_it_comes_to_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MPLBACKEND", raising=False)
    kept = nbformat.read(NOTEBOOK, 4)
    again = nbformat.read(NOTEBOOK, 4)
    NotebookClient(again, timeout=PATIENCE, kernel_name="python3").execute()
    assert drawn(kept) == drawn(again) == PLOTS
    for before, after in zip(kept.cells, again.cells, strict=True):
        assert said(after) == said(before)
