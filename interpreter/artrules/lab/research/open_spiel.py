"""Any ruleset as a game of OpenSpiel, written in Python: no compiler is needed, only the wheel `open_spiel`.

OpenSpiel's interface is that of Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games" (2019).
Importing this module registers the game `artrules`, so that `pyspiel.load_game("artrules(ruleset=…)")` finds it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from artrules.lab.research.episodes import Configured, Utility, configure, rewards_by, utility_of
from artrules.play.game.game import Game
from artrules.play.game.observation.observer import Observer

NAME = "artrules"
MOST_MOVES = 1_000_000
"""More than any game may have: rules have a last round, or a rule that ends the game."""
MOST_POINTS = 1e9
PARAMETERS = {"ruleset": "", "players": 0, "settings": "", "rewards": "win", "seeds": 1_000, "spare_actions": 32}
"""By name: the parameters of the game and their defaults. `settings` is JSON in hexadecimal digits, for OpenSpiel's
texts of parameters know no braces; `players` is 0 for the fewest."""


def game_for(ruleset: str, players: int | None = None, settings: Mapping[str, Any] | None = None, **more: Any) -> Any:
    """A `pyspiel.Game` for a ruleset: its name or its folder.

    `rewards` is `win` (the sum is 0), `rank` or `points`. A game begins with a chance node: one of `seeds` seeds, all
    equally likely, from which everything else follows that chance brings. `spare_actions` is how many numbers there are
    for options that have none of their own. Raises ValueError for what can't be, and what `artrules.load` raises.
    """
    unknown = [name for name in more if name not in PARAMETERS]
    if unknown:
        raise ValueError(f"there is no parameter `{unknown[0]}`: there are {', '.join(PARAMETERS)}")
    coded = json.dumps(settings, sort_keys=True).encode().hex() if settings else ""
    return RulesetGame({"ruleset": str(ruleset), "players": players or 0, "settings": coded, **more})


class RulesetGame(pyspiel.Game):
    """A ruleset with a number of players and settings."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """`params` are those of PARAMETERS; `ruleset` must be given."""
        chosen = {**PARAMETERS, **(params or {})}
        if not chosen["ruleset"]:
            raise ValueError("the game needs a ruleset: artrules(ruleset=NAME)")
        if chosen["seeds"] < 1:
            raise ValueError(f"`seeds` is a number from 1 on, not {chosen['seeds']}")
        settings = json.loads(bytes.fromhex(chosen["settings"])) if chosen["settings"] else {}
        self.set_up: Configured = configure(chosen["ruleset"], chosen["players"] or None, settings)
        self.observer = Observer(self.set_up.runtime, chosen["spare_actions"])
        self.rewards_of = rewards_by(chosen["rewards"])
        self.seeds: int = chosen["seeds"]
        players = self.set_up.players
        utility = utility_of(self.set_up.runtime.model, players)
        most = MOST_POINTS if chosen["rewards"] == "points" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.observer.actions.count,
            max_chance_outcomes=self.seeds,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if utility == "ZERO_SUM" else None,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_type_of(players, utility), info, chosen)

    def new_initial_state(self) -> RulesetState:
        """The state before chance has chosen a seed."""
        return RulesetState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver:
        """What observes states for a player. Raises ValueError for parameters, for there are none."""
        if params:
            raise ValueError(f"observations take no parameters, not {params!r}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SeatObserver(self.observer.form.size, recall)


def _type_of(players: int, utility: Utility) -> Any:
    """The type of the games with a number of players and a utility; 0 for the one that is registered."""
    return pyspiel.GameType(
        short_name=NAME,
        long_name="A ruleset of artrules",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=getattr(pyspiel.GameType.Utility, utility),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players or 100,
        min_num_players=players or 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=False,
        parameter_specification=PARAMETERS,
    )


class RulesetState(pyspiel.State):
    """A state of a game. Players count from 0, as everywhere in OpenSpiel, which copies and pickles states with all
    that they have.

    Where several players decide at the same time, they come one after another, and none learns what others choose.
    """

    def __init__(self, game: RulesetGame) -> None:
        super().__init__(game)
        self.game: Game | None = None
        """The game as it stands; None before chance has chosen a seed."""

    def _of(self) -> RulesetGame:
        game: RulesetGame = self.get_game()
        return game

    def _begun(self) -> Game:
        """The game. Raises ValueError before chance has chosen a seed."""
        if self.game is None:
            raise ValueError("chance must choose a seed first")
        return self.game

    def current_player(self) -> int:
        """Who decides, or OpenSpiel's number for chance or for the end."""
        if self.game is None:
            return int(pyspiel.PlayerId.CHANCE)
        player = self._of().observer.deciding(self.game)
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player - 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds, all equally likely."""
        seeds = self._of().seeds
        return [(seed, 1 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._of().observer.offered(self._begun()))

    def _apply_action(self, action: int) -> None:
        game = self.game
        if game is None:
            self.game = self._of().set_up.new_game(action, log=True)
        else:
            game.choose(self._of().observer.offered(game).index(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return self._of().observer.actions.describe(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.finished

    def returns(self) -> list[float]:
        """What the end of the game is worth to each player; 0 before it."""
        if not self.is_terminal():
            return [0.0] * self._of().set_up.players
        return [float(reward) for reward in self._of().rewards_of(self._of().observer.result(self._begun()))]

    def resample_from_infostate(self, player: int, probability: Callable[[], float]) -> RulesetState:
        """A state that a player can't tell from this one: all that it can't know is dealt anew (`Thinking.resample`).

        Where all choose at once, it isn't known what those before the player have chosen: they choose any options. The
        new state's history stays that of this one, and doesn't lead to it.
        """
        copy: RulesetState = self.clone()
        copy.game = game = self._begun().think.resample(player + 1, int(probability() * (1 << 32)))
        while self.current_player() == player and copy.current_player() not in (player, pyspiel.PlayerId.TERMINAL):
            game.choose(int(probability() * game.option_count))
        return copy

    def __str__(self) -> str:
        if self.game is None:
            return "before the seed"
        return json.dumps({"digest": self.game.digest(), "view": self.game.inspect.view()}, default=str)


class SeatObserver:
    """Observes states for a player: `tensor` as an environment of PettingZoo does, in words as views do."""

    def __init__(self, size: int, perfect_recall: bool) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}
        self._recall = perfect_recall

    def set_from(self, state: RulesetState, player: int) -> None:
        """Set `tensor` to what a player observes."""
        if state.game is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.get_game().observer.observe(state.game, player + 1)

    def string_from(self, state: RulesetState, player: int) -> str:
        """What a player sees; with perfect recall also all that it has read and been offered so far."""
        game = state.game
        if game is None:
            return f"player {player}"
        view = game.view(player + 1)
        log = view.pop("log")
        knowledge: dict[str, Any] = {"player": player, "view": view}
        offers = [d for d in game.decisions if d.player == player + 1]
        knowledge["offered"] = [option.id for d in offers for option in d.options]
        if self._recall:
            knowledge["log"] = log
            knowledge["chose"] = [choice for choice in game.choices if choice.startswith(f"{player + 1}:")]
        return json.dumps(knowledge, default=str)


pyspiel.register_game(_type_of(0, "GENERAL_SUM"), RulesetGame)
