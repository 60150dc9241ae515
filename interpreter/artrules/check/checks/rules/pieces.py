"""Pieces: rows that make no card or say the same, zones and kinds without cards, and more than a position can hold."""

from collections.abc import Sequence

from artrules.check.checks.check import precondition, ruleset_check
from artrules.model.analyses.calls import every
from artrules.model.analyses.counted_pieces import lacking
from artrules.model.ir.declarations import Declaration, Pieces
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Move, ZoneOf, walk
from artrules.model.ir.types import Member, Number, Player, Type
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import TOO_MANY, declare
from artrules.text.diagnostics.report import Report

# Rows of pieces that make no card, and rows that say the same.
#
# A number of copies may be 0 in one variant and not in another, so it counts only where it is 0 with all overlays.
# Lists with a row for each card repeat rows on purpose, so equal rows count only where some row stands for several
# cards.

_SONGS = """
cards: {song: {label: "song {self.number}", attributes: {number: {type: 1..3}}}}
zones: {book: {holds: song, seen_by: everyone}}
pieces:
  songs:
    kind: song
    start: book
    columns: [number, count]
    rows:
      - [1, 2]
"""
NO_COPIES = declare(4189, "no-copies", "pieces of which there are none", severity="warning")
EQUAL_ROWS = declare(4190, "equal-rows", "two rows of pieces say the same", severity="warning")


@ruleset_check(NO_COPIES, EQUAL_ROWS)
def piece_rows(models: Sequence[Model], report: Report) -> None:
    copies: dict[Span, int] = {}
    for model in models:
        for pieces in model.pieces.values():
            for count, _, at in pieces.rows:
                copies[at] = copies.get(at, 0) + count
            if not any(lacking(pieces, model.kinds[pieces.kind])):
                _equal_rows(pieces, report)
    for at, count in copies.items():
        if count == 0:
            report.add(NO_COPIES, "there are 0 copies of this card", at, expected="1 or more, or no such row")


def _equal_rows(pieces: Pieces, report: Report) -> None:
    if all(count == 1 for count, _, _ in pieces.rows):
        return
    earlier: dict[str, Span] = {}
    for _, values, at in pieces.rows:
        # An expansion may have more of what the game has: it can't change the count there.
        first = earlier.setdefault(repr((at.file, sorted(values.items()))), at)
        if first != at:  # pieces by rule all stand at one place
            report.add(
                EQUAL_ROWS,
                "this row says the same as an earlier one",
                at,
                related=[("the earlier one stands here", first)],
            )


# Zones into which no card ever comes, and kinds of which there is no card.
#
# A zone is filled by `move`, or by pieces that start there. A game with groups offers its zones to sets from elsewhere,
# which may move cards there; so the game's own zones may stay empty, those of sets may not.

NEVER_FILLED = declare(4156, "never-filled", "a zone that stays empty, or a kind without cards", severity="warning")


@ruleset_check(NEVER_FILLED, asks_for_uses=True, in_libraries="never")
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


# How much a position holds: cards, zones and values.
#
# A position is copied at every decision, and many times when looking ahead, and a ruleset of a few lines may declare
# millions of zones. If a bound is passed, no other check looks at the model, because every later pass goes through all
# of it.

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


def _too_many(report: Report, what: str, count: int, most: int, declared: Declaration) -> bool:
    at: Span = declared.at
    if count > most:
        message = f"with `{declared.name}` there are too many {what}"
        report.add(TOO_MANY, message, at, expected=f"at most {most:,} in all", found=f"{count:,}")
    return count > most
