"""A share of the random edits; `python -m tests.author.editor` tries more."""

from __future__ import annotations

from pathlib import Path

from author.editor.client import Client
from author.editor.random_edits import trial


def test_random_edits_never_end_or_hold_up_the_server(shared_client: Client, folder: Path) -> None:
    game = folder / "lanterns"
    files = [game / "ruleset.yaml", game / "sets" / "river.yaml", game / "scenarios" / "base.yaml"]
    assert [*trial(shared_client, files, 40, seed=1)] == []
