"""Lives that no phase ends, so that what has them lasts as long as the game, and lives that nothing has.

A game with groups offers the lives that end to sets from elsewhere, so nothing else need have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from artrules.analyses.calls import every
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.declarations import OWN_LIVES
from artrules.ir.model import Model
from artrules.ir.nodes import Watch

NEVER_ENDED = declare(
    4158,
    "never-ended",
    "a life that nothing has, or that no phase ends",
    """
    A life ends with the phases that name it under `ends`. No phase names this one, so whatever lasts until it ends is
    never set back, and a limit counts uses in the whole game; or no variable, limit, event or watch has it. Name it
    under `ends` of a phase; or remove it, and write `lasts: game` where that is meant.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "sections",
            """
            lives: {season: everyone}  #!
            limits:
              once_a_season: {counts_for: player, lasts: season, at_most: 1}
            """,
        ),
        repaired=Example(
            "sections",
            """
            limits:
              once_a_round: {counts_for: player, lasts: round, at_most: 1}
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                watch lit as e until round ends:
                    draw(1)
                """,
            ),
        ),
    ),
)


@ruleset_check(NEVER_ENDED)
def unended_lives(models: Sequence[Model], report: Report) -> None:
    ended = {life for model in models for phase in model.flow.phases for life in phase.ends}
    used = {life for model in models for life in _used(model)}
    for model in models:
        for life in model.lives.values():
            if life.name in OWN_LIVES:
                continue
            if life.name not in used and not (model.groups and life.name in ended):
                report.add(NEVER_ENDED, f"nothing lasts until `{life.name}` ends", life.at)
            elif life.name in used - ended:
                report.add(
                    NEVER_ENDED, f"no phase ends `{life.name}`", life.at, expected=f"a phase with `ends: {life.name}`"
                )


def _used(model: Model) -> Iterator[str]:
    """The lives that something has."""
    yield from (variable.lasts for variable in model.variables.values())
    yield from (limit.life for limit in model.limits.values())
    yield from (event.kept for event in model.events.values() if event.kept is not None)
    yield from (watch.life for _, watch in every(model, Watch))
    for kind in model.kinds.values():
        yield from (attribute.lasts for attribute in kind.attributes.values())
        if kind.powers is not None:
            yield kind.powers.lasts
