"""Writes a failure down as a file of scenarios, which `artrules test` shows failing until the content is mended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from artrules.content.language import NEWEST
from artrules.random_testing.replay import Failure
from artrules.session.write import write_file

_ONLY_CHOOSES = "  # artrules: ignore nothing-expected: it is enough that these choices can be made"
"""The check of scenarios would warn that nothing is said of what comes of the choices."""
_ONLY_LOOKS = "  # artrules: ignore nothing-expected: it is enough that the labels can be made"
"""It would warn as well of a list without labels, which makes the engine look at what is offered."""


def scenario_text(ruleset: str, failure: Failure) -> str:
    """The text of a file with one scenario: the setup, the choices that lead to the mistake, and nothing else."""
    table, diagnostic = failure.table, failure.diagnostic
    place = f" at {diagnostic.span.file}:{diagnostic.span.line}" if diagnostic.span is not None else ""
    about = " ".join(f"{diagnostic.code} {diagnostic.slug}{place}: {diagnostic.message}".split())
    lines = [
        "# Found by `artrules check --play`. This scenario fails as long as the content makes the mistake:",
        f"# {about}",
        f"scenarios: {ruleset}",
        f"language: {NEWEST}",
        "list:",
        *([_ONLY_CHOOSES] if failure.choices and not failure.looking else []),
        f"  {scenario_name(failure)}:",
        f"    players: {table.players}",
        f"    seed: {table.seed}",
    ]
    if table.settings:
        lines.append("    settings:")
        lines += [f"      {name}: {_quoted(value)}" for name, value in table.settings.items()]
    return "\n".join([*lines, "    steps:", *_steps(failure)]) + "\n"


def scenario_name(failure: Failure) -> str:
    """The name of the scenario."""
    return f"leads_to_{failure.diagnostic.slug.replace('-', '_')}"


def write_scenario(folder: Path, ruleset: str, failure: Failure) -> Path:
    """Write a failure into a file of its own in a folder, which is made if it isn't there. A file that holds it already
    stays; no other one is overwritten. Gives the path. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    text, number = scenario_text(ruleset, failure), 1
    while True:
        path = folder / f"{ruleset}_{failure.diagnostic.slug.replace('-', '_')}_{number}.yaml"
        if not path.exists():
            write_file(path, text)
            return path
        if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == text:
            return path
        number += 1


def _steps(failure: Failure) -> Iterator[str]:
    for choice in failure.choices:
        yield f"      - choose: {_quoted(choice.label)}"
        if not choice.alone:
            yield f"        by: {choice.player}"
        if choice.nth > 1:
            yield f"        nth: {choice.nth}"
    if failure.looking:
        for player in range(1, failure.table.players + 1):
            yield f"      - sees: {{seat: {player}}}"
        if not failure.over:
            yield f"      - offered: []{_ONLY_LOOKS}"
    elif not failure.choices:
        yield "      - finished: no"


def _quoted(value: object) -> str:
    """A value as YAML: a text in double quotes, in which YAML reads what JSON writes."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else json.dumps(value)
