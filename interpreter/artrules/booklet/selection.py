"""Selects what a booklet shows: the whole ruleset, some sets, or one way to set up the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from artrules.declare.overlay_order import name_of
from artrules.ir.model import Model
from artrules.lower.configuration import Configuration
from artrules.ruleset import Ruleset
from artrules.settings import choose_settings
from artrules.source.node import Mapping as MappingNode


@dataclass(frozen=True, slots=True)
class BookletRequest:
    """What a reader asks for."""

    sets: tuple[str, ...] = ()
    """The names of the sets to show; empty for all sets."""
    code: bool = False
    """Whether to print the code of powers beside their texts."""
    players: int | None = None
    """The number of players, for a booklet about one game; None for a booklet about all games."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The settings of that game, as people write them. They count only together with `players`."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a booklet is about: a model, and which parts of it the booklet shows."""

    model: Model
    player_counts: tuple[int, ...]
    """The numbers of players that the booklet is for."""
    overlays: tuple[MappingNode, ...]
    """The overlays that it describes as variants: those that apply to one game, or all of them."""
    configuration: Configuration
    """The configuration of that game; for a booklet about all games, the one with default settings."""
    chosen: dict[str, Any] | None
    """The settings of that game as plain data; None for a booklet about all games."""
    sets: tuple[str, ...]
    """The names of the sets that it shows."""
    code: bool
    """Whether it prints the code of powers."""

    def keys(self, group: str, set_name: str) -> list[Any]:
        """The keys of a group for which the booklet shows the powers of a set, in the order of the set's file.

        A booklet about one game shows only the keys that the game fills from this set.
        """
        if set_name not in self.sets:
            return []
        filled = self.model.sets[set_name].fills.get(group, {})
        if self.chosen is None or group not in self.configuration.chosen:
            return list(filled)
        return [key for key in filled if self.configuration.chosen[group].get(key) == set_name]


def subject_of(ruleset: Ruleset, request: BookletRequest) -> Subject:
    """Finds the model, the overlays and the settings that a request means.

    Raises BadCount for an impossible number of players, and BadSetting for impossible settings.
    """
    base, overlays = ruleset.model, ruleset.content.files.overlays
    sets = request.sets or tuple(base.sets)
    if request.players is None:
        configuration = choose_settings(base, base.players[0], {})[1]
        counts = tuple(ruleset.player_counts)
        return Subject(base, counts, tuple(overlays), configuration, None, sets, request.code)
    ruleset.check_count(request.players, request.settings)
    chosen, configuration = choose_settings(base, request.players, request.settings)
    names = ruleset.content.applicable.names(request.players, configuration.settings)
    applied = tuple(o for o in overlays if name_of(o) in names)
    model = ruleset.content.models[names]
    return Subject(model, (request.players,), applied, configuration, chosen, sets, request.code)
