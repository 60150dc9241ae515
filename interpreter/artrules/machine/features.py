"""Features: numbers that each player has in a position, by which it is judged. What they are follows from what content
declares (`lower/features.py`)."""

from __future__ import annotations

# fmt: off
from artrules.machine.memory import (
    attributes, cards_in_zone, feature_cards, feature_each, feature_first, feature_kind, feature_numbers,
    feature_plus, features, first_in_zone, kind_of, next_in_zone, offered_player, standing, variables, waiting,
)
from artrules.machine.numbers import (
    FEATURES, FEATURE_CARDS, FEATURE_KEY, FEATURE_PRINTED, FEATURE_TURN, FEATURE_VARIABLE, MOST_FEATURE, NIL, NONE,
    PLAYERS,
)
from artrules.machine.registers import waiting_count
# fmt: on


def find_features() -> None:
    """Fill the region `features`. `standing` is filled."""
    for feature in range(FEATURES):
        for player in range(PLAYERS):
            value = value_of_feature(feature, player)
            if value == NONE:
                value = 0
            if value > MOST_FEATURE:
                value = MOST_FEATURE
            if value < -MOST_FEATURE:
                value = -MOST_FEATURE
            features[feature * PLAYERS + player] = value


def value_of_feature(feature: int, player: int) -> int:
    """The value of a feature for a player."""
    kind = feature_kind[feature]
    first = feature_first[feature]
    if kind == FEATURE_KEY:
        return standing[first * PLAYERS + player]
    if kind == FEATURE_TURN:
        return waiting_count and offered_player[waiting[0]] == player
    if kind == FEATURE_VARIABLE:
        return variables[first + player]
    each = feature_each[feature]
    first += player * each
    total_of_zones = 0
    for zone in range(first, first + each):
        if kind == FEATURE_CARDS:
            total_of_zones += cards_in_zone[zone]
        else:
            total_of_zones += sum_in_zone(feature, zone)
    return total_of_zones


def sum_in_zone(feature: int, zone: int) -> int:
    """The sum of the numbers on the cards of a kind that lie in a zone."""
    plus = feature_plus[feature]
    found = 0
    card = first_in_zone[zone]
    while card != NIL:
        if kind_of[card] == feature_cards[feature]:
            if feature_kind[feature] == FEATURE_PRINTED:
                found += feature_numbers[plus + card]
            elif attributes[plus + card] != NONE:
                found += attributes[plus + card]
        card = next_in_zone[card]
    return found
