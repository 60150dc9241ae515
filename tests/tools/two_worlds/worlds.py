"""Two worlds that a seat can't tell apart, side by side: a game, and one in which all that the seat can't know is dealt
anew. What is sent to the seat must be the same in both, as long as what it knows is the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from artrules.author.conformance.secrecy import Exchanges
from artrules.engine.chance import Stream
from artrules.play.game.decision import GameFault, Option
from artrules.play.game.game import Game
from artrules.play.game.inspection.determinization import exchange_hidden_cards
from artrules.play.ruleset import Ruleset

MOST_TRIED = 24
"""So many options of others are tried in the other world until one looks the same to the seat."""
FOLLOWED = 6
"""Choices that are made side by side."""


@dataclass
class Worlds:
    """The two games. The seat (counted from 1) knows the same in both."""

    here: Game
    there: Game
    seat: int

    def knows_the_same(self) -> bool:
        """Whether all that the seat sees, reads and is offered is equal."""
        return known(self.here, self.seat) == known(self.there, self.seat)

    def go_on(self, stream: Stream) -> bool:
        """One choice in both: the same to the seat. Gives whether there was one."""
        decisions = [d for d in self.here.decisions if d.player == self.seat] or self.here.decisions
        if not decisions:
            return False
        decision = decisions[stream.below(len(decisions))]
        index = stream.below(len(decision.options))
        here = self.here.copy()
        try:
            here.choose(decision.options[index].id)
        except GameFault:
            return False
        wanted = known(here, self.seat)
        for option in self._candidates(decision.player, index):
            there = self.there.copy()
            try:
                there.choose(option.id)
            except GameFault:
                continue
            if known(there, self.seat) == wanted:
                self.here, self.there = here, there
                return True
        return False

    def go_on_with_the_first(self) -> str | None:
        """The seat chooses the first of its options after which it knows the same in both. Gives the id of that
        option; None where it can always tell, or has no choice."""
        here = next((d for d in self.here.decisions if d.player == self.seat), None)
        there = next((d for d in self.there.decisions if d.player == self.seat), None)
        if here is None or there is None:
            return None
        for one, other in zip(here.options, there.options, strict=True):
            games = self.here.copy(), self.there.copy()
            try:
                games[0].choose(one.id)
                games[1].choose(other.id)
            except GameFault:
                continue
            if known(games[0], self.seat) == known(games[1], self.seat):
                self.here, self.there = games
                return one.id
        return None

    def _candidates(self, player: int, index: int) -> list[Option]:
        """What the player may choose in the other world: for the seat itself the same one; for others the one in the
        same place first."""
        decision = next((d for d in self.there.decisions if d.player == player), None)
        if decision is None:
            return []
        options = decision.options
        first = options[index : index + 1]
        if player == self.seat:
            return list(first)
        return [*first, *(o for i, o in enumerate(options[:MOST_TRIED]) if i != index)]


def known(game: Game, seat: int) -> Any:
    """All that a seat knows, as a value: its view, what it has read, what it is offered, and who must choose."""
    return (
        {**game.view(seat), "log": None},
        [(e.kind, e.round, e.phase, e.player, e.text) for e in game.log.read_by(seat)],
        [(d.prompt, [(o.id, o.label) for o in d.options]) for d in game.decisions if d.player == seat],
        sorted({d.player for d in game.decisions}),
        game.finished,
    )


def worlds(ruleset: Ruleset, players: int, seed: int, *, positions: int, apart: int) -> Iterator[Worlds]:
    """Pairs of worlds at some positions of one random game, `apart` choices from each other at most."""
    stream = Stream(seed, players, "two worlds")
    game = ruleset.new_game(players, seed=seed)
    for number in range(positions):
        if not game.play(seed=seed + number, choices=1 + stream.below(apart)) or game.finished:
            return
        seat = 1 + stream.below(players)
        for other in alike(game, seat, stream, number):
            pair = Worlds(game.copy(), other, seat)
            if pair.knows_the_same():
                yield pair


def alike(game: Game, seat: int, stream: Stream, seed: int) -> Iterator[Game]:
    """Games that the seat can't tell from this one: dealt by chance, and with as many cards elsewhere as may be."""
    yield game.think.resample(seat, seed)
    other = exchange_hidden_cards(game, seat, Exchanges(seat, stream).of_all)
    try:
        other.ask()
    except GameFault:
        return  # what others have chosen doesn't go with the cards that they hold there
    yield other.game
