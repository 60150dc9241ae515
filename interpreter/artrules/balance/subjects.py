"""What a report compares: the powers of a game, key by key of the sets in play, or its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from artrules.game.inspection.holdings import cards_by_label
from artrules.record import dataclass
from artrules.ruleset import Ruleset
from artrules.settings import RANDOM

Kind = Literal["power", "card"]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something whose worth is asked.

    A power has the key `SET/GROUP.KEY`, and stands for all powers of that key; a card has its label, and stands for all
    cards that are called so at first (`cards`, by number). `group` is what it is compared with: the group of powers, or
    all cards.
    """

    key: str
    kind: Kind
    title: str
    group: str
    cards: tuple[int, ...] = ()


CARDS = "cards"
"""The group of all subjects that are cards."""


def powers_in_play(ruleset: Ruleset, players: int, settings: Mapping[str, Any]) -> list[Subject]:
    """The powers that games with these settings may have in play. A setting that is drawn may bring any set."""
    model, configuration, _ = ruleset.configured(players, ruleset.settle(settings, 0))
    drawn = any(value == RANDOM for value in settings.values())
    found = []
    for group, chosen in configuration.chosen.items():
        for key, name in chosen.items():
            for power_set in model.sets.values() if drawn else [model.sets[name]]:
                keyed = power_set.fills.get(group, {}).get(key)
                if keyed is not None and keyed.powers:
                    title = f"{_title(key)}, {keyed.title}" + (f" ({power_set.title})" if drawn else "")
                    found.append(Subject(f"{power_set.name}/{group}.{key}", "power", title, group))
    return found


def keys_in_play(ruleset: Ruleset, players: int, settled: Mapping[str, Any]) -> frozenset[str]:
    """The keys of the powers in play with settings of which none is left to be drawn."""
    _, configuration, _ = ruleset.configured(players, settled)
    return frozenset(_keys(configuration.chosen))


def _keys(chosen: Mapping[str, Mapping[Any, str]]) -> Iterator[str]:
    for group, names in chosen.items():
        for key, name in names.items():
            yield f"{name}/{group}.{key}"


def cards_in_play(ruleset: Ruleset, players: int, settings: Mapping[str, Any]) -> list[Subject]:
    """The cards of games with these settings, in the order of the pieces."""
    game = ruleset.new_game(players, 0, settings, log=False)
    return [Subject(label, "card", label, CARDS, tuple(cards)) for label, cards in cards_by_label(game).items()]


def _title(key: object) -> str:
    """The key of a group as people read it."""
    return str(key).replace("_", " ")
