"""Looks at games for programs that learn: who decides, what a seat knows as numbers, and what is offered as numbers."""

from __future__ import annotations

from functools import partial
from typing import Any

from artrules.explain.faults import Stopped
from artrules.game.game import Game
from artrules.game.observation.actions import ActionForm
from artrules.game.observation.encoder import Encoder
from artrules.game.observation.form import Numbers, ObservationForm
from artrules.game.runtime import Runtime
from artrules.game.standing import standing


class Observer:
    """Observes the games of one configuration (`Ruleset.runtime`). Players count from 1.

    It is quickest where a game plays in memory (`log=False`). Its methods raise GameFault where the content fails.
    """

    def __init__(self, runtime: Runtime, spare_actions: int) -> None:
        """`spare_actions` is how many numbers there are for options that have none of their own (`actions.py`)."""
        self._runtime = runtime
        self.form = ObservationForm(runtime)
        """What the numbers of an observation mean."""
        self.actions = ActionForm(self.form.domains, spare_actions)
        """What the numbers of actions mean."""
        self._encoder = Encoder(self.form)

    def deciding(self, game: Game) -> int | None:
        """The player whose decision is the first one; None when the game is over."""
        if not game.option_count:
            return None
        self._put_into_memory(game)
        instance = self._runtime.instance
        return instance.region("offered_player")[instance.region("waiting")[0]] + 1

    def observe(self, game: Game, player: int) -> Numbers:
        """What the seat of a player knows: an array of `form.size` whole numbers."""
        self._put_into_memory(game)
        return self._encoder.encode(player - 1)

    def offered(self, game: Game) -> list[int]:
        """The action of each option of the first decision, in their order. Raises TooManyOptions."""
        if not game.option_count:
            return []
        self._put_into_memory(game)
        instance = self._runtime.instance
        region = instance.region
        waiting = region("waiting")[0]
        decision = region("stack")[region("top_of_stack")[waiting] - 1]
        width, first = region("row_words")[decision], region("offered_first")[waiting]
        rows = region("candidates")[first : first + region("offered_count")[waiting] * width]
        seat = region("offered_player")[waiting]
        return self.actions.numbers(decision, rows, width, seat, partial(self._encoder.sees, seat))

    def result(self, game: Game) -> dict[str, Any]:
        """How a finished game came out (`Game.result`), with one more key: `standing` has for each player the values of
        the keys that decide who wins, turned so that larger is better (`standing.py`). Raises ValueError before."""
        found = game.result
        if found is None:
            raise ValueError("the game isn't over yet")
        return {**found, "standing": standing(game._moment)}

    def _put_into_memory(self, game: Game) -> None:
        """Let memory hold the position of a game, and what it asks."""
        runtime = self._runtime
        if game._runtime is not runtime:
            raise ValueError("this game has another number of players, or other settings, than its observer")
        if game._is_plain:
            if runtime.held is not game._reference:
                game._put_first(0)
            return
        moment = game._moment
        moment.put_into(runtime, logging=False)
        try:
            runtime.run("ask_anew")
        except Stopped as stopped:
            raise moment.fault(stopped) from None
