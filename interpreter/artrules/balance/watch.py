"""Watches one game closely: what is offered and taken, how often there is no choice, how often the lead changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from artrules.bots.bot import Bot
from artrules.bots.seat import Seat
from artrules.game.decision import Decision, Option
from artrules.game.game import Game
from artrules.game.inspection.offered import offered


@dataclass
class Watched:
    """What was seen in a game. `branches` counts by branch, and `cards` by card, the decisions that offered it and
    those in which it was taken."""

    decisions: int = 0
    forced: int = 0
    options: int = 0
    leads: int = 0
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
            "turns": len(self.turns),
            "branches": self.branches,
        }


class Watcher:
    """Watches the bots of one game, which must have been begun with `single_options`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen = Watched()
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
        self._count(decision, [each.branch for each in options], options[index].branch)
        cards = {card for each in options for card in each.cards}
        for card in cards:
            seen.cards.setdefault(card, [0, 0])[0] += 1
        for card in options[index].cards:
            seen.cards[card][1] += 1
            seen.taken[decision.player, card] += 1

    def _count(self, decision: Decision, branches: list[int], taken: int) -> None:
        choose = decision.node
        for branch in dict.fromkeys(branches):
            counts = self.seen.branches.setdefault(f"{choose.site}.{choose.branches[branch].key}", [0, 0])
            counts[0] += 1
            counts[1] += branch == taken

    def note_lead(self) -> None:
        """Note who leads; nobody does where several stand alike."""
        standing = self.game.position.standing
        best = max(standing)
        leaders = [player for player, values in enumerate(standing, 1) if values == best]
        if len(leaders) == 1 and leaders[0] != self._leader:
            self.seen.leads += self._leader != 0
            self._leader = leaders[0]


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
