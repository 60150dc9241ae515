"""Conserves: at every decision every card lies in exactly one zone, which may hold it, and the card's own record names
that zone. By kind there are as many cards as the pieces, and as the totals that count all cards of a kind. And the
hidden values are as content says that they may be, but for phases played all at once: there it holds at the beginning.
"""

from __future__ import annotations

from collections import Counter

from artrules.conformance.random_play import Counts, RandomGame
from artrules.conformance.table import Table
from artrules.game.game import Game
from artrules.game.inspection.position import Position, Zone
from artrules.ir import nodes as k
from artrules.ruleset import Ruleset

MOST_DECISIONS = 20_000


def check(ruleset: Ruleset, table: Table, counts: Counts, *, most: int = MOST_DECISIONS) -> None:
    walk = RandomGame(ruleset, table, counts)
    declared = declared_by_kind(walk.game)
    for _ in walk.steps(most):
        _at(walk, declared)
    _at(walk, declared)


def _at(walk: RandomGame, declared: dict[str, list[tuple[str, int]]]) -> None:
    complaint = misplaced(walk.game, declared)
    if complaint is None and not (walk.game.simultaneous or walk.game.finished):
        complaint = unfit_values(walk.game)
    if complaint is not None:
        raise walk.broken(complaint)
    walk.counts["positions"] += 1


def declared_by_kind(game: Game) -> dict[str, list[tuple[str, int]]]:
    """By kind: the numbers of cards that there must be, each with what declares it."""
    position, model = game.position, game.model
    found = {kind: [("the pieces", len(position.cards_of(kind)))] for kind in model.kinds}
    for total, count in model.counts.items():
        match count:
            case k.BuiltinCall(builtin=builtin, arguments=[k.AllCards(kind=kind)]) if builtin.traits.reads_only_size:
                found[kind].append((f"the total `{total.name}`", total.expected))
    return found


def misplaced(game: Game, declared: dict[str, list[tuple[str, int]]]) -> str | None:
    """What is wrong with where cards lie, in words; None when nothing is."""
    position = game.position
    kinds: Counter[str] = Counter()
    seen: dict[int, Zone | None] = {}
    for zone, cards in position.contents():
        holds = position.declaration_of(zone).kinds if zone is not None else frozenset[str]()
        for card in cards:
            kind = position.kind_of(card)
            kinds[kind] += 1
            if card in seen:
                return f"card {card} ({kind}) lies in {_zone(position, seen[card])} and in {_zone(position, zone)}"
            seen[card] = zone
            recorded = position.zone_of(card)
            if recorded != zone:
                return f"card {card} ({kind}) lies in {_zone(position, zone)}, but says {_zone(position, recorded)}"
            if kind not in holds:
                return f"card {card} lies in {_zone(position, zone)}, which holds no {kind}"
    for kind, sources in declared.items():
        for source, number in sources:
            if kinds[kind] != number:
                return f"{kinds[kind]} cards of the kind {kind} lie in zones, but {source} says {number}"
    return None


def unfit_values(game: Game) -> str | None:
    """What is wrong with the hidden values, in words; None when nothing is."""
    if not game.model.may_be or game.position.hidden_values_fit:
        return None
    return "the hidden values aren't what `may_be` says they may be"


def _zone(position: Position, zone: Zone | None) -> str:
    if zone is None:
        return "no zone"
    declaration = position.declaration_of(zone)
    number = "" if declaration.per is None else f" number {zone.owner + 1}"
    return f"`{zone.key}`{number}" + ("" if declaration.second is None else f", {zone.second + 1}")
