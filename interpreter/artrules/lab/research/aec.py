"""A PettingZoo environment for any ruleset: agents take turns (AEC), each sees what its seat may know.

PettingZoo's interface is that of Terry et al., "PettingZoo: Gym for Multi-Agent Reinforcement Learning" (2021).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from artrules.lab.research.episodes import Configured, Rewards, configure, rewards_by
from artrules.play.game.decision import IllegalChoice
from artrules.play.game.game import Game
from artrules.play.game.observation.form import Part
from artrules.play.game.observation.observer import Observer
from artrules.play.presentation import state_and_options
from artrules.play.presentation.table_lines import render_table
from artrules.play.ruleset import Ruleset
from artrules.text.plain_text import Style, output

Observation = dict[str, Any]
"""`observation` (an array, or the arrays of its parts by name) and `action_mask`; with index actions also `options`."""
SEEDS = 1 << 32
"""Games begin with a seed below this."""
SPARE_ACTIONS = 32
"""So many spare numbers, unless somebody says otherwise."""
MOST_OPTIONS = 256
"""So many index actions, unless somebody says otherwise."""


class RulesetEnv(AECEnv[str, Observation, int | None]):
    """A game of a ruleset as an environment. Its agents are `player_1`, `player_2` …

    Agents of a phase that all play at once come one after another; none sees what others have chosen in it. An episode
    ends only with the game: nothing is truncated. A game that its last round ends says `stalled` in `infos`.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        ruleset: str | Path | Ruleset,
        players: int | None = None,
        settings: Mapping[str, Any] | None = None,
        *,
        observation: str = "flat",
        actions: str = "named",
        rewards: str | Rewards = "win",
        spare_actions: int | None = None,
        labels: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """An environment for a ruleset: its name, its folder, or one that is loaded.

        `observation` is `flat` for one array, or `parts` for several by name. `actions` is `named` for numbers that
        mean the same all game long, or `index` for the index among the options of the decision; then observations also
        have `options`, which says what each is. `rewards` is `win`, `rank`, `points` or a function of a
        game's result (`episodes.py`). `spare_actions` is how many numbers there are for options that have none of their
        own; for index actions, how many options a decision may have. With `labels`, infos have the options in words.
        `render_mode` is None, `ansi` or `human`. Raises ValueError for anything else, and what `artrules.load` raises.
        """
        _see_that_known("observation", observation, ("flat", "parts"))
        _see_that_known("actions", actions, ("named", "index"))
        _see_that_known("render_mode", render_mode, (None, "ansi", "human"))
        self._set_up: Configured = configure(ruleset, players, settings)
        self.ruleset = self._set_up.ruleset
        self._in_parts = observation == "parts"
        self._by_index = actions == "index"
        self._rewards_of = rewards_by(rewards)
        self._labels = labels
        self.render_mode = render_mode
        spare = spare_actions if spare_actions is not None else MOST_OPTIONS if self._by_index else SPARE_ACTIONS
        if not isinstance(spare, int) or spare < 1:
            raise ValueError(f"`spare_actions` is a number from 1 on, not {spare_actions!r}")
        self.observer = Observer(self._set_up.runtime, spare)
        """What the numbers of observations and actions mean."""
        self._spare = spare
        self.possible_agents = [f"player_{player}" for player in range(1, self._set_up.players + 1)]
        self._player = {agent: player for player, agent in enumerate(self.possible_agents, 1)}
        self.agents: list[str] = []
        self.metadata = {
            "name": f"artrules_{self.ruleset.name}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self._count = spare if self._by_index else self.observer.actions.count
        self._observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(self._count) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self.game: Game | None = None
        """The game of this episode; None before the first reset."""

    # -- spaces

    @property
    def parts(self) -> dict[str, Part]:
        """The parts of an observation by name, with the names of their rows and columns."""
        return self.observer.form.parts

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, the same for all agents."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, the same for all agents."""
        return self._action_spaces[agent]

    def _observation_space(self) -> spaces.Dict:
        form = self.observer.form
        seen: spaces.Space[Any] = spaces.Box(form.low, form.high, dtype=np.int32)
        if self._in_parts:
            seen = spaces.Dict(
                {
                    name: spaces.Box(
                        form.low[part.first : part.end].reshape(part.shape),
                        form.high[part.first : part.end].reshape(part.shape),
                        dtype=np.int32,
                    )
                    for name, part in form.parts.items()
                }
            )
        subspaces: dict[str, spaces.Space[Any]] = {
            "observation": seen,
            "action_mask": spaces.Box(0, 1, (self._count,), dtype=np.int8),
        }
        if self._by_index:
            subspaces["options"] = spaces.Box(-1, self.observer.actions.count - 1, (self._count,), dtype=np.int32)
        return spaces.Dict(subspaces)

    def describe_action(self, action: int) -> str:
        """A named action in words, such as `play red 3`. Raises ValueError for an environment with index actions."""
        if self._by_index:
            raise ValueError("an index means another option at each decision: `infos` have labels, with `labels=True`")
        return self.observer.actions.describe(action)

    # -- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A `seed` decides what chance brings in this and in later episodes. `options` are ignored."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.game = self._set_up.new_game(int(self._seeds.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        vars(self).pop("_skip_agent_selection", None)  # where the last episode ended, PettingZoo may have left it
        self.agent_selection = self.agents[0]
        self._come_to_decision()

    def step(self, action: int | None) -> None:
        """Let the selected agent take an action; None from an agent whose game is over. Raises IllegalChoice for an
        action that isn't offered, which leaves the game unchanged."""
        game = self._playing()
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        game.choose(self._option(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._come_to_decision()
        if self.render_mode == "human":
            self.render()

    def _playing(self) -> Game:
        if self.game is None:
            raise ValueError("there is no game yet: call `reset` first")
        if not self.agents:
            raise ValueError("the game is over, and all agents have been told: call `reset` for another one")
        return self.game

    def _option(self, action: Any) -> int:
        """The index of the option that an action stands for."""
        try:
            number = int(action)
        except (TypeError, ValueError):
            raise IllegalChoice(f"an action is a number below {self._count}, not {action!r}") from None
        index = self._offered.get(number)
        if index is None:
            what = "" if self._by_index or not 0 <= number < self._count else f" ({self.describe_action(number)})"
            raise IllegalChoice(f"the action {number}{what} is not offered now: `action_mask` says which are")
        return index

    def _come_to_decision(self) -> None:
        """Select who decides next, or end the episode."""
        game = self.game
        assert game is not None
        player = self.observer.deciding(game)
        if player is None:
            self._offered: dict[int, int] = {}
            self._end(game)
            return
        self.agent_selection = self.possible_agents[player - 1]
        self._named = self.observer.offered(game)
        if self._by_index and len(self._named) > self._count:
            raise ValueError(
                f"a decision has {len(self._named)} options, more than this environment can offer: make it with "
                f"`spare_actions={2 * len(self._named)}` or more"
            )
        actions = range(len(self._named)) if self._by_index else self._named
        self._offered = {action: index for index, action in enumerate(actions)}
        if self._labels:
            texts = {action: game.decisions[0].options[index].label for action, index in self._offered.items()}
            for agent in self.agents:
                self.infos[agent] = {}
            self.infos[self.agent_selection] = {"prompt": game.decisions[0].prompt, "labels": texts}

    def _end(self, game: Game) -> None:
        result = self.observer.result(game)
        for agent, reward in zip(self.possible_agents, self._rewards_of(result), strict=True):
            self.rewards[agent] = float(reward)
            self.terminations[agent] = True
            total = result["scores"][self._player[agent] - 1]["total"]
            self.infos[agent] = {"stalled": result["stalled"], "winners": result["winners"], "points": total}
        self._accumulate_rewards()
        self._deads_step_first()

    # -- looking

    def observe(self, agent: str) -> Observation:
        """What the seat of an agent knows. The mask is of use to the agent that is selected; others may do nothing."""
        game = self.game
        if game is None:
            raise ValueError("there is no game yet: call `reset` first")
        seen: Any = self.observer.observe(game, self._player[agent])
        if self._in_parts:
            seen = {name: seen[part.first : part.end].reshape(part.shape) for name, part in self.parts.items()}
        mask: NDArray[np.int8] = np.zeros(self._count, np.int8)
        mine = agent == self.agent_selection
        if mine:
            mask[list(self._offered)] = 1
        observation = {"observation": seen, "action_mask": mask}
        if self._by_index:
            options = np.full(self._count, -1, np.int32)
            if mine and self._offered:
                options[: len(self._named)] = self._named
            observation["options"] = options
        return observation

    def render(self) -> str | None:
        """The table as the selected agent sees it, in words: returned with `ansi`, printed with `human`."""
        game = self.game
        if game is None or self.render_mode is None:
            return None
        seat = self._player[self.agent_selection]
        state, _ = state_and_options(game, seat)
        text = "\n".join(render_table(state["view"], game.description, Style(), {}, seat))
        if self.render_mode == "human":
            output(text)
            return None
        return text

    def close(self) -> None:
        """Let go of the game. `reset` begins another one."""
        self.game = None


def _see_that_known(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        listing = ", ".join(str(each) for each in choices)
        raise ValueError(f"`{name}` is one of {listing}, not {value!r}")
