"""A process in which bots think, so that tables don't wait for them: `python -m artrules.table.serve.bot_process`.

It reads requests from standard input and writes answers to standard output, each one line of JSON. The first line names
the ruleset; each further one a game, by its setup and its choices, and whose turn it is; or, to `prepare`, only its
setup. It ends when its input ends, so also when the server is killed.
"""

from __future__ import annotations

import json
import signal
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from artrules.lab.bots.registry import prepare_thinking

if TYPE_CHECKING:
    from artrules.play.game.game import Game
    from artrules.play.game.saves import Setup
    from artrules.play.ruleset import Ruleset

CHANGED = "the ruleset's files have changed since the server was started"
_GAMES = 64
"""Games that are kept between two requests, so that only new choices must be made."""


class Thinker:
    """Answers requests about games of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._games: OrderedDict[str, Game] = OrderedDict()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """What a bot chooses, as the id of an option; or why there is no answer, as `problem`. To `prepare` means to
        compile the program of a game, which the cache keeps for the server."""
        from artrules.lab.bots.kind import BotProblem
        from artrules.play.game.decision import GameFault, IllegalChoice
        from artrules.play.game.saves import setup_in
        from artrules.play.plugins.registry import PluginProblem
        from artrules.table.session.session import bot_option

        setup = setup_in(request["setup"])
        if setup.content != self._ruleset.content_hash:
            return {"problem": CHANGED}
        try:
            if request.get("prepare"):
                self._ruleset.begin(setup).think.compile()
                return {}
            game = self._game(request, setup)
            seat = request["seat"]
            decision = next((d for d in game.decisions if d.player == seat), None)
            if decision is None:
                return {"problem": "nothing is asked of it"}
            return {"choice": bot_option(request["bot"], game, decision).id}
        except GameFault as fault:
            return {"problem": f"the content is at fault: {fault.diagnostics[0].message}"}
        except (BotProblem, PluginProblem, IllegalChoice, ValueError) as problem:
            return {"problem": str(problem)}

    def _game(self, request: dict[str, Any], setup: Setup) -> Game:
        """The game of a request, at the position after its choices."""
        key = json.dumps([request["game"], request["setup"]], sort_keys=True)
        choices: list[str] = request["choices"]
        game = self._games.pop(key, None)
        if game is None or game.choices != choices[: len(game.choices)]:
            game = self._ruleset.begin(setup)
            prepare_thinking(game, [request["bot"]])
        for choice in choices[len(game.choices) :]:
            game.choose(choice)
        self._games[key] = game
        while len(self._games) > _GAMES:
            self._games.popitem(last=False)
        return game


def thinker_of(where: str, extra: list[str]) -> Thinker | None:
    """What answers requests about a ruleset; None where it can't be loaded any more."""
    from artrules.play.ruleset import load
    from artrules.text.diagnostics.render import ContentError

    try:
        return Thinker(load(where, extra))
    except (ContentError, OSError):
        return None


def main() -> None:
    """Answer requests until there are no more."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what a plugin prints is no answer
    with suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the server ends this
    with suppress(BrokenPipeError, KeyboardInterrupt):
        first = json.loads(sys.stdin.readline() or "null")
        thinker = None if first is None else thinker_of(first["where"], first["extra"])
        for line in sys.stdin:
            answer = {"problem": CHANGED} if thinker is None else thinker.answer(json.loads(line))
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
