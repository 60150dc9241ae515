"""The ways in which a ruleset's games can be set up: which numbers of players go with which settings, and the overlays
that apply then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from artrules.engine.lower.configuration import Configuration
from artrules.model.declare.overlay_conditions import ApplicableOverlays, BadSetup, Names, OverlaySetups
from artrules.model.ir.model import Model
from artrules.play.settings import choose_settings, with_powers_of_expansions

if TYPE_CHECKING:
    from artrules.check.scenario_files.scenario import Setup


class BadCount(BadSetup):
    """Raised for a number of players with which a game can't be set up."""

    def __init__(self, message: str, players: int, possible: Iterable[int]) -> None:
        super().__init__(message, message)
        self.found, self.known = str(players), [str(each) for each in possible]


class Setups:
    """The ways of one ruleset without errors."""

    def __init__(
        self, model: Callable[[Names], Model], setups: Mapping[Names, OverlaySetups], applicable: ApplicableOverlays
    ) -> None:
        """`model` gives the model with a combination of overlays."""
        self._model, self._setups, self._applicable = model, setups, applicable
        self._base = model(applicable.always)
        self._memo: dict[str, Setup] = {}

    @property
    def fewest_players(self) -> int:
        """The default number of players: the fewest of the game without overlays."""
        return self._base.players[0]

    @cached_property
    def player_counts(self) -> list[int]:
        """How many can play: each number with some settings."""
        return sorted({n for setups in self._setups.values() for n in setups.counts})

    def players_with(self, settings: Mapping[str, Any]) -> list[int]:
        """The numbers of players that can play with these settings. Raises BadSetting."""
        _, configuration = choose_settings(self._base, self.fewest_players, settings)
        return self._applicable.player_counts(configuration.settings, configuration.chosen)

    def check_count(self, players: int, settings: Mapping[str, Any]) -> None:
        """Check that this number of players can play with these settings. Raises BadCount if not, and BadSetting."""
        title = self._base.title
        if type(players) is not int or players not in self.player_counts:
            counts = self.player_counts
            raise BadCount(f"{title} is for {_listed(counts)} players, not {players}", players, counts)
        counts = self.players_with(settings)
        if players not in counts:
            message = f"{title} is for {_listed(counts)} players with these settings, not {players}"
            raise BadCount(message, players, counts)

    def configured(self, players: int, settings: Mapping[str, Any]) -> tuple[Model, Configuration, dict[str, Any]]:
        """One way to set up the game: its model, its configuration, and the settings completed with defaults.

        Raises BadCount and BadSetting if a game can't be set up this way.
        """
        self.check_count(players, settings)
        chosen, configuration = choose_settings(self._base, players, settings)
        names = self._applicable.names(players, configuration.settings, configuration.chosen)
        model = self._model(names)
        return model, with_powers_of_expansions(model, configuration), chosen

    def find(self, players: int | None, settings: Mapping[str, Any]) -> Setup:
        """How a game of so many players, by default the fewest, is set up: what is known of it before it is played.

        It is found once for each way. Raises BadCount and BadSetting.
        """
        key = repr((players, sorted(settings.items())))
        if key not in self._memo:
            model, configuration, _ = self.configured(self.fewest_players if players is None else players, settings)
            from artrules.check.scenario_files.scenario import Setup  # here, because a game is begun without it

            self._memo[key] = Setup(model, configuration.players, model.in_play(configuration.sets_in_play()))
        return self._memo[key]


def _listed(counts: Iterable[int]) -> str:
    return ", ".join(map(str, counts))
