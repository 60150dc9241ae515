"""What the tests of `why_not` share: a question to a game of Tiny, and the parts of the answer they compare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import artrules
from play.game.tiny import choose, tiny


def begun(folder: Path, act: str, *labels: str, players: int = 2, **more: Any) -> artrules.Game:
    """A game of Tiny in which player 1 runs some code, after choosing options by label."""
    game = tiny(folder, act, **more).new_game(players=players, seed=1)
    choose(game, *labels)
    return game


def line_of(answer: artrules.WhyNot, folder: Path) -> str:
    """The line of content that an answer points at."""
    assert answer.source is not None
    file = folder / Path(answer.source.file).name
    return file.read_text(encoding="utf-8").split("\n")[answer.source.line - 1].strip()
