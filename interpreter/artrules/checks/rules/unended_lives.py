"""Lives that no phase ends, so that what has them lasts as long as the game, lives that nothing has, and lives that are
called a turn and go on from one player's turn to the next.

A game with groups offers the lives that end to sets from elsewhere, so nothing else need have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from artrules.analyses.calls import every
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.declarations import OWN_LIVES, Life
from artrules.ir.model import Model
from artrules.ir.nodes import Constant, Watch

_STORM = "overlay: storm\nof: lanterns\napplies: size(players) = 2\n"
_ENDED = "    - {name: buy, ends: null}\n    - {name: tidy, ends: turn}"

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
LIVES_ON = declare(
    4185,
    "lives-on",
    "a turn that doesn't end with a turn",
    """
    In a phase played in turn, a life of `everyone` ends once, when the phase is over. So a player's turn begins with
    what the turns before it have left. A life of `each_player` ends after each turn, for the player whose turn it was;
    one of `every_turn` ends after each turn for all. If it shall last as long as the phase, name it after the phase.
    """,
    severity="warning",
    examples=Examples(
        fails=Example("overlay", f"{_STORM}lives:\n  turn: everyone  #!"),
        repaired=Example("overlay", f"{_STORM}lives:\n  turn: every_turn"),
        near_misses=(Example("overlay", f"{_STORM}lives:\n  turn: everyone\nflow:\n  rounds:\n{_ENDED}"),),
    ),
)


@ruleset_check(NEVER_ENDED, LIVES_ON, asks_for_uses=True)
def unended_lives(models: Sequence[Model], report: Report) -> None:
    ended = {life for model in models for phase in model.flow.phases for life in phase.ends}
    used = {life for model in models for life in _used(model)}
    for model in models:
        for life in model.lives.values():
            if life.name in OWN_LIVES:
                continue
            if life.name not in used and not (model.awaits_sets and life.name in ended):
                report.add(NEVER_ENDED, f"nothing lasts until `{life.name}` ends", life.at)
            elif life.name in used - ended:
                report.add(
                    NEVER_ENDED, f"no phase ends `{life.name}`", life.at, expected=f"a phase with `ends: {life.name}`"
                )
            elif life.ends_for == "everyone" and "turn" in life.name.split("_"):
                _lives_on(model, life, report)


def _lives_on(model: Model, life: Life, report: Report) -> None:
    for phase in model.flow.phases:
        has_one_turn = isinstance(phase.until, Constant) and phase.until.value
        if phase.who == "in_turn" and life.name in phase.ends and not has_one_turn:
            report.add(
                LIVES_ON,
                f"`{life.name}` doesn't end with a player's turn, but once, after the last turn of `{phase.name}`",
                life.at,
                expected="`each_player`, `every_turn`, or the name of what it lasts for",
                found="`everyone`",
                related=[("the phase is played in turn", phase.at)],
            )
            return


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
