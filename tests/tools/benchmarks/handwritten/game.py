"""The course of the game: setup, rounds, gems, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from artrules.engine.chance import stream_key

from . import buying, playing
from . import decision as verbs
from .cards import AWARDS, PACKS, PRINTED, SHADE, STACKS
from .chance import below, shuffle
from .decision import Decision
from .player import Player

LAST_ROUND = 500
DO: dict[int, Callable[[Any, Player, int], Decision | None]] = {
    verbs.PLAY: playing.play,
    verbs.STOP: playing.stop,
    verbs.USE: playing.use,
    verbs.DECLINE: playing.decline,
    verbs.COPY_CARD: playing.copy_card,
    verbs.NUMBER: playing.change_number,
    verbs.COLOUR: playing.change_colour,
    verbs.DRAW: playing.draw,
    verbs.BONUS: playing.bonus,
    verbs.BUY: buying.buy,
    verbs.USE_WHEN_BUYING: buying.use_power,
    verbs.TUCK_STACK: buying.tuck,
    verbs.TAKE_AWARDS: buying.take_awards,
    verbs.SPEND_CHANGE: buying.spend_change,
    verbs.DONE: buying.done,
    verbs.TRASH_FROM_LINE: buying.trash_from_line,
    verbs.TRASH_FROM_DISCARD: buying.trash_from_discard,
}


class Game:
    """One game, at a moment when players must decide or when it is over."""

    __slots__ = (
        "award_stack", "box", "colour", "decisions", "ending", "extras", "finished", "first_player", "gems", "left",
        "number", "packs", "players", "round", "stacks", "stalled",
    )  # fmt: skip

    def __init__(self, players: int, seed: int) -> None:
        self.players = [Player(p, stream_key(seed, p, "shuffle deck")) for p in range(1, players + 1)]
        self.number = list(PRINTED)
        self.colour = list(SHADE)
        """What cards count as: those in a line may have changed."""
        self.extras = 8 if players <= 3 else 4
        self.award_stack = AWARDS - self.extras
        self.gems = 1 if players <= 3 else 2
        self.box: list[int] = []
        self.round = 0
        self.ending = self.finished = self.stalled = False
        self.left = 0
        """How many players have not begun their turn to buy in this round."""
        self.decisions: list[Decision] = []
        """What must be decided now: one question for each player who is playing cards, or one for who buys."""
        self._set_up(seed)
        self._begin_round()
        self._go_on()

    def _set_up(self, seed: int) -> None:
        self.stacks: dict[int, list[int]] = {}
        key, counter = stream_key(seed, 0, "shuffle stack"), 0
        for n, cards in STACKS.items():
            stack = list(cards)
            counter = shuffle(stack, key, counter)
            stack.reverse()
            self.stacks[n] = stack
        self.first_player, _ = below(stream_key(seed, 0, "random p in setup first"), 0, len(self.players))
        self.packs = list(range(len(PACKS)))
        key, counter = stream_key(seed, 0, "random k in setup packs"), 0
        for player in self.players:
            index = 0
            if len(self.packs) > 1:
                index, counter = below(key, counter, len(self.packs))
            player.deck = list(PACKS[self.packs.pop(index)])
            player.shuffle()
            player.draw(7)

    def choose(self, decision: Decision, index: int) -> None:
        """Take an option, by its place, of one of the decisions."""
        verb, value = decision.options[index]
        following = DO[verb](self, self.players[decision.player - 1], value)
        place = self.decisions.index(decision)
        if following is not None:
            self.decisions[place] = following
        else:
            del self.decisions[place]
            if not self.decisions:
                self._go_on()

    # ---------------------------------------------------------------- rounds

    def _begin_round(self) -> None:
        self.round += 1
        self.left = len(self.players)
        for player in self.players:
            if (decision := playing.next_card(self, player)) is not None:
                self.decisions.append(decision)

    def _go_on(self) -> None:
        """Run from where nobody has anything left to decide to the next decision, or to the game's end."""
        while not self.decisions and not self.finished:
            players = self.players
            if self.left:
                if self.left == len(players):
                    for player in players:
                        player.twos = [self.number[c] for c in player.line].count(2)
                player = players[(self.first_player - self.left) % len(players)]
                self.left -= 1
                if (decision := buying.begin_turn(self, player)) is not None:
                    self.decisions = [decision]
                continue
            if self.ending:
                self.finished = True
                return
            self._tidy()
            if self.round == LAST_ROUND:
                self.finished = self.stalled = True
                return
            for player in players:
                player.income = 0
                player.bought.clear()
            self._begin_round()

    def _tidy(self) -> None:
        self.first_player = (self.first_player + 1) % len(self.players)
        for player in self.players:
            for card in player.line:
                self.number[card], self.colour[card] = PRINTED[card], SHADE[card]
            player.gained.clear()
            player.discard += player.line
            player.line = []
            player.draw(7)
        self._hand_out_gems()

    def _hand_out_gems(self) -> None:
        """To those with the fewest awards; where more are tied than gems are left, these go to nobody."""
        for player in self.players:
            player.gem = 0
        left_out, free = self.players, self.gems
        while free and left_out:
            fewest = min(p.awards + p.substitutes for p in left_out)
            lowest = [p for p in left_out if p.awards + p.substitutes == fewest]
            if len(lowest) > free:
                return
            for player in lowest:
                player.gem = 1
            free -= len(lowest)
            left_out = [p for p in left_out if p not in lowest]

    # ---------------------------------------------------------------- looking

    @property
    def winners(self) -> list[int]:
        """Those with the most awards, among them those with the most income in the last round."""
        ranks = {p.number: (p.awards + p.substitutes, p.income) for p in self.players}
        best = max(ranks.values())
        return [number for number, rank in ranks.items() if rank == best]

    def copy(self) -> Game:
        """An independent game in the same position."""
        new = Game.__new__(Game)
        new.players = [p.copy() for p in self.players]
        new.number, new.colour, new.box = self.number[:], self.colour[:], self.box[:]
        new.stacks = {n: stack[:] for n, stack in self.stacks.items()}
        new.extras, new.award_stack, new.gems = self.extras, self.award_stack, self.gems
        new.round, new.left, new.first_player = self.round, self.left, self.first_player
        new.ending, new.finished, new.stalled = self.ending, self.finished, self.stalled
        new.packs, new.decisions = self.packs[:], self.decisions[:]
        return new
