"""Finds the features of a program: numbers that each player has, by which positions are judged (`machine/features.py`).

They follow from declarations alone: the keys that decide who wins, numbers among the players' variables, how many cards
lie in the players' zones, and the sums of the numbers on these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from artrules.ir.types import Bool, Number, Player, Type
from artrules.lower.layout import Layout, ZoneRange
from artrules.machine import numbers as n

MOST_FEATURES = 40
"""Further ones are left out: the more there are, the longer it takes to learn what they are worth."""


class Feature(NamedTuple):
    """A feature: its kind, the first key, variable or zone, how many zones each player has, the number of the kind of
    cards whose numbers are summed, and what is added to a card's number for the place of its number."""

    kind: int
    first: int
    each: int = 1
    cards: int = 0
    plus: int = 0


def feature_tables(layout: Layout, keys: int) -> dict[str, list[int]]:
    """The tables of the features. `keys` is how many numbers decide who wins."""
    printed: list[int] = []
    found = [Feature(n.FEATURE_KEY, key) for key in range(keys)]
    found.append(Feature(n.FEATURE_TURN, 0))
    found += _of_variables(layout)
    zones = [zone for zone in layout.zones.values() if isinstance(zone.declaration.per, Player)]
    found += [Feature(n.FEATURE_CARDS, zone.first, zone.of_each) for zone in zones]
    found += [feature for zone in zones for feature in _of_numbers(layout, zone, printed)]
    del found[MOST_FEATURES:]
    return {
        "feature_kind": [feature.kind for feature in found],
        "feature_first": [feature.first for feature in found],
        "feature_each": [feature.each for feature in found],
        "feature_cards": [feature.cards for feature in found],
        "feature_plus": [feature.plus for feature in found],
        "feature_numbers": printed,
    }


def _of_variables(layout: Layout) -> Iterator[Feature]:
    for variable, first, _ in layout.declared_variables():
        if isinstance(variable.of, Player) and _is_number(variable.type):
            yield Feature(n.FEATURE_VARIABLE, first)


def _of_numbers(layout: Layout, zone: ZoneRange, printed: list[int]) -> Iterator[Feature]:
    """The sums of the numbers on cards in a zone. Printed ones are added to `printed`, where they aren't there yet."""
    for number, kind in enumerate(layout.model.kinds.values()):
        cards = layout.cards[kind.name]
        if kind.name not in zone.declaration.kinds or cards.first == cards.last:
            continue
        for attribute in kind.attributes.values():
            if not _is_number(attribute.type):
                continue
            if not attribute.printed:
                plus = layout.attribute(attribute)
                yield Feature(n.FEATURE_ATTRIBUTE, zone.first, zone.of_each, number, plus)
                continue
            values = [layout.piece_values[card].get(attribute.name) for card in range(cards.first, cards.last)]
            if len(set(values)) > 1:
                yield Feature(n.FEATURE_PRINTED, zone.first, zone.of_each, number, len(printed) - cards.first)
                printed += [int(value) if isinstance(value, int) else 0 for value in values]


def _is_number(type_: Type | None) -> bool:
    return isinstance(type_, Number | Bool)
