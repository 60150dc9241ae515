"""How much a position holds: cards, zones and values.

A position is copied at every decision, and many times when looking ahead, and a ruleset of a few lines may declare
millions of zones. If a bound is passed, no other check looks at the model, because every later pass goes through all of
it.
"""

from __future__ import annotations

from artrules.checks.check import precondition
from artrules.diagnostics.kinds.names import TOO_MANY
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir.declarations import Declaration
from artrules.ir.model import Model
from artrules.ir.types import Member, Number, Player, Type

MOST_CARDS = 10_000
MOST_ZONES = 1000
MOST_VALUES = 100_000
"""Attributes of all cards, with where each lies and its face, and variables."""


@precondition(TOO_MANY)
def sizes(model: Model, report: Report) -> bool:
    """Whether all bounds are kept."""
    cards: dict[str, int] = {}
    for pieces in model.pieces.values():
        cards[pieces.kind] = cards.get(pieces.kind, 0) + sum(count for count, _, _ in pieces.rows)
        if _too_many(report, "cards", sum(cards.values()), MOST_CARDS, pieces):
            return False
    zones = 0
    for zone in model.zones.values():
        zones += _owners(model, zone.per) * _owners(model, zone.second)
        if _too_many(report, "zones", zones, MOST_ZONES, zone):
            return False
    values = 2 * sum(cards.values())
    for kind in model.kinds.values():
        changing = sum(not attribute.printed for attribute in kind.attributes.values())
        values += changing * cards.get(kind.name, 0)
        if _too_many(report, "values of cards", values, MOST_VALUES, kind):
            return False
    for variable in model.variables.values():
        values += _owners(model, variable.of)
        if _too_many(report, "values of cards and variables", values, MOST_VALUES, variable):
            return False
    return True


def _owners(model: Model, of: Type | None) -> int:
    match of:
        case Player():
            return model.players[1]
        case Member(enum):
            return len(model.enums[enum].members)
        case Number(low, high):
            return high - low + 1
    return 1


def _too_many(report: Report, what: str, found: int, most: int, declared: Declaration) -> bool:
    at: Span = declared.at
    if found > most:
        message = f"with `{declared.name}` there are too many {what}"
        report.add(TOO_MANY, message, at, expected=f"at most {most:,} in all", found=f"{found:,}")
    return found > most
