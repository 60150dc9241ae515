"""Two powers of one card that players can't tell apart.

Both are offered as `use TITLE (CARD): LABEL`. They are alike if they have the same label, or none, and the same keys,
so that the same rule offers them. Where both have an `if`, the conditions may exclude each other, unless they are the
same.
"""

from __future__ import annotations

from itertools import combinations

from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.powers import PowerDefinition

ALIKE_POWERS = declare(
    4162,
    "alike-powers",
    "two powers of a card that read the same",
    """
    A card offers both at the same time, with the same words, so that players can't tell which is which. Give each a
    label that says what it does. If one was copied by a slip, remove it.
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
                text: When you buy, draw a card; or earn 1.
                powers:
                  - {when: buying, do: draw(1)}
                  - {when: buying, do: my coins += 1}  #!
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
                text: When you buy, draw a card; or earn 1.
                powers:
                  - {when: buying, label: draw, do: draw(1)}
                  - {when: buying, label: earn 1, do: my coins += 1}
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
                    text: Draw a card after you play it and when you buy. The poor earn 1, the rich draw.
                    powers:
                      - {when: after_played, label: draw, do: draw(1)}
                      - {when: buying, label: draw, do: draw(1)}
                      - {when: buying, label: live, if: my coins = 0, do: my coins += 1}
                      - {when: buying, label: live, if: my coins > 0, do: draw(1)}
                """,
            ),
        ),
    ),
)


@model_check(ALIKE_POWERS)
def alike_powers(model: Model, report: Report) -> None:
    for power_set in model.sets.values():
        for filled in power_set.fills.values():
            for keyed in filled.values():
                for first, second in combinations(keyed.powers, 2):
                    if _are_alike(first, second):
                        report.add(
                            ALIKE_POWERS,
                            f"two powers of {keyed.title} read the same",
                            second.at,
                            expected="a `label` that tells them apart",
                            related=[("the other one", first.at)],
                        )


def _are_alike(first: PowerDefinition, second: PowerDefinition) -> bool:
    conditions = first.condition_text.split(), second.condition_text.split()
    exclusive = all(conditions) and conditions[0] != conditions[1]
    labels = [" ".join(power.label_text.casefold().split()) for power in (first, second)]
    does_nothing = [["skip"]] in ([first.effect_text.split()], [second.effect_text.split()])
    return labels[0] == labels[1] and first.attributes == second.attributes and not exclusive and not does_nothing
