"""A share of the random edits; `python -m tests.author.editor` tries more."""

from __future__ import annotations

from pathlib import Path

from author.editor.client import client_in
from author.editor.random_edits import trial


def test_random_edits_never_end_or_hold_up_the_server(folder: Path) -> None:
    game = folder / "lanterns"
    files = [game / "ruleset.yaml", game / "sets" / "river.yaml", game / "scenarios" / "base.yaml"]
    with client_in(folder) as client:
        assert [*trial(client, files, 60, seed=1)] == []
