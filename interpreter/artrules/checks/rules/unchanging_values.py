"""Variables that code reads and nothing ever changes, so that they keep their start for the whole game.

With them are attributes of cards that return to their start when something ends, but never have another value. An
attribute with `starts` alone may stay as it is: it is worked out from others.

A variable that holds a player and starts with the first one may stay, too: it says who begins.

A game with groups offers its variables and attributes to sets from elsewhere, which may change them. So those of the
game may stay; those of sets may not.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.analyses.value_reads import Key, Values
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.types import PLAYER

NEVER_CHANGED = declare(
    4155,
    "never-changed",
    "a value that rules ask for and nothing changes",
    """
    Rules read this value, but no rule gives it another one, so it is always what it was at the start. Perhaps a rule
    is missing that changes it. If it is meant to stay, write a function, which needs no place in the game:
    `hand_size: 5`.
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
                text: Earn 1 if you were lucky.
                powers:
                  - {when: buying, label: earn 1, if: my lucky, do: my coins += 1}
            variables:
              lucky: {of: player, type: bool, lasts: turn}  #!
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
                text: Earn 1 if you were lucky.
                powers:
                  - {when: as_played, label: be lucky, do: my lucky becomes yes}
                  - {when: buying, label: earn 1, if: my lucky, do: my coins += 1}
            variables:
              lucky: {of: player, type: bool, lasts: turn}
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                variables:
                  bonus: {of: player, type: 0..9}
                procedures:
                  earn: my coins += my bonus
                """,
            ),
        ),
    ),
)


@ruleset_check(NEVER_CHANGED, asks_for_uses=True)
def unchanging_values(models: Sequence[Model], report: Report) -> None:
    values = Values()
    starts: dict[str, set[str]] = {}
    for model in models:
        values.add(model)
        for variable in model.variables.values():
            starts.setdefault(variable.key, set()).add(variable.starts_text)
    for model in models:
        for variable in model.variables.values():
            key: Key = ("variable", variable.key)
            if key in values.changed or key not in values.read or (model.awaits_sets and variable.owner is None):
                continue
            if (variable.type == PLAYER and variable.of is None) or len(starts[variable.key]) > 1:
                continue  # the latter differ from variant to variant
            is_always = f"it is always {variable.starts_text}" if variable.starts_text else "it stays as it starts"
            report.add(NEVER_CHANGED, f"nothing changes `{variable.name}`: {is_always}", variable.at)
        for kind in model.kinds.values() if not model.awaits_sets else ():
            for attribute in kind.attributes.values():
                key = ("attribute", kind.name, attribute.name)
                returns = attribute.back_when_leaving is not None or attribute.lasts != "game"
                if returns and key in values.read and key not in values.changed:
                    what = f"nothing changes `{attribute.name}` of a {kind.name}, so it need not return to its start"
                    report.add(NEVER_CHANGED, what, attribute.at)
