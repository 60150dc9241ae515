"""Plays one deal: the game as it is, and again with what players lack. Gives plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from artrules.balance.plan import NOTHING, BalancePlan, lacking
from artrules.balance.start import at_start
from artrules.balance.subjects import keys_in_play
from artrules.balance.watch import Watcher
from artrules.bots.playout import run_playout
from artrules.bots.registry import any_thinks, make_bots
from artrules.bots.restrained import RestrainedBot
from artrules.game.decision import GameFault, Option
from artrules.game.game import Game
from artrules.game.inspection.holdings import cards_by_label, keys_of_powers, owners
from artrules.game.inspection.offered import names_any
from artrules.ruleset import Ruleset
from artrules.simulation.plan import game_seed

INSIDE = "uniform"
"""The bot whose games the machine plays by itself."""


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


def begin_game(ruleset: Ruleset, plan: Table, settled: Mapping[str, Any], seed: int, **wishes: Any) -> Game:
    """A game of so many players with settings of which none is left to be drawn; it keeps what its bots need."""
    return ruleset.new_game(plan.players, seed, settled, log=False, knowledge=any_thinks(plan.bots), **wishes)


def play_game(game: Game, plan: Table, seed: int, avoided: Mapping[int, Container[int]] | None = None) -> int:
    """Let the bots play a game to its end; gives the number of decisions. `avoided` has by player the cards about which
    no option is taken, unless nothing else is offered."""
    if not avoided and set(plan.bots) == {INSIDE}:
        return game.play(INSIDE, seed=seed)
    bots = make_bots(plan.bots, seed)
    for player, cards in (avoided or {}).items():
        bots[player - 1] = RestrainedBot(bots[player - 1], partial(_names_none_of, cards))
    return run_playout(game, bots)


def _names_none_of(cards: Container[int], option: Option) -> bool:
    """Whether an option isn't about any of some cards, as far as its player sees."""
    return not names_any(option, cards)


def _play_as_it_is(
    ruleset: Ruleset, plan: BalancePlan, settled: Mapping[str, Any], seed: int, *, watched: bool
) -> dict[str, Any]:
    game = begin_game(ruleset, plan, settled, seed, single_options=watched)
    of_keys, of_labels = keys_of_powers(game), cards_by_label(game)
    data: dict[str, Any] = {"start": at_start(game, of_keys, of_labels)}
    if watched:
        watcher = Watcher(game)
        run_playout(game, [watcher.bot(bot) for bot in make_bots(plan.bots, seed)])
        watcher.note_lead()
        seen = watcher.seen
        decisions = seen.decisions
        data["watched"] = seen.as_data()
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
    game = begin_game(ruleset, plan, settled, seed, withheld=withheld)
    of_labels = cards_by_label(game) if plan.cards else {}
    avoided = {
        player: frozenset(of_labels.get(plan.cards[number - first], ()))
        for player, number in enumerate(lacks, 1)
        if number >= first
    }
    return {"lacks": list(lacks), **result_of(game, play_game(game, plan, seed, avoided))}


def owned(by_card: Sequence[int], players: int, cards: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """By key or label: how many of its cards each player has; those that nobody has are left out."""
    found = {}
    for name, numbers in cards.items():
        count = Counter(by_card[card] for card in numbers)
        if set(count) != {0}:
            found[name] = [count[player] for player in range(1, players + 1)]
    return found


def result_of(game: Game, decisions: int) -> dict[str, Any]:
    """How a game came out: by player the share of the win and the score. Several winners share the win, and so do all
    players of a game that nobody wins."""
    result = game.result
    assert result is not None
    winners = result["winners"] or list(range(1, game.players + 1))
    return {
        "shares": [1 / len(winners) if player in winners else 0.0 for player in range(1, game.players + 1)],
        "scores": [score["total"] for score in result["scores"]],
        "rounds": result["rounds"],
        "decisions": decisions,
        "stalled": result["stalled"],
        "winners": len(result["winners"]),
    }
