"""What became of mutants, kept in a file of JSON lines: a run that was broken off goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from .judge import KILLED, NO_GAMES, SURVIVED, TOO_LONG, Verdict
from .source import Mutant


@dataclass(frozen=True)
class Result:
    """A mutant's verdict, and for which rules and scenarios it holds."""

    ruleset: str
    rules: str
    scenarios: str
    group: str
    kind: str
    name: str
    outcome: str
    by: str

    @classmethod
    def of(cls, ruleset: str, rules: str, scenarios: str, mutant: Mutant, verdict: Verdict) -> Result:
        return cls(ruleset, rules, scenarios, mutant.group, mutant.kind, mutant.name, verdict.outcome, verdict.by)


class Results:
    """Verdicts of this run and of earlier ones. Without a file nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
        self._known = {(r.ruleset, r.kind, r.name): r for r in (Result(**json.loads(line)) for line in lines)}

    def find(self, ruleset: str, rules: str, scenarios: str, mutant: Mutant, games: int = 0) -> Result | None:
        """The verdict of an earlier run, if it still holds: of the same rules, where scenarios decide of the same
        scenarios, and with games if so many are wanted."""
        known = self._known.get((ruleset, mutant.kind, mutant.name))
        if known is None or known.rules != rules:
            return None
        if games and known.by == NO_GAMES:
            return None
        decided_by_scenarios = known.outcome in (KILLED, SURVIVED, TOO_LONG)
        return None if decided_by_scenarios and known.scenarios != scenarios else known

    def add(self, result: Result) -> None:
        self._known[(result.ruleset, result.kind, result.name)] = result
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")


def hash_of(files: Iterable[Path]) -> str:
    """A hash of files by their names and content."""
    digest: Any = blake2b(digest_size=8)
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    text: str = digest.hexdigest()
    return text
