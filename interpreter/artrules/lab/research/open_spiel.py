"""Any ruleset as a game of OpenSpiel, written in Python: no compiler is needed, only the wheel `open_spiel`.

OpenSpiel's interface is that of Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games" (2019).
Importing this module registers the game `artrules`, so that `pyspiel.load_game("artrules(ruleset=…)")` finds it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
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
PARAMETERS = {
    "ruleset": "",
    "players": 0,
    "settings": "",
    "rewards": "win",
    "chance": "seeds",
    "seeds": 1_000,
    "spare_actions": 32,
}
"""By name: the parameters of the game and their defaults. `settings` is JSON in hexadecimal digits, for OpenSpiel's
texts of parameters know no braces; `players` is 0 for the fewest."""
CHANCE = ("seeds", "explicit")
MOST_KEPT = 100_000
"""Of a game with explicit chance so many nodes are kept, because algorithms come back to them."""


def game_for(ruleset: str, players: int | None = None, settings: Mapping[str, Any] | None = None, **more: Any) -> Any:
    """A `pyspiel.Game` for a ruleset: its name or its folder.

    `rewards` is `win` (the sum is 0), `rank` or `points`. With `chance="seeds"` a game begins with a chance node: one
    of `seeds` seeds, all equally likely, from which everything else follows that chance brings. With
    `chance="explicit"` there is a chance node at each draw. `spare_actions` is how many numbers there are for options
    that have none of their own. Raises ValueError for what can't be, and what `artrules.load` raises.
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
        if chosen["chance"] not in CHANCE:
            raise ValueError(f"`chance` is {' or '.join(CHANCE)}, not {chosen['chance']!r}")
        settings = json.loads(bytes.fromhex(chosen["settings"])) if chosen["settings"] else {}
        explicit = chosen["chance"] == "explicit"
        self.set_up: Configured = configure(
            chosen["ruleset"], chosen["players"] or None, settings, explicit_chance=explicit
        )
        self.observer = Observer(self.set_up.runtime, chosen["spare_actions"])
        self.rewards_of = rewards_by(chosen["rewards"])
        self.seeds = 0 if explicit else chosen["seeds"]
        """One of so many seeds begins a game; 0 where chance is explicit."""
        self.kept_nodes = 0
        """How many nodes are kept."""
        players = self.set_up.players
        utility = utility_of(self.set_up.runtime.model, players)
        most = MOST_POINTS if chosen["rewards"] == "points" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.observer.actions.count,
            max_chance_outcomes=self.seeds or self.set_up.runtime.most_outcomes,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if utility == "ZERO_SUM" else None,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_type_of(players, utility), info, chosen)

    @cached_property
    def root(self) -> Node:
        """Where all games begin."""
        return Node(None if self.seeds else self.set_up.new_game(0, log=True))

    def child(self, node: Node, action: int) -> Node:
        """Where an action leads."""
        if action in node.children:
            return node.children[action]
        game = node.game
        if game is None:
            game = self.set_up.new_game(action, log=True)
        else:
            game = game.copy()
            game.choose(action if game.chance is not None else self.observer.offered(game).index(action))
        child = Node(game, node, action)
        if not self.seeds and self.kept_nodes < MOST_KEPT:
            node.children[action] = child
            self.kept_nodes += 1
        return child

    def deciding(self, node: Node) -> int:
        """Who decides at a node, or OpenSpiel's number for chance or for the end."""
        if node.player is None:
            node.player = self.deciding_in(node.game)
        return node.player

    def deciding_in(self, game: Game | None) -> int:
        """The same for a game."""
        if game is None or game.chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        player = self.observer.deciding(game)
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player - 1

    def information(self, node: Node, player: int) -> str:
        """What a player knows at a node and remembers: what they see, have read and are offered, and a hash of what
        they have known and chosen wherever they decided before."""
        if player not in node.information:
            remembered = {**self.seen(node, player, with_log=True), "past": self.past(node, player)}
            node.information[player] = json.dumps(remembered, default=str)
        return node.information[player]

    def past(self, node: Node, player: int) -> str:
        """A hash of what a player knew and chose at each of their decisions on the way to a node."""
        later: list[Node] = []
        while player not in node.past and node.parent is not None:
            later.append(node)
            node = node.parent
        past = node.past.setdefault(player, "")
        while later:
            decided, node = self.deciding(node) == player, later.pop()
            if decided and node.parent is not None:
                decision = f"{self.information(node.parent, player)} {node.action}"
                past = blake2b(decision.encode(), digest_size=16).hexdigest()
            node.past[player] = past
        return past

    def seen(self, node: Node, player: int, *, with_log: bool = False) -> dict[str, Any]:
        """What a player sees at a node and is offered, by name; with the log, also what they have read so far."""
        seen: dict[str, Any] = {"player": player}
        if node.game is not None:
            seen["view"] = view = node.game.view(player + 1)
            if not with_log:
                del view["log"]
            offers = [d for d in node.game.decisions if d.player == player + 1]
            seen["offered"] = [option.id for d in offers for option in d.options]
        return seen

    def node_at(self, path: Sequence[int]) -> Node:
        """Where some actions lead from the beginning."""
        node = self.root
        for action in path:
            node = self.child(node, action)
        return node

    def new_initial_state(self) -> RulesetState:
        """The state before chance has decided anything."""
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


class Node:
    """A place in the tree of a game. It never changes, so states share it, and what was found out of it stays."""

    def __init__(self, game: Game | None, parent: Node | None = None, action: int = 0) -> None:
        """`action` has led here from the parent. `game` is None before chance has chosen a seed."""
        self.game = game
        self.parent = parent
        self.action = action
        self.children: dict[int, Node] = {}
        """The nodes that are kept, by the action that leads there."""
        self.player: int | None = None
        """Who decides, once somebody has asked."""
        self.actions: list[int] | None = None
        """What can be chosen, once somebody has asked."""
        self.returns: list[float] | None = None
        """What the end is worth, once somebody has asked."""
        self.information: dict[int, str] = {}
        """By player: what `RulesetGame.information` has found …"""
        self.past: dict[int, str] = {}
        """… and what `RulesetGame.past` has."""
        self.is_dealt_anew = False
        """Whether no actions lead here."""

    def __deepcopy__(self, _memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """A node to which the history of its state leads isn't pickled: None stands for it."""
        if self.is_dealt_anew:
            return _dealt_anew, (self.game, self.past)
        return type(None), ()


def _dealt_anew(game: Game, past: dict[int, str]) -> Node:
    """The node of a game that was dealt anew, with what players remember in it."""
    node = Node(game)
    node.past, node.is_dealt_anew = past, True
    return node


class RulesetState(pyspiel.State):
    """A state of a game. Players count from 0, as everywhere in OpenSpiel, which copies and pickles states with all
    that they have.

    Where several players decide at the same time, they come one after another, and none learns what others choose.
    """

    def __init__(self, game: RulesetGame) -> None:
        super().__init__(game)
        self._node: Node | None = game.root
        """None after a pickle: then the history says it."""

    @property
    def node(self) -> Node:
        """Where the game stands."""
        if self._node is None:
            self._node = self._of().node_at(self.history())
        return self._node

    def _of(self) -> RulesetGame:
        game: RulesetGame = self.get_game()
        return game

    def _begun(self) -> Game:
        """The game. Raises ValueError before chance has chosen a seed."""
        if self.node.game is None:
            raise ValueError("chance must choose a seed first")
        return self.node.game

    def current_player(self) -> int:
        """Who decides, or OpenSpiel's number for chance or for the end."""
        return self._of().deciding(self.node)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a draw, or the seeds, with their probabilities."""
        draw = None if self.node.game is None else self.node.game.chance
        if draw is not None:
            return [(number, outcome.probability) for number, outcome in enumerate(draw.outcomes)]
        seeds = self._of().seeds
        return [(seed, 1 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        if node.actions is None:
            node.actions = sorted(self._of().observer.offered(self._begun()))
        return node.actions

    def _apply_action(self, action: int) -> None:
        self._node = self._of().child(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._of().observer.actions.describe(action)
        draw = None if self.node.game is None else self.node.game.chance
        return f"seed {action}" if draw is None else f"{draw.of}: {draw.outcomes[action].label}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.game is not None and self.node.game.finished

    def returns(self) -> list[float]:
        """What the end of the game is worth to each player; 0 before it."""
        of, node = self._of(), self.node
        if not self.is_terminal():
            return [0.0] * of.set_up.players
        if node.returns is None:
            node.returns = [float(reward) for reward in of.rewards_of(of.observer.result(self._begun()))]
        return node.returns

    def resample_from_infostate(self, player: int, probability: Callable[[], float]) -> RulesetState:
        """A state that a player can't tell from this one: all that it can't know is dealt anew (`Thinking.resample`).

        Where all choose at once, it isn't known what those before the player have chosen: they choose any options. The
        new state's history stays that of this one, and doesn't lead to it. Raises ValueError where chance is explicit.
        """
        copy: RulesetState = self.clone()
        of, node = self._of(), self.node
        game = self._begun().think.resample(player + 1, int(probability() * (1 << 32)))
        while self.current_player() == player and of.deciding_in(game) not in (player, pyspiel.PlayerId.TERMINAL):
            game.choose(int(probability() * game.option_count))
        copy._node = _dealt_anew(game, {seat: of.past(node, seat) for seat in range(of.set_up.players)})
        return copy

    def __str__(self) -> str:
        node = self.node
        if node.game is None:
            return "before the seed"
        waits = {} if node.game.chance is None else {"draw": node.game.chance.of, "history": self.history()}
        return json.dumps({"digest": node.game.digest(), "view": node.game.inspect.view(), **waits}, default=str)


class SeatObserver:
    """Observes states for a player: `tensor` as an environment of PettingZoo does, in words as views do."""

    def __init__(self, size: int, perfect_recall: bool) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}
        self._recall = perfect_recall

    def set_from(self, state: RulesetState, player: int) -> None:
        """Set `tensor` to what a player observes."""
        game = state.node.game
        if game is None or game.chance is not None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.get_game().observer.observe(game, player + 1)

    def string_from(self, state: RulesetState, player: int) -> str:
        """What a player sees; with perfect recall also all that they have read, known and chosen so far."""
        game: RulesetGame = state.get_game()
        if self._recall:
            return game.information(state.node, player)
        return json.dumps(game.seen(state.node, player), default=str)


pyspiel.register_game(_type_of(0, "GENERAL_SUM"), RulesetGame)
