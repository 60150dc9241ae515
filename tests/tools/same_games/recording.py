"""The recorded games of a ruleset: a file with a line for each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .fingerprint import Fingerprint
from .table import Table

FOLDER = Path(__file__).parent / "recorded"


@dataclass(frozen=True)
class Recorded:
    """A game that was played: at which table, and its fingerprint."""

    table: Table
    fingerprint: Fingerprint

    def as_line(self) -> str:
        table, print_ = self.table, self.fingerprint
        return json.dumps(
            {
                "number": table.number,
                "seed": table.seed,
                "players": table.players,
                "settings": dict(table.settings),
                "habit": table.habit,
                "most": table.most,
                "decisions": print_.decisions,
                "checkpoints": list(print_.checkpoints),
                "final": print_.final,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )


def recorded(name: str, folder: Path = FOLDER) -> list[Recorded]:
    """The recorded games of a ruleset, by their numbers."""
    lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_from_data(json.loads(line)) for line in lines]


def _from_data(data: dict[str, Any]) -> Recorded:
    parts = (data[key] for key in ("number", "seed", "players", "settings", "habit", "most"))
    print_ = Fingerprint(data["decisions"], tuple(data["checkpoints"]), data["final"])
    return Recorded(Table(*parts), print_)


def write(name: str, games: Iterable[Recorded], folder: Path = FOLDER) -> None:
    """Keep the games of a ruleset in place of those that were kept before."""
    folder.mkdir(exist_ok=True)
    text = "".join(game.as_line() + "\n" for game in games)
    (folder / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")
