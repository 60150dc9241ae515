"""What a reader wants in a booklet: everything, some sets, or what is in play at one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from artrules.compile.configuration import Configuration
from artrules.declare.order import name_of
from artrules.declare.overlays import applying
from artrules.ir.model import Model
from artrules.ruleset import Ruleset
from artrules.settings import choose_settings
from artrules.source.node import Mapping as MappingNode


@dataclass(frozen=True, slots=True)
class Wanted:
    """`sets` are names of sets, none for all. With `players`, the booklet is that of one table."""

    sets: tuple[str, ...] = ()
    code: bool = False
    players: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a booklet is about: a model, with what of it is shown.

    `chosen` has the settings of one table as plain data, and is None when the booklet tells of all tables.
    """

    model: Model
    player_counts: tuple[int, ...]
    overlays: tuple[MappingNode, ...]
    configuration: Configuration
    chosen: dict[str, Any] | None
    sets: tuple[str, ...]
    code: bool

    def keys(self, group: str, set_name: str) -> list[Any]:
        """The keys of a group for which this set's powers are shown, in the order of the file."""
        if set_name not in self.sets:
            return []
        filled = self.model.sets[set_name].fills.get(group, {})
        if self.chosen is None or group not in self.configuration.chosen:
            return list(filled)
        return [key for key in filled if self.configuration.chosen[group].get(key) == set_name]


def subject_of(ruleset: Ruleset, wanted: Wanted) -> Subject:
    """What a booklet of this ruleset is about. Raises BadSetting, and BadCount."""
    base, overlays = ruleset.model, ruleset.content.files.overlays
    sets = wanted.sets or tuple(base.sets)
    if wanted.players is None:
        configuration = choose_settings(base, base.players[0], {})[1]
        counts = tuple(ruleset.player_counts)
        return Subject(base, counts, tuple(overlays), configuration, None, sets, wanted.code)
    ruleset.see_count(wanted.players, wanted.settings)
    chosen, configuration = choose_settings(base, wanted.players, wanted.settings)
    names = applying(base, overlays, wanted.players, configuration.settings)
    laid = tuple(o for o in overlays if name_of(o) in names)
    model = ruleset.content.models[names]
    return Subject(model, (wanted.players,), laid, configuration, chosen, sets, wanted.code)
