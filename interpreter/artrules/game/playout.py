"""Plays a game on by itself, with one of the machine's own bots at all seats: inside the machine where the game plays
in memory, else choice by choice. Both make the same choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.chance import UNIFORM_BOT, Stream, check_seed
from artrules.explain.faults import Stopped
from artrules.machine.play import FIRST, UNIFORM

if TYPE_CHECKING:
    from artrules.game.playing import Playing
    from artrules.game.runtime import Runtime

BOTS = {"uniform": UNIFORM, "first": FIRST}
"""By name: the machine's number of a bot."""
MOST_AT_ONCE = 2_000
"""The most choices that the machine makes before the host can be interrupted, and other threads go on."""
EVER = (1 << 31) - 1


class Playout:
    """Plays a game on, for a number of choices, or up to the first decision after a round."""

    def __init__(self, game: Playing, bot: str, seed: int, choices: int | None, last_round: int | None) -> None:
        if bot not in BOTS:
            raise ValueError(f"the machine has no bot {bot!r}: it has {' and '.join(BOTS)}")
        self._game = game
        self._bot = BOTS[bot]
        self._left = EVER if choices is None else max(0, choices)
        self._last_round = EVER if last_round is None else last_round
        self._streams = Stream.of_players(check_seed(seed), game._runtime.players, UNIFORM_BOT)

    def run(self) -> int:
        """Play; gives how many choices were made. Raises GameFault."""
        return self._inside() if self._game._is_plain else self._choice_by_choice()

    def _choice_by_choice(self) -> int:
        game, made = self._game, 0
        while game.option_count and made < self._left and game._moment.round <= self._last_round:
            count = game.option_count
            drawn = self._bot == UNIFORM
            game.choose(self._streams[game.decisions[0].player - 1].below(count) if drawn else 0)
            made += 1
        return made

    def _inside(self) -> int:
        game, made = self._game, 0
        while game.option_count and self._left:
            most = min(MOST_AT_ONCE, self._left)
            now = self._play(most)
            game._runtime.count_choices(now)
            made += now
            self._left -= now
            if now < most:
                break
        return made

    def _play(self, most: int) -> int:
        """Let the machine make so many choices."""
        game, runtime = self._game, self._game._runtime
        user = runtime.enter()
        try:
            return self._play_on(game, runtime, most)
        finally:
            runtime.user = user

    def _play_on(self, game: Playing, runtime: Runtime, most: int) -> int:
        before, count = game._moment, game._count
        game._put_first(0)
        instance = runtime.instance
        keys, drawn = instance.region("bot_key"), instance.region("bot_drawn")
        keys[:] = [stream.key for stream in self._streams]
        drawn[:] = [stream.counter for stream in self._streams]
        try:
            made = runtime.run("play", most, self._last_round, self._bot)
            if made:
                game._go_on_after(made, instance.ask("offered_now") if instance.register("waiting_count") else 0)
        except BaseException as problem:
            runtime.held = None
            game._take(before, count)
            if isinstance(problem, Stopped):
                return self._choice_by_choice()  # up to the choice that leads to it
            raise
        for stream, counter in zip(self._streams, drawn[: len(self._streams)], strict=True):
            stream.counter = counter
        return made
