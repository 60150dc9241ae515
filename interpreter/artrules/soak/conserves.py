"""Conserves: at every decision every piece lies in exactly one zone, one that may hold it, and knows where; counted by
kind there are as many as were laid out, and as the totals say that count all cards of a kind."""

from __future__ import annotations

from collections import Counter

from artrules.kernel import nodes as k
from artrules.ruleset import Ruleset
from artrules.run.game import Game
from artrules.soak.table import Table
from artrules.soak.walk import Counts, Walk

MOST_DECISIONS = 20_000


def check(ruleset: Ruleset, table: Table, counts: Counts, *, most: int = MOST_DECISIONS) -> None:
    walk = Walk(ruleset, table, counts)
    declared = declared_by_kind(walk.game)
    for _ in walk.steps(most):
        _at(walk, declared)
    _at(walk, declared)


def _at(walk: Walk, declared: dict[str, list[tuple[str, int]]]) -> None:
    complaint = misplaced(walk.game, declared)
    if complaint is not None:
        raise walk.broken(complaint)
    walk.counts["positions"] += 1


def declared_by_kind(game: Game) -> dict[str, list[tuple[str, int]]]:
    """For each kind, how many cards of it there must be, and who says so."""
    layout = game._runtime.layout
    found = {kind: [("the pieces", cards.last - cards.first)] for kind, cards in layout.cards.items()}
    for total in layout.model.totals.values():
        match total.count:
            case k.BuiltinCall(builtin=builtin, arguments=[k.AllCards(kind=kind)]) if builtin.name == "size":
                found[kind].append((f"the total `{total.name}`", total.expected))
    return found


def misplaced(game: Game, declared: dict[str, list[tuple[str, int]]]) -> str | None:
    """What is wrong with where cards lie."""
    state, runtime = game._state, game._runtime
    kinds: Counter[str] = Counter()
    seen: dict[int, int] = {}
    for zone, cards in enumerate(state.zones):
        holds = runtime.layout.zone_owner[zone][0].kinds if zone < runtime.layout.aside else frozenset[str]()
        for card in cards:
            kind = runtime.kind_of[card]
            kinds[kind] += 1
            if card in seen:
                return f"card {card} ({kind}) lies in {_zone(game, seen[card])} and in {_zone(game, zone)}"
            seen[card] = zone
            if state.cells[card] != zone:
                return f"card {card} ({kind}) lies in {_zone(game, zone)}, but says {_zone(game, state.cells[card])}"
            if kind not in holds:
                return f"card {card} lies in {_zone(game, zone)}, which holds no {kind}"
    for kind, sources in declared.items():
        for source, number in sources:
            if kinds[kind] != number:
                return f"{kinds[kind]} cards of the kind {kind} lie in zones, but {source} says {number}"
    return None


def _zone(game: Game, zone: int) -> str:
    if not 0 <= zone < game._runtime.layout.aside:
        return f"no zone ({zone})"
    declaration, owner = game._runtime.layout.zone_owner[zone]
    return f"`{declaration.key}`" if declaration.per is None else f"`{declaration.key}` number {owner + 1}"
