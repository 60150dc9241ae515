"""Positions with a name that no scenario of the file begins in, and names that no position has."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.checks.check import scenario_check
from artrules.content.scenarios import Scenarios, StartPosition
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.kinds.scenarios import UNKNOWN_POSITION
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.scenario_files.file import ScenarioFile
from artrules.scenario_files.named_positions import check_positions

UNUSED_POSITION = declare(
    4206,
    "unused-position",
    "a position with a name that nothing is like",
    """
    No scenario of the file begins in this position, and no other position is like it. Perhaps its name is misspelt
    where it was meant; otherwise remove it.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            positions:
              opening:  #!
                players: {1: {hand: [red 1, blue 3]}}
            list:
              one_colour:
                given: {players: {1: {hand: [red 1, blue 3], row: [red 2]}}}
                steps: [{not_offered: [play blue 3], by: 1}]
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            positions:
              opening:
                players: {1: {hand: [red 1, blue 3]}}
            list:
              one_colour:
                given: {like: opening, players: {1: {row: [red 2]}}}
                steps: [{not_offered: [play blue 3], by: 1}]
            """,
        ),
        near_misses=(
            Example(
                "scenarios",
                """
                scenarios: lanterns
                defaults: {given: {like: begun}}
                positions:
                  opening: {players: {1: {hand: [red 1, blue 3]}}}
                  begun: {like: opening, players: {1: {row: [red 2]}}}
                list:
                  one_colour:
                    steps: [{not_offered: [play blue 3], by: 1}]
                """,
            ),
        ),
    ),
)


@scenario_check(UNUSED_POSITION, UNKNOWN_POSITION)
def unused_positions(file: ScenarioFile, report: Report) -> None:
    check_positions(file.section, report)
    used = {position.like.text for position in _begun_in(file.section) if position.like is not None}
    unknown = used - {key.text for key, _ in file.section.positions}
    for key, _ in file.section.positions:
        # A misspelt `like` is one mistake: its own diagnostic suggests this name.
        if key.text not in used and not any(key.text in closest(name, [key.text]) for name in unknown):
            report.add(UNUSED_POSITION, f"nothing is like the position `{key.text}`", key.span)


def _begun_in(file: Scenarios) -> Iterator[StartPosition]:
    """All positions of a file: those that have names, and those that scenarios begin in."""
    yield from (position for _, position in file.positions)
    yield from (scenario.given for _, scenario in file.list if scenario.given is not None)
    if file.defaults is not None and file.defaults.given is not None:
        yield file.defaults.given
