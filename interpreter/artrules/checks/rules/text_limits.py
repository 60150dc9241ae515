"""`once per turn` in a power's text, and nothing in its code that is counted in a turn.

Found are `once` and `twice` with `per`, `each`, `every` or `a` and the name of a life of the game, such as `turn`. One
of the powers must have a limit that is counted until that life ends, and if the number of each such limit is fixed, one
must be the text's. Code that does it by other means isn't judged: code that reads or writes what lasts as long, watches
as long, or moves the card that has the power.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from artrules.checks.check import model_check
from artrules.checks.reached_code import ReachedCode
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.nodes import Constant
from artrules.ir.powers import PowerDefinition
from artrules.ir.texts import Text

TEXT_LIMIT = declare(
    4170,
    "text-limit",
    "a power's text says how often, and its code has no such limit",
    """
    The text says how often the power may be used, but none of its limits is counted so. Name the limit that is meant
    under `limits`, or correct the text.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "set",
            """
            set: sea
            of: lanterns
            guild:
              1:
                name: The Gull
                text: Once per round, draw a card.  #!
                powers:
                  - {when: buying, limits: once_per_turn, label: draw, do: draw(1)}
            """,
        ),
        repaired=Example(
            "set",
            """
            set: sea
            of: lanterns
            guild:
              1:
                name: The Gull
                text: Once per turn, draw a card.
                powers:
                  - {when: buying, limits: once_per_turn, label: draw, do: draw(1)}
            """,
        ),
        near_misses=(
            Example(
                "set",
                """
                set: sea
                of: lanterns
                guild:
                  1:
                    name: The Gull
                    text: Draw a card; once a round is over it is gone.
                    powers:
                      - {when: buying, label: draw, do: draw(1)}
                """,
            ),
            Example(
                "set",
                """
                set: sea
                of: lanterns
                guild:
                  1:
                    name: The Gull
                    text: Once per round, draw a card.
                    powers:
                      - when: buying
                        label: draw
                        if: not drawn[me]
                        do: |
                          drawn[me] becomes yes
                          draw(1)
                variables:
                  drawn: {of: player, type: bool, lasts: round}
                """,
            ),
            Example(
                "set",
                """
                set: sea
                of: lanterns
                guild:
                  1:
                    name: The Gull
                    text: Once per game, put it into the box and draw a card.
                    powers:
                      - when: buying
                        label: draw
                        do: |
                          move self to box
                          draw(1)
                """,
            ),
        ),
    ),
)

_COUNTS = {"once": 1, "twice": 2}
_SAID = re.compile(r"\b(once|twice) (?:(?:per|each|every) (\w+)|a (\w+)(?=[.,;:!)]|$))", re.IGNORECASE)
"""Not `once a round is over`, which says when."""


@model_check(TEXT_LIMIT)
def text_limits(model: Model, report: Report) -> None:
    code = ReachedCode(model, report)
    for power_set in model.sets.values():
        for filled in power_set.fills.values():
            for keyed in filled.values():
                _compare(model, code, report, keyed.words, keyed.powers)
                for power in keyed.powers:
                    _compare(model, code, report, power.words, [power])


def _compare(
    model: Model, code: ReachedCode, report: Report, text: Text | None, powers: Sequence[PowerDefinition]
) -> None:
    if text is None or not powers:
        return
    for match in _SAID.finditer(text.text):
        count, life = _COUNTS[match[1].lower()], (match[2] or match[3]).lower()
        if life not in model.lives or any(_does_it_otherwise(code, power, life) for power in powers):
            continue
        limits = [limit for power in powers for limit in power.limits if limit.life == life]
        most = [model.at_most.get(limit) for limit in limits]
        if any(not isinstance(each, Constant) or each.value == count for each in most):
            continue
        fitting = [limit.name for limit in model.limits.values() if limit.life == life and limit not in limits]
        report.add(
            TEXT_LIMIT,
            f"the text says `{match[0]}`, and nothing limits these powers so",
            text.span_of(*match.span()),
            expected=f"`limits: {fitting[0]}`" if fitting else f"a limit with `lasts: {life}` and `at_most: {count}`",
            related=[(f"`{limit.name}` is declared here", limit.at) for limit in limits[:1]],
        )


def _does_it_otherwise(code: ReachedCode, power: PowerDefinition, life: str) -> bool:
    reached = code.of(power)
    return life in reached.lives or reached.moves_itself
