"""Zones into which no card ever comes, and kinds of which there is no card.

A zone is filled by `move`, or by pieces that start there. A game with groups offers its zones to sets from elsewhere,
which may move cards there; so the game's own zones may stay empty, those of sets may not.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.analyses.calls import every
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.nodes import Move, ZoneOf, walk

NEVER_FILLED = declare(
    4156,
    "never-filled",
    "a zone that stays empty, or a kind without cards",
    """
    Rules ask for cards here, and there never are any: no `move` brings one, and no pieces start here. Of a kind there
    are only the cards that `pieces` lists. Perhaps the rule that moves them names another zone.
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
                text: Take what was set aside.
                powers:
                  - {when: buying, label: take it, do: move aside to my hand}
            zones:
              aside: {holds: lantern, seen_by: everyone}  #!
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
                text: Take what was set aside.
                powers:
                  - {when: buying, label: set it aside, do: move my row to aside}
                  - {when: buying, label: take it, do: move aside to my hand}
            zones:
              aside: {holds: lantern, seen_by: everyone}
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                zones:
                  attic: {holds: lantern, seen_by: everyone}
                procedures:
                  take: move attic to my hand
                """,
            ),
        ),
    ),
)


@ruleset_check(NEVER_FILLED, asks_for_uses=True)
def empty_places(models: Sequence[Model], report: Report) -> None:
    filled: set[str] = set()
    used: set[str] = set()
    existing: set[str] = set()
    for model in models:
        used |= {node.declaration.key for _, node in every(model, ZoneOf)}
        targets = [move.zone for _, move in every(model, Move)]
        targets += [model.starts[pieces] for pieces in model.pieces.values() if pieces in model.starts]
        filled |= {node.declaration.key for node in walk(targets) if isinstance(node, ZoneOf)}
        existing |= {pieces.kind for pieces in model.pieces.values() if pieces.rows}
    for model in models:
        holding = {name for zone in model.zones.values() for name in zone.kinds}
        for kind in model.kinds.values():
            if kind.name in holding and kind.name not in existing:
                what = f"there is no {kind.name}: no pieces are of this kind"
                report.add(NEVER_FILLED, what, kind.at, expected=f"pieces with `kind: {kind.name}`")
        for zone in model.zones.values():
            offered = model.awaits_sets and zone.owner is None
            if zone.key in used and zone.key not in filled and not offered and zone.kinds & existing:
                report.add(NEVER_FILLED, f"no card ever comes into `{zone.name}`", zone.at)
