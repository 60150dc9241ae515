"""Keys of a group that sets fill although no card has them, so that the powers are on no card.

The keys are those of the group's range or names; others are refused. Which of them cards have is printed on the pieces.
A key counts as used if a card has it in some combination of overlays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.types import Member, Optional

NO_CARD_WITH_KEY = declare(
    4161,
    "no-card-with-key",
    "powers for a key that no card has",
    """
    A card has the powers of the key that is printed on it, and no card has this one. Correct the key, or add such a
    card to `pieces`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "set",
            """
            set: sea
            of: lanterns
            tune:
              1: {name: Lullaby, text: Nothing., powers: []}
              2: {name: Silence, text: Nothing., powers: []}  #!
            """,
            with_sections="""
            groups:
              tune: {keyed_by: 1..2, chosen_by: tunes}
            settings:
              tunes: {set_of: tune, starts: sea}
            cards:
              song: {label: "song {self.number}", attributes: {number: {type: 1..2}}, powers: {from: tune, by: number}}
            zones:
              book: {holds: song, seen_by: everyone}
            pieces:
              songs: {kind: song, start: book, columns: [number], rows: [[1]]}
            """,
        ),
        repaired=Example(
            "set",
            """
            set: sea
            of: lanterns
            tune:
              1: {name: Lullaby, text: Nothing., powers: []}
              2: {name: Silence, text: Nothing., powers: []}
            """,
            with_sections="""
            groups:
              tune: {keyed_by: 1..2, chosen_by: tunes}
            settings:
              tunes: {set_of: tune, starts: sea}
            cards:
              song: {label: "song {self.number}", attributes: {number: {type: 1..2}}, powers: {from: tune, by: number}}
            zones:
              book: {holds: song, seen_by: everyone}
            pieces:
              songs: {kind: song, start: book, columns: [number], rows: [[1], [2]]}
            """,
        ),
    ),
)


@ruleset_check(NO_CARD_WITH_KEY, asks_for_uses=True)
def keys_without_cards(models: Sequence[Model], report: Report) -> None:
    printed = {key for model in models for key in _printed(model)}
    groups = {group for group, _ in printed}
    for model in models:
        for power_set in model.sets.values():
            for group, filled in power_set.fills.items():
                for key, keyed in filled.items():
                    if group in groups and (group, key) not in printed:
                        what = f"no card has the key {key} of {group}, so these powers are on no card"
                        shown = ", ".join(str(k) for g, k in sorted(printed, key=str) if g == group)
                        report.add(NO_CARD_WITH_KEY, what, keyed.at, expected=f"one of {shown}", found=f"`{key}`")


def _printed(model: Model) -> Iterator[tuple[str, Any]]:
    """The keys that cards have: pairs of a group and a key."""
    for pieces in model.pieces.values():
        kind = model.kinds[pieces.kind]
        if kind.powers is None:
            continue
        type_ = kind.attributes[kind.powers.by].type
        of = type_.of if isinstance(type_, Optional) else type_
        for _, values, _ in pieces.rows:
            value = values.get(kind.powers.by)
            if value is not None:
                named = isinstance(of, Member) and isinstance(value, int)
                yield (
                    kind.powers.group,
                    model.enums[of.enum].members[value] if isinstance(of, Member) and named else value,
                )
