"""The survivors that are known, each with the reason why no scenario kills it (`survivors.yaml`)."""

from __future__ import annotations

from pathlib import Path

from artrules.text.diagnostics.report import Report
from artrules.text.source.node import to_data
from artrules.text.source.read import read

from .judge import SURVIVED, TOO_LONG
from .results import Result

KEPT = Path(__file__).parent / "survivors.yaml"


def known_survivors(path: Path = KEPT) -> dict[str, dict[str, str]]:
    """By ruleset and by name of the mutant: the reason. Raises ValueError for a file that can't be read."""
    if not path.exists():
        return {}
    report = Report()
    document = read(path.read_bytes(), path.name, report)
    if document is None or report.has_errors:
        raise ValueError("; ".join(d.message for d in report.diagnostics))
    return {
        ruleset: {mutant: reason for reason, mutants in (reasons or {}).items() for mutant in mutants}
        for ruleset, reasons in to_data(document).items()
    }


def complaints(ruleset: str, results: list[Result], known: dict[str, str]) -> list[str]:
    """Survivors that aren't listed, and listed mutants that no longer survive."""
    found = []
    for result in results:
        survived = result.outcome in (SURVIVED, TOO_LONG)
        if survived and result.name not in known:
            found.append(f"{ruleset}: SURVIVED [{result.kind}] {result.name}\n    {result.by}")
        elif not survived and result.name in known:
            found.append(f"{ruleset}: listed, but {result.outcome} ({result.by}): {result.name}")
    return found
