"""What is to be played for a report, and one deal of it: the game as it is, watched closely, and again with what
players lack. Gives plain data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from artrules.engine.chance import Stream
from artrules.lab.balance.subjects import keys_in_play
from artrules.lab.bots.registry import begin_game, make_bots, play_to_the_end, run_playout
from artrules.lab.bots.strategies import RestrainedBot
from artrules.lab.simulation import game_seed
from artrules.model.ir.types import Number, Player
from artrules.play.game.decision import Decision, GameFault, Option
from artrules.play.game.game import Game
from artrules.play.game.inspection.counting import cards_by_label, keys_of_powers, names_any, offered, owners
from artrules.play.game.scores import sides_of
from artrules.play.game.seat import Bot, Seat
from artrules.play.ruleset import Ruleset

# What is to be played for a report.

NOTHING = -1
"""In the place of a subject's number: the player lacks nothing."""


@dataclass(frozen=True)
class BalancePlan:
    """How each deal is played; equal plans give equal games on every machine.

    A deal is a seed: everything that chance brings. It is played once as it is. Then it is played again, as often as
    there are players, and each player lacks a subject or nothing, drawn at random: the first deal of those is drawn, in
    the others what the players lack has moved on by one seat.

    - `bots` has one for each seat
    - `powers` and `cards` are the keys of the subjects that players may lack (`subjects.py`)
    - `watched` is how many deals are watched closely, option by option
    """

    players: int
    seed: int
    settings: dict[str, Any]
    bots: tuple[str, ...]
    powers: tuple[str, ...]
    cards: tuple[str, ...]
    watched: int

    @property
    def subjects(self) -> tuple[str, ...]:
        """The keys of all subjects that players may lack, by number."""
        return (*self.powers, *self.cards)


def lacking(seed: int, players: int, subjects: list[int]) -> list[list[int]]:
    """For each game of a deal in which something is lacking, the subject that each player lacks, or NOTHING: a Latin
    square, so that what is drawn comes to each seat once. Games in which nobody lacks anything are left out."""
    stream = Stream(seed, 0, "balance lacking")
    levels = [NOTHING, *subjects]
    drawn = [levels[stream.below(len(levels))] for _ in range(players)]
    if all(each == NOTHING for each in drawn):
        return []
    return [drawn[turn:] + drawn[:turn] for turn in range(players)]


# What players had before the first decision of a game: what chance gave them.


def at_start(
    game: Game, of_keys: Mapping[str, Sequence[int]], of_labels: Mapping[str, Sequence[int]]
) -> dict[str, Any]:
    """By what it is, how much of it each player has, where anybody has any: cards by label, cards with powers of a key,
    numbers that players have, and 1 for the player whom a variable of the table names."""
    by_card, players = owners(game), range(1, game.players + 1)
    counts_by_name: dict[str, list[int]] = {}
    for about, cards in (("card", of_labels), ("power", of_keys)):
        for name, numbers in cards.items():
            card_owners = [by_card[card] for card in numbers]
            counts_by_name[f"{about} {name}"] = [card_owners.count(player) for player in players]
    for name, values in _variables(game).items():
        counts_by_name[f"variable {name}"] = values
    return {name: counts for name, counts in counts_by_name.items() if any(counts)}


def _variables(game: Game) -> dict[str, list[int]]:
    """Variables of the table that name a player, and numbers that each player has."""
    players = range(1, game.players + 1)
    shown = game.inspect.view()
    values: dict[str, list[int]] = {}
    for variable in game.inspect.position.variables:
        if variable.of is None and isinstance(variable.type, Player):
            named = shown["variables"].get(variable.key)
            if named is not None:
                values[variable.key] = [int(player == named) for player in players]
        elif isinstance(variable.of, Player) and isinstance(variable.type, Number):
            values[variable.key] = [int(shown["players"][player][variable.key]) for player in players]
    return values


# Watches one game closely: what is offered and taken, how often there is no choice, how often the lead changes.


@dataclass
class Watched:
    """What was seen in a game. `branches` counts by branch, and `cards` by card, the decisions that offered it and
    those in which it was taken."""

    decisions: int = 0
    forced: int = 0
    options: int = 0
    leads: int = 0
    led_since: int = 0
    """The round in which who leads at the end has come to lead; 0 where nobody leads."""
    turns: set[tuple[int, str, int]] = field(default_factory=set)
    branches: dict[str, list[int]] = field(default_factory=dict)
    cards: dict[int, list[int]] = field(default_factory=dict)
    taken: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By player and card: how often the player took an option about the card."""

    def as_data(self) -> dict[str, Any]:
        """It as plain data, but for the cards."""
        return {
            "decisions": self.decisions,
            "forced": self.forced,
            "options": self.options,
            "leads": self.leads,
            "led_since": self.led_since,
            "turns": len(self.turns),
            "branches": self.branches,
        }


WEIGHED = 6
"""In so many decisions of a watched game options are weighed."""


class Watcher:
    """Watches the bots of one game, which must have been begun with `single_options` and keep what seats know. `seed`
    is that of the game."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seen = Watched()
        self._sample: list[tuple[Game, int, list[str]]] = []
        """Some of the decisions, all equally likely: a copy of the game, the player, and the branch of each option."""
        self._stream = Stream(seed, 0, "balance weighed")
        self._round = 0
        self._leader = 0

    def bot(self, bot: Bot) -> WatchedBot:
        """A bot that plays as another one does, watched. It isn't asked where there is one option."""
        return WatchedBot(bot, self)

    def note(self, decision: Decision, index: int) -> None:
        """Note which option is taken, before it is."""
        seen, game = self.seen, self.game
        if game.round != self._round:
            self._round = game.round
            self.note_lead()
        options = offered(decision)
        if len(options) == 1:
            seen.forced += 1
        else:
            seen.decisions += 1
            seen.options += len(options)
            seen.turns.add((game.round, game.phase, decision.player))
            self._sample_decision(decision, [_branch_key(decision, each.branch) for each in options])
        self._count(decision, [each.branch for each in options], options[index].branch)
        cards = {card for each in options for card in each.cards}
        for card in cards:
            seen.cards.setdefault(card, [0, 0])[0] += 1
        for card in options[index].cards:
            seen.cards[card][1] += 1
            seen.taken[decision.player, card] += 1

    def _count(self, decision: Decision, branches: list[int], taken: int) -> None:
        for branch in dict.fromkeys(branches):
            counts = self.seen.branches.setdefault(_branch_key(decision, branch), [0, 0])
            counts[0] += 1
            counts[1] += branch == taken

    def _sample_decision(self, decision: Decision, branches: list[str]) -> None:
        """Let a decision be in the sample, as likely as all others so far (reservoir sampling: Vitter 1985)."""
        place = self.seen.decisions - 1 if self.seen.decisions <= WEIGHED else self._stream.below(self.seen.decisions)
        if place < WEIGHED:
            self._sample[place : place + 1] = [(self.game.copy(), decision.player, branches)]

    def weigh(self) -> list[dict[str, Any]]:
        """What each option of the sampled decisions would have brought its player, from 0 to 1, as the bot `greedy`
        judges it: twice, each time in other determinizations. Those that content's mistakes keep from being judged are
        left out."""
        weighed = []
        for game, player, branches in self._sample:
            decision = next(each for each in game.decisions if each.player == player)
            with suppress(GameFault):
                seeds = (self._stream.below(1 << 30) for _ in range(2))
                values = [[round(value, 4) for value in game.think.greedy(decision, seed).values] for seed in seeds]
                weighed.append({"branches": branches, "values": values})
        return weighed

    def note_lead(self) -> None:
        """Note which side leads; none does where several stand alike."""
        position = self.game.inspect.position
        standing = position.standing
        best = max(standing)
        leaders = [side[0] for side in position.sides if standing[side[0] - 1] == best]
        if len(leaders) == 1 and leaders[0] != self._leader:
            self.seen.leads += self._leader != 0
            self.seen.led_since = self.game.round
            self._leader = leaders[0]


def _branch_key(decision: Decision, branch: int) -> str:
    """The key of a branch of a decision, as `subjects.branches` has it."""
    return f"{decision.node.site}.{decision.node.branches[branch].key}"


class WatchedBot:
    """A bot whose choices are noted."""

    __slots__ = ("_bot", "_watcher")

    def __init__(self, bot: Bot, watcher: Watcher) -> None:
        self._bot = bot
        self._watcher = watcher

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """What the bot chooses; the only option where there is one alone."""
        options = decision.options
        option = options[0] if len(options) == 1 else self._bot.choose(decision, seat)
        self._watcher.note(decision, option.index)
        return option


# Plays one deal: the game as it is, and again with what players lack. Gives plain data.


class Table(Protocol):
    """Who plays: so many players, with a bot for each seat."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The bot of each seat."""


def play_deal(ruleset: Ruleset, plan: BalancePlan, index: int) -> dict[str, Any]:
    """Play the deal with a number, counted from 0.

    Its data: `seed`; `games`, the first as it is; `drawn`, the settings that were drawn; `start`, what players had
    before the first decision; `owned`, by key or label how many cards players had at the end; for a deal that is
    watched `watched`, `offered` (of cards, by label) and `taken` (the same by player). For a deal in which content
    makes a mistake: `seed` and `fault`.
    """
    seed = game_seed(plan.seed, index)
    settled = ruleset.settle(plan.settings, seed)
    try:
        data = _play_as_it_is(ruleset, plan, settled, seed, watched=index < plan.watched)
        in_play = keys_in_play(ruleset, plan.players, settled)
        numbers = [i for i, key in enumerate(plan.subjects) if i >= len(plan.powers) or key in in_play]
        for lacks in lacking(seed, plan.players, numbers):
            data["games"].append(_play_lacking(ruleset, plan, settled, seed, lacks))
    except GameFault as fault:
        return {"seed": seed, "fault": [diagnostic.message for diagnostic in fault.diagnostics]}
    drawn = {key: value for key, value in settled.items() if plan.settings.get(key) != value}
    return {"seed": seed, "drawn": drawn, **data}


def play_game(game: Game, plan: Table, seed: int, avoided: Mapping[int, Container[int]] | None = None) -> int:
    """Let the bots play a game to its end; gives the number of decisions. `avoided` has by player the cards about which
    no option is taken, unless nothing else is offered."""
    if not avoided:
        return play_to_the_end(game, plan.bots, seed)
    bots = make_bots(plan.bots, seed)
    for player, cards in avoided.items():
        bots[player - 1] = RestrainedBot(bots[player - 1], partial(_names_none_of, cards))
    return run_playout(game, bots)


def _names_none_of(cards: Container[int], option: Option) -> bool:
    """Whether an option isn't about any of some cards, as far as its player sees."""
    return not names_any(option, cards)


def _play_as_it_is(
    ruleset: Ruleset, plan: BalancePlan, settled: Mapping[str, Any], seed: int, *, watched: bool
) -> dict[str, Any]:
    game = begin_game(ruleset, plan.players, seed, settled, plan.bots, single_options=watched, knowledge=watched)
    of_keys, of_labels = keys_of_powers(game), cards_by_label(game)
    data: dict[str, Any] = {"start": at_start(game, of_keys, of_labels)}
    if watched:
        watcher = Watcher(game, seed)
        run_playout(game, [watcher.bot(bot) for bot in make_bots(plan.bots, seed)])
        watcher.note_lead()
        seen = watcher.seen
        decisions = seen.decisions
        data["watched"] = {**seen.as_data(), "weighed": watcher.weigh()}
        data["offered"], data["taken"] = {}, {}
        for name, cards in {**of_labels, **of_keys}.items():
            counts = [sum(seen.cards.get(card, (0, 0))[i] for card in cards) for i in (0, 1)]
            if counts[0]:
                data["offered"][name] = counts
            by_player = [sum(seen.taken[player, card] for card in cards) for player in range(1, plan.players + 1)]
            if any(by_player):
                data["taken"][name] = by_player
    else:
        decisions = play_game(game, plan, seed)
    data["owned"] = owned(owners(game), plan.players, {**of_labels, **of_keys})
    data["games"] = [{"lacks": [NOTHING] * plan.players, **result_of(game, decisions)}]
    return data


def _play_lacking(
    ruleset: Ruleset, plan: BalancePlan, settled: Mapping[str, Any], seed: int, lacks: Sequence[int]
) -> dict[str, Any]:
    """Play a deal again, with what each player lacks."""
    first = len(plan.powers)
    withheld = {player: [plan.powers[number]] for player, number in enumerate(lacks, 1) if 0 <= number < first}
    cards = any(number >= first for number in lacks)
    game = begin_game(ruleset, plan.players, seed, settled, plan.bots, knowledge=cards, withheld=withheld)
    of_labels = cards_by_label(game) if plan.cards else {}
    avoided = {
        player: frozenset(of_labels.get(plan.cards[number - first], ()))
        for player, number in enumerate(lacks, 1)
        if number >= first
    }
    return {"lacks": list(lacks), **result_of(game, play_game(game, plan, seed, avoided))}


def owned(by_card: Sequence[int], players: int, cards: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """By key or label: how many of its cards each player has; those that nobody has are left out."""
    counts = {}
    for name, numbers in cards.items():
        count = Counter(by_card[card] for card in numbers)
        if set(count) != {0}:
            counts[name] = [count[player] for player in range(1, players + 1)]
    return counts


def result_of(game: Game, decisions: int) -> dict[str, Any]:
    """How a game came out: by player the share of the win and the score. A player has the share of the own side.
    Several sides share the win, and so do all of a game that nobody wins, unless there is only one, which has lost."""
    result = game.result
    assert result is not None
    winners, sides = result["winners"], sides_of(result)
    winning = [side for side in sides if side[0] in winners]
    sharing = winning or (sides if len(sides) > 1 or game.players == 1 else [])
    winning_players = {player for side in sharing for player in side}
    return {
        "shares": [1 / len(sharing) if player in winning_players else 0.0 for player in range(1, game.players + 1)],
        "scores": [score["total"] for score in result["scores"]],
        "rounds": result["rounds"],
        "decisions": decisions,
        "stalled": result["stalled"],
        "winners": len(winning),
    }
