"""A `text` in which nothing stands, so that nobody can read what a card does."""

from __future__ import annotations

from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model

EMPTY_TEXT = declare(
    4172,
    "empty-text",
    "the text of a power says nothing",
    """
    A key `text` stands here, and nothing is in it. Write down what the power does, as it is printed on the card, or
    remove the key.
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
                text: ""  #!
                powers:
                  - {when: buying, label: draw, do: draw(1)}
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
                text: Draw a card.
                powers:
                  - {when: buying, label: draw, do: draw(1)}
            """,
        ),
        near_misses=(
            Example(
                "set",
                """
                set: sea
                of: lanterns
                guild:
                  1: {name: The Gull, text: "", powers: []}
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
                    powers:
                      - {when: buying, label: draw, do: draw(1)}
                """,
            ),
        ),
    ),
)


@model_check(EMPTY_TEXT)
def empty_texts(model: Model, report: Report) -> None:
    for power_set in model.sets.values():
        for filled in power_set.fills.values():
            for keyed in filled.values():
                for text in (keyed.words if keyed.powers else None, *(power.words for power in keyed.powers)):
                    if text is not None and not text.text.strip():
                        report.add(EMPTY_TEXT, "this text says nothing", text.at, expected="what the power does")
